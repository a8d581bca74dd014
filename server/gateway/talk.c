/*
 * Talking: what a client says, asks for and reports, and what tables tell of it.
 */
#include "base/clock.h"
#include "server/gateway/internal.h"
#include "server/gateway/saying.h"

enum { LISTENS_A_SECOND = 1, LISTENS_AT_ONCE = 10 };

static const char *text_or_null(const char *text)
{
    return text[0] ? text : NULL;
}

void talk_line(void *context, const struct table_line *line)
{
    struct server_message message = {.type = SERVER_LINE};
    message.line = (struct server_line){.table = line->table,
                                        .number = line->number,
                                        .who = line->who,
                                        .name = line->name,
                                        .has_side = line->side != 0,
                                        .side = line->side == 'w' ? WIRE_SIDE_W : WIRE_SIDE_B,
                                        .text = line->text,
                                        .at = line->at,
                                        .has_old = line->old,
                                        .old = line->old,
                                        .id = text_or_null(line->id)};
    socket_send(context, &message);
}

void talk_reported(void *context, const char *id, const char *table, const char *who)
{
    struct server_message message = {.type = SERVER_REPORTED, .reported = {.id = id, .table = table, .who = who}};
    socket_send(context, &message);
}

static void say(struct connection *connection, const struct client_say *said)
{
    enum error error = saying_check(said->text);
    if (error)
        table_client_refuse(connection->client, said->id, error, "text",
                            error == ERR_TOO_LONG ? "more than 200 characters"
                                                  : "nothing to be read, or characters that are not for reading");
    else
        table_client_say(connection->client, said->table, said->id, said->text);
}

bool talk_dispatch(struct connection *connection, const struct client_message *message)
{
    switch (message->type) {
    case CLIENT_SAY:
        say(connection, &message->say);
        return true;
    case CLIENT_LISTEN:
        if (bucket_take(&connection->listens, LISTENS_A_SECOND, LISTENS_AT_ONCE, clock_monotonic()))
            table_client_listen(connection->client, message->listen.table,
                                !message->listen.has_on || message->listen.on);
        else
            table_client_refuse(connection->client, "", ERR_BUSY, "", "asked for too often");
        return true;
    case CLIENT_REPORT:
        table_client_report(connection->client, message->report.table, message->report.id, message->report.who);
        return true;
    default:
        return false;
    }
}

const char *talk_id(const struct client_message *message)
{
    return message->type == CLIENT_SAY ? message->say.id : message->type == CLIENT_REPORT ? message->report.id : NULL;
}
