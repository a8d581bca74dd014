/*
 * The levels of chu shogi, measured by engine_ladder: docs/strength.md has the commands and what came out.
 */
#include "games/chu/eval/eval.h"

/* clang-format off */
const struct level chu_levels[LEVEL_COUNT] = {
    {.depth = 1, .chance = 830, .temperature = 700},
    {.depth = 1, .chance = 700, .temperature = 600},
    {.depth = 1, .chance = 560, .temperature = 500},
    {.nodes = 500, .chance = 400, .temperature = 450},
    {.nodes = 1500, .chance = 260, .temperature = 450},
    {.nodes = 4000, .chance = 175, .temperature = 450},
    {.nodes = 12000, .chance = 115, .temperature = 450},
    {.nodes = 40000, .chance = 60, .temperature = 450},
    {.nodes = 120000, .chance = 25, .temperature = 450},
    {.depth = 0}, /* the whole engine */
};
/* clang-format on */
