/*
 * Time as a parameter: whoever needs it is given a struct clock, so that tests can turn the hands. base_os.
 */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

struct clock {
    int64_t (*now)(void *context); /* ms since 1970; any thread */
    void *context;
};

/* The operating system's clock. */
struct clock clock_system(void);

static inline int64_t clock_now(const struct clock *clock)
{
    return clock->now(clock->context);
}

/* ms of a clock that never jumps, from any start: for measuring and deadlines inside one process. */
int64_t clock_monotonic(void);

#endif
