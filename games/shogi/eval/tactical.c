/*
 * What the search asks about single moves where nothing else is looked at: captures and promotions, and whether a move
 * will give check.
 *
 * Pawns, bishops and rooks that may promote are listed promoting only: nothing speaks for the other form but rare
 * problems with pawn drops, which quiescence does not see anyway.
 */
#include "games/shogi/eval/evaluation.h"

#include "games/shogi/rules/danger.h"

static void list_moves(struct move_list *list, move_t base, board9 targets)
{
    while (targets)
        list->moves[list->count++] = base | board9_pop(&targets);
}

/* Captures and promotions of one piece among the squares it may go to. */
static void list_piece(const struct army9 *p, struct move_list *list, square_t from, board9 targets)
{
    enum side us = (enum side)p->head.side;
    unsigned kind = piece_kind(p->head.board[from]);
    board9 captures = targets & p->pieces[side_other(us)][ALL];
    if (kind >= GOLD) {
        list_moves(list, move_board(from, 0), captures);
        return;
    }
    board9 zone = army9_zone(us), promoting = board9_bit(from) & zone ? targets : targets & zone;
    list_moves(list, move_board(from, 0) | MOVE_PROMOTE, promoting);
    if (kind == PAWN || kind == BISHOP || kind == ROOK)
        captures &= ~promoting;
    list_moves(list, move_board(from, 0), captures & ~army9_dead_ranks(kind, us));
}

void shogi_tactical(const struct position *position, const struct history *history, struct move_list *list)
{
    const struct army9 *p = army9_of_const(position);
    enum side us = (enum side)position->side, them = side_other(us);
    board9 own = p->pieces[us][ALL], enemy = p->pieces[them][ALL], occupied = own | enemy;
    square_t king = p->king[us];
    (void)history;
    list->count = 0;
    if (king != SQUARE_NONE) {
        board9 captures = board9_king[king] & enemy;
        if (captures)
            captures &= ~shogi_danger(p, them, king, captures, occupied & ~board9_bit(king));
        list_moves(list, move_board(king, 0), captures);
    }
    board9 zone = army9_zone(us), reach = enemy | zone;
    board9 pawns = p->pieces[us][PAWN] & board9_forward(reach & ~own, them);
    for (board9 set = pawns | (own & ~p->pieces[us][PAWN] & ~p->pieces[us][KING]); set;) {
        square_t from = board9_pop(&set);
        board9 targets = army9_attacks(piece_kind(position->board[from]), us, from, occupied) & ~own;
        if (p->pinned & board9_bit(from))
            targets &= board9_line(king, from);
        list_piece(p, list, from, targets);
    }
}

bool shogi_gives_check(const struct position *position, move_t move)
{
    const struct army9 *p = army9_of_const(position);
    enum side us = (enum side)position->side;
    square_t king = p->king[side_other(us)], to = move_to(move);
    if (king == SQUARE_NONE)
        return false;
    board9 target = board9_bit(king), occupied = army9_occupied(p) | board9_bit(to);
    if (move_is_drop(move))
        return army9_attacks(move_kind(move), us, to, occupied) & target;
    square_t from = move_from(move);
    unsigned kind = piece_kind(position->board[from]) + (move_is_promotion(move) ? PROMOTED : 0);
    occupied &= ~board9_bit(from);
    if (army9_attacks(kind, us, to, occupied) & target)
        return true;
    /* A line to the king opened by leaving it. */
    if (board9_direction[king][from] == DIRECTION_NONE)
        return false;
    return shogi_attackers(p, us, king, occupied) & occupied & ~board9_bit(to);
}
