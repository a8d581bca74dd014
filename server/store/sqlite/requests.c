/*
 * What each request does with the database, inside a transaction that sqlite.c holds. A request that ends in anything
 * but OK has to leave nothing behind; sqlite.c sees to that with a savepoint, so no function here cleans up.
 */
#include "server/store/sqlite/connection.h"

#include <stdlib.h>
#include <string.h>

enum { WAITED_MAX_MS = 10000 }; /* longer than any command waits; a system clock was set */

/* ---- rows ---- */

static char read_letter(const struct query *query, int column)
{
    char letter[2];
    column_text(query, column, letter, sizeof letter);
    return letter[0];
}

static enum error read_event(const struct query *query, struct store_event *event)
{
    char kind[16];
    column_text(query, 0, event->game, sizeof event->game);
    event->seq = (unsigned)column_number(query, 1);
    column_text(query, 2, kind, sizeof kind);
    event->kind = event_kind_named(kind);
    event->side = read_letter(query, 3);
    column_text(query, 4, event->actor, sizeof event->actor);
    column_text(query, 5, event->data, sizeof event->data);
    column_text(query, 6, event->command, sizeof event->command);
    event->winner = read_letter(query, 7);
    column_text(query, 8, event->reason, sizeof event->reason);
    event->at = column_number(query, 9);
    event->hall = column_number(query, 10);
    event->left = column_number(query, 11);
    event->rated = column_number(query, 12);
    event->change = (int)column_number(query, 13);
    return event->kind == EVENT_KINDS ? ERR_VERSION : OK;
}

/* One row or none. `read` is not called for none. */
static enum error read_id(struct query *query, char *id, size_t size)
{
    enum step step = query_step(query);
    if (step == STEP_ROW)
        column_text(query, 0, id, size);
    query_end(query);
    return step == STEP_ROW ? OK : step == STEP_DONE ? ERR_NOT_FOUND : ERR_STORE;
}

static enum error read_table(struct query *query, struct store_table *table)
{
    enum step step = query_step(query);
    if (step == STEP_ROW) {
        column_text(query, 0, table->id, sizeof table->id);
        column_text(query, 1, table->kind, sizeof table->kind);
        column_text(query, 2, table->rules, sizeof table->rules);
        column_text(query, 3, table->settings, sizeof table->settings);
        column_text(query, 4, table->creator, sizeof table->creator);
        table->created = column_number(query, 5);
    }
    query_end(query);
    return step == STEP_ROW ? OK : step == STEP_DONE ? ERR_NOT_FOUND : ERR_STORE;
}

static enum error read_game(struct query *query, struct store_game *game)
{
    enum step step = query_step(query);
    if (step == STEP_ROW) {
        column_text(query, 0, game->id, sizeof game->id);
        column_text(query, 1, game->table, sizeof game->table);
        game->number = (unsigned)column_number(query, 2);
        column_text(query, 3, game->kind, sizeof game->kind);
        column_text(query, 4, game->rules, sizeof game->rules);
        game->rules_version = (unsigned)column_number(query, 5);
        column_text(query, 6, game->start, sizeof game->start);
        column_text(query, 7, game->seat[0], sizeof game->seat[0]);
        column_text(query, 8, game->seat[1], sizeof game->seat[1]);
        game->created = column_number(query, 9);
        column_text(query, 10, game->settings, sizeof game->settings);
        game->hall = column_number(query, 11);
        game->wins[0] = (unsigned)column_number(query, 12);
        game->wins[1] = (unsigned)column_number(query, 13);
        game->draws = (unsigned)column_number(query, 14);
    }
    query_end(query);
    return step == STEP_ROW ? OK : step == STEP_DONE ? ERR_NOT_FOUND : ERR_STORE;
}

enum error list_grow(void **list, unsigned count, size_t size, unsigned max)
{
    if (count >= max)
        return ERR_TOO_LONG;
    if (count & (count - 1) || (count && count < 16))
        return OK; /* the memory for 16, 32, 64, ... things is there */
    void *grown = realloc(*list, (count ? count * 2 : 16) * size);
    if (!grown)
        return ERR_NO_MEMORY;
    *list = grown;
    return OK;
}

/* ---- devices ---- */

static enum error device_find(struct connection *connection, struct store_request *request)
{
    struct query query = query_start(connection, SQL_DEVICE_FIND);
    query_text(&query, request->in.device.hash);
    enum step step = query_step(&query);
    if (step == STEP_ROW) {
        struct store_device *device = &request->out.device;
        column_text(&query, 0, device->device, sizeof device->device);
        column_text(&query, 1, device->id, sizeof device->id);
        column_text(&query, 2, device->name, sizeof device->name);
        device->created = column_number(&query, 3);
        device->seen = column_number(&query, 4);
    }
    query_end(&query);
    return step == STEP_ROW ? OK : step == STEP_DONE ? ERR_NOT_FOUND : ERR_STORE;
}

static enum error device_add(struct connection *connection, struct store_request *request)
{
    struct store_device *device = &request->out.device;
    int64_t now = clock_now(&connection->clock);
    struct query query = query_start(connection, SQL_DEVICE_ADD);
    query_text(&query, request->in.device.id);
    query_text(&query, request->in.device.hash);
    query_number(&query, now);
    enum error error = query_run(&query);
    if (error)
        return error;
    if (!sqlite3_changes(connection->db))
        return ERR_DUPLICATE;
    memcpy(device->id, request->in.device.id, sizeof device->id);
    memcpy(device->device, device->id, sizeof device->device);
    device->created = device->seen = now;
    query = query_start(connection, SQL_PLAYER_ADD);
    query_text(&query, device->id);
    query_number(&query, now);
    return query_run(&query);
}

static enum error device_seen(struct connection *connection, struct store_request *request)
{
    struct query query = query_start(connection, SQL_DEVICE_SEEN);
    query_number(&query, clock_now(&connection->clock));
    query_text(&query, request->in.device.id);
    return query_run(&query);
}

/* ---- positions for the computer ---- */

static enum error job_add(struct connection *connection, const char *game, unsigned seq, enum store_priority priority)
{
    struct query query = query_start(connection, SQL_JOB_ADD);
    query_text(&query, game);
    query_number(&query, seq);
    query_number(&query, clock_now(&connection->clock));
    query_number(&query, priority);
    return query_run(&query);
}

static enum error job_remove(struct connection *connection, const char *game)
{
    struct query query = query_start(connection, SQL_JOB_REMOVE);
    query_text(&query, game);
    return query_run(&query);
}

static int compare_jobs(const void *a, const void *b)
{
    const struct store_job *x = a, *y = b;
    if (x->priority != y->priority)
        return x->priority < y->priority ? -1 : 1;
    return x->since < y->since ? -1 : x->since > y->since;
}

static enum error jobs_claim(struct connection *connection, struct store_request *request)
{
    struct query query = query_start(connection, SQL_JOB_CLAIM);
    query_number(&query, clock_now(&connection->clock));
    query_number(&query, request->in.jobs.ms);
    query_number(&query, request->in.jobs.count);
    query_number(&query, STORE_DUE_MS_MAX);
    enum error error = OK;
    enum step step;
    while ((step = query_step(&query)) == STEP_ROW && !error) {
        error = list_grow(&request->list, request->count, sizeof(struct store_job), request->in.jobs.count);
        if (error)
            break;
        struct store_job *job = (struct store_job *)request->list + request->count++;
        column_text(&query, 0, job->game, sizeof job->game);
        job->seq = (unsigned)column_number(&query, 1);
        job->attempts = (unsigned)column_number(&query, 2);
        job->priority = (enum store_priority)column_number(&query, 3);
        column_text(&query, 4, job->asker, sizeof job->asker);
        job->since = column_number(&query, 5);
    }
    query_end(&query);
    if (request->count) /* RETURNING promises no order */
        qsort(request->list, request->count, sizeof(struct store_job), compare_jobs);
    return error ? error : step == STEP_FAILED ? ERR_STORE : OK;
}

static enum error job_delay(struct connection *connection, struct store_request *request)
{
    struct query query = query_start(connection, SQL_JOB_DELAY);
    query_number(&query, clock_now(&connection->clock) + request->in.jobs.ms);
    query_text(&query, request->in.jobs.game);
    query_number(&query, request->in.jobs.seq);
    return query_run(&query);
}

/* ---- tables and games ---- */

/* After hall_now(). */
static enum error game_add(struct connection *connection, const struct store_game *game)
{
    struct query query = query_start(connection, SQL_GAME_ADD);
    query_text(&query, game->id);
    query_text(&query, game->table);
    query_number(&query, game->number);
    query_text(&query, game->kind);
    query_text(&query, game->rules);
    query_number(&query, game->rules_version);
    query_text(&query, game->start);
    query_text(&query, game->seat[0]);
    query_text(&query, game->seat[1]);
    query_number(&query, clock_now(&connection->clock));
    query_text(&query, game->settings);
    query_number(&query, connection->hall);
    query_number(&query, game->wins[0]);
    query_number(&query, game->wins[1]);
    query_number(&query, game->draws);
    enum error error = query_run(&query);
    for (unsigned i = 0; i < 2 && !error; i++)
        error = sitting_add(connection, game->seat[i], game->id, clock_now(&connection->clock));
    return error;
}

static enum error check_unfinished(struct connection *connection, const struct store_opening *opening)
{
    if (!opening->unfinished_max)
        return OK;
    struct query query = query_start(connection, SQL_TABLE_UNFINISHED);
    query_text(&query, opening->table.creator);
    query_number(&query, clock_now(&connection->clock) - opening->window);
    enum step step = query_step(&query);
    bool too_many = step == STEP_ROW && column_number(&query, 0) >= opening->unfinished_max;
    query_end(&query);
    return step != STEP_ROW ? ERR_STORE : too_many ? ERR_BUSY : OK;
}

enum error table_and_game_add(struct connection *connection, const struct store_opening *opening)
{
    struct query query = query_start(connection, SQL_TABLE_ADD);
    query_text(&query, opening->table.id);
    query_text(&query, opening->table.kind);
    query_text(&query, opening->table.rules);
    query_text(&query, opening->table.settings);
    query_text(&query, opening->table.creator);
    query_text(&query, opening->command);
    query_number(&query, clock_now(&connection->clock));
    enum error error = query_run(&query);
    return error ? error : game_add(connection, &opening->game);
}

static enum error table_add(struct connection *connection, struct store_request *request)
{
    const struct store_opening *opening = &request->in.opening;
    struct query query = query_start(connection, SQL_TABLE_BY_COMMAND);
    query_text(&query, opening->table.creator);
    query_text(&query, opening->command);
    enum error error = read_id(&query, request->out.table, sizeof request->out.table);
    if (error != ERR_NOT_FOUND)
        return error ? error : ERR_DUPLICATE;
    error = check_unfinished(connection, opening);
    if (!error)
        error = hall_now(connection, request);
    if (!error)
        error = table_and_game_add(connection, opening);
    if (!error && opening->job)
        error = job_add(connection, opening->game.id, 0, STORE_PLAYER);
    if (!error && opening->look)
        error = look_after(connection, opening->table.id, 0, true);
    memcpy(request->out.table, opening->table.id, sizeof request->out.table);
    return error;
}

static enum error load(struct connection *connection, struct store_request *request)
{
    char id[STORE_ID_MAX];
    struct query query;
    memcpy(id, request->in.load.id, sizeof id);
    bool that_game = request->in.load.by == STORE_THAT_GAME;
    if (request->in.load.by != STORE_BY_TABLE) {
        query = query_start(connection, SQL_GAME_TABLE);
        query_text(&query, request->in.load.id);
        enum error error = read_id(&query, id, sizeof id);
        if (error)
            return error;
    }
    query = query_start(connection, SQL_TABLE_GET);
    query_text(&query, id);
    enum error error = read_table(&query, &request->out.record.table);
    if (error)
        return error;
    query = query_start(connection, that_game ? SQL_GAME_GET : SQL_GAME_NEWEST);
    query_text(&query, that_game ? request->in.load.id : id);
    error = read_game(&query, &request->out.record.game);
    if (error)
        return error;
    query = query_start(connection, SQL_EVENTS);
    query_text(&query, request->out.record.game.id);
    enum step step = STEP_DONE;
    while (!error && (step = query_step(&query)) == STEP_ROW) {
        error = list_grow(&request->list, request->count, sizeof(struct store_event), STORE_EVENTS_MAX);
        if (!error)
            error = read_event(&query, (struct store_event *)request->list + request->count++);
    }
    query_end(&query);
    return error ? error : step == STEP_FAILED ? ERR_STORE : OK;
}

/* ---- events ---- */

static enum error event_find(struct connection *connection, const char *game, const char *actor, const char *command,
                             struct store_event *event)
{
    struct query query = query_start(connection, SQL_EVENT_BY_COMMAND);
    query_text(&query, game);
    query_text(&query, actor);
    query_text(&query, command);
    enum step step = query_step(&query);
    enum error error = step == STEP_ROW ? read_event(&query, event) : step == STEP_DONE ? ERR_NOT_FOUND : ERR_STORE;
    query_end(&query);
    return error;
}

static enum error newest_seq(struct connection *connection, const char *game, unsigned *newest,
                             char table[STORE_ID_MAX])
{
    struct query query = query_start(connection, SQL_GAME_STATE);
    query_text(&query, game);
    enum step step = query_step(&query);
    if (step == STEP_ROW) {
        *newest = (unsigned)column_number(&query, 0);
        column_text(&query, 1, table, STORE_ID_MAX);
    }
    query_end(&query);
    return step == STEP_ROW ? OK : step == STEP_DONE ? ERR_NOT_FOUND : ERR_STORE;
}

static enum error game_finish(struct connection *connection, const struct store_append *in,
                              const struct store_event *event)
{
    const char winner[2] = {event->winner};
    struct query query = query_start(connection, SQL_GAME_FINISH);
    query_text(&query, event->game);
    query_text(&query, winner);
    query_text(&query, event->reason);
    query_number(&query, event->at);
    query_text(&query, in->players[0]);
    query_text(&query, in->players[1]);
    query_number(&query, in->open || event->rated);
    return query_run(&query);
}

static enum error event_add(struct connection *connection, const struct store_append *in,
                            const struct store_event *event)
{
    const char side[2] = {event->side}, winner[2] = {event->winner};
    struct query query = query_start(connection, SQL_EVENT_ADD);
    query_text(&query, event->game);
    query_number(&query, event->seq);
    query_text(&query, event_kind_name(event->kind));
    query_text(&query, side);
    query_text(&query, event->actor);
    query_text(&query, event->data);
    query_text(&query, event->command);
    query_text(&query, winner);
    query_text(&query, event->reason);
    query_number(&query, event->at);
    query_number(&query, event->hall);
    query_number(&query, event->left);
    query_number(&query, event->rated);
    query_number(&query, event->change);
    enum error error = query_run(&query);
    if (!error && event->kind == EVENT_SEAT)
        error = sitting_add(connection, event->data, event->game, event->at);
    if (!error && event->winner)
        error = game_finish(connection, in, event);
    return error;
}

/* Hall time and what is left of the turn. What waited here or on the way is not the player's fault. */
static enum error stamp(struct connection *connection, struct store_request *request, const struct store_append *in,
                        struct store_event *event)
{
    enum error error = hall_now(connection, request);
    if (error)
        return error;
    event->at = connection->wall;
    event->hall = connection->hall;
    if (!in->turn_end)
        return OK;
    int64_t waited = in->arrived ? connection->wall - in->arrived : 0;
    if (waited < 0 || waited > WAITED_MAX_MS)
        waited = waited < 0 ? 0 : WAITED_MAX_MS;
    int64_t came = connection->hall - waited;
    event->left = in->turn_end - (came > in->turn_since ? came : in->turn_since);
    if (event->left + in->forgiven < 0)
        return ERR_FORBIDDEN;
    if (event->left < 0)
        event->left = 0;
    return OK;
}

static enum error append(struct connection *connection, struct store_request *request)
{
    char table[STORE_ID_MAX];
    const struct store_append *in = &request->in.append.append;
    struct store_event *out = &request->out.event.event;
    enum error error = event_find(connection, in->event.game, in->event.actor, in->event.command, out);
    if (error != ERR_NOT_FOUND)
        return error ? error : ERR_DUPLICATE;
    error = newest_seq(connection, in->event.game, &request->out.event.newest, table);
    if (error)
        return error;
    if (in->event.seq != request->out.event.newest + 1)
        return ERR_STALE;
    *out = in->event;
    error = seats_check(connection, in);
    error = error ? error : stamp(connection, request, in, out);
    if (!error && in->rate)
        error = ratings_change(connection, in, out);
    if (!error)
        error = event_add(connection, in, out);
    if (!error)
        error = job_remove(connection, out->game);
    if (!error && in->job)
        error = job_add(connection, out->game, out->seq, in->priority);
    if (!error && in->next)
        error = game_add(connection, in->next);
    if (!error && in->next && in->next_job)
        error = job_add(connection, in->next->id, 0, STORE_PLAYER);
    if (!error)
        error = look_after(connection, table, in->look_in, !out->winner);
    if (!error)
        error = listing_after(connection, table, out);
    if (!error)
        request->out.event.newest = out->seq;
    return error;
}

void connection_serve(struct connection *connection, struct store_request *request)
{
    static enum error (*const served[])(struct connection *, struct store_request *) = {
        [REQUEST_DEVICE_FIND] = device_find,
        [REQUEST_LOAD] = load,
        [REQUEST_DEVICE_ADD] = device_add,
        [REQUEST_DEVICE_SEEN] = device_seen,
        [REQUEST_TABLE_ADD] = table_add,
        [REQUEST_APPEND] = append,
        [REQUEST_JOBS_CLAIM] = jobs_claim,
        [REQUEST_JOB_DELAY] = job_delay,
        [REQUEST_PRESENCE] = presence,
        [REQUEST_LOOKS_CLAIM] = looks_claim,
        [REQUEST_LOOK_SET] = look_set,
        [REQUEST_RATING_FIND] = rating_find,
        [REQUEST_LISTING_PUT] = listing_put,
        [REQUEST_LISTINGS] = listings,
        [REQUEST_SEEK_PUT] = seek_put,
        [REQUEST_SEEK_DROP] = seek_drop,
        [REQUEST_SEEKS] = seeks,
        [REQUEST_PAIR] = pair,
        [REQUEST_PAIRING_FIND] = pairing_find,
        [REQUEST_PLAYER_FIND] = serve_find,
        [REQUEST_DOCUMENT] = serve_document,
        [REQUEST_PLAYER_RENAME] = serve_rename,
        [REQUEST_CODE_PUT] = serve_code_put,
        [REQUEST_CODE_USE] = serve_code_use,
        [REQUEST_PLAYER_FORGET] = serve_forget,
        [REQUEST_SAY] = line_say,
        [REQUEST_LINES] = lines_find,
        [REQUEST_REPORT] = report_keep,
        [REQUEST_BANS] = bans_find,
    };
    memset(&request->out, 0, sizeof request->out);
    request->count = 0;
    request->hall = request->wall = 0;
    request->error = known_check(connection, request);
    if (!request->error && request->kind == REQUEST_EVENT_FIND)
        request->error = event_find(connection, request->in.find.game, request->in.find.actor, request->in.find.command,
                                    &request->out.event.event);
    else if (!request->error)
        request->error = served[request->kind](connection, request);
}
