-- What was agreed on before was not rated.
ALTER TABLE challenges ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;
CREATE INDEX matches_rated ON matches (guild_id, game, ended_at, id) WHERE rated AND outcome IS NOT NULL;

-- Under which name a person last showed in a server.
CREATE TABLE names (
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (guild_id, user_id)
) STRICT, WITHOUT ROWID;
INSERT INTO names (guild_id, user_id, name)
    SELECT guild_id, user_id, name FROM (
        SELECT guild_id, user_id, name, max(id) FROM seats JOIN matches ON id = match_id GROUP BY guild_id, user_id
    );

-- Number 0 is all time, which never ends. ends_at: when it is to end, nothing if by hand; ended_at: when it did.
-- posted: its final standings as they are now stand in the channel, in message_id.
CREATE TABLE seasons (
    id INTEGER PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    began_at INTEGER NOT NULL,
    ends_at INTEGER,
    ended_at INTEGER,
    corrected_at INTEGER,
    posted INTEGER NOT NULL DEFAULT 0,
    channel_id INTEGER,
    message_id INTEGER,
    UNIQUE (guild_id, number)
) STRICT;
CREATE INDEX seasons_unposted ON seasons (id) WHERE ended_at IS NOT NULL AND NOT posted;

-- What each rated match made of each player's standing in a season: the rating and the counts after it. share: the
-- part of the full change that counted.
CREATE TABLE ratings (
    season_id INTEGER NOT NULL REFERENCES seasons (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    share REAL NOT NULL,
    before INTEGER NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    rating INTEGER NOT NULL,
    matches INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    PRIMARY KEY (season_id, game, user_id, ended_at, match_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_match ON ratings (match_id);
CREATE INDEX ratings_time ON ratings (season_id, game, ended_at, user_id, before, rating, matches);

-- The last of these for each player.
CREATE TABLE standings (
    season_id INTEGER NOT NULL REFERENCES seasons (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    rating INTEGER NOT NULL,
    matches INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    PRIMARY KEY (season_id, game, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX standings_order ON standings (season_id, game, rating DESC) WHERE matches >= 5;
CREATE INDEX standings_match ON standings (match_id);

-- Ratings that are to be worked out anew: those of a server and game from this match on.
CREATE TABLE recounts (
    id INTEGER PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    ended_at INTEGER NOT NULL,
    match_id INTEGER NOT NULL,
    UNIQUE (guild_id, game)
) STRICT;
