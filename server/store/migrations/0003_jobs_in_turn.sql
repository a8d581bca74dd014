-- Positions that wait for a computer are handed out by priority, and each table's maker gets a turn before anybody
-- gets a second one.

ALTER TABLE job ADD COLUMN priority INTEGER NOT NULL DEFAULT 0; -- 0: somebody waits for it; higher numbers come later
ALTER TABLE job ADD COLUMN asker TEXT NOT NULL DEFAULT ''; -- who made the table
ALTER TABLE job ADD COLUMN since BIGINT NOT NULL DEFAULT 0; -- when the position came
UPDATE job SET since = due,
    asker = (SELECT t.creator FROM game g JOIN game_table t ON t.id = g.table_id WHERE g.id = job.game);
