/*
 * Equal positions have equal sides to move and there is no passing a turn, so the same position can only come back an
 * even number of plies later: every search here steps by two from the newest entry.
 */
#include "rules/history.h"

#include <stddef.h>

unsigned history_occurrences(const struct history *history, unsigned *first)
{
    uint64_t key = history->entries[history->count].key;
    unsigned times = 0;
    for (unsigned i = history->count;; i -= 2) {
        if (history->entries[i].key == key) {
            times++;
            if (first)
                *first = i;
        }
        if (i < 2)
            return times;
    }
}

bool history_always_checked(const struct history *history, unsigned first, enum side side, enum side to_move)
{
    /* A move of `side` leads to an entry where the other side moves: those after `first`, newest backwards. */
    unsigned newest = history->count - (to_move == side);
    bool any = false;
    for (unsigned i = newest; i > first && i <= history->count; i -= 2) {
        if (!history->entries[i].check)
            return false;
        any = true;
        if (i < 2)
            break;
    }
    return any;
}
