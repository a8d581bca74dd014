/*
 * Whether an HTTP request may become a WebSocket connection. libwebsockets 4.1 leaves several things open that are
 * decided here: it takes a client without a subprotocol as one of protocols[0], has no notion of Origin, and offers
 * HTTP/2 on the clear port, which we do not speak. Every refusal is an HTTP answer with a sentence.
 */
#include "base/clock.h"
#include "server/gateway/header.h"
#include "server/gateway/internal.h"
#include <string.h>
#include <strings.h>

static bool origin_allowed(struct gateway *gateway, struct lws *wsi)
{
    char origin[HEADER_VALUE_MAX], host[HEADER_VALUE_MAX];
    if (!http_header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin) ||
        !http_header(wsi, WSI_TOKEN_HOST, host, sizeof host))
        return false;
    if (origin[0] == '\0') /* no browser: a bot, which no foreign page can have sent */
        return true;
    if (gateway->config.origin_count == 0)
        return header_same_origin(origin, host);
    for (unsigned i = 0; i < gateway->config.origin_count; i++)
        if (header_origin_equal(origin, gateway->config.origins[i]))
            return true;
    return false;
}

static int refuse(struct gateway *gateway, struct lws *wsi, struct http_session *session, unsigned status,
                  const char *sentence)
{
    gateway->counts.upgrades_refused++;
    log_write(gateway->config.log, LOG_DEBUG, "gateway.upgrade_refused", "status=%u", status);
    return http_refuse(gateway, wsi, session, status, sentence) < 0 ? -1 : 1;
}

/* Room for one more connection, in all and of this address. */
static bool has_room(struct gateway *gateway, const struct address *address, bool *may_act)
{
    const struct gateway_limits *limits = &gateway->config.limits;
    int64_t now = clock_monotonic();
    struct peer *peer = peer_hold(gateway->peers, address, now);
    *may_act = peer && bucket_take(&peer->actions, limits->address_rate, limits->address_burst, now);
    bool room = peer && gateway->connection_count < limits->max_connections &&
                peer->connections < limits->max_connections_per_address;
    peer_release(peer);
    return room;
}

static bool path_is(struct lws *wsi, const char *path)
{
    char uri[URL_MAX];
    return http_header(wsi, WSI_TOKEN_GET_URI, uri, sizeof uri) && strcmp(uri, path) == 0;
}

int upgrade_check(struct gateway *gateway, struct lws *wsi, struct http_session *session, const char *kind)
{
    char protocols[HEADER_VALUE_MAX], cookies[COOKIE_HEADER_MAX];
    struct upgrade *upgrade = &gateway->upgrade;
    bool may_act;
    memset(upgrade, 0, sizeof *upgrade);
    if (strcasecmp(kind, "websocket") != 0)
        return refuse(gateway, wsi, session, 400, "400: the only upgrade here is websocket\n");
    if (!path_is(wsi, WIRE_PATH))
        return refuse(gateway, wsi, session, 404, "404: WebSocket connections are taken at " WIRE_PATH "\n");
    if (!http_header(wsi, WSI_TOKEN_PROTOCOL, protocols, sizeof protocols) ||
        !header_list_has(protocols, WIRE_SUBPROTOCOL))
        return refuse(gateway, wsi, session, 400, "400: ask for the subprotocol " WIRE_SUBPROTOCOL "\n");
    if (!origin_allowed(gateway, wsi))
        return refuse(gateway, wsi, session, 403, "403: not from this origin\n");
    if (!http_header(wsi, WSI_TOKEN_HTTP_COOKIE, cookies, sizeof cookies))
        return refuse(gateway, wsi, session, 431, "431: the Cookie header is too long\n");
    if (!http_address(gateway, wsi, &upgrade->address))
        return refuse(gateway, wsi, session, 400, "400: it cannot be told who asks\n");
    if (ban_has_address(gateway, &upgrade->address))
        return refuse(gateway, wsi, session, 403, "403: this address may not come here\n");
    if (gateway->draining)
        return refuse(gateway, wsi, session, 503, "503: going away; try again in a moment\n");
    bool room = has_room(gateway, &upgrade->address, &may_act);
    if (!may_act)
        return refuse(gateway, wsi, session, 429, "429: too many requests; try again in a moment\n");
    if (!room)
        return refuse(gateway, wsi, session, 503, "503: too many connections\n");
    if (!http_token(cookies, upgrade->token))
        player_token(gateway->config.players, upgrade->token);
    upgrade->wsi = wsi;
    return 0;
}
