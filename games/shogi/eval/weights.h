/*
 * The weights of shogi's evaluation; the numbers are in weights.c, written by tools/tune.
 */
#ifndef GAMES_SHOGI_EVAL_WEIGHTS_H
#define GAMES_SHOGI_EVAL_WEIGHTS_H

#include "rules/army9_terms.h"

struct shogi_weights {
    struct army9_weights army;
};

extern const int16_t shogi_weights[];

#endif
