/*
 * Inside the evaluation of annan: what its files share.
 */
#ifndef GAMES_ANNAN_EVAL_EVALUATION_H
#define GAMES_ANNAN_EVAL_EVALUATION_H

#include "games/annan/rules/position.h"
#include "rules/evaluation.h"

extern const struct game annan_game; /* rules/game.c */

extern const struct level annan_levels[LEVEL_COUNT];

void annan_tactical(const struct position *position, const struct history *history, struct move_list *list);
bool annan_gives_check(const struct position *position, move_t move);
bool annan_exchange(const struct position *position, move_t move, int least);

#endif
