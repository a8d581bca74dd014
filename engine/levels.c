/*
 * A weak level sees little (few plies) and is careless about it: each root move gets a true score, and the move played
 * is drawn with weight 2^(-loss / temperature). So a weak level makes mistakes a person could make, never moves that
 * break a rule, and rarely one that loses everything when something plain is at hand. Stronger levels are only limited
 * in nodes. The integer weights make the draw the same on every machine.
 */
#include "engine/levels.h"

#include <stddef.h>

enum { HALVINGS = 20 };

struct level level_of(unsigned level)
{
    static const struct level levels[LEVEL_MAX + 1] = {
        [1] = {.depth = 1, .temperature = 380},
        [2] = {.depth = 1, .temperature = 210},
        [3] = {.depth = 1, .temperature = 130},
        [4] = {.depth = 1, .temperature = 75},
        [5] = {.depth = 1, .temperature = 40},
        [6] = {.depth = 2, .temperature = 55},
        [7] = {.depth = 3, .temperature = 55},
        [8] = {.nodes = 2000},
        [9] = {.nodes = 20000},
        [10] = {.depth = 0},
    };
    return levels[level];
}

uint64_t seed_mix(uint64_t seed)
{
    seed += 0x9e3779b97f4a7c15ULL;
    seed = (seed ^ seed >> 30) * 0xbf58476d1ce4e5b9ULL;
    seed = (seed ^ seed >> 27) * 0x94d049bb133111ebULL;
    return seed ^ seed >> 31;
}

unsigned level_reach(unsigned temperature)
{
    return HALVINGS * temperature;
}

/* 2^20 * 2^(-loss / temperature), the fraction between two powers taken as a straight line. */
static uint64_t weight(int64_t loss, unsigned temperature)
{
    uint64_t halvings = (uint64_t)loss / temperature;
    if (halvings >= HALVINGS)
        return 0;
    uint64_t whole = (1ULL << HALVINGS) >> halvings;
    return whole - whole / 2 * ((uint64_t)loss % temperature) / temperature;
}

unsigned level_choose(const int *scores, unsigned count, unsigned temperature, uint64_t seed)
{
    unsigned best = 0;
    for (unsigned i = 1; i < count; i++) {
        if (scores[i] > scores[best])
            best = i;
    }
    if (temperature == 0)
        return best;
    uint64_t total = 0;
    for (unsigned i = 0; i < count; i++)
        total += weight((int64_t)scores[best] - scores[i], temperature);
    uint64_t draw = seed_mix(seed) % total;
    for (unsigned i = 0; i < count; i++) {
        uint64_t share = weight((int64_t)scores[best] - scores[i], temperature);
        if (draw < share)
            return i;
        draw -= share;
    }
    return best;
}
