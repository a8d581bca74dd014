/*
 * Who watches. A watch stands in the list of its table and in the array of its client. While callbacks are called along
 * a table's list (table->walking), a watch that ends is only marked, and a new one goes to the front, where the walk
 * has been already: it was told the newest state when it came.
 */
#include "server/table/internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- telling ---- */

void watchers_event(struct table *table, const struct store_event *event)
{
    struct table_clock clock = table_clock_of(table);
    table->walking++;
    for (struct watch *watch = table->watches; watch; watch = watch->next) {
        if (!watch->client)
            continue;
        struct table_event view = event_view(event, watch->client->device);
        watch->client->callbacks->event(watch->client->context, table->state.table.id, event->game, &view, &clock);
    }
    table_leave(table);
}

void watchers_snapshot(struct table *table)
{
    struct table_view view = table_view_of(table, "");
    table->walking++;
    for (struct watch *watch = table->watches; watch; watch = watch->next)
        if (watch->client)
            watch->client->callbacks->snapshot(watch->client->context, &view);
    table_leave(table);
}

void watchers_presence(struct table *table)
{
    struct table_view view = table_view_of(table, "");
    table->walking++;
    for (struct watch *watch = table->watches; watch; watch = watch->next)
        if (watch->client)
            watch->client->callbacks->presence(watch->client->context, &view);
    table_leave(table);
}

/* ---- watches ---- */

struct watch *client_watch_of(const struct table_client *client, const struct table *table)
{
    for (unsigned i = 0; i < client->watch_count; i++)
        if (client->watches[i]->table == table)
            return client->watches[i];
    return NULL;
}

static void end_watch(struct watch *watch)
{
    struct table_client *client = watch->client;
    struct table *table = watch->table;
    for (unsigned i = 0; i < client->watch_count; i++)
        if (client->watches[i] == watch) {
            client->watches[i] = client->watches[--client->watch_count];
            break;
        }
    watch->client = NULL;
    table->watch_count--;
    table->tables->watch_count--;
    table->swept = true;
    tables_mark_dirty(table);
    table_attend(table);
    table->walking++;
    table_leave(table); /* frees it, unless somebody walks the list */
}

static struct watch *start_watch(struct table *table, struct table_client *client)
{
    struct watch *watch = calloc(1, sizeof *watch);
    if (!watch)
        return NULL;
    *watch = (struct watch){.table = table, .client = client, .next = table->watches};
    table->watches = watch;
    table->watch_count++;
    table->tables->watch_count++;
    client->watches[client->watch_count++] = watch;
    tables_mark_dirty(table);
    table_attend(table);
    return watch;
}

/* Whether the board after event `seq` follows from the events alone: a set or a take-back is told with a snapshot. */
static bool is_told_by_events(const struct state *state, unsigned seq)
{
    for (unsigned i = seq; i < state->seq; i++)
        if (state->events[i].kind == EVENT_SET || state->events[i].kind == EVENT_TAKEBACK)
            return false;
    return true;
}

/* What the client missed, or everything; then who is here. */
static void tell(struct table *table, struct watch *watch, const struct request *request)
{
    const struct state *state = &table->state;
    unsigned turn = ++watch->turn;
    bool knows = *request->game && !strcmp(request->game, state->game.id) && request->seq <= state->seq;
    if (knows && is_told_by_events(state, request->seq)) {
        struct table_clock clock = table_clock_of(table);
        for (unsigned i = request->seq; i < state->seq && watch->client && watch->turn == turn; i++) {
            struct table_event view = event_view(&state->events[i], watch->client->device);
            watch->client->callbacks->event(watch->client->context, state->table.id, state->game.id, &view, &clock);
        }
    } else {
        struct table_view view = table_view_of(table, request->id);
        watch->client->callbacks->snapshot(watch->client->context, &view);
    }
    if (watch->client && watch->turn == turn) {
        struct table_view view = table_view_of(table, "");
        watch->client->callbacks->presence(watch->client->context, &view);
    }
}

void client_serve_watch(struct table *table, struct request *request)
{
    struct table_client *client = request->client;
    if (!client) {
        request_free(request);
        return;
    }
    struct watch *watch = client_watch_of(client, table);
    if (!watch) {
        bool full = table->watch_count >= table->tables->config.watchers_max &&
                    !state_side_of(&table->state, client->device); /* strangers keep nobody from their own game */
        if (client->watch_count == TABLE_WATCHES_MAX || full) {
            request_refuse_at(request, ERR_BUSY, "table",
                              client->watch_count == TABLE_WATCHES_MAX ? "too many tables watched at once"
                                                                       : "too many watch this table");
            return;
        }
        watch = start_watch(table, client);
        if (!watch) {
            request_refuse(request, ERR_NO_MEMORY, NULL, 0);
            return;
        }
    }
    request_orphan(request);
    table->walking++;
    tell(table, watch, request);
    table_leave(table);
    request_free(request);
}

/* ---- clients ---- */

enum error table_client_open(struct tables *tables, const char *device, const struct table_client_callbacks *callbacks,
                             void *context, struct table_client **client)
{
    *client = NULL;
    struct table_client *it = calloc(1, sizeof *it);
    if (!it)
        return ERR_NO_MEMORY;
    *it = (struct table_client){.tables = tables, .callbacks = callbacks, .context = context, .next = tables->clients};
    if (!*device || !field_set(it->device, sizeof it->device, device)) {
        free(it);
        return ERR_TOO_LONG;
    }
    it->link = &tables->clients;
    if (tables->clients)
        tables->clients->link = &it->next;
    tables->clients = it;
    tables->client_count++;
    *client = it;
    return OK;
}

void table_client_close(struct table_client *client)
{
    if (!client)
        return;
    *client->link = client->next;
    if (client->next)
        client->next->link = client->link;
    client->tables->client_count--;
    while (client->requests)
        request_orphan(client->requests);
    while (client->watch_count)
        end_watch(client->watches[client->watch_count - 1]);
    free(client);
}

void table_client_delay(struct table_client *client, unsigned ms)
{
    client->delay = ms < TABLE_FORGIVEN_MS ? ms : TABLE_FORGIVEN_MS;
}

void table_client_silent(struct table_client *client, bool silent)
{
    if (client->silent == silent)
        return;
    client->silent = silent;
    for (unsigned i = 0; i < client->watch_count; i++) {
        table_attend(client->watches[i]->table);
        tables_mark_dirty(client->watches[i]->table);
    }
}

bool table_client_is_silent(const struct table_client *client)
{
    return client->silent;
}

void table_client_refuse(struct table_client *client, const char *id, enum error error, const char *at,
                         const char *message)
{
    client->tables->refused++;
    client->callbacks->answer(client->context, &(struct table_answer){.error = error,
                                                                      .id = id,
                                                                      .table = "",
                                                                      .game = "",
                                                                      .at = at,
                                                                      .message = message,
                                                                      .rule = "",
                                                                      .squares = ""});
}

struct request *client_request(struct table_client *client, int kind, const char *id)
{
    struct tables *tables = client->tables;
    struct request *request = NULL;
    enum error error = tables->closing || client->request_count >= CLIENT_REQUESTS_MAX ? ERR_BUSY : OK;
    if (!error) {
        request = request_make(tables, client, kind);
        error = request ? OK : ERR_NO_MEMORY;
    }
    if (error) {
        table_client_refuse(client, id, error, "", error_text(error));
        return NULL;
    }
    field_set(request->id, sizeof request->id, id);
    return request;
}

void table_client_watch(struct table_client *client, const char *table, const char *game, unsigned seq)
{
    struct request *request = client_request(client, REQUEST_WATCH, "");
    if (!request)
        return;
    if (!*table || !field_set(request->table, sizeof request->table, table)) {
        request_refuse_at(request, ERR_NOT_FOUND, "table", "no such table");
        return;
    }
    request->seq = seq;
    if (game && !field_set(request->game, sizeof request->game, game))
        request->game[0] = '\0'; /* none of ours: a snapshot */
    tables_route(client->tables, request, STORE_BY_TABLE);
}

void table_client_unwatch(struct table_client *client, const char *table)
{
    for (struct request *request = client->requests, *next; request; request = next) {
        next = request->client_next;
        if (request->kind == REQUEST_WATCH && !strcmp(request->table, table))
            request_orphan(request);
    }
    for (unsigned i = 0; i < client->watch_count; i++)
        if (!strcmp(client->watches[i]->table->state.table.id, table)) {
            end_watch(client->watches[i]);
            return;
        }
}

/* ---- commands ---- */

static bool has_what(enum table_verb verb)
{
    return verb == TABLE_OFFER || verb == TABLE_ACCEPT || verb == TABLE_DECLINE;
}

/* Checks the form, then brings the command to its table. */
static void send_command(struct tables *tables, struct request *request, const struct table_command *command,
                         bool computer)
{
    request->verb = command->verb;
    request->seq = command->seq;
    request->side = command->side;
    request->on = command->on;
    request->arrived = store_now(tables->config.store);
    request->forgiven = request->client ? request->client->delay : 0;
    if (tables->draining)
        request_refuse_at(request, ERR_BUSY, "", "the server is being stopped");
    else if (!command_id_fits(command->id, computer))
        request_refuse_at(request, ERR_SYNTAX, "id", "1 to 36 of A-Z a-z 0-9 . _ -");
    else if (!*command->game || !field_set(request->game, sizeof request->game, command->game))
        request_refuse_at(request, ERR_NOT_FOUND, "game", "no such game");
    else if (command->verb == TABLE_MOVE && !field_set(request->usi, sizeof request->usi, command->usi))
        request_refuse_at(request, ERR_SYNTAX, "usi", "longer than any move");
    else if (command->side && command->side != 'b' && command->side != 'w')
        request_refuse_at(request, ERR_RANGE, "side", "b or w");
    else if (command->verb == TABLE_SET && !field_set(request->name, sizeof request->name, command->name))
        request_refuse_at(request, ERR_TOO_LONG, "name", "longer than any name");
    else if (command->verb == TABLE_SET && !field_set(request->value, sizeof request->value, command->value))
        request_refuse_at(request, ERR_TOO_LONG, "value", "longer than any value");
    else if (has_what(command->verb) && !field_set(request->what, sizeof request->what, command->what))
        request_refuse_at(request, ERR_UNKNOWN, "what", "draw, takeback or again");
    else
        tables_route(tables, request, STORE_BY_GAME);
}

void table_client_command(struct table_client *client, const struct table_command *command)
{
    struct request *request = client_request(client, REQUEST_COMMAND, command->id);
    if (request)
        send_command(client->tables, request, command, false);
}

void tables_command(struct tables *tables, const char *who, const struct table_command *command, table_answer_fn done,
                    void *context)
{
    struct request *request = tables->closing ? NULL : request_make(tables, NULL, REQUEST_COMMAND);
    if (!request) {
        struct table_answer answer = {.error = tables->closing ? ERR_BUSY : ERR_NO_MEMORY,
                                      .id = command->id,
                                      .table = "",
                                      .game = command->game,
                                      .at = "",
                                      .message = "",
                                      .rule = "",
                                      .squares = ""};
        done(context, &answer);
        return;
    }
    request->answer = done;
    request->context = context;
    field_set(request->who, sizeof request->who, who);
    field_set(request->id, sizeof request->id, command->id);
    send_command(tables, request, command, true);
}

void tables_look(struct tables *tables, const char *game, table_look_fn done, void *context)
{
    struct request *request = tables->closing ? NULL : request_make(tables, NULL, REQUEST_LOOK);
    if (!request) {
        done(context, tables->closing ? ERR_BUSY : ERR_NO_MEMORY, NULL);
        return;
    }
    request->looked = done;
    request->context = context;
    if (!*game || !field_set(request->game, sizeof request->game, game))
        request_refuse(request, ERR_NOT_FOUND, NULL, 0);
    else
        tables_route(tables, request, STORE_BY_GAME);
}

/* ---- a new table ---- */

static void on_added(void *context, enum error error, const char *table)
{
    struct request *request = context;
    struct tables *tables = request->tables;
    if (tables->closing) {
        request_free(request);
    } else if (!error || error == ERR_DUPLICATE) {
        if (request->append.job && bus_publish(tables->config.bus, TABLE_SUBJECT_JOB, "", 0))
            log_write(tables->config.log, LOG_WARN, "table.publish", "table=%s", table);
        request_become_watch(request, table);
        tables_route(tables, request, STORE_BY_TABLE);
    } else if (error == ERR_BUSY) {
        request_refuse_at(request, error, "", "too many unfinished tables; play or give up some of them");
    } else {
        request_refuse(request, ERR_STORE, NULL, 0);
    }
    tables_store_answered(tables);
}

void table_client_open_table(struct table_client *client, const struct table_plan *plan)
{
    struct request *request = client_request(client, REQUEST_OPEN, plan->id);
    if (!request)
        return;
    struct tables *tables = client->tables;
    struct store_opening opening;
    struct refusal refusal;
    if (tables->draining) {
        request_refuse_at(request, ERR_BUSY, "", "the server is being stopped");
        return;
    }
    if (client->watch_count == TABLE_WATCHES_MAX) { /* it could not see what it made */
        request_refuse_at(request, ERR_BUSY, "", "too many tables watched at once");
        return;
    }
    if (!command_id_fits(plan->id, false)) {
        request_refuse_at(request, ERR_SYNTAX, "id", "1 to 36 of A-Z a-z 0-9 . _ -");
        return;
    }
    enum error error = judge_plan(plan, client->device, &tables->config.random, &opening, &refusal);
    if (error) {
        request_refuse(request, error, &refusal, 0);
        return;
    }
    request->append.job = opening.job;
    error = store_table_add(tables->config.store, &opening, on_added, request);
    if (error)
        request_refuse(request, error, NULL, 0);
    else
        tables->store_asks++;
}

enum error tables_plan_pair(const struct tables *tables, const struct table_plan *plan, const char *const players[2],
                            struct store_opening *opening)
{
    return judge_pair(plan, players, &tables->config.random, opening);
}

bool table_command_id_fits(const char *id)
{
    return command_id_fits(id, false);
}
