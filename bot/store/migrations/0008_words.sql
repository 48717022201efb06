-- Whether what only this person sees comes in words instead of pictures.
ALTER TABLE players ADD COLUMN in_words INTEGER NOT NULL DEFAULT 0;
