/*
 * What admin.c and prune.c share.
 */
#ifndef SERVER_STORE_SQLITE_ADMIN_INTERNAL_H
#define SERVER_STORE_SQLITE_ADMIN_INTERNAL_H

#include "server/store/admin.h"

#include <sqlite3.h>

struct admin {
    sqlite3 *db;
    struct clock clock;
};

/* "WHERE: WHAT: WHY" into `message`; returns `error`. */
enum error admin_say(char *message, enum error error, const char *where, const char *what, const char *why);
/* Statements without result, one after the other. */
MUST_CHECK enum error admin_run_sql(sqlite3 *db, const char *where, const char *sql, char *message);
/* One statement with a text (unless NULL) and one or two numbers as its values, in this order; says how many rows it
 * changed. */
MUST_CHECK enum error admin_change(struct admin *admin, const char *sql, const char *text, int64_t first,
                                   int64_t second, int64_t *changed, char *message);

#endif
