/*
 * What the search asks about single moves where nothing else is looked at: captures and promotions, and whether a move
 * will give check. What is legal is decided as in rules/generate.c: pins are masks, and the capture of a piece that
 * lends its movement is tried.
 *
 * Pawns, bishops and rooks that may promote are listed promoting only: nothing speaks for the other form but rare
 * problems with pawn drops, which quiescence does not see anyway.
 */
#include "games/annan/eval/evaluation.h"

static void list_moves(struct move_list *list, move_t base, board9 targets)
{
    while (targets)
        list->moves[list->count++] = base | board9_pop(&targets);
}

/* Leaves of `targets` those where the own king is safe afterwards. */
static board9 tried(const struct army9 *p, square_t from, board9 targets)
{
    board9 safe = 0;
    while (targets) {
        square_t to = board9_pop(&targets);
        if (!annan_takers_after(p, from, to))
            safe |= board9_bit(to);
    }
    return safe;
}

/* Captures and promotions of one piece among the squares it may go to. */
static void list_piece(const struct army9 *p, struct move_list *list, square_t from, board9 targets)
{
    enum side us = (enum side)p->head.side;
    unsigned kind = piece_kind(p->head.board[from]);
    board9 captures = targets & p->pieces[side_other(us)][ALL];
    if (!army9_promotes(kind)) {
        list_moves(list, move_board(from, 0), captures);
        return;
    }
    board9 zone = army9_zone(us), promoting = board9_bit(from) & zone ? targets : targets & zone;
    list_moves(list, move_board(from, 0) | MOVE_PROMOTE, promoting);
    if (kind == PAWN || kind == BISHOP || kind == ROOK)
        captures &= ~promoting;
    if (kind <= KNIGHT)
        captures &= ~army9_dead_ranks(kind, us) | annan_revived(p, kind, us);
    list_moves(list, move_board(from, 0), captures);
}

void annan_tactical(const struct position *position, const struct history *history, struct move_list *list)
{
    const struct army9 *p = army9_of_const(position);
    enum side us = (enum side)position->side, them = side_other(us);
    board9 own = p->pieces[us][ALL], enemy = p->pieces[them][ALL], occupied = own | enemy;
    square_t king = p->king[us];
    board9 trials = king != SQUARE_NONE ? annan_supporters(p, them) : 0;
    board9 zone = army9_zone(us);
    (void)history;
    list->count = 0;
    for (board9 set = own & ~army9_king(p, us); set;) {
        square_t from = board9_pop(&set);
        bool promotes = army9_promotes(piece_kind(position->board[from]));
        board9 reach = !promotes ? enemy : board9_bit(from) & zone ? ~own : enemy | (zone & ~own);
        board9 attacks = army9_attacks(annan_moves_as(position, from), us, from, occupied) & reach;
        if (!attacks)
            continue;
        board9 targets = attacks & ~trials;
        if (p->pinned & board9_bit(from))
            targets &= board9_line(king, from);
        list_piece(p, list, from, targets | tried(p, from, attacks & trials));
    }
    if (king == SQUARE_NONE)
        return;
    board9 captures = army9_attacks(annan_moves_as(position, king), us, king, occupied) & enemy;
    board9 flight = captures & ~trials;
    if (flight) {
        struct movers theirs = annan_movers(p, them);
        flight &= ~annan_danger(&theirs, them, flight, occupied & ~board9_bit(king));
    }
    list_moves(list, move_board(king, 0), flight | tried(p, king, captures & trials));
}

/* The kind on a square after a move of `us`; 0: none of theirs. */
static unsigned own_after(const struct position *position, enum side us, move_t move, square_t square)
{
    if (square == move_to(move)) {
        if (move_is_drop(move))
            return move_kind(move);
        return piece_kind(position->board[move_from(move)]) + (move_is_promotion(move) ? PROMOTED : 0);
    }
    piece_t piece = position->board[square];
    if (!piece || piece_side(piece) != us || (!move_is_drop(move) && square == move_from(move)))
        return 0;
    return piece_kind(piece);
}

/* The square before (+1) or behind (-1) another as `side` sees it; SQUARE_NONE beyond the edge. */
static square_t neighbour(square_t square, enum side side, int ahead)
{
    int step = side == SENTE ? -ahead : ahead, rank = square % BOARD9_SIZE + step;
    return rank < 0 || rank >= BOARD9_SIZE ? SQUARE_NONE : (square_t)(square + step);
}

/* Whether the piece of `us` on a square, if there is one after the move, attacks the target. */
static bool attacks_after(const struct position *position, enum side us, move_t move, square_t square, board9 occupied,
                          board9 target)
{
    unsigned kind = square == SQUARE_NONE ? 0 : own_after(position, us, move, square);
    if (!kind)
        return false;
    square_t behind = neighbour(square, us, -1);
    unsigned support = behind == SQUARE_NONE ? 0 : own_after(position, us, move, behind);
    return army9_attacks(support ? support : kind, us, square, occupied) & target;
}

bool annan_gives_check(const struct position *position, move_t move)
{
    const struct army9 *p = army9_of_const(position);
    enum side us = (enum side)position->side;
    square_t king = p->king[side_other(us)], to = move_to(move);
    if (king == SQUARE_NONE)
        return false;
    board9 target = board9_bit(king), occupied = army9_occupied(p) | board9_bit(to);
    if (move_is_drop(move))
        return attacks_after(position, us, move, to, occupied, target) ||
               attacks_after(position, us, move, neighbour(to, us, 1), occupied, target);
    square_t from = move_from(move), left = neighbour(from, us, 1);
    occupied &= ~board9_bit(from);
    /* What the move changes: the piece itself, those it now stands behind and no longer stands behind. */
    if (attacks_after(position, us, move, to, occupied, target) ||
        attacks_after(position, us, move, neighbour(to, us, 1), occupied, target) ||
        attacks_after(position, us, move, left, occupied, target))
        return true;
    /* A line to the king opened by leaving it. */
    if (board9_direction[king][from] == DIRECTION_NONE)
        return false;
    struct movers movers = annan_movers(p, us);
    board9 changed = board9_bit(from) | board9_bit(to) | board9_forward(board9_bit(from) | board9_bit(to), us);
    return annan_attackers(&movers, us, king, occupied) & ~changed;
}
