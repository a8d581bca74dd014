/*
 * WebSocket connections: reading whole messages out of fragments, and writing one message each time the socket can take
 * one. What cannot be written waits in the outbox, which is bounded. When it runs over, all of it is thrown away and
 * the connection lags: it is told nothing more until it has read what libwebsockets and the kernel hold for it, and is
 * then given snapshots of all it watches. One that has not caught up after a while, because it lags again and again or
 * does not read at all, is closed (gateway.c, on_tick).
 */
#include "base/clock.h"
#include "protocol/utf8.h"
#include "server/gateway/internal.h"
#include <stdlib.h>
#include <string.h>

enum { CLOSE_SECONDS = 5, PING_MS = 10000, SILENT_MS = 5000, STAMP_BYTES = sizeof(int64_t) };

/* NULL is logged already. */
static struct frame *encode(struct gateway *gateway, const struct server_message *message)
{
    size_t length;
    enum error error = wire_encode(message, gateway->buffer, sizeof gateway->buffer, &length);
    if (error) {
        log_write(gateway->config.log, LOG_ERROR, "gateway.encode", "message=%s error=%s",
                  wire_server_name(message->type), error_code(error));
        return NULL;
    }
    /* Most of what tables tell goes to many readers in a row: they share one frame. */
    struct frame *last = gateway->last;
    if (last && last->size == length && memcmp(last->bytes, gateway->buffer, length) == 0) {
        last->references++;
        return last;
    }
    struct frame *frame = frame_new(gateway->buffer, length, LWS_PRE);
    if (!frame) {
        log_write(gateway->config.log, LOG_ERROR, "gateway.encode", "error=%s", error_code(ERR_NO_MEMORY));
        return NULL;
    }
    frame_release(last);
    gateway->last = frame;
    frame->references++;
    return frame;
}

static void start_lagging(struct connection *connection)
{
    outbox_clear(&connection->outbox);
    connection->gateway->counts.lagged++;
    connection->lagging = true;
    if (!connection->behind_since)
        connection->behind_since = clock_monotonic();
}

static void send_frame(struct connection *connection, struct frame *frame)
{
    if (connection->close_code || connection->lagging)
        return;
    size_t bytes_max = (size_t)connection->gateway->config.limits.queue_kib << 10;
    if (outbox_push(&connection->outbox, frame, bytes_max) != OK)
        start_lagging(connection);
    lws_callback_on_writable(connection->wsi);
}

void socket_send(struct connection *connection, const struct server_message *message)
{
    struct frame *frame = encode(connection->gateway, message);
    if (!frame) {
        /* It would miss something without knowing it. */
        socket_abort(connection, CLOSE_INTERNAL, "a message could not be written");
        return;
    }
    send_frame(connection, frame);
    frame_release(frame);
}

void socket_close(struct connection *connection, int code, const char *reason)
{
    if (connection->close_code)
        return;
    connection->close_code = code;
    utf8_copy(connection->close_reason, sizeof connection->close_reason, reason);
    lws_rx_flow_control(connection->wsi, 1); /* its answer to the close frame is waited for */
    /* Should the socket never become writable, this ends it. */
    lws_set_timeout(connection->wsi, PENDING_TIMEOUT_USER_REASON_BASE, CLOSE_SECONDS);
    lws_callback_on_writable(connection->wsi);
}

void socket_abort(struct connection *connection, int code, const char *reason)
{
    outbox_clear(&connection->outbox);
    socket_close(connection, code, reason);
}

void socket_strike(struct connection *connection)
{
    connection->gateway->counts.messages_refused++;
    if (bucket_take(&connection->strikes, 1, connection->gateway->config.limits.strikes, clock_monotonic()))
        return;
    if (!connection->close_code)
        connection->gateway->counts.closed_policy++;
    socket_close(connection, CLOSE_POLICY, "too many messages that had to be refused");
}

/* libwebsockets sends no close frame when the writeable callback asks to close, but does when a timer's does. */
static void say_goodbye(struct connection *connection)
{
    if (connection->said_goodbye)
        return;
    connection->said_goodbye = true;
    lws_close_reason(connection->wsi, (enum lws_close_status)connection->close_code,
                     (unsigned char *)connection->close_reason, strlen(connection->close_reason));
    lws_set_timer_usecs(connection->wsi, 1);
}

/* ---- how long the way is ---- */

void socket_measure(struct connection *connection)
{
    if (connection->measures)
        return;
    connection->measures = true;
    socket_ping(connection);
}

void socket_ping(struct connection *connection)
{
    int64_t since = clock_monotonic() - connection->pinged;
    if (!connection->measures || connection->close_code || !connection->client)
        return;
    if (connection->pong_owed && since > SILENT_MS)
        table_client_silent(connection->client, true); /* a telephone in a tunnel; it is not closed for that yet */
    if (connection->pinged && since < PING_MS)
        return;
    connection->ping_due = true;
    lws_callback_on_writable(connection->wsi);
}

/* The ping carries the time at which it was written; the pong brings it back. */
static int write_ping(struct connection *connection)
{
    unsigned char frame[LWS_PRE + STAMP_BYTES];
    connection->ping_due = false;
    connection->pinged = clock_monotonic();
    connection->pong_owed = true;
    memcpy(frame + LWS_PRE, &connection->pinged, STAMP_BYTES);
    lws_callback_on_writable(connection->wsi);
    return lws_write(connection->wsi, frame + LWS_PRE, STAMP_BYTES, LWS_WRITE_PING) < STAMP_BYTES ? -1 : 0;
}

static void read_pong(struct connection *connection, const void *bytes, size_t size)
{
    int64_t stamp;
    if (size != STAMP_BYTES || !connection->client)
        return; /* libwebsockets' own */
    memcpy(&stamp, bytes, STAMP_BYTES);
    table_client_silent(connection->client, false);
    if (stamp != connection->pinged)
        return;
    connection->pong_owed = false;
    table_client_delay(connection->client, (unsigned)(clock_monotonic() - stamp));
}

static int write_one(struct connection *connection)
{
    if (connection->ping_due)
        return write_ping(connection);
    struct frame *frame = outbox_pop(&connection->outbox);
    if (!frame) {
        if (connection->close_code) {
            say_goodbye(connection);
        } else if (connection->lagging) {
            connection->lagging = false;
            session_refresh(connection);
            lws_callback_on_writable(connection->wsi); /* it has caught up when this is written, or nothing is */
        } else {
            connection->behind_since = 0;
        }
        return 0;
    }
    int size = (int)frame->size;
    bool written = lws_write(connection->wsi, frame->bytes, frame->size, LWS_WRITE_TEXT) >= size;
    frame_release(frame);
    if (!written)
        return -1;
    connection->gateway->counts.messages_out++;
    connection->gateway->counts.bytes_out += (uint64_t)size;
    lws_callback_on_writable(connection->wsi);
    return 0;
}

static int refuse_reading(struct connection *connection, int code, const char *reason)
{
    connection->gateway->counts.closed_policy++;
    socket_abort(connection, code, reason);
    return 0;
}

static int read_some(struct connection *connection, const char *bytes, size_t size)
{
    struct lws *wsi = connection->wsi;
    if (connection->close_code)
        return 0; /* nobody listens any more */
    if (lws_frame_is_binary(wsi))
        return refuse_reading(connection, CLOSE_UNSUPPORTED, "text messages only");
    if (connection->partial_size + size > WIRE_MESSAGE_BYTES)
        return refuse_reading(connection, CLOSE_TOO_BIG, "a message is longer than 4096 bytes");
    bool last = lws_is_final_fragment(wsi) && lws_remaining_packet_payload(wsi) == 0;
    if (last && connection->partial_size == 0) {
        session_message(connection, bytes, size);
        return 0;
    }
    if (!connection->partial && !(connection->partial = malloc(WIRE_MESSAGE_BYTES)))
        return refuse_reading(connection, CLOSE_TRY_LATER, "out of memory");
    memcpy(connection->partial + connection->partial_size, bytes, size);
    connection->partial_size += size;
    if (!last)
        return 0;
    char *whole = connection->partial;
    size_t length = connection->partial_size;
    connection->partial = NULL;
    connection->partial_size = 0;
    session_message(connection, whole, length);
    free(whole);
    return 0;
}

static int established(struct connection *connection, struct lws *wsi)
{
    struct gateway *gateway = lws_context_user(lws_get_context(wsi));
    struct upgrade *upgrade = &gateway->upgrade;
    if (upgrade->wsi != wsi)
        return -1;
    upgrade->wsi = NULL;
    connection->peer = peer_hold(gateway->peers, &upgrade->address, clock_monotonic());
    if (!connection->peer)
        return -1;
    connection->peer->connections++;
    connection->gateway = gateway;
    connection->wsi = wsi;
    connection->opened = clock_monotonic();
    connection->next = gateway->connections;
    connection->link = &gateway->connections;
    if (connection->next)
        connection->next->link = &connection->next;
    gateway->connections = connection;
    gateway->connection_count++;
    gateway->counts.upgrades++;
    lws_rx_flow_control(wsi, 0);
    enum error error = session_start(connection, upgrade->token);
    if (error)
        socket_abort(connection, CLOSE_TRY_LATER, error_text(error));
    return 0;
}

static void ended(struct connection *connection)
{
    if (!connection->gateway)
        return;
    session_end(connection);
    outbox_clear(&connection->outbox);
    free(connection->partial);
    connection->peer->connections--;
    peer_release(connection->peer);
    *connection->link = connection->next;
    if (connection->next)
        connection->next->link = connection->link;
    connection->gateway->connection_count--;
    connection->gateway = NULL;
}

/* A device without a cookie gets one in the answer to its upgrade. */
static int add_cookie(struct lws *wsi, struct lws_process_html_args *args)
{
    struct gateway *gateway = lws_context_user(lws_get_context(wsi));
    if (gateway->upgrade.wsi != wsi)
        return 0;
    char cookie[256];
    int length = http_cookie(gateway, wsi, gateway->upgrade.token, cookie, sizeof cookie);
    return lws_add_http_header_by_name(wsi, (const unsigned char *)"set-cookie:", (unsigned char *)cookie, length,
                                       (unsigned char **)&args->p, (unsigned char *)args->p + args->max_len);
}

int socket_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    struct connection *connection = user;
    switch (reason) {
    case LWS_CALLBACK_ESTABLISHED:
        return established(connection, wsi);
    case LWS_CALLBACK_ADD_HEADERS:
        return add_cookie(wsi, in);
    case LWS_CALLBACK_RECEIVE:
        return read_some(connection, in, length);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return write_one(connection);
    case LWS_CALLBACK_RECEIVE_PONG:
        read_pong(connection, in, length);
        return 0;
    case LWS_CALLBACK_TIMER:
        return -1;
    case LWS_CALLBACK_CLOSED:
        ended(connection);
        return 0;
    default:
        return 0;
    }
}
