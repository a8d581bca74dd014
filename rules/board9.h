/*
 * Bitboards for boards of 9 x 9: one bit for each square in 128 bits, numbered column by column (rules/square.h), so
 * that a step forward or back is a shift by one and a step sideways a shift by nine. What the games on such a board
 * share; pure functions over constant tables, usable from any thread.
 *
 * Sliding pieces look along rays. On a ray towards higher numbers the squares up to and including the first blocker
 * are what changes when 1 is subtracted from the blockers; on a ray towards lower numbers they are the bits from the
 * highest blocker upwards. Neither needs a branch or a large table.
 */
#ifndef RULES_BOARD9_H
#define RULES_BOARD9_H

#include "rules/square.h"

typedef unsigned __int128 board9;

enum { BOARD9_SIZE = 9, BOARD9_SQUARES = 81, BOARD9_DIRECTIONS = 8 };

/* The first four lead to higher square numbers, the others to lower ones; opposite directions differ by 4. */
enum board9_direction {
    DIRECTION_BACK = 0,     /* rank + 1: towards sente */
    DIRECTION_LEFT_FORWARD, /* file + 1, rank - 1 */
    DIRECTION_LEFT,         /* file + 1: left as sente sees it */
    DIRECTION_LEFT_BACK,
    DIRECTION_FORWARD, /* rank - 1 */
    DIRECTION_RIGHT_BACK,
    DIRECTION_RIGHT,
    DIRECTION_RIGHT_FORWARD,
    DIRECTION_NONE, /* the two squares share no line */
};

extern const board9 board9_ray[BOARD9_DIRECTIONS][BOARD9_SQUARES];
extern const board9 board9_pawn[SIDES][BOARD9_SQUARES];
extern const board9 board9_knight[SIDES][BOARD9_SQUARES];
extern const board9 board9_silver[SIDES][BOARD9_SQUARES];
extern const board9 board9_gold[SIDES][BOARD9_SQUARES];
extern const board9 board9_king[BOARD9_SQUARES];
extern const board9 board9_rook_lines[BOARD9_SQUARES]; /* all that a rook attacks on an empty board */
extern const board9 board9_bishop_lines[BOARD9_SQUARES];
/* From where a rook or bishop could attack some square next to this one, on an empty board. */
extern const board9 board9_rook_near[BOARD9_SQUARES];
extern const board9 board9_bishop_near[BOARD9_SQUARES];
extern const uint8_t board9_direction[BOARD9_SQUARES][BOARD9_SQUARES]; /* from, to: enum board9_direction */
extern const board9 board9_single[BOARD9_SQUARES]; /* a table: a 128-bit shift by a variable takes ten instructions */
extern const board9 board9_from_top[128];          /* all bits but the lower 127 - n */

#define BOARD9(high, low) ((board9)(high) << 64 | (board9)(low))

static inline board9 board9_bit(square_t square)
{
    return board9_single[square];
}

static inline board9 board9_all(void)
{
    return ((board9)1 << BOARD9_SQUARES) - 1;
}

/* The squares of one rank, 0 is rank a. */
static inline board9 board9_rank(unsigned rank)
{
    return BOARD9(0x100, 0x8040201008040201ULL) << rank; /* bits 0, 9, 18, ... 72 */
}

static inline unsigned board9_count(board9 set)
{
    return (unsigned)__builtin_popcountll((uint64_t)set) + (unsigned)__builtin_popcountll((uint64_t)(set >> 64));
}

/* The lowest square of a set that is not empty. */
static inline square_t board9_first(board9 set)
{
    uint64_t low = (uint64_t)set;
    return (square_t)(low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(set >> 64)));
}

/* Takes the lowest square out of a set that is not empty. */
static inline square_t board9_pop(board9 *set)
{
    square_t square = board9_first(*set);
    *set ^= board9_single[square];
    return square;
}

static inline bool board9_many(board9 set)
{
    return (set & (set - 1)) != 0;
}

/* One step of every piece of the set; pieces that would leave the board vanish. */
static inline board9 board9_forward(board9 set, enum side side)
{
    return side == SENTE ? (set & ~board9_rank(0)) >> 1 : (set & ~board9_rank(8)) << 1;
}

static inline board9 board9_backward(board9 set, enum side side)
{
    return board9_forward(set, side_other(side));
}

/* One step to the left and to the right. Bits beyond the board can appear: mask the result. */
static inline board9 board9_sideways(board9 set)
{
    return set << BOARD9_SIZE | set >> BOARD9_SIZE;
}

/* What a slider on `square` reaches in one direction, the first blocker included. */
static inline board9 board9_slide_up(unsigned direction, square_t square, board9 occupied)
{
    board9 ray = board9_ray[direction][square], blockers = occupied & ray;
    return ray & (blockers ^ (blockers - 1));
}

static inline board9 board9_slide_down(unsigned direction, square_t square, board9 occupied)
{
    board9 ray = board9_ray[direction][square], blockers = occupied & ray;
    uint64_t high = (uint64_t)(blockers >> 64), low = (uint64_t)blockers | 1;
    unsigned zeros = (unsigned)(high ? __builtin_clzll(high) : 64 + __builtin_clzll(low));
    return ray & board9_from_top[zeros];
}

static inline board9 board9_rook(square_t square, board9 occupied)
{
    return board9_slide_up(DIRECTION_BACK, square, occupied) | board9_slide_up(DIRECTION_LEFT, square, occupied) |
           board9_slide_down(DIRECTION_FORWARD, square, occupied) |
           board9_slide_down(DIRECTION_RIGHT, square, occupied);
}

static inline board9 board9_bishop(square_t square, board9 occupied)
{
    return board9_slide_up(DIRECTION_LEFT_FORWARD, square, occupied) |
           board9_slide_up(DIRECTION_LEFT_BACK, square, occupied) |
           board9_slide_down(DIRECTION_RIGHT_FORWARD, square, occupied) |
           board9_slide_down(DIRECTION_RIGHT_BACK, square, occupied);
}

static inline board9 board9_lance(square_t square, board9 occupied, enum side side)
{
    return side == SENTE ? board9_slide_down(DIRECTION_FORWARD, square, occupied)
                         : board9_slide_up(DIRECTION_BACK, square, occupied);
}

/* The squares strictly between two; empty when they share no line. */
static inline board9 board9_between(square_t a, square_t b)
{
    unsigned direction = board9_direction[a][b];
    if (direction == DIRECTION_NONE)
        return 0;
    return board9_ray[direction][a] ^ board9_ray[direction][b] ^ board9_bit(b);
}

/* The ray from a through b to the edge; empty when they share no line. */
static inline board9 board9_line(square_t a, square_t b)
{
    unsigned direction = board9_direction[a][b];
    return direction == DIRECTION_NONE ? 0 : board9_ray[direction][a];
}

/* The files, whole, that hold at least one piece of the set. */
static inline board9 board9_files(board9 set)
{
    /* Adding 255 to the lower eight squares of a file carries into the ninth exactly when one is occupied. */
    board9 last = board9_rank(8), low = board9_all() & ~last;
    board9 held = (((set & ~last) + low) | set) & last;
    board9 first = held >> 8;
    return (first << BOARD9_SIZE) - first;
}

static inline void board9_to_set(board9 from, struct square_set *to)
{
    to->word[0] |= (uint64_t)from;
    to->word[1] |= (uint64_t)(from >> 64);
}

#endif
