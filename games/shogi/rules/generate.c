/*
 * Legal moves, and nothing but legal moves.
 *
 * One walk over the position, enumerate(), is compiled four times: for each side, listing moves or only counting them.
 * The king goes where the enemy does not attack. Other pieces go to `target`: anywhere but own pieces, or, in check,
 * the checker and the squares between (two checkers leave nothing but the king). A pinned piece stays on the line of
 * its pin. Drops are masks of empty squares; only a pawn dropped before the enemy king needs a question of its own.
 */
#include "games/shogi/rules/position.h"

/* A walk: where to write (NULL: only count) and how many moves so far. */
struct walk {
    move_t *out;
    unsigned count;
};

static inline __attribute__((always_inline)) void emit(struct walk *walk, move_t base, board9 targets)
{
    if (!walk->out) {
        walk->count += board9_count(targets);
        return;
    }
    while (targets)
        walk->out[walk->count++] = base | board9_pop(&targets);
}

/* Moves of a piece that can promote: `dead` squares only by promoting, `promoting` ones also so (R11). */
static inline __attribute__((always_inline)) void emit_promotable(struct walk *walk, square_t from, board9 targets,
                                                                  enum side us, board9 dead)
{
    board9 zone = shogi_zone(us);
    board9 promoting = board9_bit(from) & zone ? targets : targets & zone;
    emit(walk, move_board(from, 0), targets & ~dead);
    emit(walk, move_board(from, 0) | MOVE_PROMOTE, promoting);
}

static inline __attribute__((always_inline)) void walk_pawns(struct walk *walk, board9 pawns, board9 targets,
                                                             enum side us)
{
    board9 to = board9_forward(pawns, us) & targets, zone = shogi_zone(us), dead = shogi_dead_ranks(PAWN, us);
    if (!walk->out) {
        walk->count += board9_count(to & ~dead) + board9_count(to & zone);
        return;
    }
    while (to) {
        square_t square = board9_pop(&to);
        square_t from = (square_t)(us == SENTE ? square + 1 : square - 1);
        emit_promotable(walk, from, board9_bit(square), us, dead);
    }
}

/* All pieces that are not pinned, but king and pawns. */
static inline __attribute__((always_inline)) void walk_pieces(struct walk *walk, const struct shogi_position *p,
                                                              board9 free, board9 target, enum side us)
{
    const board9 *mine = p->pieces[us];
    board9 occupied = shogi_occupied(p);
    for (board9 set = mine[LANCE] & free; set;) {
        square_t from = board9_pop(&set);
        emit_promotable(walk, from, board9_lance(from, occupied, us) & target, us, shogi_dead_ranks(LANCE, us));
    }
    for (board9 set = mine[KNIGHT] & free; set;) {
        square_t from = board9_pop(&set);
        emit_promotable(walk, from, board9_knight[us][from] & target, us, shogi_dead_ranks(KNIGHT, us));
    }
    for (board9 set = mine[SILVER] & free; set;) {
        square_t from = board9_pop(&set);
        emit_promotable(walk, from, board9_silver[us][from] & target, us, 0);
    }
    for (board9 set = mine[GOLD_MOVERS] & free; set;) {
        square_t from = board9_pop(&set);
        emit(walk, move_board(from, 0), board9_gold[us][from] & target);
    }
    for (board9 set = mine[BISHOP] & free; set;) {
        square_t from = board9_pop(&set);
        emit_promotable(walk, from, board9_bishop(from, occupied) & target, us, 0);
    }
    for (board9 set = mine[ROOK] & free; set;) {
        square_t from = board9_pop(&set);
        emit_promotable(walk, from, board9_rook(from, occupied) & target, us, 0);
    }
    for (board9 set = mine[HORSE] & free; set;) {
        square_t from = board9_pop(&set);
        emit(walk, move_board(from, 0), (board9_bishop(from, occupied) | board9_king[from]) & target);
    }
    for (board9 set = mine[DRAGON] & free; set;) {
        square_t from = board9_pop(&set);
        emit(walk, move_board(from, 0), (board9_rook(from, occupied) | board9_king[from]) & target);
    }
}

static void walk_pinned(struct walk *walk, const struct shogi_position *p, board9 target, enum side us)
{
    board9 occupied = shogi_occupied(p);
    for (board9 set = p->pinned; set;) {
        square_t from = board9_pop(&set);
        unsigned kind = piece_kind(p->head.board[from]);
        board9 to = shogi_attacks(kind, us, from, occupied) & target & board9_line(p->king[us], from);
        if (kind <= ROOK)
            emit_promotable(walk, from, to, us, shogi_dead_ranks(kind, us));
        else
            emit(walk, move_board(from, 0), to);
    }
}

/* `squares`: the empty ones where a drop answers a check, if there is one. */
static inline __attribute__((always_inline)) void walk_drops(struct walk *walk, const struct shogi_position *p,
                                                             board9 squares, enum side us)
{
    const uint8_t *hand = p->head.hand[us];
    if (walk->out) {
        for (unsigned kind = SILVER; kind <= GOLD; kind++)
            if (hand[kind])
                emit(walk, move_drop(kind, 0), squares);
    } else {
        unsigned kinds = !!hand[SILVER] + !!hand[BISHOP] + !!hand[ROOK] + !!hand[GOLD];
        walk->count += kinds * board9_count(squares);
    }
    if (hand[LANCE])
        emit(walk, move_drop(LANCE, 0), squares & ~shogi_dead_ranks(LANCE, us));
    if (hand[KNIGHT])
        emit(walk, move_drop(KNIGHT, 0), squares & ~shogi_dead_ranks(KNIGHT, us));
    if (hand[PAWN]) {
        board9 to = squares & ~shogi_dead_ranks(PAWN, us) & ~board9_files(p->pieces[us][PAWN]);
        square_t king = p->king[side_other(us)];
        if (king != SQUARE_NONE) {
            board9 front = board9_forward(board9_bit(king), side_other(us));
            if ((front & to) && shogi_pawn_drop_mates(p, board9_first(front)))
                to ^= front;
        }
        emit(walk, move_drop(PAWN, 0), to);
    }
}

static inline __attribute__((always_inline)) unsigned enumerate(const struct shogi_position *p, enum side us,
                                                                move_t *out)
{
    struct walk walk = {.out = out, .count = 0};
    enum side them = side_other(us);
    square_t king = p->king[us];
    board9 own = p->pieces[us][ALL], occupied = own | p->pieces[them][ALL];

    if (king != SQUARE_NONE) {
        board9 flight = board9_king[king] & ~own;
        if (flight)
            flight &= ~shogi_danger(p, them, flight, occupied & ~board9_bit(king));
        emit(&walk, move_board(king, 0), flight);
    }
    board9 target = board9_all() & ~own, empty = board9_all() & ~occupied;
    if (p->checkers) {
        if (board9_many(p->checkers))
            return walk.count;
        board9 between = board9_between(king, board9_first(p->checkers));
        target = between | p->checkers;
        empty = between;
    }
    walk_pawns(&walk, p->pieces[us][PAWN] & ~p->pinned, target, us);
    walk_pieces(&walk, p, ~p->pinned, target, us);
    if (p->pinned)
        walk_pinned(&walk, p, target, us);
    uint64_t hand;
    __builtin_memcpy(&hand, p->head.hand[us], sizeof hand);
    if (hand)
        walk_drops(&walk, p, empty, us);
    return walk.count;
}

void shogi_generate(const struct position *position, const struct history *history, struct move_list *list)
{
    const struct shogi_position *p = shogi_of_const(position);
    (void)history; /* nothing that was played makes a move illegal here */
    list->count = position->side == SENTE ? enumerate(p, SENTE, list->moves) : enumerate(p, GOTE, list->moves);
}

unsigned shogi_count(const struct position *position, const struct history *history)
{
    const struct shogi_position *p = shogi_of_const(position);
    (void)history;
    return position->side == SENTE ? enumerate(p, SENTE, NULL) : enumerate(p, GOTE, NULL);
}

/* At most 32 moves for each of 80 pieces and 7 x 81 drops, for any position that adopt() takes. */
_Static_assert(80 * 32 + 7 * BOARD9_SQUARES <= MOVE_LIST_MAX, "raise MOVE_LIST_MAX");

static uint64_t perft(struct shogi_position *p, unsigned depth)
{
    if (depth == 1)
        return shogi_count(&p->head, NULL);
    struct move_list list;
    shogi_generate(&p->head, NULL, &list);
    uint64_t nodes = 0;
    for (unsigned i = 0; i < list.count; i++) {
        union undo_store undo;
        shogi_apply(&p->head, list.moves[i], &undo);
        nodes += perft(p, depth - 1);
        shogi_undo_move(&p->head, list.moves[i], &undo);
    }
    return nodes;
}

uint64_t shogi_perft(struct position *position, unsigned depth)
{
    return depth == 0 ? 1 : perft(shogi_of(position), depth);
}
