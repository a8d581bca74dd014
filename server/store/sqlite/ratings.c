/*
 * Ratings are read, changed and written in the transaction of the event that ends the game: no event without its
 * change, no change without its event, and two games of a player that end at once count one after the other.
 */
#include "server/store/sqlite/connection.h"

#include <string.h>

static enum error read_rating(struct connection *connection, const char *device, const char *kind,
                              struct store_rating *rating)
{
    struct query query = query_start(connection, SQL_RATING_GET);
    query_text(&query, device);
    query_text(&query, kind);
    enum step step = query_step(&query);
    *rating = (struct store_rating){.value = STORE_RATING_START};
    if (step == STEP_ROW) {
        rating->value = (int)column_number(&query, 0);
        rating->games = (unsigned)column_number(&query, 1);
    }
    query_end(&query);
    return step == STEP_FAILED ? ERR_STORE : OK;
}

static enum error write_rating(struct connection *connection, const struct store_append *append, unsigned player,
                               const struct store_rating *rating, const struct store_event *event)
{
    struct query query = query_start(connection, SQL_RATING_PUT);
    query_text(&query, append->players[player]);
    query_text(&query, append->kind);
    query_number(&query, rating->value);
    query_number(&query, rating->games);
    enum error error = query_run(&query);
    if (error)
        return error;
    query = query_start(connection, SQL_RATING_CHANGE);
    query_text(&query, append->players[player]);
    query_text(&query, append->kind);
    query_number(&query, rating->value);
    query_text(&query, event->game);
    query_number(&query, player ? -event->change : event->change);
    query_number(&query, event->at);
    return query_run(&query);
}

enum error ratings_change(struct connection *connection, const struct store_append *append, struct store_event *event)
{
    struct store_rating rating[2];
    for (unsigned i = 0; i < 2; i++)
        if (!strncmp(append->players[i], STORE_GONE, strlen(STORE_GONE)))
            return OK; /* forgotten in the middle of the game: nobody is left to be measured by */
    for (unsigned i = 0; i < 2; i++) {
        enum error error = read_rating(connection, append->players[i], append->kind, &rating[i]);
        if (error)
            return error;
    }
    event->rated = true;
    event->change = append->rate(&rating[0], &rating[1], event->winner);
    rating[0].value += event->change;
    rating[1].value -= event->change;
    enum error error = OK;
    for (unsigned i = 0; i < 2 && !error; i++) {
        rating[i].games++;
        error = write_rating(connection, append, i, &rating[i], event);
    }
    return error;
}

enum error rating_find(struct connection *connection, struct store_request *request)
{
    return read_rating(connection, request->in.rating.device, request->in.rating.kind, &request->out.rating);
}
