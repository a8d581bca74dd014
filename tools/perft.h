/*
 * `shogikan perft --game G [--rule name=value]... [--sfen S] --depth N [--divide]`: the number of leaves of the move
 * tree. The last line is `nodes N`; --divide writes a line `usi N` for each root move before it. A finished position
 * has no children (the root is never taken for finished); repetition and move limit do not count.
 */
#ifndef TOOLS_PERFT_H
#define TOOLS_PERFT_H

#include "rules/game.h"

enum { PERFT_DEPTH_MAX = 32 };

/* Called with each root move and the nodes below it. */
typedef void perft_visit(void *context, move_t move, uint64_t nodes);

/* Counts by root move, in the order of generate(); depth is at least 1. Returns the sum; *position is as before. */
uint64_t perft_divide(const struct game *game, struct position *position, unsigned depth, perft_visit *visit,
                      void *context);

#endif
