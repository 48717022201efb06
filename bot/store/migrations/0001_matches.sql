-- Times are milliseconds since 1970 in UTC. Identifiers of servers, channels, messages and people are Discord's.

CREATE TABLE challenges (
    id INTEGER PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    seats INTEGER NOT NULL,
    host_id INTEGER NOT NULL,
    opponent_id INTEGER,
    secret BLOB NOT NULL,
    rematch_of INTEGER REFERENCES matches (id),
    status TEXT NOT NULL,
    match_id INTEGER REFERENCES matches (id),
    published_status TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX challenges_open ON challenges (host_id) WHERE status = 'open';
CREATE INDEX challenges_rematch ON challenges (rematch_of) WHERE status = 'open';
CREATE INDEX challenges_unpublished ON challenges (id) WHERE status <> published_status;

-- Who sits at a challenge, the host first; the others in the order in which they joined, each with its contribution
-- to the deal.
CREATE TABLE challenge_members (
    challenge_id INTEGER NOT NULL REFERENCES challenges (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    contribution TEXT,
    PRIMARY KEY (challenge_id, position),
    UNIQUE (challenge_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    challenge_message_id INTEGER,
    place_id INTEGER,
    game TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    options TEXT NOT NULL,
    deal_version INTEGER NOT NULL,
    secret BLOB NOT NULL,
    contributions TEXT NOT NULL,
    order_drawn INTEGER NOT NULL,
    agreed_starter INTEGER,
    turn INTEGER,
    ply INTEGER NOT NULL,
    public_ply INTEGER NOT NULL,
    published_ply INTEGER NOT NULL,
    board_wanted INTEGER NOT NULL DEFAULT 0,
    trouble TEXT,
    outcome TEXT,
    created_at INTEGER NOT NULL,
    moved_at INTEGER NOT NULL,
    ended_at INTEGER
) STRICT;
CREATE INDEX matches_channel ON matches (channel_id) WHERE ended_at IS NULL;
CREATE INDEX matches_place ON matches (place_id);
CREATE INDEX matches_unpublished ON matches (id) WHERE public_ply > published_ply OR board_wanted;

-- position: the place in which the person joined, the host first; it differs from the seat when the order was drawn.
CREATE TABLE seats (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_user ON seats (user_id, match_id);

-- The log of a match: append-only, one row a ply.
CREATE TABLE actions (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    ply INTEGER NOT NULL,
    seat INTEGER,
    kind TEXT NOT NULL,
    actor INTEGER NOT NULL,
    text TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (match_id, ply)
) STRICT, WITHOUT ROWID;

-- The messages that show a match. A board is live until a later one takes its place. since_ply: the ply of the board
-- before it, so that it can shrink to what happened in between.
CREATE TABLE posts (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    ply INTEGER NOT NULL,
    since_ply INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    live INTEGER NOT NULL,
    PRIMARY KEY (match_id, kind, ply, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX posts_live ON posts (match_id) WHERE live;

CREATE TABLE timers (
    kind TEXT NOT NULL,
    subject INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    PRIMARY KEY (kind, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX timers_due ON timers (due_at);

CREATE TABLE facts (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
