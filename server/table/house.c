/*
 * One thing at a time: the first event that is due is made, and the table looked at again after it.
 */
#include "rules/verdict.h"
#include "server/table/judge.h"

#include <stdio.h>
#include <string.h>

/* What is to be done, and when to look again if nothing is. */
struct house {
    const struct state *state;
    const struct attendance *attendance;
    struct store_append *append;
    int64_t now, look;
};

static bool is_person(const struct house *house, char side)
{
    return who_is_person(house->state->seat[side_index(side)]);
}

static bool is_here(const struct house *house, char side)
{
    return is_person(house, side) && house->attendance->here[side_index(side)];
}

/* Somebody who plays, against whom it makes sense to go on. */
static bool is_playing(const struct house *house, char side)
{
    return is_here(house, side) && !house->state->stand_in[side_index(side)];
}

/* Since when the player is away: not before what that player did last. */
static int64_t away_since(const struct house *house, char side)
{
    int64_t since = house->attendance->since[side_index(side)], acted = house->state->acted[side_index(side)];
    return since > acted ? since : acted;
}

static int64_t grace_end(const struct house *house, char side)
{
    return away_since(house, side) + STORE_GRACE_MS;
}

/* True when the time has come. */
static bool is_due(struct house *house, int64_t when)
{
    if (house->now >= when)
        return true;
    if (house->look < 0 || house->look > when)
        house->look = when;
    return false;
}

static bool make(struct house *house, enum event_kind kind, char side)
{
    house->append->event.kind = kind;
    house->append->event.side = side;
    return true;
}

static bool stand_in(struct house *house, char side, enum stand_in why)
{
    struct store_event *event = &house->append->event;
    snprintf(event->data, sizeof event->data, "cpu:%u %s", settings_stand_in_level(&house->state->settings),
             stand_in_name(why));
    house->append->job = state_turn(house->state) == side;
    return make(house, EVENT_COMPUTER, side);
}

static bool lose(struct house *house, char side)
{
    struct store_event *event = &house->append->event;
    event->winner = side_opposite(side);
    snprintf(event->reason, sizeof event->reason, "%s", reason_name(REASON_TIME));
    house->append->look_in = -1;
    return make(house, EVENT_TIME, side);
}

/* What was left when the last of them went. */
static bool fall_asleep(struct house *house, char turn)
{
    char other = side_opposite(turn);
    int64_t since = away_since(house, turn);
    if (is_person(house, other) && away_since(house, other) > since)
        since = away_since(house, other);
    house->append->event.left = state_left(house->state, since);
    return make(house, EVENT_SLEEP, 0);
}

/* A seat whose player has come back. With a clock, the move that the computer is thinking about is still its own:
 * leaving gives nobody more time. */
static bool hand_back(struct house *house, char side)
{
    const struct state *state = house->state;
    if (state->stand_in[side_index(side)] != STAND_IN_AWAY || !is_here(house, side))
        return false;
    if (state_turn(state) == side && settings_turn_ms(&state->settings))
        return false;
    house->append->job = judge_job(state) && state_turn(state) != side;
    return make(house, EVENT_BACK, side);
}

/* Whose turn it is, playing themselves. */
static bool watch_turn(struct house *house, char turn)
{
    const struct state *state = house->state;
    bool runs = state->turn_since >= 0;
    int64_t over = state->turn_since + state->turn_left + TABLE_FORGIVEN_MS;
    if (is_here(house, turn)) {
        if (!runs || !is_due(house, over))
            return false;
        return state->settings.value[SETTING_ON_TIMEOUT] == TIMEOUT_LOSE ? lose(house, turn)
                                                                         : stand_in(house, turn, STAND_IN_TIME);
    }
    if (is_playing(house, side_opposite(turn)))
        return is_due(house, runs && over < grace_end(house, turn) ? over : grace_end(house, turn)) &&
               stand_in(house, turn, STAND_IN_AWAY);
    return runs && is_due(house, over) && fall_asleep(house, turn);
}

/* Whose turn it is not. */
static bool watch_other(struct house *house, char side)
{
    if (!is_person(house, side) || house->state->stand_in[side_index(side)] || is_here(house, side) ||
        !is_playing(house, side_opposite(side)))
        return false;
    return is_due(house, grace_end(house, side)) && stand_in(house, side, STAND_IN_AWAY);
}

static bool watch_game(struct house *house)
{
    const struct state *state = house->state;
    char turn = state_turn(state);
    if (!*state->seat[0] || !*state->seat[1])
        return false;
    for (unsigned i = 0; i < 2; i++)
        if (hand_back(house, side_letter(i)))
            return true;
    if (state->asleep && (is_here(house, 'b') || is_here(house, 'w')))
        return make(house, EVENT_WAKE, 0);
    if (who_is_person(state_player(state, turn)) && watch_turn(house, turn))
        return true;
    return watch_other(house, side_opposite(turn));
}

static void make_friendly(struct store_game *game)
{
    char bad[WORD_MAX];
    struct settings settings;
    if (settings_parse(game->settings, &settings, bad))
        return;
    settings.value[SETTING_RATED] = setting_list[SETTING_RATED].initial;
    settings_format(&settings, game->settings);
}

/* Somebody wants to play again with somebody who is away. */
static bool watch_end(struct house *house, const struct random_source *random, struct store_game *next)
{
    const struct state *state = house->state;
    for (unsigned i = 0; i < 2; i++) {
        char other = side_letter(!i);
        if (*state->next || !(state->offers[i] & OFFER_AGAIN) || is_here(house, other))
            continue;
        if (is_due(house, grace_end(house, other))) {
            judge_next_game(state, random, house->append, next);
            make_friendly(next); /* nobody's rating depends on a game that they do not know of */
            return true;
        }
    }
    return false;
}

bool house_act(const struct state *state, const struct attendance *attendance, const struct random_source *random,
               struct store_append *append, struct store_game *next, int64_t *look)
{
    char command[STORE_COMMAND_MAX];
    snprintf(command, sizeof command, HOUSE ":%u", state->seq + 1);
    judge_begin(state, HOUSE, command, append);
    struct house house = {.state = state,
                          .attendance = attendance,
                          .append = append,
                          .now = attendance->hall > state->hall ? attendance->hall : state->hall,
                          .look = -1};
    bool acts = state->winner ? watch_end(&house, random, next) : watch_game(&house);
    if (acts)
        judge_rate(state, append);
    *look = house.look;
    return acts;
}
