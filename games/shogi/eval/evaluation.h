/*
 * Inside the evaluation of shogi: what its files share.
 */
#ifndef GAMES_SHOGI_EVAL_EVALUATION_H
#define GAMES_SHOGI_EVAL_EVALUATION_H

#include "games/shogi/rules/position.h"
#include "rules/evaluation.h"

extern const struct game shogi_game; /* rules/game.c */

extern const struct level shogi_levels[LEVEL_COUNT];

/* Positions to measure by. */
extern const char *const shogi_perft_sfens[];
extern const char *const shogi_search_sfens[];

void shogi_tactical(const struct position *position, const struct history *history, struct move_list *list);
bool shogi_gives_check(const struct position *position, move_t move);
bool shogi_exchange(const struct position *position, move_t move, int least);

#endif
