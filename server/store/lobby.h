/*
 * What the store keeps for the lobby: tables that show themselves, who looks for an opponent, and whom the lobby
 * brought together. As store.h says of every call: asynchronous, copied, called back once on the loop's thread.
 */
#ifndef SERVER_STORE_LOBBY_H
#define SERVER_STORE_LOBBY_H

#include "server/store/store.h"

enum {
    STORE_LISTINGS_MAX = 1000,               /* rows that are read at once, of all kinds */
    STORE_LISTED_EACH = 3,                   /* tables of a kind and a state that one player shows at once */
    STORE_SEEKS_MAX = 1000,                  /* seeks that are read at once, the oldest */
    STORE_PAIRING_MS = 7 * 24 * 3600 * 1000, /* how long a command finds the table that it led to */
};

/* ---- tables that show themselves ---- */

enum store_listing_state {
    STORE_LISTING_OPEN = 1, /* a seat is free */
    STORE_LISTING_LIVE = 2, /* is being played */
};

/*
 * How a listed table stands after event `seq` of its newest game. Each event but a move takes the table off the list in
 * its own transaction, and who made the event puts it back as it stands then: so what is no longer listed, full or over
 * is off the list whatever crashes. Moves are counted, and the time of the newest kept, by their own transactions.
 */
struct store_listing {
    char table[STORE_ID_MAX];
    char kind[STORE_KIND_MAX];
    enum store_listing_state state;
    char rules[STORE_TEXT_MAX], settings[STORE_TEXT_MAX];
    char seat[2][STORE_WHO_MAX]; /* sente first; "" is free */
    unsigned moves;
    int64_t at; /* the store's time: since when it stands so, or the newest move; set by the store */
    /* To be put: */
    char game[STORE_ID_MAX];
    unsigned number, seq;
    /* As read: */
    char name[2][STORE_NAME_MAX];
    struct store_rating rating[2]; /* of people; of 0 games for whoever has played none */
};

/* Nothing is changed when something but moves has happened since `seq`, or the game is over. `done` may be NULL. */
MUST_CHECK enum error store_listing_put(struct store *store, const struct store_listing *listing, store_done_fn done,
                                        void *context);

/* Tables at which somebody sits who is there, by kind, then open ones before live ones, then the newest first; of each
 * kind at most so many, and of each player the newest STORE_LISTED_EACH (a table counts for whoever there has fewest).
 */
typedef void (*store_listings_fn)(void *context, enum error error, const struct store_listing *listings,
                                  unsigned count);
MUST_CHECK enum error store_listings(struct store *store, unsigned open_max, unsigned live_max, store_listings_fn done,
                                     void *context);

/* ---- who looks for an opponent ---- */

struct store_seek {
    char device[STORE_WHO_MAX];
    char command[STORE_COMMAND_MAX];
    char kind[STORE_KIND_MAX];
    bool rated;
    unsigned turn_seconds;
    int64_t since;              /* the store's time; set by the store */
    struct store_rating rating; /* of the device in this kind, as read */
};

/* The device looks for an opponent from now on, and for nothing else that it looked for before; the same command keeps
 * the time since when. ERR_DUPLICATE: this command led to `table` already. ERR_BUSY: of the tables of the last `window`
 * ms to which seeks of this device led, `unfinished_max` are not played to the end (0: any number). */
MUST_CHECK enum error store_seek_put(struct store *store, const struct store_seek *seek, unsigned unfinished_max,
                                     int64_t window, store_opening_fn done, void *context);
/* The device is no longer connected to this node, or does not look for one any more. ERR_NOT_FOUND: the seek is there
 * no more, or another node's. `done` may be NULL. */
MUST_CHECK enum error store_seek_drop(struct store *store, const char *device, const char *command, store_done_fn done,
                                      void *context);
/* All of them, the oldest first, at most STORE_SEEKS_MAX. */
typedef void (*store_seeks_fn)(void *context, enum error error, const struct store_seek *seeks, unsigned count);
MUST_CHECK enum error store_seeks(struct store *store, store_seeks_fn done, void *context);

/* Two seeks and the table that they lead to, with both seated. */
struct store_pairing {
    struct store_opening opening;
    struct {
        char device[STORE_WHO_MAX];
        char command[STORE_COMMAND_MAX];
    } seek[2];
};

/* Makes the table and its game and removes both seeks, in one transaction. ERR_STALE: one of them is there no more;
 * nothing is changed. Absence counts from now on for who does not come. */
MUST_CHECK enum error store_pair(struct store *store, const struct store_pairing *pairing, store_opening_fn done,
                                 void *context);
/* The table to which this command led. ERR_NOT_FOUND. */
MUST_CHECK enum error store_pairing_find(struct store *store, const char *device, const char *command,
                                         store_opening_fn done, void *context);

#endif
