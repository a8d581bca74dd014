/*
 * The levels of hasami, for its evaluation.
 */
#ifndef GAMES_HASAMI_EVAL_LEVELS_H
#define GAMES_HASAMI_EVAL_LEVELS_H

#include "rules/evaluation.h"

extern const struct level hasami_levels[LEVEL_COUNT];

#endif
