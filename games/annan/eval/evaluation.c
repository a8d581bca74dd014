/*
 * How good a position of annan is: a sum of weights over what the usual army has (rules/army9_terms.h: pieces by kind,
 * hands, attacks, kings), where every attack is counted by the movements that the pieces borrow, and over those
 * movements themselves: what a piece can do now is worth something on its square and near the kings, whatever it is.
 *
 * The weights were learnt from games of the engine against itself (docs/tuning.md).
 */
#include "games/annan/eval/evaluation.h"
#include "games/annan/eval/weights.h"

#include <stddef.h>

static const struct annan_weights *weights(void)
{
    return (const struct annan_weights *)annan_weights;
}

/* One name for all that moves as gold. */
static ALWAYS_INLINE unsigned movement_named(unsigned kind)
{
    return army9_moves_as_gold(kind) ? GOLD : kind;
}

/* A piece that is no king: what it is, and what it can do because of its own kind or of the piece behind it. */
static ALWAYS_INLINE int piece_value(struct terms9 t, const struct army9 *p, enum side side, square_t square,
                                     square_t mover)
{
    const struct annan_weights *w = weights();
    unsigned kind = piece_kind(p->head.board[square]), moves = movement_named(piece_kind(p->head.board[mover]));
    square_t own = p->king[side], enemy = p->king[side_other(side)], seen = square9_seen(square, side);
    int value = army9_piece_value(t, p, side, kind, square);
    value += take9(t, &w->moves[moves], 1) + take9(t, &w->moves_place[moves][seen], 1);
    value += take9(t, &w->pair[kind][moves], 1);
    if (own != SQUARE_NONE)
        value += take9(t, &w->moves_own_king[moves][relation9[square9_seen(own, side)][seen]], 1);
    if (enemy != SQUARE_NONE)
        value += take9(t, &w->moves_enemy_king[moves][relation9[square9_seen(enemy, side)][seen]], 1);
    return value;
}

static ALWAYS_INLINE int pieces_value(struct terms9 t, const struct army9 *p, enum side side)
{
    board9 pieces = p->pieces[side][ALL] & ~army9_king(p, side);
    board9 supported = board9_forward(annan_supporters(p, side), side);
    int value = 0;
    for (board9 set = pieces & supported; set;) {
        square_t square = board9_pop(&set);
        value += piece_value(t, p, side, square, (square_t)(side == SENTE ? square + 1 : square - 1));
    }
    for (board9 set = pieces & ~supported; set;) {
        square_t square = board9_pop(&set);
        value += piece_value(t, p, side, square, square);
    }
    return value;
}

/* From sente's view. */
static ALWAYS_INLINE int value_of(const struct position *position, int16_t *coefficients)
{
    const struct army9 *p = army9_of_const(position);
    const struct terms9 t[SIDES] = {
        [SENTE] = {coefficients, 1, annan_weights, &weights()->army},
        [GOTE] = {coefficients, -1, annan_weights, &weights()->army},
    };
    const struct movers by_movement[SIDES] = {annan_movers(p, SENTE), annan_movers(p, GOTE)};
    const board9 *const movers[SIDES] = {by_movement[SENTE].as, by_movement[GOTE].as};
    board9 reach[SIDES] = {0};
    int value = 0;
    for (unsigned side = 0; side < SIDES; side++) {
        square_t king = p->king[side];
        if (king == SQUARE_NONE)
            continue;
        unsigned moves = movement_named(annan_moves_as(position, king));
        reach[side] = army9_attacks(moves, (enum side)side, king, army9_occupied(p));
        value += t[side].sign * take9(t[side], &weights()->king_moves[moves], 1);
    }
    return value + pieces_value(t[SENTE], p, SENTE) - pieces_value(t[GOTE], p, GOTE) +
           army9_common_value(t, p, movers, reach);
}

static int score(const struct position *position)
{
    int value = value_of(position, NULL);
    return position->side == SENTE ? value : -value;
}

static int trace(const struct position *position, int16_t *coefficients)
{
    value_of(position, coefficients);
    return 0;
}

static const struct weight_group groups[] = {
    ARMY9_WEIGHT_GROUPS(struct annan_weights),
    WEIGHT_GROUP(struct annan_weights, moves, KINDS),
    WEIGHT_GROUP(struct annan_weights, moves_place, BOARD9_SQUARES),
    WEIGHT_GROUP(struct annan_weights, moves_own_king, RELATION9_RANKS),
    WEIGHT_GROUP(struct annan_weights, moves_enemy_king, RELATION9_RANKS),
    WEIGHT_GROUP(struct annan_weights, pair, KINDS),
    WEIGHT_GROUP(struct annan_weights, king_moves, KINDS),
    {.name = NULL},
};

static const struct tuning tuning = {
    .groups = groups,
    .weights = annan_weights,
    .count = sizeof(struct annan_weights) / sizeof(int16_t),
    .trace = trace,
};

/* With drops in hand there is no zugzwang, and without them it needs an army that is all but gone: a piece that must
 * not move, lest the one before it loses its movement, has others beside it that may. */
static bool pass_is_sound(const struct position *position)
{
    const struct army9 *p = army9_of_const(position);
    enum side us = (enum side)position->side;
    for (unsigned kind = PAWN; kind <= GOLD; kind++) {
        if (position->hand[us][kind])
            return true;
    }
    return board9_count(p->pieces[us][ALL]) > 6;
}

static const char *const perft_sfens[] = {
    "ln5+P+P/1gskp4/pp4g1+P/2ppbNrP1/p3L1ppP/2G1S4/1G1K5/p3SbPs1/1+p+l5+l w r2n2p 146",
    NULL,
};
static const char *const search_sfens[] = {
    ARMY9_START,
    "ln1gk2nl/1Pl2g1s1/3+R2p2/p1p1pp2p/n2P1G1P1/P5Bp1/P1P+b1SP1P/5K3/r1+s3g+nL b s3p 75",
    "+N8/3g1g2l/n1s1pkp1n/1P1p3Pp/B4P3/1SPPp2pP/1S2G4/LB4SR1/P2GK3L b RNL5P 69",
    NULL,
};

const struct evaluation annan_evaluation = {
    .game = &annan_game,
    .levels = annan_levels,
    .scale = 1201, /* weights.c */
    .score = score,
    .tactical = annan_tactical,
    .gives_check = annan_gives_check,
    .exchange = annan_exchange,
    .pass_is_sound = pass_is_sound,
    .tuning = &tuning,
    .perft_sfens = perft_sfens,
    .search_sfens = search_sfens,
};
