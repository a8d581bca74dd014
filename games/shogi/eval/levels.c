/*
 * The levels of shogi, measured by engine_ladder: docs/strength.md has the commands and what came out.
 */
#include "games/shogi/eval/evaluation.h"

/* clang-format off */
const struct level shogi_levels[LEVEL_COUNT] = {
    {.depth = 1, .chance = 1000, .temperature = 500},
    {.depth = 1, .chance = 810, .temperature = 450},
    {.depth = 1, .chance = 610, .temperature = 450},
    {.nodes = 500, .chance = 480, .temperature = 450},
    {.nodes = 1500, .chance = 320, .temperature = 450},
    {.nodes = 4000, .chance = 200, .temperature = 450},
    {.nodes = 12000, .chance = 150, .temperature = 450},
    {.nodes = 40000, .chance = 85, .temperature = 450},
    {.nodes = 150000, .chance = 35, .temperature = 450},
    {.depth = 0}, /* the whole engine */
};
/* clang-format on */
