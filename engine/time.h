/*
 * How long to think. The search is given two durations; where they come from is decided here. No clock is read but
 * through struct engine_clock, so that tests bring their own.
 */
#ifndef ENGINE_TIME_H
#define ENGINE_TIME_H

#include <stdbool.h>
#include <stdint.h>

/* Microseconds of a clock that never goes back. */
struct engine_clock {
    int64_t (*now)(void *context);
    void *context;
};

/* The clock of this machine. */
struct engine_clock engine_clock_system(void);

/* What `go` said, in milliseconds; 0: not said. */
struct time_control {
    int64_t left[2];      /* by side */
    int64_t increment[2]; /* by side, after each move */
    int64_t byoyomi;      /* for each move once the time is used up */
    int64_t movetime;
    bool counted; /* some clock was named, even if it stands at 0 */
};

struct time_budget {
    int64_t soft; /* microseconds after which no further iteration is begun; 0: no limit */
    int64_t hard; /* microseconds after which the search is broken off; 0: no limit */
};

enum {
    TIME_OVERHEAD_MS = 20,   /* kept back for pipes and scheduling */
    TIME_USUAL_MS = 1000,    /* a bare `go` */
    TIME_MS_MAX = 100000000, /* a little more than a day; what is larger is refused */
};

struct time_budget time_plan(const struct time_control *control, unsigned side);

#endif
