/*
 * How good a position of chu is: what the pieces are worth, where they stand, what sliders see, how near they have come
 * to the enemy's royal and what stands around the own one, a second life, and how few pieces a side has left.
 *
 * Everything is linear in the weights (weights.h), and nearly everything a sum over the pieces: of what a piece is and
 * where it stands, and of what it sees. So whoever judges one position after another keeps what each piece saw
 * (struct memory) and looks again only for those near a square that changed, or sliding to one.
 */
#include "games/chu/eval/eval.h"
#include "games/chu/eval/weights.h"
#include "games/chu/rules/sight.h"

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
                count_turn(tally, weights()->reach, classes[piece_kind(met)]);
        }
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
    struct square_set enemy = p->royal[side_other(side)];
    square_t royal = chu_pop(&enemy);
    return (struct tally){
        .p = p, .coefficients = coefficients, .side = side, .royal = royal == SQUARE_NONE ? 0 : cell_of(royal)};
}

INLINE int sum_of(const struct tally *tally)
{
    return tally->sum + tally->turn[waiting(tally)];
}

INLINE int count_all(const struct chu_position *p, enum side side, int16_t *coefficients)
{
    struct tally tally = tally_of(p, side, coefficients);
    struct square_set left = p->pieces[side];
    for (square_t square; (square = chu_pop(&left)) != SQUARE_NONE;) {
        unsigned kind = piece_kind(p->head.board[square]);
        count_standing(&tally, kind, cell_of(square));
        count_seen(&tally, kind, cell_of(square));
    }
    count_side(&tally);
    return sum_of(&tally);
}

static int score(const struct position *position)
{
    const struct chu_position *p = chu_of_const(position);
    int sum = count_all(p, SENTE, NULL) - count_all(p, GOTE, NULL);
    return position->side == SENTE ? sum : -sum;
}

/* What it is worth what a piece sees: if its side is to move, and if it waits. */
struct seen {
    int turn[SIDES];
};

/* The last position judged, as far as it decides the next. All zero: an empty board, with nothing seen. */
struct memory {
    piece_t board[SQUARES];
    struct square_set royal[SIDES], lions;
    int standing[SIDES]; /* of all pieces of a side */
    struct seen sum[SIDES];
    struct seen seen[SQUARES]; /* 0 where nothing stands */
};

_Static_assert(sizeof(struct memory) <= sizeof(union evaluation_memory), "raise EVALUATION_MEMORY_BYTES");

INLINE void note_seen(struct memory *memory, enum side side, square_t square, struct seen now)
{
    for (unsigned turn = 0; turn < SIDES; turn++)
        memory->sum[side].turn[turn] += now.turn[turn] - memory->seen[square].turn[turn];
    memory->seen[square] = now;
}

/* A piece comes (sign 1) or goes (-1). */
INLINE void note_standing(struct memory *memory, const struct tally *empty, piece_t piece, square_t square, int sign)
{
    enum side side = piece_side(piece);
    struct tally tally = {.p = empty->p, .side = side, .royal = empty[side].royal};
    count_standing(&tally, piece_kind(piece), cell_of(square));
    memory->standing[side] += sign * tally.sum;
    if (is_lion(piece_kind(piece)))
        memory->lions.word[square >> 6] ^= 1ULL << (square & 63);
}

/* Brings the board up to date and says where it changed. */
static struct square_set note_changes(struct memory *memory, const struct chu_position *p)
{
    const struct tally empty[SIDES] = {tally_of(p, SENTE, NULL), tally_of(p, GOTE, NULL)};
    struct square_set changed = {{0}};
    for (unsigned first = 0; first < SQUARES; first += 8) {
        uint64_t was, is;
        __builtin_memcpy(&was, memory->board + first, sizeof was);
        __builtin_memcpy(&is, p->head.board + first, sizeof is);
        for (uint64_t left = was ^ is; left;) {
            unsigned byte = (unsigned)__builtin_ctzll(left) / 8;
            square_t square = (square_t)(first + byte);
            left &= ~(0xffULL << byte * 8);
            piece_t gone = memory->board[square], come = p->head.board[square];
            if (gone != PIECE_NONE) {
                note_standing(memory, empty, gone, square, -1);
                note_seen(memory, piece_side(gone), square, (struct seen){{0}});
            }
            if (come != PIECE_NONE)
                note_standing(memory, empty, come, square, 1);
            memory->board[square] = come;
            square_set_add(&changed, square);
        }
    }
    return changed;
}

/* The pieces that see otherwise since those squares changed: those beside them, those that slide to them, and lions two
 * squares away. */
static struct square_set affected(const struct memory *memory, const struct chu_position *p, struct square_set changed)
{
    uint64_t met[4] = {0}; /* with a place for walls */
    struct square_set beside = chu_around(&changed), near = chu_around(&beside);
    for (square_t square; (square = chu_pop(&changed)) != SQUARE_NONE;) {
        const struct chu_sight sight = chu_sight_from(p, cell_of(square));
#define MEET(direction)                                                                                                \
    do {                                                                                                               \
        square_t at = square_of((cell_t)chu_meet(&sight, direction).cell);                                             \
        met[at >> 6] |= 1ULL << (at & 63);                                                                             \
    } while (0)
        MEET(0);
        MEET(1);
        MEET(2);
        MEET(3);
        MEET(4);
        MEET(5);
        MEET(6);
        MEET(7);
#undef MEET
    }
    struct square_set all;
    for (unsigned word = 0; word < 3; word++)
        all.word[word] = beside.word[word] | (near.word[word] & memory->lions.word[word]) |
                         (met[word] & (p->sliding[SENTE].word[word] | p->sliding[GOTE].word[word]));
    return all;
}

/* Lets the pieces of a side among those look again. */
INLINE void look_again(struct memory *memory, const struct chu_position *p, enum side side, struct square_set who)
{
    const struct tally empty = tally_of(p, side, NULL);
    for (unsigned word = 0; word < 3; word++)
        for (uint64_t left = who.word[word] & p->pieces[side].word[word]; left; left &= left - 1) {
            square_t square = (square_t)(word * 64 + (unsigned)__builtin_ctzll(left));
            struct tally tally = empty;
            count_seen(&tally, piece_kind(p->head.board[square]), cell_of(square));
            note_seen(memory, side, square, (struct seen){{tally.sum + tally.turn[0], tally.sum + tally.turn[1]}});
        }
}

INLINE int remembered(const struct memory *memory, const struct chu_position *p, enum side side)
{
    struct tally tally = tally_of(p, side, NULL);
    count_side(&tally);
    return tally.sum + memory->standing[side] + memory->sum[side].turn[waiting(&tally)];
}

static int score_next(const struct position *position, union evaluation_memory *store)
{
    const struct chu_position *p = chu_of_const(position);
    struct memory *memory = (struct memory *)store;
    struct square_set who;
    if (__builtin_memcmp(memory->royal, p->royal, sizeof memory->royal) == 0) {
        who = affected(memory, p, note_changes(memory, p));
    } else { /* all pieces stand otherwise to a royal that moved */
        *memory = (struct memory){.royal = {p->royal[SENTE], p->royal[GOTE]}};
        who = note_changes(memory, p);
    }
    look_again(memory, p, SENTE, who);
    look_again(memory, p, GOTE, who);
    int sum = remembered(memory, p, SENTE) - remembered(memory, p, GOTE);
    sum = position->side == SENTE ? sum : -sum;
#ifdef SHOGIKAN_AUDIT
    if (sum != score(position))
        __builtin_trap();
#endif
    return sum;
}

static int trace(const struct position *position, int16_t *coefficients)
{
    const struct chu_position *p = chu_of_const(position);
    count_all(p, SENTE, coefficients);
    count_all(p, GOTE, coefficients);
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
    .score_next = score_next,
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
