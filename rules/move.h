/*
 * A move of any game in 32 bits.
 *
 *   31      27 26     25    24     23 ... 16  15 ... 8      7 ... 0
 *   [ unused ][ mid? ][drop][promote][  mid   ][ from/kind ][  to  ]
 *
 * A drop holds the dropped kind where a board move holds its origin. `mid` is the first step of a double move (the lion
 * and its kin) and counts only when its bit is set, so a move without a middle has one representation only.
 * MOVE_NONE (0) is no move: from and to are equal there without a middle, which no game allows.
 */
#ifndef RULES_MOVE_H
#define RULES_MOVE_H

#include "rules/square.h"

typedef uint32_t move_t;

enum {
    MOVE_NONE = 0,
    MOVE_PROMOTE = 1 << 24,
    MOVE_DROP = 1 << 25,
    MOVE_DOUBLE = 1 << 26,
    MOVE_LIST_MAX = 4096, /* more than any position of any game has; each game asserts its own bound */
};

static inline move_t move_board(square_t from, square_t to)
{
    return (move_t)from << 8 | to;
}

static inline move_t move_drop(unsigned kind, square_t to)
{
    return MOVE_DROP | (move_t)kind << 8 | to;
}

static inline move_t move_double(square_t from, square_t mid, square_t to)
{
    return MOVE_DOUBLE | (move_t)mid << 16 | (move_t)from << 8 | to;
}

static inline square_t move_to(move_t move)
{
    return (square_t)move;
}

static inline square_t move_from(move_t move) /* not of a drop */
{
    return (square_t)(move >> 8);
}

static inline unsigned move_kind(move_t move) /* of a drop */
{
    return move >> 8 & 255;
}

static inline square_t move_mid(move_t move) /* of a double move */
{
    return (square_t)(move >> 16);
}

static inline bool move_is_drop(move_t move)
{
    return move & MOVE_DROP;
}

static inline bool move_is_promotion(move_t move)
{
    return move & MOVE_PROMOTE;
}

static inline bool move_is_double(move_t move)
{
    return move & MOVE_DOUBLE;
}

/* Owned by the caller, who need not clear it: generate() sets `count`. */
struct move_list {
    unsigned count;
    move_t moves[MOVE_LIST_MAX];
};

#endif
