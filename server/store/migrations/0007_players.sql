-- A player is who one is: an id, a name, ratings. A device is a browser, which belongs to a player; several may belong to
-- one. Until now each device was a player of its own, and what is written about devices (seats, actors, ratings) is
-- about players from now on.

CREATE TABLE player (
    id      TEXT   NOT NULL PRIMARY KEY, -- public
    name    TEXT   NOT NULL,
    created BIGINT NOT NULL
);
INSERT INTO player (id, name, created) SELECT id, name, created FROM device;

ALTER TABLE device ADD COLUMN player TEXT NOT NULL DEFAULT '';
UPDATE device SET player = id;
ALTER TABLE device DROP COLUMN name;
CREATE INDEX device_player ON device (player);

-- A code moves a player to another device, once, for a short while. At most one of a player.
CREATE TABLE transfer (
    player  TEXT   NOT NULL PRIMARY KEY,
    hash    TEXT   NOT NULL UNIQUE, -- hexadecimal
    expires BIGINT NOT NULL
);

-- Which games a player sat in, for as long as the player is not forgotten. No computers.
CREATE TABLE sitting (
    who  TEXT   NOT NULL,
    game TEXT   NOT NULL REFERENCES game (id),
    at   BIGINT NOT NULL,
    PRIMARY KEY (who, game)
);
CREATE INDEX sitting_at ON sitting (who, at);
INSERT INTO sitting (who, game, at)
    SELECT who, game, min(at) FROM (
        SELECT seat_b AS who, id AS game, created AS at FROM game
        UNION ALL SELECT seat_w, id, created FROM game
        UNION ALL SELECT data, game, at FROM event WHERE kind = 'seat') AS sat
    WHERE who <> '' AND who NOT LIKE 'cpu:%' GROUP BY who, game;

-- How a game ended, with the event that ended it; empty while it goes on.
ALTER TABLE game ADD COLUMN winner TEXT NOT NULL DEFAULT ''; -- 'b', 'w', 'd' (a draw)
ALTER TABLE game ADD COLUMN reason TEXT NOT NULL DEFAULT '';
ALTER TABLE game ADD COLUMN ended BIGINT NOT NULL DEFAULT 0; -- the store's time
ALTER TABLE game ADD COLUMN end_b TEXT NOT NULL DEFAULT ''; -- who sat there then
ALTER TABLE game ADD COLUMN end_w TEXT NOT NULL DEFAULT '';
ALTER TABLE game ADD COLUMN open INTEGER NOT NULL DEFAULT 0; -- 1: rated or listed, so shown to everybody

UPDATE game SET winner = e.winner, reason = e.reason, ended = e.at, open = e.rated,
    end_b = coalesce((SELECT s.data FROM event s WHERE s.game = game.id AND s.kind = 'seat' AND s.side = 'b'
                      ORDER BY s.seq DESC LIMIT 1), game.seat_b),
    end_w = coalesce((SELECT s.data FROM event s WHERE s.game = game.id AND s.kind = 'seat' AND s.side = 'w'
                      ORDER BY s.seq DESC LIMIT 1), game.seat_w)
    FROM event e WHERE e.game = game.id AND e.winner <> '';
-- Where it was chosen or drawn who begins, the maker of the table sits where the newest choice says, the other opposite.
UPDATE game SET
    end_b = CASE f.side WHEN 'b' THEN t.creator ELSE coalesce(
        (SELECT s.data FROM event s WHERE s.game = game.id AND s.kind = 'seat' AND s.data <> t.creator
         ORDER BY s.seq DESC LIMIT 1),
        CASE game.seat_b WHEN t.creator THEN game.seat_w ELSE game.seat_b END) END,
    end_w = CASE f.side WHEN 'w' THEN t.creator ELSE coalesce(
        (SELECT s.data FROM event s WHERE s.game = game.id AND s.kind = 'seat' AND s.data <> t.creator
         ORDER BY s.seq DESC LIMIT 1),
        CASE game.seat_b WHEN t.creator THEN game.seat_w ELSE game.seat_b END) END
    FROM game_table t, event f
    WHERE t.id = game.table_id AND f.game = game.id AND game.winner <> '' AND f.kind = 'set' AND f.side <> ''
        AND f.seq = (SELECT max(m.seq) FROM event m WHERE m.game = game.id AND m.kind = 'set' AND m.side <> '');
