/*
 * What a command means in a state: the event that it would make, or why not. Changes nothing that anybody sees.
 */
#ifndef SERVER_TABLE_JUDGE_H
#define SERVER_TABLE_JUDGE_H

#include "base/random.h"
#include "server/table/state.h"

enum { REFUSAL_SQUARES_MAX = 600, REFUSAL_MESSAGE_MAX = 200 };

struct refusal {
    const char *at;   /* static */
    const char *rule; /* static */
    char message[REFUSAL_MESSAGE_MAX];
    char squares[REFUSAL_SQUARES_MAX];
};

void refusal_set(struct refusal *refusal, const char *at, const char *message, const char *detail);

/* Fills *append, and *next with the game after this one (append->next points to it then). Of the errors of
 * table_client_command(), the ones that this state decides; then *refusal says more. The sequence number is the
 * caller's to check. */
MUST_CHECK enum error judge_command(struct state *state, const char *who, const struct table_command *command,
                                    const struct random_source *random, struct store_append *append,
                                    struct store_game *next, struct refusal *refusal);

/* A new table with its first game, or why not. `who` sits down as the settings say. */
MUST_CHECK enum error judge_plan(const struct table_plan *plan, const char *who, const struct random_source *random,
                                 struct store_opening *opening, struct refusal *refusal);

/* Whether a command's id is well-formed: 1 to 36 of A-Z a-z 0-9 . _ - (the computer's may have ':', too). */
bool command_id_fits(const char *id, bool computer);

#endif
