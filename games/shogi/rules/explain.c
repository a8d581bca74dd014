/*
 * Which rule forbids a move, and which squares show it. The questions are asked in the order in which a player would
 * want them answered: is there such a piece, can it go there at all, may it promote, and only then what the rules of
 * drops and of check say. The codes are listed in RULES.md.
 */
#include "games/shogi/rules/position.h"

static struct explanation forbidden(const char *rule, board9 squares)
{
    struct explanation why = {.rule = rule};
    board9_to_set(squares & board9_all(), &why.squares);
    return why;
}

static const struct explanation legal = {.rule = NULL};

static board9 king_bit(const struct army9 *p, enum side side)
{
    return p->king[side] == SQUARE_NONE ? 0 : board9_bit(p->king[side]);
}

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
    if (kind < PAWN || kind > GOLD || p->head.hand[us][kind] == 0)
        return forbidden("no_such_piece_in_hand", 0);
    if (army9_occupied(p) & target)
        return forbidden("occupied", target);
    if (move_is_promotion(move))
        return forbidden("cannot_promote", target);
    if (army9_dead_ranks(kind, us) & target)
        return forbidden("dead_piece", target);
    if (kind == PAWN && (board9_files(p->pieces[us][PAWN]) & target))
        return forbidden("nifu", p->pieces[us][PAWN] & board9_files(target));
    board9 takers = takers_after(p, SQUARE_NONE, to);
    if (takers)
        return forbidden("in_check", takers | king_bit(p, us));
    enum side them = side_other(us);
    if (kind == PAWN && king_bit(p, them) == board9_forward(target, us) && king_bit(p, them) &&
        shogi_pawn_drop_mates(p, to))
        return forbidden("uchifuzume", target | king_bit(p, them));
    return legal;
}

static struct explanation explain_board_move(const struct army9 *p, move_t move)
{
    enum side us = (enum side)p->head.side;
    square_t from = move_from(move), to = move_to(move);
    piece_t piece = p->head.board[from];
    if (piece == PIECE_NONE)
        return forbidden("no_piece", board9_bit(from));
    if (piece_side(piece) != us)
        return forbidden("wrong_turn", board9_bit(from));
    if (from == to)
        return forbidden("passing", board9_bit(from));
    board9 target = board9_bit(to);
    if (p->pieces[us][ALL] & target)
        return forbidden("own_piece", target);
    unsigned kind = piece_kind(piece);
    if (!(army9_attacks(kind, us, from, army9_occupied(p)) & target)) {
        /* For a slider, name what stands in its way. */
        board9 lines = army9_attacks(kind, us, from, 0);
        board9 blockers = lines & target ? board9_between(from, to) & army9_occupied(p) : 0;
        return forbidden("not_reachable", blockers);
    }
    if (move_is_promotion(move)) {
        bool can = army9_promotes(kind) && (army9_zone(us) & (board9_bit(from) | target));
        if (!can)
            return forbidden("cannot_promote", board9_bit(from));
    } else if (army9_dead_ranks(kind, us) & target) {
        return forbidden("must_promote", target);
    }
    board9 takers = takers_after(p, from, to);
    if (takers)
        return forbidden("in_check", takers | (kind == KING ? target : king_bit(p, us)));
    return legal;
}

struct explanation shogi_explain(const struct position *position, const struct history *history, move_t move)
{
    const struct army9 *p = army9_of_const(position);
    (void)history;
    if (move_to(move) >= BOARD9_SQUARES || move_is_double(move) ||
        (!move_is_drop(move) && move_from(move) >= BOARD9_SQUARES))
        return forbidden("not_reachable", 0);
    return move_is_drop(move) ? explain_drop(p, move) : explain_board_move(p, move);
}
