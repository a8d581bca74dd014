/*
 * How good a position of hasami is: what has been captured, measured by how near it is to the win, then how many pieces
 * could be taken at once by either side, how freely the pieces move, and whether they stand in pairs, which cannot be
 * closed from both sides as easily.
 */
#include "rules/evaluation.h"
#include "games/hasami/rules/position.h"

extern const struct game hasami_game; /* rules/game.c */

enum { CAPTURE = 300, NEAR_WIN = 60, HANGING = 70, MOBILITY = 2, PAIR = 8, TEMPO = 10 };

/* The empty squares that some piece of `side` can reach. */
static board9 reachable(const struct hasami_position *p, enum side side)
{
    board9 reach = 0;
    for (board9 set = p->pieces[side]; set;)
        reach |= hasami_targets(p, board9_pop(&set));
    return reach;
}

/* The most pieces of `side` that the enemy, arriving on one of the squares of `reach`, would take at once. */
static int hanging(const struct hasami_position *p, enum side side, board9 reach)
{
    enum side them = side_other(side);
    int most = 0;
    while (reach) {
        board9 taken = hasami_captures(p, them, board9_pop(&reach));
        int count = (int)board9_count(taken);
        most = count > most ? count : most;
    }
    return most;
}

static int standing(const struct position *position, enum side side, board9 reach)
{
    const struct hasami_position *p = hasami_of_const(position);
    int captured = position->hand[side][PAWN];
    board9 own = p->pieces[side];
    board9 pairs = (own & board9_sideways(own)) | (own & board9_forward(own, side));
    return CAPTURE * captured + NEAR_WIN * captured * captured / 4 + MOBILITY * (int)board9_count(reach) +
           PAIR * (int)board9_count(pairs);
}

static int score(const struct position *position)
{
    const struct hasami_position *p = hasami_of_const(position);
    enum side us = (enum side)position->side, them = side_other(us);
    /* Who moves can save or take first: only what hangs of the other side counts in full. */
    board9 ours = reachable(p, us), theirs = reachable(p, them);
    return standing(position, us, ours) - standing(position, them, theirs) + HANGING * hanging(p, them, ours) -
           HANGING / 3 * hanging(p, us, theirs) + TEMPO;
}

/* Moves that capture. */
static void tactical(const struct position *position, const struct history *history, struct move_list *list)
{
    const struct hasami_position *p = hasami_of_const(position);
    enum side us = (enum side)position->side;
    unsigned kept = 0;
    hasami_generate(position, history, list);
    for (unsigned i = 0; i < list->count; i++) {
        struct hasami_position after = *p;
        after.pieces[us] ^= board9_bit(move_from(list->moves[i])) | board9_bit(move_to(list->moves[i]));
        if (hasami_captures(&after, us, move_to(list->moves[i])))
            list->moves[kept++] = list->moves[i];
    }
    list->count = kept;
}

/* What a move captures, in units of piece_info.worth. */
static int gain(const struct position *position, move_t move)
{
    struct hasami_position after = *hasami_of_const(position);
    enum side us = (enum side)position->side;
    after.pieces[us] ^= board9_bit(move_from(move)) | board9_bit(move_to(move));
    return (int)board9_count(hasami_captures(&after, us, move_to(move))) * hasami_game.pieces[PAWN].worth;
}

static const char *const perft_sfens[] = {"p1pP4p/P8/9/4p4/9/2p6/9/9/1P3P2P b - 1", NULL};
static const char *const search_sfens[] = {
    "ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b - 1",
    "p1pp2ppp/4p4/9/1P3p3/4P4/3p5/6P2/9/P1PP1P1PP b - 15",
    NULL,
};

const struct evaluation hasami_evaluation = {
    .game = &hasami_game,
    .score = score,
    .tactical = tactical,
    .gain = gain,
    .perft_sfens = perft_sfens,
    .search_sfens = search_sfens,
};
