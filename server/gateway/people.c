/*
 * Who one is: names, the codes that move a player to another device, forgetting. Each message starts an errand of
 * server/player and is answered when that is over; then everybody is told on the bus (TABLE_SUBJECT_PLAYER): tables
 * show other names, and connections of a device that is somebody else now are closed, so that they come back as who
 * they are.
 *
 * A connection may go away while its errand is under way. What comes of it is told to the bus all the same.
 */
#include "base/clock.h"
#include "protocol/utf8.h"
#include "server/bus/bus.h"
#include "server/gateway/internal.h"
#include "server/player/name.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum what { ERRAND_NAME, ERRAND_CODE, ERRAND_MOVE, ERRAND_FORGET };

struct people_errand {
    struct people_errand *next, **link;
    struct gateway *gateway;
    struct connection *connection; /* NULL: gone */
    struct player_errand *errand;
    enum what what;
    char id[TABLE_COMMAND_MAX];
    struct player player; /* who asked; the name: the new one */
};

/* ---- telling ---- */

static void publish(struct gateway *gateway, const char *text)
{
    struct bus *bus = gateway->config.bus;
    enum error error = bus ? bus_publish(bus, TABLE_SUBJECT_PLAYER, text, strlen(text)) : OK;
    if (error)
        log_write(gateway->config.log, LOG_WARN, "gateway.publish", "subject=" TABLE_SUBJECT_PLAYER " error=%s",
                  error_code(error));
}

static void publish_gone(struct gateway *gateway, const char *who, const char *pseudonym)
{
    char text[2 * PLAYER_ID_MAX + 8];
    snprintf(text, sizeof text, "gone %s %s", who, pseudonym);
    publish(gateway, text);
}

static void send_self(struct connection *connection, const char *id, const char *you, const char *name)
{
    struct server_message message = {.type = SERVER_SELF, .self = {.id = id, .you = you, .name = name}};
    socket_send(connection, &message);
}

static void refuse(struct connection *connection, const char *id, enum error error, const char *at, const char *message)
{
    session_refuse(connection,
                   &(struct server_error){.id = id, .code = error_code(error), .at = at, .message = message});
}

/* Connections of this player, or of this device, are of somebody else now. Who is being found out may be this one: what
 * the store answers may be from before. */
static void send_away(struct gateway *gateway, const char *who, bool device)
{
    for (struct connection *it = gateway->connections; it; it = it->next)
        if (it->request)
            it->doubtful = true;
        else if (it->client && strcmp(device ? it->player.device : it->player.id, who) == 0)
            socket_close(it, CLOSE_SOMEBODY_ELSE, "this device is somebody else now");
}

static void on_player(void *context, const char *subject, const char *text, size_t size)
{
    char copy[BUS_MESSAGE_MAX], *rest = copy;
    (void)subject;
    if (size >= sizeof copy)
        return;
    memcpy(copy, text, size + 1);
    const char *what = strsep(&rest, " "), *who = strsep(&rest, " ");
    if (who && strcmp(what, "gone") == 0)
        send_away(context, who, false);
    else if (who && strcmp(what, "moved") == 0)
        send_away(context, who, true);
}

/* ---- what came of an errand ---- */

static void renamed(struct people_errand *errand)
{
    struct gateway *gateway = errand->gateway;
    char text[PLAYER_ID_MAX + 8];
    for (struct connection *it = gateway->connections; it; it = it->next) {
        if (!it->client || strcmp(it->player.id, errand->player.id) != 0)
            continue;
        memcpy(it->player.name, errand->player.name, sizeof it->player.name);
        send_self(it, it == errand->connection ? errand->id : NULL, it->player.id, it->player.name);
    }
    snprintf(text, sizeof text, "name %s", errand->player.id);
    publish(gateway, text);
}

static void moved(struct people_errand *errand, const struct player_news *news)
{
    char text[PLAYER_ID_MAX + 8];
    if (errand->connection)
        send_self(errand->connection, errand->id, news->player->id, news->player->name);
    snprintf(text, sizeof text, "moved %s", errand->player.device);
    publish(errand->gateway, text);
    if (news->pseudonym)
        publish_gone(errand->gateway, news->before, news->pseudonym);
}

static void forgotten(struct people_errand *errand, const struct player_news *news)
{
    if (errand->connection)
        send_self(errand->connection, errand->id, "", "");
    publish_gone(errand->gateway, errand->player.id, news->pseudonym);
}

static void failed(struct people_errand *errand, enum error error)
{
    if (!errand->connection)
        return;
    if (errand->what == ERRAND_MOVE && error == ERR_NOT_FOUND)
        refuse(errand->connection, errand->id, error, "code", "no such code, or it was used, or its time is over");
    else if (error == ERR_DUPLICATE)
        refuse(errand->connection, errand->id, ERR_FORBIDDEN, "code", "this device is that player already");
    else
        refuse(errand->connection, errand->id, error == ERR_NOT_FOUND ? error : ERR_STORE, NULL, error_text(error));
}

static void end(struct people_errand *errand)
{
    *errand->link = errand->next;
    if (errand->next)
        errand->next->link = errand->link;
    free(errand);
}

static void on_news(void *context, const struct player_news *news)
{
    struct people_errand *errand = context;
    if (news->error) {
        failed(errand, news->error);
    } else if (errand->what == ERRAND_NAME) {
        renamed(errand);
    } else if (errand->what == ERRAND_MOVE) {
        moved(errand, news);
    } else if (errand->what == ERRAND_FORGET) {
        forgotten(errand, news);
    } else if (errand->connection) {
        struct server_message message = {.type = SERVER_CODE,
                                         .code = {.id = errand->id, .code = news->code, .until = news->until}};
        socket_send(errand->connection, &message);
    }
    end(errand);
}

/* ---- what is asked ---- */

/* NULL after a refusal. */
static struct people_errand *begin(struct connection *connection, enum what what, const char *id)
{
    struct gateway *gateway = connection->gateway;
    if (!id[0]) {
        refuse(connection, NULL, ERR_SYNTAX, "id", "an id of at least one character");
        return NULL;
    }
    struct people_errand *errand = calloc(1, sizeof *errand);
    if (!errand) {
        refuse(connection, id, ERR_BUSY, NULL, error_text(ERR_NO_MEMORY));
        return NULL;
    }
    *errand = (struct people_errand){.gateway = gateway,
                                     .connection = connection,
                                     .what = what,
                                     .player = connection->player,
                                     .next = gateway->errands,
                                     .link = &gateway->errands};
    utf8_copy(errand->id, sizeof errand->id, id);
    if (errand->next)
        errand->next->link = &errand->next;
    gateway->errands = errand;
    return errand;
}

/* It could be started, or is refused. */
static void begun(struct people_errand *errand, enum error error)
{
    if (!error)
        return;
    if (error == ERR_SYNTAX)
        refuse(errand->connection, errand->id, error, "code", "a code has twelve letters and digits");
    else
        refuse(errand->connection, errand->id, ERR_BUSY, NULL, error_text(error));
    end(errand);
}

static void take_name(struct connection *connection, const struct client_name *said)
{
    const struct gateway_limits *limits = &connection->gateway->config.limits;
    char name[PLAYER_NAME_MAX];
    enum name_fault fault = name_check(said->name, name);
    if (fault) {
        session_refuse(connection, &(struct server_error){.id = said->id,
                                                          .code = error_code(ERR_ILLEGAL),
                                                          .at = "name",
                                                          .message = name_fault_text(fault),
                                                          .rule = name_fault_code(fault)});
        return;
    }
    if (!bucket_take(&connection->device->names, limits->name_rate, limits->name_burst,
                     minutes_clock(clock_monotonic()))) {
        refuse(connection, said->id, ERR_BUSY, "name", "too many names; try again in a minute");
        return;
    }
    struct people_errand *errand = begin(connection, ERRAND_NAME, said->id);
    if (!errand)
        return;
    memcpy(errand->player.name, name, sizeof errand->player.name);
    begun(errand, player_rename(connection->gateway->config.players, connection->player.id, name, on_news, errand,
                                &errand->errand));
}

/* Codes are asked for and tried only so often, by an address and by a player. */
static bool may_have_code(struct connection *connection, const char *id)
{
    const struct gateway_limits *limits = &connection->gateway->config.limits;
    int64_t now = minutes_clock(clock_monotonic());
    if (bucket_take(&connection->device->codes, limits->code_rate, limits->code_burst, now) &&
        bucket_take(&connection->peer->codes, limits->code_rate, limits->code_burst, now))
        return true;
    refuse(connection, id, ERR_BUSY, "code", "too many codes; try again in some minutes");
    return false;
}

static void make_code(struct connection *connection, const struct client_transfer *said)
{
    struct people_errand *errand =
        may_have_code(connection, said->id) ? begin(connection, ERRAND_CODE, said->id) : NULL;
    if (errand)
        begun(errand, player_code(connection->gateway->config.players, connection->player.id, on_news, errand,
                                  &errand->errand));
}

static void use_code(struct connection *connection, const struct client_transfer_use *said)
{
    struct people_errand *errand =
        may_have_code(connection, said->id) ? begin(connection, ERRAND_MOVE, said->id) : NULL;
    if (errand)
        begun(errand, player_move(connection->gateway->config.players, connection->player.device, said->code, on_news,
                                  errand, &errand->errand));
}

static void forget(struct connection *connection, const struct client_forget *said)
{
    struct people_errand *errand = begin(connection, ERRAND_FORGET, said->id);
    if (errand)
        begun(errand, player_forget(connection->gateway->config.players, connection->player.id, on_news, errand,
                                    &errand->errand));
}

bool people_message(struct connection *connection, const struct client_message *said)
{
    switch (said->type) {
    case CLIENT_NAME:
        take_name(connection, &said->name);
        return true;
    case CLIENT_TRANSFER:
        make_code(connection, &said->transfer);
        return true;
    case CLIENT_TRANSFER_USE:
        use_code(connection, &said->transfer_use);
        return true;
    case CLIENT_FORGET:
        forget(connection, &said->forget);
        return true;
    default:
        return false;
    }
}

const char *people_id(const struct client_message *said)
{
    switch (said->type) {
    case CLIENT_NAME:
        return said->name.id;
    case CLIENT_TRANSFER:
        return said->transfer.id;
    case CLIENT_TRANSFER_USE:
        return said->transfer_use.id;
    case CLIENT_FORGET:
        return said->forget.id;
    default:
        return NULL;
    }
}

/* ---- beginning and end ---- */

void people_leave(struct connection *connection)
{
    for (struct people_errand *errand = connection->gateway->errands; errand; errand = errand->next)
        if (errand->connection == connection)
            errand->connection = NULL;
}

enum error people_open(struct gateway *gateway)
{
    struct bus *bus = gateway->config.bus;
    return bus ? bus_subscribe(bus, TABLE_SUBJECT_PLAYER, on_player, gateway, &gateway->news) : OK;
}

void people_close(struct gateway *gateway)
{
    bus_unsubscribe(gateway->news);
    gateway->news = NULL;
    while (gateway->errands) {
        player_errand_cancel(gateway->errands->errand);
        end(gateway->errands);
    }
}
