/*
 * Who attacks what, when every piece with an own piece right behind it moves as that one.
 *
 * All questions go to sets of pieces by movement (struct movers), so that the tables of the usual movements serve here
 * too. The one thing a move can change in the enemy's movements is the piece that stood before a captured one:
 * annan_takers_after() asks that piece again, by its own kind.
 */
#include "games/annan/rules/position.h"

unsigned annan_moves_as(const struct position *position, square_t square)
{
    piece_t piece = position->board[square];
    bool sente = piece_side(piece) == SENTE;
    unsigned rank = square % BOARD9_SIZE;
    if (rank != (sente ? BOARD9_SIZE - 1 : 0)) {
        piece_t behind = position->board[sente ? square + 1 : square - 1];
        if (behind && piece_side(behind) == piece_side(piece))
            return piece_kind(behind);
    }
    return piece_kind(piece);
}

board9 annan_attackers(const struct movers *movers, enum side side, square_t square, board9 occupied)
{
    const board9 *as = movers->as;
    enum side other = side_other(side); /* a step of `side` to the square is a step of the other side from it */
    board9 attackers = (board9_pawn[other][square] & as[PAWN]) | (board9_knight[other][square] & as[KNIGHT]) |
                       (board9_silver[other][square] & as[SILVER]) | (board9_gold[other][square] & as[GOLD_MOVERS]) |
                       (board9_king[square] & (as[KING] | as[HORSE] | as[DRAGON]));
    board9 rooks = as[ROOK] | as[DRAGON], bishops = as[BISHOP] | as[HORSE];
    if (board9_rook_lines[square] & (rooks | as[LANCE]))
        attackers |= (board9_rook(square, occupied) & rooks) | (board9_lance(square, occupied, other) & as[LANCE]);
    if (board9_bishop_lines[square] & bishops)
        attackers |= board9_bishop(square, occupied) & bishops;
    return attackers;
}

board9 annan_danger(const struct movers *movers, enum side side, board9 zone, board9 occupied)
{
    const board9 *as = movers->as;
    board9 gold = as[GOLD_MOVERS], silver = as[SILVER];
    board9 ahead = board9_forward(gold | silver, side);
    board9 leaps = board9_forward(board9_forward(as[KNIGHT], side), side);
    board9 danger = ahead | board9_forward(as[PAWN], side) | board9_backward(gold, side) |
                    board9_sideways(ahead | gold | board9_backward(silver, side) | leaps);
    for (board9 set = as[KING] | as[HORSE] | as[DRAGON]; set;)
        danger |= board9_king[board9_pop(&set)];
    for (board9 set = as[LANCE]; set;) {
        square_t square = board9_pop(&set);
        if (board9_rook_lines[square] & zone)
            danger |= board9_lance(square, occupied, side);
    }
    for (board9 set = as[BISHOP] | as[HORSE]; set;) {
        square_t square = board9_pop(&set);
        if (board9_bishop_lines[square] & zone)
            danger |= board9_bishop(square, occupied);
    }
    for (board9 set = as[ROOK] | as[DRAGON]; set;) {
        square_t square = board9_pop(&set);
        if (board9_rook_lines[square] & zone)
            danger |= board9_rook(square, occupied);
    }
    return danger & zone;
}

board9 annan_takers_after(const struct army9 *p, square_t from, square_t to)
{
    enum side us = (enum side)p->head.side, them = side_other(us);
    square_t king = p->king[us];
    if (king == SQUARE_NONE)
        return 0;
    board9 target = board9_bit(to), occupied = army9_occupied(p) | target;
    if (from != SQUARE_NONE)
        occupied &= ~board9_bit(from);
    if (from == king)
        king = to;
    struct movers movers = annan_movers(p, them);
    board9 takers = annan_attackers(&movers, them, king, occupied) & ~target;
    if (!(annan_supporters(p, them) & target))
        return takers;
    /* The piece before the captured one moves by its own kind from now on. */
    board9 freed = board9_forward(target, them);
    square_t square = board9_first(freed);
    takers &= ~freed;
    if (army9_attacks(piece_kind(p->head.board[square]), them, square, occupied) & board9_bit(king))
        takers |= freed;
    return takers;
}

void annan_refresh(struct army9 *p)
{
    enum side us = (enum side)p->head.side, them = side_other(us);
    square_t king = p->king[us];
    p->checkers = p->pinned = 0;
    if (king == SQUARE_NONE)
        return;
    struct movers movers = annan_movers(p, them);
    const board9 *as = movers.as;
    board9 occupied = army9_occupied(p);
    p->checkers = annan_attackers(&movers, them, king, occupied);
    board9 snipers = (board9_rook_lines[king] & (as[ROOK] | as[DRAGON])) |
                     (board9_bishop_lines[king] & (as[BISHOP] | as[HORSE])) |
                     (board9_ray[us == SENTE ? DIRECTION_FORWARD : DIRECTION_BACK][king] & as[LANCE]);
    while (snipers) {
        board9 between = board9_between(king, board9_pop(&snipers)) & occupied;
        if (between && !board9_many(between))
            p->pinned |= between & p->pieces[us][ALL];
    }
}

board9 annan_revived(const struct army9 *p, unsigned kind, enum side side)
{
    if (p->head.rules.value[RULE_DEAD_PIECE] == DEAD_PIECE_BY_TYPE)
        return 0;
    /* From the last rank pawn, lance and knight go nowhere, from the one before it the knight; all others go somewhere.
     * A piece that leaves the square behind its target is itself one of those, so it never counts as its own support.
     */
    const board9 *mine = p->pieces[side];
    board9 knights = mine[KNIGHT], stuck = mine[PAWN] | mine[LANCE] | knights;
    board9 last = army9_dead_ranks(PAWN, side), dead = army9_dead_ranks(kind, side);
    return dead &
           ((last & board9_forward(mine[ALL] & ~stuck, side)) | (~last & board9_forward(mine[ALL] & ~knights, side)));
}

board9 annan_pawn_checks(const struct army9 *p, enum side side)
{
    square_t king = p->king[side_other(side)];
    if (king == SQUARE_NONE)
        return 0;
    board9 front = board9_pawn[side_other(side)][king];
    /* Supported or not, a pawn right before the king may attack it; a supported one may from anywhere its support's
     * movement says; and behind an own piece that stands before the king it makes that piece a pawn. */
    return front | board9_forward(p->pieces[side][ALL], side) | board9_backward(front & p->pieces[side][ALL], side);
}

bool annan_pawn_drop_mates(const struct army9 *p, square_t square)
{
    enum side us = (enum side)p->head.side, them = side_other(us);
    /* First the cheap question: is it check at all? */
    struct army9 after = *p;
    struct army9_undo undo;
    army9_apply(&after, move_drop(PAWN, square), &undo);
    struct movers movers = annan_movers(&after, us);
    if (!annan_attackers(&movers, us, after.king[them], army9_occupied(&after)))
        return false;
    annan_refresh(&after);
    return annan_count(&after.head, NULL) == 0;
}
