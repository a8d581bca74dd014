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

/* A new table with both seated, sides drawn. Nobody made it: its creator is the table itself. */
MUST_CHECK enum error judge_pair(const struct table_plan *plan, const char *const players[2],
                                 const struct random_source *random, struct store_opening *opening);

/*
 * What the house does by itself when time passes: pure, as everything here.
 *
 *   A turn whose time is over is lost, or the computer plays that move, as `on_timeout` says, when the player is there.
 *
 *   For a player who has been away for the grace, or whose turn ran out while away, the computer plays, if somebody is
 *   there to play against; back again, the player has the seat back at the next move (at once when no clock runs).
 *
 *   With nobody there the table sleeps when the turn has run out, and wakes when somebody comes.
 *
 *   Who wants to play again does not wait longer than the grace for somebody who is away.
 */
struct attendance {
    int64_t hall;     /* now */
    bool here[2];     /* who sits there is connected to some node */
    int64_t since[2]; /* hall time of leaving, when not here; 0: for ever */
};

/* True: *append (and *next) is the event that is due, by the actor HOUSE. False: nothing is, and *look is the hall time
 * at which to ask again, -1: not before something happens. */
#define HOUSE STORE_HOUSE
bool house_act(const struct state *state, const struct attendance *attendance, const struct random_source *random,
               struct store_append *append, struct store_game *next, int64_t *look);

/* ---- between the files of the judge ---- */

/* Fills in what every event has: nobody's turn ends by it, and the table is looked at soon. */
void judge_begin(const struct state *state, const char *who, const char *command, struct store_append *append);
/* ERR_FORBIDDEN, ERR_GAME_OVER. */
enum error judge_forbid(struct refusal *refusal, const char *message);
enum error judge_game_over(struct refusal *refusal);
/* After the event has its winner: who sat there, and whether it changes ratings. */
void judge_rate(const struct state *state, struct store_append *append);
/* Whether the computer is to move, as things stand. */
bool judge_job(const struct state *state);
/* The next game of the table, and the event that makes it. */
void judge_next_game(const struct state *state, const struct random_source *random, struct store_append *append,
                     struct store_game *next);
enum error judge_again(const struct state *state, const char *who, const struct random_source *random,
                       struct store_append *append, struct store_game *next, struct refusal *refusal);
enum error judge_offer(const struct state *state, const char *who, const struct table_command *command,
                       struct store_append *append, struct refusal *refusal);
enum error judge_accept(const struct state *state, const char *who, const struct table_command *command,
                        const struct random_source *random, struct store_append *append, struct store_game *next,
                        struct refusal *refusal);
enum error judge_decline(const struct state *state, const char *who, const struct table_command *command,
                         struct store_append *append, struct refusal *refusal);
enum error judge_set(const struct state *state, const char *who, const struct table_command *command,
                     const struct random_source *random, struct store_append *append, struct refusal *refusal);
enum error judge_computer(const struct state *state, const char *who, const struct table_command *command,
                          struct store_append *append, struct refusal *refusal);

/* Whether a command's id is well-formed: 1 to 36 of A-Z a-z 0-9 . _ - (the computer's may have ':', too). */
bool command_id_fits(const char *id, bool computer);

#endif
