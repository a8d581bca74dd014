/*
 * Fuzzes what strangers say to a table, without store and loop. The input is lines:
 *   1  local rules      2  settings      3  an event as on the bus
 *   then commands: a device (a, b, c), a verb (s sit, m move, r resign, n again, t set, o offer, y accept, x decline,
 *   c computer), and for a move its text, for a setting "name=value", for an offer what, for the computer '+' for on
 *   and perhaps a side; or the house looks: h, who is here ('b', 'w', in this order, '-' for not), seconds that passed
 * After every event: it survives the bus, and a fold from the start comes to the same state, clock included.
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

struct fuzzed {
    struct random_source random;
    struct store_table table;
    struct store_game game; /* as it was made */
    struct state state;
    int64_t hall;
};

static void check_fold(const struct fuzzed *f)
{
    const struct state *state = &f->state;
    struct state fresh;
    char here[SFEN_MAX], there[SFEN_MAX];
    const struct store_record record = {
        .table = f->table, .game = f->game, .events = state->events, .count = state->seq};
    must(!state_load(&fresh, &record));
    sfen_format(state->match.game, &state->match.now.head, here);
    sfen_format(fresh.match.game, &fresh.match.now.head, there);
    must(!strcmp(here, there) && state->match.now.head.key == fresh.match.now.head.key);
    must(!strcmp(buffer_string(&state->moves), buffer_string(&fresh.moves)));
    must(!memcmp(state->seat, fresh.seat, sizeof state->seat) && state->winner == fresh.winner);
    must(!memcmp(state->stand_in, fresh.stand_in, sizeof fresh.stand_in));
    must(!memcmp(state->offers, fresh.offers, sizeof fresh.offers) && state->asleep == fresh.asleep);
    must(state->turn_since == fresh.turn_since && state->turn_left == fresh.turn_left);
    must(!strcmp(state->game.rules, fresh.game.rules) && !strcmp(state->game.settings, fresh.game.settings));
    must(state->match.history.entries[state->match.history.count].move == MOVE_NONE);
    state_free(&fresh);
}

/* As the store would: stamped and kept. */
static void take_event(struct fuzzed *f, struct store_append *append, const struct store_game *next)
{
    char text[EVENT_TEXT_MAX];
    struct store_event event;
    append->event.hall = f->hall;
    append->event.at = f->hall;
    if (append->turn_end && f->hall > append->turn_end)
        return;
    if (append->turn_end)
        append->event.left = append->turn_end - f->hall;
    event_format(&append->event, text);
    must(!event_parse(text, &event) && !memcmp(&event, &append->event, sizeof event));
    must(!state_apply(&f->state, &event));
    must(append->job == judge_job(&f->state) || event.winner || event.kind == EVENT_AGAIN);
    check_fold(f);
    if (event.kind == EVENT_AGAIN) {
        struct store_game game = *next;
        game.hall = f->hall;
        state_free(&f->state);
        f->game = game;
        must(!state_start(&f->state, &f->table, &game));
    }
}

static void check_command(struct fuzzed *f, const char *line, unsigned number)
{
    static const char *const devices[] = {"anna", "ben", "carl"};
    char id[TABLE_COMMAND_MAX], name[STORE_DATA_MAX] = "", value[STORE_DATA_MAX] = "";
    struct store_append append;
    struct store_game next;
    struct refusal refusal;
    const char *verbs = "smrntoyxc", *verb = line[1] ? strchr(verbs, line[1]) : NULL;
    if (!verb || strlen(line + 2) >= TABLE_WORD_MAX || (line[1] == 't' && !set_read(line + 2, name, value)))
        return;
    snprintf(id, sizeof id, "command-%u", number);
    const struct table_command command = {.verb = (enum table_verb)(verb - verbs),
                                          .game = f->state.game.id,
                                          .seq = f->state.seq,
                                          .id = id,
                                          .usi = line + 2,
                                          .name = name,
                                          .value = value,
                                          .what = line + 2,
                                          .on = line[2] == '+',
                                          .side = line[2] && line[3] == 'w'   ? 'w'
                                                  : line[2] && line[3] == 'b' ? 'b'
                                                                              : 0};
    if (judge_command(&f->state, devices[line[0] - 'a'], &command, &f->random, &append, &next, &refusal))
        must(strlen(refusal.message) < sizeof refusal.message);
    else
        take_event(f, &append, &next);
}

/* The house does not act twice on the same, and does not ask for a look at the past. */
static void check_house(struct fuzzed *f, const char *line)
{
    struct store_append append;
    struct store_game next;
    int64_t look;
    if (strlen(line) < 3)
        return;
    f->hall += (int64_t)(strtoul(line + 3, NULL, 10) % 100000) * 1000;
    const struct attendance attendance = {.hall = f->hall, .here = {line[1] == 'b', line[2] == 'w'}};
    for (unsigned i = 0; i < 8; i++) {
        unsigned seq = f->state.seq;
        if (!house_act(&f->state, &attendance, &f->random, &append, &next, &look)) {
            must(look < 0 || look > f->hall);
            return;
        }
        take_event(f, &append, &next);
        must(f->state.seq != seq);
    }
    must(false); /* it would never come to rest */
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

    struct fuzzed f = {.random = random_system(), .hall = 1000};
    struct store_opening opening;
    struct refusal refusal;
    const struct table_plan plan = {.id = "open", .kind = game_list[0]->name, .rules = rules, .settings = settings};
    if (judge_plan(&plan, "anna", &f.random, &opening, &refusal))
        return 0;
    f.table = opening.table;
    f.game = opening.game;
    f.game.hall = f.hall;
    must(!state_start(&f.state, &f.table, &f.game));
    for (unsigned number = 0; rest; number++) {
        const char *line = strsep(&rest, "\n");
        if (line[0] == 'h')
            check_house(&f, line);
        else if (line[0] >= 'a' && line[0] <= 'c')
            check_command(&f, line, number);
    }
    state_free(&f.state);
    return 0;
}
