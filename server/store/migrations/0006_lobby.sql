-- The lobby: tables that show themselves, who looks for an opponent, and whom the lobby brought together.

-- A table that is, or was, listed. `state` 0: not shown; 1: waits for somebody; 2: is being played.
CREATE TABLE listing (
    table_id TEXT    NOT NULL PRIMARY KEY REFERENCES game_table (id),
    kind     TEXT    NOT NULL,
    state    INTEGER NOT NULL,
    rules    TEXT    NOT NULL,
    settings TEXT    NOT NULL,
    seat_b   TEXT    NOT NULL,
    seat_w   TEXT    NOT NULL,
    moves    INTEGER NOT NULL,
    at       BIGINT  NOT NULL -- the store's time: since when it stands so, or the newest move
);

CREATE TABLE seek (
    device       TEXT    NOT NULL PRIMARY KEY, -- one at a time
    command      TEXT    NOT NULL, -- id of the command that made it
    kind         TEXT    NOT NULL,
    rated        INTEGER NOT NULL,
    turn_seconds INTEGER NOT NULL,
    node         TEXT    NOT NULL, -- where the device is connected
    since        BIGINT  NOT NULL -- the store's time
);
CREATE INDEX seek_since ON seek (since);

-- What became of a seek, so that a command sent twice finds the table that it led to.
CREATE TABLE pairing (
    device   TEXT   NOT NULL,
    command  TEXT   NOT NULL,
    table_id TEXT   NOT NULL REFERENCES game_table (id),
    at       BIGINT NOT NULL, -- the store's time
    PRIMARY KEY (device, command)
);
CREATE INDEX pairing_at ON pairing (at);
