/*
 * Pieces as every game writes them on the common board: a kind (1..63) and a side.
 * 0 is an empty square. What a kind is called and becomes stands in the game's table (rules/game.h).
 */
#ifndef RULES_PIECE_H
#define RULES_PIECE_H

#include "rules/square.h"

typedef uint8_t piece_t;

enum { PIECE_NONE = 0, KIND_MAX = 63, PIECE_SIDE_BIT = 64 };

static inline piece_t piece_of(unsigned kind, enum side side)
{
    return (piece_t)(kind | (side == GOTE ? PIECE_SIDE_BIT : 0));
}

static inline unsigned piece_kind(piece_t piece)
{
    return piece & KIND_MAX;
}

static inline enum side piece_side(piece_t piece) /* not of PIECE_NONE */
{
    return piece & PIECE_SIDE_BIT ? GOTE : SENTE;
}

struct piece_info {
    char letter;      /* upper case, as in SFEN; '\0' ends a table of pieces at index >= 1 */
    bool promoted;    /* SFEN writes '+' before the letter */
    bool royal;       /* the game is about losing or keeping it */
    uint8_t promotes; /* the kind it becomes, 0: never */
    uint8_t in_hand;  /* the kind it is in the hand of its captor, 0: leaves the game */
    uint16_t worth;   /* rough value in pawns x 100, for ordering and for weak levels; not the evaluation */
};

#endif
