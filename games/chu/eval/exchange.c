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
#include "games/chu/rules/sight.h"

struct taker {
    unsigned cell;
    int worth;   /* NOBODY_TAKES: there is none */
    bool beside; /* one step away, so that a lion can go back */
    piece_t piece;
};

enum { NOBODY_TAKES = INT32_MAX };

/* The exchange as it goes on: what was taken away so far. */
struct chain {
    struct chu_sight sight;  /* from the square of the exchange */
    struct square_set leapt; /* lions that took from a leap away, by square */
};

static inline int worth_of(piece_t piece)
{
    return chu_pieces[piece_kind(piece)].worth;
}

CHU_INLINE void offer(struct taker *best, const struct chu_meeting *met, bool beside)
{
    int worth = worth_of(met->piece);
    if (worth < best->worth)
        *best = (struct taker){.cell = met->cell, .worth = worth, .beside = beside, .piece = met->piece};
}

CHU_INLINE int ask(const struct chu_sight *sight, enum side by, unsigned direction, bool leapt, struct taker *best)
{
    struct chu_meeting met = chu_meet(sight, direction);
    if (chu_comes_back(met.piece, by, direction, met.reach))
        offer(best, &met, met.reach == REACH_NEXT);
    if (!leapt || met.reach != REACH_NEXT || met.piece == WALL)
        return best->worth;
    met = chu_meet_over(sight, direction);
    if (chu_comes_back(met.piece, by, direction, REACH_OVER))
        offer(best, &met, false);
    return best->worth;
}

static void ask_leapers(const struct chain *chain, enum side by, struct taker *best)
{
    for (unsigned i = 0; i < sizeof chu_leaps; i++) {
        struct chu_meeting met = {.cell = chain->sight.from + (unsigned)chu_leaps[i]};
        met.piece = chain->sight.p->cells[met.cell];
        if (chu_sight_leaps(&chain->sight, by, (cell_t)met.cell) &&
            !square_set_has(&chain->leapt, square_of((cell_t)met.cell)))
            offer(best, &met, false);
    }
}

/* The cheapest piece of `by` that attacks the square, or any that is worth no more than `enough` and no lion. */
static struct taker cheapest(const struct chain *chain, enum side by, int enough)
{
    struct chu_sight sight = chain->sight;
    sight.placed = CELLS; /* as it is: said again so that the compiler knows */
    sight.piece = PIECE_NONE;
    bool leapt = chu_sight_is_leapt(&sight, by);
    struct taker best = {.worth = NOBODY_TAKES};
    int lion = chu_pieces[LION].worth - 1;
    enough = enough < lion ? enough : lion;
    if (ask(&sight, by, 0, leapt, &best) <= enough || ask(&sight, by, 1, leapt, &best) <= enough ||
        ask(&sight, by, 2, leapt, &best) <= enough || ask(&sight, by, 3, leapt, &best) <= enough ||
        ask(&sight, by, 4, leapt, &best) <= enough || ask(&sight, by, 5, leapt, &best) <= enough ||
        ask(&sight, by, 6, leapt, &best) <= enough || ask(&sight, by, 7, leapt, &best) <= enough)
        return best;
    if (leapt)
        ask_leapers(chain, by, &best);
    return best;
}

static void take_away(struct chain *chain, const struct taker *taker)
{
    bool on_line = false;
    for (unsigned axis = 0; axis < AXES; axis++) {
        uint32_t bit = chu_sight_bit(&chain->sight, axis, (cell_t)taker->cell);
        chain->sight.lines[axis] &= ~bit;
        on_line |= bit != 0;
    }
    if (!on_line)
        square_set_add(&chain->leapt, square_of((cell_t)taker->cell));
}

/* Whether `by`, to take `standing` on the square if it likes, wins no more than `most` there. */
static bool wins_at_most(struct chain *chain, piece_t standing, enum side by, int most)
{
    bool trade = chain->sight.p->head.rules.value[RULE_LION_TRADE] != TRADE_OFF;
    for (bool answer = true;; answer = !answer, by = side_other(by)) {
        int worth = worth_of(standing);
        if (worth <= most)
            return answer;
        /* More than `most` is won if the other side then wins no more than what that leaves over: surely if the taker
         * is worth no more. */
        int left_over = worth - most - 1;
        struct taker taker = cheapest(chain, by, left_over);
        if (taker.worth == NOBODY_TAKES)
            return answer;
        bool lion = is_lion(piece_kind(taker.piece));
        /* It takes and goes back, or nothing is won by retaking it. */
        if (lion ? taker.beside : taker.worth <= left_over)
            return !answer;
        take_away(chain, &taker);
        if (lion && is_lion(piece_kind(standing)) && trade &&
            cheapest(chain, side_other(by), NOBODY_TAKES).worth != NOBODY_TAKES)
            return answer;
        most = left_over;
        standing = taker.piece;
    }
}

bool chu_exchange(const struct position *position, move_t move, int least)
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
    if (gain < least)
        return false;
    if (gain - worth_of(piece) >= least)
        return true;

    struct chain chain = {.sight = chu_sight_from(p, cell_of(to))};
    chu_sight_leave(&chain.sight, cell_of(from));
    if (mid != from)
        chu_sight_leave(&chain.sight, cell_of(mid));
    return wins_at_most(&chain, piece, side_other(us), gain - least);
}
