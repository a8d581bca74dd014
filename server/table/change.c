/*
 * What is changed at a table beside the moves: its settings and local rules, by who made it and before the first move
 * of a game; and whether the computer plays somewhere.
 */
#include "server/table/judge.h"

#include <stdio.h>
#include <string.h>

static enum error bad_value(struct refusal *refusal, const char *value)
{
    refusal_set(refusal, "value", "not a value of that setting", value);
    return ERR_RANGE;
}

/* Where the host sits when `first` says so; 0: as before. */
static char host_side(const struct state *state, const struct settings *settings, const struct random_source *random)
{
    uint8_t coin = settings->value[SETTING_FIRST] == FIRST_GUEST;
    if (settings->value[SETTING_FIRST] == FIRST_DRAW) {
        random_fill(random, &coin, 1);
        coin &= 1;
    }
    return state_side_of(state, state->table.creator) ? side_letter(coin) : 0;
}

static enum error set_setting(const struct state *state, const struct table_command *command,
                              const struct random_source *random, struct store_append *append, struct refusal *refusal)
{
    struct settings settings = state->settings;
    if (settings_set(&settings, command->name, command->value))
        return bad_value(refusal, command->value);
    if (!memcmp(&settings, &state->settings, sizeof settings))
        return judge_forbid(refusal, "that is so already");
    if (settings_on(&settings, SETTING_RATED) && (who_is_computer(state->seat[0]) || who_is_computer(state->seat[1])))
        return judge_forbid(refusal, "a game against the computer is not rated");
    if (!settings_on(&state->settings, SETTING_RATED) && settings_on(&settings, SETTING_RATED) && *state->seat[0] &&
        *state->seat[1])
        return judge_forbid(refusal, "the other side has sat down to a friendly game");
    char turn = state_turn(state), host = 0;
    if (settings.value[SETTING_FIRST] != state->settings.value[SETTING_FIRST])
        host = host_side(state, &settings, random);
    append->event.side = host;
    bool swaps = host && host != state_side_of(state, state->table.creator);
    append->job = who_is_computer(state_player(state, swaps ? side_opposite(turn) : turn));
    return OK;
}

static enum error set_rule(const struct state *state, const struct table_command *command, struct store_append *append,
                           struct refusal *refusal)
{
    const struct game *kind = state->match.game;
    struct ruleset rules, before;
    if (ruleset_parse(kind, &rules, state->game.rules, NULL)) {
        refusal_set(refusal, "", "the rules of this game are not known any more", NULL);
        return ERR_VERSION;
    }
    before = rules;
    enum error error = ruleset_set(kind, &rules, command->name, command->value);
    if (error == ERR_UNKNOWN) {
        refusal_set(refusal, "name", "neither a setting nor a local rule of this game", command->name);
        return error;
    }
    if (error)
        return bad_value(refusal, command->value);
    if (!memcmp(&before, &rules, sizeof rules))
        return judge_forbid(refusal, "that is so already");
    union position_store start;
    game_start(kind, &rules, &start);
    append->job = who_is_computer(state_player(state, side_letter(start.head.side)));
    return OK;
}

/* Two have sat down to a rated game: nobody is to give a handicap that was not there before, for their own rating. */
static bool is_agreed_on(const struct state *state)
{
    return settings_on(&state->settings, SETTING_RATED) && *state->seat[0] && *state->seat[1];
}

enum error judge_set(const struct state *state, const char *who, const struct table_command *command,
                     const struct random_source *random, struct store_append *append, struct refusal *refusal)
{
    if (state->winner)
        return judge_game_over(refusal);
    if (strcmp(who, state->table.creator))
        return judge_forbid(refusal, "only who made the table may change it");
    if (state->begun)
        return judge_forbid(refusal, "fixed since the first move");
    if (is_agreed_on(state) && strcmp(command->name, setting_list[SETTING_RATED].name))
        return judge_forbid(refusal,
                            "the other side has sat down to this rated game: it can only become a friendly one");
    struct settings settings = state->settings;
    enum error error = settings_set(&settings, command->name, command->value) == ERR_UNKNOWN
                           ? set_rule(state, command, append, refusal)
                           : set_setting(state, command, random, append, refusal);
    if (error)
        return error;
    append->event.kind = EVENT_SET;
    int length = snprintf(append->event.data, sizeof append->event.data, "%s=%s", command->name, command->value);
    return length < (int)sizeof append->event.data ? OK : bad_value(refusal, "");
}

/* The computer takes a free seat. */
static enum error seat_computer(const struct state *state, char side, struct store_append *append,
                                struct refusal *refusal)
{
    if (settings_on(&state->settings, SETTING_RATED))
        return judge_forbid(refusal, "a game against the computer is not rated");
    append->event.kind = EVENT_SEAT;
    append->event.side = side;
    snprintf(append->event.data, sizeof append->event.data, "cpu:%u", state->settings.value[SETTING_LEVEL]);
    append->job = state_turn(state) == side;
    return OK;
}

/* Plays for who sits there, because that player wishes it. */
static enum error lend_seat(const struct state *state, char side, struct store_append *append, struct refusal *refusal)
{
    unsigned own = side_index(side);
    if (settings_on(&state->settings, SETTING_RATED))
        return judge_forbid(refusal, "not in a rated game");
    if (state->stand_in[own])
        return judge_forbid(refusal, "the computer plays for you already");
    if (!who_is_person(state_player(state, side_opposite(side))))
        return judge_forbid(refusal, "somebody has to play");
    append->event.kind = EVENT_COMPUTER;
    append->event.side = side;
    snprintf(append->event.data, sizeof append->event.data, "cpu:%u %s", settings_stand_in_level(&state->settings),
             stand_in_name(STAND_IN_ASKED));
    append->job = state_turn(state) == side;
    return OK;
}

enum error judge_computer(const struct state *state, const char *who, const struct table_command *command,
                          struct store_append *append, struct refusal *refusal)
{
    if (state->winner)
        return judge_game_over(refusal);
    char own = state_side_of(state, who), side = command->side ? command->side : own;
    if (!own)
        return judge_forbid(refusal, "not seated at this table");
    if (command->on && !*state->seat[side_index(side)])
        return seat_computer(state, side, append, refusal);
    if (side != own)
        return judge_forbid(refusal, "not your seat");
    if (command->on)
        return lend_seat(state, side, append, refusal);
    if (state->stand_in[side_index(side)] != STAND_IN_ASKED)
        return judge_forbid(refusal, state->stand_in[side_index(side)] ? "the seat comes back at the next move"
                                                                       : "you play yourself");
    append->event.kind = EVENT_BACK;
    append->event.side = side;
    append->job = judge_job(state) && state_turn(state) != side;
    return OK;
}
