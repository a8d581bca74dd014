/*
 * Squares, sides and sets of squares, for boards of up to 12 x 12.
 *
 * A square is numbered column by column: (file - 1) * ranks + rank, where file 1 is at the right hand of sente and
 * rank 0 is 'a', the far rank seen from sente. So "forward" is -1 for sente and +1 for gote on every board.
 */
#ifndef RULES_SQUARE_H
#define RULES_SQUARE_H

#include <stdbool.h>
#include <stdint.h>

typedef uint8_t square_t;

enum {
    FILES_MAX = 12,
    RANKS_MAX = 12,
    SQUARES_MAX = FILES_MAX * RANKS_MAX,
    SQUARE_NONE = 255,
};

enum side { SENTE = 0, GOTE = 1, SIDES = 2, NOBODY = 2 };

static inline enum side side_other(enum side side)
{
    return (enum side)(side ^ 1);
}

/* A set of squares of any board; plain data. */
struct square_set {
    uint64_t word[(SQUARES_MAX + 63) / 64];
};

static inline void square_set_add(struct square_set *set, square_t square)
{
    set->word[square >> 6] |= 1ULL << (square & 63);
}

static inline bool square_set_has(const struct square_set *set, square_t square)
{
    return set->word[square >> 6] >> (square & 63) & 1;
}

#endif
