/*
 * A position of chu: the common head, a board with walls, and the squares of each side.
 *
 * The board with walls is 16 x 16: two files and two ranks beyond every edge are wall, so that a step, a jump to the
 * second square and a lion's leap never need a test for the edge, and a cell fits into a byte. A direction is a
 * difference of cells. The head's board says the same by square number, bits say by line what is taken; all are kept by
 * apply and undo.
 */
#ifndef GAMES_CHU_POSITION_H
#define GAMES_CHU_POSITION_H

#include "rules/game.h"

enum {
    SIZE = 12,
    SQUARES = SIZE * SIZE,
    CELL_STRIDE = 16, /* from one file to the next */
    CELL_BORDER = 2,
    CELLS = CELL_STRIDE * CELL_STRIDE,
    WALL = 255,
    ZONE_DEPTH = 4,
    AXES = 4,        /* directions without their sign: 0 along files, 1 and 3 aslant, 2 along ranks */
    CELL_LINES = 32, /* more than there are of any axis */
};

typedef uint8_t cell_t;

enum chu_kind {
    KING = 1,
    ELEPHANT,
    GOLD,
    SILVER,
    COPPER,
    LEOPARD,
    TIGER,
    KIRIN,
    PHOENIX,
    LION,
    FREE_KING,
    DRAGON,
    HORSE,
    ROOK,
    BISHOP,
    VERTICAL_MOVER,
    SIDE_MOVER,
    CHARIOT,
    LANCE,
    GO_BETWEEN,
    PAWN,
    PRINCE, /* what they become, in the same order */
    PROMOTED_GOLD,
    PROMOTED_SILVER,
    PROMOTED_COPPER,
    PROMOTED_LEOPARD,
    STAG,
    PROMOTED_KIRIN,
    PROMOTED_PHOENIX,
    EAGLE,
    FALCON,
    PROMOTED_ROOK,
    PROMOTED_BISHOP,
    OX,
    BOAR,
    WHALE,
    WHITE_HORSE,
    PROMOTED_GO_BETWEEN,
    PROMOTED_PAWN,
    KINDS,
};

/* How a kind moves: sets of directions as sente sees them (struct chu_directions in attacks.c turns them for gote). */
struct movement {
    uint8_t step;  /* to the next square */
    uint8_t slide; /* any distance */
    uint8_t jump;  /* to the second square, over whatever stands between */
    uint8_t lion;  /* lion power: all eight, or along these lines only (R32) */
};

enum { ALL_DIRECTIONS = 0xff, DIRECTIONS = 8 };

extern const struct movement chu_movements[KINDS];
extern const struct piece_info chu_pieces[];

enum chu_rule { RULE_PROMOTION = RULE_INDEX_MOVE_LIMIT + 1, RULE_LION_TRADE, RULE_BARE_KING };
enum chu_promotion { PROMOTION_ASSOCIATION, PROMOTION_SHOGI };
enum chu_lion_trade { TRADE_PROTECTED, TRADE_ALWAYS, TRADE_OFF };
enum chu_bare_king { BARE_KING_ON, BARE_KING_OFF };

struct chu_position {
    struct position head;
    piece_t cells[CELLS];
    uint16_t lines[AXES][CELL_LINES]; /* what is taken, by line: see chu_line() */
    struct square_set pieces[SIDES];
    struct square_set royal[SIDES];   /* the kings and princes among them */
    struct square_set sliding[SIDES]; /* those among them that slide */
    uint16_t leaping[SIDES]
                    [CELL_STRIDE]; /* those among them that jump or have lion power: bits by rank, for each file */
    uint8_t royals[SIDES];         /* kings and princes on the board */
    uint8_t lions[SIDES];          /* lions and promoted kirins on the board */
    bool played;   /* a ply led here: a position that is only set up is not judged for bare kings (R37) */
    bool was_bare; /* the side that just moved was bare before it did */
};

_Static_assert(sizeof(struct chu_position) <= POSITION_BYTES, "raise POSITION_BYTES");

struct chu_undo {
    uint64_t key;
    piece_t moved, taken_on_the_way, taken;
    square_t mark;
    bool played, was_bare;
};

_Static_assert(sizeof(struct chu_undo) <= UNDO_BYTES, "raise UNDO_BYTES");

static inline struct chu_position *chu_of(struct position *position)
{
    return (struct chu_position *)position;
}

static inline const struct chu_position *chu_of_const(const struct position *position)
{
    return (const struct chu_position *)position;
}

extern const cell_t chu_cells[SQUARES];

static inline cell_t cell_of(square_t square)
{
    return chu_cells[square];
}

extern const square_t chu_squares[CELLS]; /* SQUARE_NONE: a wall */

static inline square_t square_of(cell_t cell)
{
    return chu_squares[cell];
}

/* Directions 0..7 go round from straight ahead; sente's differences of cells. Gote's are the opposite ones. */
static inline int chu_delta(unsigned direction, enum side side)
{
    static const int8_t deltas[SIDES][DIRECTIONS] = {{-1, -17, -16, -15, 1, 17, 16, 15},
                                                     {1, 17, 16, 15, -1, -17, -16, -15}};
    return deltas[side][direction];
}

/* The line of an axis that a cell is on, and the cell's bit in it. Walls are taken for good. */
static inline unsigned chu_line(unsigned axis, cell_t cell)
{
    unsigned file = cell / CELL_STRIDE, rank = cell % CELL_STRIDE;
    return axis == 0 ? file : axis == 1 ? CELL_STRIDE + file - rank : axis == 2 ? rank : file + rank;
}

static inline unsigned chu_line_bit(unsigned axis, cell_t cell)
{
    return axis == 0 ? cell % CELL_STRIDE : cell / CELL_STRIDE;
}

/* Empty cells from a cell to the next piece or wall, towards lower cells or higher ones. */
static inline unsigned chu_gap_down(const struct chu_position *p, unsigned axis, cell_t cell)
{
    return (unsigned)__builtin_clz((uint32_t)p->lines[axis][chu_line(axis, cell)] << (32 - chu_line_bit(axis, cell)));
}

static inline unsigned chu_gap_up(const struct chu_position *p, unsigned axis, cell_t cell)
{
    return (unsigned)__builtin_ctz((uint32_t)p->lines[axis][chu_line(axis, cell)] >> (chu_line_bit(axis, cell) + 1));
}

static inline bool is_lion(unsigned kind)
{
    return kind == LION || kind == PROMOTED_KIRIN;
}

static inline bool is_royal(unsigned kind)
{
    return kind == KING || kind == PRINCE;
}

/* The codes of a side's pieces follow each other, so that one comparison tells them from the rest and from walls. */
static inline bool is_own(piece_t piece, enum side side)
{
    return (piece_t)(piece - piece_of(1, side)) < KINDS - 1;
}

static inline bool is_enemy(piece_t piece, enum side side)
{
    return is_own(piece, side_other(side));
}

/* A rank counted from the side's far edge. */
static inline unsigned chu_rank(square_t square, enum side side)
{
    unsigned rank = square % SIZE;
    return side == SENTE ? rank : SIZE - 1 - rank;
}

static inline bool chu_in_zone(square_t square, enum side side)
{
    return chu_rank(square, side) < ZONE_DEPTH;
}

static inline bool chu_cell_in_zone(cell_t cell, enum side side)
{
    unsigned rank = cell % CELL_STRIDE - CELL_BORDER;
    return side == SENTE ? rank < ZONE_DEPTH : rank >= SIZE - ZONE_DEPTH;
}

/* How far a piece is from a cell that it may attack: next to it, on the second one with nothing between, further away
 * with nothing between, or on the second one over a piece. */
enum chu_reach { REACH_NEXT, REACH_SECOND, REACH_FAR, REACH_OVER, REACHES };

/* By side, piece and reach: the directions, as sente counts them from the attacked cell, from which a piece of the side
 * comes. Nothing for the other side's pieces, empty cells and walls. */
extern const uint8_t chu_reaches[SIDES][WALL + 1][REACHES];

/* Whether what stands there is a piece of `by` that moves back along the direction in which it was found. */
static inline bool chu_comes_back(piece_t piece, enum side by, unsigned direction, enum chu_reach reach)
{
    return chu_reaches[by][piece][reach] >> direction & 1;
}

/* Whether a side has a piece that jumps or has lion power at most two squares from a cell: nothing else comes over what
 * stands between. */
static inline bool chu_leaping_near(const struct chu_position *p, enum side side, cell_t cell)
{
    const uint16_t *files = p->leaping[side] + cell / CELL_STRIDE;
    return (files[-2] | files[-1] | files[0] | files[1] | files[2]) >> (cell % CELL_STRIDE - 2) & 31;
}

/* Takes the lowest square out of a set of which some word is not empty; SQUARE_NONE when all are. */
static inline square_t chu_pop(struct square_set *set)
{
    for (unsigned word = 0; word < 3; word++)
        if (set->word[word]) {
            square_t square = (square_t)(word * 64 + (unsigned)__builtin_ctzll(set->word[word]));
            set->word[word] &= set->word[word] - 1;
            return square;
        }
    return SQUARE_NONE;
}

/* The lowest square of a set; SQUARE_NONE: it is empty. */
static inline square_t chu_lowest(const struct square_set *set)
{
    for (unsigned word = 0; word < 3; word++)
        if (set->word[word])
            return (square_t)(word * 64 + (unsigned)__builtin_ctzll(set->word[word]));
    return SQUARE_NONE;
}

/* The squares of a set and those around them. */
struct square_set chu_around(const struct square_set *set);

/* The eight leaps of a lion that no line leads to. */
extern const int8_t chu_leaps[8];

/* R31 */
bool chu_can_promote(const struct position *position, unsigned kind, enum side side, square_t from, square_t to,
                     bool captures);

/* Whether a royal of `side` is attacked (R35), and adding the squares of the attackers to *givers. */
bool chu_check(const struct chu_position *p, enum side side);
void chu_check_givers(const struct chu_position *p, enum side side, struct square_set *givers);

/* R33, R34: the rule that forbids a capture of lions, NULL if none does. `mid` is `from` for a move without a middle.
 * *squares, when not NULL, gets what shows it. */
const char *chu_lion_trade(const struct chu_position *p, cell_t from, cell_t mid, cell_t to,
                           struct square_set *squares);

/* R32: whether a piece with lion power may step from `from` over `mid` to `to`, whatever stands at `to`. */
bool chu_lion_path(const struct chu_position *p, cell_t from, cell_t mid, cell_t to);

/* R38: whether two iguis take the same piece with the same result, whoever takes it; and which of two moves that come
 * back to their square is written first: the shorter spelling, then ASCII order. */
bool chu_same_igui(const struct chu_position *p, move_t a, move_t b);
bool chu_spelled_before(move_t a, move_t b);

/* The first step of the best spelling of a pass by the lion, falcon or eagle on a cell (R38); 0 if it cannot pass. */
cell_t chu_pass_over(const struct chu_position *p, cell_t from);

/* R37 */
bool chu_is_bare(const struct chu_position *p, enum side side);
bool chu_can_win_against_bare(const struct chu_position *p, enum side side);

enum error chu_adopt(struct position *position, struct fault *fault);
void chu_apply(struct position *position, move_t move, union undo_store *undo);
bool chu_can_apply(const struct position *position, move_t move);
void chu_undo_move(struct position *position, move_t move, const union undo_store *undo);
void chu_audit(const struct position *position);

/* The key of the position after a move that takes nothing and does not promote (R35). */
uint64_t chu_quiet_key(const struct position *position, move_t move);
/* R35: whether some move might bring a position for the fourth time; false only if none can. */
bool chu_may_repeat(const struct history *history);
/* R35: whether such a move would bring a position for the fourth time, which is forbidden to who is not in check. */
bool chu_fourth_occurrence(const struct position *position, const struct history *history, move_t move);

void chu_generate(const struct position *position, const struct history *history, struct move_list *list);
/* In check, with one royal: only its moves, and those to or over `squares`, where alone others parry; no passes. */
void chu_generate_answers(const struct position *position, const struct history *history,
                          const struct square_set *squares, struct move_list *list);
/* Only what takes or promotes; nothing of that is ever a repetition. */
void chu_generate_tactical(const struct position *position, struct move_list *list);
unsigned chu_count(const struct position *position, const struct history *history);
move_t chu_canonical(const struct position *position, move_t move);

struct explanation chu_explain(const struct position *position, const struct history *history, move_t move);

/* What records call the game and its pieces (words.c). */
extern const struct record_words chu_words;

#endif
