/*
 * The levels of play: how they limit a search, and how a weak one chooses among what it saw.
 */
#ifndef ENGINE_LEVELS_H
#define ENGINE_LEVELS_H

#include "engine/search.h"

/* A level of the game that is evaluated; `level` is LEVEL_MIN..LEVEL_MAX. */
const struct level *level_of(const struct evaluation *evaluation, unsigned level);

/* Adds what the level limits to what is limited already. The seed of its draws is the caller's to set. */
void level_limit(const struct level *level, struct search_limits *limits);

/* Whether a move that is drawn `chance` times of CHANCE_ALWAYS is drawn this time. Pure, as all that follow. */
bool level_lapses(unsigned chance, uint64_t seed);

/* How much worse than the best, in centipawns, a move must be to have no chance at all. */
unsigned level_reach(unsigned temperature);

/* One of `count` choices by their scores (best score need not be first). */
unsigned level_choose(const int *scores, unsigned count, unsigned temperature, uint64_t seed);

/* A 64-bit mix for seeds (SplitMix64's finaliser). */
uint64_t seed_mix(uint64_t seed);

#endif
