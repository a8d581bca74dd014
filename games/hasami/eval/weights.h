/*
 * The weights of hasami's evaluation, in centipawns; the numbers are in weights.c, written by tools/tune.
 */
#ifndef GAMES_HASAMI_EVAL_WEIGHTS_H
#define GAMES_HASAMI_EVAL_WEIGHTS_H

#include "games/hasami/rules/position.h"

enum {
    WIN_RULES = 3,
    LEFT_COUNTS = 10, /* captures left to the win, 9 and more alike */
    TAKEN_COUNTS = 5, /* pieces taken or threatened at once, 4 and more alike */
};

/* On the move, waiting. */
struct hasami_weights {
    int16_t tempo;
    int16_t left[WIN_RULES][LEFT_COUNTS]; /* by the captures that the side still needs */
    int16_t threat[SIDES][TAKEN_COUNTS];  /* the most that it could take with one move */
    int16_t threats[SIDES];               /* for each square where a piece of its would take something */
    int16_t latent[SIDES];                /* for each such square that it cannot reach at once */
    int16_t reach;                        /* for each square that some piece of its can go to */
    int16_t stuck;                        /* for each piece that cannot move */
    int16_t pair, diagonal;               /* for each two own pieces side by side, corner to corner */
    int16_t beside_enemy;                 /* for each of its pieces that touches an enemy's */
    int16_t cornered;                     /* a piece in a corner with an enemy beside it */
    int16_t edge, home, far;              /* for each piece on an edge file, on its own first rank, on the enemy's */
};

extern const int16_t hasami_weights[];

#endif
