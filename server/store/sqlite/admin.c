/*
 * Administration of a file of SQLite. The server's own statements and threads are not used: this is another program.
 *
 * A restore replaces the file by one rename(). Before that the old file has taken in its log (or, when it is too
 * damaged for that, the log is kept beside it), because a log that stays would be taken for that of the new file.
 */
#include "server/store/migrations.h"
#include "server/store/sqlite/admin_internal.h"
#include "server/store/sqlite/connection.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { ADMIN_PATH = 4096, WAIT_MS = 10000, COLUMNS_MAX = 8, KEPT_MAX = 100 };

enum error admin_say(char *message, enum error error, const char *where, const char *what, const char *why)
{
    snprintf(message, STORE_MESSAGE_MAX, "%.300s: %s%s%.150s", where, what, *why ? ": " : "", why);
    return error;
}

/* ---- small things of SQLite ---- */

static enum error open_database(sqlite3 **db, const char *where, int flags, char *message)
{
    if (sqlite3_open_v2(where, db, flags, NULL) != SQLITE_OK) {
        admin_say(message, ERR_STORE, where, "cannot open it", *db ? sqlite3_errmsg(*db) : "out of memory");
        sqlite3_close(*db);
        *db = NULL;
        return ERR_STORE;
    }
    sqlite3_busy_timeout(*db, WAIT_MS);
    return OK;
}

enum error admin_run_sql(sqlite3 *db, const char *where, const char *sql, char *message)
{
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK)
        return OK;
    return admin_say(message, ERR_STORE, where, sql, sqlite3_errmsg(db));
}

/* The first column of the first row, as text; "" without a row. */
static enum error read_first(sqlite3 *db, const char *where, const char *sql, char *out, size_t size, char *message)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    snprintf(out, size, "%s", code == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : "");
    sqlite3_finalize(statement);
    if (code == SQLITE_ROW || code == SQLITE_DONE)
        return OK;
    return admin_say(message, ERR_STORE, where, "cannot read it", sqlite3_errmsg(db));
}

/* Reads the whole file. */
static enum error check_whole(sqlite3 *db, const char *where, char *message)
{
    char found[200];
    enum error error = read_first(db, where, "PRAGMA integrity_check(1)", found, sizeof found, message);
    if (!error && strcmp(found, "ok"))
        error = admin_say(message, ERR_STORE, where, "it is damaged", found);
    return error;
}

static enum error read_version(sqlite3 *db, const char *where, unsigned *version, char *message)
{
    char number[24];
    enum error error = read_first(db, where, "SELECT count(*) FROM sqlite_master WHERE name = 'migration'", number,
                                  sizeof number, message);
    if (!error && strcmp(number, "1"))
        error = admin_say(message, ERR_VERSION, where, "this is no database of this program", "");
    if (!error)
        error = read_first(db, where, "SELECT max(number) FROM migration", number, sizeof number, message);
    *version = error ? 0 : (unsigned)strtoul(number, NULL, 10);
    if (!error && *version > migration_count)
        error = admin_say(message, ERR_VERSION, where, "written by a newer program, schema", number);
    return error;
}

static enum error find_file(const char *where, char *message)
{
    if (!access(where, F_OK))
        return OK;
    return admin_say(message, ERR_NOT_FOUND, where, "there is no such file", strerror(errno));
}

/* ---- copies ---- */

static enum error make_path(char out[ADMIN_PATH], const char *where, const char *suffix, char *message)
{
    if ((size_t)snprintf(out, ADMIN_PATH, "%s%s", where, suffix) < ADMIN_PATH)
        return OK;
    return admin_say(message, ERR_TOO_LONG, where, "the name is too long", "");
}

static enum error sync_folder_of(const char *where, char *message)
{
    char folder[ADMIN_PATH];
    enum error error = make_path(folder, where, "", message);
    if (error)
        return error;
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = '\0';
    if (folder_sync(slash ? folder : "."))
        return admin_say(message, ERR_IO, where, "its folder cannot be made durable", strerror(errno));
    return OK;
}

/* All pages at once, so that it is one state; then one file without a log, and read through. */
static enum error copy_pages(sqlite3 *from, sqlite3 *to, const char *where, char *message)
{
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    int code = SQLITE_ERROR;
    for (int64_t end = clock_monotonic() + WAIT_MS; backup;) {
        code = sqlite3_backup_step(backup, -1);
        if ((code != SQLITE_BUSY && code != SQLITE_LOCKED) || clock_monotonic() > end)
            break;
        sqlite3_sleep(20);
    }
    sqlite3_backup_finish(backup);
    if (code != SQLITE_DONE)
        return admin_say(message, ERR_STORE, where, "cannot copy", sqlite3_errmsg(to));
    enum error error = admin_run_sql(to, where, "PRAGMA journal_mode = DELETE", message);
    return error ? error : check_whole(to, where, message);
}

/* A copy under a name of its own, durable; removed again on failure. */
static enum error copy_file(const char *where, const char *copy, char *message)
{
    sqlite3 *from = NULL, *to = NULL;
    int fd = open(copy, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return admin_say(message, ERR_IO, copy, "cannot make it", strerror(errno));
    enum error error = open_database(&from, where, SQLITE_OPEN_READWRITE, message);
    if (!error)
        error = open_database(&to, copy, SQLITE_OPEN_READWRITE, message);
    if (!error)
        error = copy_pages(from, to, copy, message);
    sqlite3_close(to);
    sqlite3_close(from);
    if (!error && fsync(fd))
        error = admin_say(message, ERR_IO, copy, "cannot make it durable", strerror(errno));
    close(fd);
    if (error)
        unlink(copy);
    return error;
}

enum error admin_backup(const char *where, const char *to, int64_t *bytes, char *message)
{
    char partial[ADMIN_PATH];
    struct stat status;
    enum error error = find_file(where, message);
    if (!error && !access(to, F_OK))
        error = admin_say(message, ERR_DUPLICATE, to, "it is there already", "");
    if (!error)
        error = make_path(partial, to, ".partial", message);
    if (error)
        return error;
    unlink(partial); /* of an attempt that was cut off */
    error = copy_file(where, partial, message);
    if (error)
        return error;
    if (link(partial, to)) /* never over a file that came meanwhile */
        error = admin_say(message, errno == EEXIST ? ERR_DUPLICATE : ERR_IO, to, "cannot name it so", strerror(errno));
    unlink(partial);
    if (!error)
        error = sync_folder_of(to, message);
    if (!error && stat(to, &status))
        error = admin_say(message, ERR_IO, to, "cannot look at it", strerror(errno));
    if (!error)
        *bytes = status.st_size;
    return error;
}

/* ---- restoring ---- */

/* Whether it can be used here: whole, of this program, not newer. */
static enum error check_copy(const char *from, char *message)
{
    sqlite3 *db = NULL;
    unsigned version;
    enum error error = find_file(from, message);
    if (!error)
        error = open_database(&db, from, SQLITE_OPEN_READONLY, message);
    if (!error)
        error = check_whole(db, from, message);
    if (!error)
        error = read_version(db, from, &version, message);
    sqlite3_close(db);
    return error;
}

/* Takes the log into the file, as far as it can be read at all. */
static void settle_log(const char *where)
{
    sqlite3 *db = NULL;
    char ignored[STORE_MESSAGE_MAX];
    if (!open_database(&db, where, SQLITE_OPEN_READWRITE, ignored))
        (void)!admin_run_sql(db, where, "PRAGMA wal_checkpoint(TRUNCATE)", ignored);
    sqlite3_close(db);
}

static enum error remove_file(const char *where, const char *suffix, char *message)
{
    char path[ADMIN_PATH];
    enum error error = make_path(path, where, suffix, message);
    if (!error && unlink(path) && errno != ENOENT)
        error = admin_say(message, ERR_IO, path, "cannot remove it", strerror(errno));
    return error;
}

/* The old file stays as `kept`, with what is left of its log. */
static enum error keep_old(const char *where, char *kept, size_t size, char *message)
{
    kept[0] = '\0';
    if (access(where, F_OK))
        return OK;
    settle_log(where);
    time_t now = time(NULL);
    struct tm parts;
    char stamp[32];
    gmtime_r(&now, &parts);
    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &parts);
    for (unsigned number = 1;; number++) { /* another one may have been kept within this second */
        char counted[48];
        snprintf(counted, sizeof counted, number > 1 ? "%s-%u" : "%s", stamp, number);
        if ((size_t)snprintf(kept, size, "%s.before-%s", where, counted) >= size)
            return admin_say(message, ERR_TOO_LONG, where, "the name is too long", "");
        if (!link(where, kept))
            break;
        if (errno != EEXIST || number == KEPT_MAX)
            return admin_say(message, ERR_IO, kept, "cannot keep the old file", strerror(errno));
    }
    char log[ADMIN_PATH], kept_log[ADMIN_PATH];
    enum error error = make_path(log, where, "-wal", message);
    if (!error)
        error = make_path(kept_log, kept, "-wal", message);
    if (!error && link(log, kept_log) && errno != ENOENT)
        error = admin_say(message, ERR_IO, kept_log, "cannot keep the old file's log", strerror(errno));
    return error;
}

enum error admin_restore(const char *where, const char *from, char *kept, size_t size, char *message)
{
    char fresh[ADMIN_PATH];
    int lock = -1;
    kept[0] = '\0';
    enum error error = check_copy(from, message);
    if (!error)
        error = make_path(fresh, where, ".restoring", message);
    if (!error)
        error = file_take(where, &lock, message);
    if (error)
        return error;
    unlink(fresh); /* of an attempt that was cut off */
    error = copy_file(from, fresh, message);
    if (!error)
        error = keep_old(where, kept, size, message);
    if (!error)
        error = remove_file(where, "-wal", message);
    if (!error)
        error = remove_file(where, "-shm", message);
    if (!error && rename(fresh, where))
        error = admin_say(message, ERR_IO, where, "cannot put the copy there", strerror(errno));
    if (!error)
        error = sync_folder_of(where, message);
    if (error)
        unlink(fresh);
    close(lock);
    return error;
}

/* ---- an open database ---- */

enum error admin_open(struct admin **admin, const char *where, char *message)
{
    *admin = NULL;
    enum error error = find_file(where, message);
    struct admin *it = error ? NULL : calloc(1, sizeof *it);
    if (!it)
        return error ? error : admin_say(message, ERR_NO_MEMORY, where, error_text(ERR_NO_MEMORY), "");
    unsigned version;
    it->clock = clock_system();
    error = open_database(&it->db, where, SQLITE_OPEN_READWRITE, message);
    if (!error)
        error = read_version(it->db, where, &version, message);
    if (!error && version < migration_count)
        error = admin_say(message, ERR_VERSION, where, "written by an older program; start this one's server once", "");
    if (!error)
        error = admin_run_sql(it->db, where, "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON", message);
    if (error) {
        admin_close(it);
        return error;
    }
    *admin = it;
    return OK;
}

void admin_close(struct admin *admin)
{
    if (!admin)
        return;
    sqlite3_close(admin->db);
    free(admin);
}

int64_t admin_now(const struct admin *admin)
{
    return clock_now(&admin->clock);
}

enum error admin_change(struct admin *admin, const char *sql, const char *text, int64_t first, int64_t second,
                        int64_t *changed, char *message)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(admin->db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) {
        int at = 0;
        if (text)
            sqlite3_bind_text(statement, ++at, text, -1, SQLITE_STATIC);
        sqlite3_bind_int64(statement, ++at, first);
        if (sqlite3_bind_parameter_count(statement) > at)
            sqlite3_bind_int64(statement, ++at, second);
        code = sqlite3_step(statement);
    }
    sqlite3_finalize(statement);
    if (code != SQLITE_DONE && code != SQLITE_ROW)
        return admin_say(message, ERR_STORE, "the database", "cannot be changed", sqlite3_errmsg(admin->db));
    *changed = sqlite3_changes(admin->db);
    return OK;
}

enum error admin_ban(struct admin *admin, const char *who, int64_t until, char *message)
{
    int64_t changed;
    return admin_change(admin,
                        "INSERT INTO ban (who, since, until) VALUES (?1, ?2, ?3)"
                        " ON CONFLICT (who) DO UPDATE SET since = excluded.since, until = excluded.until",
                        who, admin_now(admin), until, &changed, message);
}

enum error admin_unban(struct admin *admin, const char *who, char *message)
{
    int64_t changed;
    enum error error = admin_change(admin, "DELETE FROM ban WHERE who = ?1 AND ?2 = 0", who, 0, 0, &changed, message);
    return error || changed ? error : admin_say(message, ERR_NOT_FOUND, who, "is not banned", "");
}

enum error admin_close_report(struct admin *admin, int64_t number, char *message)
{
    int64_t changed;
    enum error error = admin_change(admin, "UPDATE report SET closed = ?2 WHERE number = ?1 AND closed = 0", NULL,
                                    number, admin_now(admin), &changed, message);
    if (error || changed)
        return error;
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)number);
    return admin_say(message, ERR_NOT_FOUND, text, "there is no open report of this number", "");
}

/* ---- lists ---- */

static const char *const list_sql[ADMIN_LISTS] = {
    [ADMIN_BANS] = "SELECT who, since, until, until = 0 OR until > ?1 FROM ban ORDER BY since, who",
    [ADMIN_REPORTS] = "SELECT number, at, times, author, table_id, closed FROM report"
                      " WHERE closed = 0 AND ?1 >= 0 ORDER BY number",
    [ADMIN_REPORTS_ALL] =
        "SELECT number, at, times, author, table_id, closed FROM report WHERE ?1 >= 0 ORDER BY number",
    [ADMIN_REPORT] =
        "SELECT number, at, times, author, table_id, closed, reporter, lines FROM report WHERE number = ?1",
    [ADMIN_COUNTS] =
        "SELECT 'tables', count(*) FROM game_table UNION ALL SELECT 'games', count(*) FROM game"
        " UNION ALL SELECT 'events', count(*) FROM event UNION ALL SELECT 'lines of chat', count(*) FROM line"
        " UNION ALL SELECT 'open reports', count(*) FROM report WHERE closed = 0"
        " UNION ALL SELECT 'bans in force', count(*) FROM ban WHERE until = 0 OR until > ?1"
        " UNION ALL SELECT 'players', count(*) FROM player"
        " UNION ALL SELECT 'devices', count(*) FROM device"
        " UNION ALL SELECT 'devices seen within a day', count(*) FROM device WHERE seen > ?1 - 86400000"
        " UNION ALL SELECT 'devices seen within 7 days', count(*) FROM device WHERE seen > ?1 - 7 * 86400000"
        " UNION ALL SELECT 'devices seen within 30 days', count(*) FROM device WHERE seen > ?1 - 30 * 86400000"
        " UNION ALL SELECT 'bytes', page_count * page_size FROM pragma_page_count, pragma_page_size",
    [ADMIN_GAMES] = "SELECT g.kind, coalesce(e.winner, ''), count(*) FROM game g"
                    " LEFT JOIN event e ON g.finished = 1 AND e.game = g.id AND e.winner <> ''"
                    " WHERE ?1 >= 0 GROUP BY 1, 2 ORDER BY 1, 2 DESC",
};

enum error admin_list(struct admin *admin, enum admin_list list, int64_t number, admin_row_fn row, void *context,
                      char *message)
{
    sqlite3_stmt *statement = NULL;
    bool found = false;
    int code = sqlite3_prepare_v2(admin->db, list_sql[list], -1, &statement, NULL);
    if (code == SQLITE_OK) {
        sqlite3_bind_int64(statement, 1, list == ADMIN_REPORT ? number : admin_now(admin));
        while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
            const char *texts[COLUMNS_MAX];
            unsigned count = (unsigned)sqlite3_column_count(statement);
            for (unsigned i = 0; i < count; i++)
                texts[i] = (const char *)sqlite3_column_text(statement, (int)i);
            row(context, texts, count);
            found = true;
        }
    }
    sqlite3_finalize(statement);
    if (code != SQLITE_DONE)
        return admin_say(message, ERR_STORE, "the database", "cannot be read", sqlite3_errmsg(admin->db));
    if (list == ADMIN_REPORT && !found) {
        char text[24];
        snprintf(text, sizeof text, "%lld", (long long)number);
        return admin_say(message, ERR_NOT_FOUND, text, "there is no report of this number", "");
    }
    return OK;
}

enum error admin_find_player(struct admin *admin, const char *who, char *message)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(admin->db, "SELECT 1 FROM player WHERE id = ?", -1, &statement, NULL);
    if (code == SQLITE_OK) {
        sqlite3_bind_text(statement, 1, who, -1, SQLITE_STATIC);
        code = sqlite3_step(statement);
    }
    sqlite3_finalize(statement);
    if (code == SQLITE_ROW)
        return OK;
    if (code == SQLITE_DONE)
        return admin_say(message, ERR_NOT_FOUND, who, "neither an address nor the public id of a player", "");
    return admin_say(message, ERR_STORE, "the database", "cannot be read", sqlite3_errmsg(admin->db));
}
