/*
 * Scores of a search, in centipawns from the view of the side to move; all fit in 16 bits.
 *
 *   +-SCORE_MATE - n   the game is won / lost in n plies by its rules
 *   +-SCORE_RULE - n   a repetition that, if it goes on, is won / lost by the rules
 *   within +-SCORE_EVALUATION_MAX   judgement
 */
#ifndef ENGINE_SCORE_H
#define ENGINE_SCORE_H

#include <stdbool.h>

enum {
    PLY_MAX = 128, /* plies from the root that a search can look ahead */
    SCORE_INFINITE = 32000,
    SCORE_MATE = 31000,
    SCORE_MATE_LEAST = SCORE_MATE - 2 * PLY_MAX,
    SCORE_RULE = 28000,
    SCORE_EVALUATION_MAX = 20000,
    SCORE_DRAW = 0,
};

static inline bool score_is_win(int score)
{
    return score >= SCORE_MATE_LEAST;
}

static inline bool score_is_loss(int score)
{
    return score <= -SCORE_MATE_LEAST;
}

/* The table keeps mates counted from the node it describes, the search counts them from the root. */
static inline int score_to_table(int score, int ply)
{
    return score_is_win(score) ? score + ply : score_is_loss(score) ? score - ply : score;
}

static inline int score_from_table(int score, int ply)
{
    return score_is_win(score) ? score - ply : score_is_loss(score) ? score + ply : score;
}

#endif
