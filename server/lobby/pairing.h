/*
 * Whom to bring together: pure, time comes in.
 *
 * Two seeks go together when they are for the same game, the same clock, and both rated or both friendly, of two
 * players. Friendly ones: whoever has waited longest first. Rated ones also only when the difference of the ratings is
 * within the range of *both*; of several within it the nearest rating. A range widens while one waits:
 *
 *   range = PAIRING_RANGE + PAIRING_STEP * whole PAIRING_STEP_MS waited
 *
 * For whoever is provisional (fewer than PAIRING_PROVISIONAL rated games, so that the rating says little) it begins at
 * PAIRING_RANGE_FIRST. After PAIRING_PATIENCE_MS there is no limit: whoever waits that long plays with whoever else
 * does.
 */
#ifndef SERVER_LOBBY_PAIRING_H
#define SERVER_LOBBY_PAIRING_H

#include "server/store/lobby.h"

enum {
    PAIRING_RANGE = 100,
    PAIRING_RANGE_FIRST = 200,
    PAIRING_STEP = 50,
    PAIRING_STEP_MS = 5000,
    PAIRING_PATIENCE_MS = 60000,
    PAIRING_PROVISIONAL = 10,
    PAIRING_ANY = 1000000, /* a range without limit */
};

/* How far the other's rating may be away after `waited` ms; PAIRING_ANY for a friendly seek. A clock that was set back
 * makes a wait no shorter than none. */
unsigned pairing_range(const struct store_seek *seek, int64_t now);

struct pairing {
    unsigned first, second; /* places in the list of seeks */
};

/* Pairs of seeks that go together now, each seek in at most one; `pairs` has room for count / 2. Seeks are given the
 * oldest first, and are served in that order. Returns how many. */
unsigned pairing_match(const struct store_seek *seeks, unsigned count, int64_t now, struct pairing *pairs);

#endif
