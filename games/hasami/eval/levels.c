/*
 * The levels of hasami shogi, measured by engine_ladder: docs/strength.md has the commands and what came out.
 */
#include "games/hasami/eval/levels.h"

const struct level hasami_levels[LEVEL_COUNT] = {
    {.depth = 1, .chance = 870, .temperature = 8000},
    {.depth = 1, .chance = 765, .temperature = 8000},
    {.depth = 1, .chance = 620, .temperature = 8000},
    {.depth = 1, .chance = 470, .temperature = 8000},
    {.depth = 1, .chance = 300, .temperature = 8000},
    {.nodes = 400, .chance = 200, .temperature = 8000},
    {.nodes = 1500, .chance = 100, .temperature = 8000},
    {.nodes = 6000, .chance = 40, .temperature = 8000},
    {.nodes = 40000},
    {.depth = 0}, /* the whole engine */
};
