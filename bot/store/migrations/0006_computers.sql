-- level: how strong the computer is that plays this seat, none if the person does. A computer that sits there from the
-- start has a negative number in place of a person's identifier; one that took over leaves the person's.
ALTER TABLE challenge_members ADD COLUMN level TEXT;
ALTER TABLE seats ADD COLUMN level TEXT;
CREATE INDEX seats_computers ON seats (match_id) WHERE level IS NOT NULL;

-- thought: how a computer came to its action, as JSON.
ALTER TABLE actions ADD COLUMN thought TEXT;
