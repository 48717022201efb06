-- Whether who sat at a seat has given the match up; level then tells whether a computer plays on.
ALTER TABLE seats ADD COLUMN gave_up INTEGER NOT NULL DEFAULT 0;
UPDATE seats SET gave_up = 1 WHERE EXISTS (
    SELECT 1 FROM actions WHERE actions.match_id = seats.match_id AND actions.seat = seats.seat AND kind = 'game'
    AND text IN ('resign', 'time out', 'resign to stand-in', 'time out to stand-in')
);
