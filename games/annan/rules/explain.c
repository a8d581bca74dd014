/*
 * Which rule forbids a move, and which squares show it: for a piece that moves as another one, the one behind it is
 * shown too. The codes are listed in RULES.md.
 */
#include "games/annan/rules/position.h"

static const struct explanation legal = {.rule = NULL};

/* The own piece right behind a square, if there is one. */
static board9 support(const struct army9 *p, enum side side, square_t square)
{
    return board9_backward(board9_bit(square), side) & p->pieces[side][ALL];
}

/* The enemy pieces `takers` and those that lend them their movement, once `to` holds an own piece. */
static board9 with_lenders(const struct army9 *p, board9 takers, square_t to)
{
    enum side them = side_other((enum side)p->head.side);
    return takers | (board9_backward(takers, them) & p->pieces[them][ALL] & ~board9_bit(to));
}

static struct explanation explain_drop(const struct army9 *p, move_t move)
{
    enum side us = (enum side)p->head.side;
    unsigned kind = move_kind(move);
    square_t to = move_to(move);
    board9 target = board9_bit(to);
    if (army9_dead_ranks(kind, us) & ~annan_revived(p, kind, us) & target)
        return army9_forbidden(
            "dead_piece",
            target | (p->head.rules.value[RULE_DEAD_PIECE] == DEAD_PIECE_SUPPORT ? support(p, us, to) : 0));
    if (kind == PAWN && (board9_files(p->pieces[us][PAWN]) & target))
        return army9_forbidden("nifu", p->pieces[us][PAWN] & board9_files(target));
    board9 takers = annan_takers_after(p, SQUARE_NONE, to);
    if (takers)
        return army9_forbidden("in_check", with_lenders(p, takers, to) | army9_king(p, us));
    if (kind == PAWN && (annan_pawn_checks(p, us) & target) && annan_pawn_drop_mates(p, to))
        return army9_forbidden("uchifuzume", target | army9_king(p, side_other(us)));
    return legal;
}

static struct explanation explain_board_move(const struct army9 *p, move_t move)
{
    enum side us = (enum side)p->head.side;
    square_t from = move_from(move), to = move_to(move);
    board9 target = board9_bit(to);
    unsigned own_kind = piece_kind(p->head.board[from]), moves_as = annan_moves_as(&p->head, from);
    if (!(army9_attacks(moves_as, us, from, army9_occupied(p)) & target)) {
        bool blocked = army9_attacks(moves_as, us, from, 0) & target;
        bool lost = moves_as != own_kind && (army9_attacks(own_kind, us, from, army9_occupied(p)) & target);
        if (!blocked && lost) /* its own movement would do, but it has another one now */
            return army9_forbidden("moves_as_support", support(p, us, from));
        return army9_forbidden("not_reachable",
                               blocked ? board9_between(from, to) & army9_occupied(p) : support(p, us, from));
    }
    if (move_is_promotion(move)) {
        if (!army9_promotes(own_kind) || !(army9_zone(us) & (board9_bit(from) | target)))
            return army9_forbidden("cannot_promote", board9_bit(from));
    } else if (army9_dead_ranks(own_kind, us) & ~annan_revived(p, own_kind, us) & target) {
        return army9_forbidden("must_promote", target);
    }
    board9 takers = annan_takers_after(p, from, to);
    if (takers)
        return army9_forbidden("in_check",
                               with_lenders(p, takers, to) | (own_kind == KING ? target : army9_king(p, us)));
    return legal;
}

struct explanation annan_explain(const struct position *position, const struct history *history, move_t move)
{
    const struct army9 *p = army9_of_const(position);
    (void)history;
    struct explanation first = army9_explain_first(p, move);
    if (first.rule)
        return first;
    return move_is_drop(move) ? explain_drop(p, move) : explain_board_move(p, move);
}
