/*
 * How the newest game of a table stands: a fold over what the store keeps. The same function takes events that were
 * just made, that another node made, and that are read back after a restart, so all come to the same state.
 * Owned by whoever starts it; nothing here is asynchronous.
 *
 * Clocks (R4) are hall time (server/store/store.h). A turn begins with the event that makes it somebody's turn and has
 * its whole time; what runs is `turn_left` as of `turn_since`. It does not run before both seats are taken, while the
 * computer is to move, while the table sleeps, and after the end. A turn that is taken up again, after a take-back or
 * sleep, has what was left of it, and at least CLOCK_LEAST_MS.
 */
#ifndef SERVER_TABLE_STATE_H
#define SERVER_TABLE_STATE_H

#include "base/buffer.h"
#include "rules/match.h"
#include "server/store/store.h"
#include "server/table/settings.h"
#include <string.h>

/* Room for the word of rules or settings that is wrong. */
enum { WORD_MAX = 256 };
_Static_assert((int)WORD_MAX >= RULES_TEXT_MAX && (int)WORD_MAX >= TABLE_SETTINGS_MAX, "a word fits");

enum { CLOCK_LEAST_MS = 10000 };

/* What one side may ask of the other; also bits. */
enum offer { OFFER_DRAW = 1, OFFER_TAKEBACK = 2, OFFER_AGAIN = 4 };

/* Why the computer plays for somebody who sits: the player is away; wished it; ran out of time, for this move. */
enum stand_in { STAND_IN_NONE, STAND_IN_AWAY, STAND_IN_ASKED, STAND_IN_TIME };

struct state {
    struct store_table table;
    struct store_game game; /* with rules, settings and start as they are now */
    struct settings settings;
    struct match match;
    struct history_entry *entries; /* of the match; grows */
    char seat[2][STORE_WHO_MAX];   /* sente, gote; "" is free */
    enum stand_in stand_in[2];
    char computer[2][STORE_WHO_MAX]; /* "cpu:N", where it stands in */
    unsigned offers[2];              /* bits: what this side asks for, unanswered */
    unsigned settled[2];             /* bits: what it may not ask for again before the next move */
    bool begun;                      /* a move was made: settings are fixed */
    bool asleep;                     /* nobody was there when the turn ran out */
    int64_t turn_since;              /* hall time; -1: the clock stands */
    int64_t turn_left;               /* ms, at turn_since, or since it stands */
    int64_t hall;                    /* of the newest event */
    int64_t acted[2];                /* hall time of what whoever sits there did last in this game; 0: nothing */
    char winner;                     /* 'b', 'w', 'd'; 0: the game goes on */
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
/* Who makes the moves of a side: who sits there, or the computer ("cpu:N") that stands in; "": nobody. */
const char *state_player(const struct state *state, char side);
static inline unsigned side_index(char side)
{
    return side == 'w';
}
static inline char side_letter(unsigned index)
{
    return index ? 'w' : 'b';
}
static inline char side_opposite(char side)
{
    return side == 'b' ? 'w' : 'b';
}
static inline bool who_is_computer(const char *who)
{
    return who[0] == 'c' && who[1] == 'p' && who[2] == 'u' && who[3] == ':';
}
static inline bool who_is_person(const char *who)
{
    return *who && !who_is_computer(who);
}
/* One of the forgotten (store.h). */
static inline bool who_is_gone(const char *who)
{
    return !strncmp(who, STORE_GONE, sizeof STORE_GONE - 1);
}
/* `who` is called `pseudonym` from now on, wherever it stands; false: nowhere. */
bool state_rename(struct state *state, const char *who, const char *pseudonym);
/* Somebody was forgotten, which is the only change that is ever made to what is stored, and this state does not know of
 * it. False for a record that is older than the state. */
bool state_is_forgetful(const struct state *state, const struct store_record *record);
/* Makes sure that the match has room for one more ply. */
MUST_CHECK enum error state_reserve(struct state *state);
/* The event that a command of `who` made, or NULL. */
const struct store_event *state_event_of(const struct state *state, unsigned seq, const char *who, const char *command);
/* The event of the ply that lies `back` plies back (1: the newest), taken-back ones not counted; NULL: there are less.
 */
const struct store_event *state_ply(const struct state *state, unsigned back);
/* ms left of the turn at this hall time; 0 when it is over. */
int64_t state_left(const struct state *state, int64_t hall);
/* What a turn has that is taken up again with `left` ms. */
int64_t state_turn_again(const struct state *state, int64_t left);

/* "draw", "takeback", "again"; the offer of that name, 0: none. */
const char *offer_name(enum offer offer);
enum offer offer_named(const char *name);
/* "away", "asked", "time"; "" for STAND_IN_NONE. */
const char *stand_in_name(enum stand_in why);
/* The parts of a computer event's data; false: it is not one. `computer` has STORE_WHO_MAX bytes. */
bool stand_in_read(const char *data, char *computer, enum stand_in *why);
/* The parts of "name=value"; false when it has no such form or does not fit. Both have STORE_DATA_MAX bytes. */
bool set_read(const char *data, char *name, char *value);

#endif
