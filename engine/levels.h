/*
 * The ten levels of play: how much a level may look at, and how it chooses among what it saw.
 */
#ifndef ENGINE_LEVELS_H
#define ENGINE_LEVELS_H

#include <stdint.h>

enum { LEVEL_MIN = 1, LEVEL_MAX = 10 };

struct level {
    unsigned depth;       /* plies, 0: no limit */
    uint64_t nodes;       /* 0: no limit */
    unsigned temperature; /* centipawns: a move that much worse than the best is half as likely; 0: always the best */
};

/* `level` is LEVEL_MIN..LEVEL_MAX. */
struct level level_of(unsigned level);

/* How much worse than the best, in centipawns, a move must be to have no chance at all. */
unsigned level_reach(unsigned temperature);

/* One of `count` choices by their scores (best score need not be first). Pure: the same seed, the same choice. */
unsigned level_choose(const int *scores, unsigned count, unsigned temperature, uint64_t seed);

/* A 64-bit mix for seeds (SplitMix64's finaliser). */
uint64_t seed_mix(uint64_t seed);

#endif
