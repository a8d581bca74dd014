/*
 * What messages mean: a client's message becomes a call of the lobby or of the tables, and what these tell becomes
 * messages. A connection belongs to one device, which is asked for before anything is read from it.
 *
 * When the outbox runs over within a callback of the tables, nothing more is told until session_refresh() asks for
 * everything anew (socket.c), so a client never misses an event without a snapshot after it.
 */
#include "base/clock.h"
#include "protocol/utf8.h"
#include "server/gateway/internal.h"
#include "server/lobby/lobby.h"
#include <string.h>

static const char *text_or_null(const char *text)
{
    return text && text[0] ? text : NULL;
}

static void send_error(struct connection *connection, const struct server_error *error)
{
    struct server_message message = {.type = SERVER_ERROR, .error = *error};
    char sentence[201];
    utf8_copy(sentence, sizeof sentence, error->message);
    message.error.message = sentence;
    socket_send(connection, &message);
}

/* ---- what tables tell ---- */

static struct wire_seat wire_seat(const struct table_seat *seat)
{
    return (struct wire_seat){.who = seat->who, .name = seat->name, .here = seat->here};
}

static enum wire_result_winner wire_winner(const char *winner)
{
    return winner[0] == 'b' ? WIRE_RESULT_WINNER_B : winner[0] == 'w' ? WIRE_RESULT_WINNER_W : WIRE_RESULT_WINNER_DRAW;
}

static void note_watched(struct connection *connection, const char *table)
{
    for (unsigned i = 0; i < connection->watched_count; i++)
        if (strcmp(connection->watched[i], table) == 0)
            return;
    if (connection->watched_count < TABLE_WATCHES_MAX && strlen(table) < TABLE_ID_MAX)
        utf8_copy(connection->watched[connection->watched_count++], TABLE_ID_MAX, table);
}

static void forget_watched(struct connection *connection, const char *table)
{
    for (unsigned i = 0; i < connection->watched_count; i++)
        if (strcmp(connection->watched[i], table) == 0) {
            memmove(connection->watched[i], connection->watched[--connection->watched_count], TABLE_ID_MAX);
            return;
        }
}

static void on_snapshot(void *context, const struct table_view *view)
{
    struct connection *connection = context;
    note_watched(connection, view->table);
    struct server_message message = {.type = SERVER_SNAPSHOT};
    message.snapshot = (struct server_snapshot){.id = text_or_null(view->id),
                                                .table = view->table,
                                                .kind = view->kind,
                                                .rules = view->rules,
                                                .settings = view->settings,
                                                .game = view->game,
                                                .number = view->number,
                                                .seq = view->seq,
                                                .start = view->start,
                                                .moves = view->moves,
                                                .b = wire_seat(&view->seat[0]),
                                                .w = wire_seat(&view->seat[1]),
                                                .watchers = view->watchers,
                                                .has_result = view->winner[0] != '\0',
                                                .next = text_or_null(view->next)};
    if (message.snapshot.has_result)
        message.snapshot.result = (struct wire_result){.winner = wire_winner(view->winner), .reason = view->reason};
    socket_send(connection, &message);
}

/* A kind that the protocol does not have is out of range, and so refused by the encoder. */
static enum wire_game_event_kind wire_kind(const char *kind)
{
    unsigned count = sizeof wire_game_event_kind_names / sizeof *wire_game_event_kind_names, at = 0;
    while (at < count && strcmp(wire_game_event_kind_names[at], kind) != 0)
        at++;
    return (enum wire_game_event_kind)at;
}

static void send_event(struct connection *connection, const char *table, const char *game,
                       const struct table_event *event)
{
    struct server_message message = {.type = SERVER_EVENT};
    message.event.table = table;
    message.event.game = game;
    message.event.event = (struct wire_game_event){.seq = event->seq,
                                                   .kind = wire_kind(event->kind),
                                                   .has_side = event->side != 0,
                                                   .side = event->side == 'w' ? WIRE_SIDE_W : WIRE_SIDE_B,
                                                   .usi = text_or_null(event->usi),
                                                   .who = text_or_null(event->who),
                                                   .next = text_or_null(event->next),
                                                   .has_result = event->winner[0] != '\0',
                                                   .id = text_or_null(event->id),
                                                   .at = event->at};
    if (message.event.event.has_result)
        message.event.event.result =
            (struct wire_result){.winner = wire_winner(event->winner), .reason = event->reason};
    socket_send(connection, &message);
}

static void on_event(void *context, const char *table, const char *game, const struct table_event *event)
{
    send_event(context, table, game, event);
}

static void on_presence(void *context, const struct table_view *view)
{
    struct server_message message = {.type = SERVER_PRESENCE};
    message.presence = (struct server_presence){.table = view->table,
                                                .game = view->game,
                                                .seq = view->seq,
                                                .b = wire_seat(&view->seat[0]),
                                                .w = wire_seat(&view->seat[1]),
                                                .watchers = view->watchers};
    socket_send(context, &message);
}

static void on_answer(void *context, const struct table_answer *answer)
{
    struct connection *connection = context;
    if (!answer->error) {
        if (answer->event && !answer->sent)
            send_event(connection, answer->table, answer->game, answer->event);
        return;
    }
    bool failed_watch = answer->id[0] == '\0';
    if (failed_watch)
        forget_watched(connection, answer->table);
    struct server_error error = {.id = text_or_null(answer->id),
                                 .table = failed_watch ? text_or_null(answer->table) : NULL,
                                 .code = error_code(answer->error),
                                 .at = text_or_null(answer->at),
                                 .message = answer->message[0] ? answer->message : error_text(answer->error),
                                 .rule = text_or_null(answer->rule),
                                 .squares = text_or_null(answer->squares),
                                 .has_seq = answer->error == ERR_STALE,
                                 .seq = answer->seq};
    send_error(connection, &error);
}

static const struct table_client_callbacks callbacks = {
    .snapshot = on_snapshot, .event = on_event, .presence = on_presence, .answer = on_answer};

/* ---- who it is ---- */

static enum error become(struct connection *connection, const struct player *player)
{
    struct gateway *gateway = connection->gateway;
    enum error error = device_hold(&gateway->devices, player->id, gateway->config.limits.max_connections_per_device,
                                   &connection->device);
    if (error)
        return error;
    connection->player = *player;
    return table_client_open(gateway->config.tables, player->id, &callbacks, connection, &connection->client);
}

static void identified(void *context, enum error error, const struct player *player, const char *token, bool fresh)
{
    struct connection *connection = context;
    struct gateway *gateway = connection->gateway;
    (void)token;
    connection->request = NULL;
    if (connection->may_be_new && !fresh)
        bucket_give(&connection->peer->devices);
    if (!error)
        error = become(connection, player);
    if (error == ERR_BUSY) {
        socket_abort(connection, CLOSE_TRY_LATER, "too many connections of this device");
    } else if (error == ERR_NOT_FOUND) {
        gateway->counts.devices_refused++;
        socket_abort(connection, CLOSE_TRY_LATER, "too many new devices from this address");
    } else if (error) {
        log_write(gateway->config.log, LOG_WARN, "gateway.identify", "error=%s", error_code(error));
        socket_abort(connection, CLOSE_TRY_LATER, "it could not be found out who you are");
    } else {
        lws_rx_flow_control(connection->wsi, 1);
    }
}

/* A device that the store does not know becomes a row, so an address may bring only so many of them. */
enum error session_start(struct connection *connection, const char *token)
{
    const struct gateway_limits *limits = &connection->gateway->config.limits;
    struct players *players = connection->gateway->config.players;
    int64_t now = minutes_clock(clock_monotonic());
    connection->may_be_new = bucket_take(&connection->peer->devices, limits->device_rate, limits->device_burst, now);
    if (connection->may_be_new)
        return player_adopt(players, token, identified, connection, &connection->request);
    return player_find(players, token, identified, connection, &connection->request);
}

void session_end(struct connection *connection)
{
    if (connection->request)
        player_cancel(connection->request);
    table_client_close(connection->client);
    device_release(&connection->gateway->devices, connection->device);
    connection->request = NULL;
    connection->client = NULL;
    connection->device = NULL;
}

void session_refresh(struct connection *connection)
{
    char watched[TABLE_WATCHES_MAX][TABLE_ID_MAX];
    unsigned count = connection->watched_count;
    memcpy(watched, connection->watched, sizeof watched);
    for (unsigned i = 0; i < count && connection->client && !connection->close_code; i++)
        table_client_watch(connection->client, watched[i], NULL, 0);
}

/* ---- what a client says ---- */

static void hello(struct connection *connection, const struct client_hello *said)
{
    if (said->version != WIRE_VERSION) {
        struct server_error error = {
            .code = error_code(ERR_VERSION), .at = "version", .message = "this server speaks version 1"};
        send_error(connection, &error);
        socket_close(connection, CLOSE_POLICY, "version");
        return;
    }
    connection->said_hello = true;
    struct server_message message = {.type = SERVER_WELCOME};
    message.welcome = (struct server_welcome){.version = WIRE_VERSION,
                                              .you = connection->player.id,
                                              .name = connection->player.name,
                                              .now = clock_now(&connection->gateway->config.clock)};
    socket_send(connection, &message);
}

static void command(struct connection *connection, enum table_verb verb, const char *game, int64_t seq, const char *id,
                    const char *usi, char side)
{
    struct table_command command = {
        .verb = verb, .game = game, .seq = (unsigned)seq, .id = id, .usi = usi, .side = side};
    table_client_command(connection->client, &command);
}

static void watch(struct connection *connection, const struct client_watch *said)
{
    note_watched(connection, said->table);
    const char *game = said->has_game && said->has_seq ? said->game : NULL;
    table_client_watch(connection->client, said->table, game, (unsigned)said->seq);
}

static void open_table(struct connection *connection, const struct client_open *said)
{
    struct lobby_open open = {.id = said->id,
                              .kind = said->kind,
                              .rules = said->rules,
                              .settings = said->settings,
                              .opponent = wire_opponent_names[said->opponent]};
    lobby_open(connection->gateway->config.lobby, connection->client, &open);
}

static char side_letter(const struct client_sit *said)
{
    return !said->has_side ? 0 : said->side == WIRE_SIDE_B ? 'b' : 'w';
}

static void dispatch(struct connection *connection, const struct client_message *said)
{
    switch (said->type) {
    case CLIENT_HELLO:
        hello(connection, &said->hello);
        return;
    case CLIENT_OPEN:
        open_table(connection, &said->open);
        return;
    case CLIENT_WATCH:
        watch(connection, &said->watch);
        return;
    case CLIENT_UNWATCH:
        forget_watched(connection, said->unwatch.table);
        table_client_unwatch(connection->client, said->unwatch.table);
        return;
    case CLIENT_SIT:
        command(connection, TABLE_SIT, said->sit.game, said->sit.seq, said->sit.id, "", side_letter(&said->sit));
        return;
    case CLIENT_MOVE:
        command(connection, TABLE_MOVE, said->move.game, said->move.seq, said->move.id, said->move.usi, 0);
        return;
    case CLIENT_RESIGN:
        command(connection, TABLE_RESIGN, said->resign.game, said->resign.seq, said->resign.id, "", 0);
        return;
    case CLIENT_AGAIN:
        command(connection, TABLE_AGAIN, said->again.game, said->again.seq, said->again.id, "", 0);
        return;
    case CLIENT_PING: {
        struct server_message message = {.type = SERVER_PONG, .pong = {.n = said->ping.n}};
        socket_send(connection, &message);
        return;
    }
    }
}

static const char *id_of(const struct client_message *said)
{
    switch (said->type) {
    case CLIENT_OPEN:
        return said->open.id;
    case CLIENT_SIT:
        return said->sit.id;
    case CLIENT_MOVE:
        return said->move.id;
    case CLIENT_RESIGN:
        return said->resign.id;
    case CLIENT_AGAIN:
        return said->again.id;
    default:
        return NULL;
    }
}

static const char *table_of(const struct client_message *said)
{
    return said->type == CLIENT_WATCH ? said->watch.table : said->type == CLIENT_UNWATCH ? said->unwatch.table : NULL;
}

static bool may_speak(struct connection *connection)
{
    const struct gateway_limits *limits = &connection->gateway->config.limits;
    int64_t now = clock_monotonic();
    return bucket_take(&connection->device->messages, limits->message_rate, limits->message_burst, now) &&
           bucket_take(&connection->peer->actions, limits->address_rate, limits->address_burst, now);
}

void session_message(struct connection *connection, const char *text, size_t length)
{
    struct client_message said;
    struct wire_fault fault;
    struct server_error error = {.code = error_code(ERR_BUSY)};
    connection->gateway->counts.messages_in++;
    if (!connection->client)
        return; /* being closed */
    bool in_time = may_speak(connection);
    if (wire_decode(text, length, &said, &fault) != OK) {
        error = (struct server_error){.id = text_or_null(fault.id),
                                      .code = error_code(fault.error),
                                      .at = text_or_null(fault.at),
                                      .message = fault.message};
    } else if (!in_time) {
        error.message = "too many messages; try again in a moment";
        error.id = text_or_null(id_of(&said));
        error.table = text_or_null(table_of(&said));
    } else if (!connection->said_hello && said.type != CLIENT_HELLO) {
        error.code = error_code(ERR_SYNTAX);
        error.at = "t";
        error.message = "say hello first";
        error.id = text_or_null(id_of(&said));
        error.table = text_or_null(table_of(&said));
    } else {
        dispatch(connection, &said);
        return;
    }
    send_error(connection, &error);
    socket_strike(connection);
}
