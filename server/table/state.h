/*
 * How the newest game of a table stands: a fold over what the store keeps. The same function takes events that were
 * just made, that another node made, and that are read back after a restart, so all come to the same state.
 * Owned by whoever starts it; nothing here is asynchronous.
 */
#ifndef SERVER_TABLE_STATE_H
#define SERVER_TABLE_STATE_H

#include "base/buffer.h"
#include "rules/match.h"
#include "server/store/store.h"
#include "server/table/settings.h"

/* Room for the word of rules or settings that is wrong. */
enum { WORD_MAX = 256 };
_Static_assert((int)WORD_MAX >= RULES_TEXT_MAX && (int)WORD_MAX >= TABLE_SETTINGS_MAX, "a word fits");

struct state {
    struct store_table table;
    struct store_game game;
    struct settings settings;
    struct match match;
    struct history_entry *entries; /* of the match; grows */
    char seat[2][STORE_WHO_MAX];   /* sente, gote; "" is free */
    char winner;                   /* 'b', 'w', 'd'; 0: the game goes on */
    char reason[STORE_REASON_MAX];
    char next[STORE_ID_MAX];    /* the game after this one, "" until there is one */
    struct store_event *events; /* all of them: event seq is at seq - 1 */
    unsigned seq, capacity;
    struct buffer moves; /* USI, separated by spaces */
};

/* ERR_UNKNOWN: a kind that this program does not have; ERR_VERSION: rules, settings or start that it cannot read;
 * ERR_NO_MEMORY. On failure there is nothing to free. */
MUST_CHECK enum error state_start(struct state *state, const struct store_table *table, const struct store_game *game);
/* A table as the store has it. Errors as state_start() and state_apply(). */
MUST_CHECK enum error state_load(struct state *state, const struct store_record *record);
void state_free(struct state *state);

/* The fold: takes event seq + 1. ERR_STALE: it is another one; ERR_VERSION: not possible in this position, so the
 * store was written under other rules; ERR_NO_MEMORY. Unchanged on failure. */
MUST_CHECK enum error state_apply(struct state *state, const struct store_event *event);

/* 'b' or 'w': whose move it is; 0 after the end. */
char state_turn(const struct state *state);
/* 'b' or 'w': where `who` sits; 0: nowhere. */
char state_side_of(const struct state *state, const char *who);
static inline unsigned side_index(char side)
{
    return side == 'w';
}
static inline bool who_is_computer(const char *who)
{
    return who[0] == 'c' && who[1] == 'p' && who[2] == 'u' && who[3] == ':';
}
/* Makes sure that the match has room for one more ply. */
MUST_CHECK enum error state_reserve(struct state *state);
/* The event that a command of `who` made, or NULL. */
const struct store_event *state_event_of(const struct state *state, unsigned seq, const char *who, const char *command);

#endif
