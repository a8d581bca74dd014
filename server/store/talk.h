/*
 * What is said at tables, reports of it, and who may not come: the part of store.h for these, with the same promises.
 */
#ifndef SERVER_STORE_TALK_H
#define SERVER_STORE_TALK_H

#include "server/store/store.h"

enum {
    STORE_LINE_CHARACTERS = 200,                    /* Unicode code points of one line */
    STORE_LINE_MAX = STORE_LINE_CHARACTERS * 4 + 1, /* the same in bytes of UTF-8, NUL included */
    STORE_LINES_MAX = 50,                           /* handed out at once */
    STORE_REPORT_LINES = 20,                        /* kept with a report */
    STORE_REPORT_MAX = STORE_REPORT_LINES * 1024,   /* bytes of these, NUL included */
    STORE_BAN_MAX = 49,                             /* bytes of who is banned, NUL included */
    STORE_BANS_MAX = 10000,                         /* in force at once; those that end last */
};

struct store_line {
    char table[STORE_ID_MAX];
    unsigned number; /* at its table, from 1 without a gap; old ones go */
    char author[STORE_WHO_MAX];
    char name[STORE_NAME_MAX]; /* of the author, as it is now */
    char side;                 /* where the author sat then: 'b', 'w', 0: only watched */
    char text[STORE_LINE_MAX];
    char command[STORE_COMMAND_MAX]; /* its id, unique at its table among those of its author */
    int64_t at;                      /* the store's time */
};

/* `table`, `author`, `side`, `text` and `command` are the caller's. */
struct store_saying {
    struct store_line line;
    unsigned most; /* lines of this author, at any table, within `window` ms */
    int64_t window;
    unsigned kept; /* the newest lines of the table that stay */
};

/* OK: the line as stored. ERR_DUPLICATE: what the same command of this author said before. ERR_BUSY: too much in so
 * short a time. */
typedef void (*store_line_fn)(void *context, enum error error, const struct store_line *line);
MUST_CHECK enum error store_say(struct store *store, const struct store_saying *saying, store_line_fn done,
                                void *context);

/* The newest STORE_LINES_MAX of a table, the oldest of them first. */
typedef void (*store_lines_fn)(void *context, enum error error, const struct store_line *lines, unsigned count);
MUST_CHECK enum error store_lines(struct store *store, const char *table, store_lines_fn done, void *context);

/* `reporter` reports `author`, with the newest lines of the table up to the author's last. There is one report of an
 * author at a table in a day; the next ones renew it. ERR_NOT_FOUND: the author said nothing that is still there.
 * ERR_BUSY: the reporter made `most` reports today. */
struct store_report {
    char table[STORE_ID_MAX], author[STORE_WHO_MAX], reporter[STORE_WHO_MAX];
    unsigned most;
};
MUST_CHECK enum error store_report(struct store *store, const struct store_report *report, store_done_fn done,
                                   void *context);

/* Who may not come now. */
struct store_ban {
    char who[STORE_BAN_MAX]; /* a player's public id, or an address as text (of IPv6 its first 64 bits) */
};
typedef void (*store_bans_fn)(void *context, enum error error, const struct store_ban *bans, unsigned count);
MUST_CHECK enum error store_bans(struct store *store, store_bans_fn done, void *context);

#endif
