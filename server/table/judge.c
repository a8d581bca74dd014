/*
 * A move is tried on a copy of the match, because its result belongs into the same event. The copy shares the history
 * entries of the original; the one entry that playing overwrites is put back, and what lies behind is nobody's.
 */
#include "server/table/judge.h"
#include "base/text.h"
#include "rules/notation.h"
#include "server/table/rating.h"

#include <stdio.h>
#include <string.h>

enum {
    ID_DIGITS = 16,
    /* Beside the moves of the longest game; as many again are left for what the house does and for its end. */
    WISHES_MAX = (STORE_EVENTS_MAX - MATCH_PLIES_MAX) / 2,
};

void refusal_set(struct refusal *refusal, const char *at, const char *message, const char *detail)
{
    *refusal = (struct refusal){.at = at, .rule = ""};
    int length = snprintf(refusal->message, sizeof refusal->message, "%s%s%s", message, detail && *detail ? ": " : "",
                          detail ? detail : "");
    if (length < REFUSAL_MESSAGE_MAX)
        return;
    /* Cut: not in the middle of a UTF-8 character. */
    char *end = refusal->message + REFUSAL_MESSAGE_MAX - 1;
    while (end > refusal->message && (end[-1] & 0xc0) == 0x80)
        end--;
    if (end > refusal->message && (end[-1] & 0x80))
        end--;
    *end = '\0';
}

bool command_id_fits(const char *id, bool computer)
{
    size_t length = strspn(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-:");
    return length >= 1 && length < TABLE_COMMAND_MAX && !id[length] && (computer || !strchr(id, ':'));
}

enum error judge_forbid(struct refusal *refusal, const char *message)
{
    refusal_set(refusal, "", message, NULL);
    return ERR_FORBIDDEN;
}

enum error judge_game_over(struct refusal *refusal)
{
    refusal_set(refusal, "", "the game has ended", NULL);
    return ERR_GAME_OVER;
}

bool judge_job(const struct state *state)
{
    char turn = state_turn(state);
    return turn && who_is_computer(state_player(state, turn));
}

/* Whether there was a game: no rating changes for a seat that was given up before both sides had moved. */
static bool was_played(const struct state *state, const struct store_event *end)
{
    return state->match.history.count + (end->kind == EVENT_MOVE) >= 2;
}

void judge_rate(const struct state *state, struct store_append *append)
{
    if (!append->event.winner)
        return;
    memcpy(append->players, state->seat, sizeof append->players);
    append->open = settings_on(&state->settings, SETTING_LISTED);
    if (!settings_on(&state->settings, SETTING_RATED) || !who_is_person(state->seat[0]) ||
        !who_is_person(state->seat[1]) || !was_played(state, &append->event))
        return;
    append->rate = rating_change;
    memcpy(append->kind, state->game.kind, sizeof append->kind);
}

void judge_begin(const struct state *state, const char *who, const char *command, struct store_append *append)
{
    *append = (struct store_append){.event = {.seq = state->seq + 1, .left = -1}, .job = judge_job(state)};
    memcpy(append->event.game, state->game.id, sizeof append->event.game);
    snprintf(append->event.actor, sizeof append->event.actor, "%s", who);
    snprintf(append->event.command, sizeof append->event.command, "%s", command);
}

/* ---- one verb after the other ---- */

static enum error judge_sit(const struct state *state, const char *who, const struct table_command *command,
                            struct store_append *append, struct refusal *refusal)
{
    if (state->winner)
        return judge_game_over(refusal);
    if (state_side_of(state, who))
        return judge_forbid(refusal, "already seated");
    char side = command->side ? command->side : !*state->seat[0] ? 'b' : 'w';
    if (*state->seat[side_index(side)])
        return judge_forbid(refusal, "that seat is taken");
    struct store_event *event = &append->event;
    event->kind = EVENT_SEAT;
    event->side = side;
    snprintf(event->data, sizeof event->data, "%s", who);
    return OK;
}

static void write_squares(const struct game *game, const struct square_set *squares, char *out)
{
    struct text text = text_into(out, REFUSAL_SQUARES_MAX);
    char name[4];
    for (unsigned square = 0; square < game_squares(game); square++)
        if (square_set_has(squares, (square_t)square)) {
            square_format(game, (square_t)square, name);
            if (text.at != out)
                text_char(&text, ' ');
            text_string(&text, name);
        }
}

/* *move is the canonical one. */
static enum error try_move(struct state *state, const char *usi, struct match *trial, move_t *move,
                           struct refusal *refusal)
{
    enum error error = state_reserve(state);
    if (error) {
        refusal_set(refusal, "", "no further move fits", NULL);
        return error;
    }
    struct explanation why = {.rule = NULL};
    struct fault fault = {.code = ""};
    struct history_entry *newest = &state->entries[state->match.history.count], kept = *newest;
    *trial = state->match;
    error = match_play_usi(trial, usi, &why, &fault);
    *move = newest->move;
    *newest = kept;
    if (!error)
        return OK;
    refusal_set(refusal, "usi", fault.message, NULL);
    if (error == ERR_ILLEGAL && why.rule) {
        refusal->rule = why.rule;
        write_squares(state->match.game, &why.squares, refusal->squares);
    }
    return error;
}

/* The side whose moves are made by `who`; when these are both, by the computer, the one to move. */
static char side_played_by(const struct state *state, const char *who)
{
    char turn = state_turn(state);
    if (!strcmp(state_player(state, turn), who))
        return turn;
    return strcmp(state_player(state, side_opposite(turn)), who) ? 0 : side_opposite(turn);
}

/* Who will make the moves of a side after a move: the computer plays for who ran out of time only once. */
static const char *next_player(const struct state *state, char side)
{
    unsigned index = side_index(side);
    return state->stand_in[index] == STAND_IN_TIME ? state->seat[index] : state_player(state, side);
}

/* When somebody has to look at the table after a move. */
static int64_t look_after_move(const struct state *state, const struct store_append *append)
{
    int64_t whole = settings_turn_ms(&state->settings);
    if (append->event.winner)
        return -1;
    if (state->stand_in[0] == STAND_IN_AWAY || state->stand_in[1] == STAND_IN_AWAY)
        return 0; /* perhaps they are back */
    return whole && !append->job && *state->seat[0] && *state->seat[1] ? whole + TABLE_FORGIVEN_MS : -1;
}

static enum error judge_move(struct state *state, const char *who, const struct table_command *command,
                             struct store_append *append, struct refusal *refusal)
{
    if (state->winner)
        return judge_game_over(refusal);
    char side = side_played_by(state, who), turn = state_turn(state);
    if (!side)
        return judge_forbid(refusal,
                            state_side_of(state, who) ? "the computer plays for you" : "not seated at this table");
    if (side != turn)
        return judge_forbid(refusal, "not your turn");
    struct match trial;
    move_t move;
    enum error error = try_move(state, command->usi, &trial, &move, refusal);
    if (error)
        return error;
    struct store_event *event = &append->event;
    event->kind = EVENT_MOVE;
    event->side = side;
    usi_format(state->match.game, move, event->data);
    if (trial.verdict.reason != REASON_NONE) {
        event->winner = winner_name(trial.verdict.winner)[0];
        snprintf(event->reason, sizeof event->reason, "%s", reason_name(trial.verdict.reason));
    }
    append->job = !event->winner && who_is_computer(next_player(state, side_letter(trial.now.head.side)));
    append->look_in = look_after_move(state, append);
    if (state->turn_since >= 0) {
        append->turn_since = state->turn_since;
        append->turn_end = state->turn_since + state->turn_left;
    }
    return OK;
}

static enum error judge_resign(const struct state *state, const char *who, struct store_append *append,
                               struct refusal *refusal)
{
    if (state->winner)
        return judge_game_over(refusal);
    char side = who_is_computer(who) ? side_played_by(state, who) : state_side_of(state, who);
    if (!side)
        return judge_forbid(refusal, "not seated at this table");
    if (who_is_computer(who) && !who_is_computer(state->seat[side_index(side)]))
        return judge_forbid(refusal, "the computer gives up no game of a person it plays for");
    if (!*state->seat[side == 'b'])
        return judge_forbid(refusal, "nobody sits opposite");
    struct store_event *event = &append->event;
    event->kind = EVENT_RESIGN;
    event->side = side;
    event->winner = side == 'b' ? 'w' : 'b';
    snprintf(event->reason, sizeof event->reason, "%s", reason_name(REASON_RESIGNATION));
    append->job = false;
    append->look_in = -1;
    return OK;
}

/* What one may ask for again and again, in a game that has room for only so many events. */
static bool is_wish(const struct table_command *command)
{
    return command->verb == TABLE_SET || command->verb == TABLE_OFFER || command->verb == TABLE_DECLINE ||
           (command->verb == TABLE_ACCEPT && offer_named(command->what) != OFFER_AGAIN) ||
           (command->verb == TABLE_COMPUTER && command->on);
}

static bool is_full_of_wishes(const struct state *state)
{
    return state->seq - state->match.history.count >= WISHES_MAX;
}

static enum error judge_verb(struct state *state, const char *who, const struct table_command *command,
                             const struct random_source *random, struct store_append *append, struct store_game *next,
                             struct refusal *refusal)
{
    judge_begin(state, who, command->id, append);
    refusal_set(refusal, "", "", NULL);
    if (is_wish(command) && !state->winner && is_full_of_wishes(state))
        return judge_forbid(refusal, "too much was asked for in this game: play on, or resign");
    switch (command->verb) {
    case TABLE_SIT:
        return judge_sit(state, who, command, append, refusal);
    case TABLE_MOVE:
        return judge_move(state, who, command, append, refusal);
    case TABLE_RESIGN:
        return judge_resign(state, who, append, refusal);
    case TABLE_AGAIN:
        return judge_again(state, who, random, append, next, refusal);
    case TABLE_SET:
        return judge_set(state, who, command, random, append, refusal);
    case TABLE_OFFER:
        return judge_offer(state, who, command, append, refusal);
    case TABLE_ACCEPT:
        return judge_accept(state, who, command, random, append, next, refusal);
    case TABLE_DECLINE:
        return judge_decline(state, who, command, append, refusal);
    case TABLE_COMPUTER:
        return judge_computer(state, who, command, append, refusal);
    }
    refusal_set(refusal, "t", "no such command", NULL);
    return ERR_UNKNOWN;
}

enum error judge_command(struct state *state, const char *who, const struct table_command *command,
                         const struct random_source *random, struct store_append *append, struct store_game *next,
                         struct refusal *refusal)
{
    enum error error = judge_verb(state, who, command, random, append, next, refusal);
    if (!error)
        judge_rate(state, append);
    return error;
}

/* ---- a new table ---- */

static void seat_players(struct store_opening *opening, const struct settings *settings, bool computer, const char *who,
                         const struct random_source *random)
{
    uint8_t coin = settings->value[SETTING_FIRST] == FIRST_GUEST;
    if (settings->value[SETTING_FIRST] == FIRST_DRAW) {
        random_fill(random, &coin, 1);
        coin &= 1;
    }
    snprintf(opening->game.seat[coin], STORE_WHO_MAX, "%s", who);
    if (computer)
        snprintf(opening->game.seat[!coin], STORE_WHO_MAX, "cpu:%u", settings->value[SETTING_LEVEL]);
}

enum error judge_plan(const struct table_plan *plan, const char *who, const struct random_source *random,
                      struct store_opening *opening, struct refusal *refusal)
{
    char bad[WORD_MAX] = "";
    struct settings settings;
    struct ruleset rules;
    *opening = (struct store_opening){.unfinished_max = plan->unfinished_max, .window = plan->window};
    const struct game *kind = game_find(plan->kind);
    if (!kind) {
        refusal_set(refusal, "kind", "no such game", NULL);
        return ERR_UNKNOWN;
    }
    enum error error = ruleset_parse(kind, &rules, plan->rules, bad);
    if (error) {
        refusal_set(refusal, "rules", "not a local rule of this game, or not a value of it", bad);
        return error;
    }
    error = settings_parse(plan->settings, &settings, bad);
    if (error) {
        refusal_set(refusal, "settings", "not a setting of a table, or not a value of it", bad);
        return error;
    }
    if (plan->computer && settings_on(&settings, SETTING_RATED)) {
        refusal_set(refusal, "settings", "a game against the computer is not rated", NULL);
        return ERR_FORBIDDEN;
    }
    struct store_table *table = &opening->table;
    struct store_game *game = &opening->game;
    random_id(random, table->id, ID_DIGITS);
    random_id(random, game->id, ID_DIGITS);
    memcpy(game->table, table->id, sizeof game->table);
    snprintf(table->kind, sizeof table->kind, "%s", kind->name);
    memcpy(game->kind, table->kind, sizeof game->kind);
    ruleset_format(kind, &rules, table->rules);
    memcpy(game->rules, table->rules, sizeof game->rules);
    settings_format(&settings, table->settings);
    memcpy(game->settings, table->settings, sizeof game->settings);
    snprintf(table->creator, sizeof table->creator, "%s", who);
    snprintf(opening->command, sizeof opening->command, "%s", plan->id);
    game->number = 1;
    game->rules_version = kind->rules_version;
    union position_store start;
    game_start(kind, &rules, &start);
    sfen_format(kind, &start.head, game->start);
    seat_players(opening, &settings, plan->computer, who, random);
    opening->job = who_is_computer(game->seat[start.head.side]);
    opening->look = plan->computer && settings_turn_ms(&settings);
    return OK;
}

enum error judge_pair(const struct table_plan *plan, const char *const players[2], const struct random_source *random,
                      struct store_opening *opening)
{
    struct refusal refusal;
    enum error error = judge_plan(plan, players[0], random, opening, &refusal);
    if (error)
        return error;
    uint8_t coin;
    random_fill(random, &coin, 1);
    for (unsigned i = 0; i < 2; i++)
        snprintf(opening->game.seat[(coin & 1) ^ i], STORE_WHO_MAX, "%s", players[i]);
    memcpy(opening->table.creator, opening->table.id, sizeof opening->table.id);
    memcpy(opening->command, opening->table.id, sizeof opening->table.id);
    return OK;
}
