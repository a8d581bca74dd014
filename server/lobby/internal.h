/*
 * Inside lobby/: what lobby.c (clients, opening, time), lists.c and seeks.c share.
 */
#ifndef SERVER_LOBBY_INTERNAL_H
#define SERVER_LOBBY_INTERNAL_H

#include "base/map.h"
#include "base/random.h"
#include "server/bus/bus.h"
#include "server/lobby/lobby.h"
#include "server/store/lobby.h"

/* A device that looks for an opponent, connected to this node. */
struct seeker {
    struct map_node node; /* by device */
    struct lobby_client *client;
    struct store_seek seek;
    struct store_seek replaced; /* ASKED: what the store keeps until it has taken the new one; command "": nothing */
    enum { SEEKER_ASKED, SEEKER_KEPT, SEEKER_ABSENT, SEEKER_CANCELLED } state; /* what the store was told, or did */
    unsigned round;                                                            /* in which the store kept it */
    unsigned range;                                                            /* that the client was told, 0: none */
};

struct lobby_client {
    struct lobby *lobby;
    struct lobby_client *next, **link;
    struct table_client *table_client;
    char device[STORE_WHO_MAX];
    const struct lobby_callbacks *callbacks;
    void *context;
    bool watches, fresh; /* fresh: it has to be told all lists */
    uint64_t listed;     /* uv_now() when it was told lists, 0: never */
    struct seeker *seeker;
    char paired_id[STORE_COMMAND_MAX], paired_table[STORE_ID_MAX]; /* what it was told last */
};

struct lobby {
    struct lobby_config config;
    uv_timer_t timer;
    struct bus_subscription *subscription;
    struct lobby_client *clients;
    unsigned watchers;
    struct map seekers;
    unsigned round; /* of looking for pairs */
    unsigned pairs; /* that the store is making */
    uint64_t made;  /* pairs */
    bool matching;  /* the store is asked who looks for an opponent, or makes pairs */
    bool match_again;
    struct store_listing *rows; /* the newest that was read */
    unsigned row_count;
    bool listing;     /* the store is asked for the lists */
    uint64_t read_at; /* uv_now() when they came, 0: never */
    unsigned store_asks;
    bool draining, stopping;
    void (*closed)(void *context);
    void *closed_context;
};

/* An answer of the store came. */
void lobby_store_answered(struct lobby *lobby);

/* ---- lists.c ---- */

void lists_tick(struct lobby *lobby);

/* ---- seeks.c ---- */

void seeks_tick(struct lobby *lobby);
/* Another node, or this one, has brought two together. */
void seeks_on_bus(void *context, const char *subject, const char *text, size_t size);
void seeker_end(struct seeker *seeker);
/* NULL: this node has no seek of this device under this id. */
struct seeker *seeker_find(const struct lobby *lobby, const char *device, const char *command);
/* Tells how it stands, unless that is known. */
void seeker_tell(struct seeker *seeker, int64_t now);
/* The store does not have it any more: asks what became of it. */
void seeker_ask_fate(struct seeker *seeker);

/* ---- rounds.c ---- */

/* Looks for pairs, now or when the round under way is over. */
void lobby_round(struct lobby *lobby);
/* The table at which these two play; ERR_UNKNOWN, ERR_RANGE: there is no such kind or time. */
MUST_CHECK enum error lobby_plan(struct lobby *lobby, const struct store_seek *seek, const char *const players[2],
                                 struct store_opening *opening);

#define LOBBY_SUBJECT_PAIRED "lobby.paired"

#endif
