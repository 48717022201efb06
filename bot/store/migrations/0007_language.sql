-- The language of what only this person sees; without it that of the person's Discord.
ALTER TABLE players ADD COLUMN language TEXT;
