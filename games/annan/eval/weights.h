/*
 * The weights of annan's evaluation; the numbers are in weights.c, written by tools/tune.
 *
 * `army` goes by the kinds of the pieces, which hands and promotion go by too; the rest by the movement that a piece
 * has just now, all that moves as gold under GOLD.
 */
#ifndef GAMES_ANNAN_EVAL_WEIGHTS_H
#define GAMES_ANNAN_EVAL_WEIGHTS_H

#include "rules/army9_terms.h"

struct annan_weights {
    struct army9_weights army;
    int16_t moves[KINDS];
    int16_t moves_place[KINDS][BOARD9_SQUARES];
    int16_t moves_own_king[KINDS][RELATIONS9];
    int16_t moves_enemy_king[KINDS][RELATIONS9];
    int16_t pair[KINDS][KINDS]; /* kind, and the movement it has */
    int16_t king_moves[KINDS];  /* the movement of the king */
};

extern const int16_t annan_weights[];

#endif
