/*
 * How a game ends. The names are fixed: they stand on the wire, in the store and in judge's answers.
 */
#ifndef RULES_VERDICT_H
#define RULES_VERDICT_H

#include "rules/square.h"

#define REASON_LIST(X)                                                                                                 \
    X(REASON_CHECKMATE, "checkmate")                                                                                   \
    X(REASON_NO_LEGAL_MOVE, "no_legal_move")                                                                           \
    X(REASON_ROYALS_CAPTURED, "royals_captured")                                                                       \
    X(REASON_BARE_KING, "bare_king")                                                                                   \
    X(REASON_CAPTURES, "captures")                                                                                     \
    X(REASON_RESIGNATION, "resignation")                                                                               \
    X(REASON_TIME, "time")                                                                                             \
    X(REASON_REPETITION, "repetition")                                                                                 \
    X(REASON_PERPETUAL_CHECK, "perpetual_check")                                                                       \
    X(REASON_MOVE_LIMIT, "move_limit")                                                                                 \
    X(REASON_AGREEMENT, "agreement")                                                                                   \
    X(REASON_IMPASSE, "impasse")

/* clang-format off */
enum reason {
    REASON_NONE = 0, /* the game goes on */
#define X(name, text) name,
    REASON_LIST(X)
#undef X
};
/* clang-format on */

struct verdict {
    enum reason reason;
    enum side winner; /* NOBODY: a draw; without meaning while reason is REASON_NONE */
};

static inline struct verdict verdict_win(enum side winner, enum reason reason)
{
    return (struct verdict){.reason = reason, .winner = winner};
}

static inline struct verdict verdict_draw(enum reason reason)
{
    return (struct verdict){.reason = reason, .winner = NOBODY};
}

static inline struct verdict verdict_open(void)
{
    return (struct verdict){.reason = REASON_NONE, .winner = NOBODY};
}

/* "checkmate" and so on; NULL for REASON_NONE. */
const char *reason_name(enum reason reason);
/* "b", "w", or "draw" for NOBODY. */
const char *winner_name(enum side winner);

#endif
