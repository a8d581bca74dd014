/*
 * Inside the store: what one call becomes, and what a driver (sqlite/, one day postgres/) must be able to do.
 *
 * store.c makes a request on the loop's thread and gives it to the driver, whose threads carry it out and hand it back
 * with store_finish(); store.c then calls back on the loop's thread and frees it. A request belongs to exactly one of
 * the two at any time, so nothing in it needs a lock.
 */
#ifndef SERVER_STORE_REQUEST_H
#define SERVER_STORE_REQUEST_H

#include "server/store/lobby.h"
#include "server/store/store.h"
#include "server/store/talk.h"

enum request_kind {
    REQUEST_DEVICE_FIND,
    REQUEST_LOAD,
    REQUEST_EVENT_FIND,
    REQUEST_RATING_FIND,
    REQUEST_LISTINGS,
    REQUEST_SEEKS,
    REQUEST_PAIRING_FIND,
    REQUEST_PLAYER_FIND,
    REQUEST_DOCUMENT,
    REQUEST_LINES,
    REQUEST_BANS,
    REQUEST_WRITES, /* from here on */
    REQUEST_DEVICE_ADD = REQUEST_WRITES,
    REQUEST_DEVICE_SEEN,
    REQUEST_TABLE_ADD,
    REQUEST_APPEND,
    REQUEST_JOBS_CLAIM,
    REQUEST_JOB_DELAY,
    REQUEST_PRESENCE,
    REQUEST_LOOKS_CLAIM,
    REQUEST_LOOK_SET,
    REQUEST_LISTING_PUT,
    REQUEST_SEEK_PUT,
    REQUEST_SEEK_DROP,
    REQUEST_PAIR,
    REQUEST_PLAYER_RENAME,
    REQUEST_CODE_PUT,
    REQUEST_CODE_USE,
    REQUEST_PLAYER_FORGET,
    REQUEST_SAY,
    REQUEST_REPORT,
};

enum { STORE_HASH_TEXT = STORE_HASH_BYTES * 2 + 1 };

struct store_request {
    struct store_request *next;
    enum request_kind kind;
    void *context;
    union {
        store_device_fn device;
        store_opening_fn opening;
        store_record_fn record;
        store_event_fn event;
        store_jobs_fn jobs;
        store_looks_fn looks;
        store_done_fn plain;
        store_rating_fn rating;
        store_listings_fn listings;
        store_seeks_fn seeks;
        store_player_fn player;
        store_moved_fn moved;
        store_text_fn text;
        store_line_fn line;
        store_lines_fn lines;
        store_bans_fn bans;
    } done; /* may be NULL */
    union {
        struct {
            char id[STORE_WHO_MAX];
            char hash[STORE_HASH_TEXT];
        } device;
        struct store_opening opening;
        struct {
            enum store_by by;
            char id[STORE_ID_MAX];
        } load;
        struct {
            struct store_append append;
            struct store_game next; /* append.next points here when there is one */
        } append;
        struct {
            char game[STORE_ID_MAX];
            char actor[STORE_WHO_MAX];
            char command[STORE_COMMAND_MAX];
        } find;
        struct {
            unsigned count;
            int64_t ms;
            char game[STORE_ID_MAX];
            unsigned seq;
        } jobs;
        struct {
            char device[STORE_WHO_MAX];
            char kind[STORE_KIND_MAX];
        } rating;
        struct {
            char table[STORE_ID_MAX];
            char who[STORE_WHO_MAX];
            bool here;
        } presence;
        struct {
            char table[STORE_ID_MAX];
            unsigned count;
            int64_t lease, held, due;
        } look;
        struct store_listing listing;
        struct {
            unsigned open_max, live_max;
        } listings;
        struct {
            struct store_seek seek;
            unsigned unfinished_max;
            int64_t window;
        } seek;
        struct store_pairing pairing;
        struct {
            enum store_document document;
            unsigned games;
            int64_t lifetime;
            char who[STORE_WHO_MAX]; /* code_use: the device */
            char kind[STORE_KIND_MAX];
            char game[STORE_ID_MAX];
            char name[STORE_NAME_MAX];
            char hash[STORE_HASH_TEXT];
            char pseudonym[STORE_WHO_MAX];
        } player;
        struct store_saying saying;
        struct store_report report;
    } in;

    /* What the driver found. */
    enum error error;
    union {
        struct store_device device;
        struct store_rating rating;
        struct {
            struct store_player player;
            char before[STORE_WHO_MAX];
            bool forgotten;
        } player;
        char table[STORE_ID_MAX];
        struct {
            struct store_table table;
            struct store_game game;
        } record;
        struct {
            struct store_event event;
            unsigned newest;
            bool found;
        } event;
        struct store_line line;
    } out;
    void *list;         /* events, jobs, looks, listings, seeks or a text, malloc'ed */
    unsigned count;     /* of them; bytes of a text */
    int64_t hall, wall; /* hall time as of the store's time, when the request was in need of it; otherwise 0 */
};

struct store_driver {
    /* Opens; fills store->data, hall and wall. Errors and `message` as store_open(). */
    enum error (*open)(struct store *store, const struct store_config *config, char *message);
    /* Queues; never fails, never blocks for long. */
    void (*submit)(struct store *store, struct store_request *request);
    /* Nothing is queued any more: ends the threads and lets go of everything. */
    void (*close)(struct store *store);
    /* Fills commits, writes, reads, failures. */
    void (*stats)(struct store *store, struct store_stats *stats);
};

struct store {
    const struct store_driver *driver;
    void *data; /* the driver's */
    const struct log *log;
    struct clock clock;
    int64_t hall, wall; /* hall time as of the store's time, the newest that came back */
    unsigned queue_max, waiting;
    bool closing;
    void (*closed)(void *context);
    void *closed_context;
    uv_async_t wake;
    uv_mutex_t lock; /* guards `finished` */
    struct store_request *finished, **finished_end;
};

extern const struct store_driver store_sqlite;

/* What hall time is at the store's time `now`, when it was `hall` at `wall`. */
static inline int64_t hall_at(int64_t hall, int64_t wall, int64_t now)
{
    int64_t gap = now - wall;
    return hall + (gap < 0 ? 0 : gap > STORE_HALL_GAP_MS ? STORE_HALL_GAP_MS : gap);
}

/* Of a call: a request that is empty but for these, or why none is taken now. */
MUST_CHECK enum error store_request_make(struct store *store, enum request_kind kind, void *context,
                                         struct store_request **request);
void store_request_submit(struct store *store, struct store_request *request);
/* Copies a text; false when it does not fit. */
bool store_copy(char *to, size_t size, const char *from);
void store_write_hash(char out[STORE_HASH_TEXT], const uint8_t hash[STORE_HASH_BYTES]);
/* Calls back for the kinds of players.c; false: it is another one. */
bool players_call_back(const struct store_request *request);

/* Any thread: a chain of requests, linked by `next`, is done. */
void store_finish(struct store *store, struct store_request *first, struct store_request *last);

/* Calls back what talk.c asked for (talk.c). */
void store_talk_call_back(const struct store_request *request);

#endif
