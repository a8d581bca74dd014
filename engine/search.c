/*
 * Creating a search, and telling a running one what to do.
 */
#include "engine/memory.h"
#include "engine/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ENTRIES = MATCH_PLIES_MAX + PLY_MAX + 2 };

/* ln(n) * 100; a table of integers, so that every machine reduces alike. */
static unsigned hundred_logs(unsigned n)
{
    return (unsigned)lround(log((double)n) * 100);
}

enum error search_create(struct search **out)
{
    struct search *s = calloc(1, sizeof *s);
    if (!s)
        return ERR_NO_MEMORY;
    s->history.entries = calloc(ENTRIES, sizeof *s->history.entries);
    s->history.capacity = ENTRIES;
    s->continued = calloc(REPEAT_ENTRIES, sizeof *s->continued);
    s->moves = calloc(MOVE_LIST_MAX, sizeof *s->moves);
    s->sequels = calloc((size_t)SLOTS * SLOTS, sizeof *s->sequels);
    if (!s->history.entries || !s->continued || !s->moves || !s->sequels) {
        search_free(s);
        return ERR_NO_MEMORY;
    }
    memory_read_at_random(s, sizeof *s);
    memory_read_at_random(s->sequels, (size_t)SLOTS * SLOTS * sizeof *s->sequels);
    for (unsigned depth = 1; depth < 64; depth++) {
        for (unsigned index = 1; index < 64; index++)
            s->reductions[depth][index] = (uint16_t)(50 + hundred_logs(depth) * hundred_logs(index) / 200);
    }
    atomic_init(&s->stop, false);
    atomic_init(&s->pondering, false);
    atomic_init(&s->ponderhit_at, 0);
    *out = s;
    return OK;
}

void search_free(struct search *s)
{
    if (!s)
        return;
    free(s->history.entries);
    free(s->continued);
    free(s->moves);
    free(s->sequels);
    free(s);
}

void search_forget(struct search *s)
{
    if (!s->learnt)
        return; /* nor touch the memory of a thread that never ran */
    s->learnt = false;
    memset(s->quiet, 0, sizeof s->quiet);
    memset(s->taking, 0, sizeof s->taking);
    memset(s->sequels, 0, (size_t)SLOTS * SLOTS * sizeof *s->sequels);
    memset(s->answers, 0, sizeof s->answers);
    for (unsigned ply = 0; ply < PLY_MAX + 2; ply++)
        s->frames[ply].killers[0] = s->frames[ply].killers[1] = MOVE_NONE;
}

void search_arm(struct search *s, bool ponder)
{
    atomic_store(&s->stop, false);
    atomic_store(&s->ponderhit_at, 0);
    atomic_store(&s->pondering, ponder);
}

void search_stop(struct search *s)
{
    atomic_store(&s->stop, true);
}

bool search_is_pondering(const struct search *s)
{
    return atomic_load_explicit(&s->pondering, memory_order_relaxed);
}

void search_ponderhit(struct search *s, int64_t now)
{
    atomic_store(&s->ponderhit_at, now);
    atomic_store(&s->pondering, false);
}

void search_run(struct search *s, const struct search_request *request, struct search_result *result)
{
    root_prepare(s, request);
    *result = (struct search_result){.best = MOVE_NONE};
    if (s->move_count)
        root_iterate(s, request, result);
}
