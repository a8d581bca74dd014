/*
 * Which rule forbids a move, and which squares show it. The questions are asked in the order in which a player would
 * want them answered: is there such a piece, can it go there at all, may it promote, and only then what the rules of
 * drops and of check say. The codes are listed in RULES.md.
 */
#include "games/shogi/rules/position.h"

static const struct explanation legal = {.rule = NULL};

/* Enemy pieces that would take the king of the side to move if `from` were empty (SQUARE_NONE: a drop) and `to` its. */
static board9 takers_after(const struct army9 *p, square_t from, square_t to)
{
    enum side us = (enum side)p->head.side;
    square_t king = p->king[us];
    if (king == SQUARE_NONE)
        return 0;
    board9 occupied = army9_occupied(p) | board9_bit(to);
    if (from != SQUARE_NONE)
        occupied &= ~board9_bit(from);
    if (from == king)
        king = to;
    return shogi_attackers(p, side_other(us), king, occupied) & ~board9_bit(to);
}

static struct explanation explain_drop(const struct army9 *p, move_t move)
{
    enum side us = (enum side)p->head.side;
    unsigned kind = move_kind(move);
    square_t to = move_to(move);
    board9 target = board9_bit(to);
    if (army9_dead_ranks(kind, us) & target)
        return army9_forbidden("dead_piece", target);
    if (kind == PAWN && (board9_files(p->pieces[us][PAWN]) & target))
        return army9_forbidden("nifu", p->pieces[us][PAWN] & board9_files(target));
    board9 takers = takers_after(p, SQUARE_NONE, to);
    if (takers)
        return army9_forbidden("in_check", takers | army9_king(p, us));
    enum side them = side_other(us);
    if (kind == PAWN && army9_king(p, them) == board9_forward(target, us) && army9_king(p, them) &&
        shogi_pawn_drop_mates(p, to))
        return army9_forbidden("uchifuzume", target | army9_king(p, them));
    return legal;
}

static struct explanation explain_board_move(const struct army9 *p, move_t move)
{
    enum side us = (enum side)p->head.side;
    square_t from = move_from(move), to = move_to(move);
    board9 target = board9_bit(to);
    unsigned kind = piece_kind(p->head.board[from]);
    if (!(army9_attacks(kind, us, from, army9_occupied(p)) & target)) {
        /* For a slider, name what stands in its way. */
        board9 lines = army9_attacks(kind, us, from, 0);
        board9 blockers = lines & target ? board9_between(from, to) & army9_occupied(p) : 0;
        return army9_forbidden("not_reachable", blockers);
    }
    if (move_is_promotion(move)) {
        bool can = army9_promotes(kind) && (army9_zone(us) & (board9_bit(from) | target));
        if (!can)
            return army9_forbidden("cannot_promote", board9_bit(from));
    } else if (army9_dead_ranks(kind, us) & target) {
        return army9_forbidden("must_promote", target);
    }
    board9 takers = takers_after(p, from, to);
    if (takers)
        return army9_forbidden("in_check", takers | (kind == KING ? target : army9_king(p, us)));
    return legal;
}

struct explanation shogi_explain(const struct position *position, const struct history *history, move_t move)
{
    const struct army9 *p = army9_of_const(position);
    (void)history;
    struct explanation first = army9_explain_first(p, move);
    if (first.rule)
        return first;
    return move_is_drop(move) ? explain_drop(p, move) : explain_board_move(p, move);
}
