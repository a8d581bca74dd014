-- What is said at tables, reports of it, and who may not come.

-- Numbered from 1 at each table without a gap; only the newest of a table are kept.
CREATE TABLE line (
    table_id TEXT    NOT NULL REFERENCES game_table (id),
    number   INTEGER NOT NULL CHECK (number >= 1),
    author   TEXT    NOT NULL, -- a player's public id
    side     TEXT    NOT NULL, -- where the author sat: 'b', 'w', '' for a watcher
    text     TEXT    NOT NULL,
    command  TEXT    NOT NULL, -- its id, chosen by the author: a resend finds the line again
    at       BIGINT  NOT NULL,
    PRIMARY KEY (table_id, number)
);
CREATE INDEX line_of_author ON line (author, at);
CREATE INDEX line_at ON line (at);

-- One of an author at a table in a day; who reports the same again adds to `times`. Outlives its table.
CREATE TABLE report (
    number   INTEGER NOT NULL PRIMARY KEY,
    author   TEXT    NOT NULL, -- who is reported
    table_id TEXT    NOT NULL,
    day      BIGINT  NOT NULL, -- days since 1970
    reporter TEXT    NOT NULL, -- the first
    times    INTEGER NOT NULL,
    lines    TEXT    NOT NULL, -- what stood there at the newest report, one line each
    at       BIGINT  NOT NULL, -- of the newest
    closed   BIGINT  NOT NULL, -- 0: open
    UNIQUE (author, table_id, day)
);
CREATE INDEX report_of_reporter ON report (reporter, at);

CREATE TABLE ban (
    who   TEXT   NOT NULL PRIMARY KEY, -- a player's public id, or an address (of IPv6 its first 64 bits)
    since BIGINT NOT NULL,
    until BIGINT NOT NULL -- 0: for ever
);
