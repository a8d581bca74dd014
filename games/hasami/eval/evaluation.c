/*
 * How good a position of hasami is: how many captures are still needed under the rule of winning, what could be taken
 * at once and what would be if the square could be reached, how freely the pieces move, and how they stand to each
 * other, to the enemy and to the edges. A sum of weights (weights.h).
 *
 * Everything is found with whole sets of squares: a side takes something by arriving on an empty square behind an
 * unbroken run of the enemy's that begins beside an own piece.
 */
#include "games/hasami/eval/levels.h"
#include "games/hasami/eval/weights.h"

extern const struct game hasami_game; /* rules/game.c */

#define INLINE static inline __attribute__((always_inline))

/* One step of a whole set; what would leave the board vanishes. */
INLINE board9 step(board9 set, enum board9_direction direction)
{
    switch (direction) {
    case DIRECTION_BACK:
        return (set & ~board9_rank(8)) << 1;
    case DIRECTION_FORWARD:
        return (set & ~board9_rank(0)) >> 1;
    case DIRECTION_LEFT:
        return set << BOARD9_SIZE & board9_all();
    default:
        return set >> BOARD9_SIZE;
    }
}

static const enum board9_direction ways[] = {DIRECTION_BACK, DIRECTION_FORWARD, DIRECTION_LEFT, DIRECTION_RIGHT};
enum { WAYS = sizeof ways / sizeof ways[0] };

INLINE board9 around(board9 set)
{
    return step(set, DIRECTION_BACK) | step(set, DIRECTION_FORWARD) | step(set, DIRECTION_LEFT) |
           step(set, DIRECTION_RIGHT);
}

/* All that a set of pieces can go to over empty squares in one direction. */
INLINE board9 slide(board9 from, board9 empty, enum board9_direction way)
{
    board9 reach = 0;
    for (board9 at = step(from, way) & empty; at; at = step(at, way) & empty)
        reach |= at;
    return reach;
}

INLINE board9 reach_of(board9 own, board9 empty)
{
    board9 reach = 0;
    for (unsigned i = 0; i < WAYS; i++)
        reach |= slide(own, empty, ways[i]);
    return reach;
}

/* The empty squares on which a further piece of `own` would take something of `theirs`. */
static board9 closing_squares(board9 own, board9 theirs, board9 empty)
{
    board9 found = 0;
    for (unsigned i = 0; i < WAYS; i++)
        for (board9 run = step(own, ways[i]) & theirs; run; run = step(run, ways[i]) & theirs)
            found |= step(run, ways[i]) & empty;

    static const struct {
        square_t corner, beside[2];
    } corners[] = {{0, {1, 9}}, {8, {7, 17}}, {72, {73, 63}}, {80, {79, 71}}};
    for (unsigned i = 0; i < sizeof corners / sizeof corners[0]; i++) {
        if (!(theirs & board9_bit(corners[i].corner)))
            continue;
        board9 first = board9_bit(corners[i].beside[0]), second = board9_bit(corners[i].beside[1]);
        if (own & first)
            found |= second & empty;
        if (own & second)
            found |= first & empty;
    }
    return found;
}

/* What `side` takes by arriving on an empty square. The piece that moves there may still stand where it was: it never
 * closes the line that it moves along. */
static unsigned taken_by(const struct hasami_position *p, enum side side, square_t to)
{
    struct hasami_position after;
    if (!(board9_king[to] & board9_rook_lines[to] & p->pieces[side_other(side)]))
        return 0; /* whatever is taken begins beside the square */
    after.pieces[side] = p->pieces[side] | board9_bit(to);
    after.pieces[side_other(side)] = p->pieces[side_other(side)];
    return board9_count(hasami_captures(&after, side, to));
}

static const struct hasami_weights *weights(void)
{
    return (const struct hasami_weights *)hasami_weights;
}

/* A sum under way for one side. */
struct tally {
    const struct hasami_position *p;
    int16_t *coefficients; /* see weigh() */
    enum side side;
    int sum;
};

INLINE void count(struct tally *tally, const int16_t *weight, int times)
{
    tally->sum += weigh(tally->coefficients, tally->side == SENTE ? 1 : -1, hasami_weights, weight, times);
}

INLINE void count_threats(struct tally *tally, board9 own, board9 theirs, board9 empty, board9 reach)
{
    const struct hasami_weights *w = weights();
    unsigned waits = tally->p->head.side != tally->side, most = 0;
    board9 closing = closing_squares(own, theirs, empty), now = closing & reach;
    count(tally, &w->threats[waits], (int)board9_count(now));
    count(tally, &w->latent[waits], (int)board9_count(closing & ~reach));
    while (now) {
        unsigned taken = taken_by(tally->p, tally->side, board9_pop(&now));
        most = taken > most ? taken : most;
    }
    count(tally, &w->threat[waits][most < TAKEN_COUNTS ? most : TAKEN_COUNTS - 1], 1);
}

INLINE board9 edge_files(void)
{
    return (board9)0x1ff | (board9)0x1ff << (BOARD9_SIZE * (BOARD9_SIZE - 1));
}

INLINE int count_side(const struct hasami_position *p, enum side side, int16_t *coefficients)
{
    const struct hasami_weights *w = weights();
    struct tally tally = {.p = p, .coefficients = coefficients, .side = side};
    board9 own = p->pieces[side], theirs = p->pieces[side_other(side)], empty = board9_all() & ~(own | theirs);
    board9 reach = reach_of(own, empty), corners = board9_bit(0) | board9_bit(8) | board9_bit(72) | board9_bit(80);
    unsigned left = hasami_captures_left(&p->head, side);
    count(&tally, &w->left[p->head.rules.value[RULE_WIN]][left < LEFT_COUNTS ? left : LEFT_COUNTS - 1], 1);
    count_threats(&tally, own, theirs, empty, reach);
    count(&tally, &w->reach, (int)board9_count(reach));
    count(&tally, &w->stuck, (int)board9_count(own & ~around(empty)));
    count(&tally, &w->pair, (int)board9_count(own & (step(own, DIRECTION_BACK)))); /* along the file */
    count(&tally, &w->pair, (int)board9_count(own & (step(own, DIRECTION_LEFT)))); /* along the rank */
    board9 left_of = step(own, DIRECTION_LEFT);
    count(&tally, &w->diagonal, (int)board9_count(own & step(left_of, DIRECTION_BACK)));
    count(&tally, &w->diagonal, (int)board9_count(own & step(left_of, DIRECTION_FORWARD)));
    count(&tally, &w->beside_enemy, (int)board9_count(own & around(theirs)));
    count(&tally, &w->cornered, (int)board9_count(own & corners & around(theirs)));
    count(&tally, &w->edge, (int)board9_count(own & edge_files()));
    count(&tally, &w->home, (int)board9_count(own & board9_rank(side == SENTE ? BOARD9_SIZE - 1 : 0)));
    count(&tally, &w->far, (int)board9_count(own & board9_rank(side == SENTE ? 0 : BOARD9_SIZE - 1)));
    if (p->head.side == side)
        count(&tally, &w->tempo, 1);
    return tally.sum;
}

static int score(const struct position *position)
{
    const struct hasami_position *p = hasami_of_const(position);
    int sente = count_side(p, SENTE, NULL), gote = count_side(p, GOTE, NULL);
    return position->side == SENTE ? sente - gote : gote - sente;
}

static int trace(const struct position *position, int16_t *coefficients)
{
    const struct hasami_position *p = hasami_of_const(position);
    count_side(p, SENTE, coefficients);
    count_side(p, GOTE, coefficients);
    return 0;
}

/* Moves that capture. */
static void tactical(const struct position *position, const struct history *history, struct move_list *list)
{
    const struct hasami_position *p = hasami_of_const(position);
    board9 own = p->pieces[position->side], theirs = p->pieces[position->side ^ 1], occupied = own | theirs;
    board9 empty = board9_all() & ~occupied, squares = closing_squares(own, theirs, empty);
    (void)history;
    list->count = 0;
    while (squares) {
        square_t to = board9_pop(&squares);
        for (board9 from = board9_rook(to, occupied) & own; from;)
            list->moves[list->count++] = move_board(board9_pop(&from), to);
    }
}

/* What a move captures, in units of piece_info.worth. */
static int gain(const struct position *position, move_t move)
{
    const struct hasami_position *p = hasami_of_const(position);
    return (int)taken_by(p, (enum side)position->side, move_to(move)) * hasami_game.pieces[PAWN].worth;
}

static bool can_move(const struct position *position)
{
    const struct hasami_position *p = hasami_of_const(position);
    return (around(p->pieces[position->side]) & ~(p->pieces[SENTE] | p->pieces[GOTE])) != 0;
}

#define GROUP(member, inner) WEIGHT_GROUP(struct hasami_weights, member, inner)

static const struct weight_group groups[] = {
    GROUP(tempo, 1),
    GROUP(left, LEFT_COUNTS),
    GROUP(threat, TAKEN_COUNTS),
    GROUP(threats, SIDES),
    GROUP(latent, SIDES),
    GROUP(reach, 1),
    GROUP(stuck, 1),
    GROUP(pair, 1),
    GROUP(diagonal, 1),
    GROUP(beside_enemy, 1),
    GROUP(cornered, 1),
    GROUP(edge, 1),
    GROUP(home, 1),
    GROUP(far, 1),
    {.name = NULL},
};

static const struct tuning tuning = {
    .groups = groups,
    .weights = hasami_weights,
    .count = sizeof(struct hasami_weights) / sizeof(int16_t),
    .trace = trace,
};

static const char *const perft_sfens[] = {"p1pP4p/P8/9/4p4/9/2p6/9/9/1P3P2P b - 1", NULL};
static const char *const search_sfens[] = {
    "ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b - 1",
    "p1pp2ppp/4p4/9/1P3p3/4P4/3p5/6P2/9/P1PP1P1PP b - 15",
    NULL,
};

const struct evaluation hasami_evaluation = {
    .game = &hasami_game,
    .levels = hasami_levels,
    .draw = -80,  /* measured: docs/strength.md */
    .scale = 373, /* weights.c */
    .score = score,
    .tactical = tactical,
    .can_move = can_move,
    .gain = gain,
    .tuning = &tuning,
    .perft_sfens = perft_sfens,
    .search_sfens = search_sfens,
};
