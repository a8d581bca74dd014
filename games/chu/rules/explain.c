/*
 * Which rule forbids a move, and which squares show it. The codes are listed in RULES.md.
 */
#include "games/chu/rules/position.h"

static struct explanation forbidden(const char *rule)
{
    return (struct explanation){.rule = rule};
}

static struct explanation forbidden_at(const char *rule, square_t square)
{
    struct explanation why = {.rule = rule};
    square_set_add(&why.squares, square);
    return why;
}

static const struct explanation legal = {.rule = NULL};

/* Whether the piece reaches `to` without a middle, whatever stands there. *blocker is what stands in a slider's way. */
static bool reaches(const struct chu_position *p, cell_t from, cell_t to, cell_t *blocker)
{
    enum side side = piece_side(p->cells[from]);
    unsigned kind = piece_kind(p->cells[from]);
    struct movement movement = chu_movements[kind];
    *blocker = 0;
    for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
        int delta = chu_delta(direction, side);
        cell_t cell = from, met = 0;
        for (unsigned distance = 1;; distance++) {
            cell = (cell_t)(cell + delta);
            if (p->cells[cell] == WALL)
                break;
            if (cell == to) {
                uint8_t ways = distance == 1   ? movement.step | movement.slide | movement.lion
                               : distance == 2 ? movement.jump | movement.lion
                                               : 0;
                if (ways >> direction & 1 || (!met && movement.slide >> direction & 1))
                    return true;
                *blocker = movement.slide >> direction & 1 ? met : 0;
                return false;
            }
            if (!met && p->cells[cell] != PIECE_NONE)
                met = cell;
        }
    }
    if (!is_lion(kind))
        return false;
    int files = from / CELL_STRIDE - to / CELL_STRIDE, ranks = from % CELL_STRIDE - to % CELL_STRIDE;
    return files * files + ranks * ranks == 5; /* a knight's leap */
}

struct explanation chu_explain(const struct position *position, const struct history *history, move_t move)
{
    const struct chu_position *p = chu_of_const(position);
    enum side us = (enum side)position->side;
    if (move_is_drop(move))
        return forbidden("no_drops");
    square_t from = move_from(move), mid = move_is_double(move) ? move_mid(move) : from, to = move_to(move);
    if (from >= SQUARES || mid >= SQUARES || to >= SQUARES)
        return forbidden("not_reachable");
    piece_t piece = position->board[from];
    if (piece == PIECE_NONE)
        return forbidden_at("no_piece", from);
    if (piece_side(piece) != us)
        return forbidden_at("wrong_turn", from);
    if (from == to && !move_is_double(move))
        return forbidden_at("passing", from);
    cell_t from_cell = cell_of(from), mid_cell = cell_of(mid), to_cell = cell_of(to), blocker = 0;
    if (to != from && is_own(position->board[to], us))
        return forbidden_at("own_piece", to);
    if (move_is_double(move) && mid != from && is_own(position->board[mid], us))
        return forbidden_at("own_piece", mid);
    bool reached = move_is_double(move) ? chu_lion_path(p, from_cell, mid_cell, to_cell)
                                        : reaches(p, from_cell, to_cell, &blocker);
    if (!reached)
        return blocker ? forbidden_at("not_reachable", square_of(blocker)) : forbidden("not_reachable");
    if (move_is_promotion(move)) {
        bool can = !move_is_double(move) &&
                   chu_can_promote(position, piece_kind(piece), us, from, to, position->board[to] != PIECE_NONE);
        if (!can)
            return forbidden_at("cannot_promote", from);
    }
    struct explanation why = {.rule = NULL};
    why.rule = chu_lion_trade(p, from_cell, mid_cell, to_cell, &why.squares);
    if (why.rule)
        return why;
    if (history && chu_fourth_occurrence(position, history, chu_canonical(position, move)))
        return forbidden_at("fourth_occurrence", to);
    return legal;
}
