/*
 * What the files of this room share; of no concern to anyone else.
 */
#ifndef SERVER_GATEWAY_INTERNAL_H
#define SERVER_GATEWAY_INTERNAL_H

#include "protocol/protocol.h"
#include "server/gateway/assets.h"
#include "server/gateway/devices.h"
#include "server/gateway/gateway.h"
#include "server/gateway/limits.h"
#include "server/gateway/outbox.h"
#include "server/player/bans.h"
#include "server/player/player.h"
#include "server/table/table.h"
#include <libwebsockets.h>

enum {
    COOKIE_HEADER_MAX = 4096, /* longer request headers are answered with 431 */
    URL_MAX = 1024,
    HEADER_VALUE_MAX = 512,
    METRICS_MAX = 16384,
    EXPORTS_MAX = 16,              /* that are being written or read at once */
    SEND_BUFFER_BYTES = 128 << 10, /* the kernel's, of each connection: its queue is ours to bound */
};

#define COOKIE_NAME "shogikan"
#define LANGUAGE_COOKIE "language"

/* Close codes of RFC 6455, 7.4, that a client may meet; docs/protocol.md. */
enum {
    CLOSE_GOING_AWAY = 1001,
    CLOSE_UNSUPPORTED = 1003,
    CLOSE_POLICY = 1008,
    CLOSE_TOO_BIG = 1009,
    CLOSE_INTERNAL = 1011,
    CLOSE_TRY_LATER = 1013,
    CLOSE_SOMEBODY_ELSE = 4001, /* who the device is has changed */
};

struct gateway_counts {
    uint64_t requests, accepted, shed, upgrades, upgrades_refused, devices_refused, messages_in, messages_refused,
        messages_out, bytes_out;
    uint64_t lagged, closed_slow, closed_policy, banned;
};

struct gateway {
    struct gateway_config config;
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct assets *assets;
    struct peers *peers;
    struct map devices;
    uv_poll_t listener;
    uv_timer_t timer; /* every second: who is too slow, who never said hello */
    int listen_fd, spare_fd;
    unsigned port;
    bool draining, listening;
    lws_retry_bo_t idle;
    unsigned handles; /* of libuv, that are still open */
    void (*closed)(void *context);
    void *closed_context;
    int64_t close_deadline;
    unsigned closing_rounds; /* while connections were there */
    unsigned closing_ticks;  /* since they are gone */
    struct connection *connections;
    struct people_errand *errands; /* under way (people.c) */
    struct bus_subscription *news; /* of players */
    unsigned connection_count;
    unsigned exports; /* under way, until they are read */
    struct gateway_counts counts;
    /* Between the check of an upgrade and its connection, which follow each other within one call. */
    struct upgrade {
        struct lws *wsi;
        struct address address;
        char token[PLAYER_TOKEN_MAX];
    } upgrade;
    struct frame *last; /* encoded last; several readers share it (socket.c) */
    char buffer[WIRE_SNAPSHOT_BYTES];
};

/* One WebSocket connection: libwebsockets' memory, zeroed at its start. */
struct connection {
    struct gateway *gateway;
    struct lws *wsi;
    struct connection *next, **link;
    struct peer *peer;
    struct player_request *request; /* asks who this is; nothing is read until then */
    struct player player;
    struct device *device;       /* with `client` */
    struct table_client *client; /* NULL until it is known who this is */
    struct lobby_client *lobby;  /* with `client` */
    bool doubtful;               /* somebody became somebody else while it was asked who this is */
    bool said_hello;
    struct bucket strikes;
    struct bucket listens; /* one is answered with many lines */
    bool may_be_new;       /* tokens of its address' buckets of new devices are held for it */
    int64_t opened;
    char *partial; /* of a message in fragments: WIRE_MESSAGE_BYTES */
    size_t partial_size;
    struct outbox outbox;
    bool lagging;         /* its outbox ran over: told nothing until it reads again, then given snapshots */
    int64_t behind_since; /* when it first lagged, as long as it has not caught up; otherwise 0 */
    bool measures;        /* it plays: its delay is measured now and then, by pings */
    bool ping_due;        /* a ping is to be written */
    bool pong_owed;       /* that one was not answered */
    int64_t pinged;       /* when the newest ping was written; 0: none */
    unsigned watched_count;
    char watched[TABLE_WATCHES_MAX][TABLE_ID_MAX];
    int close_code; /* nonzero: to be closed when the outbox is empty */
    bool said_goodbye;
    char close_reason[96];
};

/* ---- http.c ---- */

struct http_session {
    const unsigned char *body;
    size_t size, sent;
    char *owned;               /* freed at the end, may be NULL */
    struct document *document; /* asked for, not yet answered (documents.c); may be NULL */
    bool exports;              /* counts among those under way */
};

struct response {
    unsigned status;
    const char *type;
    const unsigned char *body;
    size_t size;
    const char *cache, *etag, *vary, *coding, *location, *allow, *disposition;
    const char *cookie, *link;
    bool last; /* of its connection */
};
int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length);

/* Writes the headers; the body follows from http_callback(). What the callback is to return. */
int http_respond(struct lws *wsi, struct http_session *session, const struct response *response);
/* The address that speaks: the peer's, or what a trusted proxy says. False: none can be found out. */
bool http_address(struct gateway *gateway, struct lws *wsi, struct address *address);
/* One action of this address; false when it has done too much. */
bool http_may_act(struct gateway *gateway, const struct address *address);
/* The header's text, "" if it is missing; false if it does not fit. */
bool http_header(struct lws *wsi, enum lws_token_indexes token, char *value, size_t size);
/* The device's token among its cookies: the first that is one. False: none is. */
bool http_token(const char *cookies, char token[PLAYER_TOKEN_MAX]);
/* "name=token; HttpOnly ..." as Set-Cookie wants it. Returns the length. */
int http_cookie(struct gateway *gateway, struct lws *wsi, const char *token, char *out, size_t size);
/* Answers with a sentence; 0: go on, otherwise libwebsockets is to close. */
int http_refuse(struct gateway *gateway, struct lws *wsi, struct http_session *session, unsigned status,
                const char *sentence);

/* ---- documents.c: what is known of players, as JSON ---- */

/* Whether this path is that of a document. */
bool document_is(const char *path);
/* Asks for it; the answer is written later, or a refusal at once. What the callback is to return. */
int document_ask(struct gateway *gateway, struct lws *wsi, struct http_session *session, const char *path,
                 const char *cookies, const struct address *address);
/* The answer has come: writes it. What the callback is to return. */
int document_write(struct gateway *gateway, struct lws *wsi, struct http_session *session);
/* Nobody waits for it any more. NULL does nothing. */
void document_drop(struct document *document);

/* ---- upgrade.c: whether an HTTP request may become a WebSocket connection ---- */

/* 0: it may. Otherwise it was answered: what LWS_CALLBACK_HTTP_CONFIRM_UPGRADE is to return. */
int upgrade_check(struct gateway *gateway, struct lws *wsi, struct http_session *session, const char *kind);

/* ---- socket.c ---- */

int socket_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length);
/* Queues a message; a full queue makes the connection lag. */
void socket_send(struct connection *connection, const struct server_message *message);
/* Closes when what waits is written. */
void socket_close(struct connection *connection, int code, const char *reason);
/* Closes at once, whether it reads or not. */
void socket_abort(struct connection *connection, int code, const char *reason);
/* From now on the connection's delay is measured, and told to its client. */
void socket_measure(struct connection *connection);
/* It is time to measure once more. */
void socket_ping(struct connection *connection);
/* Counts a refused message; too many close the connection. */
void socket_strike(struct connection *connection);

/* ---- session.c: what messages mean ---- */

/* Asks who is there; reading waits for the answer. ERR_BUSY, ERR_NO_MEMORY, ERR_SYNTAX. */
enum error session_start(struct connection *connection, const char *token);
void session_end(struct connection *connection);
void session_message(struct connection *connection, const char *text, size_t length);
/* Snapshots of everything it watches, for one that lagged. */
void session_refresh(struct connection *connection);

/* The place of a word in the names of an enum; one that the protocol does not have is out of range, and so refused by
 * the encoder. */
unsigned session_place(const char *word, const char *const *names, size_t count);
#define WIRE_PLACE(word, names) session_place(word, names, sizeof(names) / sizeof *(names))

/* ---- seeking.c: the lobby ---- */

/* The connection's part in the lobby; after its table client. */
enum error seeking_start(struct connection *connection);
/* False: the message is not for the lobby. */
bool seeking_message(struct connection *connection, const struct client_message *said);
/* A refusal of a command. `error->message` is cut where it is too long. */
void session_refuse(struct connection *connection, const struct server_error *error);

/* ---- people.c: who one is ---- */

/* Listens to news of players. ERR_NO_MEMORY. */
MUST_CHECK enum error people_open(struct gateway *gateway);
/* Nothing that is under way is answered any more. */
void people_close(struct gateway *gateway);
/* Of this connection neither; it is done all the same. */
void people_leave(struct connection *connection);
/* False: the message is not about who one is. */
bool people_message(struct connection *connection, const struct client_message *said);
/* The id of such a message; NULL for any other. */
const char *people_id(const struct client_message *said);
/* ---- command.c ---- */

/* False: the message is no command of a game. */
bool command_read(const struct client_message *said, struct table_command *command);

/* ---- ban.c: who may not come ---- */

bool ban_has_address(const struct gateway *gateway, const struct address *address);
/* Ends the connection when its device or its address is banned. */
void ban_check(struct connection *connection);
/* Looks for new bans, and ends the connections of whoever has one. */
void ban_refresh(struct gateway *gateway);

/* ---- quota.c ---- */

/* One more message of this device and this address. */
bool quota_may_speak(struct connection *connection);
/* Of what stays in the store an address may write only so much in a day. `command`: the message is one for a game. */
bool quota_allows(struct connection *connection, const struct client_message *message, bool command);
/* One more thing of this address that is read from the store for it alone. */
bool quota_may_look(struct connection *connection);
/* A new device of this address: false, or tokens are taken for it. */
bool quota_take_device(struct connection *connection);
/* It was not needed after all. */
void quota_give_device(struct connection *connection);

/* ---- talk.c ---- */

/* Callbacks of tables. */
void talk_line(void *context, const struct table_line *line);
void talk_reported(void *context, const char *id, const char *table, const char *who);
/* False: the message is about something else. */
bool talk_dispatch(struct connection *connection, const struct client_message *message);
/* The id of a message of this kind that has one, otherwise NULL. */
const char *talk_id(const struct client_message *message);

/* ---- listen.c ---- */

enum error listen_open(struct gateway *gateway, char *message);
void listen_stop(struct gateway *gateway);
/* A socket that listen.c gave to libwebsockets is gone. */
void listen_gone(struct lws *wsi);

/* ---- metrics.c ---- */

void metrics_write(const struct gateway *gateway, struct text *text);

#endif
