/*
 * Looking out from one cell at what could come to it, on the board of a position or on one that differs from it by a
 * move. Only the lines through that cell are copied, as bits: a piece that leaves opens a line, and there is nothing
 * else to keep.
 *
 * Plain data that lives as long as the position stays as it is. Directions are counted as sente does: the first four go
 * towards lower cells, the others are their opposites. They should be known when compiling.
 */
#ifndef GAMES_CHU_SIGHT_H
#define GAMES_CHU_SIGHT_H

#include "games/chu/rules/position.h"

struct chu_sight {
    const struct chu_position *p;
    unsigned from;        /* a cell */
    uint32_t lines[AXES]; /* through it */
    unsigned placed;      /* the cell where `piece` stands instead of what the position says; CELLS: none */
    piece_t piece;
    cell_t left[2]; /* cells that were left, 0: none */
};

/* What stands first in some direction, maybe a wall, or second behind what stands on the next cell. */
struct chu_meeting {
    unsigned cell, reach;
    piece_t piece;
};

#define CHU_INLINE static inline __attribute__((always_inline))

CHU_INLINE struct chu_sight chu_sight_from(const struct chu_position *p, cell_t from)
{
    struct chu_sight sight = {.p = p, .from = from, .placed = CELLS};
    for (unsigned axis = 0; axis < AXES; axis++)
        sight.lines[axis] = p->lines[axis][chu_line(axis, from)];
    return sight;
}

/* The bit of a cell in the line of that axis, 0 if it is not on it. */
CHU_INLINE uint32_t chu_sight_bit(const struct chu_sight *sight, unsigned axis, cell_t cell)
{
    return (uint32_t)(chu_line(axis, cell) == chu_line(axis, (cell_t)sight->from)) << chu_line_bit(axis, cell);
}

/* As if nothing stood there; for two cells at the most. */
CHU_INLINE void chu_sight_leave(struct chu_sight *sight, cell_t cell)
{
    for (unsigned axis = 0; axis < AXES; axis++)
        sight->lines[axis] &= ~chu_sight_bit(sight, axis, cell);
    sight->left[sight->left[0] != 0] = cell;
}

/* As if a move were made. */
CHU_INLINE void chu_sight_move(struct chu_sight *sight, move_t move)
{
    cell_t to = cell_of(move_to(move));
    piece_t piece = sight->p->head.board[move_from(move)];
    chu_sight_leave(sight, cell_of(move_from(move)));
    if (move_is_double(move))
        chu_sight_leave(sight, cell_of(move_mid(move)));
    for (unsigned axis = 0; axis < AXES; axis++)
        sight->lines[axis] |= chu_sight_bit(sight, axis, to);
    sight->placed = to;
    sight->piece =
        move_is_promotion(move) ? piece_of(chu_pieces[piece_kind(piece)].promotes, piece_side(piece)) : piece;
}

CHU_INLINE piece_t chu_sight_at(const struct chu_sight *sight, unsigned cell)
{
    return cell == sight->placed ? sight->piece : sight->p->cells[cell];
}

CHU_INLINE struct chu_meeting chu_meet(const struct chu_sight *sight, unsigned direction)
{
    unsigned axis = direction % AXES, bit = chu_line_bit(axis, (cell_t)sight->from);
    uint32_t line = sight->lines[axis];
    int gap = direction < AXES ? __builtin_clz(line << (32 - bit)) : __builtin_ctz(line >> (bit + 1));
    unsigned cell = (cell_t)(sight->from + (unsigned)(chu_delta(direction, SENTE) * (gap + 1)));
    return (struct chu_meeting){
        .cell = cell,
        .reach = gap < REACH_FAR ? (unsigned)gap : REACH_FAR,
        .piece = chu_sight_at(sight, cell),
    };
}

/* Behind a piece, not a wall, that was met on the next cell. */
CHU_INLINE struct chu_meeting chu_meet_over(const struct chu_sight *sight, unsigned direction)
{
    unsigned axis = direction % AXES, bit = chu_line_bit(axis, (cell_t)sight->from);
    unsigned cell = (cell_t)(sight->from + (unsigned)(2 * chu_delta(direction, SENTE)));
    bool taken = sight->lines[axis] >> (direction < AXES ? bit - 2 : bit + 2) & 1;
    return (struct chu_meeting){
        .cell = cell, .reach = REACH_OVER, .piece = taken ? chu_sight_at(sight, cell) : PIECE_NONE};
}

/* Whether a lion of `by` is a leap away there. */
CHU_INLINE bool chu_sight_leaps(const struct chu_sight *sight, enum side by, cell_t cell)
{
    piece_t piece = chu_sight_at(sight, cell);
    if (!is_own(piece, by) || !is_lion(piece_kind(piece)))
        return false;
    return cell == sight->placed || (cell != sight->left[0] && cell != sight->left[1]);
}

/* Whether a piece of `by` might come over another, or with a lion's leap. */
CHU_INLINE bool chu_sight_is_leapt(const struct chu_sight *sight, enum side by)
{
    return chu_leaping_near(sight->p, by, (cell_t)sight->from) || chu_reaches[by][sight->piece][REACH_OVER];
}

/* Whether one does. */
bool chu_sight_leapt(const struct chu_sight *sight, enum side by);

/* Whether a piece of `by` comes to the cell from there with nothing between. */
CHU_INLINE bool chu_sight_comes(const struct chu_sight *sight, enum side by, unsigned direction)
{
    struct chu_meeting first = chu_meet(sight, direction);
    return chu_comes_back(first.piece, by, direction, first.reach);
}

/* Whether pieces of `by` attack the cell. */
CHU_INLINE bool chu_sight_attacked(const struct chu_sight *sight, enum side by)
{
    if (chu_sight_comes(sight, by, 0) || chu_sight_comes(sight, by, 1) || chu_sight_comes(sight, by, 2) ||
        chu_sight_comes(sight, by, 3) || chu_sight_comes(sight, by, 4) || chu_sight_comes(sight, by, 5) ||
        chu_sight_comes(sight, by, 6) || chu_sight_comes(sight, by, 7))
        return true;
    return chu_sight_is_leapt(sight, by) && chu_sight_leapt(sight, by);
}

/* The same, adding the squares of the attackers to *givers. */
bool chu_sight_attackers(const struct chu_sight *sight, enum side by, struct square_set *givers);

#endif
