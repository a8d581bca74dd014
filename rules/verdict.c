#include "rules/verdict.h"

#include <stddef.h>

static const char *const reason_names[] = {NULL,
#define X(name, text) text,
                                           REASON_LIST(X)
#undef X
};

const char *reason_name(enum reason reason)
{
    return reason_names[reason];
}

const char *winner_name(enum side winner)
{
    return winner == SENTE ? "b" : winner == GOTE ? "w" : "draw";
}
