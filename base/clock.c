#include "base/clock.h"

#include <stddef.h>
#include <time.h>

static int64_t milliseconds(clockid_t which)
{
    struct timespec now;
    clock_gettime(which, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int64_t system_now(void *context)
{
    (void)context;
    return milliseconds(CLOCK_REALTIME);
}

struct clock clock_system(void)
{
    return (struct clock){.now = system_now, .context = NULL};
}

int64_t clock_monotonic(void)
{
    return milliseconds(CLOCK_MONOTONIC);
}
