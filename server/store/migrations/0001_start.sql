-- Devices, tables, games, their events, and positions that wait for a computer.
-- Plain SQL that SQLite and PostgreSQL both read. Times are ms since 1970, by the store's clock.

CREATE TABLE device (
    id         TEXT   NOT NULL PRIMARY KEY, -- public
    token_hash TEXT   NOT NULL UNIQUE,      -- hexadecimal
    name       TEXT   NOT NULL,
    created    BIGINT NOT NULL,
    seen       BIGINT NOT NULL
);

CREATE TABLE game_table (
    id       TEXT   NOT NULL PRIMARY KEY,
    kind     TEXT   NOT NULL,
    rules    TEXT   NOT NULL,
    settings TEXT   NOT NULL,
    creator  TEXT   NOT NULL,
    command  TEXT   NOT NULL, -- id of the command that opened it: a resend finds it again
    created  BIGINT NOT NULL,
    UNIQUE (creator, command)
);

CREATE TABLE game (
    id            TEXT    NOT NULL PRIMARY KEY,
    table_id      TEXT    NOT NULL REFERENCES game_table (id),
    number        INTEGER NOT NULL CHECK (number >= 1),
    kind          TEXT    NOT NULL,
    rules         TEXT    NOT NULL,
    rules_version INTEGER NOT NULL,
    start         TEXT    NOT NULL, -- SFEN
    seat_b        TEXT    NOT NULL, -- who sat there at its start; events tell the rest
    seat_w        TEXT    NOT NULL,
    finished      INTEGER NOT NULL, -- 1: an event with a winner exists
    created       BIGINT  NOT NULL,
    UNIQUE (table_id, number)
);

-- Append-only: rows are never changed or removed.
CREATE TABLE event (
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
    UNIQUE (game, command)
);

CREATE TABLE job (
    game     TEXT    NOT NULL PRIMARY KEY REFERENCES game (id),
    seq      INTEGER NOT NULL, -- the position after this event
    due      BIGINT  NOT NULL,
    attempts INTEGER NOT NULL
);
CREATE INDEX job_due ON job (due);
