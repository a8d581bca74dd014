/*
 * The lobby's messages: what it tells a connection, and what a connection asks it. A connection that lagged is told
 * everything once more (session_refresh()).
 */
#include "server/gateway/internal.h"
#include "server/lobby/lobby.h"
#include <string.h>

static bool is_device(const char *who)
{
    return who[0] && strncmp(who, "cpu:", 4) != 0;
}

static struct wire_listed_player wire_player(const struct lobby_player *player)
{
    bool rated = player->rated && is_device(player->who);
    return (struct wire_listed_player){.who = player->who,
                                       .name = player->name,
                                       .has_rating = rated,
                                       .rating = player->rating,
                                       .has_provisional = rated,
                                       .provisional = player->provisional};
}

static void write_rows(const struct lobby_row *rows, unsigned count, struct wire_listed_table *out)
{
    for (unsigned i = 0; i < count; i++)
        out[i] = (struct wire_listed_table){.table = rows[i].table,
                                            .rules = rows[i].rules,
                                            .settings = rows[i].settings,
                                            .b = wire_player(&rows[i].player[0]),
                                            .w = wire_player(&rows[i].player[1]),
                                            .moves = rows[i].moves,
                                            .at = rows[i].at};
}

static void on_list(void *context, const struct lobby_list *list)
{
    struct wire_listed_table open[LOBBY_OPEN_MAX], live[LOBBY_LIVE_MAX];
    struct server_message message = {.type = SERVER_LOBBY};
    write_rows(list->open, list->open_count, open);
    write_rows(list->live, list->live_count, live);
    message.lobby = (struct server_lobby){.kind = list->kind,
                                          .open = open,
                                          .open_count = list->open_count,
                                          .live = live,
                                          .live_count = list->live_count,
                                          .now = list->now};
    socket_send(context, &message);
}

static void on_seeking(void *context, const struct lobby_seeking *seeking)
{
    struct server_message message = {.type = SERVER_SEEKING};
    const struct lobby_seek *seek = &seeking->seek;
    message.seeking = (struct server_seeking){.id = seek->id,
                                              .kind = seek->kind,
                                              .rated = seek->rated,
                                              .turn_seconds = seek->turn_seconds,
                                              .waited = seeking->waited,
                                              .has_rating = seek->rated,
                                              .rating = seeking->rating,
                                              .has_range = seek->rated && seeking->range > 0,
                                              .range = seeking->range};
    socket_send(context, &message);
}

static void on_paired(void *context, const char *id, const char *table)
{
    struct server_message message = {.type = SERVER_PAIRED, .paired = {.id = id, .table = table}};
    socket_send(context, &message);
}

static void on_unpaired(void *context, const char *id, const char *why)
{
    struct server_message message = {.type = SERVER_UNPAIRED};
    message.unpaired = (struct server_unpaired){
        .id = id, .why = (enum wire_server_unpaired_why)WIRE_PLACE(why, wire_server_unpaired_why_names)};
    socket_send(context, &message);
}

static const struct lobby_callbacks callbacks = {
    .list = on_list, .seeking = on_seeking, .paired = on_paired, .unpaired = on_unpaired};

enum error seeking_start(struct connection *connection)
{
    return lobby_client_open(connection->gateway->config.lobby, connection->client, connection->player.id, &callbacks,
                             connection, &connection->lobby);
}

bool seeking_message(struct connection *connection, const struct client_message *said)
{
    switch (said->type) {
    case CLIENT_LOBBY:
        lobby_client_watch(connection->lobby, said->lobby.on);
        return true;
    case CLIENT_SEEK:
        socket_measure(connection); /* whoever does not answer is not to be paired */
        lobby_client_seek(connection->lobby, &(struct lobby_seek){.id = said->seek.id,
                                                                  .kind = said->seek.kind,
                                                                  .rated = said->seek.rated,
                                                                  .turn_seconds = (unsigned)said->seek.turn_seconds});
        return true;
    case CLIENT_CANCEL:
        lobby_client_cancel(connection->lobby, said->cancel.id);
        return true;
    default:
        return false;
    }
}
