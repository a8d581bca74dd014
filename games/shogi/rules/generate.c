/*
 * Legal moves, and nothing but legal moves.
 *
 * One walk over the position, enumerate(), is compiled four times: for each side, listing moves or only counting them.
 * The king goes where the enemy does not attack. Other pieces go to `target`: anywhere but own pieces, or, in check,
 * the checker and the squares between (two checkers leave nothing but the king). A pinned piece stays on the line of
 * its pin. Drops are masks of empty squares; only a pawn dropped before the enemy king needs a question of its own.
 */
#include "games/shogi/rules/danger.h"

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

/* Moves of one piece that can promote: to `dead` squares only by promoting, to or from the zone also so (R11). */
static inline __attribute__((always_inline)) void emit_promotable(struct walk *walk, square_t from, board9 targets,
                                                                  enum side us, board9 dead)
{
    board9 zone = army9_zone(us);
    board9 promoting = board9_bit(from) & zone ? targets : targets & zone;
    emit(walk, move_board(from, 0), targets & ~dead);
    emit(walk, move_board(from, 0) | MOVE_PROMOTE, promoting);
}

/* Steps of many pieces in one direction: each target tells where its piece came from, `delta` squares before. */
static inline __attribute__((always_inline)) void emit_steps(struct walk *walk, board9 targets, int delta, move_t flags)
{
    if (!walk->out) {
        walk->count += board9_count(targets);
        return;
    }
    while (targets) {
        square_t to = board9_pop(&targets);
        walk->out[walk->count++] = flags | move_board((square_t)(to - delta), to);
    }
}

/* One direction with promotion: every step of `sources` that starts in the zone or ends there (R11). */
static inline __attribute__((always_inline)) void
emit_promoting_steps(struct walk *walk, board9 moved, board9 moved_in_zone, board9 target, int delta, enum side us)
{
    emit_steps(walk, (moved_in_zone | (moved & army9_zone(us))) & target, delta, MOVE_PROMOTE);
}

/*
 * All pieces that step, but king and knights, a direction at a time; horse and dragon with the part of their movement
 * that is no slide. Two pieces never reach one square by the same step, so counting the targets counts the moves.
 */
static inline __attribute__((always_inline)) void walk_steps(struct walk *walk, const struct army9 *p, board9 free,
                                                             board9 target, enum side us)
{
    enum { FILE = BOARD9_SIZE };
    const board9 *mine = p->pieces[us];
    const int forward = us == SENTE ? -1 : 1;
    board9 pawns = mine[PAWN] & free, silvers = mine[SILVER] & free;
    board9 orthogonal = (mine[GOLD_MOVERS] | mine[HORSE]) & free;
    board9 ahead = board9_forward(silvers | ((mine[GOLD_MOVERS] | mine[DRAGON]) & free), us);
    board9 behind = board9_backward(silvers | (mine[DRAGON] & free), us);
    board9 pawns_ahead = board9_forward(pawns, us);

    emit_steps(walk, ((pawns_ahead & ~army9_dead_ranks(PAWN, us)) | board9_forward(silvers | orthogonal, us)) & target,
               forward, 0);
    emit_steps(walk, ahead << FILE & target, forward + FILE, 0);
    emit_steps(walk, ahead >> FILE & target, forward - FILE, 0);
    emit_steps(walk, orthogonal << FILE & target, FILE, 0);
    emit_steps(walk, orthogonal >> FILE & target, -FILE, 0);
    emit_steps(walk, board9_backward(orthogonal, us) & target, -forward, 0);
    emit_steps(walk, behind << FILE & target, FILE - forward, 0);
    emit_steps(walk, behind >> FILE & target, -FILE - forward, 0);

    emit_steps(walk, pawns_ahead & target & army9_zone(us), forward, MOVE_PROMOTE);
    board9 inside = silvers & army9_zone(us), near = inside | board9_backward(army9_zone(us), us);
    if (silvers & near) {
        board9 up = board9_forward(silvers, us), up_inside = board9_forward(inside, us);
        board9 down = board9_backward(silvers, us), down_inside = board9_backward(inside, us);
        emit_promoting_steps(walk, up, up_inside, target, forward, us);
        emit_promoting_steps(walk, up << FILE, up_inside << FILE, target, forward + FILE, us);
        emit_promoting_steps(walk, up >> FILE, up_inside >> FILE, target, forward - FILE, us);
        emit_promoting_steps(walk, down << FILE, down_inside << FILE, target, FILE - forward, us);
        emit_promoting_steps(walk, down >> FILE, down_inside >> FILE, target, -FILE - forward, us);
    }
}

static inline __attribute__((always_inline)) void walk_knights(struct walk *walk, board9 knights, board9 target,
                                                               enum side us)
{
    enum { FILE = BOARD9_SIZE };
    const int leap = us == SENTE ? -2 : 2;
    board9 ahead = board9_forward(board9_forward(knights, us), us);
    board9 left = ahead << FILE & target, right = ahead >> FILE & target, dead = army9_dead_ranks(KNIGHT, us);
    emit_steps(walk, left & ~dead, leap + FILE, 0);
    emit_steps(walk, right & ~dead, leap - FILE, 0);
    /* A knight in the zone lands on a dead rank: all that promotes ends in the zone. */
    emit_steps(walk, left & army9_zone(us), leap + FILE, MOVE_PROMOTE);
    emit_steps(walk, right & army9_zone(us), leap - FILE, MOVE_PROMOTE);
}

/* The slides of all pieces that slide. */
static inline __attribute__((always_inline)) void walk_slides(struct walk *walk, const struct army9 *p, board9 free,
                                                              board9 target, enum side us)
{
    const board9 *mine = p->pieces[us];
    board9 occupied = army9_occupied(p);
    for (board9 set = mine[LANCE] & free; set;) {
        square_t from = board9_pop(&set);
        emit_promotable(walk, from, board9_lance(from, occupied, us) & target, us, army9_dead_ranks(LANCE, us));
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
        emit(walk, move_board(from, 0), board9_bishop(from, occupied) & target);
    }
    for (board9 set = mine[DRAGON] & free; set;) {
        square_t from = board9_pop(&set);
        emit(walk, move_board(from, 0), board9_rook(from, occupied) & target);
    }
}

static void walk_pinned(struct walk *walk, const struct army9 *p, board9 target, enum side us)
{
    board9 occupied = army9_occupied(p);
    for (board9 set = p->pinned; set;) {
        square_t from = board9_pop(&set);
        unsigned kind = piece_kind(p->head.board[from]);
        board9 to = army9_attacks(kind, us, from, occupied) & target & board9_line(p->king[us], from);
        if (army9_promotes(kind))
            emit_promotable(walk, from, to, us, army9_dead_ranks(kind, us));
        else
            emit(walk, move_board(from, 0), to);
    }
}

/* `squares`: the empty ones where a drop answers a check, if there is one. */
static inline __attribute__((always_inline)) void walk_drops(struct walk *walk, const struct army9 *p, board9 squares,
                                                             enum side us)
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
        emit(walk, move_drop(LANCE, 0), squares & ~army9_dead_ranks(LANCE, us));
    if (hand[KNIGHT])
        emit(walk, move_drop(KNIGHT, 0), squares & ~army9_dead_ranks(KNIGHT, us));
    if (hand[PAWN]) {
        board9 to = squares & ~army9_dead_ranks(PAWN, us) & ~board9_files(p->pieces[us][PAWN]);
        square_t king = p->king[side_other(us)];
        if (king != SQUARE_NONE) {
            board9 front = board9_forward(board9_bit(king), side_other(us));
            if ((front & to) && shogi_pawn_drop_mates(p, board9_first(front)))
                to ^= front;
        }
        emit(walk, move_drop(PAWN, 0), to);
    }
}

static inline __attribute__((always_inline)) unsigned enumerate(const struct army9 *p, enum side us, move_t *out)
{
    struct walk walk = {.out = out, .count = 0};
    enum side them = side_other(us);
    square_t king = p->king[us];
    board9 own = p->pieces[us][ALL], occupied = own | p->pieces[them][ALL];

    if (king != SQUARE_NONE) {
        board9 flight = board9_king[king] & ~own;
        if (flight)
            flight &= ~shogi_danger(p, them, king, flight, occupied & ~board9_bit(king));
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
    board9 free = ~p->pinned;
    walk_steps(&walk, p, free, target, us);
    if (p->pieces[us][KNIGHT] & free)
        walk_knights(&walk, p->pieces[us][KNIGHT] & free, target, us);
    walk_slides(&walk, p, free, target, us);
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
    const struct army9 *p = army9_of_const(position);
    (void)history; /* nothing that was played makes a move illegal here */
    list->count = position->side == SENTE ? enumerate(p, SENTE, list->moves) : enumerate(p, GOTE, list->moves);
}

unsigned shogi_count(const struct position *position, const struct history *history)
{
    const struct army9 *p = army9_of_const(position);
    (void)history;
    return position->side == SENTE ? enumerate(p, SENTE, NULL) : enumerate(p, GOTE, NULL);
}
