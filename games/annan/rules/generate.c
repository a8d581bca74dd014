/*
 * Legal moves, and nothing but legal moves.
 *
 * As where pieces move by themselves, pins and checks are masks, and one walk lists or counts. Two things are
 * different. A piece moves as the one behind it, so the walk goes by movement (struct movers) and promotion and dead
 * ranks by the piece's own kind (R22, R23). And taking a piece that supports another enemy piece changes how that one
 * attacks, which no mask can tell: those captures, few in any position, are tried one by one (R24).
 */
#include "games/annan/rules/position.h"

/* A walk: where to write (NULL: only count), how many moves so far, and what is the same for all of them. */
struct walk {
    move_t *out;
    unsigned count;
    enum side us;
    board9 zone;
    board9 forbidden[KNIGHT + 1]; /* where a pawn, lance or knight may come only by promoting, or not at all */
    board9 fragile;               /* own unpromoted pawns, lances and knights */
    board9 promotable;
    board9 trials; /* enemy supporters */
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

/* The moves of one piece to legal targets. */
static inline __attribute__((always_inline)) void emit_piece(struct walk *walk, const struct army9 *p, square_t from,
                                                             board9 targets)
{
    board9 bit = board9_bit(from), quiet = targets;
    if (bit & walk->fragile)
        quiet &= ~walk->forbidden[piece_kind(p->head.board[from])];
    emit(walk, move_board(from, 0), quiet);
    if (bit & walk->promotable)
        emit(walk, move_board(from, 0) | MOVE_PROMOTE, bit & walk->zone ? targets : targets & walk->zone);
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

/* All moves of the pieces of `set`, which move as `kind`; `target` already minds checks. */
static inline __attribute__((always_inline)) void walk_kind(struct walk *walk, const struct army9 *p, unsigned kind,
                                                            board9 set, board9 occupied, board9 target)
{
    board9 own = p->pieces[walk->us][ALL];
    while (set) {
        square_t from = board9_pop(&set);
        board9 attacks = army9_attacks(kind, walk->us, from, occupied) & ~own;
        board9 targets = attacks & target;
        if (p->pinned & board9_bit(from))
            targets &= board9_line(p->king[walk->us], from);
        board9 trials = attacks & walk->trials;
        if (trials)
            targets |= tried(p, from, trials);
        emit_piece(walk, p, from, targets);
    }
}

static inline void walk_king(struct walk *walk, const struct army9 *p, const struct movers *theirs, board9 occupied)
{
    enum side us = walk->us, them = side_other(us);
    square_t king = p->king[us];
    unsigned kind = annan_moves_as(&p->head, king);
    board9 attacks = army9_attacks(kind, us, king, occupied) & ~p->pieces[us][ALL];
    board9 flight = attacks & ~walk->trials;
    if (flight)
        flight &= ~annan_danger(theirs, them, flight, occupied & ~board9_bit(king));
    if (attacks & walk->trials)
        flight |= tried(p, king, attacks & walk->trials);
    emit(walk, move_board(king, 0), flight);
}

/* `squares`: the empty ones where a drop answers a check, if there is one. */
static inline void walk_drops(struct walk *walk, const struct army9 *p, board9 squares)
{
    enum side us = walk->us;
    const uint8_t *hand = p->head.hand[us];
    for (unsigned kind = LANCE; kind <= GOLD; kind++)
        if (hand[kind])
            emit(walk, move_drop(kind, 0), kind <= KNIGHT ? squares & ~walk->forbidden[kind] : squares);
    if (!hand[PAWN])
        return;
    board9 to = squares & ~walk->forbidden[PAWN] & ~board9_files(p->pieces[us][PAWN]);
    for (board9 set = to & annan_pawn_checks(p, us); set;) {
        square_t square = board9_pop(&set);
        if (annan_pawn_drop_mates(p, square))
            to ^= board9_bit(square);
    }
    emit(walk, move_drop(PAWN, 0), to);
}

static inline __attribute__((always_inline)) unsigned enumerate(const struct army9 *p, enum side us, move_t *out)
{
    enum side them = side_other(us);
    const board9 *mine = p->pieces[us];
    struct walk walk = {
        .out = out,
        .us = us,
        .zone = army9_zone(us),
        .fragile = mine[PAWN] | mine[LANCE] | mine[KNIGHT],
        .promotable = mine[PAWN] | mine[LANCE] | mine[KNIGHT] | mine[SILVER] | mine[BISHOP] | mine[ROOK],
        .trials = annan_supporters(p, them),
    };
    for (unsigned kind = PAWN; kind <= KNIGHT; kind++)
        walk.forbidden[kind] = army9_dead_ranks(kind, us) & ~annan_revived(p, kind, us);

    square_t king = p->king[us];
    board9 own = mine[ALL], occupied = army9_occupied(p), movable = own;
    board9 target = board9_all() & ~own, empty = board9_all() & ~occupied;
    if (king != SQUARE_NONE) {
        struct movers theirs = annan_movers(p, them);
        walk_king(&walk, p, &theirs, occupied);
        movable &= ~board9_bit(king);
        if (p->checkers) {
            board9 between = board9_many(p->checkers) ? 0 : board9_between(king, board9_first(p->checkers));
            empty = between;
            target = board9_many(p->checkers) ? 0 : between | p->checkers;
        }
        target &= ~walk.trials;
    } else {
        walk.trials = 0; /* nothing to be careful about */
    }

    struct movers ours = annan_movers(p, us);
    static const uint8_t kinds[] = {PAWN, LANCE, KNIGHT, SILVER, BISHOP, ROOK, GOLD_MOVERS, KING, HORSE, DRAGON};
#pragma GCC unroll 10
    for (unsigned i = 0; i < sizeof kinds; i++)
        walk_kind(&walk, p, kinds[i], ours.as[kinds[i]] & movable, occupied, target);
    uint64_t hand;
    __builtin_memcpy(&hand, p->head.hand[us], sizeof hand);
    if (hand)
        walk_drops(&walk, p, empty);
    return walk.count;
}

void annan_generate(const struct position *position, const struct history *history, struct move_list *list)
{
    const struct army9 *p = army9_of_const(position);
    (void)history; /* nothing that was played makes a move illegal here */
    list->count = position->side == SENTE ? enumerate(p, SENTE, list->moves) : enumerate(p, GOTE, list->moves);
}

unsigned annan_count(const struct position *position, const struct history *history)
{
    const struct army9 *p = army9_of_const(position);
    (void)history;
    return position->side == SENTE ? enumerate(p, SENTE, NULL) : enumerate(p, GOTE, NULL);
}
