/*
 * How good a position of chu is: material, how far pieces have come, how freely the great ones slide, what stands
 * around the king, and the prince as a second life.
 *
 * Everything is computed afresh at each call; nothing is kept.
 */
#include "games/chu/eval/eval.h"

extern const struct game chu_game; /* rules/game.c */

enum { TEMPO = 15, ADVANCE = 2, LION_ADVANCE = 6, SLIDE = 3, GUARD = 14, SECOND_ROYAL = 1500, PASS_PIECES = 6 };

/* Squares that a sliding piece sees before it meets something. */
static int slides(const struct chu_position *p, cell_t from, unsigned kind, enum side side)
{
    int seen = 0;
    for (unsigned left = chu_movements[kind].slide; left; left &= left - 1) {
        int delta = chu_delta((unsigned)__builtin_ctz(left), side);
        for (cell_t cell = (cell_t)(from + delta); p->cells[cell] == PIECE_NONE; cell = (cell_t)(cell + delta))
            seen++;
    }
    return seen;
}

/* Own pieces beside a royal. */
static int guards(const struct chu_position *p, cell_t royal, enum side side)
{
    int count = 0;
    for (unsigned direction = 0; direction < DIRECTIONS; direction++)
        count += is_own(p->cells[(cell_t)(royal + chu_delta(direction, SENTE))], side);
    return count;
}

static int side_value(const struct chu_position *p, enum side side)
{
    int value = 0;
    for (unsigned word = 0; word < 3; word++)
        for (uint64_t left = p->pieces[side].word[word]; left; left &= left - 1) {
            square_t square = (square_t)(word * 64 + (unsigned)__builtin_ctzll(left));
            unsigned kind = piece_kind(p->head.board[square]);
            int come = (int)(SIZE - 1 - chu_rank(square, side));
            if (is_royal(kind)) {
                value += GUARD * guards(p, cell_of(square), side) - 4 * ADVANCE * come;
                continue;
            }
            value += chu_pieces[kind].worth + (is_lion(kind) ? LION_ADVANCE : ADVANCE) * come;
            if (chu_movements[kind].slide)
                value += SLIDE * slides(p, cell_of(square), kind, side);
        }
    return value + (p->royals[side] > 1 ? SECOND_ROYAL : 0);
}

static int score(const struct position *position)
{
    const struct chu_position *p = chu_of_const(position);
    enum side us = (enum side)position->side;
    return side_value(p, us) - side_value(p, side_other(us)) + TEMPO;
}

/* Passing is never better than the best move while both sides have pieces that can make room for each other. */
static bool pass_is_sound(const struct position *position)
{
    const struct chu_position *p = chu_of_const(position);
    for (unsigned side = 0; side < SIDES; side++) {
        unsigned count = 0;
        for (unsigned word = 0; word < 3; word++)
            count += (unsigned)__builtin_popcountll(p->pieces[side].word[word]);
        if (count < PASS_PIECES)
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
    NULL,
};

const struct evaluation chu_evaluation = {
    .game = &chu_game,
    .score = score,
    .lasting = chu_lasting,
    .tactical = chu_tactical,
    .gives_check = chu_gives_check,
    .can_move = chu_can_move,
    .exchange = chu_exchange,
    .pass_is_sound = pass_is_sound,
    .perft_sfens = perft_sfens,
    .search_sfens = search_sfens,
};
