/*
 * The size of the move tree: the test that a game's moves, make and unmake are right. The past never counts, and a
 * position that is finished has no children, but the root is never taken for finished.
 */
#ifndef RULES_PERFT_H
#define RULES_PERFT_H

#include "rules/game.h"

/* Nodes at that depth below *position, which is as before afterwards; 1 at depth 0. The last ply is counted, not
 * played. */
uint64_t perft_nodes(const struct game *game, struct position *position, unsigned depth);

/* Called with each root move and the nodes below it. */
typedef void perft_visit(void *context, move_t move, uint64_t nodes);

/* Counts by root move, in the order of generate(); depth is at least 1. Returns the sum; *position is as before. */
uint64_t perft_divide(const struct game *game, struct position *position, unsigned depth, perft_visit *visit,
                      void *context);

#endif
