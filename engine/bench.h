/*
 * The search measurement, for the subcommand `bench` and for the test of its signature.
 */
#ifndef ENGINE_BENCH_H
#define ENGINE_BENCH_H

#include <stdbool.h>
#include <stdint.h>

enum { BENCH_DEPTH = 8 };

struct bench_total {
    uint64_t nodes;
    int64_t microseconds;
};

/* Searches every game's positions (`game` NULL) or one game's to `depth`; `loud`: a line for each game on standard
 * output. False, after a message on standard error, without memory or where a position cannot be read. */
bool bench_search(unsigned depth, const char *game, bool loud, struct bench_total *total);

#endif
