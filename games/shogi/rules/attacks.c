/*
 * Who attacks what. Steps come from tables, slides from rays (rules/board9.h).
 */
#include "games/shogi/rules/danger.h"

board9 shogi_attackers(const struct army9 *p, enum side side, square_t square, board9 occupied)
{
    const board9 *mine = p->pieces[side];
    enum side other = side_other(side); /* a step of `side` to the square is a step of the other side from it */
    board9 steps = (board9_pawn[other][square] & mine[PAWN]) | (board9_knight[other][square] & mine[KNIGHT]) |
                   (board9_silver[other][square] & mine[SILVER]) | (board9_gold[other][square] & mine[GOLD_MOVERS]) |
                   (board9_king[square] & (mine[KING] | mine[HORSE] | mine[DRAGON]));
    board9 slides = (board9_lance(square, occupied, other) & mine[LANCE]) |
                    (board9_bishop(square, occupied) & (mine[BISHOP] | mine[HORSE])) |
                    (board9_rook(square, occupied) & (mine[ROOK] | mine[DRAGON]));
    return steps | slides;
}

/* Sliders of the enemy of `side` that would attack its king on an empty board. */
static inline board9 snipers(const struct army9 *p, enum side side, square_t king)
{
    const board9 *theirs = p->pieces[side_other(side)];
    unsigned forward = side == SENTE ? DIRECTION_FORWARD : DIRECTION_BACK;
    return (board9_rook_lines[king] & (theirs[ROOK] | theirs[DRAGON])) |
           (board9_bishop_lines[king] & (theirs[BISHOP] | theirs[HORSE])) | (board9_ray[forward][king] & theirs[LANCE]);
}

board9 shogi_pinned(const struct army9 *p, enum side side, board9 occupied)
{
    square_t king = p->king[side];
    board9 pinned = 0;
    if (king == SQUARE_NONE)
        return 0;
    for (board9 set = snipers(p, side, king); set;) {
        board9 between = board9_between(king, board9_pop(&set)) & occupied;
        if (between && !board9_many(between))
            pinned |= between & p->pieces[side][ALL];
    }
    return pinned;
}

void shogi_refresh(struct army9 *p)
{
    enum side us = (enum side)p->head.side;
    const board9 *theirs = p->pieces[side_other(us)];
    square_t king = p->king[us];
    p->checkers = p->pinned = 0;
    if (king == SQUARE_NONE)
        return;
    board9 occupied = army9_occupied(p);
    board9 checkers = (board9_pawn[us][king] & theirs[PAWN]) | (board9_knight[us][king] & theirs[KNIGHT]) |
                      (board9_silver[us][king] & theirs[SILVER]) | (board9_gold[us][king] & theirs[GOLD_MOVERS]) |
                      (board9_king[king] & (theirs[HORSE] | theirs[DRAGON]));
    for (board9 set = snipers(p, us, king); set;) {
        square_t sniper = board9_pop(&set);
        board9 between = board9_between(king, sniper) & occupied;
        if (!between)
            checkers |= board9_bit(sniper);
        else if (!board9_many(between))
            p->pinned |= between & p->pieces[us][ALL];
    }
    p->checkers = checkers;
}

bool shogi_pawn_drop_mates(const struct army9 *p, square_t square)
{
    enum side us = (enum side)p->head.side, them = side_other(us);
    square_t king = p->king[them];
    board9 pawn = board9_bit(square), occupied = army9_occupied(p) | pawn;

    board9 flight = board9_king[king] & ~p->pieces[them][ALL];
    if (flight & ~shogi_danger(p, us, king, flight, occupied & ~board9_bit(king)))
        return false; /* the king gets away, or takes the pawn */

    board9 takers = shogi_attackers(p, them, square, occupied) & ~board9_bit(king);
    if (!takers)
        return true;
    board9 pinned = shogi_pinned(p, them, occupied);
    if (takers & ~pinned)
        return false;
    /* A pinned piece can still take along its pin's line. */
    while (takers)
        if (board9_line(king, board9_pop(&takers)) & pawn)
            return false;
    return true;
}
