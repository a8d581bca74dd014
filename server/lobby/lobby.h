/*
 * Where games come from: opening a table, looking for an opponent, and the lists of tables that wait for somebody or
 * are being played.
 *
 * Who looks for an opponent is a row of the store (a seek), so that any node may bring two together; the store makes
 * their table and takes both seeks away in one transaction, or does neither. A device has one seek at a time. It ends
 * when it leads to a table, is cancelled, is replaced by another one, or its connection ends; while the other end of a
 * connection is silent it is taken away for that time. Whom to bring together: pairing.h.
 *
 * The lists are read from the store once a second while somebody looks at them, and told when they have changed.
 *
 * Loop thread only. Callbacks may come from within the call that causes them; within one any function of this header
 * may be called but lobby_client_close() of another client.
 */
#ifndef SERVER_LOBBY_LOBBY_H
#define SERVER_LOBBY_LOBBY_H

#include "base/error.h"
#include "base/log.h"
#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

struct bus;
struct store;
struct tables;
struct table_client;

enum {
    LOBBY_OPEN_MAX = 30, /* tables of a kind that wait for somebody: the newest */
    LOBBY_LIVE_MAX = 20, /* games of a kind that are being played: those with the newest moves */
};

struct lobby_config {
    uv_loop_t *loop;
    struct store *store;
    struct bus *bus;
    struct tables *tables;
    const struct log *log;    /* may be NULL */
    const char *const *kinds; /* machine names of the games there are; outlive the lobby */
    unsigned kind_count;
    unsigned unfinished_max; /* tables of one device that are not played to the end, 0: 30; pairings apart */
    unsigned window_minutes; /* older ones do not count, 0: 60 */
    unsigned tick_ms;        /* how often lists are read and pairs are looked for, 0: 1000 */
};

struct lobby;

/* ERR_NO_MEMORY, ERR_TOO_LONG. Store, bus and tables outlive it. */
MUST_CHECK enum error lobby_start(struct lobby **lobby, const struct lobby_config *config);
/* From now on nobody is brought together any more. */
void lobby_drain(struct lobby *lobby);
/* All clients are closed already. The loop must run until `closed`; the store must not be closed before. */
void lobby_stop(struct lobby *lobby, void (*closed)(void *context), void *context);

struct lobby_stats {
    unsigned seeks, watchers; /* of connections to this node, now */
    uint64_t pairs;           /* made by this node since it started */
};
void lobby_stats(const struct lobby *lobby, struct lobby_stats *stats);

/* ---- clients: a connection of a device ---- */

struct lobby_player {
    const char *who; /* a device's public id, "cpu:N", "" for a free seat */
    const char *name;
    bool rated; /* has played rated games of this kind */
    int rating;
    bool provisional;
};

struct lobby_row {
    const char *table, *rules, *settings;
    struct lobby_player player[2]; /* sente, gote */
    unsigned moves;
    int64_t at; /* the store's time: since when it waits, or the newest move */
};

/* All of one kind. */
struct lobby_list {
    const char *kind;
    const struct lobby_row *open, *live; /* the newest first */
    unsigned open_count, live_count;
    int64_t now; /* the store's time */
};

struct lobby_seek {
    const char *id; /* of the command */
    const char *kind;
    bool rated;
    unsigned turn_seconds;
};

/* How a seek stands. */
struct lobby_seeking {
    struct lobby_seek seek;
    int64_t waited; /* ms */
    int rating;     /* rated: the device's own */
    unsigned range; /* rated: how far away the other's may be, 0: any */
};

struct lobby_callbacks {
    void (*list)(void *context, const struct lobby_list *list);
    /* The seek waits; also whenever its range has changed. */
    void (*seeking)(void *context, const struct lobby_seeking *seeking);
    /* It led to this table. */
    void (*paired)(void *context, const char *id, const char *table);
    /* It ended without one: "cancelled", "replaced" by another one of the same device, or "lost". When one that is
     * replaced turns out to have led to a table first, the other is replaced in its turn, and paired() says so. */
    void (*unpaired)(void *context, const char *id, const char *why);
};

struct lobby_client;

/* ERR_NO_MEMORY, ERR_TOO_LONG. `device` is the public id; refusals go through `table_client`, which outlives it, as do
 * `callbacks` (all set). */
MUST_CHECK enum error lobby_client_open(struct lobby *lobby, struct table_client *table_client, const char *device,
                                        const struct lobby_callbacks *callbacks, void *context,
                                        struct lobby_client **client);
/* Its seek ends. No callback comes any more. NULL does nothing. */
void lobby_client_close(struct lobby_client *client);

/* From now on it is told the lists, all of them first; or no longer. */
void lobby_client_watch(struct lobby_client *client, bool on);
/* It may have missed what it was told: everything once more. */
void lobby_client_refresh(struct lobby_client *client);

/* The device looks for an opponent. Answered by seeking() or paired(), or refused: ERR_UNKNOWN or ERR_RANGE with the
 * field, ERR_SYNTAX, ERR_TOO_LONG, ERR_BUSY (too many unfinished games, or too much at once), ERR_STORE. Sent twice
 * with one id it is one seek; another one replaces it. */
void lobby_client_seek(struct lobby_client *client, const struct lobby_seek *seek);
/* It looks for one no longer: answered by unpaired(), or by paired() when that came first. ERR_NOT_FOUND: it does not
 * look for one under this id. */
void lobby_client_cancel(struct lobby_client *client, const char *id);

/* ---- opening a table ---- */

struct lobby_open {
    const char *id;       /* of the command */
    const char *kind;     /* machine name of a game */
    const char *rules;    /* "name=value ...", "" for the defaults */
    const char *settings; /* see struct table_plan */
    const char *opponent; /* "computer" or "friend" */
};

/* Opens a table for the client's device. Answered through the table client's callbacks: snapshot() with `id`, or
 * answer() with ERR_UNKNOWN or ERR_RANGE and the field, ERR_BUSY (too many unfinished tables), ERR_STORE. */
void lobby_open_table(struct lobby *lobby, struct table_client *client, const struct lobby_open *open);

#endif
