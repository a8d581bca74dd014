/*
 * Hall time, who is there, and tables to be looked at.
 *
 * The one row of `hall` is moved on by the first request of a transaction that needs it; all of that transaction sees
 * the same hall time. What this node claims is its heartbeat as well. Without a table to be looked at nothing is
 * written, so that an idle server does not keep the disk busy; only where others share the file, and somebody of theirs
 * may be gone unseen, is there always a heartbeat.
 */
#include "server/store/sqlite/connection.h"

#include <stdlib.h>
#include <string.h>

enum { PRESENCE_KEPT_MS = 7 * 24 * 3600 * 1000 };

static enum error read_hall(struct connection *connection)
{
    struct query query = query_start(connection, SQL_HALL_GET);
    enum step step = query_step(&query);
    if (step == STEP_ROW) {
        connection->hall = column_number(&query, 0);
        connection->wall = column_number(&query, 1);
    }
    query_end(&query);
    return step == STEP_ROW ? OK : ERR_STORE;
}

enum error hall_now(struct connection *connection, struct store_request *request)
{
    if (!connection->hall_known) {
        enum error error = read_hall(connection);
        if (error)
            return error;
        int64_t now = clock_now(&connection->clock);
        connection->hall = hall_at(connection->hall, connection->wall, now);
        connection->wall = now;
        struct query query = query_start(connection, SQL_HALL_SET);
        query_number(&query, connection->hall);
        query_number(&query, connection->wall);
        error = query_run(&query);
        if (error)
            return error;
        connection->hall_known = true;
    }
    request->hall = connection->hall;
    request->wall = connection->wall;
    return OK;
}

enum error hall_open(struct connection *connection, bool shared)
{
    enum error error = read_hall(connection);
    connection->shared = shared;
    if (error || shared)
        return error;
    struct query query = query_start(connection, SQL_PRESENCE_NOBODY);
    query_number(&query, connection->hall);
    error = query_run(&query);
    if (!error)
        error = connection_run(connection, SQL_NODE_NONE);
    if (!error)
        error = connection_run(connection, SQL_SEEK_NONE);
    query = query_start(connection, SQL_PRESENCE_PRUNE);
    query_number(&query, connection->hall - PRESENCE_KEPT_MS);
    return error ? error : query_run(&query);
}

static enum error beat(struct connection *connection)
{
    struct query query = query_start(connection, SQL_NODE_BEAT);
    query_text(&query, connection->node);
    query_number(&query, connection->hall);
    return query_run(&query);
}

enum error hall_beat(struct connection *connection, struct store_request *request)
{
    enum error error = hall_now(connection, request);
    return error ? error : beat(connection);
}

/* ---- looks ---- */

/* Sooner, if it was to be later; whoever has claimed the table will not put it off any more. */
static enum error look_soon(struct connection *connection, const char *table, int64_t due)
{
    struct query query = query_start(connection, SQL_LOOK_SOON);
    query_text(&query, table);
    query_number(&query, due);
    return query_run(&query);
}

enum error look_after(struct connection *connection, const char *table, int64_t look_in, bool goes_on)
{
    int64_t due = look_in < 0 ? -1 : connection->hall + look_in;
    struct query query = query_start(connection, SQL_PRESENCE_AWAY);
    query_text(&query, table);
    enum step step = goes_on ? query_step(&query) : STEP_DONE;
    if (step == STEP_ROW && column_number(&query, 1)) {
        int64_t over = column_number(&query, 0) + STORE_GRACE_MS;
        if (over < connection->hall)
            over = connection->hall;
        if (due < 0 || due > over)
            due = over;
    }
    query_end(&query);
    if (step == STEP_FAILED)
        return ERR_STORE;
    query = query_start(connection, due < 0 ? SQL_LOOK_REMOVE : SQL_LOOK_PUT);
    query_text(&query, table);
    if (due >= 0)
        query_number(&query, due);
    return query_run(&query);
}

static enum error attending(struct connection *connection, struct store_look *look)
{
    struct query query = query_start(connection, SQL_PRESENCE_OF);
    query_text(&query, look->table);
    enum step step = STEP_DONE;
    while (look->count < STORE_ATTENDING_MAX && (step = query_step(&query)) == STEP_ROW) {
        column_text(&query, 0, look->attending[look->count].who, sizeof look->attending[0].who);
        look->attending[look->count].here = column_number(&query, 1);
        look->attending[look->count].since = column_number(&query, 2);
        look->count++;
    }
    query_end(&query);
    return step == STEP_FAILED ? ERR_STORE : OK;
}

/* Nodes that are gone, and who was there. */
static enum error reap(struct connection *connection)
{
    static const enum sql steps[] = {SQL_LOOK_OF_GONE, SQL_PRESENCE_OF_GONE, SQL_SEEK_OF_GONE, SQL_NODE_GONE};
    for (unsigned i = 0; i < sizeof steps / sizeof *steps; i++) {
        struct query query = query_start(connection, steps[i]);
        query_number(&query, connection->hall - STORE_NODE_MS);
        enum error error = query_run(&query);
        if (error)
            return error;
    }
    return OK;
}

static enum error begin_claim(struct connection *connection, struct store_request *request, bool *idle)
{
    struct query query = query_start(connection, SQL_LOOK_ANY);
    enum step step = query_step(&query);
    query_end(&query);
    *idle = step == STEP_DONE && !connection->shared;
    if (step == STEP_FAILED)
        return ERR_STORE;
    if (*idle)
        return OK;
    enum error error = hall_now(connection, request);
    if (!error)
        error = beat(connection);
    return error || !connection->shared ? error : reap(connection);
}

enum error looks_claim(struct connection *connection, struct store_request *request)
{
    bool idle;
    enum error error = begin_claim(connection, request, &idle);
    if (error || idle)
        return error;
    struct query query = query_start(connection, SQL_LOOK_CLAIM);
    query_number(&query, connection->hall);
    query_number(&query, request->in.look.lease);
    query_number(&query, request->in.look.count);
    enum step step;
    while ((step = query_step(&query)) == STEP_ROW) {
        error = list_grow(&request->list, request->count, sizeof(struct store_look), request->in.look.count);
        if (error)
            break;
        struct store_look *look = (struct store_look *)request->list + request->count++;
        *look = (struct store_look){.hall = connection->hall, .held = column_number(&query, 1)};
        column_text(&query, 0, look->table, sizeof look->table);
    }
    query_end(&query);
    if (!error && step == STEP_FAILED)
        error = ERR_STORE;
    for (unsigned i = 0; !error && i < request->count; i++)
        error = attending(connection, (struct store_look *)request->list + i);
    return error;
}

enum error look_set(struct connection *connection, struct store_request *request)
{
    int64_t due = request->in.look.due;
    struct query query = query_start(connection, due < 0 ? SQL_LOOK_DROP : SQL_LOOK_DELAY);
    query_text(&query, request->in.look.table);
    query_number(&query, request->in.look.held);
    if (due >= 0)
        query_number(&query, due);
    return query_run(&query);
}

/* ---- presence ---- */

enum error presence(struct connection *connection, struct store_request *request)
{
    const char *table = request->in.presence.table;
    bool here = request->in.presence.here;
    enum error error = hall_beat(connection, request);
    if (error)
        return error;
    struct query query = query_start(connection, SQL_PRESENCE_PUT);
    query_text(&query, table);
    query_text(&query, request->in.presence.who);
    query_text(&query, connection->node);
    query_number(&query, here);
    query_number(&query, connection->hall);
    error = query_run(&query);
    return error ? error : look_soon(connection, table, connection->hall + (here ? 0 : STORE_GRACE_MS));
}
