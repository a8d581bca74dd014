-- Clocks, absence, settings of each game, the score of a sitting.
--
-- Hall time is the ms that any server was there since this database was made: it stands still while none is, and does
-- not know of a system clock that jumps. It stands in the one row of `hall`: `time` as of the store's time `wall`.

CREATE TABLE hall (
    id   INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    time BIGINT  NOT NULL,
    wall BIGINT  NOT NULL
);
INSERT INTO hall (id, time, wall) VALUES (1, 0, 0);

ALTER TABLE event ADD COLUMN hall BIGINT NOT NULL DEFAULT 0; -- hall time
ALTER TABLE event ADD COLUMN time_left BIGINT NOT NULL DEFAULT -1; -- ms of the turn; -1: no clock

ALTER TABLE game ADD COLUMN settings TEXT NOT NULL DEFAULT ''; -- at its start; events tell the rest
ALTER TABLE game ADD COLUMN hall BIGINT NOT NULL DEFAULT 0; -- hall time at its start
ALTER TABLE game ADD COLUMN wins_b INTEGER NOT NULL DEFAULT 0; -- of who sits there, in the games of this sitting before
ALTER TABLE game ADD COLUMN wins_w INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN draws INTEGER NOT NULL DEFAULT 0;
UPDATE game SET settings = (SELECT settings FROM game_table WHERE game_table.id = game.table_id);

-- A node is a running server; one that has not beaten for a while is gone, and so is everybody it had.
CREATE TABLE node (
    id   TEXT   NOT NULL PRIMARY KEY,
    beat BIGINT NOT NULL -- hall time
);

-- Who sits at a table and is, or was, connected to a node.
CREATE TABLE presence (
    table_id TEXT    NOT NULL REFERENCES game_table (id),
    who      TEXT    NOT NULL,
    node     TEXT    NOT NULL,
    here     INTEGER NOT NULL,
    since    BIGINT  NOT NULL, -- hall time
    PRIMARY KEY (table_id, who, node)
);
CREATE INDEX presence_node ON presence (node) WHERE here = 1;

-- Tables that somebody has to look at, when hall time is `due`: a turn may have run out, a player may have been away
-- for too long.
CREATE TABLE look (
    table_id TEXT   NOT NULL PRIMARY KEY REFERENCES game_table (id),
    due      BIGINT NOT NULL
);
CREATE INDEX look_due ON look (due);
