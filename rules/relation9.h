/*
 * How one square of 9 x 9 lies to another: how many files away, left and right alike, and how many ranks before or
 * behind. What evaluations index by when they ask where a piece stands seen from a king.
 */
#ifndef RULES_RELATION9_H
#define RULES_RELATION9_H

#include "rules/board9.h"

enum { RELATION9_RANKS = 17, RELATIONS9 = 9 * RELATION9_RANKS };

/* [from][to]: files between * RELATION9_RANKS + (rank of to - rank of from) + 8, as sente sees it; for gote, turn both
 * squares round (square9_seen()). */
extern const uint8_t relation9[BOARD9_SQUARES][BOARD9_SQUARES];

/* A square as its own side sees the board. */
static inline square_t square9_seen(square_t square, enum side side)
{
    return side == SENTE ? square : (square_t)(BOARD9_SQUARES - 1 - square);
}

#endif
