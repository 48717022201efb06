-- What a match with a result was for each seat, as it follows from the log. result: won, drawn or lost. rounds, points:
-- those of the finished rounds. best: the points of the best expedition, and its colour. begun: as JSON, how many
-- expeditions of each colour were begun.
CREATE TABLE seat_results (
    match_id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    place INTEGER NOT NULL,
    result TEXT NOT NULL,
    rounds INTEGER NOT NULL,
    points INTEGER NOT NULL,
    best INTEGER,
    best_colour INTEGER,
    begun TEXT NOT NULL,
    PRIMARY KEY (match_id, seat),
    FOREIGN KEY (match_id, seat) REFERENCES seats (match_id, seat) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What somebody has reached in a server, each once, and in which match.
CREATE TABLE milestones (
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    PRIMARY KEY (guild_id, user_id, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX milestones_match ON milestones (match_id);
