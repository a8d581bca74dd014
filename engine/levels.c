/*
 * A weak level sees little and is careless now and then: as often as its chance says, each root move gets a true score
 * and the move played is drawn with weight 2^(-loss / temperature). So its mistakes are such as a person makes: rare
 * and plain, or many at the bottom; never a move that breaks a rule, and seldom one that loses everything when
 * something good is at hand. (Many small mistakes instead would average out over a game, and the levels would lie far
 * apart.) Stronger levels are only limited in nodes. The integer weights make the draw the same on every machine.
 */
#include "engine/levels.h"

#include <stddef.h>

enum { HALVINGS = 20 };

/* For a game that was not measured. */
static const struct level usual[LEVEL_COUNT] = {
    {.depth = 1, .chance = CHANCE_ALWAYS, .temperature = 450},
    {.depth = 1, .chance = 500, .temperature = 450},
    {.depth = 1, .chance = 250, .temperature = 450},
    {.depth = 1, .chance = 100, .temperature = 450},
    {.depth = 2, .chance = 50, .temperature = 300},
    {.nodes = 500, .chance = 20, .temperature = 300},
    {.nodes = 2000},
    {.nodes = 10000},
    {.nodes = 60000},
    {.depth = 0},
};

const struct level *level_of(const struct evaluation *evaluation, unsigned level)
{
    return &(evaluation->levels ? evaluation->levels : usual)[level - LEVEL_MIN];
}

void level_limit(const struct level *level, struct search_limits *limits)
{
    if (level->nodes && (!limits->nodes || level->nodes < limits->nodes))
        limits->nodes = level->nodes;
    if (level->depth && (!limits->depth || level->depth < limits->depth))
        limits->depth = level->depth;
    limits->chance = level->chance;
    limits->temperature = level->chance ? level->temperature : 0;
}

uint64_t seed_mix(uint64_t seed)
{
    seed += 0x9e3779b97f4a7c15ULL;
    seed = (seed ^ seed >> 30) * 0xbf58476d1ce4e5b9ULL;
    seed = (seed ^ seed >> 27) * 0x94d049bb133111ebULL;
    return seed ^ seed >> 31;
}

bool level_lapses(unsigned chance, uint64_t seed)
{
    return seed_mix(~seed) % CHANCE_ALWAYS < chance;
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
