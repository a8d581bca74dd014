/*
 * The plies that led to a position, for the rules that look back: repetition, perpetual check, fourth occurrence.
 *
 * Entry i describes the position before ply i and the move made there; the newest position has the entry `count`,
 * whose move is MOVE_NONE. The memory is the caller's: `capacity` entries, so at most capacity - 1 plies.
 */
#ifndef RULES_HISTORY_H
#define RULES_HISTORY_H

#include "rules/move.h"
#include "rules/position.h"

struct history_entry {
    uint64_t key;
    move_t move;
    bool check; /* the side to move is in check here */
    bool took;  /* the ply that led here took something by going onto or over it: false is always safe to say */
};

struct history {
    struct history_entry *entries;
    unsigned capacity;
    unsigned count; /* plies played */
};

/* How often the newest position has occurred, itself included, and the entry of its first occurrence. */
unsigned history_occurrences(const struct history *history, unsigned *first);

/* Whether `side` gave check with every move of its own from entry `first` up to the newest position (R14); false when
 * it made none.
 * `to_move` is the side to move in the newest position. */
bool history_always_checked(const struct history *history, unsigned first, enum side side, enum side to_move);

/* Whether the move limit is reached (R3): the one of the rules, or MOVE_LIMIT_MAX where they set none. */
static inline bool history_at_limit(const struct history *history, const struct ruleset *rules)
{
    unsigned limit = rules->value[RULE_INDEX_MOVE_LIMIT];
    return history->count >= (limit ? limit : MOVE_LIMIT_MAX);
}

#endif
