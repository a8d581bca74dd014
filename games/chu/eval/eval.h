/*
 * What the files of chu's evaluation share.
 */
#ifndef GAMES_CHU_EVAL_H
#define GAMES_CHU_EVAL_H

#include "games/chu/rules/position.h"
#include "rules/evaluation.h"

/* tactics.c: see rules/evaluation.h */
void chu_tactical(const struct position *position, const struct history *history, struct move_list *list);
void chu_lasting(const struct position *position, const struct history *history, struct move_list *list);
bool chu_can_move(const struct position *position);
bool chu_gives_check(const struct position *position, move_t move);

/* memory.c: see score_next() in rules/evaluation.h */
int chu_score_next(const struct position *position, union evaluation_memory *memory);

extern const struct level chu_levels[LEVEL_COUNT];

/* exchange.c */
bool chu_exchange(const struct position *position, move_t move, int least);

#endif
