/*
 * How good a position of shogi is: a sum of weights (rules/army9_terms.h) over
 *
 *   pieces       by kind, by square, and by where they stand seen from either king, which knows castles and attacks
 *   hands        by count
 *   attacks      pieces that hang, that are pressed, or that a pawn drives away; freedom of the sliders
 *   kings        who attacks and who guards the squares beside them and further away, where they can flee to, what can
 *                be dropped there
 *   tempo        for the side to move
 *
 * The weights were learnt from games of the engine against itself (docs/tuning.md).
 */
#include "games/shogi/eval/evaluation.h"
#include "games/shogi/eval/weights.h"

#include <stddef.h>

static const struct shogi_weights *weights(void)
{
    return (const struct shogi_weights *)shogi_weights;
}

static ALWAYS_INLINE int pieces_value(struct terms9 t, const struct army9 *p, enum side side)
{
    int value = 0;
    for (board9 set = p->pieces[side][ALL] & ~army9_king(p, side); set;) {
        square_t square = board9_pop(&set);
        value += army9_piece_value(t, p, side, piece_kind(p->head.board[square]), square);
    }
    return value;
}

/* From sente's view. */
static ALWAYS_INLINE int value_of(const struct army9 *p, int16_t *coefficients)
{
    const struct terms9 t[SIDES] = {
        [SENTE] = {coefficients, 1, shogi_weights, &weights()->army},
        [GOTE] = {coefficients, -1, shogi_weights, &weights()->army},
    };
    const board9 *const movers[SIDES] = {p->pieces[SENTE], p->pieces[GOTE]};
    board9 reach[SIDES] = {0};
    for (unsigned side = 0; side < SIDES; side++) {
        if (p->king[side] != SQUARE_NONE)
            reach[side] = board9_king[p->king[side]];
    }
    return pieces_value(t[SENTE], p, SENTE) - pieces_value(t[GOTE], p, GOTE) + army9_common_value(t, p, movers, reach);
}

static int score(const struct position *position)
{
    int value = value_of(army9_of_const(position), NULL);
    return position->side == SENTE ? value : -value;
}

static int trace(const struct position *position, int16_t *coefficients)
{
    value_of(army9_of_const(position), coefficients);
    return 0;
}

static const struct weight_group groups[] = {ARMY9_WEIGHT_GROUPS(struct shogi_weights), {.name = NULL}};

static const struct tuning tuning = {
    .groups = groups,
    .weights = shogi_weights,
    .count = sizeof(struct shogi_weights) / sizeof(int16_t),
    .trace = trace,
};

/* Zugzwang needs a side that has next to nothing left to move; with drops in hand there is none. */
static bool pass_is_sound(const struct position *position)
{
    const struct army9 *p = army9_of_const(position);
    enum side us = (enum side)position->side;
    for (unsigned kind = PAWN; kind <= GOLD; kind++) {
        if (position->hand[us][kind])
            return true;
    }
    return board9_count(p->pieces[us][ALL]) > 3;
}

const struct evaluation shogi_evaluation = {
    .game = &shogi_game,
    .levels = shogi_levels,
    .scale = 658, /* weights.c */
    .score = score,
    .tactical = shogi_tactical,
    .gives_check = shogi_gives_check,
    .exchange = shogi_exchange,
    .pass_is_sound = pass_is_sound,
    .tuning = &tuning,
    .perft_sfens = shogi_perft_sfens,
    .search_sfens = shogi_search_sfens,
    .usual = true,
};
