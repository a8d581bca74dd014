/*
 * Who attacks what, and the lion's trade.
 *
 * A cell is attacked when a look from it outwards, in each direction, meets a piece that moves back along that line:
 * one step away, two (jumps and lion power go over what stands between), or further if the line is clear; lions also
 * leap from a knight's distance. Protection of a lion (R33, R34) is an attack on the board as it would be with the
 * capturing piece standing on the lion's square, so what was hidden behind it counts.
 */
#include "games/chu/rules/sight.h"

/* The cell of each square. */
const cell_t chu_cells[SQUARES] = {
    34,  35,  36,  37,  38,  39,  40,  41,  42,  43,  44,  45,  50,  51,  52,  53,  54,  55,  56,  57,  58,
    59,  60,  61,  66,  67,  68,  69,  70,  71,  72,  73,  74,  75,  76,  77,  82,  83,  84,  85,  86,  87,
    88,  89,  90,  91,  92,  93,  98,  99,  100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 114, 115, 116,
    117, 118, 119, 120, 121, 122, 123, 124, 125, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141,
    146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 162, 163, 164, 165, 166, 167, 168, 169, 170,
    171, 172, 173, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 194, 195, 196, 197, 198, 199,
    200, 201, 202, 203, 204, 205, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219, 220, 221,
};

const square_t chu_squares[CELLS] = {
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0,   1,   2,   3,   4,   5,   6,   7,   8,   9,
    10,  11,  255, 255, 255, 255, 12,  13,  14,  15,  16,  17,  18,  19,  20,  21,  22,  23,  255, 255, 255, 255,
    24,  25,  26,  27,  28,  29,  30,  31,  32,  33,  34,  35,  255, 255, 255, 255, 36,  37,  38,  39,  40,  41,
    42,  43,  44,  45,  46,  47,  255, 255, 255, 255, 48,  49,  50,  51,  52,  53,  54,  55,  56,  57,  58,  59,
    255, 255, 255, 255, 60,  61,  62,  63,  64,  65,  66,  67,  68,  69,  70,  71,  255, 255, 255, 255, 72,  73,
    74,  75,  76,  77,  78,  79,  80,  81,  82,  83,  255, 255, 255, 255, 84,  85,  86,  87,  88,  89,  90,  91,
    92,  93,  94,  95,  255, 255, 255, 255, 96,  97,  98,  99,  100, 101, 102, 103, 104, 105, 106, 107, 255, 255,
    255, 255, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 255, 255, 255, 255, 120, 121, 122, 123,
    124, 125, 126, 127, 128, 129, 130, 131, 255, 255, 255, 255, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141,
    142, 143, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
};

const int8_t chu_leaps[8] = {-33, -31, -18, -14, 14, 18, 31, 33};

struct square_set chu_around(const struct square_set *set)
{
    static const uint64_t first[3] = {0x1001001001001001, 0x0100100100100100, 0x10}, /* squares of the first rank */
        last[3] = {0x0800800800800800, 0x0080080080080080, 0x8008};
    uint64_t along[3], away[3], back[3];
    for (unsigned i = 0; i < 3; i++) {
        away[i] = set->word[i] & ~last[i];
        back[i] = set->word[i] & ~first[i];
    }
    along[0] = set->word[0] | away[0] << 1 | back[0] >> 1 | back[1] << 63;
    along[1] = set->word[1] | away[1] << 1 | away[0] >> 63 | back[1] >> 1 | back[2] << 63;
    along[2] = set->word[2] | away[2] << 1 | away[1] >> 63 | back[2] >> 1;
    return (struct square_set){{
        along[0] | along[0] << SIZE | along[0] >> SIZE | along[1] << (64 - SIZE),
        along[1] | along[1] << SIZE | along[0] >> (64 - SIZE) | along[1] >> SIZE | along[2] << (64 - SIZE),
        along[2] | along[2] << SIZE | along[1] >> (64 - SIZE) | along[2] >> SIZE,
    }};
}

bool chu_sight_leapt(const struct chu_sight *sight, enum side by)
{
    for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
        struct chu_meeting second = chu_meet_over(sight, direction);
        if (chu_comes_back(second.piece, by, direction, REACH_OVER))
            return true;
    }
    for (unsigned i = 0; i < sizeof chu_leaps; i++)
        if (chu_sight_leaps(sight, by, (cell_t)(sight->from + (unsigned)chu_leaps[i])))
            return true;
    return false;
}

bool chu_sight_attackers(const struct chu_sight *sight, enum side by, struct square_set *givers)
{
    struct square_set found = {{0}};
    for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
        struct chu_meeting first = chu_meet(sight, direction);
        if (chu_comes_back(first.piece, by, direction, first.reach))
            square_set_add(&found, square_of((cell_t)first.cell));
        if (first.reach != REACH_NEXT || first.piece == WALL)
            continue;
        struct chu_meeting second = chu_meet_over(sight, direction);
        if (chu_comes_back(second.piece, by, direction, REACH_OVER))
            square_set_add(&found, square_of((cell_t)second.cell));
    }
    for (unsigned i = 0; i < sizeof chu_leaps; i++) {
        cell_t cell = (cell_t)(sight->from + (unsigned)chu_leaps[i]);
        if (chu_sight_leaps(sight, by, cell))
            square_set_add(&found, square_of(cell));
    }
    uint64_t any = 0;
    for (unsigned word = 0; word < 3; word++) {
        givers->word[word] |= found.word[word];
        any |= found.word[word];
    }
    return any;
}

bool chu_check(const struct chu_position *p, enum side side)
{
    struct square_set left = p->royal[side];
    for (unsigned count = p->royals[side]; count > 0; count--) {
        const struct chu_sight sight = chu_sight_from(p, cell_of(chu_pop(&left)));
        if (chu_sight_attacked(&sight, side_other(side)))
            return true;
    }
    return false;
}

void chu_check_givers(const struct chu_position *p, enum side side, struct square_set *givers)
{
    struct square_set left = p->royal[side];
    for (square_t square; (square = chu_pop(&left)) != SQUARE_NONE;) {
        const struct chu_sight sight = chu_sight_from(p, cell_of(square));
        chu_sight_attackers(&sight, side_other(side), givers);
    }
}

static unsigned distance(cell_t a, cell_t b)
{
    int files = a / CELL_STRIDE - b / CELL_STRIDE, ranks = a % CELL_STRIDE - b % CELL_STRIDE;
    unsigned across = (unsigned)(files < 0 ? -files : files), along = (unsigned)(ranks < 0 ? -ranks : ranks);
    return across > along ? across : along;
}

static bool is_attacked(const struct chu_sight *sight, enum side by, struct square_set *givers)
{
    return givers ? chu_sight_attackers(sight, by, givers) : chu_sight_attacked(sight, by);
}

/* Whether the enemy could retake on `lion`, the piece from `from` standing there and `gone` (or `from`) empty. */
static bool is_protected(const struct chu_position *p, cell_t from, cell_t gone, cell_t lion,
                         struct square_set *squares)
{
    enum side them = side_other((enum side)p->head.side);
    struct chu_sight sight = chu_sight_from(p, lion);
    chu_sight_leave(&sight, from);
    /* A pawn or go-between taken on the way still protects (R33): look before it is gone as well as after. */
    bool found = gone != from && is_attacked(&sight, them, squares);
    if (found && !squares)
        return true;
    chu_sight_leave(&sight, gone);
    return is_attacked(&sight, them, squares) || found;
}

const char *chu_lion_trade(const struct chu_position *p, cell_t from, cell_t mid, cell_t to, struct square_set *squares)
{
    unsigned trade = p->head.rules.value[RULE_LION_TRADE];
    enum side us = (enum side)p->head.side;
    bool mid_lion = mid != from && is_enemy(p->cells[mid], us) && is_lion(piece_kind(p->cells[mid]));
    bool to_lion = to != from && is_enemy(p->cells[to], us) && is_lion(piece_kind(p->cells[to]));
    if (trade == TRADE_OFF || (!mid_lion && !to_lion))
        return NULL;
    if (is_lion(piece_kind(p->cells[from]))) {
        if (!to_lion || distance(from, to) < 2)
            return NULL; /* an adjacent lion may always be taken */
        bool took = mid != from && is_enemy(p->cells[mid], us);
        unsigned kind = took ? piece_kind(p->cells[mid]) : 0;
        if (took && kind != PAWN && kind != GO_BETWEEN)
            return NULL;
        if (!is_protected(p, from, took ? mid : from, to, squares))
            return NULL;
        if (squares)
            square_set_add(squares, square_of(to));
        return "lion_protected";
    }
    if (p->head.mark == SQUARE_NONE)
        return NULL;
    bool barred = trade == TRADE_ALWAYS;
    if (mid_lion)
        barred = is_protected(p, from, from, mid, squares) || barred;
    if (to_lion && (!barred || squares))
        barred = is_protected(p, from, mid, to, squares) || barred;
    if (!barred)
        return NULL;
    if (squares) {
        square_set_add(squares, p->head.mark);
        square_set_add(squares, square_of(mid_lion ? mid : to));
    }
    return "counter_strike";
}
