/*
 * The levels of annan shogi, measured by engine_ladder: docs/strength.md has the commands and what came out.
 */
#include "games/annan/eval/evaluation.h"

/* clang-format off */
const struct level annan_levels[LEVEL_COUNT] = {
    {.depth = 1, .chance = 1000, .temperature = 530},
    {.depth = 1, .chance = 850, .temperature = 450},
    {.depth = 1, .chance = 660, .temperature = 450},
    {.nodes = 500, .chance = 490, .temperature = 450},
    {.nodes = 1500, .chance = 345, .temperature = 450},
    {.nodes = 4000, .chance = 240, .temperature = 450},
    {.nodes = 12000, .chance = 175, .temperature = 450},
    {.nodes = 40000, .chance = 105, .temperature = 450},
    {.nodes = 130000, .chance = 40, .temperature = 450},
    {.depth = 0}, /* the whole engine */
};
/* clang-format on */
