/*
 * Inside table/: the things that tables.c (finding and loading), table.c (one table), and client.c (who watches) share.
 *
 *   tables 1 --- n table 1 --- n watch n --- 1 client
 *
 * A request is something under way: a command, an open, a watch or a look that waits for the store, or the house's
 * looking after a table (house_act()). It belongs to the
 * list in which it waits (a loading, a table's queue) or, while the store works on it, to the callback. Its client may
 * go away before it is answered; then request->client is NULL and the answer is dropped.
 */
#ifndef SERVER_TABLE_INTERNAL_H
#define SERVER_TABLE_INTERNAL_H

#include "base/map.h"
#include "rules/notation.h"
#include "server/bus/bus.h"
#include "server/store/lobby.h"
#include "server/store/talk.h"
#include "server/table/event.h"
#include "server/table/judge.h"
#include "server/table/rating.h"
#include "server/table/state.h"

struct table;

enum { CLIENT_REQUESTS_MAX = 32 }; /* under way at once */

struct watch {
    struct table *table;
    struct table_client *client; /* NULL: over; freed when nobody walks the table's list */
    struct watch *next;          /* of the same table */
    unsigned turn;               /* how often it was answered: the newest answer wins */
    bool listens;                /* to what is said there */
};

struct request {
    struct request *next; /* of the queue or loading in which it waits */
    struct tables *tables;
    struct table_client *client; /* NULL: none, or gone */
    struct request *client_next, **client_link;
    enum {
        REQUEST_COMMAND,
        REQUEST_OPEN,
        REQUEST_WATCH,
        REQUEST_LOOK,
        REQUEST_RECORD,
        REQUEST_HOUSE,
        REQUEST_TALK
    } kind;
    char who[TABLE_WHO_MAX];
    char id[TABLE_COMMAND_MAX];
    char table[TABLE_ID_MAX]; /* watch */
    char game[TABLE_ID_MAX];  /* command, look; watch: what the client has */
    enum table_verb verb;
    unsigned seq;
    char usi[USI_MAX];
    char side;
    char name[TABLE_WORD_MAX], value[TABLE_WORD_MAX], what[TABLE_WORD_MAX];
    bool on;
    int64_t arrived;        /* store_now() when it came */
    unsigned forgiven;      /* ms of delay */
    struct store_look look; /* REQUEST_HOUSE */
    bool reloaded;          /* the table was already read again on its account */
    table_answer_fn answer;
    table_look_fn looked;
    void *context;
    char reported[TABLE_WHO_MAX]; /* REQUEST_TALK: whom a report is about */
    struct store_append append;   /* while the store works on it */
    struct store_game next_game;
};

struct queue {
    struct request *first, **end;
    unsigned count;
};

/* Whom a seat shows, as the store says. */
struct shown {
    char who[TABLE_WHO_MAX]; /* "": nobody whose name there could be */
    char name[TABLE_NAME_MAX];
    struct store_rating rating;
    bool known; /* the store has answered, and there is such a player */
};

/* The newest game of a table, kept in memory while somebody needs it. */
struct table {
    struct tables *tables;
    struct map_node by_table, by_game;
    struct table *newer, *older; /* by use */
    uint64_t used;               /* uv_now() */
    struct state state;
    struct bus_subscription *subscription;
    struct queue queue;         /* commands that wait */
    struct request *committing; /* the one that the store works on */
    bool reloading;             /* it is being read again; commands wait */
    bool reload_again;          /* and once more after that */
    bool behind; /* an event is missing and could not be taken: tried again when used, and now and then */
    bool dirty;  /* presence changed, not yet told */
    struct table *next_dirty;
    struct attended {
        char who[TABLE_WHO_MAX];
        bool here;
    } attended[2]; /* what this node told the store of those who sit here */
    bool listed;   /* the store was told how the listed table stands after the newest event that is no move */
    struct shown shown[2];
    unsigned meetings; /* answers that the store owes about them */
    bool met;          /* one that came has changed something, not yet told */
    struct watch *watches;
    unsigned watch_count, walking; /* walking: callbacks are being called along the list */
    bool swept;                    /* a watch ended while walking */
};

/* Requests that wait for one table to be read. */
struct loading {
    struct map_node node;
    struct tables *tables;
    char key[TABLE_ID_MAX + 1]; /* 't' or 'g' and the id */
    struct queue queue;
};

struct table_client {
    struct tables *tables;
    struct table_client *next, **link;
    char device[TABLE_WHO_MAX];
    const struct table_client_callbacks *callbacks;
    void *context;
    struct watch *watches[TABLE_WATCHES_MAX];
    unsigned watch_count;
    bool silent;              /* connected, but nobody answers */
    unsigned delay;           /* ms there and back */
    struct request *requests; /* under way */
    unsigned request_count;
};

struct tables {
    struct tables_config config;
    struct map by_table, by_game, loadings;
    struct table *newest, *oldest; /* by use */
    struct table_client *clients;
    struct table *dirty;
    uv_timer_t presence_timer, sweep_timer, house_timer;
    bool claiming;   /* the store was asked for tables to look after */
    bool unattended; /* somebody's presence, or how a listed table stands, could not be told; tried again */
    unsigned timers; /* not yet closed */
    struct bus_subscription *players; /* news of them */
    unsigned loaded, client_count, watch_count;
    unsigned waiting;    /* commands and opens under way */
    unsigned store_asks; /* answers that the store owes */
    bool draining, closing;
    void (*drained)(void *context);
    void *drained_context;
    void (*closed)(void *context);
    void *closed_context;
    uint64_t events, refused, loads;
};

/* ---- requests (request.c) ---- */

void queue_init(struct queue *queue);
void queue_push(struct queue *queue, struct request *request);
struct request *queue_pop(struct queue *queue); /* NULL when empty */

/* NULL without memory. `client` may be NULL. */
struct request *request_make(struct tables *tables, struct table_client *client, int kind);
/* Copies a text into a field; false when it does not fit. */
bool field_set(char *field, size_t size, const char *text);
/* Answers and frees. `refusal` may be NULL; `seq` only with ERR_STALE. `sent`: the client saw the event just now. */
void request_refuse(struct request *request, enum error error, const struct refusal *refusal, unsigned seq);
void request_done(struct request *request, const struct store_event *event, bool sent);
/* The same without an answer, or after another one. */
void request_free(struct request *request);
/* What its client asked for has come true or is no longer wanted: it will not hear of it. */
void request_orphan(struct request *request);
/* The table that it names, if its client watches that, or NULL. */
struct table *request_watched(const struct request *request);
/* An open that succeeded goes on as a watch. */
void request_become_watch(struct request *request, const char *table);
/* Refused with a field and a sentence. */
void request_refuse_at(struct request *request, enum error error, const char *at, const char *message);

/* ---- all tables (tables.c) ---- */

/* Brings a request that names a table (`by` STORE_BY_TABLE) or a game to its table, reading it first if need be. */
void tables_route(struct tables *tables, struct request *request, enum store_by by);
/* The table is needed; it moves to the end of the line of those that may be forgotten. */
void tables_touch(struct table *table);
/* Presence is told soon. */
void tables_mark_dirty(struct table *table);
/* An answer of the store came, or will not come. When the last one is there a waiting tables_close() ends. */
void tables_store_answered(struct tables *tables);
void tables_check_drained(struct tables *tables);

struct table *tables_find(const struct tables *tables, const char *table); /* NULL: not in memory */

/* ---- what time brings (attend.c) ---- */

/* Tells the store who of those who sit at the table is here, as far as that has changed. */
void table_attend(struct table *table);
void tables_on_house(uv_timer_t *timer);
/* Tells the store how a listed table stands, unless it knows. */
void table_list(struct table *table);
/* The house's look at a table: commits what is due, or puts the next look off. */
void table_look_after(struct table *table, struct request *request);

/* ---- one table (table.c) ---- */

/* NULL without memory or when the state cannot be folded (then *error says why; it is logged). */
struct table *table_make(struct tables *tables, const struct store_record *record, enum error *error);
void table_free(struct table *table);
bool table_is_needed(const struct table *table);
/* A request reaches its table. */
void table_serve(struct table *table, struct request *request);
/* Callbacks are over: watches that ended are freed and commands that came meanwhile are carried out. Every
 * table->walking++ ends in this. */
void table_leave(struct table *table);
/* A fresher reading of the table than it has. */
void table_merge(struct table *table, const struct store_record *record);
/* Reads the table again: an event is missing. */
void table_reload(struct table *table);
/* Gives request->append to the store. */
void table_commit(struct table *table, struct request *request);
/* Asks the store for the event that a command made in a game before the newest. */
void table_answer_old(struct request *request);

/* ---- whom the seats show (people.c) ---- */

/* After the seats have changed: asks for whom it does not know; `again`: for everybody. */
void table_meet(struct table *table, bool again);
void shown_set(struct shown *shown, const struct store_player *player);
/* Writes name and rating into the seat, when it is this one's and they are known. */
void shown_write(const struct shown *shown, const struct state *state, struct table_seat *seat);
/* Heard on the bus: TABLE_SUBJECT_PLAYER. */
void tables_on_player(void *context, const char *subject, const char *text, size_t size);

/* ---- how it looks (view.c) ---- */

struct table_clock table_clock_of(const struct table *table);
/* All of it, for snapshots and presence; `id` of an open or "". */
struct table_view table_view_of(const struct table *table, const char *id);

/* What follows from the state alone, without who is there and how the clock stands. */
struct table_view state_view(const struct state *state, const char *id);
/* ---- talking (talk.c) ---- */

/* What the bus brings of a table: false when it is nothing that was said. */
bool talk_hear(struct table *table, const char *text);

/* ---- watching (client.c) ---- */

/* A request of this client, or NULL after it was refused. */
struct request *client_request(struct table_client *client, int kind, const char *id);

void client_serve_watch(struct table *table, struct request *request);
struct watch *client_watch_of(const struct table_client *client, const struct table *table); /* NULL: none */
/* Tell everybody who watches; callbacks may do anything. */
void watchers_event(struct table *table, const struct store_event *event);
void watchers_snapshot(struct table *table);
void watchers_presence(struct table *table);

#endif
