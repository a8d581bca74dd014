/*
 * A fixed time a move is used up. With a clock, a move gets a fortieth of the time left, most of the increment, and
 * nearly all of the byoyomi; a search that is in the middle of something may take four times as long, but never more
 * than a third of the time left plus the byoyomi, so that running out needs many moves in a row.
 */
#include "engine/time.h"

#include <time.h>

enum { MOVES_TO_GO = 40, HARD_FACTOR = 4, MICROSECONDS = 1000 };

static int64_t system_now(void *context)
{
    (void)context;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

struct engine_clock engine_clock_system(void)
{
    return (struct engine_clock){.now = system_now, .context = NULL};
}

static int64_t at_least_one(int64_t ms)
{
    return ms < 1 ? 1 : ms;
}

static int64_t less(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

struct time_budget time_plan(const struct time_control *control, unsigned side)
{
    if (control->movetime > 0) {
        int64_t all = at_least_one(control->movetime - less(TIME_OVERHEAD_MS, control->movetime / 4));
        return (struct time_budget){.soft = all * MICROSECONDS, .hard = all * MICROSECONDS};
    }
    if (!control->counted)
        return (struct time_budget){.soft = 0, .hard = 0};

    int64_t left = control->left[side];
    int64_t increment = control->increment[side];
    int64_t byoyomi = control->byoyomi;
    /* With Fischer's increment the clock shows it already: what is left is all there is for this move. */
    int64_t most = left / 3 + byoyomi;
    int64_t soft = left / MOVES_TO_GO + increment * 3 / 4 + byoyomi * 4 / 5;
    int64_t hard = less(soft * HARD_FACTOR, most);
    most = at_least_one(left + byoyomi - less(TIME_OVERHEAD_MS, (left + byoyomi) / 4));
    hard = at_least_one(less(hard, most));
    soft = at_least_one(less(soft, hard));
    return (struct time_budget){.soft = soft * MICROSECONDS, .hard = hard * MICROSECONDS};
}
