/*
 * On the bus an event is one line of fourteen fields separated by tabs, in the order of struct store_event. No field
 * can hold a tab: ids, USI and names of reasons have alphabets of their own.
 */
#include "server/table/event.h"
#include "base/text.h"
#include "server/table/state.h"

#include <string.h>

enum { FIELDS = 14, CHANGE_MAX = 1000 };

const char *winner_text(char winner)
{
    return winner == 'b' ? "b" : winner == 'w' ? "w" : winner == 'd' ? "draw" : "";
}

static bool take(char *to, size_t size, const char *from)
{
    size_t length = strlen(from);
    if (length >= size)
        return false;
    memcpy(to, from, length + 1);
    return true;
}

struct table_event event_view(const struct store_event *event, const char *reader)
{
    const char *data = event->data;
    struct table_event view = {
        .seq = event->seq,
        .kind = event_kind_name(event->kind),
        .side = event->side,
        .usi = event->kind == EVENT_MOVE ? data : "",
        .next = event->kind == EVENT_AGAIN ? data : "",
        .winner = winner_text(event->winner),
        .reason = event->reason,
        .id = strcmp(event->actor, reader) ? "" : event->command,
        .at = event->at,
        .what = event->kind == EVENT_OFFER || event->kind == EVENT_DECLINE ? data : "",
        .why = "",
        .plies = event->kind == EVENT_TAKEBACK ? (unsigned)(data[0] - '0') : 0,
        .left = event->left,
        .rated = event->rated,
        .change = event->change,
    };
    enum stand_in why;
    char name[STORE_DATA_MAX], value[STORE_DATA_MAX];
    if (event->kind == EVENT_SEAT)
        take(view.who, sizeof view.who, data);
    else if (event->kind == EVENT_COMPUTER && stand_in_read(data, view.who, &why))
        view.why = stand_in_name(why);
    else if (event->kind == EVENT_SET && set_read(data, name, value) && take(view.name, sizeof view.name, name))
        take(view.value, sizeof view.value, value);
    return view;
}

void event_format(const struct store_event *event, char *out)
{
    struct text text = text_into(out, EVENT_TEXT_MAX);
    const char side[2] = {event->side}, winner[2] = {event->winner};
    text_string(&text, event->game);
    text_char(&text, '\t');
    text_number(&text, event->seq);
    const char *const fields[] = {
        event_kind_name(event->kind), side, event->actor, event->data, event->command, winner, event->reason};
    for (unsigned i = 0; i < sizeof fields / sizeof *fields; i++) {
        text_char(&text, '\t');
        text_string(&text, fields[i]);
    }
    /* No number below 0: -1 is a value of `left`, and ratings go down as well as up. */
    const int64_t numbers[] = {event->at, event->hall, event->left + 1, event->rated, event->change + CHANGE_MAX};
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        text_char(&text, '\t');
        text_number(&text, numbers[i]);
    }
}

static bool take_number(const char *from, unsigned long max, unsigned long *number)
{
    return text_read_number(&from, max, number) && !*from;
}

enum error event_parse(const char *text, struct store_event *event)
{
    char copy[EVENT_TEXT_MAX], *fields[FIELDS], *rest = copy;
    unsigned count = 0;
    unsigned long seq, at, hall, left, rated, change;
    if (!take(copy, sizeof copy, text))
        return ERR_SYNTAX;
    for (char *field; (field = strsep(&rest, "\t")); fields[count++] = field)
        if (count == FIELDS)
            return ERR_SYNTAX;
    *event = (struct store_event){0};
    if (count != FIELDS || !take_number(fields[1], STORE_EVENTS_MAX, &seq) || !take_number(fields[9], INT64_MAX, &at) ||
        !take_number(fields[10], INT64_MAX, &hall) || !take_number(fields[11], INT64_MAX, &left) ||
        !take_number(fields[12], 1, &rated) || !take_number(fields[13], 2 * CHANGE_MAX, &change) ||
        strlen(fields[3]) > 1 || strlen(fields[7]) > 1 || !take(event->game, sizeof event->game, fields[0]) ||
        !take(event->actor, sizeof event->actor, fields[4]) || !take(event->data, sizeof event->data, fields[5]) ||
        !take(event->command, sizeof event->command, fields[6]) ||
        !take(event->reason, sizeof event->reason, fields[8]))
        return ERR_SYNTAX;
    event->kind = event_kind_named(fields[2]);
    event->seq = (unsigned)seq;
    event->side = fields[3][0];
    event->winner = fields[7][0];
    event->at = (int64_t)at;
    event->hall = (int64_t)hall;
    event->left = (int64_t)left - 1;
    event->rated = rated;
    event->change = (int)change - CHANGE_MAX;
    return event->kind == EVENT_KINDS || !strchr("bw", event->side) || !strchr("bwd", event->winner) ? ERR_SYNTAX : OK;
}
