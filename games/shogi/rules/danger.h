/*
 * Where a king would be attacked, for a whole neighbourhood at once: the steps of all pieces of a kind are one shift,
 * and a slider is looked at only when it could see a square next to the king at all. Inline, so that each side gets
 * code of its own in the generator.
 */
#ifndef GAMES_SHOGI_DANGER_H
#define GAMES_SHOGI_DANGER_H

#include "games/shogi/rules/position.h"

/* The part of `zone` that `side` attacks when `occupied` squares block; `zone` lies within one step of `center`. */
static inline __attribute__((always_inline)) board9 shogi_danger(const struct army9 *p, enum side side, square_t center,
                                                                 board9 zone, board9 occupied)
{
    const board9 *mine = p->pieces[side];
    board9 gold = mine[GOLD_MOVERS], silver = mine[SILVER];
    board9 ahead = board9_forward(gold | silver, side);
    board9 leaps = board9_forward(board9_forward(mine[KNIGHT], side), side);
    board9 danger = ahead | board9_forward(mine[PAWN], side) | board9_backward(gold, side) |
                    board9_sideways(ahead | gold | board9_backward(silver, side) | leaps);
    if (p->king[side] != SQUARE_NONE)
        danger |= board9_king[p->king[side]];
    for (board9 set = mine[HORSE] | mine[DRAGON]; set;)
        danger |= board9_king[board9_pop(&set)];
    for (board9 set = (mine[BISHOP] | mine[HORSE]) & board9_bishop_near[center]; set;)
        danger |= board9_bishop(board9_pop(&set), occupied);
    for (board9 set = (mine[ROOK] | mine[DRAGON]) & board9_rook_near[center]; set;)
        danger |= board9_rook(board9_pop(&set), occupied);
    for (board9 set = mine[LANCE] & board9_rook_near[center]; set;) {
        square_t square = board9_pop(&set);
        if (board9_ray[side == SENTE ? DIRECTION_FORWARD : DIRECTION_BACK][square] & zone)
            danger |= board9_lance(square, occupied, side);
    }
    return danger & zone;
}

#endif
