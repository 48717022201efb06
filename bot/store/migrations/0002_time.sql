-- What was opened or begun before had no time limit.
ALTER TABLE challenges ADD COLUMN pace TEXT NOT NULL DEFAULT 'unlimited';

-- deadline: when the time for the current turn is over; warned_at: when its last warning went out.
-- remaining: milliseconds left on the clock of a match that stands still.
ALTER TABLE matches ADD COLUMN pace TEXT NOT NULL DEFAULT 'unlimited';
ALTER TABLE matches ADD COLUMN turn_began_at INTEGER;
ALTER TABLE matches ADD COLUMN deadline INTEGER;
ALTER TABLE matches ADD COLUMN warned_at INTEGER;
ALTER TABLE matches ADD COLUMN nudged_at INTEGER;
ALTER TABLE matches ADD COLUMN paused INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN remaining INTEGER;
CREATE INDEX matches_deadline ON matches (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX matches_on_clock ON matches (deadline) WHERE ended_at IS NULL AND deadline IS NOT NULL;
CREATE INDEX matches_guild ON matches (guild_id, ended_at);

-- What a person has chosen; no row means that nothing was. Quiet hours are minutes of the day in the time zone.
CREATE TABLE players (
    user_id INTEGER PRIMARY KEY,
    pings TEXT NOT NULL DEFAULT 'turns',
    challengers TEXT NOT NULL DEFAULT 'anybody',
    quiet_begin INTEGER,
    quiet_end INTEGER,
    zone TEXT
) STRICT;

CREATE TABLE blocks (
    user_id INTEGER NOT NULL,
    blocked_id INTEGER NOT NULL,
    PRIMARY KEY (user_id, blocked_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE vacations (
    user_id INTEGER NOT NULL,
    begins_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, begins_at)
) STRICT, WITHOUT ROWID;

-- The last question of each kind to the others at a table: a pause, a turn to take back. agreed: the seats that have
-- said yes.
CREATE TABLE requests (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    seat INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    agreed TEXT NOT NULL,
    is_open INTEGER NOT NULL,
    PRIMARY KEY (match_id, kind)
) STRICT, WITHOUT ROWID;

-- Things to tell in the channel of a match besides its board. message_id is set once it was told.
CREATE TABLE notices (
    id INTEGER PRIMARY KEY,
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    seat INTEGER,
    ply INTEGER NOT NULL,
    detail TEXT NOT NULL,
    told INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX notices_untold ON notices (match_id) WHERE NOT told;
