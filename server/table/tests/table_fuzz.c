/*
 * Fuzzes what strangers say to a table, without store and loop. The input is lines:
 *   1  local rules      2  settings      3  an event as on the bus
 *   then commands: a device (a, b, c), a verb (s sit, m move, r resign, n again), and for a move its text
 * After every accepted command: the event survives the bus, and a fold from the start comes to the same state.
 */
#include "rules/notation.h"
#include "server/table/event.h"
#include "server/table/judge.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INPUT_MAX = 4096 };

static void must(bool holds)
{
    if (!holds)
        abort();
}

static void check_settings(const char *text)
{
    char bad[TABLE_SETTINGS_MAX], out[TABLE_SETTINGS_MAX], again[TABLE_SETTINGS_MAX];
    struct settings settings;
    if (settings_parse(text, &settings, bad))
        return;
    settings_format(&settings, out);
    must(!settings_parse(out, &settings, bad));
    settings_format(&settings, again);
    must(!strcmp(out, again));
}

static void check_event(const char *text)
{
    struct store_event event, again;
    char out[EVENT_TEXT_MAX];
    if (event_parse(text, &event))
        return;
    event_format(&event, out);
    must(!event_parse(out, &again) && !memcmp(&event, &again, sizeof event));
}

static void check_fold(const struct state *state)
{
    struct state fresh;
    char here[SFEN_MAX], there[SFEN_MAX];
    const struct store_record record = {
        .table = state->table, .game = state->game, .events = state->events, .count = state->seq};
    must(!state_load(&fresh, &record));
    sfen_format(state->match.game, &state->match.now.head, here);
    sfen_format(fresh.match.game, &fresh.match.now.head, there);
    must(!strcmp(here, there) && state->match.now.head.key == fresh.match.now.head.key);
    must(!strcmp(buffer_string(&state->moves), buffer_string(&fresh.moves)));
    must(!memcmp(state->seat, fresh.seat, sizeof state->seat) && state->winner == fresh.winner);
    must(state->match.history.entries[state->match.history.count].move == MOVE_NONE);
    state_free(&fresh);
}

static void check_command(struct state *state, const struct random_source *random, const char *line, unsigned number)
{
    static const char *const devices[] = {"anna", "ben", "carl"};
    char id[TABLE_COMMAND_MAX];
    struct store_append append;
    struct store_game next;
    struct refusal refusal;
    if (line[0] < 'a' || line[0] > 'c' || !line[1])
        return;
    const char *verbs = "smrn", *verb = strchr(verbs, line[1]);
    if (!verb)
        return;
    snprintf(id, sizeof id, "command-%u", number);
    const struct table_command command = {
        .verb = (enum table_verb)(verb - verbs), .game = state->game.id, .seq = state->seq, .id = id, .usi = line + 2};
    if (judge_command(state, devices[line[0] - 'a'], &command, random, &append, &next, &refusal)) {
        must(strlen(refusal.message) < sizeof refusal.message);
        return;
    }
    char text[EVENT_TEXT_MAX];
    struct store_event event;
    event_format(&append.event, text);
    must(!event_parse(text, &event) && !memcmp(&event, &append.event, sizeof event));
    must(!state_apply(state, &event));
    check_fold(state);
    if (event.kind == EVENT_AGAIN) {
        const struct store_table table = state->table;
        state_free(state);
        must(!state_start(state, &table, &next));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char input[INPUT_MAX + 1];
    if (size > INPUT_MAX)
        return 0;
    if (size)
        memcpy(input, data, size);
    input[size] = '\0';
    char *rest = input;
    const char *empty = "";
    const char *rules = strsep(&rest, "\n");
    const char *settings = rest ? strsep(&rest, "\n") : empty;
    const char *event = rest ? strsep(&rest, "\n") : empty;
    check_settings(settings);
    check_event(event);

    struct random_source random = random_system();
    struct store_opening opening;
    struct refusal refusal;
    const struct table_plan plan = {.id = "open", .kind = game_list[0]->name, .rules = rules, .settings = settings};
    if (judge_plan(&plan, "anna", &random, &opening, &refusal))
        return 0;
    struct state state;
    must(!state_start(&state, &opening.table, &opening.game));
    for (unsigned number = 0; rest; number++)
        check_command(&state, &random, strsep(&rest, "\n"), number);
    state_free(&state);
    return 0;
}
