/*
 * The part of a position that every game has. A game's own position starts with this struct and adds its derived
 * state (bitboards, checkers, ...); code that knows no game keeps positions in `union position_store` and passes
 * pointers to the head. Positions are plain data: no pointers, assignable, comparable only through `key`.
 */
#ifndef RULES_POSITION_H
#define RULES_POSITION_H

#include "rules/move.h"
#include "rules/piece.h"
#include "rules/ruleset.h"

enum {
    HAND_KINDS = 8,      /* kinds 1..7 can be in a hand */
    HAND_COUNT_MAX = 18, /* of one kind */
    POSITION_NUMBER_MAX = 65535,
    POSITION_BYTES = 2048, /* the largest position of any game; each game asserts that it fits */
    UNDO_BYTES = 192,
};

struct position {
    uint64_t key;                    /* of board, hands, side to move, mark: equal positions have equal keys (R7) */
    uint8_t side;                    /* enum side: who moves */
    square_t mark;                   /* where a lion was just taken by another piece (R34); otherwise SQUARE_NONE */
    uint16_t number;                 /* SFEN's fourth field: number of the next ply, from 1 */
    struct ruleset rules;            /* values of the game's local rules, fixed during a game */
    uint8_t hand[SIDES][HAND_KINDS]; /* pieces in hand, or captured where there are no drops, by kind */
    piece_t board[SQUARES_MAX];      /* by square number of this board's size */
};

/* Whether a board move takes something by going onto or over it. */
static inline bool position_takes(const struct position *position, move_t move)
{
    if (move_is_drop(move))
        return false;
    return (move_to(move) != move_from(move) && position->board[move_to(move)] != PIECE_NONE) ||
           (move_is_double(move) && position->board[move_mid(move)] != PIECE_NONE);
}

/* Aligned no more than malloc() aligns, so that what holds one may come from any allocator. */
union position_store {
    struct position head;
    _Alignas(16) unsigned char bytes[POSITION_BYTES];
};

/* What apply() keeps for undo(). Owned by the caller, one for each ply; opaque to all but the game. */
union undo_store {
    _Alignas(16) unsigned char bytes[UNDO_BYTES];
};

#endif
