/*
 * How much anybody may do: token buckets, and what each address has open. Bounded memory; loop thread only.
 */
#ifndef SERVER_GATEWAY_LIMITS_H
#define SERVER_GATEWAY_LIMITS_H

#include "server/gateway/address.h"

/* Filled at a steady rate up to a burst; each action takes one token. Zeroed is a full bucket. Plain data. */
struct bucket {
    int64_t taken_milli; /* thousandths of tokens that are missing */
    int64_t at;          /* ms of a clock that never jumps */
};

/* `rate` in tokens a second (0: no limit), `burst` at most so many at once. False: none left. */
bool bucket_take(struct bucket *bucket, unsigned rate, unsigned burst, int64_t now);
/* Puts a token back that was not needed after all. */
void bucket_give(struct bucket *bucket);

/* The same clock for rates by the minute. */
static inline int64_t minutes_clock(int64_t now)
{
    return now / 60;
}

/* And for rates by the day. */
static inline int64_t days_clock(int64_t now)
{
    return now / 86400;
}

/* What an address may have written in a day. */
enum daily { DAILY_DEVICES, DAILY_TABLES, DAILY_COMMANDS, DAILY_LINES, DAILY_REPORTS, DAILY };

/* What one address has. */
struct peer {
    struct peer *next;     /* in its hash chain */
    struct address key;    /* address_key() */
    unsigned sockets;      /* accepted, now */
    unsigned connections;  /* WebSocket connections now */
    unsigned references;   /* who holds this peer */
    struct bucket actions; /* HTTP requests and messages */
    struct bucket devices; /* new ones, by the minute */
    struct bucket codes;   /* asked for or tried, by the minute */
    struct bucket lookups; /* profiles, lists, records */
    struct bucket exports; /* by the minute */
    struct bucket daily[DAILY];
};

struct peers;

/* How fast the buckets of a peer fill. */
struct peer_rates {
    unsigned actions, devices, codes, lookups, exports;
    unsigned daily[DAILY];
};

/* At most `max` addresses at once, whose buckets fill at these rates. `seed` is random, so that nobody can choose
 * addresses that meet in one chain. ERR_NO_MEMORY. */
MUST_CHECK enum error peers_open(struct peers **peers, unsigned max, const struct peer_rates *rates,
                                 const uint64_t seed[2]);
void peers_close(struct peers *peers);

/*
 * The peer of an address, to be given back by peer_release(). An address that nobody holds is remembered for as long as
 * its buckets are not full again, so coming back does not refill them. NULL when there is no room for one more.
 */
struct peer *peer_hold(struct peers *peers, const struct address *address, int64_t now);
void peer_release(struct peer *peer);
/* One more of what is counted by the day; false: this address has had its share. */
bool peer_may_write(struct peers *peers, struct peer *peer, enum daily what, int64_t now);

/* How many addresses share a place at the most: what finding one may cost. */
unsigned peers_longest_chain(const struct peers *peers);

#endif
