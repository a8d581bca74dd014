/*
 * A game for who reads it later: any game by its id, also one before the newest of its table. It is folded from the
 * store each time and not kept.
 */
#include "base/text.h"
#include "server/table/internal.h"

#include <stdlib.h>
#include <string.h>

enum { SECONDS_MAX = 99999, SECONDS_TEXT = 6, SPENT_MAX = 50000 };

/* Hall time between the beginning of each ply's turn and its move, of the plies that were not taken back. */
static unsigned seconds_of(const struct state *state, unsigned *seconds)
{
    unsigned plies = 0;
    int64_t since = state->game.hall;
    for (unsigned i = 0; i < state->seq; i++) {
        const struct store_event *event = &state->events[i];
        int64_t spent = (event->hall - since) / 1000;
        switch (event->kind) {
        case EVENT_MOVE:
            seconds[plies++] = spent < 0 ? 0 : spent > SECONDS_MAX ? SECONDS_MAX : (unsigned)spent;
            since = event->hall;
            break;
        case EVENT_TAKEBACK:
            plies -= (unsigned)(event->data[0] - '0');
            since = event->hall;
            break;
        case EVENT_SEAT:
        case EVENT_SET:
        case EVENT_WAKE:
            since = event->hall; /* nobody was thinking before */
            break;
        default:
            break;
        }
    }
    return plies;
}

/* "" without memory, and when it is longer than a message has room for. The caller's. */
static char *write_spent(const struct state *state)
{
    unsigned *seconds = calloc(state->seq + 1, sizeof *seconds);
    size_t size = (size_t)state->seq * SECONDS_TEXT + 1;
    char *out = seconds ? calloc(1, size) : NULL;
    if (out) {
        struct text text = text_into(out, size);
        unsigned plies = seconds_of(state, seconds);
        for (unsigned i = 0; i < plies; i++) {
            if (i)
                text_char(&text, ' ');
            text_number(&text, seconds[i]);
        }
        if (strlen(out) > SPENT_MAX)
            *out = '\0';
    }
    free(seconds);
    return out;
}

/* A game that was read, until it is known who its players are. */
struct reading {
    struct request *request;
    struct state state;
    struct shown shown[2];
    unsigned asked, answered; /* how many of the two */
};

/* Profiles lead everybody to a rated game, also at a table that its players kept to themselves: whoever was not there
 * is not led on to the table, its talk and its other games. */
static bool leads_on(const struct reading *reading, const struct table_view *view, const char *reader)
{
    const struct state *state = &reading->state;
    return !view->rated || settings_on(&state->settings, SETTING_LISTED) || state_side_of(state, reader);
}

static void tell(struct request *request, const struct reading *reading)
{
    struct table_client *client = request->client;
    const struct state *state = &reading->state;
    char *spent = write_spent(state);
    struct table_record record = {
        .id = request->id, .view = state_view(state, ""), .spent = spent ? spent : "", .began = state->game.created};
    if (!leads_on(reading, &record.view, client->device))
        record.view.table = record.view.next = "";
    for (unsigned i = 0; i < 2; i++)
        shown_write(&reading->shown[i], state, &record.view.seat[i]);
    for (unsigned i = 0; i < state->seq; i++)
        if (state->events[i].winner)
            record.ended = state->events[i].at;
    request_orphan(request);
    client->callbacks->record(client->context, &record);
    free(spent);
    request_free(request);
}

static void finish(struct reading *reading)
{
    if (!reading->request->tables->closing && reading->request->client)
        tell(reading->request, reading);
    else
        request_free(reading->request);
    state_free(&reading->state);
    free(reading);
}

/* Whoever is not found, or cannot be looked up now, has no name. */
static void on_player(void *context, enum error error, const struct store_player *player)
{
    struct reading *reading = context;
    struct tables *tables = reading->request->tables;
    for (unsigned i = 0; !error && i < 2; i++)
        if (!strcmp(reading->state.seat[i], player->id))
            shown_set(&reading->shown[i], player);
    if (++reading->answered == reading->asked)
        finish(reading);
    tables_store_answered(tables);
}

static void ask_names(struct reading *reading)
{
    struct tables *tables = reading->request->tables;
    const struct state *state = &reading->state;
    for (unsigned i = 0; i < 2; i++)
        if (who_is_person(state->seat[i]) &&
            !store_player_find(tables->config.store, state->seat[i], state->game.kind,
                               state->winner ? state->game.id : "", on_player, reading)) {
            tables->store_asks++;
            reading->asked++;
        }
    if (!reading->asked)
        finish(reading);
}

static void on_read(void *context, enum error error, const struct store_record *stored)
{
    struct request *request = context;
    struct tables *tables = request->tables;
    struct reading *reading = NULL;
    if (!tables->closing && request->client && !error) {
        reading = calloc(1, sizeof *reading);
        error = reading ? state_load(&reading->state, stored) : ERR_NO_MEMORY;
        if (error) {
            log_write(tables->config.log, LOG_ERROR, "table.unreadable", "game=%s error=%s", request->game,
                      error_code(error));
            free(reading);
        } else {
            reading->request = request;
            ask_names(reading);
        }
    } else if (!error) {
        request_free(request);
    }
    if (error == ERR_NOT_FOUND)
        request_refuse_at(request, error, "game", "no such game");
    else if (error)
        request_refuse(request, error, NULL, 0);
    tables_store_answered(tables);
}

void table_client_record(struct table_client *client, const char *id, const char *game)
{
    struct tables *tables = client->tables;
    struct request *request = client_request(client, REQUEST_RECORD, id);
    if (!request)
        return;
    if (!command_id_fits(id, false)) {
        request_refuse_at(request, ERR_SYNTAX, "id", "1 to 36 of A-Z a-z 0-9 . _ -");
        return;
    }
    enum error error = ERR_NOT_FOUND;
    if (*game && field_set(request->game, sizeof request->game, game))
        error = store_load(tables->config.store, STORE_THAT_GAME, game, on_read, request);
    if (error == ERR_NOT_FOUND)
        request_refuse_at(request, error, "game", "no such game");
    else if (error)
        request_refuse(request, error, NULL, 0);
    else
        tables->store_asks++;
}
