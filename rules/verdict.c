#include "rules/verdict.h"

#include <stddef.h>
#include <string.h>

static const char *const reason_names[] = {NULL,
#define X(name, text) text,
                                           REASON_LIST(X)
#undef X
};

enum { REASON_COUNT = sizeof reason_names / sizeof *reason_names };

const char *reason_name(enum reason reason)
{
    return reason_names[reason];
}

enum reason reason_named(const char *name)
{
    for (unsigned i = 1; i < REASON_COUNT; i++) {
        if (strcmp(reason_names[i], name) == 0)
            return (enum reason)i;
    }
    return REASON_NONE;
}

const char *winner_name(enum side winner)
{
    return winner == SENTE ? "b" : winner == GOTE ? "w" : "draw";
}
