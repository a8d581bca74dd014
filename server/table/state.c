/*
 * A state starts from the rows of table and game; each event then changes seats, position or result. What an event
 * says is believed (it was checked before it was stored), but a move that the rules refuse stops the fold: going on
 * with another position than the players saw would be worse. A game that was begun by another version of the rules is
 * replayed as it was played; its next move is judged by the present ones.
 */
#include "server/table/state.h"
#include "rules/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ENTRIES = 64, FIRST_EVENTS = 16, MOVES_TEXT_MAX = (MATCH_PLIES_MAX + 1) * USI_MAX };

/* ---- clocks ---- */

/* A turn begins with `left` ms, if it is one that has a clock. */
static void run_clock(struct state *state, int64_t hall, int64_t left)
{
    char turn = state_turn(state);
    state->turn_left = left;
    state->turn_since = -1;
    if (!state->asleep && settings_turn_ms(&state->settings) && turn && *state->seat[0] && *state->seat[1] &&
        !who_is_computer(state_player(state, turn)))
        state->turn_since = hall;
}

static void stop_clock(struct state *state, int64_t left)
{
    state->turn_left = left;
    state->turn_since = -1;
}

int64_t state_left(const struct state *state, int64_t hall)
{
    int64_t gone = state->turn_since < 0 || hall < state->turn_since ? 0 : hall - state->turn_since;
    return gone < state->turn_left ? state->turn_left - gone : 0;
}

int64_t state_turn_again(const struct state *state, int64_t left)
{
    int64_t whole = settings_turn_ms(&state->settings), least = whole < CLOCK_LEAST_MS ? whole : CLOCK_LEAST_MS;
    return left < least ? least : left < whole ? left : whole;
}

/* ---- starting ---- */

/* What the texts of state->game say. The match keeps its entries. */
static enum error begin(struct state *state, const struct game *kind, unsigned capacity)
{
    char bad[WORD_MAX];
    struct ruleset rules;
    struct settings settings;
    struct match match;
    if (ruleset_parse(kind, &rules, state->game.rules, bad) || settings_parse(state->game.settings, &settings, bad) ||
        match_start(&match, kind, &rules, state->game.start, state->entries, capacity, NULL))
        return ERR_VERSION;
    state->settings = settings;
    state->match = match;
    return OK;
}

enum error state_start(struct state *state, const struct store_table *table, const struct store_game *game)
{
    *state = (struct state){.table = *table, .game = *game, .hall = game->hall, .moves = buffer_empty(MOVES_TEXT_MAX)};
    const struct game *kind = game_find(game->kind);
    if (!kind)
        return ERR_UNKNOWN;
    state->entries = malloc(FIRST_ENTRIES * sizeof *state->entries);
    if (!state->entries)
        return ERR_NO_MEMORY;
    enum error error = begin(state, kind, FIRST_ENTRIES);
    if (error) {
        state_free(state);
        return error;
    }
    memcpy(state->seat, game->seat, sizeof state->seat);
    run_clock(state, game->hall, settings_turn_ms(&state->settings));
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

/* ---- what else happens ---- */

static void swap(void *first, void *second, size_t size)
{
    char kept[STORE_WHO_MAX];
    memcpy(kept, first, size);
    memcpy(first, second, size);
    memcpy(second, kept, size);
}

/* With all that belongs to who sits there. */
static void swap_seats(struct state *state)
{
    swap(state->seat[0], state->seat[1], sizeof state->seat[0]);
    swap(state->computer[0], state->computer[1], sizeof state->computer[0]);
    swap(&state->stand_in[0], &state->stand_in[1], sizeof state->stand_in[0]);
    swap(&state->acted[0], &state->acted[1], sizeof state->acted[0]);
}

/* A setting of the table, or a local rule, which may change the start. */
static enum error apply_set(struct state *state, const struct store_event *event)
{
    char name[STORE_DATA_MAX], value[STORE_DATA_MAX];
    const struct game *kind = state->match.game;
    struct settings settings = state->settings;
    struct store_game game = state->game;
    if (!set_read(event->data, name, value))
        return ERR_VERSION;
    enum error error = settings_set(&settings, name, value);
    if (error == ERR_UNKNOWN) {
        struct ruleset rules;
        if (ruleset_parse(kind, &rules, game.rules, NULL) || ruleset_set(kind, &rules, name, value))
            return ERR_VERSION;
        union position_store start;
        game_start(kind, &rules, &start);
        ruleset_format(kind, &rules, state->game.rules);
        sfen_format(kind, &start.head, state->game.start);
    } else if (error) {
        return ERR_VERSION;
    } else {
        settings_format(&settings, state->game.settings);
    }
    if (begin(state, kind, state->match.history.capacity)) {
        state->game = game;
        return ERR_VERSION;
    }
    for (unsigned i = 0; i < 2; i++)
        if (who_is_computer(state->seat[i]))
            snprintf(state->seat[i], sizeof state->seat[i], "cpu:%u", state->settings.value[SETTING_LEVEL]);
    if (event->side && strcmp(state->seat[side_index(event->side)], state->table.creator))
        swap_seats(state);
    memset(state->offers, 0, sizeof state->offers);
    run_clock(state, event->hall, settings_turn_ms(&state->settings));
    return OK;
}

static void forget_moves(struct state *state, unsigned plies)
{
    while (plies-- && state->moves.size) {
        size_t size = state->moves.size;
        while (size && state->moves.bytes[size - 1] != ' ')
            size--;
        state->moves.size = size ? size - 1 : 0;
        state->moves.bytes[state->moves.size] = '\0';
    }
}

static void turn_begins(struct state *state, int64_t hall, int64_t left)
{
    state->asleep = false;
    for (unsigned i = 0; i < 2; i++) {
        state->offers[i] = state->settled[i] = 0;
        if (state->stand_in[i] == STAND_IN_TIME)
            state->stand_in[i] = STAND_IN_NONE;
    }
    run_clock(state, hall, left);
}

static enum error apply_takeback(struct state *state, const struct store_event *event)
{
    unsigned plies = (unsigned)(event->data[0] - '0');
    if (plies < 1 || plies > 2 || event->data[1] || state->match.history.count < plies)
        return ERR_VERSION;
    for (unsigned i = 0; i < plies; i++)
        if (!match_back(&state->match))
            return ERR_VERSION;
    forget_moves(state, plies);
    turn_begins(state, event->hall, event->left);
    return OK;
}

static enum error apply_computer(struct state *state, const struct store_event *event)
{
    unsigned side = side_index(event->side);
    enum stand_in why;
    char computer[STORE_WHO_MAX];
    if (!stand_in_read(event->data, computer, &why))
        return ERR_VERSION;
    memcpy(state->computer[side], computer, sizeof computer);
    state->stand_in[side] = why;
    if (event->side == state_turn(state))
        stop_clock(state, state_left(state, event->hall));
    return OK;
}

static enum error apply_kind(struct state *state, const struct store_event *event)
{
    unsigned side = side_index(event->side);
    enum error error;
    switch (event->kind) {
    case EVENT_SEAT:
        memset(state->seat[side], 0, sizeof state->seat[side]);
        memcpy(state->seat[side], event->data, strnlen(event->data, STORE_WHO_MAX - 1));
        run_clock(state, event->hall, settings_turn_ms(&state->settings));
        return OK;
    case EVENT_MOVE:
        error = apply_move(state, event->data);
        if (error)
            return error;
        state->begun = true;
        turn_begins(state, event->hall, settings_turn_ms(&state->settings));
        return OK;
    case EVENT_AGAIN:
        memset(state->next, 0, sizeof state->next);
        memcpy(state->next, event->data, strnlen(event->data, sizeof state->next - 1));
        return OK;
    case EVENT_SET:
        return apply_set(state, event);
    case EVENT_TAKEBACK:
        return apply_takeback(state, event);
    case EVENT_COMPUTER:
        return apply_computer(state, event);
    case EVENT_OFFER:
        state->offers[side] |= offer_named(event->data);
        return OK;
    case EVENT_DECLINE: {
        /* One's own offer, taken back, or the other's. */
        unsigned offer = offer_named(event->data), asker = state->offers[side] & offer ? side : !side;
        state->offers[asker] &= ~offer;
        state->settled[asker] |= offer;
        return OK;
    }
    case EVENT_BACK:
        state->stand_in[side] = STAND_IN_NONE;
        if (event->side == state_turn(state))
            run_clock(state, event->hall, state_turn_again(state, state->turn_left));
        return OK;
    case EVENT_SLEEP:
        state->asleep = true;
        stop_clock(state, event->left);
        return OK;
    case EVENT_WAKE:
        state->asleep = false;
        run_clock(state, event->hall, state_turn_again(state, state->turn_left));
        return OK;
    case EVENT_RESIGN:
    case EVENT_DRAW:
    case EVENT_TIME:
        return OK;
    case EVENT_KINDS:
        break;
    }
    return ERR_VERSION;
}

/* How long somebody has been away counts from what they did last, at the earliest. */
static void note_acted(struct state *state, const struct store_event *event)
{
    for (unsigned i = 0; i < 2; i++)
        if (!strcmp(state->seat[i], event->actor))
            state->acted[i] = event->hall;
}

enum error state_apply(struct state *state, const struct store_event *event)
{
    if (event->seq != state->seq + 1 || strcmp(event->game, state->game.id))
        return ERR_STALE;
    enum error error = reserve_event(state);
    if (!error)
        error = apply_kind(state, event);
    if (error)
        return error;
    if (event->winner) {
        stop_clock(state, state_left(state, event->hall));
        state->winner = event->winner;
        memcpy(state->reason, event->reason, sizeof state->reason);
        memset(state->offers, 0, sizeof state->offers);
        memset(state->settled, 0, sizeof state->settled);
        memset(state->stand_in, 0, sizeof state->stand_in);
        state->asleep = false;
    }
    state->hall = event->hall;
    note_acted(state, event);
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

const char *state_player(const struct state *state, char side)
{
    unsigned index = side_index(side);
    return state->stand_in[index] ? state->computer[index] : state->seat[index];
}

const struct store_event *state_ply(const struct state *state, unsigned back)
{
    unsigned undone = 0;
    for (unsigned i = state->seq; i-- > 0;) {
        const struct store_event *event = &state->events[i];
        if (event->kind == EVENT_TAKEBACK)
            undone += (unsigned)(event->data[0] - '0');
        else if (event->kind == EVENT_MOVE && undone)
            undone--;
        else if (event->kind == EVENT_MOVE && !--back)
            return event;
    }
    return NULL;
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

static bool rename_field(char *field, size_t size, const char *who, const char *pseudonym)
{
    if (strcmp(field, who) != 0)
        return false;
    snprintf(field, size, "%s", pseudonym);
    return true;
}

bool state_rename(struct state *state, const char *who, const char *pseudonym)
{
    bool any = rename_field(state->table.creator, sizeof state->table.creator, who, pseudonym);
    for (unsigned i = 0; i < 2; i++) {
        any |= rename_field(state->seat[i], sizeof state->seat[i], who, pseudonym);
        any |= rename_field(state->game.seat[i], sizeof state->game.seat[i], who, pseudonym);
    }
    for (unsigned i = 0; i < state->seq; i++) {
        struct store_event *event = &state->events[i];
        any |= rename_field(event->actor, sizeof event->actor, who, pseudonym);
        if (event->kind == EVENT_SEAT)
            any |= rename_field(event->data, sizeof event->data, who, pseudonym);
    }
    return any;
}

static bool is_gone_since(const char *read, const char *known)
{
    return who_is_gone(read) && strcmp(read, known) != 0;
}

bool state_is_forgetful(const struct state *state, const struct store_record *record)
{
    if (record->count < state->seq)
        return false; /* read too early; the next reading tells */
    bool any = is_gone_since(record->table.creator, state->table.creator);
    for (unsigned i = 0; i < 2; i++)
        any |= is_gone_since(record->game.seat[i], state->game.seat[i]);
    for (unsigned i = 0; i < state->seq && !any; i++)
        any = is_gone_since(record->events[i].actor, state->events[i].actor);
    return any;
}
