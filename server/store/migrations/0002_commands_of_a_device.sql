-- A command's id is chosen by the device that sends it, so two devices may choose the same: unique with its actor.
-- The limit of unfinished tables looks neither at a device's older tables nor at games that have ended.

CREATE TABLE event_of_actor (
    game    TEXT    NOT NULL REFERENCES game (id),
    seq     INTEGER NOT NULL CHECK (seq >= 1),
    kind    TEXT    NOT NULL,
    side    TEXT    NOT NULL, -- 'b', 'w' or ''
    actor   TEXT    NOT NULL,
    data    TEXT    NOT NULL,
    command TEXT    NOT NULL,
    winner  TEXT    NOT NULL, -- 'b', 'w', 'd' (a draw) or ''
    reason  TEXT    NOT NULL,
    at      BIGINT  NOT NULL,
    PRIMARY KEY (game, seq),
    UNIQUE (game, actor, command)
);
INSERT INTO event_of_actor (game, seq, kind, side, actor, data, command, winner, reason, at)
    SELECT game, seq, kind, side, actor, data, command, winner, reason, at FROM event;
DROP TABLE event;
ALTER TABLE event_of_actor RENAME TO event;

CREATE INDEX game_table_created ON game_table (creator, created);
CREATE INDEX game_unfinished ON game (table_id) WHERE finished = 0;
