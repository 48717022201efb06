-- The next turn of a seat, set while others move: a placement, after which the deck is drawn from.
-- unless: the letter of a colour of which nobody may discard a card meanwhile, '*' for any, '' for no matter.
-- dropped: why it was not played when its time came, '' as long as it waits.
CREATE TABLE plans (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    placement TEXT NOT NULL,
    unless TEXT NOT NULL,
    dropped TEXT NOT NULL,
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;
