-- Ratings, one for each device and kind of game, and how each rated game changed them.

CREATE TABLE rating (
    device TEXT    NOT NULL,
    kind   TEXT    NOT NULL,
    value  INTEGER NOT NULL,
    games  INTEGER NOT NULL, -- rated ones so far
    PRIMARY KEY (device, kind)
);
CREATE INDEX rating_value ON rating (kind, value);

CREATE TABLE rating_change (
    game   TEXT    NOT NULL REFERENCES game (id),
    device TEXT    NOT NULL,
    kind   TEXT    NOT NULL,
    value  INTEGER NOT NULL, -- after it
    change INTEGER NOT NULL,
    at     BIGINT  NOT NULL, -- the store's time
    PRIMARY KEY (game, device)
);
CREATE INDEX rating_change_of ON rating_change (device, kind, at);

ALTER TABLE event ADD COLUMN rated INTEGER NOT NULL DEFAULT 0; -- 1: it ended a rated game
ALTER TABLE event ADD COLUMN change INTEGER NOT NULL DEFAULT 0; -- of sente's rating; gote's is the opposite
