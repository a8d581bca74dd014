/*
 * One table. Commands wait in a queue; one at a time is judged against the state and given to the store. What the
 * store made durable is folded into the state, told to the watchers, published for other nodes, and answered, in this
 * order; then the next command is judged. So no command is ever judged against a state that might not come to be.
 *
 * Another node may have made an event first. Then the store says ERR_STALE, or the bus brings an event that is not the
 * next one: the table is read again, and what is new is told to the watchers as if it had come one by one.
 */
#include "server/table/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void pump(struct table *table);
static void on_bus(void *context, const char *subject, const char *text, size_t size);

/* ---- making and forgetting ---- */

struct table *table_make(struct tables *tables, const struct store_record *record, enum error *error)
{
    struct table *table = calloc(1, sizeof *table);
    *error = ERR_NO_MEMORY;
    if (!table)
        return NULL;
    table->tables = tables;
    queue_init(&table->queue);
    *error = state_load(&table->state, record);
    if (*error) {
        log_write(tables->config.log, LOG_ERROR, "table.unreadable", "table=%s game=%s kind=%s error=%s",
                  record->table.id, record->game.id, record->game.kind, error_code(*error));
        free(table);
        return NULL;
    }
    char subject[BUS_SUBJECT_MAX];
    snprintf(subject, sizeof subject, "table.%s", record->table.id);
    *error = bus_subscribe(tables->config.bus, subject, on_bus, table, &table->subscription);
    if (*error) {
        state_free(&table->state);
        free(table);
        return NULL;
    }
    return table;
}

void table_free(struct table *table)
{
    bus_unsubscribe(table->subscription);
    for (struct request *request; (request = queue_pop(&table->queue));)
        request_free(request);
    while (table->watches) {
        struct watch *next = table->watches->next;
        free(table->watches);
        table->watches = next;
    }
    state_free(&table->state);
    free(table);
}

bool table_is_needed(const struct table *table)
{
    return table->watches || table->queue.count || table->committing || table->reloading || table->dirty ||
           table->meetings || table->walking || table->attended[0].here || table->attended[1].here;
}

/* ---- taking events ---- */

/* Where the table is found by the id of its game. */
static void become(struct table *table, struct state *state)
{
    struct tables *tables = table->tables;
    map_remove(&tables->by_game, &table->by_game);
    state_free(&table->state);
    table->state = *state;
    map_put(&tables->by_game, &table->by_game, table->state.game.id);
    table->listed = false;
    table_list(table);
    table_meet(table, true);
    watchers_snapshot(table);
    tables_mark_dirty(table);
    table_attend(table);
}

/* Whether more than the board changes for those who watch: they are told by presence. */
static bool has_company(const struct state *state)
{
    return state->offers[0] || state->offers[1] || state->stand_in[0] || state->stand_in[1] || state->asleep;
}

/* The next event, durable already. `next` is the game that it made, when it is known here. False: not taken. */
static bool take(struct table *table, const struct store_event *event, const struct store_game *next)
{
    struct tables *tables = table->tables;
    bool company = has_company(&table->state);
    enum error error = state_apply(&table->state, event);
    if (error) {
        log_write(tables->config.log, LOG_ERROR, "table.fold", "game=%s seq=%u error=%s", event->game, event->seq,
                  error_code(error));
        table->behind = true;
        return false;
    }
    if (event->kind != EVENT_MOVE) {
        table->listed = false;
        table_list(table);
    }
    watchers_event(table, event);
    if (event->kind == EVENT_SET || event->kind == EVENT_TAKEBACK)
        watchers_snapshot(table);
    if (company || event->kind != EVENT_MOVE)
        tables_mark_dirty(table);
    if (event->kind == EVENT_SEAT)
        table_attend(table);
    if (event->kind == EVENT_SEAT || event->kind == EVENT_SET || event->rated)
        table_meet(table, event->rated);
    if (event->kind != EVENT_AGAIN)
        return true;
    struct state state;
    struct store_game stamped;
    if (next) {
        stamped = *next; /* as the store has it */
        stamped.created = event->at;
        stamped.hall = event->hall;
    }
    if (next && !state_start(&state, &table->state.table, &stamped))
        become(table, &state);
    else
        table_reload(table);
    return true;
}

void table_leave(struct table *table)
{
    if (--table->walking)
        return;
    for (struct watch **link = &table->watches; table->swept && *link;) {
        struct watch *watch = *link;
        if (watch->client) {
            link = &watch->next;
            continue;
        }
        *link = watch->next;
        free(watch);
    }
    table->swept = false;
    pump(table);
}

void table_merge(struct table *table, const struct store_record *record)
{
    if (!strcmp(record->game.id, table->state.game.id) && !state_is_forgetful(&table->state, record)) {
        for (unsigned i = table->state.seq; i < record->count; i++)
            if (!take(table, &record->events[i], NULL))
                break;
        return;
    }
    if (record->game.number < table->state.game.number)
        return; /* read before that game was made */
    struct state state;
    enum error error = state_load(&state, record);
    table->behind |= error != OK;
    if (error)
        log_write(table->tables->config.log, LOG_ERROR, "table.unreadable", "table=%s game=%s error=%s",
                  record->table.id, record->game.id, error_code(error));
    else
        become(table, &state);
}

static void on_reloaded(void *context, enum error error, const struct store_record *record)
{
    struct table *table = context;
    struct tables *tables = table->tables;
    bool again = table->reload_again;
    table->reloading = table->reload_again = false;
    table->behind = error;
    if (!tables->closing) {
        table->walking++;
        if (error)
            log_write(tables->config.log, LOG_ERROR, "table.reload", "table=%s error=%s", table->state.table.id,
                      error_code(error));
        else
            table_merge(table, record);
        if (again && !error)
            table_reload(table);
        table_leave(table);
    }
    tables_store_answered(tables);
}

void table_reload(struct table *table)
{
    struct tables *tables = table->tables;
    if (table->reloading) {
        table->reload_again = true;
        return;
    }
    if (tables->closing)
        return;
    table->behind = store_load(tables->config.store, STORE_BY_TABLE, table->state.table.id, on_reloaded, table);
    if (table->behind)
        return;
    tables->store_asks++;
    table->reloading = true;
}

static void on_bus(void *context, const char *subject, const char *text, size_t size)
{
    struct table *table = context;
    struct store_event event;
    (void)size;
    if (table->tables->closing || talk_hear(table, text))
        return;
    if (event_parse(text, &event)) {
        log_write(table->tables->config.log, LOG_WARN, "table.bus", "subject=%s not an event", subject);
        return;
    }
    if (strcmp(event.game, table->state.game.id)) {
        /* An old game's last event, our own most of the time; or a game that we have not heard of. */
        if (event.kind != EVENT_AGAIN || strcmp(event.data, table->state.game.id))
            table_reload(table);
        return;
    }
    if (event.seq <= table->state.seq)
        return;
    table->walking++;
    if (event.seq == table->state.seq + 1)
        take(table, &event, NULL);
    else
        table_reload(table);
    table_leave(table);
}

/* ---- committing ---- */

static void publish(struct table *table, const struct store_event *event, bool job)
{
    struct bus *bus = table->tables->config.bus;
    char subject[BUS_SUBJECT_MAX], text[EVENT_TEXT_MAX];
    snprintf(subject, sizeof subject, "table.%s", table->state.table.id);
    event_format(event, text);
    enum error error = bus_publish(bus, subject, text, strlen(text));
    if (!error && job)
        error = bus_publish(bus, TABLE_SUBJECT_JOB, "", 0);
    if (error) /* other nodes find out by comparing; the computer by looking for what is due */
        log_write(table->tables->config.log, LOG_WARN, "table.publish", "game=%s seq=%u error=%s", event->game,
                  event->seq, error_code(error));
}

static void on_appended(void *context, enum error error, const struct store_event *event, unsigned newest)
{
    struct table *table = context;
    struct tables *tables = table->tables;
    struct request *request = table->committing;
    bool fresh = false;
    if (tables->closing) {
        table->committing = NULL;
        request_free(request);
        tables_store_answered(tables);
        return;
    }
    table->walking++; /* the table stays while callbacks run */
    if (!error) {
        tables->events++;
        /* Unless it came by another road meanwhile, which may have led on to the next game. */
        if (event->seq == table->state.seq + 1 && !strcmp(event->game, table->state.game.id))
            fresh = take(table, event, request->append.next ? &request->next_game : NULL);
        publish(table, event, request->append.job || request->append.next_job);
    } else if (error == ERR_STALE || error == ERR_DUPLICATE || error == ERR_NOT_FOUND) {
        table_reload(table); /* not found: somebody here was forgotten */
    }
    table->committing = NULL;
    if (!error || error == ERR_DUPLICATE) {
        request_done(request, event, fresh && request->client && client_watch_of(request->client, table));
    } else if (error == ERR_STALE) {
        request_refuse(request, error, NULL, newest);
    } else if (error == ERR_BUSY) {
        request_refuse_at(request, error, "", "too many unfinished games; play or give up some of them");
    } else if (error == ERR_FORBIDDEN) {
        request_refuse_at(request, error, "", "too late: the time of this turn is over");
    } else {
        request_refuse(request, error == ERR_TOO_LONG ? error : ERR_STORE, NULL, 0);
    }
    table_leave(table);
    tables_store_answered(tables);
}

void table_commit(struct table *table, struct request *request)
{
    struct tables *tables = table->tables;
    request->append.arrived = request->arrived;
    request->append.forgiven = request->forgiven;
    request->append.unfinished_max = tables->config.unfinished_max;
    request->append.window = tables->config.unfinished_minutes * (int64_t)60000;
    enum error error = store_append(tables->config.store, &request->append, on_appended, table);
    if (error) {
        request_refuse(request, error, NULL, 0);
        return;
    }
    tables->store_asks++;
    table->committing = request;
}

/* ---- commands ---- */

static void on_old_event(void *context, enum error error, const struct store_event *event, unsigned newest)
{
    struct request *request = context;
    struct tables *tables = request->tables;
    (void)newest;
    if (tables->closing)
        request_free(request);
    else if (!error)
        request_done(request, event, false);
    else if (error == ERR_NOT_FOUND)
        request_refuse_at(request, ERR_GAME_OVER, "game", "the table has gone on to another game");
    else
        request_refuse(request, ERR_STORE, NULL, 0);
    tables_store_answered(tables);
}

void table_answer_old(struct request *request)
{
    struct tables *tables = request->tables;
    enum error error =
        store_event_find(tables->config.store, request->game, request->who, request->id, on_old_event, request);
    if (error)
        request_refuse(request, error, NULL, 0);
    else
        tables->store_asks++;
}

/* A request whose turn it is: a command, or a watch that waited for the newest state. */
static void judge(struct table *table, struct request *request)
{
    struct state *state = &table->state;
    if (request->kind == REQUEST_WATCH) {
        client_serve_watch(table, request);
        return;
    }
    if (request->kind == REQUEST_HOUSE) {
        table_look_after(table, request);
        return;
    }
    if (strcmp(request->game, state->game.id)) {
        table_answer_old(request);
        return;
    }
    const struct store_event *made = state_event_of(state, request->seq, request->who, request->id);
    if (made) {
        request_done(request, made, false);
        return;
    }
    if (request->seq > state->seq && !request->reloaded) {
        /* The sender knows more than this node: it talked to another one. */
        request->reloaded = true;
        table_reload(table);
        if (table->reloading) {
            request->next = table->queue.first;
            table->queue.first = request;
            if (!request->next)
                table->queue.end = &request->next;
            table->queue.count++;
            return;
        }
    }
    if (request->seq != state->seq) {
        request_refuse(request, ERR_STALE, NULL, state->seq);
        return;
    }
    const struct table_command command = {.verb = request->verb,
                                          .game = request->game,
                                          .seq = request->seq,
                                          .id = request->id,
                                          .usi = request->usi,
                                          .side = request->side,
                                          .name = request->name,
                                          .value = request->value,
                                          .what = request->what,
                                          .on = request->on};
    struct refusal refusal;
    enum error error = judge_command(state, request->who, &command, &table->tables->config.random, &request->append,
                                     &request->next_game, &refusal);
    if (error)
        request_refuse(request, error, &refusal, 0);
    else
        table_commit(table, request);
}

/* The state is not the newest and cannot be made so now: no command may be judged by it. */
static void give_up_waiting(struct table *table)
{
    table->walking++;
    for (unsigned count = table->queue.count; count; count--)
        request_refuse(queue_pop(&table->queue), ERR_STORE, NULL, 0);
    table->walking--;
}

static void pump(struct table *table)
{
    if (table->walking)
        return; /* table_leave() comes afterwards */
    if (table->behind && !table->reloading)
        give_up_waiting(table);
    while (!table->committing && !table->reloading && table->queue.count) {
        table->walking = 1;
        judge(table, queue_pop(&table->queue));
        table->walking = 0;
    }
    tables_touch(table);
}

/* Whether a client has seen what this node has not, or a game that may be newer: it comes from another node. */
static bool knows_more(const struct table *table, const struct request *request)
{
    if (request->reloaded || !*request->game)
        return false;
    return strcmp(request->game, table->state.game.id) || request->seq > table->state.seq;
}

/* Whoever sits here does not stand in line behind those who do not: each have their own maximum. */
static bool has_room(const struct table *table, const struct request *request)
{
    const struct tables_config *config = &table->tables->config;
    unsigned same = 0;
    for (const struct request *waits = table->queue.first; waits; waits = waits->next)
        same += waits->kind == request->kind &&
                !state_side_of(&table->state, waits->who) == !state_side_of(&table->state, request->who);
    return same < (request->kind == REQUEST_WATCH ? config->watchers_max : config->waiting_max);
}

static void wait_in_queue(struct table *table, struct request *request)
{
    if (!has_room(table, request)) {
        request_refuse_at(request, ERR_BUSY, "", "too much waits at this table");
        return;
    }
    queue_push(&table->queue, request);
    pump(table);
}

void table_serve(struct table *table, struct request *request)
{
    tables_touch(table);
    if (table->behind)
        table_reload(table);
    memcpy(request->table, table->state.table.id, sizeof request->table);
    switch (request->kind) {
    case REQUEST_WATCH:
        if (knows_more(table, request)) {
            request->reloaded = true;
            table_reload(table);
        }
        if (!table->reloading) {
            client_serve_watch(table, request);
            break;
        }
        wait_in_queue(table, request);
        break;
    case REQUEST_LOOK: {
        struct table_view view = table_view_of(table, "");
        for (unsigned i = 0; i < 2; i++) /* for the computer it does not matter whose seat it is */
            memcpy(view.seat[i].who, state_player(&table->state, side_letter(i)), sizeof view.seat[i].who);
        table->walking++;
        request->looked(request->context, OK, &view);
        request_free(request);
        table_leave(table);
        break;
    }
    case REQUEST_COMMAND:
        if (table->behind)
            request_refuse(request, ERR_STORE, NULL, 0);
        else
            wait_in_queue(table, request);
        break;
    case REQUEST_HOUSE:
        if (table->behind) {
            request_free(request);
        } else {
            queue_push(&table->queue, request);
            pump(table);
        }
        break;
    case REQUEST_OPEN: /* becomes a watch */
    case REQUEST_RECORD:
    case REQUEST_TALK: /* who talks is at the table already */
        break;         /* never come here */
    }
}
