/*
 * The sums that chu's evaluation is made of, for one side: what a piece is and where it stands, what it sees, and what
 * is no sum over the pieces. Inlined, so that the side is known when compiling; shared by evaluation.c, which counts a
 * position from nothing, and memory.c, which counts again what changed.
 */
#ifndef GAMES_CHU_EVAL_TALLY_H
#define GAMES_CHU_EVAL_TALLY_H

#include "games/chu/eval/weights.h"
#include "games/chu/rules/position.h"
#include "rules/evaluation.h"

static const uint8_t classes[KINDS] = {
    [KING] = CLASS_ROYAL,
    [ELEPHANT] = CLASS_STEPPER,
    [GOLD] = CLASS_STEPPER,
    [SILVER] = CLASS_STEPPER,
    [COPPER] = CLASS_STEPPER,
    [LEOPARD] = CLASS_STEPPER,
    [TIGER] = CLASS_STEPPER,
    [KIRIN] = CLASS_STEPPER,
    [PHOENIX] = CLASS_STEPPER,
    [LION] = CLASS_LION,
    [FREE_KING] = CLASS_GREAT,
    [DRAGON] = CLASS_MAJOR,
    [HORSE] = CLASS_MAJOR,
    [ROOK] = CLASS_MAJOR,
    [BISHOP] = CLASS_MAJOR,
    [VERTICAL_MOVER] = CLASS_LINER,
    [SIDE_MOVER] = CLASS_LINER,
    [CHARIOT] = CLASS_LINER,
    [LANCE] = CLASS_LINER,
    [GO_BETWEEN] = CLASS_GO_BETWEEN,
    [PAWN] = CLASS_PAWN,
    [PRINCE] = CLASS_ROYAL,
    [PROMOTED_GOLD] = CLASS_PROMOTED,
    [PROMOTED_SILVER] = CLASS_PROMOTED,
    [PROMOTED_COPPER] = CLASS_PROMOTED,
    [PROMOTED_LEOPARD] = CLASS_PROMOTED,
    [STAG] = CLASS_PROMOTED,
    [PROMOTED_KIRIN] = CLASS_LION,
    [PROMOTED_PHOENIX] = CLASS_GREAT,
    [EAGLE] = CLASS_GREAT,
    [FALCON] = CLASS_GREAT,
    [PROMOTED_ROOK] = CLASS_PROMOTED,
    [PROMOTED_BISHOP] = CLASS_PROMOTED,
    [OX] = CLASS_PROMOTED,
    [BOAR] = CLASS_PROMOTED,
    [WHALE] = CLASS_PROMOTED,
    [WHITE_HORSE] = CLASS_PROMOTED,
    [PROMOTED_GO_BETWEEN] = CLASS_PROMOTED,
    [PROMOTED_PAWN] = CLASS_PROMOTED,
};

/* A sum under way for one side; known when compiling but for the position. */
struct tally {
    const struct chu_position *p;
    int16_t *coefficients; /* see weigh() */
    enum side side;
    cell_t royal;    /* the enemy's, 0: none */
    int sum;         /* in any case */
    int turn[SIDES]; /* beside that: if the side is to move, if it waits */
};

#define INLINE static inline __attribute__((always_inline))

static const struct chu_weights *weights(void)
{
    return (const struct chu_weights *)chu_weights;
}

INLINE void count(struct tally *tally, const int16_t *weight, int times)
{
    tally->sum += weigh(tally->coefficients, tally->side == SENTE ? 1 : -1, chu_weights, weight, times);
}

/* Whether a cell is next to a royal or under it (never if there is none), by the difference of cells. */
static inline int beside(cell_t cell, cell_t royal)
{
    static const uint8_t near[CELLS] = {
        [0] = 1, [1] = 1, [15] = 1, [16] = 1, [17] = 1, [255] = 1, [241] = 1, [240] = 1, [239] = 1};
    return near[(cell_t)(cell - royal)];
}

/* 0 for whose turn it is, 1 for who waits. */
INLINE unsigned waiting(const struct tally *tally)
{
    return tally->p->head.side != tally->side;
}

/* What counts otherwise for who is to move: one weight of two rows. */
INLINE void count_turn(struct tally *tally, const int16_t (*rows)[CLASSES], unsigned class)
{
    if (tally->coefficients)
        weigh(tally->coefficients, tally->side == SENTE ? 1 : -1, chu_weights, &rows[waiting(tally)][class], 1);
    tally->turn[0] += rows[0][class];
    tally->turn[1] += rows[1][class];
}

/* A piece looks at a cell: is it worth more than itself what stands there? */
INLINE void count_aim(struct tally *tally, unsigned kind, piece_t met)
{
    if (is_enemy(met, tally->side) && chu_pieces[piece_kind(met)].worth > chu_pieces[kind].worth)
        count_turn(tally, weights()->aim, classes[piece_kind(met)]);
}

/* What a sliding piece sees before it meets something, and what that is. */
struct sight {
    int seen, siege, entry;
};

/* One way of a sliding piece, if it goes there at all. */
INLINE void look_along(struct tally *tally, struct sight *sight, cell_t from, unsigned kind, unsigned slide,
                       unsigned direction, bool enters)
{
    if (!(slide >> direction & 1))
        return;
    int delta = chu_delta(direction, tally->side);
    unsigned gap =
        delta < 0 ? chu_gap_down(tally->p, direction % AXES, from) : chu_gap_up(tally->p, direction % AXES, from);
    cell_t cell = (cell_t)(from + delta * ((int)gap + 1));
    piece_t met = tally->p->cells[cell];
    sight->seen += (int)gap;
    sight->siege += beside(cell, tally->royal);
    bool ahead = direction <= 1 || direction == DIRECTIONS - 1; /* other ways never lead into the zone */
    if (ahead && enters)
        sight->entry |= chu_cell_in_zone(is_enemy(met, tally->side) ? cell : (cell_t)(cell - delta), tally->side);
    count_aim(tally, kind, met);
}

/* Whether a piece has the promotion zone before it. */
INLINE bool is_entering(const struct tally *tally, unsigned kind, cell_t from)
{
    return chu_pieces[kind].promotes && !chu_cell_in_zone(from, tally->side);
}

/* Both ways along an axis, as far as the piece slides there. */
INLINE void look_both_ways(struct tally *tally, struct sight *sight, cell_t from, unsigned kind, unsigned axis)
{
    bool enters = is_entering(tally, kind, from);
    look_along(tally, sight, from, kind, chu_movements[kind].slide, axis, enters);
    look_along(tally, sight, from, kind, chu_movements[kind].slide, axis + AXES, enters);
}

/* What is seen along some axes; the entry apart, which counts once. */
INLINE void count_sight(struct tally *tally, const struct sight *sight, unsigned class)
{
    count(tally, &weights()->slide[class], sight->seen);
    count(tally, &weights()->siege[class], sight->siege);
}

INLINE void count_slides(struct tally *tally, cell_t from, unsigned kind)
{
    struct sight sight = {0, 0, 0};
    look_both_ways(tally, &sight, from, kind, 0);
    look_both_ways(tally, &sight, from, kind, 1);
    look_both_ways(tally, &sight, from, kind, 2);
    look_both_ways(tally, &sight, from, kind, 3);
    count_sight(tally, &sight, classes[kind]);
    count(tally, &weights()->entry[classes[kind]], sight.entry);
}

INLINE void count_steps(struct tally *tally, cell_t from, unsigned kind)
{
    for (unsigned left = chu_movements[kind].step; left; left &= left - 1) {
        int delta = chu_delta((unsigned)__builtin_ctz(left), tally->side);
        count_aim(tally, kind, tally->p->cells[(cell_t)(from + delta)]);
    }
}

INLINE void count_reached(struct tally *tally, piece_t met)
{
    if (is_enemy(met, tally->side))
        count_turn(tally, weights()->reach, classes[piece_kind(met)]);
}

/* The enemy's pieces that a lion could go to. */
INLINE void count_reach(struct tally *tally, cell_t from)
{
    for (int file = -2; file <= 2; file++)
        for (int rank = -2; rank <= 2; rank++)
            count_reached(tally, tally->p->cells[(cell_t)(from + file * CELL_STRIDE + rank)]);
}

INLINE void count_guards(struct tally *tally, cell_t royal)
{
    int guards = 0;
    for (unsigned direction = 0; direction < DIRECTIONS; direction++)
        guards += is_own(tally->p->cells[(cell_t)(royal + chu_delta(direction, SENTE))], tally->side);
    count(tally, &weights()->guard[guards], 1);
}

INLINE void count_place(struct tally *tally, unsigned class, cell_t cell)
{
    unsigned file = cell / CELL_STRIDE - CELL_BORDER, rank = cell % CELL_STRIDE - CELL_BORDER;
    count(tally, &weights()->rank[class][tally->side == SENTE ? rank : SIZE - 1 - rank], 1);
    count(tally, &weights()->file[class][file < HALF_FILES ? file : SIZE - 1 - file], 1);
}

/* How near a piece has come to the enemy's royal. */
INLINE void count_near(struct tally *tally, unsigned class, cell_t cell)
{
    /* By the difference of files or ranks, 0 in the middle. */
    static const uint8_t nearness[2 * CELL_STRIDE] = {
        [11] = 1, [12] = 2, [13] = 3, [14] = 4, [15] = 5, [16] = 6, [17] = 5, [18] = 4, [19] = 3, [20] = 2, [21] = 1};
    _Static_assert(NEAR_STEPS == 6, "the table says so");
    int by_file = nearness[CELL_STRIDE + cell / CELL_STRIDE - tally->royal / CELL_STRIDE];
    int by_rank = nearness[CELL_STRIDE + cell % CELL_STRIDE - tally->royal % CELL_STRIDE];
    if (class > CLASS_GO_BETWEEN)
        count(tally, &weights()->near[class], by_file < by_rank ? by_file : by_rank);
}

/* What a piece is and where it stands. */
INLINE void count_standing(struct tally *tally, unsigned kind, cell_t cell)
{
    unsigned class = classes[kind];
    count(tally, &weights()->worth[kind], 1);
    count_place(tally, class, cell);
    if (tally->royal)
        count_near(tally, class, cell);
}

/* What a piece sees, attacks or guards. */
INLINE void count_seen(struct tally *tally, unsigned kind, cell_t cell)
{
    if (chu_movements[kind].slide)
        count_slides(tally, cell, kind);
    else if (is_royal(kind))
        count_guards(tally, cell);
    else if (is_lion(kind))
        count_reach(tally, cell);
    else
        count_steps(tally, cell, kind);
}

/* What is no sum over the pieces. */
INLINE void count_side(struct tally *tally)
{
    const struct square_set *own = &tally->p->pieces[tally->side];
    unsigned pieces = 0;
    for (unsigned word = 0; word < 3; word++)
        pieces += (unsigned)__builtin_popcountll(own->word[word]);
    if (tally->p->royals[tally->side] > 1)
        count(tally, &weights()->second_royal, 1);
    if (pieces && pieces <= FEW_PIECES)
        count(tally, &weights()->few[pieces - 1], 1);
    if (!waiting(tally))
        count(tally, &weights()->tempo, 1);
}

INLINE struct tally tally_of(const struct chu_position *p, enum side side, int16_t *coefficients)
{
    square_t royal = chu_lowest(&p->royal[side_other(side)]);
    return (struct tally){
        .p = p, .coefficients = coefficients, .side = side, .royal = royal == SQUARE_NONE ? 0 : cell_of(royal)};
}

INLINE int sum_of(const struct tally *tally)
{
    return tally->sum + tally->turn[waiting(tally)];
}

#endif
