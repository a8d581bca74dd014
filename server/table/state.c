/*
 * A state starts from the rows of table and game; each event then changes seats, position or result. What an event
 * says is believed (it was checked before it was stored), but a move that the rules refuse stops the fold: going on
 * with another position than the players saw would be worse. A game that was begun by another version of the rules is
 * replayed as it was played; its next move is judged by the present ones.
 */
#include "server/table/state.h"
#include "rules/notation.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ENTRIES = 64, FIRST_EVENTS = 16, MOVES_TEXT_MAX = (MATCH_PLIES_MAX + 1) * USI_MAX };

enum error state_start(struct state *state, const struct store_table *table, const struct store_game *game)
{
    *state = (struct state){.table = *table, .game = *game, .moves = buffer_empty(MOVES_TEXT_MAX)};
    char bad[WORD_MAX];
    struct ruleset rules;
    const struct game *kind = game_find(game->kind);
    if (!kind)
        return ERR_UNKNOWN;
    if (ruleset_parse(kind, &rules, game->rules, bad) || settings_parse(table->settings, &state->settings, bad))
        return ERR_VERSION;
    state->entries = malloc(FIRST_ENTRIES * sizeof *state->entries);
    if (!state->entries)
        return ERR_NO_MEMORY;
    if (match_start(&state->match, kind, &rules, game->start, state->entries, FIRST_ENTRIES, NULL)) {
        state_free(state);
        return ERR_VERSION;
    }
    memcpy(state->seat, game->seat, sizeof state->seat);
    return OK;
}

enum error state_load(struct state *state, const struct store_record *record)
{
    enum error error = state_start(state, &record->table, &record->game);
    if (error)
        return error;
    for (unsigned i = 0; i < record->count; i++) {
        error = state_apply(state, &record->events[i]);
        if (error) {
            state_free(state);
            return error;
        }
    }
    return OK;
}

void state_free(struct state *state)
{
    free(state->entries);
    free(state->events);
    buffer_free(&state->moves);
    state->entries = NULL;
    state->events = NULL;
}

enum error state_reserve(struct state *state)
{
    struct history *history = &state->match.history;
    if (history->count + 2 <= history->capacity)
        return OK;
    if (history->capacity > MATCH_PLIES_MAX)
        return ERR_TOO_LONG;
    unsigned capacity = history->capacity * 2;
    if (capacity > MATCH_PLIES_MAX + 1)
        capacity = MATCH_PLIES_MAX + 1;
    struct history_entry *entries = realloc(state->entries, capacity * sizeof *entries);
    if (!entries)
        return ERR_NO_MEMORY;
    state->entries = history->entries = entries;
    history->capacity = capacity;
    return OK;
}

static enum error reserve_event(struct state *state)
{
    if (state->seq < state->capacity)
        return OK;
    unsigned capacity = state->capacity ? state->capacity * 2 : FIRST_EVENTS;
    struct store_event *events = realloc(state->events, capacity * sizeof *events);
    if (!events)
        return ERR_NO_MEMORY;
    state->events = events;
    state->capacity = capacity;
    return OK;
}

/* Rules that were corrected since this game began do not change what was played. */
static enum error play(struct state *state, const char *usi)
{
    bool as_played = state->game.rules_version != state->match.game->rules_version;
    return as_played ? match_replay(&state->match, usi, NULL) : match_play_usi(&state->match, usi, NULL, NULL);
}

static enum error apply_move(struct state *state, const char *usi)
{
    enum error error = state_reserve(state);
    if (error)
        return error;
    size_t before = state->moves.size;
    if (before)
        error = buffer_add(&state->moves, " ", 1);
    if (!error)
        error = buffer_add_string(&state->moves, usi);
    if (!error && play(state, usi))
        error = ERR_VERSION;
    if (error && state->moves.size > before) {
        state->moves.size = before;
        state->moves.bytes[before] = '\0';
    }
    return error;
}

enum error state_apply(struct state *state, const struct store_event *event)
{
    if (event->seq != state->seq + 1 || strcmp(event->game, state->game.id))
        return ERR_STALE;
    enum error error = reserve_event(state);
    if (error)
        return error;
    switch (event->kind) {
    case EVENT_SEAT:
        memcpy(state->seat[side_index(event->side)], event->data, sizeof state->seat[0]);
        break;
    case EVENT_MOVE:
        error = apply_move(state, event->data);
        if (error)
            return error;
        break;
    case EVENT_AGAIN:
        memcpy(state->next, event->data, sizeof state->next);
        break;
    case EVENT_RESIGN:
        break;
    case EVENT_KINDS:
        return ERR_VERSION;
    }
    if (event->winner) {
        state->winner = event->winner;
        memcpy(state->reason, event->reason, sizeof state->reason);
    }
    state->events[state->seq++] = *event;
    return OK;
}

char state_turn(const struct state *state)
{
    return state->winner ? 0 : state->match.now.head.side == SENTE ? 'b' : 'w';
}

char state_side_of(const struct state *state, const char *who)
{
    if (!*who)
        return 0;
    return !strcmp(state->seat[0], who) ? 'b' : !strcmp(state->seat[1], who) ? 'w' : 0;
}

static bool is_made_by(const struct store_event *event, const char *who, const char *command)
{
    return !strcmp(event->command, command) && !strcmp(event->actor, who);
}

const struct store_event *state_event_of(const struct state *state, unsigned seq, const char *who, const char *command)
{
    /* Where a resend expects it; anywhere else only if it did not say what it expected the first time. */
    if (seq < state->seq && is_made_by(&state->events[seq], who, command))
        return &state->events[seq];
    if (seq == state->seq)
        return NULL;
    for (unsigned i = state->seq; i-- > 0;)
        if (is_made_by(&state->events[i], who, command))
            return &state->events[i];
    return NULL;
}
