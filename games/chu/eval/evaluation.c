/*
 * How good a position of chu is: what the pieces are worth, where they stand, what sliders see, how near they have come
 * to the enemy's royal and what stands around the own one, a second life, and how few pieces a side has left.
 *
 * Everything is counted afresh at each call and is linear in the weights (weights.h).
 */
#include "games/chu/eval/eval.h"
#include "games/chu/eval/weights.h"

extern const struct game chu_game; /* rules/game.c */

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
    cell_t royal; /* the enemy's, 0: none */
    int sum;
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

/* A piece looks at a cell: is it worth more than itself what stands there? */
INLINE void count_aim(struct tally *tally, unsigned kind, piece_t met)
{
    if (is_enemy(met, tally->side) && chu_pieces[piece_kind(met)].worth > chu_pieces[kind].worth)
        count(tally, &weights()->aim[waiting(tally)][classes[piece_kind(met)]], 1);
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

INLINE void count_slides(struct tally *tally, cell_t from, unsigned kind)
{
    unsigned slide = chu_movements[kind].slide;
    bool enters = chu_pieces[kind].promotes && !chu_cell_in_zone(from, tally->side);
    struct sight sight = {0, 0, 0};
    look_along(tally, &sight, from, kind, slide, 0, enters);
    look_along(tally, &sight, from, kind, slide, 4, enters);
    look_along(tally, &sight, from, kind, slide, 2, enters);
    look_along(tally, &sight, from, kind, slide, 6, enters);
    look_along(tally, &sight, from, kind, slide, 1, enters);
    look_along(tally, &sight, from, kind, slide, 5, enters);
    look_along(tally, &sight, from, kind, slide, 3, enters);
    look_along(tally, &sight, from, kind, slide, 7, enters);
    unsigned class = classes[kind];
    count(tally, &weights()->slide[class], sight.seen);
    count(tally, &weights()->siege[class], sight.siege);
    count(tally, &weights()->entry[class], sight.entry);
}

INLINE void count_steps(struct tally *tally, cell_t from, unsigned kind)
{
    for (unsigned left = chu_movements[kind].step; left; left &= left - 1) {
        int delta = chu_delta((unsigned)__builtin_ctz(left), tally->side);
        count_aim(tally, kind, tally->p->cells[(cell_t)(from + delta)]);
    }
}

/* The enemy's pieces that a lion could go to. */
INLINE void count_reach(struct tally *tally, cell_t from)
{
    for (int file = -2; file <= 2; file++)
        for (int rank = -2; rank <= 2; rank++) {
            piece_t met = tally->p->cells[(cell_t)(from + file * CELL_STRIDE + rank)];
            if (is_enemy(met, tally->side))
                count(tally, &weights()->reach[waiting(tally)][classes[piece_kind(met)]], 1);
        }
}

INLINE void count_guards(struct tally *tally, cell_t royal)
{
    int guards = 0;
    for (unsigned direction = 0; direction < DIRECTIONS; direction++)
        guards += is_own(tally->p->cells[(cell_t)(royal + chu_delta(direction, SENTE))], tally->side);
    count(tally, &weights()->guard[guards], 1);
}

INLINE void count_place(struct tally *tally, unsigned class, square_t square)
{
    unsigned file = square / SIZE;
    count(tally, &weights()->rank[class][chu_rank(square, tally->side)], 1);
    count(tally, &weights()->file[class][file < HALF_FILES ? file : SIZE - 1 - file], 1);
}

/* What stands where; returns how many pieces there are. */
INLINE unsigned count_places(struct tally *tally)
{
    unsigned pieces = 0;
    for (unsigned word = 0; word < 3; word++)
        for (uint64_t left = tally->p->pieces[tally->side].word[word]; left; left &= left - 1, pieces++) {
            square_t square = (square_t)(word * 64 + (unsigned)__builtin_ctzll(left));
            unsigned kind = piece_kind(tally->p->head.board[square]), class = classes[kind];
            count(tally, &weights()->worth[kind], 1);
            count_place(tally, class, square);
        }
    return pieces;
}

/* How near pieces have come to the enemy's royal. */
INLINE void count_near(struct tally *tally)
{
    /* By the difference of files or ranks, 0 in the middle. */
    static const uint8_t nearness[2 * CELL_STRIDE] = {
        [11] = 1, [12] = 2, [13] = 3, [14] = 4, [15] = 5, [16] = 6, [17] = 5, [18] = 4, [19] = 3, [20] = 2, [21] = 1};
    _Static_assert(NEAR_STEPS == 6, "the table says so");
    unsigned file = tally->royal / CELL_STRIDE, rank = tally->royal % CELL_STRIDE;
    const uint8_t *by_file = nearness + CELL_STRIDE - file, *by_rank = nearness + CELL_STRIDE - rank;
    /* Only the ranks that are near: as bits, then once for each file. */
    uint64_t ranks = ((1ULL << (2 * NEAR_STEPS - 1)) - 1) << (rank - CELL_BORDER) >> (NEAR_STEPS - 1) & 0xfff;
    const uint64_t near_ranks[3] = {ranks * 0x1001001001001001, ranks >> 4 | ranks * 0x0100100100100100,
                                    ranks >> 8 | ranks << 4};
    for (unsigned word = 0; word < 3; word++)
        for (uint64_t left = tally->p->pieces[tally->side].word[word] & near_ranks[word]; left; left &= left - 1) {
            square_t square = (square_t)(word * 64 + (unsigned)__builtin_ctzll(left));
            unsigned class = classes[piece_kind(tally->p->head.board[square])];
            cell_t cell = cell_of(square);
            int nearer = by_file[cell / CELL_STRIDE], near = by_rank[cell % CELL_STRIDE];
            near = near < nearer ? near : nearer;
            if (near && class > CLASS_GO_BETWEEN)
                count(tally, &weights()->near[class], near);
        }
}

/* What pieces see, attack and guard: those that slide, royals, and others with an enemy near. */
INLINE void count_sights(struct tally *tally)
{
    const struct chu_position *p = tally->p;
    struct square_set one = chu_around(&p->pieces[side_other(tally->side)]);
    struct square_set two = p->lions[tally->side] ? chu_around(&one) : one;
    for (unsigned word = 0; word < 3; word++) {
        uint64_t own = p->pieces[tally->side].word[word], slide = p->sliding[tally->side].word[word];
        for (uint64_t left = slide; left; left &= left - 1) {
            square_t square = (square_t)(word * 64 + (unsigned)__builtin_ctzll(left));
            count_slides(tally, cell_of(square), piece_kind(p->head.board[square]));
        }
        for (uint64_t left = p->royal[tally->side].word[word]; left; left &= left - 1)
            count_guards(tally, cell_of((square_t)(word * 64 + (unsigned)__builtin_ctzll(left))));
        for (uint64_t left = own & two.word[word] & ~slide & ~p->royal[tally->side].word[word]; left;
             left &= left - 1) {
            square_t square = (square_t)(word * 64 + (unsigned)__builtin_ctzll(left));
            unsigned kind = piece_kind(p->head.board[square]);
            if (is_lion(kind))
                count_reach(tally, cell_of(square));
            else
                count_steps(tally, cell_of(square), kind);
        }
    }
}

INLINE int count_side(const struct chu_position *p, enum side side, int16_t *coefficients)
{
    struct tally tally = {.p = p, .coefficients = coefficients, .side = side};
    struct square_set enemy = p->royal[side_other(side)];
    square_t royal = chu_pop(&enemy);
    tally.royal = royal == SQUARE_NONE ? 0 : cell_of(royal);
    unsigned pieces = count_places(&tally);
    if (tally.royal)
        count_near(&tally);
    count_sights(&tally);
    if (p->royals[side] > 1)
        count(&tally, &weights()->second_royal, 1);
    if (pieces && pieces <= FEW_PIECES)
        count(&tally, &weights()->few[pieces - 1], 1);
    if (p->head.side == side)
        count(&tally, &weights()->tempo, 1);
    return tally.sum;
}

static int score(const struct position *position)
{
    const struct chu_position *p = chu_of_const(position);
    int sum = count_side(p, SENTE, NULL) - count_side(p, GOTE, NULL);
    return position->side == SENTE ? sum : -sum;
}

static int trace(const struct position *position, int16_t *coefficients)
{
    const struct chu_position *p = chu_of_const(position);
    count_side(p, SENTE, coefficients);
    count_side(p, GOTE, coefficients);
    return 0;
}

#define GROUP(member, inner) WEIGHT_GROUP(struct chu_weights, member, inner)

static const struct weight_group groups[] = {
    GROUP(tempo, 1),
    GROUP(worth, KINDS),
    GROUP(rank, SIZE),
    GROUP(file, HALF_FILES),
    GROUP(near, CLASSES),
    GROUP(slide, CLASSES),
    GROUP(siege, CLASSES),
    GROUP(entry, CLASSES),
    GROUP(aim, CLASSES),
    GROUP(reach, CLASSES),
    GROUP(guard, DIRECTIONS + 1),
    GROUP(second_royal, 1),
    GROUP(few, FEW_PIECES),
    {.name = NULL},
};

static const struct tuning tuning = {
    .groups = groups,
    .weights = chu_weights,
    .count = sizeof(struct chu_weights) / sizeof(int16_t),
    .trace = trace,
};

/* Passing is never better than the best move while both sides have pieces that can make room for each other. */
static bool pass_is_sound(const struct position *position)
{
    const struct chu_position *p = chu_of_const(position);
    for (unsigned side = 0; side < SIDES; side++) {
        unsigned count = 0;
        for (unsigned word = 0; word < 3; word++)
            count += (unsigned)__builtin_popcountll(p->pieces[side].word[word]);
        if (count < FEW_PIECES)
            return false;
    }
    return true;
}

static const char *const perft_sfens[] = {
    "kg10/12/12/4p7/3pp1pp4/5+H6/12/4+D7/12/12/12/10GK b - 1",
    NULL,
};
static const char *const search_sfens[] = {
    "lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/PPPPPPPPPPPP/MVRHDNQDHRVM/A1B1TOXT1B1A/"
    "LFCSGKEGSCFL b - 1",
    "lf1sgekgs1fl/ac1dtxotcb1a/mvr6rvm/pp+Rp3dpppp/5N1pi3/12/4h7/3n3PI3/1P3D2PPPP/MV6HRVM/AFBTHOXT1B1A/L1CSGKEGSCFL b "
    "- 51",
    "lfc1gekgscfl/a2stxot3a/m5r4m/pvpp3bppvp/3ipp1p4/HpP4d2pA/5RP1i3/3IPP1P1DP1/PP1P4P3/M9V1/A1VCTOXTSF2/LF1SGKG2C1L b "
    "- 101",
    "5ekg3l/5g1t3a/7s1f2/4+V1ocp2p/1p8p1/7+x4/1P4p3v1/3+B1+r4F1/+l2P3+b2PP/2M7MA/2F1TOXTC3/2CSGKEGS2L b - 201",
    NULL,
};

const struct evaluation chu_evaluation = {
    .game = &chu_game,
    .levels = chu_levels,
    .scale = 1269, /* weights.c */
    .score = score,
    .lasting = chu_lasting,
    .tactical = chu_tactical,
    .gives_check = chu_gives_check,
    .can_move = chu_can_move,
    .exchange = chu_exchange,
    .pass_is_sound = pass_is_sound,
    .tuning = &tuning,
    .perft_sfens = perft_sfens,
    .search_sfens = search_sfens,
};
