/*
 * Opening: the file is taken for this server alone, the folder is made and made durable (its own folder is fsynced,
 * too), the file is opened or created, WAL and synchronous=FULL are set and checked, and the migrations that this
 * database has not seen are applied in order, each in one transaction together with the row that records it.
 */
#include "server/store/migrations.h"
#include "server/store/sqlite/connection.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 4096, LOCK_MS = 5000 };

static void say(char *message, const char *where, const char *what, const char *why)
{
    snprintf(message, STORE_MESSAGE_MAX, "%.300s: %s: %.150s", where, what, why);
}

/* ---- folders ---- */

int folder_sync(const char *path)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    int failed = fsync(fd);
    close(fd);
    return failed;
}

/* Makes `path` and the folders above it, and syncs every folder that got a new entry. */
static int make_folder(char *path)
{
    if (!mkdir(path, 0700)) {
        char *slash = strrchr(path, '/');
        if (!slash)
            return folder_sync(".");
        if (slash == path)
            return folder_sync("/");
        *slash = '\0';
        int failed = folder_sync(path);
        *slash = '/';
        return failed;
    }
    if (errno == EEXIST) {
        struct stat info;
        if (stat(path, &info))
            return -1;
        if (S_ISDIR(info.st_mode))
            return 0;
        errno = ENOTDIR;
        return -1;
    }
    char *slash = strrchr(path, '/');
    if (errno != ENOENT || !slash || slash == path)
        return -1;
    *slash = '\0';
    int failed = make_folder(path);
    *slash = '/';
    return failed ? failed : make_folder(path);
}

static enum error prepare_folder(const char *where, char *message)
{
    char path[PATH_BYTES];
    size_t length = strlen(where);
    if (length >= sizeof path || !length) {
        say(message, where, "cannot use this name for the database", length ? "too long" : "empty");
        return ERR_TOO_LONG;
    }
    memcpy(path, where, length + 1);
    char *slash = strrchr(path, '/');
    if (!slash || slash == path)
        return OK;
    *slash = '\0';
    if (make_folder(path)) {
        say(message, path, "cannot make the folder of the database", strerror(errno));
        return ERR_IO;
    }
    return OK;
}

/* SQLite lets two programs share a file, but they would not tell each other what happens at their tables. The kernel
 * gives the lock back however the process ends. */
enum error file_take(const char *where, int *fd, char *message)
{
    char path[PATH_BYTES + sizeof ".lock"];
    enum error error = prepare_folder(where, message);
    if (error)
        return error;
    snprintf(path, sizeof path, "%s.lock", where);
    *fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (*fd < 0) {
        say(message, path, "cannot open the lock", strerror(errno));
        return ERR_IO;
    }
    if (!flock(*fd, LOCK_EX | LOCK_NB))
        return OK;
    error = errno == EWOULDBLOCK ? ERR_BUSY : ERR_IO;
    say(message, where, "cannot take it", error == ERR_BUSY ? "another server has it" : strerror(errno));
    close(*fd);
    *fd = -1;
    return error;
}

/* The entry of the file itself must survive a power cut, too. */
static enum error sync_entry(const char *where, char *message)
{
    char path[PATH_BYTES];
    memcpy(path, where, strlen(where) + 1); /* prepare_folder() saw that it fits */
    char *slash = strrchr(path, '/');
    if (slash)
        slash[slash == path] = '\0';
    if (folder_sync(slash ? path : ".")) {
        say(message, where, "cannot make the folder of the database durable", strerror(errno));
        return ERR_IO;
    }
    return OK;
}

/* ---- the file ---- */

static enum error pragma(struct connection *connection, const char *where, const char *sql, const char *expected,
                         char *message)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(connection->db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    const char *got = code == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : "";
    bool right = (code == SQLITE_ROW || code == SQLITE_DONE) && (!expected || (got && !strcmp(got, expected)));
    if (!right)
        say(message, where, sql, code == SQLITE_ROW ? got : sqlite3_errmsg(connection->db));
    sqlite3_finalize(statement);
    return right ? OK : ERR_STORE;
}

static enum error set_up(struct connection *connection, const struct store_config *config, bool writer, char *message)
{
    const char *where = config->where;
    enum error error = pragma(connection, where, "PRAGMA journal_mode = WAL", "wal", message);
    if (!error)
        error = pragma(connection, where,
                       config->durable_off ? "PRAGMA synchronous = OFF" : "PRAGMA synchronous = FULL", NULL, message);
    if (!error)
        error = pragma(connection, where, "PRAGMA foreign_keys = ON", NULL, message);
    if (!error && !writer)
        error = pragma(connection, where, "PRAGMA query_only = ON", NULL, message);
    if (!error && writer && config->bytes_max) {
        char sql[64];
        snprintf(sql, sizeof sql, "PRAGMA max_page_count = %llu", (unsigned long long)(config->bytes_max / 4096));
        error = pragma(connection, where, sql, NULL, message);
    }
    return error;
}

enum error connection_open(struct connection *connection, const struct store_config *config, bool writer, char *message)
{
    *connection = (struct connection){.log = config->log, .clock = config->clock, .strangers = config->strangers};
    enum error error = writer ? prepare_folder(config->where, message) : OK;
    if (error)
        return error;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (writer ? SQLITE_OPEN_CREATE : 0);
    if (sqlite3_open_v2(config->where, &connection->db, flags, NULL) != SQLITE_OK) {
        say(message, config->where, "cannot open the database",
            connection->db ? sqlite3_errmsg(connection->db) : "out of memory");
        connection_close(connection);
        return ERR_IO;
    }
    sqlite3_busy_timeout(connection->db, (int)(config->lock_ms ? config->lock_ms : LOCK_MS));
    error = set_up(connection, config, writer, message);
    if (!error && writer)
        error = sync_entry(config->where, message);
    if (error)
        connection_close(connection);
    return error;
}

void connection_close(struct connection *connection)
{
    for (unsigned i = 0; i < SQLS; i++)
        sqlite3_finalize(connection->statements[i]);
    sqlite3_close(connection->db);
    *connection = (struct connection){0};
}

/* ---- migrations ---- */

static enum error execute(struct connection *connection, const char *where, const char *what, const char *sql,
                          char *message)
{
    char *why = NULL;
    if (sqlite3_exec(connection->db, sql, NULL, NULL, &why) == SQLITE_OK)
        return OK;
    say(message, where, what, why ? why : "out of memory");
    sqlite3_free(why);
    return ERR_STORE;
}

static enum error read_number(struct connection *connection, const char *where, const char *sql, int64_t *number,
                              char *message)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(connection->db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        *number = sqlite3_column_int64(statement, 0);
    else
        say(message, where, "cannot read the schema's version", sqlite3_errmsg(connection->db));
    sqlite3_finalize(statement);
    return code == SQLITE_ROW ? OK : ERR_STORE;
}

static enum error apply(struct connection *connection, const char *where, unsigned number,
                        const struct migration *migration, char *message)
{
    char record[256], what[128];
    snprintf(what, sizeof what, "migration %s failed and was taken back", migration->name);
    snprintf(record, sizeof record, "INSERT INTO migration (number, name, applied) VALUES (%u, '%s', %lld)", number,
             migration->name, (long long)clock_now(&connection->clock));
    enum error error = execute(connection, where, what, migration->sql, message);
    if (!error)
        error = execute(connection, where, what, record, message);
    if (!error)
        log_write(connection->log, LOG_INFO, "store.migrated", "where=\"%s\" migration=%s", where, migration->name);
    return error;
}

static enum error migrate_all(struct connection *connection, const char *where, char *message)
{
    int64_t others = 0, version = 0;
    enum error error = read_number(connection, where,
                                   "SELECT (SELECT count(*) FROM sqlite_master) > 0"
                                   " AND NOT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'migration')",
                                   &others, message);
    if (!error && others) {
        say(message, where, "refused", "this is a database of another program");
        return ERR_VERSION;
    }
    if (!error)
        error = execute(connection, where, "cannot create the record of migrations",
                        "CREATE TABLE IF NOT EXISTS migration"
                        " (number INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, applied BIGINT NOT NULL)",
                        message);
    if (!error)
        error = read_number(connection, where, "SELECT coalesce(max(number), 0) FROM migration", &version, message);
    if (!error && version > migration_count) {
        snprintf(message, STORE_MESSAGE_MAX,
                 "%.300s: refused: written by a newer program (schema %lld, this program knows up to %u)", where,
                 (long long)version, migration_count);
        return ERR_VERSION;
    }
    for (unsigned number = (unsigned)version + 1; !error && number <= migration_count; number++)
        error = apply(connection, where, number, &migration_list[number - 1], message);
    return error;
}

enum error connection_migrate(struct connection *connection, const char *where, char *message)
{
    enum error error = execute(connection, where, "cannot start a transaction", "BEGIN IMMEDIATE", message);
    if (error)
        return error;
    error = migrate_all(connection, where, message);
    if (!error)
        error = execute(connection, where, "cannot commit the migrations", "COMMIT", message);
    if (error)
        sqlite3_exec(connection->db, "ROLLBACK", NULL, NULL, NULL);
    return error;
}
