/*
 * Who attacks what, and the lion's trade.
 *
 * A cell is attacked when a look from it outwards, in each direction, meets a piece that moves back along that line:
 * one step away, two (jumps and lion power go over what stands between), or further if the line is clear; lions also
 * leap from a knight's distance. Protection of a lion (R33, R34) is an attack on the board as it would be with the
 * capturing piece standing on the lion's square, so what was hidden behind it counts.
 */
#include "games/chu/rules/position.h"

/* The piece's directions as the board has them: gote's are turned by half a turn. */
static inline uint8_t turned(uint8_t directions, enum side side)
{
    return side == SENTE ? directions : (uint8_t)(directions << 4 | directions >> 4);
}

static inline void give(struct square_set *givers, cell_t cell)
{
    if (givers)
        square_set_add(givers, square_of(cell));
}

static bool attacked_along(const piece_t *cells, cell_t target, unsigned direction, enum side by,
                           struct square_set *givers)
{
    int delta = chu_delta(direction, SENTE);
    uint8_t back = turned((uint8_t)(1u << (direction ^ 4)), by); /* the way from there to the target */
    bool found = false, clear = true;
    cell_t cell = target;
    for (unsigned distance = 1; clear || distance == 2; distance++) {
        cell = (cell_t)(cell + delta);
        piece_t piece = cells[cell];
        if (piece == WALL)
            break;
        if (piece == PIECE_NONE)
            continue;
        if (piece_side(piece) == by) {
            struct movement movement = chu_movements[piece_kind(piece)];
            uint8_t reach = clear ? movement.slide : 0;
            if (distance == 1)
                reach |= movement.step | movement.lion;
            else if (distance == 2)
                reach |= movement.jump | movement.lion;
            if (reach & back) {
                give(givers, cell);
                found = true;
            }
        }
        clear = false;
        if (distance >= 2)
            break;
    }
    return found;
}

bool chu_attacked(const piece_t *cells, cell_t target, enum side by, struct square_set *givers)
{
    static const int8_t leaps[] = {-33, -31, -18, -14, 14, 18, 31, 33};
    bool found = false;
    for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
        found = attacked_along(cells, target, direction, by, givers) || found;
        if (found && !givers)
            return true;
    }
    for (unsigned i = 0; i < sizeof leaps; i++) {
        cell_t cell = (cell_t)(target + leaps[i]);
        piece_t piece = cells[cell];
        if (is_own(piece, by) && is_lion(piece_kind(piece))) {
            give(givers, cell);
            found = true;
        }
    }
    return found;
}

bool chu_check(const struct chu_position *p, enum side side, struct square_set *givers)
{
    bool check = false;
    if (p->royals[side] == 0)
        return false;
    for (unsigned word = 0; word < 3; word++)
        for (uint64_t left = p->pieces[side].word[word]; left; left &= left - 1) {
            square_t square = (square_t)(word * 64 + (unsigned)__builtin_ctzll(left));
            if (is_royal(piece_kind(p->head.board[square])))
                check = chu_attacked(p->cells, cell_of(square), side_other(side), givers) || check;
        }
    return check;
}

static unsigned distance(cell_t a, cell_t b)
{
    int files = a / CELL_STRIDE - b / CELL_STRIDE, ranks = a % CELL_STRIDE - b % CELL_STRIDE;
    unsigned across = (unsigned)(files < 0 ? -files : files), along = (unsigned)(ranks < 0 ? -ranks : ranks);
    return across > along ? across : along;
}

/* Whether the enemy could retake on `lion`, the piece from `from` standing there and `gone` (or `from`) empty. */
static bool is_protected(const struct chu_position *p, cell_t from, cell_t gone, cell_t lion,
                         struct square_set *squares)
{
    enum side us = (enum side)p->head.side, them = side_other(us);
    piece_t cells[CELLS];
    __builtin_memcpy(cells, p->cells, sizeof cells);
    cells[from] = PIECE_NONE;
    cells[lion] = p->cells[from];
    /* A pawn or go-between taken on the way still protects (R33): look before it is gone as well as after. */
    bool found = gone != from && chu_attacked(cells, lion, them, squares);
    if (found && !squares)
        return true;
    cells[gone] = PIECE_NONE;
    return chu_attacked(cells, lion, them, squares) || found;
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
