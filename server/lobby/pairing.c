#include "server/lobby/pairing.h"

#include <stdlib.h>
#include <string.h>

unsigned pairing_range(const struct store_seek *seek, int64_t now)
{
    int64_t waited = now > seek->since ? now - seek->since : 0;
    if (!seek->rated || waited >= PAIRING_PATIENCE_MS)
        return PAIRING_ANY;
    unsigned first = seek->rating.games < PAIRING_PROVISIONAL ? PAIRING_RANGE_FIRST : PAIRING_RANGE;
    return first + PAIRING_STEP * (unsigned)(waited / PAIRING_STEP_MS);
}

static unsigned distance(const struct store_seek *a, const struct store_seek *b)
{
    return a->rated ? (unsigned)abs(a->rating.value - b->rating.value) : 0;
}

static bool go_together(const struct store_seek *a, const struct store_seek *b, int64_t now)
{
    if (a->rated != b->rated || a->turn_seconds != b->turn_seconds || strcmp(a->kind, b->kind) ||
        !strcmp(a->device, b->device))
        return false;
    unsigned apart = distance(a, b);
    return apart <= pairing_range(a, now) && apart <= pairing_range(b, now);
}

static bool is_taken(const struct pairing *pairs, unsigned count, unsigned seek)
{
    for (unsigned i = 0; i < count; i++)
        if (pairs[i].first == seek || pairs[i].second == seek)
            return true;
    return false;
}

unsigned pairing_match(const struct store_seek *seeks, unsigned count, int64_t now, struct pairing *pairs)
{
    unsigned made = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned best = count;
        if (is_taken(pairs, made, i))
            continue;
        for (unsigned j = i + 1; j < count; j++)
            if (go_together(&seeks[i], &seeks[j], now) && !is_taken(pairs, made, j) &&
                (best == count || distance(&seeks[i], &seeks[j]) < distance(&seeks[i], &seeks[best])))
                best = j;
        if (best < count)
            pairs[made++] = (struct pairing){i, best};
    }
    return made;
}
