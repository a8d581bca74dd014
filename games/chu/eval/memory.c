/*
 * The score of a position by what changed since the last one that was judged.
 *
 * Kept are what each piece saw, sliders by axis, and the sums of that. Whatever moves led from one position to the
 * other, the boards are compared, and only those look again whom a square that changed concerns: sliders that see it,
 * along that axis only; steppers beside it and lions near it if an enemy stands or stood there; royals beside it. A
 * slider that sees otherwise sees a square that changed: where its view ends now, or where it ended.
 */
#include "games/chu/eval/eval.h"
#include "games/chu/eval/tally.h"
#include "games/chu/rules/sight.h"

/* What it is worth what a piece sees: if its side is to move, and if it waits. */
struct seen {
    int turn[SIDES];
};

/* The last position judged, as far as it decides the next. All zero: an empty board, with nothing seen. */
struct memory {
    piece_t board[SQUARES];
    cell_t royal[SIDES]; /* the enemy's, see struct tally */
    struct square_set lions;
    int standing[SIDES]; /* of all pieces of a side */
    int stands[SQUARES]; /* of each, 0 where nothing stands */
    struct seen sum[SIDES];
    struct seen seen[SQUARES]; /* 0 where nothing stands */
    struct {
        struct seen along[AXES];
        uint8_t entries; /* axes along which it reaches the zone: in seen[] they count once */
    } slides[SQUARES];   /* of what is in seen[] */
};

_Static_assert(sizeof(struct memory) <= sizeof(union evaluation_memory), "raise EVALUATION_MEMORY_BYTES");

INLINE struct seen seen_of(const struct tally *tally)
{
    return (struct seen){{tally->sum + tally->turn[0], tally->sum + tally->turn[1]}};
}

INLINE struct tally empty_tally(const struct memory *memory, const struct chu_position *p, enum side side)
{
    return (struct tally){.p = p, .side = side, .royal = memory->royal[side]};
}

INLINE void note_seen(struct memory *memory, enum side side, square_t square, struct seen now)
{
    for (unsigned turn = 0; turn < SIDES; turn++)
        memory->sum[side].turn[turn] += now.turn[turn] - memory->seen[square].turn[turn];
    memory->seen[square] = now;
}

/* A slider looks again along an axis. */
INLINE void note_axis(struct memory *memory, const struct chu_position *p, enum side side, square_t square,
                      unsigned axis)
{
    unsigned kind = piece_kind(p->head.board[square]), class = classes[kind];
    struct tally tally = empty_tally(memory, p, side);
    struct sight sight = {0, 0, 0};
    look_both_ways(&tally, &sight, cell_of(square), kind, axis);
    count_sight(&tally, &sight, class);
    struct seen now = seen_of(&tally), *was = &memory->slides[square].along[axis];
    int entry = 0;
    if (is_entering(&tally, kind, cell_of(square))) {
        uint8_t *entries = &memory->slides[square].entries, before = *entries;
        *entries = (uint8_t)((before & ~(1u << axis)) | (unsigned)sight.entry << axis);
        entry = weights()->entry[class] * ((*entries != 0) - (before != 0));
    }
    for (unsigned turn = 0; turn < SIDES; turn++) {
        int more = now.turn[turn] - was->turn[turn] + entry;
        memory->seen[square].turn[turn] += more;
        memory->sum[side].turn[turn] += more;
    }
    *was = now;
}

#define NOTE_AXIS(axis)                                                                                                \
    static __attribute__((noinline)) void note_axis_##axis(struct memory *memory, const struct chu_position *p,        \
                                                           square_t square)                                            \
    {                                                                                                                  \
        if (piece_side(p->head.board[square]) == SENTE)                                                                \
            note_axis(memory, p, SENTE, square, axis);                                                                 \
        else                                                                                                           \
            note_axis(memory, p, GOTE, square, axis);                                                                  \
    }
NOTE_AXIS(0)
NOTE_AXIS(1)
NOTE_AXIS(2)
NOTE_AXIS(3)
#undef NOTE_AXIS

/* A slider looks along all axes. */
INLINE void note_axes(struct memory *memory, const struct chu_position *p, enum side side, square_t square)
{
    const struct tally empty = empty_tally(memory, p, side);
    unsigned kind = piece_kind(p->head.board[square]), class = classes[kind];
    struct seen all = {{0, 0}};
    int entries = 0;
#define LOOK(axis)                                                                                                     \
    do {                                                                                                               \
        struct tally tally = empty;                                                                                    \
        struct sight sight = {0, 0, 0};                                                                                \
        look_both_ways(&tally, &sight, cell_of(square), kind, axis);                                                   \
        count_sight(&tally, &sight, class);                                                                            \
        const struct seen now = seen_of(&tally);                                                                       \
        memory->slides[square].along[axis] = now;                                                                      \
        all.turn[0] += now.turn[0];                                                                                    \
        all.turn[1] += now.turn[1];                                                                                    \
        entries |= sight.entry << (axis);                                                                              \
    } while (0)
    LOOK(0);
    LOOK(1);
    LOOK(2);
    LOOK(3);
#undef LOOK
    memory->slides[square].entries = (uint8_t)entries;
    if (entries) {
        all.turn[0] += weights()->entry[class];
        all.turn[1] += weights()->entry[class];
    }
    note_seen(memory, side, square, all);
}

static __attribute__((noinline)) void note_slides(struct memory *memory, const struct chu_position *p, square_t square)
{
    if (piece_side(p->head.board[square]) == SENTE)
        note_axes(memory, p, SENTE, square);
    else
        note_axes(memory, p, GOTE, square);
}

/* What a piece is worth where it stands. */
INLINE void note_standing(struct memory *memory, const struct chu_position *p, square_t square)
{
    piece_t piece = p->head.board[square];
    enum side side = piece_side(piece);
    struct tally tally = empty_tally(memory, p, side);
    count_standing(&tally, piece_kind(piece), cell_of(square));
    memory->standing[side] += tally.sum - memory->stands[square];
    memory->stands[square] = tally.sum;
}

static inline void toggle_lion(struct memory *memory, piece_t piece, square_t square)
{
    if (is_lion(piece_kind(piece)))
        memory->lions.word[square >> 6] ^= 1ULL << (square & 63);
}

/* A piece that does not slide looks again. */
static void note_piece(struct memory *memory, const struct chu_position *p, square_t square)
{
    piece_t piece = p->head.board[square];
    enum side side = piece_side(piece);
    struct tally tally = empty_tally(memory, p, side);
    if (is_royal(piece_kind(piece)))
        count_guards(&tally, cell_of(square));
    else if (is_lion(piece_kind(piece)))
        count_reach(&tally, cell_of(square));
    else
        count_steps(&tally, cell_of(square), piece_kind(piece));
    note_seen(memory, side, square, seen_of(&tally));
}

/* A square that changed. */
struct change {
    square_t square;
    piece_t gone, come;
};

static inline bool concerns(const struct change *change, enum side side)
{
    return is_enemy(change->gone, side) || is_enemy(change->come, side);
}

/* Brings a square up to date. Who went is forgotten, who came has not yet looked. */
INLINE struct change note_square(struct memory *memory, const struct chu_position *p, square_t square)
{
    piece_t gone = memory->board[square], come = p->head.board[square];
    if (gone != PIECE_NONE) {
        memory->standing[piece_side(gone)] -= memory->stands[square];
        memory->stands[square] = 0;
        toggle_lion(memory, gone, square);
        note_seen(memory, piece_side(gone), square, (struct seen){{0}});
        __builtin_memset(&memory->slides[square], 0, sizeof memory->slides[square]);
    }
    if (come != PIECE_NONE) {
        note_standing(memory, p, square);
        toggle_lion(memory, come, square);
    }
    memory->board[square] = come;
    return (struct change){.square = square, .gone = gone, .come = come};
}

/* Brings the board up to date and lists what changed. Two of three blocks are as they were, as a rule, and so are most
 * words of eight squares. */
static unsigned note_changes(struct memory *memory, const struct chu_position *p, struct change *changes)
{
    enum { BLOCK = SQUARES / 3, WORD = 8 };
    unsigned count = 0;
    for (unsigned block = 0; block < SQUARES; block += BLOCK) {
        if (__builtin_memcmp(memory->board + block, p->head.board + block, BLOCK) == 0)
            continue;
        for (unsigned first = block; first < block + BLOCK; first += WORD) {
            uint64_t was, is;
            __builtin_memcpy(&was, memory->board + first, sizeof was);
            __builtin_memcpy(&is, p->head.board + first, sizeof is);
            for (uint64_t left = was ^ is; left;) {
                unsigned byte = (unsigned)__builtin_ctzll(left) / 8;
                left &= ~(0xffULL << byte * 8);
                changes[count++] = note_square(memory, p, (square_t)(first + byte));
            }
        }
    }
    return count;
}

/* Who moves back to a cell, in the first place that is taken in each direction. */
struct lookers {
    unsigned directions;
    cell_t cells[DIRECTIONS];
};

/* All eight are found without a branch: which of them there are cannot be foretold. */
INLINE void find_lookers(struct lookers *lookers, const struct chu_position *p, cell_t cell)
{
    const struct chu_sight sight = chu_sight_from(p, cell);
    unsigned directions = 0;
#define LOOK(direction)                                                                                                \
    do {                                                                                                               \
        const struct chu_meeting met = chu_meet(&sight, direction);                                                    \
        lookers->cells[direction] = (cell_t)met.cell;                                                                  \
        directions |=                                                                                                  \
            (chu_reaches[SENTE][met.piece][met.reach] | chu_reaches[GOTE][met.piece][met.reach]) & 1u << (direction);  \
    } while (0)
    LOOK(0);
    LOOK(1);
    LOOK(2);
    LOOK(3);
    LOOK(4);
    LOOK(5);
    LOOK(6);
    LOOK(7);
#undef LOOK
    lookers->directions = directions;
}

/* Lets those look again whom the change of a square concerns. */
static void note_change(struct memory *memory, const struct chu_position *p, const struct change *change,
                        const struct square_set *come)
{
    static void (*const note_axis_of[AXES])(struct memory *, const struct chu_position *,
                                            square_t) = {note_axis_0, note_axis_1, note_axis_2, note_axis_3};
    const bool concerned[SIDES] = {concerns(change, SENTE), concerns(change, GOTE)};
    struct lookers lookers;
    find_lookers(&lookers, p, cell_of(change->square));
    for (unsigned ways = lookers.directions; ways; ways &= ways - 1) {
        unsigned direction = (unsigned)__builtin_ctz(ways);
        square_t square = square_of(lookers.cells[direction]);
        if (square_set_has(come, square))
            continue; /* looks at everything anyway */
        piece_t piece = p->head.board[square];
        if (chu_movements[piece_kind(piece)].slide)
            note_axis_of[direction % AXES](memory, p, square);
        else if (concerned[piece_side(piece)] || is_royal(piece_kind(piece)))
            note_piece(memory, p, square);
    }
    if (chu_movements[piece_kind(change->come)].slide)
        note_slides(memory, p, change->square);
    else if (change->come != PIECE_NONE)
        note_piece(memory, p, change->square);
}

/* Whether a lion on a cell reaches another: by the difference of cells, from two files and ranks less to two more. */
static inline bool is_near(cell_t lion, cell_t cell)
{
    uint8_t difference = (uint8_t)(lion - cell + 2 * CELL_STRIDE + 2);
    return difference < 5 * CELL_STRIDE && difference % CELL_STRIDE < 5;
}

/* What a lion could take is a sum over the squares: what changed is added and subtracted. Those that came look at
 * everything afterwards. */
static void note_lions(struct memory *memory, const struct change *changes, unsigned count)
{
    struct square_set lions = memory->lions;
    for (square_t square; (square = chu_pop(&lions)) != SQUARE_NONE;) {
        enum side side = piece_side(memory->board[square]);
        struct seen now = memory->seen[square];
        for (unsigned i = 0; i < count; i++) {
            if (!is_near(cell_of(square), cell_of(changes[i].square)))
                continue;
            struct tally gone = {.side = side}, come = {.side = side};
            count_reached(&gone, changes[i].gone);
            count_reached(&come, changes[i].come);
            for (unsigned turn = 0; turn < SIDES; turn++)
                now.turn[turn] += come.turn[turn] - gone.turn[turn];
        }
        note_seen(memory, side, square, now);
    }
}

/* The enemy's royal moved, or another became the first: to it all pieces of a side stand otherwise, and sliders might
 * besiege it. */
static void note_royal(struct memory *memory, const struct chu_position *p, enum side side)
{
    for (unsigned word = 0; word < 3; word++)
        for (uint64_t left = p->pieces[side].word[word]; left; left &= left - 1) {
            square_t square = (square_t)(word * 64 + (unsigned)__builtin_ctzll(left));
            note_standing(memory, p, square);
            if (chu_movements[piece_kind(p->head.board[square])].slide)
                note_slides(memory, p, square);
        }
}

static void bring_up_to_date(struct memory *memory, const struct chu_position *p)
{
    bool moved[SIDES];
    for (unsigned side = 0; side < SIDES; side++) {
        cell_t royal = tally_of(p, (enum side)side, NULL).royal;
        moved[side] = royal != memory->royal[side];
        memory->royal[side] = royal;
    }
    struct change changes[SQUARES];
    unsigned count = note_changes(memory, p, changes);
    note_lions(memory, changes, count);
    struct square_set come = {{0}};
    for (unsigned i = 0; i < count; i++)
        if (changes[i].come != PIECE_NONE)
            square_set_add(&come, changes[i].square);
    for (unsigned i = 0; i < count; i++)
        note_change(memory, p, &changes[i], &come);
    for (unsigned side = 0; side < SIDES; side++)
        if (moved[side])
            note_royal(memory, p, (enum side)side);
}

INLINE int remembered(const struct memory *memory, const struct chu_position *p, enum side side)
{
    struct tally tally = empty_tally(memory, p, side);
    count_side(&tally);
    return tally.sum + memory->standing[side] + memory->sum[side].turn[waiting(&tally)];
}

int chu_score_next(const struct position *position, union evaluation_memory *store)
{
    const struct chu_position *p = chu_of_const(position);
    struct memory *memory = (struct memory *)store;
    bring_up_to_date(memory, p);
    int sum = remembered(memory, p, SENTE) - remembered(memory, p, GOTE);
    return position->side == SENTE ? sum : -sum;
}
