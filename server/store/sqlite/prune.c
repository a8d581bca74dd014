/*
 * Pruning. A little at a time, each in a transaction of its own, so that a running server does not wait for it, and
 * that a crash leaves some of it done. What hangs on a table or a game is found by the schema's foreign keys, so a
 * table that is added to the schema is pruned with the others.
 */
#include "server/store/sqlite/admin_internal.h"

#include <stdio.h>

enum { TABLES_AT_ONCE = 200, LINES_AT_ONCE = 5000, NAME_MAX_BYTES = 64, REFERENCES_MAX = 64 };

/* ?1: nothing happened since. */
#define GONE                                                                                                           \
    "SELECT t.id FROM game_table t WHERE t.created < ?1"                                                               \
    " AND NOT EXISTS (SELECT 1 FROM line l WHERE l.table_id = t.id AND l.at >= ?1)"                                    \
    " AND NOT EXISTS (SELECT 1 FROM game g WHERE g.table_id = t.id AND (g.finished = 1 OR g.created >= ?1"             \
    " OR EXISTS (SELECT 1 FROM event e WHERE e.game = g.id AND e.at >= ?1)))"

struct reference {
    char table[NAME_MAX_BYTES], column[NAME_MAX_BYTES];
    bool of_game; /* otherwise of game_table */
};

struct prune {
    struct admin *admin;
    int64_t before;
    struct reference references[REFERENCES_MAX];
    unsigned count;
    char *message;
};

static enum error find_references(struct prune *prune)
{
    sqlite3 *db = prune->admin->db;
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(
        db,
        "SELECT m.name, f.\"from\", f.\"table\" = 'game' FROM sqlite_master m, pragma_foreign_key_list(m.name) f"
        " WHERE m.type = 'table' AND f.\"table\" IN ('game', 'game_table') AND m.name <> 'game'",
        -1, &statement, NULL);
    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(statement);
        if (code != SQLITE_ROW)
            break;
        if (prune->count == REFERENCES_MAX) {
            code = SQLITE_FULL;
            break;
        }
        struct reference *it = &prune->references[prune->count++];
        snprintf(it->table, sizeof it->table, "%s", (const char *)sqlite3_column_text(statement, 0));
        snprintf(it->column, sizeof it->column, "%s", (const char *)sqlite3_column_text(statement, 1));
        it->of_game = sqlite3_column_int(statement, 2);
    }
    sqlite3_finalize(statement);
    return code == SQLITE_DONE
               ? OK
               : admin_say(prune->message, ERR_STORE, "the database", "cannot be read", sqlite3_errmsg(db));
}

static enum error run(struct prune *prune, const char *sql)
{
    return admin_run_sql(prune->admin->db, "the database", sql, prune->message);
}

/* The tables in temp.gone, with all that hangs on them. */
static enum error remove_tables(struct prune *prune)
{
    enum error error = OK;
    for (unsigned i = 0; i < prune->count && !error; i++) {
        const struct reference *it = &prune->references[i];
        char sql[320];
        snprintf(sql, sizeof sql, "DELETE FROM \"%s\" WHERE \"%s\" IN (%s)", it->table, it->column,
                 it->of_game ? "SELECT g.id FROM game g JOIN temp.gone ON g.table_id = gone.id"
                             : "SELECT id FROM temp.gone");
        error = run(prune, sql);
    }
    if (!error)
        error = run(prune, "DELETE FROM game WHERE table_id IN (SELECT id FROM temp.gone)");
    if (!error)
        error = run(prune, "DELETE FROM game_table WHERE id IN (SELECT id FROM temp.gone)");
    return error;
}

/* Some of them; `count` 0: there were no more. */
static enum error prune_some(struct prune *prune, int64_t *count)
{
    enum error error = run(prune, "DELETE FROM temp.gone; BEGIN IMMEDIATE");
    if (error)
        return error;
    error = admin_change(prune->admin, "INSERT INTO temp.gone " GONE " LIMIT ?2", NULL, prune->before, TABLES_AT_ONCE,
                         count, prune->message);
    if (!error && *count)
        error = remove_tables(prune);
    if (!error)
        error = run(prune, "COMMIT");
    if (error)
        sqlite3_exec(prune->admin->db, "ROLLBACK", NULL, NULL, NULL);
    return error;
}

static enum error prune_tables(struct prune *prune, int64_t *tables)
{
    int64_t count = 0;
    enum error error = run(prune, "CREATE TEMP TABLE gone (id TEXT NOT NULL PRIMARY KEY)");
    if (!error)
        error = find_references(prune);
    do {
        if (!error)
            error = prune_some(prune, &count);
        *tables += error ? 0 : count;
    } while (!error && count);
    return error;
}

static enum error prune_lines(struct prune *prune, int64_t *lines)
{
    int64_t count = 0;
    enum error error;
    do {
        error = admin_change(prune->admin,
                             "DELETE FROM line WHERE rowid IN (SELECT rowid FROM line WHERE at < ?1 LIMIT ?2)", NULL,
                             prune->before, LINES_AT_ONCE, &count, prune->message);
        *lines += error ? 0 : count;
    } while (!error && count);
    return error;
}

static enum error count_rows(struct prune *prune, const char *sql, int64_t *count)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(prune->admin->db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) {
        sqlite3_bind_int64(statement, 1, prune->before);
        code = sqlite3_step(statement);
    }
    *count = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_finalize(statement);
    return code == SQLITE_ROW ? OK
                              : admin_say(prune->message, ERR_STORE, "the database", "cannot be read",
                                          sqlite3_errmsg(prune->admin->db));
}

#define OLD_REPORTS "FROM report WHERE closed <> 0 AND closed < ?1"
#define OLD_BANS "FROM ban WHERE until <> 0 AND until < ?1"

enum error admin_prune(struct admin *admin, int64_t before, bool dry_run, struct admin_pruned *pruned, char *message)
{
    struct prune prune = {.admin = admin, .before = before, .message = message};
    enum error error;
    *pruned = (struct admin_pruned){0};
    if (dry_run) {
        error = count_rows(&prune, "SELECT count(*) FROM (" GONE ")", &pruned->tables);
        if (!error)
            error = count_rows(&prune, "SELECT count(*) FROM line WHERE at < ?1", &pruned->lines);
        if (!error)
            error = count_rows(&prune, "SELECT count(*) " OLD_REPORTS, &pruned->reports);
        return error ? error : count_rows(&prune, "SELECT count(*) " OLD_BANS, &pruned->bans);
    }
    error = prune_lines(&prune, &pruned->lines);
    if (!error)
        error = prune_tables(&prune, &pruned->tables);
    if (!error)
        error = admin_change(admin, "DELETE " OLD_REPORTS, NULL, before, 0, &pruned->reports, message);
    return error ? error : admin_change(admin, "DELETE " OLD_BANS, NULL, before, 0, &pruned->bans, message);
}
