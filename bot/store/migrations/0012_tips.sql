-- Whether the hand of a beginner shows a tip now and then.
ALTER TABLE players ADD COLUMN tips INTEGER NOT NULL DEFAULT 1;
