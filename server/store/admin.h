/*
 * What whoever runs a server does to its database from outside, while the server runs or not. Everything blocks until
 * it is done, and is for one short-lived program: nothing here needs a loop. On failure `message` (STORE_MESSAGE_MAX
 * bytes) says what failed and where.
 *
 * Bans, reports and pruning are written in transactions of their own that wait for the server's, as it waits for them.
 */
#ifndef SERVER_STORE_ADMIN_H
#define SERVER_STORE_ADMIN_H

#include "server/store/talk.h"

/* Copies the database at `where`, whatever a server does to it meanwhile, into the new file `to`, as it was at one
 * moment after the call; the copy was read through and is durable when this returns. `to` is there whole or not at all.
 * ERR_DUPLICATE: it is there already. ERR_NOT_FOUND: no database. ERR_IO, ERR_STORE. */
MUST_CHECK enum error admin_backup(const char *where, const char *to, int64_t *bytes, char *message);

/* Puts the copy `from` in the place of the database at `where`, which is kept as a file beside it whose name is written
 * to `kept` (`size` bytes; "" when there was none). At every moment there is one whole database at `where`. ERR_BUSY: a
 * server has it. ERR_NOT_FOUND: no copy. ERR_VERSION: not a database of this program, or of a newer one. ERR_IO,
 * ERR_STORE: it is damaged. */
MUST_CHECK enum error admin_restore(const char *where, const char *from, char *kept, size_t size, char *message);

struct admin;

/* A database that is there and of this program's version. ERR_NOT_FOUND, ERR_VERSION, ERR_STORE, ERR_NO_MEMORY. */
MUST_CHECK enum error admin_open(struct admin **admin, const char *where, char *message);
void admin_close(struct admin *admin); /* NULL does nothing */
int64_t admin_now(const struct admin *admin);

/* Tables of which no game was ever played to its end and at which nothing happened since `before` go with all that
 * hangs on them, and so do lines, closed reports, and bans that ended before then. What was played to its end stays. */
struct admin_pruned {
    int64_t tables, lines, reports, bans;
};
MUST_CHECK enum error admin_prune(struct admin *admin, int64_t before, bool dry_run, struct admin_pruned *pruned,
                                  char *message);

/* `who` as in struct store_ban; `until` 0: for ever. Replaces what there is. */
MUST_CHECK enum error admin_ban(struct admin *admin, const char *who, int64_t until, char *message);
/* ERR_NOT_FOUND: there is no such ban. */
MUST_CHECK enum error admin_unban(struct admin *admin, const char *who, char *message);
/* ERR_NOT_FOUND: no player has this public id. */
MUST_CHECK enum error admin_find_player(struct admin *admin, const char *who, char *message);
/* ERR_NOT_FOUND: no such report, or it is closed. */
MUST_CHECK enum error admin_close_report(struct admin *admin, int64_t number, char *message);

/* Lists: `row` is called with the texts of each row, in the columns that the list has; they are valid until it returns.
 */
enum admin_list {
    ADMIN_BANS,        /* who, since, until, in force (1 or 0) */
    ADMIN_REPORTS,     /* number, at, times, author, table, closed: open ones */
    ADMIN_REPORTS_ALL, /* the same, closed ones too */
    ADMIN_REPORT,      /* of `number`: number, at, times, author, table, closed, reporter, lines */
    ADMIN_COUNTS,      /* name, value */
    ADMIN_GAMES,       /* kind, result ("b", "w", "d" or ""), count */
    ADMIN_LISTS
};
typedef void (*admin_row_fn)(void *context, const char *const *texts, unsigned count);
MUST_CHECK enum error admin_list(struct admin *admin, enum admin_list list, int64_t number, admin_row_fn row,
                                 void *context, char *message);

#endif
