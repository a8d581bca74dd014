/*
 * The move tree by root move. The whole tree is game->perft(); this one also says what lies below each move.
 */
#ifndef RULES_PERFT_H
#define RULES_PERFT_H

#include "rules/game.h"

/* Called with each root move and the nodes below it. */
typedef void perft_visit(void *context, move_t move, uint64_t nodes);

/* Counts by root move, in the order of generate(); depth is at least 1. Returns the sum; *position is as before. */
uint64_t perft_divide(const struct game *game, struct position *position, unsigned depth, perft_visit *visit,
                      void *context);

#endif
