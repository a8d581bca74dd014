/*
 * The door of the house: HTTP (pages, health, metrics) and WebSocket connections, whose messages it checks, counts and
 * hands to tables, and to which it writes what tables tell. It knows nothing of any game.
 *
 * Everything runs on the loop's thread. Nothing a stranger sends makes it block, and all that a connection can make it
 * keep is bounded by `struct gateway_limits`.
 */
#ifndef SERVER_GATEWAY_GATEWAY_H
#define SERVER_GATEWAY_GATEWAY_H

#include "base/clock.h"
#include "base/error.h"
#include "base/log.h"
#include "base/random.h"
#include "base/text.h"
#include "server/gateway/address.h"
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

struct bus;
struct players;
struct bans;
struct tables;
struct lobby;
struct gateway;

enum { GATEWAY_ORIGINS_MAX = 16, GATEWAY_MESSAGE_MAX = 512 };

/* X(name, default, smallest, largest, what): each is a setting of `serve`, with '-' for '_'. */
#define GATEWAY_LIMIT_LIST(X)                                                                                          \
    X(max_connections, 10000, 1, 1000000, "WebSocket connections in all")                                              \
    X(max_connections_per_address, 200, 1, 1000000, "WebSocket connections of one address")                            \
    X(max_sockets_per_address, 400, 1, 1000000, "open sockets of one address, pages included; proxies are not bound")  \
    X(max_addresses, 65536, 16, 1048576, "addresses remembered for their limits")                                      \
    X(max_connections_per_device, 32, 1, 1000000, "WebSocket connections of one device")                               \
    X(message_rate, 20, 0, 1000000, "messages a second of one device, 0: no limit")                                    \
    X(message_burst, 60, 1, 1000000, "messages at once of one device")                                                 \
    X(address_rate, 400, 0, 1000000, "requests and messages a second of one address, 0: no limit")                     \
    X(address_burst, 1200, 1, 1000000, "requests and messages at once of one address")                                 \
    X(device_rate, 60, 0, 1000000, "new devices a minute from one address, 0: no limit")                               \
    X(device_burst, 300, 1, 1000000, "new devices at once from one address")                                           \
    X(name_rate, 10, 0, 1000000, "names a minute of one player, 0: no limit")                                          \
    X(name_burst, 10, 1, 1000000, "names at once of one player")                                                       \
    X(code_rate, 6, 0, 1000000, "transfer codes a minute, asked for or tried, of an address, 0: no limit")             \
    X(code_burst, 10, 1, 1000000, "transfer codes at once of an address")                                              \
    X(lookup_rate, 10, 0, 1000000, "profiles, lists and records a second that an address may read, 0: no limit")       \
    X(lookup_burst, 60, 1, 1000000, "profiles, lists and records at once")                                             \
    X(export_rate, 6, 0, 1000000, "exports a minute that an address may read, 0: no limit")                            \
    X(export_burst, 6, 1, 1000000, "exports at once")                                                                  \
    X(address_tables, 2000, 0, 1000000, "tables opened a day from one address, 0: no limit")                           \
    X(address_commands, 200000, 0, 100000000, "moves and other commands a day from one address, 0: no limit")          \
    X(address_lines, 5000, 0, 1000000, "lines of chat a day from one address, 0: no limit")                            \
    X(address_reports, 200, 0, 1000000, "reports a day from one address, 0: no limit")                                 \
    X(address_devices, 10000, 0, 1000000, "new devices a day from one address, 0: no limit")                           \
    X(strikes, 200, 1, 1000000, "refused messages, less one a second, after which a connection is closed")             \
    X(queue_kib, 512, 288, 65536, "KiB that may wait to be written to one connection")                                 \
    X(slow_seconds, 30, 1, 3600, "how long a connection may lag behind before it is closed")                           \
    X(hello_seconds, 10, 1, 3600, "time for a connection to say hello")                                                \
    X(ping_seconds, 25, 1, 3600, "silence after which a connection is asked whether it is there")                      \
    X(pong_seconds, 20, 1, 3600, "time for its answer")

struct gateway_limits {
#define X(name, value, smallest, largest, what) unsigned name;
    GATEWAY_LIMIT_LIST(X)
#undef X
};

/* All defaults. */
struct gateway_limits gateway_limits_default(void);

struct gateway_config {
    uv_loop_t *loop;
    const char *bind;           /* an address of this machine */
    unsigned port;              /* 0: the kernel chooses */
    const char *assets;         /* folder of the page; NULL: no page */
    const char *const *origins; /* allowed origins; none: the page's own host only */
    unsigned origin_count;
    const struct network *trusted; /* proxies whose X-Forwarded-For is believed */
    unsigned trusted_count;
    const struct network *metrics; /* who may read /metrics, besides this machine itself */
    unsigned metrics_count;
    struct gateway_limits limits;
    struct bus *bus; /* NULL: news of players reach only this node's connections */
    struct players *players;
    struct bans *bans; /* who may not come; kept fresh by the gateway */
    struct tables *tables;
    struct lobby *lobby;
    struct clock clock; /* told to clients */
    struct random_source random;
    const struct log *log; /* may be NULL */
    /* Adds the other rooms' figures to /metrics, in Prometheus' text form. */
    void (*more_metrics)(void *context, struct text *text);
    void *context;
};

/* Starts to listen. All that the configuration points to outlives it. On failure `message` (GATEWAY_MESSAGE_MAX bytes)
 * says what failed: ERR_IO (address, port, files), ERR_SYNTAX (bind), ERR_TOO_LONG (files), ERR_NO_MEMORY. */
MUST_CHECK enum error gateway_open(struct gateway **gateway, const struct gateway_config *config, char *message);
unsigned gateway_port(const struct gateway *gateway);

/* Takes no new connections and no new commands; what is connected stays, to be told what is still under way. */
void gateway_drain(struct gateway *gateway);
/* Writes what waits, closes every connection ("going away", 1001) within a second or two, then calls `closed` and is
 * gone. The loop must run until then. Tables and players must still be there until `closed`. */
void gateway_close(struct gateway *gateway, void (*closed)(void *context), void *context);

#endif
