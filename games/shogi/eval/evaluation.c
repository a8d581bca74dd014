/*
 * How good a position of shogi is.
 *
 *   material     on the board and in hand
 *   placement    how far a piece has come, how near it is to either king (attack, defence)
 *   kings        where they live; which squares around them the enemy attacks, which are left to flee to, and how much
 *                the enemy has in hand to drop there: these multiply, because an attack needs both
 *   mobility     of the sliding pieces
 *   tempo        for the side to move
 *
 * Everything is computed afresh at each call; nothing is kept.
 */
#include "games/shogi/eval/evaluation.h"

#include "games/shogi/rules/danger.h"

#include <stddef.h>

enum { TEMPO = 20, MOBILITY_ROOK = 3, MOBILITY_BISHOP = 3, MOBILITY_LANCE = 2, MOBILITY_MIDDLE = 5 };

static int hand_value(const uint8_t *hand)
{
    int value = 0;
    for (unsigned kind = PAWN; kind <= GOLD; kind++)
        value += hand[kind] * shogi_value_in_hand[kind];
    return value;
}

/* Material on the board and placement of all pieces but the king. */
static int pieces_value(const struct army9 *p, enum side side)
{
    square_t own = p->king[side], enemy = p->king[side_other(side)];
    const uint8_t *to_own = own != SQUARE_NONE ? shogi_ring[own] : NULL;
    const uint8_t *to_enemy = enemy != SQUARE_NONE ? shogi_ring[enemy] : NULL;
    int value = 0;
    board9 set = p->pieces[side][ALL] & ~p->pieces[side][KING];
    while (set) {
        square_t square = board9_pop(&set);
        unsigned kind = piece_kind(p->head.board[square]), rank = shogi_rank[square];
        value += shogi_value_on_board[kind] + shogi_value_of_rank[kind][side == SENTE ? rank : BOARD9_SIZE - 1 - rank];
        if (to_enemy)
            value += shogi_value_of_attack[kind][to_enemy[square]];
        if (to_own)
            value += shogi_value_of_defence[kind][to_own[square]];
    }
    return value;
}

static int mobility(const struct army9 *p, enum side side, board9 occupied)
{
    const board9 *mine = p->pieces[side];
    int value = 0;
    for (board9 set = mine[ROOK] | mine[DRAGON]; set;)
        value += MOBILITY_ROOK * ((int)board9_count(board9_rook(board9_pop(&set), occupied)) - MOBILITY_MIDDLE);
    for (board9 set = mine[BISHOP] | mine[HORSE]; set;)
        value += MOBILITY_BISHOP * ((int)board9_count(board9_bishop(board9_pop(&set), occupied)) - MOBILITY_MIDDLE);
    for (board9 set = mine[LANCE]; set;)
        value += MOBILITY_LANCE * ((int)board9_count(board9_lance(board9_pop(&set), occupied, side)) - 2);
    return value;
}

/* What the enemy could drop around the king, in rough units: how dangerous a hole is. */
static int hand_threat(const uint8_t *hand)
{
    return 5 * hand[ROOK] + 4 * hand[BISHOP] + 5 * hand[GOLD] + 4 * hand[SILVER] + 2 * hand[KNIGHT] + 2 * hand[LANCE] +
           (hand[PAWN] != 0);
}

/* The king of `side`: its home, and the holes around it. */
static int king_value(const struct army9 *p, enum side side, board9 occupied)
{
    square_t king = p->king[side];
    if (king == SQUARE_NONE)
        return 0;
    enum side enemy = side_other(side);
    const board9 *theirs = p->pieces[enemy];
    board9 around = board9_king[king];
    board9 attacked = shogi_danger(p, enemy, king, around, occupied & ~board9_bit(king));
    int holes = (int)board9_count(attacked & ~p->pieces[side][ALL]);
    int pressed = (int)board9_count(attacked & p->pieces[side][ALL]);
    int flights = (int)board9_count(around & ~attacked & ~p->pieces[side][ALL]);
    int heavy = (int)board9_count(theirs[ROOK] | theirs[DRAGON] | theirs[BISHOP] | theirs[HORSE]);
    int threat = hand_threat(p->head.hand[enemy]) + 2 * heavy;
    threat = threat > 24 ? 24 : threat;

    int value = shogi_value_of_home[side == SENTE ? king : BOARD9_SQUARES - 1 - king];
    value -= (holes * 3 + pressed * 2) * (4 + threat) / 2;
    value -= flights == 0 ? 6 + threat : 0;
    if (p->checkers && side == (enum side)p->head.side)
        value -= 10 + threat;
    return value;
}

static int score(const struct position *position)
{
    const struct army9 *p = army9_of_const(position);
    board9 occupied = army9_occupied(p);
    int value[SIDES];
    for (unsigned side = 0; side < SIDES; side++) {
        value[side] = hand_value(position->hand[side]) + pieces_value(p, (enum side)side) +
                      mobility(p, (enum side)side, occupied) + king_value(p, (enum side)side, occupied);
    }
    return value[position->side] - value[position->side ^ 1] + TEMPO;
}

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
    .score = score,
    .tactical = shogi_tactical,
    .gives_check = shogi_gives_check,
    .exchange = shogi_exchange,
    .pass_is_sound = pass_is_sound,
    .perft_sfens = shogi_perft_sfens,
    .search_sfens = shogi_search_sfens,
    .usual = true,
};
