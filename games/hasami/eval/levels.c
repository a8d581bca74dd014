/*
 * The levels of hasami shogi, measured by engine_ladder: docs/strength.md has the commands and what came out.
 */
#include "games/hasami/eval/levels.h"

/* clang-format off */
const struct level hasami_levels[LEVEL_COUNT] = {
    {.depth = 1, .chance = 855, .temperature = 8000},
    {.depth = 1, .chance = 740, .temperature = 8000},
    {.depth = 1, .chance = 580, .temperature = 8000},
    {.depth = 1, .chance = 410, .temperature = 8000},
    {.depth = 1, .chance = 250, .temperature = 8000},
    {.nodes = 300, .chance = 180, .temperature = 8000},
    {.nodes = 1000, .chance = 110, .temperature = 8000},
    {.nodes = 4000, .chance = 50, .temperature = 8000},
    {.nodes = 25000, .chance = 8, .temperature = 8000},
    {.depth = 0}, /* the whole engine */
};
/* clang-format on */
