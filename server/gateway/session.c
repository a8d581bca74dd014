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

void session_refuse(struct connection *connection, const struct server_error *error)
{
    struct server_message message = {.type = SERVER_ERROR, .error = *error};
    char sentence[201];
    utf8_copy(sentence, sizeof sentence, error->message);
    message.error.message = sentence;
    socket_send(connection, &message);
}

/* ---- what tables tell ---- */

unsigned session_place(const char *word, const char *const *names, size_t count)
{
    unsigned at = 0;
    while (at < count && strcmp(names[at], word) != 0)
        at++;
    return at;
}

static struct wire_seat wire_seat(const struct table_seat *seat)
{
    return (struct wire_seat){.who = seat->who,
                              .name = seat->name,
                              .has_rating = seat->rated,
                              .rating = seat->rating,
                              .has_provisional = seat->rated,
                              .provisional = seat->provisional,
                              .here = seat->here,
                              .plays = text_or_null(seat->plays),
                              .has_why = seat->why[0] != '\0',
                              .why = (enum wire_stand_in)WIRE_PLACE(seat->why, wire_stand_in_names),
                              .asks = text_or_null(seat->offers)};
}

static struct wire_clock wire_clock(const struct table_clock *clock)
{
    return (struct wire_clock){.whole = clock->whole, .left = clock->left, .runs = clock->runs};
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
                                                .has_change = view->rated,
                                                .change = view->change,
                                                .next = text_or_null(view->next),
                                                .host = text_or_null(view->host),
                                                .has_fixed = true,
                                                .fixed = view->fixed,
                                                .has_score = true,
                                                .score = {view->wins[0], view->wins[1], view->draws},
                                                .has_clock = view->clock.whole > 0,
                                                .clock = wire_clock(&view->clock),
                                                .has_asleep = view->asleep,
                                                .asleep = view->asleep,
                                                .has_now = true,
                                                .now = view->now};
    if (message.snapshot.has_result)
        message.snapshot.result = (struct wire_result){.winner = wire_winner(view->winner), .reason = view->reason};
    socket_send(connection, &message);
}

static struct wire_game_event wire_event(const struct table_event *event)
{
    struct wire_game_event out = {
        .seq = event->seq,
        .kind = (enum wire_game_event_kind)WIRE_PLACE(event->kind, wire_game_event_kind_names),
        .has_side = event->side != 0,
        .side = event->side == 'w' ? WIRE_SIDE_W : WIRE_SIDE_B,
        .usi = text_or_null(event->usi),
        .who = text_or_null(event->who),
        .next = text_or_null(event->next),
        .name = text_or_null(event->name),
        .value = text_or_null(event->value),
        .has_what = event->what[0] != '\0',
        .what = (enum wire_request)WIRE_PLACE(event->what, wire_request_names),
        .has_why = event->why[0] != '\0',
        .why = (enum wire_stand_in)WIRE_PLACE(event->why, wire_stand_in_names),
        .has_plies = event->plies > 0,
        .plies = event->plies,
        .has_left = event->left >= 0,
        .left = event->left,
        .has_result = event->winner[0] != '\0',
        .has_change = event->rated,
        .change = event->change,
        .id = text_or_null(event->id),
        .at = event->at,
    };
    if (out.has_result)
        out.result = (struct wire_result){.winner = wire_winner(event->winner), .reason = event->reason};
    return out;
}

/* `clock` may be NULL: not told. */
static void send_event(struct connection *connection, const char *table, const char *game,
                       const struct table_event *event, const struct table_clock *clock)
{
    struct server_message message = {.type = SERVER_EVENT};
    message.event.table = table;
    message.event.game = game;
    message.event.event = wire_event(event);
    if (clock && clock->whole > 0) {
        message.event.has_clock = true;
        message.event.clock = wire_clock(clock);
    }
    socket_send(connection, &message);
}

static void on_event(void *context, const char *table, const char *game, const struct table_event *event,
                     const struct table_clock *clock)
{
    send_event(context, table, game, event, clock);
}

static void on_presence(void *context, const struct table_view *view)
{
    struct server_message message = {.type = SERVER_PRESENCE};
    message.presence = (struct server_presence){.table = view->table,
                                                .game = view->game,
                                                .seq = view->seq,
                                                .b = wire_seat(&view->seat[0]),
                                                .w = wire_seat(&view->seat[1]),
                                                .watchers = view->watchers,
                                                .has_clock = view->clock.whole > 0,
                                                .clock = wire_clock(&view->clock),
                                                .has_asleep = view->asleep,
                                                .asleep = view->asleep,
                                                .has_now = true,
                                                .now = view->now};
    socket_send(context, &message);
}

static void on_record(void *context, const struct table_record *record)
{
    const struct table_view *view = &record->view;
    struct server_message message = {.type = SERVER_RECORD};
    message.record = (struct server_record){.id = record->id,
                                            .table = view->table,
                                            .kind = view->kind,
                                            .rules = view->rules,
                                            .settings = view->settings,
                                            .game = view->game,
                                            .number = view->number,
                                            .start = view->start,
                                            .moves = view->moves,
                                            .spent = record->spent,
                                            .b = wire_seat(&view->seat[0]),
                                            .w = wire_seat(&view->seat[1]),
                                            .has_result = view->winner[0] != '\0',
                                            .next = text_or_null(view->next),
                                            .began = record->began,
                                            .has_ended = record->ended > 0,
                                            .ended = record->ended};
    if (message.record.has_result)
        message.record.result = (struct wire_result){.winner = wire_winner(view->winner), .reason = view->reason};
    socket_send(context, &message);
}

static void on_answer(void *context, const struct table_answer *answer)
{
    struct connection *connection = context;
    if (!answer->error) {
        if (answer->event && !answer->sent)
            send_event(connection, answer->table, answer->game, answer->event, NULL);
        return;
    }
    if (answer->watch)
        forget_watched(connection, answer->table);
    struct server_error error = {.id = text_or_null(answer->id),
                                 .table = answer->id[0] == '\0' ? text_or_null(answer->table) : NULL,
                                 .code = error_code(answer->error),
                                 .at = text_or_null(answer->at),
                                 .message = answer->message[0] ? answer->message : error_text(answer->error),
                                 .rule = text_or_null(answer->rule),
                                 .squares = text_or_null(answer->squares),
                                 .has_seq = answer->error == ERR_STALE,
                                 .seq = answer->seq};
    session_refuse(connection, &error);
}

static const struct table_client_callbacks callbacks = {.snapshot = on_snapshot,
                                                        .event = on_event,
                                                        .presence = on_presence,
                                                        .record = on_record,
                                                        .answer = on_answer,
                                                        .line = talk_line,
                                                        .reported = talk_reported};

/* ---- who it is ---- */

static enum error become(struct connection *connection, const struct player *player)
{
    struct gateway *gateway = connection->gateway;
    enum error error = device_hold(&gateway->devices, player->id, gateway->config.limits.max_connections_per_device,
                                   &connection->device);
    if (error)
        return error;
    connection->player = *player;
    error = table_client_open(gateway->config.tables, player->id, &callbacks, connection, &connection->client);
    return error ? error : seeking_start(connection);
}

static void identified(void *context, enum error error, const struct player *player, const char *token, bool fresh)
{
    struct connection *connection = context;
    struct gateway *gateway = connection->gateway;
    (void)token;
    connection->request = NULL;
    if (connection->may_be_new && !fresh)
        quota_give_device(connection);
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
    } else if (connection->doubtful) {
        socket_abort(connection, CLOSE_SOMEBODY_ELSE, "this device may be somebody else now");
    } else {
        lws_rx_flow_control(connection->wsi, 1);
        ban_check(connection);
    }
}

/* A device that the store does not know becomes a row, so an address may bring only so many of them. */
enum error session_start(struct connection *connection, const char *token)
{
    struct players *players = connection->gateway->config.players;
    connection->may_be_new = quota_take_device(connection);
    if (!connection->may_be_new)
        return player_find(players, token, identified, connection, &connection->request);
    enum error error = player_adopt(players, token, identified, connection, &connection->request);
    if (error)
        quota_give_device(connection);
    return error;
}

void session_end(struct connection *connection)
{
    people_leave(connection);
    if (connection->request)
        player_cancel(connection->request);
    lobby_client_close(connection->lobby);
    table_client_close(connection->client);
    device_release(&connection->gateway->devices, connection->device);
    connection->request = NULL;
    connection->client = NULL;
    connection->lobby = NULL;
    connection->device = NULL;
}

void session_refresh(struct connection *connection)
{
    char watched[TABLE_WATCHES_MAX][TABLE_ID_MAX];
    unsigned count = connection->watched_count;
    memcpy(watched, connection->watched, sizeof watched);
    for (unsigned i = 0; i < count && connection->client && !connection->close_code; i++)
        table_client_watch(connection->client, watched[i], NULL, 0);
    if (connection->lobby && !connection->close_code)
        lobby_client_refresh(connection->lobby);
}

/* ---- what a client says ---- */

static void hello(struct connection *connection, const struct client_hello *said)
{
    if (said->version != WIRE_VERSION) {
        struct server_error error = {
            .code = error_code(ERR_VERSION), .at = "version", .message = "this server speaks version 1"};
        session_refuse(connection, &error);
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
    lobby_open_table(connection->gateway->config.lobby, connection->client, &open);
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
    case CLIENT_RECORD:
        table_client_record(connection->client, said->record.id, said->record.game);
        return;
    case CLIENT_UNWATCH:
        forget_watched(connection, said->unwatch.table);
        table_client_unwatch(connection->client, said->unwatch.table);
        return;
    case CLIENT_PING: {
        struct server_message message = {
            .type = SERVER_PONG,
            .pong = {.n = said->ping.n, .has_now = true, .now = clock_now(&connection->gateway->config.clock)}};
        socket_send(connection, &message);
        return;
    }
    default:
        break;
    }
    struct table_command command;
    if (seeking_message(connection, said) || people_message(connection, said) || talk_dispatch(connection, said) ||
        !command_read(said, &command))
        return;
    socket_measure(connection); /* somebody who plays */
    table_client_command(connection->client, &command);
}

static const char *id_of(const struct client_message *said)
{
    struct table_command command;
    switch (said->type) {
    case CLIENT_OPEN:
        return said->open.id;
    case CLIENT_RECORD:
        return said->record.id;
    case CLIENT_SEEK:
        return said->seek.id;
    case CLIENT_CANCEL:
        return said->cancel.id;
    default:
        return command_read(said, &command) ? command.id : people_id(said) ? people_id(said) : talk_id(said);
    }
}

static const char *table_of(const struct client_message *said)
{
    return said->type == CLIENT_WATCH     ? said->watch.table
           : said->type == CLIENT_UNWATCH ? said->unwatch.table
           : said->type == CLIENT_LISTEN  ? said->listen.table
                                          : NULL;
}

void session_message(struct connection *connection, const char *text, size_t length)
{
    struct client_message said;
    struct wire_fault fault;
    struct server_error error = {.code = error_code(ERR_BUSY)};
    connection->gateway->counts.messages_in++;
    if (!connection->client)
        return; /* being closed */
    bool in_time = quota_may_speak(connection);
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
    } else if (!quota_allows(connection, &said, command_read(&said, &(struct table_command){0}))) {
        error.message = "too much from this address today";
        error.id = text_or_null(id_of(&said));
    } else if (said.type == CLIENT_RECORD && !quota_may_look(connection)) {
        error.message = "too many records of games; try again in a moment";
        error.id = text_or_null(said.record.id);
    } else {
        dispatch(connection, &said);
        return;
    }
    session_refuse(connection, &error);
    socket_strike(connection);
}
