/*
 * What a capture or promotion wins when both sides go on taking on its square, the cheapest piece first.
 *
 * A lion that stands beside the square takes and goes back to its place, so nobody retakes it there; a lion two squares
 * away may not take a protected lion (R33). What else the lion's rules forbid is left out: it is rare, and wrong by one
 * exchange at the most.
 *
 * The usual case is decided without looking at the board: what is worth no less than its captor is never a loss.
 */
#include "games/chu/eval/eval.h"

enum { CHAIN_MAX = 32 };

struct taker {
    cell_t cell;
    bool beside; /* one step away, so that a lion can go back */
    int worth;
};

static inline int worth_of(piece_t piece)
{
    return chu_pieces[piece_kind(piece)].worth;
}

static inline void offer(struct taker *best, cell_t cell, int worth, bool beside)
{
    if (worth < best->worth)
        *best = (struct taker){.cell = cell, .beside = beside, .worth = worth};
}

#define INLINE static inline __attribute__((always_inline))

INLINE struct taker cheapest_of(const piece_t *cells, cell_t target, enum side by, bool lions)
{
    struct taker best = {.worth = INT32_MAX};
    for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
        int delta = chu_delta(direction, SENTE);
        cell_t cell = (cell_t)(target + delta);
        if (cells[cell] != PIECE_NONE) {
            if (chu_comes_back(cells[cell], by, direction, REACH_NEXT))
                offer(&best, cell, worth_of(cells[cell]), true);
            if (cells[cell] == WALL)
                continue;
            cell = (cell_t)(cell + delta);
            if (chu_comes_back(cells[cell], by, direction, REACH_OVER))
                offer(&best, cell, worth_of(cells[cell]), false);
            continue;
        }
        unsigned distance = 1;
        for (; cells[cell] == PIECE_NONE; cell = (cell_t)(cell + delta))
            distance++;
        if (chu_comes_back(cells[cell], by, direction, distance == 2 ? REACH_SECOND : REACH_FAR))
            offer(&best, cell, worth_of(cells[cell]), false);
    }
    for (unsigned i = 0; lions && i < sizeof chu_leaps; i++) {
        cell_t cell = (cell_t)(target + chu_leaps[i]);
        if (is_own(cells[cell], by) && is_lion(piece_kind(cells[cell])))
            offer(&best, cell, worth_of(cells[cell]), false);
    }
    return best;
}

/* The cheapest piece of `by` that attacks the target; `worth` above every piece's when there is none. */
static struct taker cheapest(const piece_t *cells, cell_t target, enum side by, bool lions)
{
    return by == SENTE ? cheapest_of(cells, target, SENTE, lions) : cheapest_of(cells, target, GOTE, lions);
}

/* What `by` wins by beginning to take what stands on the target; at least nothing. */
static int chain(const struct chu_position *p, piece_t *cells, cell_t target, enum side by)
{
    int won[CHAIN_MAX];
    unsigned length = 0;
    enum side side = by;
    for (; length < CHAIN_MAX; side = side_other(side)) {
        struct taker taker = cheapest(cells, target, side, p->lions[side] != 0);
        if (taker.worth == INT32_MAX)
            break;
        piece_t piece = cells[taker.cell], victim = cells[target];
        bool lion = is_lion(piece_kind(piece));
        cells[taker.cell] = PIECE_NONE;
        if (lion && is_lion(piece_kind(victim)) && !taker.beside && p->head.rules.value[RULE_LION_TRADE] != TRADE_OFF &&
            chu_attacked(cells, target, side_other(side), NULL))
            break;
        won[length++] = worth_of(victim);
        if (lion && taker.beside)
            break; /* takes and goes back */
        cells[target] = piece;
    }
    int score = 0;
    while (length-- > 0) {
        score = won[length] - score;
        if (score < 0)
            score = 0;
    }
    return score;
}

int chu_exchange(const struct position *position, move_t move)
{
    const struct chu_position *p = chu_of_const(position);
    enum side us = (enum side)position->side;
    square_t from = move_from(move), mid = move_is_double(move) ? move_mid(move) : from, to = move_to(move);
    piece_t piece = position->board[from];
    int gain = 0;
    if (mid != from && position->board[mid] != PIECE_NONE)
        gain += worth_of(position->board[mid]);
    if (to != from && position->board[to] != PIECE_NONE)
        gain += worth_of(position->board[to]);
    if (move_is_promotion(move)) {
        unsigned becomes = chu_pieces[piece_kind(piece)].promotes;
        gain += chu_pieces[becomes].worth - worth_of(piece);
        piece = piece_of(becomes, us);
    }
    if (gain >= worth_of(piece))
        return gain - worth_of(piece);

    piece_t cells[CELLS];
    __builtin_memcpy(cells, p->cells, sizeof cells);
    cells[cell_of(from)] = PIECE_NONE;
    cells[cell_of(mid)] = PIECE_NONE;
    cells[cell_of(to)] = piece;
    return gain - chain(p, cells, cell_of(to), side_other(us));
}
