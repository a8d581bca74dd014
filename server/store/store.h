/*
 * What is kept for ever: players, devices, tables, games, the events of each game, and the positions that wait for a
 * computer. The store is the arbiter (ARCHITECTURE.md, decision 4): events are append-only with the key (game, seq), so
 * whoever inserts first has made the move.
 *
 * Every call is asynchronous. The functions are called on the thread of the loop that was given to store_open(), copy
 * what they are passed, and return at once; when they return OK the callback comes exactly once, on that thread, never
 * from within the call. When they return an error (ERR_BUSY: queue full or closing; ERR_NO_MEMORY; ERR_TOO_LONG: a
 * text that its field cannot hold) the callback never comes. What a callback is given is valid until it returns.
 * A write is durable when its callback says OK. Errors in callbacks: ERR_STORE (logged with its reason; nothing of
 * that write was kept), of a write that names who is no player, or no longer, ERR_NOT_FOUND, where rows are told
 * ERR_NO_MEMORY, and what each function names.
 *
 * Writes are carried out in the order of their calls, and a read that is asked for after a write was called back sees
 * that write. All times are the store's own, in ms since 1970, or hall time.
 *
 * Hall time, for clocks and absence, is the ms that any server was there: whatever lies between two writes counts for
 * at most STORE_HALL_GAP_MS. While a table waits for something (a look is due some time) the claims of looks are such
 * writes, several a second, so it then goes like any clock; it stands still while no server is up, and a system clock
 * that is set forward or back does not move it. It never goes back.
 */
#ifndef SERVER_STORE_STORE_H
#define SERVER_STORE_STORE_H

#include "base/clock.h"
#include "base/error.h"
#include "base/log.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

/* Bytes of fields, NUL included; protocol/wire.json has the same limits. */
enum {
    STORE_ID_MAX = 25,         /* of a table or game */
    STORE_WHO_MAX = 33,        /* a player's public id, "cpu:N", or a forgotten one's pseudonym */
    STORE_COMMAND_MAX = 37,    /* a command's id */
    STORE_DATA_MAX = 49,       /* what an event carries */
    STORE_NAME_MAX = 41,       /* a display name */
    STORE_KIND_MAX = 33,       /* machine name of a game */
    STORE_TEXT_MAX = 256,      /* rules, settings */
    STORE_START_MAX = 512,     /* SFEN */
    STORE_REASON_MAX = 33,     /* of a result */
    STORE_HASH_BYTES = 32,     /* of a device's token */
    STORE_DUE_MS_MAX = 120000, /* a position is never put off for longer */
    STORE_EVENTS_MAX = 20000,  /* of one game; an append beyond it is refused with ERR_TOO_LONG */
    STORE_HALL_GAP_MS = 2000,  /* hall time goes on by at most this from one write to the next */
    STORE_NODE_MS = 10000,     /* a node that has not beaten for this long is gone, in hall time */
    STORE_GRACE_MS = 60000,    /* whoever is away for longer is replaced (R8) */
    STORE_RATING_START = 1500, /* of whoever has not played a rated game of a kind */
    STORE_ATTENDING_MAX = 4,   /* people whose presence at one table is told */
};

/* X(name, text in the store and on the wire, what `data` holds) */
#define EVENT_KIND_LIST(X)                                                                                             \
    X(EVENT_SEAT, "seat")     /* `side` is taken; data: who sits there from now on */                                  \
    X(EVENT_MOVE, "move")     /* `side` moved; data: USI, canonical */                                                 \
    X(EVENT_RESIGN, "resign") /* `side` gave up; data: empty */                                                        \
    X(EVENT_AGAIN, "again")   /* the game goes on in the next one; data: its id */                                     \
    X(EVENT_SET, "set")       /* data: "name=value", a setting or local rule; `first`: the host sits at `side` now */  \
    X(EVENT_OFFER, "offer")   /* `side` asks for something; data: "draw", "takeback", "again" */                       \
    X(EVENT_DECLINE, "decline")   /* `side` refuses what the other asks for, or withdraws; data: as above */           \
    X(EVENT_TAKEBACK, "takeback") /* for `side` plies were taken back; data: how many; left: of the turn */            \
    X(EVENT_DRAW, "draw")         /* agreed, `side` accepted; data: empty */                                           \
    X(EVENT_TIME, "time")         /* the turn of `side` ran out and loses; data: empty */                              \
    X(EVENT_COMPUTER, "computer") /* it plays for `side`; data: "cpu:N why", why: "away", "asked", "time" */           \
    X(EVENT_BACK, "back")         /* `side` plays itself again; data: empty */                                         \
    X(EVENT_SLEEP, "sleep")       /* nobody is there, the clock stands; left: of the turn */                           \
    X(EVENT_WAKE, "wake")         /* and goes on */

/* clang-format off */
enum event_kind {
#define X(name, text) name,
    EVENT_KIND_LIST(X)
#undef X
    EVENT_KINDS
};
/* clang-format on */

/* "move" and so on; never NULL. */
const char *event_kind_name(enum event_kind kind);
/* EVENT_KINDS if there is none of that name. */
enum event_kind event_kind_named(const char *name);

/* A browser, and the player that it belongs to. */
struct store_device {
    char device[STORE_WHO_MAX]; /* of the device itself */
    char id[STORE_WHO_MAX];     /* of the player, public */
    char name[STORE_NAME_MAX];  /* of the player */
    int64_t created, seen;
};

struct store_table {
    char id[STORE_ID_MAX];
    char kind[STORE_KIND_MAX];
    char rules[STORE_TEXT_MAX];
    char settings[STORE_TEXT_MAX];
    char creator[STORE_WHO_MAX];
    int64_t created;
};

struct store_game {
    char id[STORE_ID_MAX];
    char table[STORE_ID_MAX];
    unsigned number; /* of the game at its table, from 1 */
    char kind[STORE_KIND_MAX];
    char rules[STORE_TEXT_MAX];
    unsigned rules_version;
    char start[STORE_START_MAX];
    char seat[2][STORE_WHO_MAX];   /* who sat there when the game was made, sente first; "" is a free seat */
    char settings[STORE_TEXT_MAX]; /* when it was made, as the rules */
    unsigned wins[2], draws;       /* of who sits there, in the games of this sitting before */
    int64_t created, hall;         /* set by the store: its time, and hall time */
};

struct store_event {
    char game[STORE_ID_MAX];
    unsigned seq; /* from 1 without a gap */
    enum event_kind kind;
    char side;                       /* 'b', 'w', 0: neither */
    char actor[STORE_WHO_MAX];       /* who gave the command */
    char data[STORE_DATA_MAX];       /* by kind, see EVENT_KIND_LIST */
    char command[STORE_COMMAND_MAX]; /* the command's id, unique in its game among those of its actor */
    char winner;                     /* 'b', 'w', 'd': a draw; 0: the event did not end the game */
    char reason[STORE_REASON_MAX];   /* with a winner only */
    int64_t at, hall;                /* set by the store: its time, and hall time */
    bool rated; /* it ended a rated game, and changed sente's rating by `change`, gote's by the opposite; set by the
                   store */
    int change;
    int64_t left; /* ms left of the turn, EVENT_MOVE (set by the store), EVENT_TAKEBACK, EVENT_SLEEP; -1: no clock */
};

/* Which positions a computer thinks about first. */
enum store_priority {
    STORE_PLAYER,   /* it plays, and somebody waits for its move */
    STORE_STAND_IN, /* it plays for somebody who is away */
    STORE_HINT,
    STORE_ANALYSIS,
};

/* A position that waits for a computer: the side to move after event `seq` of `game` is the computer's. */
struct store_job {
    char game[STORE_ID_MAX];
    unsigned seq;
    unsigned attempts; /* how often it was handed out, this time included */
    enum store_priority priority;
    char asker[STORE_WHO_MAX]; /* who made the table */
    int64_t since;             /* when the position came */
};

struct store_config {
    const char *where; /* the file of an SQLite database; its folder is made when it is missing */
    uv_loop_t *loop;
    const struct log *log; /* may be NULL; outlives the store */
    struct clock clock;    /* the store's time */
    unsigned queue_max;    /* requests that may wait, 0: 65,536; beyond it ERR_BUSY */
    unsigned group_max;    /* writes of one transaction, 0: 1,024 */
    uint64_t bytes_max;    /* the file never grows beyond this, 0: as the disk allows */
    unsigned lock_ms;      /* how long a write waits for another program that has locked the file, 0: 5,000 */
    unsigned shared;       /* 1: others of the same bus use the file, too; otherwise it is this store's alone */
    unsigned strangers;    /* 1: who writes need not be a player; for tests of what else is written */
    unsigned durable_off;  /* 1: no fsync. For measuring what durability costs; never for people's games */
};

enum { STORE_MESSAGE_MAX = 512 };

struct store;

/*
 * Opens, creates or migrates; blocks until that is done. On failure `message` (STORE_MESSAGE_MAX bytes) says what
 * failed and where, and *store is NULL. ERR_VERSION: the database was written by a newer program. ERR_BUSY: another
 * server has it. ERR_TOO_LONG: the file's name. ERR_IO, ERR_STORE, ERR_NO_MEMORY.
 */
MUST_CHECK enum error store_open(struct store **store, const struct store_config *config, char *message);

/* Carries out everything that was asked for, calls it back, then calls `closed` (may be NULL) and is gone. New calls
 * are refused with ERR_BUSY from now on. The loop must run until then. */
void store_close(struct store *store, void (*closed)(void *context), void *context);

/* The store's time now, and hall time; close enough for showing them. Things are stamped by the store itself. */
int64_t store_now(const struct store *store);
int64_t store_hall(const struct store *store);

struct store_stats {
    uint64_t commits, writes, reads, failures; /* since opening; a failure is a request that ended in ERR_STORE */
    unsigned waiting;                          /* requests queued or being carried out */
};
void store_stats(struct store *store, struct store_stats *stats);

/* ---- devices ---- */

typedef void (*store_device_fn)(void *context, enum error error, const struct store_device *device);

/* The device whose token has this hash. ERR_NOT_FOUND. */
MUST_CHECK enum error store_device_find(struct store *store, const uint8_t hash[STORE_HASH_BYTES], store_device_fn done,
                                        void *context);
/* A new device, of a new player; both have this id. ERR_DUPLICATE: one with this hash or id is there already (*device
 * is NULL). */
MUST_CHECK enum error store_device_add(struct store *store, const char *id, const uint8_t hash[STORE_HASH_BYTES],
                                       store_device_fn done, void *context);
/* The device of this id of its own was here just now. `done` may be NULL. */
MUST_CHECK enum error store_device_seen(struct store *store, const char *id, store_device_fn done, void *context);

/* ---- tables and games ---- */

struct store_opening {
    struct store_table table; /* `created` is set by the store */
    struct store_game game;   /* number 1 */
    char command[STORE_COMMAND_MAX];
    bool job;  /* the computer is to move; its priority is that of a player */
    bool look; /* the table is to be looked at, as soon as that can be */
    /* The creator may have `unfinished_max` tables whose newest game goes on and that were made at most `window` ms
     * ago (0: any number). */
    unsigned unfinished_max;
    int64_t window;
};

/* `table` is the id of the table that now exists; with ERR_DUPLICATE that of the table which the same command of the
 * same creator made before. ERR_BUSY: too many unfinished tables. */
typedef void (*store_opening_fn)(void *context, enum error error, const char *table);
MUST_CHECK enum error store_table_add(struct store *store, const struct store_opening *opening, store_opening_fn done,
                                      void *context);

struct store_record {
    struct store_table table;
    struct store_game game; /* the newest of the table, or the one that was asked for */
    const struct store_event *events;
    unsigned count;
};

enum store_by { STORE_BY_TABLE, STORE_BY_GAME, STORE_THAT_GAME };

/* A table with its newest game, found by its own id or by that of any of its games; or with that very game.
 * ERR_NOT_FOUND. */
typedef void (*store_record_fn)(void *context, enum error error, const struct store_record *record);
MUST_CHECK enum error store_load(struct store *store, enum store_by by, const char *id, store_record_fn done,
                                 void *context);

/* ---- events ---- */

struct store_rating {
    int value;
    unsigned games; /* rated ones so far */
};
/* By how much the rating of the first changes, that of the other by the opposite. Any thread. */
typedef int (*store_rate_fn)(const struct store_rating *sente, const struct store_rating *gote, char winner);

struct store_append {
    struct store_event event; /* event.seq is what the sender knew, plus one; `at` is set by the store */
    bool job;                 /* after it the computer is to move; a waiting position of the game is removed always */
    enum store_priority priority;  /* of that position */
    const struct store_game *next; /* EVENT_AGAIN: the game to make in the same transaction */
    bool next_job;                 /* the computer moves first in that one */
    /* A turn with a clock: hall time at its beginning and its end, otherwise 0. The event is refused when it comes
     * later, counted from `arrived` (store_now() when the command reached this node, 0: now), less `forgiven` ms. */
    int64_t turn_since, turn_end, arrived, forgiven;
    /* The event ends the game: who sits there, sente first, and whether everybody may know of it. `rate`: it is a rated
     * game of this kind between these two, and counts unless one of them was forgotten. */
    char players[2][STORE_WHO_MAX];
    bool open;
    store_rate_fn rate;
    char kind[STORE_KIND_MAX];
    /* EVENT_SEAT: at how many tables of others, where the newest seat was taken within `window` ms and the game has not
     * ended, this player may sit; 0: any number. */
    unsigned unfinished_max;
    int64_t window;
    int64_t look_in; /* somebody has to look at the table after so many ms, or sooner when a player is away; -1: not */
};

/*
 * OK: *event as stored. ERR_DUPLICATE: *event is what the same command of the same actor made before; nothing was
 * added. ERR_STALE: seq is not newest + 1, `newest` says what is; event is NULL. ERR_FORBIDDEN: too late for its turn.
 * ERR_BUSY: too many seats. ERR_NOT_FOUND: no such game, or no such player, or no longer.
 */
typedef void (*store_event_fn)(void *context, enum error error, const struct store_event *event, unsigned newest);
MUST_CHECK enum error store_append(struct store *store, const struct store_append *append, store_event_fn done,
                                   void *context);

/* The event that a command of this actor made in any game. ERR_NOT_FOUND. */
MUST_CHECK enum error store_event_find(struct store *store, const char *game, const char *actor, const char *command,
                                       store_event_fn done, void *context);

/* ---- players ---- */

struct store_player {
    char id[STORE_WHO_MAX], name[STORE_NAME_MAX];
    int64_t created;
    struct store_rating rating; /* of the kind that was asked for */
};
typedef void (*store_player_fn)(void *context, enum error error, const struct store_player *player);
typedef void (*store_done_fn)(void *context, enum error error);

/* Whom a seat shows: name, and rating of this kind of game; as the rated game `game` left it, when that has ended ("":
 * now). ERR_NOT_FOUND: nobody, or somebody who was forgotten. */
MUST_CHECK enum error store_player_find(struct store *store, const char *who, const char *kind, const char *game,
                                        store_player_fn done, void *context);
/* ERR_NOT_FOUND. */
MUST_CHECK enum error store_player_rename(struct store *store, const char *who, const char *name, store_done_fn done,
                                          void *context);
/* A code with this hash is good for moving the player to another device, once, within `lifetime` ms; an older code of
 * the player no longer is. ERR_NOT_FOUND: no such player. */
MUST_CHECK enum error store_code_put(struct store *store, const char *who, const uint8_t hash[STORE_HASH_BYTES],
                                     int64_t lifetime, store_done_fn done, void *context);
/* The device becomes that of the player whose code has this hash. Who it was before is forgotten, as by
 * store_player_forget(), unless that player has another device. ERR_NOT_FOUND: no such code, or not any more;
 * ERR_DUPLICATE: it is that player already, and the code stays good. `player` is whom the device belongs to now,
 * `before` whom it belonged to, `forgotten` whether that one was. */
typedef void (*store_moved_fn)(void *context, enum error error, const struct store_player *player, const char *before,
                               bool forgotten);
MUST_CHECK enum error store_code_use(struct store *store, const char *device, const uint8_t hash[STORE_HASH_BYTES],
                                     const char *pseudonym, store_moved_fn done, void *context);
/* Name, ratings, codes and devices are gone; in games and tables stands `pseudonym` (STORE_GONE and a few characters of
 * chance), which is nobody's. The only change that is ever made to events. ERR_NOT_FOUND. */
#define STORE_GONE "gone:"
/* The actor of what time brings, who is no player. */
#define STORE_HOUSE "house"
MUST_CHECK enum error store_player_forget(struct store *store, const char *who, const char *pseudonym,
                                          store_done_fn done, void *context);

/* What is known of players, as JSON (docs/protocol.md). */
enum store_document {
    STORE_PROFILE,     /* of `who`, as everybody may see it */
    STORE_PROFILE_OWN, /* with the games that nobody else may see */
    STORE_LEADERS,     /* the highest ratings of `kind` among those with at least `games` rated games; `who` is "" */
    STORE_EXPORT,      /* everything about `who` */
};
enum { STORE_HISTORY_MAX = 1000, STORE_RECENT_MAX = 50, STORE_LEADERS_MAX = 100, STORE_DOCUMENT_MAX = 64 << 20 };
/* ERR_NOT_FOUND: no such player. ERR_TOO_LONG: more than STORE_DOCUMENT_MAX bytes. */
typedef void (*store_text_fn)(void *context, enum error error, const char *text, size_t size);
MUST_CHECK enum error store_document_read(struct store *store, enum store_document document, const char *who,
                                          const char *kind, unsigned games, store_text_fn done, void *context);

/* ---- ratings ---- */

/* STORE_RATING_START and no games for whoever has not played. */
typedef void (*store_rating_fn)(void *context, enum error error, const struct store_rating *rating);
MUST_CHECK enum error store_rating_find(struct store *store, const char *device, const char *kind, store_rating_fn done,
                                        void *context);

/* ---- who is there, and tables that somebody has to look at ---- */

/* Whoever sits at the table came to this node or left it; the table is to be looked at: at once, or when the grace is
 * over. `done` may be NULL. */
MUST_CHECK enum error store_presence(struct store *store, const char *table, const char *who, bool here,
                                     store_done_fn done, void *context);

struct store_look {
    char table[STORE_ID_MAX];
    int64_t hall; /* hall time now */
    int64_t held; /* until when nobody else is handed this, hall time; names this claim */
    unsigned count;
    struct {
        char who[STORE_WHO_MAX];
        bool here;     /* at any node */
        int64_t since; /* hall time of coming or going */
    } attending[STORE_ATTENDING_MAX];
};

/* Hands out at most `count` tables that are due to be looked at, and makes them due again `lease` ms of hall time from
 * now. This node's heartbeat. */
typedef void (*store_looks_fn)(void *context, enum error error, const struct store_look *looks, unsigned count);
MUST_CHECK enum error store_looks_claim(struct store *store, unsigned count, int64_t lease, store_looks_fn done,
                                        void *context);
/* There was nothing to do: looked at again at hall time `due`, -1: not before something happens. Nothing is changed
 * when something has happened since the claim. `done` may be NULL. */
MUST_CHECK enum error store_look_set(struct store *store, const char *table, int64_t held, int64_t due,
                                     store_done_fn done, void *context);

/* ---- positions for the computer ---- */

typedef void (*store_jobs_fn)(void *context, enum error error, const struct store_job *jobs, unsigned count);

/* Hands out at most `count` positions that are due and makes them due again `lease` ms from now, should they still be
 * there then. Those of a higher priority go first; of one priority each asker has a turn, the oldest position first,
 * before any asker has a second one, and what is handed out already counts as a turn. They come by priority and age. A
 * position goes away with the next event of its game. What is due later than STORE_DUE_MS_MAX from now was put off by a
 * clock that has gone back since, and is due now. */
MUST_CHECK enum error store_jobs_claim(struct store *store, unsigned count, int64_t lease, store_jobs_fn done,
                                       void *context);
/* Makes a position due `delay` ms from now, if it is still there. `done` may be NULL; it is given no jobs. */
MUST_CHECK enum error store_job_delay(struct store *store, const char *game, unsigned seq, int64_t delay,
                                      store_jobs_fn done, void *context);

#endif
