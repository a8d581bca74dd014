/*
 * What the two sides agree on: take-backs, draws, the next game. One side asks, the other answers; what is asked for
 * lapses with the next move. After a refusal the same side may ask for the same thing again only when a move has been
 * made, so that nobody is pestered. The computer agrees to take-backs and next games at once, and to no draw.
 */
#include "rules/verdict.h"
#include "server/table/judge.h"

#include <stdio.h>
#include <string.h>

enum { ID_DIGITS = 16 };

/* ---- the next game ---- */

void judge_next_game(const struct state *state, const struct random_source *random, struct store_append *append,
                     struct store_game *next)
{
    const struct game *kind = state->match.game;
    bool swap = settings_on(&state->settings, SETTING_ALTERNATE_FIRST);
    unsigned wins[2] = {state->game.wins[0] + (state->winner == 'b'), state->game.wins[1] + (state->winner == 'w')};
    *next = state->game;
    random_id(random, next->id, ID_DIGITS);
    next->number++;
    next->rules_version = kind->rules_version;
    next->draws += state->winner == 'd';
    for (unsigned i = 0; i < 2; i++) {
        memcpy(next->seat[i ^ swap], state->seat[i], sizeof next->seat[0]);
        next->wins[i ^ swap] = wins[i];
    }
    append->event.kind = EVENT_AGAIN;
    snprintf(append->event.data, sizeof append->event.data, "%s", next->id);
    append->next = next;
    append->next_job = who_is_computer(next->seat[state->match.start.head.side]);
}

static enum error may_play_again(const struct state *state, struct refusal *refusal)
{
    if (*state->next) {
        refusal_set(refusal, "", "the next game has begun", NULL);
        return ERR_GAME_OVER;
    }
    if (!state->winner) {
        refusal_set(refusal, "", "the game has not ended", NULL);
        return ERR_ILLEGAL;
    }
    return OK;
}

static enum error ask(const struct state *state, char side, enum offer offer, struct store_append *append,
                      struct refusal *refusal)
{
    if (state->offers[side_index(side)] & offer)
        return judge_forbid(refusal, "asked for already");
    if (state->settled[side_index(side)] & offer)
        return judge_forbid(refusal, "refused or withdrawn: not again before the next move");
    append->event.kind = EVENT_OFFER;
    append->event.side = side;
    snprintf(append->event.data, sizeof append->event.data, "%s", offer_name(offer));
    return OK;
}

enum error judge_again(const struct state *state, const char *who, const struct random_source *random,
                       struct store_append *append, struct store_game *next, struct refusal *refusal)
{
    enum error error = may_play_again(state, refusal);
    if (error)
        return error;
    char side = state_side_of(state, who);
    if (!side)
        return judge_forbid(refusal, "not seated at this table");
    unsigned other = !side_index(side);
    if (!who_is_computer(state->seat[other]) && !(state->offers[other] & OFFER_AGAIN))
        return ask(state, side, OFFER_AGAIN, append, refusal);
    judge_next_game(state, random, append, next);
    return OK;
}

/* ---- take-backs and draws ---- */

/* Up to the turn of `side` before. 0: it has had none. */
static unsigned plies_back(const struct state *state, char side)
{
    unsigned plies = state_turn(state) == side ? 2 : 1;
    return state->match.history.count >= plies ? plies : 0;
}

static void take_back(const struct state *state, char side, struct store_append *append)
{
    unsigned plies = plies_back(state, side);
    const struct store_event *undone = state_ply(state, plies);
    int64_t whole = settings_turn_ms(&state->settings), left = undone && undone->left >= 0 ? undone->left : whole;
    append->event.kind = EVENT_TAKEBACK;
    append->event.side = side;
    append->event.left = state_turn_again(state, left);
    append->event.data[0] = (char)('0' + plies);
    append->job = false; /* whoever asked is to move */
}

/* Draws and take-backs are for friendly games between two who are both playing. */
static enum error may_agree(const struct state *state, char side, enum offer offer, struct refusal *refusal)
{
    if (!side)
        return judge_forbid(refusal, "not seated at this table");
    if (settings_on(&state->settings, SETTING_RATED))
        return judge_forbid(refusal, "not in a rated game");
    unsigned own = side_index(side);
    if (!*state->seat[!own])
        return judge_forbid(refusal, "nobody sits opposite");
    if (state->stand_in[own])
        return judge_forbid(refusal, "the computer plays for you");
    if (state->stand_in[!own])
        return judge_forbid(refusal, "the computer plays for the other side, which cannot answer");
    if (offer == OFFER_DRAW && who_is_computer(state->seat[!own]))
        return judge_forbid(refusal, "the computer plays on");
    return OK;
}

static enum error read_offer(const struct table_command *command, enum offer *offer, struct refusal *refusal)
{
    *offer = offer_named(command->what);
    if (*offer)
        return OK;
    refusal_set(refusal, "what", "draw, takeback or again", NULL);
    return ERR_UNKNOWN;
}

enum error judge_offer(const struct state *state, const char *who, const struct table_command *command,
                       struct store_append *append, struct refusal *refusal)
{
    enum offer offer;
    enum error error = read_offer(command, &offer, refusal);
    char side = state_side_of(state, who);
    if (!error && offer == OFFER_AGAIN)
        return judge_forbid(refusal, "the next game is asked for by the command \"again\"");
    if (!error && state->winner)
        error = judge_game_over(refusal);
    if (!error)
        error = may_agree(state, side, offer, refusal);
    if (error)
        return error;
    unsigned other = !side_index(side);
    if (offer == OFFER_TAKEBACK && !plies_back(state, side))
        return judge_forbid(refusal, "there is no move to take back");
    if (state->offers[other] & offer)
        return judge_forbid(refusal, "the other side asks for the same: answer it");
    if (offer == OFFER_TAKEBACK && who_is_computer(state->seat[other])) {
        take_back(state, side, append);
        return OK;
    }
    return ask(state, side, offer, append, refusal);
}

enum error judge_accept(const struct state *state, const char *who, const struct table_command *command,
                        const struct random_source *random, struct store_append *append, struct store_game *next,
                        struct refusal *refusal)
{
    enum offer offer;
    enum error error = read_offer(command, &offer, refusal);
    if (error)
        return error;
    char side = state_side_of(state, who);
    if (!side)
        return judge_forbid(refusal, "not seated at this table");
    if (!(state->offers[!side_index(side)] & offer))
        return judge_forbid(refusal, "that is not asked for");
    if (offer == OFFER_AGAIN)
        return judge_again(state, who, random, append, next, refusal);
    error = may_agree(state, side, offer, refusal);
    if (error)
        return error;
    if (offer == OFFER_TAKEBACK) {
        take_back(state, side_opposite(side), append);
        return OK;
    }
    append->event.kind = EVENT_DRAW;
    append->event.side = side;
    append->event.winner = 'd';
    snprintf(append->event.reason, sizeof append->event.reason, "%s", reason_name(REASON_AGREEMENT));
    append->job = false;
    append->look_in = -1;
    return OK;
}

enum error judge_decline(const struct state *state, const char *who, const struct table_command *command,
                         struct store_append *append, struct refusal *refusal)
{
    enum offer offer;
    enum error error = read_offer(command, &offer, refusal);
    if (error)
        return error;
    char side = state_side_of(state, who);
    if (!side)
        return judge_forbid(refusal, "not seated at this table");
    if (!((state->offers[0] | state->offers[1]) & offer))
        return judge_forbid(refusal, "that is not asked for");
    append->event.kind = EVENT_DECLINE;
    append->event.side = side;
    snprintf(append->event.data, sizeof append->event.data, "%s", offer_name(offer));
    return OK;
}
