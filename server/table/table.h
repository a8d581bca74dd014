/*
 * Tables: two seats, a game, and who watches. The state of a table is a fold over what the store keeps (game and
 * events), so another node, or this one after a crash, comes to the same state.
 *
 * A command (enum table_verb) names the game, the newest event that its sender knows, and an id of its own.
 * It becomes the next event, or is refused and changes nothing. Commands of one game are carried out one after the
 * other in the order in which they came; nobody sees an event, not even the sender, before the store says that it is
 * durable. A command sent twice is answered twice with the one event it made. Ids of different devices do not meet.
 *
 * Who talks to tables on behalf of a device is a client: a connection, as far as the gateway is concerned. It watches
 * tables and is told of snapshots, events, presence and answers by callbacks. All of this runs on the loop's thread;
 * the callbacks may come from within the call that causes them, or later. Within a callback every function of this
 * header may be called, table_client_close() too.
 *
 * Sides are 'b' (sente), 'w' (gote) and 0 (neither, or any), as on the wire.
 */
#ifndef SERVER_TABLE_TABLE_H
#define SERVER_TABLE_TABLE_H

#include "base/error.h"
#include "base/log.h"
#include "base/random.h"
#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

struct store;
struct store_opening;
struct bus;

enum {
    TABLE_ID_MAX = 25,      /* of a table or a game, NUL included */
    TABLE_WHO_MAX = 33,     /* a player's public id, "cpu:N", or a forgotten one's pseudonym */
    TABLE_COMMAND_MAX = 37, /* a command's id: 1 to 36 of A-Z a-z 0-9 . _ - */
    TABLE_NAME_MAX = 41,
    TABLE_SETTINGS_MAX = 256,
    TABLE_LEVEL_MAX = 10,
    TABLE_WATCHES_MAX = 16,   /* tables that one client watches */
    TABLE_WORD_MAX = 25,      /* name of a setting or local rule, and its value */
    TABLE_LINE_MAX = 801,     /* of what is said: 200 characters, NUL included */
    TABLE_FORGIVEN_MS = 1000, /* of a connection's delay at most is forgiven when a turn runs out */
};

/* ---- what a table looks like ---- */

struct table_seat {
    char who[TABLE_WHO_MAX]; /* "" is a free seat */
    char name[TABLE_NAME_MAX];
    bool rated; /* the next two are to be shown: in a rated game, and of whoever has played one */
    int rating; /* in this kind of game; after a rated game, as that left it */
    bool provisional;
    bool here;                 /* a client of that device watches, at this node; always true of the computer */
    char plays[TABLE_WHO_MAX]; /* the computer that plays for who sits there, "" for none */
    const char *why;           /* "away", "asked", "time"; "" when none plays */
    char offers[24];           /* what this side asks for: "draw takeback again" */
};

/* Of the turn that runs, or stands, now. */
struct table_clock {
    int64_t whole; /* ms for each turn; 0: no clock, or the game has ended */
    int64_t left;
    bool runs;
};

/* All of a table. Pointers are valid until the callback returns; none is NULL, "" stands for "not there". */
struct table_view {
    const char *id; /* of the command that opened it, in the snapshot that answers it; otherwise "" */
    const char *table, *kind, *rules, *settings;
    const char *game;
    unsigned number, seq;
    const char *start;         /* SFEN */
    const char *moves;         /* USI, separated by spaces */
    struct table_seat seat[2]; /* sente, gote */
    unsigned watchers;         /* clients at this node that do not sit */
    char turn;                 /* whose move it is; 0 after the end */
    const char *winner;        /* "b", "w", "draw"; "" while the game goes on */
    const char *reason;
    bool rated; /* it has ended and changed sente's rating by `change`, gote's by the opposite */
    int change;
    const char *next; /* id of the game after this one; a snapshot is of the newest game, so "" there */
    const char *host; /* who made the table, and may change its settings; "" for nobody (tables_plan_pair()) */
    bool fixed;       /* settings and rules cannot be changed in this game any more */
    bool asleep;      /* nobody was there when the turn ran out: the clock stands until somebody comes */
    struct table_clock clock;
    unsigned wins[2], draws; /* of who sits there, in the games of this sitting before */
    int64_t now;             /* the store's time, ms since 1970 */
};

struct table_event {
    unsigned seq;
    const char *kind; /* store.h, EVENT_KIND_LIST */
    char side;
    const char *usi;         /* move, otherwise "" */
    char who[TABLE_WHO_MAX]; /* seat: who sits there from now on; computer: the level that plays; otherwise "" */
    const char *next;        /* again: id of the next game, otherwise "" */
    const char *winner;      /* "b", "w", "draw"; "" unless the event ended the game */
    const char *reason;
    const char *id; /* of the command that caused it, for the device that gave it; otherwise "" */
    int64_t at;     /* ms since 1970, the store's */
    char name[TABLE_WORD_MAX], value[TABLE_WORD_MAX]; /* set, otherwise "" */
    const char *what;                                 /* offer, decline: "draw", "takeback", "again"; otherwise "" */
    const char *why;                                  /* computer: "away", "asked", "time"; otherwise "" */
    unsigned plies;                                   /* takeback: how many are gone, otherwise 0 */
    int64_t left; /* move, takeback, sleep: ms that were left of the turn; -1: no clock */
    bool rated;   /* it ended a rated game, which changed sente's rating by `change`, gote's by the opposite */
    int change;
};

/* A game as it was played, for who reads it later: nobody is there, and no clock runs. */
struct table_record {
    const char *id; /* of the question */
    struct table_view view;
    const char *spent;    /* seconds that each ply took, separated by spaces; "" when that is too much to tell */
    int64_t began, ended; /* ms since 1970; ended is 0 while it goes on */
};

/* Something said at a table; server/table/talk.c says who is told what. */
struct table_line {
    const char *table;
    unsigned number; /* at its table, from 1 */
    const char *who, *name;
    char side; /* where the author sat then; 0: only watched */
    const char *text;
    const char *id; /* of the message that said it, for the device that sent it; otherwise "" */
    bool old;       /* asked for by table_client_listen() */
    int64_t at;     /* ms since 1970, the store's */
};

/* What became of a command, of an open, or (failures only) of a watch. */
struct table_answer {
    enum error error;
    const char *id;    /* of the command, open, line or report; "" for a watch or a listen */
    bool watch;        /* a watch failed, and no earlier one of that table goes on: nothing is told of it */
    const char *table; /* "" when unknown */
    const char *game;  /* as the command named it, "" for an open */
    const struct table_event *event; /* what the command made, now or when it was sent before; NULL on failure, and for
                                        an open, whose answer is a snapshot */
    bool sent;                       /* the client watches that table and was given `event` by event() just now */
    unsigned seq;                    /* newest event of the game, with ERR_STALE; otherwise 0 */
    const char *at;                  /* the field that is wrong, "" when no field is */
    const char *message;             /* English, for programmers; "" on success */
    const char *rule;                /* ERR_ILLEGAL: the rule that forbids the move, otherwise "" */
    const char *squares;             /* ERR_ILLEGAL: squares that cause it, "7g 2b", otherwise "" */
};

/* ---- all tables of this node ---- */

struct tables_config {
    uv_loop_t *loop;
    struct store *store;
    struct bus *bus;
    struct random_source random;
    const struct log *log;   /* may be NULL */
    unsigned loaded_max;     /* tables in memory, 0: 20,000. Unwatched ones make room; beyond it ERR_BUSY */
    unsigned idle_ms;        /* how long a table that nobody watches stays in memory, 0: 60,000 */
    unsigned waiting_max;    /* commands of those who sit that wait at one table, and of the others, 0: 16; ERR_BUSY */
    unsigned watchers_max;   /* clients at one table, 0: 1,000; beyond it ERR_BUSY for those who do not sit there */
    unsigned presence_ms;    /* changes of presence are told at most this often, 0: 100 */
    unsigned lines_most;     /* of one device, at any table, within lines_ms, 0: 5; beyond it ERR_BUSY */
    unsigned lines_ms;       /* 0: 10,000 */
    unsigned lines_kept;     /* of one table, the newest, 0: 500 */
    unsigned reports_most;   /* of one device in a day, 0: 20; beyond it ERR_BUSY */
    unsigned unfinished_max; /* tables of others at which one sits, not played to the end, 0: 30; ERR_BUSY */
    unsigned unfinished_minutes; /* older ones do not count, 0: 60 */
    unsigned house_ms;           /* how often it is looked for turns that ran out and players who stay away, 0: 500 */
};

struct tables;

/* ERR_NO_MEMORY, ERR_RANGE. Store, bus and log outlive it. */
MUST_CHECK enum error tables_open(struct tables **tables, const struct tables_config *config);
/* From now on commands and openings are refused with ERR_BUSY; `drained` comes when everything under way has been
 * answered. Watching goes on. */
void tables_drain(struct tables *tables, void (*drained)(void *context), void *context);
/* All clients are closed, commands under way are not answered any more. The loop must run until `closed`; the store
 * must not be closed before tables_close() was called, and answers what it was asked before it is gone. */
void tables_close(struct tables *tables, void (*closed)(void *context), void *context);

struct tables_stats {
    unsigned loaded, clients, watches, waiting; /* now; `waiting`: commands under way */
    uint64_t events, refused, loads;            /* since opening: made durable by this node; commands refused */
};
void tables_stats(const struct tables *tables, struct tables_stats *stats);

/* ---- clients ---- */

struct table_client_callbacks {
    /* All of a table: after watch, after open, and at the start of a next game. */
    void (*snapshot)(void *context, const struct table_view *view);
    /* Events of a watched table, in order without a gap, or those that were missed (watch). Who asks while events are
     * on their way may be given some twice; their seq tells. `clock` is how it stands now. After "set" and "takeback"
     * comes a snapshot, too. */
    void (*event)(void *context, const char *table, const char *game, const struct table_event *event,
                  const struct table_clock *clock);
    /* Seats and watchers of a watched table changed; also the end of what answers a watch. */
    void (*presence)(void *context, const struct table_view *view);
    /* What table_client_record() asked for. */
    void (*record)(void *context, const struct table_record *record);
    /* Once for each command and failed open, watch or record. */
    void (*answer)(void *context, const struct table_answer *answer);
    /* Something was said at a table that the client listens at, now or (`old`) before. */
    void (*line)(void *context, const struct table_line *line);
    /* A report was kept. */
    void (*reported)(void *context, const char *id, const char *table, const char *who);
};

struct table_client;

/* ERR_NO_MEMORY, ERR_TOO_LONG. `device` is the public id of its player. `callbacks` (all set) outlives the client. */
MUST_CHECK enum error table_client_open(struct tables *tables, const char *device,
                                        const struct table_client_callbacks *callbacks, void *context,
                                        struct table_client **client);
/* No callback comes any more; commands under way are carried out all the same. NULL does nothing. */
void table_client_close(struct table_client *client);

/* How long a message from the table and an answer to it take on the way, ms: that much, and at most TABLE_FORGIVEN_MS,
 * is forgiven when a move comes after the end of its turn. */
void table_client_delay(struct table_client *client, unsigned ms);

/* Whether anybody seems to be at the other end: a client that is silent counts as away until it is heard again. */
void table_client_silent(struct table_client *client, bool silent);

/* Starts watching, or asks again (a slow reader that dropped its queue): the answer is a snapshot, or, when `game` is
 * the table's newest and has event `seq`, the events after it; then presence, then every event from there on. `game`
 * NULL or "": a snapshot. Failures come by answer(): ERR_NOT_FOUND, ERR_BUSY (too many tables or watchers), ERR_STORE;
 * what was watched already is told on.
 */
void table_client_watch(struct table_client *client, const char *table, const char *game, unsigned seq);
void table_client_unwatch(struct table_client *client, const char *table);

/* Any game, also one before the newest of its table: record(), or answer() with `id` and ERR_NOT_FOUND, ERR_SYNTAX
 * (`id`), ERR_BUSY, ERR_VERSION (its rules are not known any more), ERR_STORE. */
void table_client_record(struct table_client *client, const char *id, const char *game);

/* ---- commands ---- */

enum table_verb {
    TABLE_SIT,
    TABLE_MOVE,
    TABLE_RESIGN,
    TABLE_AGAIN,    /* after the end: the next game; made when both want it, at once against the computer */
    TABLE_SET,      /* a setting or local rule, by who made the table, before the first move */
    TABLE_OFFER,    /* a draw or a take-back; the latter at once against the computer */
    TABLE_ACCEPT,   /* what the other side asks for */
    TABLE_DECLINE,  /* refuses that, or withdraws one's own */
    TABLE_COMPUTER, /* takes a free seat, or plays for who gives the command (`on`); or that one plays again */
};

struct table_command {
    enum table_verb verb;
    const char *game;
    unsigned seq;             /* the newest event that the sender knows */
    const char *id;           /* chosen by the sender */
    const char *usi;          /* TABLE_MOVE, in any spelling */
    char side;                /* TABLE_SIT: 0 is any free seat; TABLE_COMPUTER: 0 is one's own */
    const char *name, *value; /* TABLE_SET */
    const char *what;         /* TABLE_OFFER, _ACCEPT, _DECLINE: "draw", "takeback", "again" (not offered so) */
    bool on;                  /* TABLE_COMPUTER */
};

/*
 * Carried out for the client's device; the result comes by answer():
 *
 *   ERR_NOT_FOUND  no such game
 *
 *   ERR_STALE      `seq` is not the newest event; look at `seq` of the answer
 *
 *   ERR_FORBIDDEN  not this device's seat or turn; too late; not offered at this table; `message` says it
 *
 *   ERR_GAME_OVER  the game has ended
 *
 *   ERR_ILLEGAL    by the rules of the game: `rule`, `squares`; "again" before the end
 *
 *   ERR_SYNTAX, ERR_RANGE, ERR_UNKNOWN, ERR_TOO_LONG  a field (`at`) is not well-formed
 *
 *   ERR_BUSY       too much at once, or draining
 *
 *   ERR_STORE      not kept; the same command may be sent again
 */
void table_client_command(struct table_client *client, const struct table_command *command);

/* ---- talking (talk.c) ---- */

/* Says something at a table that the client watches: line() to itself and all who listen there, or answer() with
 * ERR_FORBIDDEN (does not watch it), ERR_BUSY (too much in a short time), ERR_SYNTAX (`id`), ERR_TOO_LONG, ERR_STORE.
 * Saying it again with the same id shows the line that was made, to this client alone. What a text may hold is for the
 * caller to check. */
void table_client_say(struct table_client *client, const char *table, const char *id, const char *text);
/* From now on line() tells what is said at a table that the client watches, first the newest lines; or (`on` false) no
 * longer. Failures come by answer() with an empty id. */
void table_client_listen(struct table_client *client, const char *table, bool on);
/* Reports what `who` said at a table that the client watches: reported(), or answer() as above, ERR_NOT_FOUND (said
 * nothing), ERR_BUSY (too many reports today). */
void table_client_report(struct table_client *client, const char *table, const char *id, const char *who);

/* Makes a table and watches it: the answer is a snapshot with the open's id, or answer(). The device sits down as
 * `first` says: creator (default) is sente, guest is gote, draw is drawn by lot. A resend shows the table made before.
 */
struct table_plan {
    const char *id;
    const char *kind;        /* machine name of a game */
    const char *rules;       /* "name=value ...", "" for the defaults */
    const char *settings;    /* "name=value ...", settings.h */
    bool computer;           /* it takes the other seat, otherwise that is free */
    unsigned unfinished_max; /* how many tables of this device may be unfinished that were made within `window` ms */
    int64_t window;
};
void table_client_open_table(struct table_client *client, const struct table_plan *plan);

/* A table at which these two sit from its beginning, sides drawn by lot; nobody may change its settings. ERR_UNKNOWN,
 * ERR_RANGE and so on, as table_client_open_table() with the plan's kind, rules and settings. */
MUST_CHECK enum error tables_plan_pair(const struct tables *tables, const struct table_plan *plan,
                                       const char *const players[2], struct store_opening *opening);

/* Whether a command's id is well-formed. */
bool table_command_id_fits(const char *id);

/* Whether nobody seems to be at the other end (table_client_silent()). */
bool table_client_is_silent(const struct table_client *client);

/* Answers a command that somebody in front of the tables (the lobby) refuses: by answer(), like any other refusal. */
void table_client_refuse(struct table_client *client, const char *id, enum error error, const char *at,
                         const char *message);

/* ---- without a client: for the computer ---- */

typedef void (*table_answer_fn)(void *context, const struct table_answer *answer);
/* As table_client_command(), for the seat of `who` ("cpu:N"). `context` must be valid until the answer; after
 * tables_close() none comes. Command ids of the computer start with "cpu:", which a client's cannot. */
void tables_command(struct tables *tables, const char *who, const struct table_command *command, table_answer_fn done,
                    void *context);

/* The newest game of the table that has this game; ERR_NOT_FOUND, ERR_BUSY, ERR_STORE (then view is NULL). */
typedef void (*table_look_fn)(void *context, enum error error, const struct table_view *view);
void tables_look(struct tables *tables, const char *game, table_look_fn done, void *context);

/* Published on the bus whenever a position for the computer was stored; the text is empty. */
#define TABLE_SUBJECT_JOB "cpu.wake"

/*
 * Heard on the bus, and published by whoever changes a player (gateway): "name WHO", a name was changed; "gone WHO
 * PSEUDONYM", WHO was forgotten and is called so from now on; "moved DEVICE", that device belongs to somebody else now.
 */
#define TABLE_SUBJECT_PLAYER "player"

#endif
