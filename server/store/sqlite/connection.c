/*
 * Statements are prepared once and kept. A failure is logged where it happens, with SQLite's own words; after ten in a
 * row only every hundredth is, until something works again.
 */
#include "server/store/sqlite/connection.h"

#include <string.h>

enum { COMPLAINTS_AT_FIRST = 10, COMPLAINTS_EVERY = 100 };

static const char *const sql_texts[SQLS] = {
#define X(name, text) text,
    SQL_LIST(X)
#undef X
};

static void complain(struct connection *connection, const char *doing)
{
    unsigned n = connection->complaints++;
    if (n < COMPLAINTS_AT_FIRST || n % COMPLAINTS_EVERY == 0)
        log_write(connection->log, LOG_ERROR, "store.failed", "error=\"%s\" code=%d failures=%u sql=\"%.80s\"",
                  sqlite3_errmsg(connection->db), sqlite3_extended_errcode(connection->db), n + 1, doing);
}

struct query query_start(struct connection *connection, enum sql sql)
{
    sqlite3_stmt **statement = &connection->statements[sql];
    if (!*statement &&
        sqlite3_prepare_v3(connection->db, sql_texts[sql], -1, SQLITE_PREPARE_PERSISTENT, statement, NULL) != SQLITE_OK)
        complain(connection, sql_texts[sql]);
    return (struct query){.connection = connection, .statement = *statement};
}

void query_text(struct query *query, const char *text)
{
    if (query->statement)
        sqlite3_bind_text(query->statement, ++query->at, text, -1, SQLITE_STATIC);
}

void query_number(struct query *query, int64_t number)
{
    if (query->statement)
        sqlite3_bind_int64(query->statement, ++query->at, number);
}

enum step query_step(struct query *query)
{
    if (!query->statement)
        return STEP_FAILED;
    int code = sqlite3_step(query->statement);
    if (code == SQLITE_ROW)
        return STEP_ROW;
    if (code == SQLITE_DONE)
        return STEP_DONE;
    complain(query->connection, sqlite3_sql(query->statement));
    return STEP_FAILED;
}

void query_end(struct query *query)
{
    if (!query->statement)
        return;
    sqlite3_reset(query->statement);
    sqlite3_clear_bindings(query->statement);
}

enum error query_run(struct query *query)
{
    enum step step = query_step(query);
    query_end(query);
    return step == STEP_FAILED ? ERR_STORE : OK;
}

enum error connection_run(struct connection *connection, enum sql sql)
{
    struct query query = query_start(connection, sql);
    return query_run(&query);
}

void column_text(const struct query *query, int column, char *out, size_t size)
{
    const char *text = (const char *)sqlite3_column_text(query->statement, column);
    size_t length = text ? strnlen(text, size - 1) : 0;
    if (length)
        memcpy(out, text, length);
    out[length] = '\0';
}

int64_t column_number(const struct query *query, int column)
{
    return sqlite3_column_int64(query->statement, column);
}
