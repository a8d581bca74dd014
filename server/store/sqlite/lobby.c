/*
 * Tables that show themselves, seeks, pairings. Which tables are listed is written by who made the newest event, and
 * taken away by every event (after_event()); whom to pair is found out elsewhere, and here it is only made sure that
 * both still look for an opponent.
 */
#include "server/store/sqlite/connection.h"

#include <string.h>

/* ---- listings ---- */

enum error listing_put(struct connection *connection, struct store_request *request)
{
    const struct store_listing *in = &request->in.listing;
    struct query query = query_start(connection, SQL_LISTING_PUT);
    query_text(&query, in->table);
    query_text(&query, in->kind);
    query_text(&query, in->game);
    query_number(&query, in->state);
    query_text(&query, in->rules);
    query_text(&query, in->settings);
    query_text(&query, in->seat[0]);
    query_text(&query, in->seat[1]);
    query_number(&query, in->moves);
    query_number(&query, in->seq);
    query_number(&query, clock_now(&connection->clock));
    query_number(&query, in->number);
    return query_run(&query);
}

enum error listing_after(struct connection *connection, const char *table, const struct store_event *event)
{
    bool goes_on = event->kind == EVENT_MOVE && !event->winner;
    struct query query = query_start(connection, goes_on ? SQL_LISTING_MOVE : SQL_LISTING_HIDE);
    query_text(&query, table);
    if (goes_on)
        query_number(&query, event->at);
    return query_run(&query);
}

static void read_listing(const struct query *query, struct store_listing *listing)
{
    memset(listing, 0, sizeof *listing); /* whoever compares two of them compares all bytes */
    listing->state = (enum store_listing_state)column_number(query, 2);
    listing->moves = (unsigned)column_number(query, 7);
    listing->at = column_number(query, 8);
    column_text(query, 0, listing->table, sizeof listing->table);
    column_text(query, 1, listing->kind, sizeof listing->kind);
    column_text(query, 3, listing->rules, sizeof listing->rules);
    column_text(query, 4, listing->settings, sizeof listing->settings);
    for (int i = 0; i < 2; i++) {
        column_text(query, 5 + i, listing->seat[i], sizeof listing->seat[i]);
        column_text(query, 9 + i, listing->name[i], sizeof listing->name[i]);
        listing->rating[i].value = (int)column_number(query, 11 + 2 * i);
        listing->rating[i].games = (unsigned)column_number(query, 12 + 2 * i);
    }
}

enum error listings(struct connection *connection, struct store_request *request)
{
    struct query query = query_start(connection, SQL_LISTINGS);
    query_number(&query, request->in.listings.open_max);
    query_number(&query, request->in.listings.live_max);
    query_number(&query, STORE_RATING_START);
    query_number(&query, STORE_LISTINGS_MAX);
    query_number(&query, STORE_LISTED_EACH);
    enum error error = OK;
    enum step step = STEP_DONE;
    while (!error && (step = query_step(&query)) == STEP_ROW) {
        error = list_grow(&request->list, request->count, sizeof(struct store_listing), STORE_LISTINGS_MAX);
        if (!error)
            read_listing(&query, (struct store_listing *)request->list + request->count++);
    }
    query_end(&query);
    return error ? error : step == STEP_FAILED ? ERR_STORE : OK;
}

/* ---- seats ---- */

enum error seats_check(struct connection *connection, const struct store_append *append)
{
    if (append->event.kind != EVENT_SEAT || !append->unfinished_max)
        return OK;
    struct query query = query_start(connection, SQL_SEATS_UNFINISHED);
    query_text(&query, append->event.data);
    query_number(&query, clock_now(&connection->clock) - append->window);
    enum step step = query_step(&query);
    bool too_many = step == STEP_ROW && column_number(&query, 0) >= append->unfinished_max;
    query_end(&query);
    return step != STEP_ROW ? ERR_STORE : too_many ? ERR_BUSY : OK;
}

/* ---- seeks ---- */

enum error pairing_find(struct connection *connection, struct store_request *request)
{
    struct query query = query_start(connection, SQL_PAIRING_FIND);
    query_text(&query, request->in.seek.seek.device);
    query_text(&query, request->in.seek.seek.command);
    enum step step = query_step(&query);
    if (step == STEP_ROW)
        column_text(&query, 0, request->out.table, sizeof request->out.table);
    query_end(&query);
    return step == STEP_ROW ? OK : step == STEP_DONE ? ERR_NOT_FOUND : ERR_STORE;
}

static enum error check_unfinished(struct connection *connection, const struct store_request *request)
{
    if (!request->in.seek.unfinished_max)
        return OK;
    struct query query = query_start(connection, SQL_PAIRING_UNFINISHED);
    query_text(&query, request->in.seek.seek.device);
    query_number(&query, clock_now(&connection->clock) - request->in.seek.window);
    enum step step = query_step(&query);
    bool too_many = step == STEP_ROW && column_number(&query, 0) >= request->in.seek.unfinished_max;
    query_end(&query);
    return step != STEP_ROW ? ERR_STORE : too_many ? ERR_BUSY : OK;
}

enum error seek_put(struct connection *connection, struct store_request *request)
{
    const struct store_seek *seek = &request->in.seek.seek;
    enum error error = pairing_find(connection, request);
    if (error != ERR_NOT_FOUND)
        return error ? error : ERR_DUPLICATE;
    error = check_unfinished(connection, request);
    if (!error)
        error = hall_beat(connection, request);
    if (error)
        return error;
    struct query query = query_start(connection, SQL_SEEK_PUT);
    query_text(&query, seek->device);
    query_text(&query, seek->command);
    query_text(&query, seek->kind);
    query_number(&query, seek->rated);
    query_number(&query, seek->turn_seconds);
    query_text(&query, connection->node);
    query_number(&query, clock_now(&connection->clock));
    return query_run(&query);
}

enum error seek_drop(struct connection *connection, struct store_request *request)
{
    struct query query = query_start(connection, SQL_SEEK_DROP);
    query_text(&query, request->in.seek.seek.device);
    query_text(&query, request->in.seek.seek.command);
    query_text(&query, connection->node);
    enum error error = query_run(&query);
    return error || sqlite3_changes(connection->db) ? error : ERR_NOT_FOUND;
}

static void read_seek(const struct query *query, struct store_seek *seek)
{
    *seek = (struct store_seek){.rated = column_number(query, 3),
                                .turn_seconds = (unsigned)column_number(query, 4),
                                .since = column_number(query, 5),
                                .rating = {(int)column_number(query, 6), (unsigned)column_number(query, 7)}};
    column_text(query, 0, seek->device, sizeof seek->device);
    column_text(query, 1, seek->command, sizeof seek->command);
    column_text(query, 2, seek->kind, sizeof seek->kind);
}

enum error seeks(struct connection *connection, struct store_request *request)
{
    struct query query = query_start(connection, SQL_SEEKS);
    query_number(&query, STORE_RATING_START);
    query_number(&query, STORE_SEEKS_MAX);
    enum error error = OK;
    enum step step = STEP_DONE;
    while (!error && (step = query_step(&query)) == STEP_ROW) {
        error = list_grow(&request->list, request->count, sizeof(struct store_seek), STORE_SEEKS_MAX);
        if (!error)
            read_seek(&query, (struct store_seek *)request->list + request->count++);
    }
    query_end(&query);
    return error ? error : step == STEP_FAILED ? ERR_STORE : OK;
}

/* ---- pairing ---- */

/* The seek is taken away; ERR_STALE: it is there no more. Its command leads to the table from now on. */
static enum error take_seek(struct connection *connection, const char *device, const char *command, const char *table)
{
    struct query query = query_start(connection, SQL_SEEK_TAKE);
    query_text(&query, device);
    query_text(&query, command);
    enum error error = query_run(&query);
    if (error)
        return error;
    if (!sqlite3_changes(connection->db))
        return ERR_STALE;
    query = query_start(connection, SQL_PAIRING_ADD);
    query_text(&query, device);
    query_text(&query, command);
    query_text(&query, table);
    query_number(&query, clock_now(&connection->clock));
    return query_run(&query);
}

/* Nobody is there yet: whoever does not come has been away since now. */
static enum error expect(struct connection *connection, const char *table, const char *who)
{
    struct query query = query_start(connection, SQL_PRESENCE_PUT);
    query_text(&query, table);
    query_text(&query, who);
    query_text(&query, connection->node);
    query_number(&query, false);
    query_number(&query, connection->hall);
    return query_run(&query);
}

enum error pair(struct connection *connection, struct store_request *request)
{
    const struct store_pairing *in = &request->in.pairing;
    const char *table = in->opening.table.id;
    enum error error = hall_beat(connection, request);
    if (!error)
        error = table_and_game_add(connection, &in->opening);
    for (unsigned i = 0; i < 2 && !error; i++)
        error = take_seek(connection, in->seek[i].device, in->seek[i].command, table);
    for (unsigned i = 0; i < 2 && !error; i++)
        error = expect(connection, table, in->seek[i].device);
    if (!error)
        error = look_after(connection, table, 0, true);
    if (error)
        return error;
    memcpy(request->out.table, table, sizeof request->out.table);
    struct query query = query_start(connection, SQL_PAIRING_PRUNE);
    query_number(&query, clock_now(&connection->clock) - STORE_PAIRING_MS);
    return query_run(&query);
}
