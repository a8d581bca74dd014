/*
 * Opening and closing. libwebsockets runs on the caller's loop and never listens itself (listen.c). On a loop that is
 * not its own, lws_context_destroy() is to be called again after the loop has closed its handles, until it has written
 * NULL through `pcontext`; a timer does that.
 */
#include "base/clock.h"
#include "server/gateway/internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TICK_MS = 1000,
    CLOSING_TICK_MS = 5,
    TICKS_A_STEP = 4,
    CLOSING_MS = 1500,
    CLOSING_ROUNDS = 50,
    HEADER_DATA_BYTES = 16384,
    HEADER_SECONDS = 10
};

static const struct lws_protocols protocols[] = {
    {.name = "http", .callback = http_callback, .per_session_data_size = sizeof(struct http_session)},
    {.name = WIRE_SUBPROTOCOL,
     .callback = socket_callback,
     .per_session_data_size = sizeof(struct connection),
     .rx_buffer_size = WIRE_MESSAGE_BYTES},
    {.name = NULL},
};

/* Scripts and styles only from our own files, WebAssembly allowed; nobody may frame the page. */
static const struct lws_protocol_vhost_options security_headers[] = {
    {&security_headers[1], NULL, "content-security-policy:",
     "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
     "connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"},
    {&security_headers[2], NULL, "x-content-type-options:", "nosniff"},
    {&security_headers[3], NULL, "referrer-policy:", "same-origin"},
    {&security_headers[4], NULL, "cross-origin-opener-policy:", "same-origin"},
    {&security_headers[5], NULL, "cross-origin-resource-policy:", "same-origin"},
    {NULL, NULL, "permissions-policy:", "camera=(), microphone=(), geolocation=()"},
};
static const struct lws_protocol_vhost_options https_header = {security_headers, NULL,
                                                               "strict-transport-security:", "max-age=31536000"};

struct gateway_limits gateway_limits_default(void)
{
    return (struct gateway_limits){
#define X(name, value, smallest, largest, what) .name = value,
        GATEWAY_LIMIT_LIST(X)
#undef X
    };
}

/* Once a second: who never said hello, who does not read, and who may not be here any more. */
static void on_tick(uv_timer_t *timer)
{
    struct gateway *gateway = timer->data;
    ban_refresh(gateway);
    const struct gateway_limits *limits = &gateway->config.limits;
    int64_t now = clock_monotonic();
    for (struct connection *connection = gateway->connections, *next; connection; connection = next) {
        next = connection->next;
        if (!connection->said_hello && now - connection->opened > (int64_t)limits->hello_seconds * 1000)
            socket_abort(connection, CLOSE_POLICY, "no hello");
        if (connection->behind_since && now - connection->behind_since > (int64_t)limits->slow_seconds * 1000) {
            gateway->counts.closed_slow += connection->close_code == 0;
            socket_abort(connection, CLOSE_TRY_LATER, "reads too slowly");
        }
        socket_ping(connection);
    }
}

static bool all_https(const struct gateway_config *config)
{
    for (unsigned i = 0; i < config->origin_count; i++)
        if (strncasecmp(config->origins[i], "https://", 8) != 0)
            return false;
    return config->origin_count > 0;
}

static void ignore_signal(void *handle, int signal)
{
    (void)handle, (void)signal; /* server/node has its own */
}

static enum error start_lws(struct gateway *gateway, char *message)
{
    const struct gateway_limits *limits = &gateway->config.limits;
    lws_retry_bo_t idle = {.secs_since_valid_ping = (uint16_t)limits->ping_seconds,
                           .secs_since_valid_hangup = (uint16_t)(limits->ping_seconds + limits->pong_seconds)};
    gateway->idle = idle;
    void *loops[] = {gateway->config.loop};
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = protocols,
        .headers = all_https(&gateway->config) ? &https_header : security_headers,
        .server_string = "shogikan",
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
        .foreign_loops = loops,
        .signal_cb = ignore_signal,
        .gid = (gid_t)-1,
        .uid = (uid_t)-1,
        .user = gateway,
        .pcontext = &gateway->context,
        .max_http_header_data = HEADER_DATA_BYTES,
        .timeout_secs = HEADER_SECONDS,
        .timeout_secs_ah_idle = HEADER_SECONDS,
        .keepalive_timeout = 30,
        .pt_serv_buf_size = 16384,
        .vhost_name = "shogikan",
        .retry_and_idle_policy = &gateway->idle,
    };
    lws_set_log_level(0, NULL);
    gateway->context = lws_create_context(&info);
    if (!gateway->context) {
        snprintf(message, GATEWAY_MESSAGE_MAX, "libwebsockets does not start (is its libuv plugin installed?)");
        return ERR_IO;
    }
    gateway->vhost = lws_create_vhost(gateway->context, &info);
    if (!gateway->vhost) {
        snprintf(message, GATEWAY_MESSAGE_MAX, "libwebsockets makes no virtual host");
        return ERR_IO;
    }
    return OK;
}

static enum error open_parts(struct gateway *gateway, char *message)
{
    enum error error = gateway->config.assets ? assets_open(&gateway->assets, gateway->config.assets, message)
                                              : assets_open_empty(&gateway->assets);
    if (error)
        return error;
    uint64_t seeds[3];
    random_fill(&gateway->config.random, seeds, sizeof seeds);
    const struct gateway_limits *limits = &gateway->config.limits;
    struct peer_rates rates = {
        .actions = limits->address_rate,
        .devices = limits->device_rate,
        .codes = limits->code_rate,
        .lookups = limits->lookup_rate,
        .exports = limits->export_rate,
        .daily = {[DAILY_DEVICES] = limits->address_devices,
                  [DAILY_TABLES] = limits->address_tables,
                  [DAILY_COMMANDS] = limits->address_commands,
                  [DAILY_LINES] = limits->address_lines,
                  [DAILY_REPORTS] = limits->address_reports},
    };
    error = peers_open(&gateway->peers, limits->max_addresses, &rates, seeds);
    if (error)
        return error;
    error = people_open(gateway);
    if (error)
        return error;
    error = map_init(&gateway->devices, seeds[2]);
    if (error)
        return error;
    error = start_lws(gateway, message);
    if (error)
        return error;
    return listen_open(gateway, message);
}

static void free_gateway(struct gateway *gateway)
{
    void (*closed)(void *context) = gateway->closed;
    void *context = gateway->closed_context;
    frame_release(gateway->last);
    map_release(&gateway->devices);
    peers_close(gateway->peers);
    assets_close(gateway->assets);
    free(gateway);
    if (closed)
        closed(context);
}

enum error gateway_open(struct gateway **out, const struct gateway_config *config, char *message)
{
    message[0] = '\0';
    struct gateway *gateway = calloc(1, sizeof *gateway);
    if (!gateway) {
        snprintf(message, GATEWAY_MESSAGE_MAX, "%s", error_text(ERR_NO_MEMORY));
        return ERR_NO_MEMORY;
    }
    gateway->config = *config;
    gateway->listen_fd = gateway->spare_fd = -1;
    uv_timer_init(config->loop, &gateway->timer);
    gateway->timer.data = gateway;
    gateway->handles++;
    enum error error = open_parts(gateway, message);
    if (error) {
        if (!message[0])
            snprintf(message, GATEWAY_MESSAGE_MAX, "%s", error_text(error));
        gateway_close(gateway, NULL, NULL);
        return error;
    }
    uv_timer_start(&gateway->timer, on_tick, TICK_MS, TICK_MS);
    *out = gateway;
    log_write(config->log, LOG_INFO, "gateway.open", "bind=%s port=%u files=%u", config->bind, gateway->port,
              assets_count(gateway->assets));
    return OK;
}

unsigned gateway_port(const struct gateway *gateway)
{
    return gateway->port;
}

void gateway_drain(struct gateway *gateway)
{
    gateway->draining = true;
    listen_stop(gateway);
}

static void timer_closed(uv_handle_t *handle)
{
    free_gateway(handle->data);
}

/* First the connections go, then libwebsockets, then the timer itself. A connection has some rounds of the loop in
 * which to say goodbye, however long the machine lets one of them take.
 *
 * libwebsockets takes several calls to go: each closes handles whose last callbacks must have run before the next,
 * which takes away the code of these callbacks. They run at the end of a round of the loop, at the latest of the next
 * one; on a busy machine a round is longer than a tick. A timer ticks at most once a round, so ticks are counted
 * instead. */
static void on_closing_tick(uv_timer_t *timer)
{
    struct gateway *gateway = timer->data;
    if (gateway->connections &&
        (++gateway->closing_rounds < CLOSING_ROUNDS || clock_monotonic() < gateway->close_deadline))
        return;
    if (gateway->context) {
        if (gateway->closing_ticks++ % TICKS_A_STEP == 0)
            lws_context_destroy(gateway->context);
        return;
    }
    if (gateway->handles > 1)
        return;
    uv_timer_stop(timer);
    uv_close((uv_handle_t *)timer, timer_closed);
}

void gateway_close(struct gateway *gateway, void (*closed)(void *context), void *context)
{
    gateway->closed = closed;
    gateway->closed_context = context;
    gateway->draining = true;
    people_close(gateway);
    gateway->close_deadline = clock_monotonic() + CLOSING_MS;
    listen_stop(gateway);
    for (struct connection *connection = gateway->connections; connection; connection = connection->next)
        socket_close(connection, CLOSE_GOING_AWAY, "the server goes away; come back in a moment");
    uv_timer_start(&gateway->timer, on_closing_tick, 0, CLOSING_TICK_MS);
}
