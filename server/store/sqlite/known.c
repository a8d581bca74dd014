/*
 * Who writes is somebody. What a player said may still be on its way when that player is forgotten: queued here, at a
 * table, or judged by a state in memory that does not know yet. Written after it, it would bring the id back that was
 * erased a moment ago, with a rating even, and nobody would ever erase it again. So each write is refused that names a
 * player whom the store does not have; whoever sent it for others may send it again as soon as the news has come.
 */
#include "server/store/sqlite/connection.h"

#include <string.h>

/* Computers and the forgotten have a ':' in their ids, which no player has. */
static enum error check(struct connection *connection, const char *who)
{
    if (connection->strangers || !*who || strchr(who, ':') || !strcmp(who, STORE_HOUSE))
        return OK;
    struct query query = query_start(connection, SQL_PLAYER_HAS);
    query_text(&query, who);
    enum step step = query_step(&query);
    query_end(&query);
    return step == STEP_ROW ? OK : step == STEP_DONE ? ERR_NOT_FOUND : ERR_STORE;
}

static enum error check_both(struct connection *connection, const char (*who)[STORE_WHO_MAX])
{
    enum error error = check(connection, who[0]);
    return error ? error : check(connection, who[1]);
}

static enum error check_append(struct connection *connection, const struct store_append *append)
{
    enum error error = check(connection, append->event.actor);
    if (!error && append->event.kind == EVENT_SEAT)
        error = check(connection, append->event.data);
    if (!error && append->event.winner)
        error = check_both(connection, append->players);
    if (!error && append->next)
        error = check_both(connection, append->next->seat);
    return error;
}

enum error known_check(struct connection *connection, const struct store_request *request)
{
    enum error error;
    switch (request->kind) {
    case REQUEST_TABLE_ADD:
        error = check(connection, request->in.opening.table.creator);
        return error ? error : check_both(connection, request->in.opening.game.seat);
    case REQUEST_APPEND:
        return check_append(connection, &request->in.append.append);
    case REQUEST_PRESENCE:
        return check(connection, request->in.presence.who);
    case REQUEST_LISTING_PUT:
        return check_both(connection, request->in.listing.seat);
    case REQUEST_SEEK_PUT:
        return check(connection, request->in.seek.seek.device);
    case REQUEST_SAY:
        return check(connection, request->in.saying.line.author);
    case REQUEST_REPORT:
        return check(connection, request->in.report.reporter);
    default: /* names nobody, or is refused by the statement itself */
        return OK;
    }
}
