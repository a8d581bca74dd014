/*
 * Pages and the few other things that are asked for by HTTP. A body lies in memory (assets.h, or made for the answer);
 * it is written piece by piece whenever the socket can take more. Security headers are added to every answer by
 * libwebsockets itself (gateway.c gives it the list).
 *
 * The device cookie is set with every page: renewed, or a new token that costs the store nothing until the device
 * connects (player.h, player_adopt).
 */
#include "base/clock.h"
#include "server/gateway/header.h"
#include "server/gateway/internal.h"
#include "server/gateway/links.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Small bodies go with the headers: while an upgrade is being checked there is no session yet to send them later. */
enum { PIECE_BYTES = 16384, RESPONSE_HEADER_MAX = 4096, AT_ONCE_BYTES = 256 };

bool http_header(struct lws *wsi, enum lws_token_indexes token, char *value, size_t size)
{
    value[0] = '\0';
    int length = lws_hdr_total_length(wsi, token);
    if (length <= 0)
        return true;
    if ((size_t)length >= size)
        return false;
    return lws_hdr_copy(wsi, value, (int)size, token) >= 0;
}

bool http_address(struct gateway *gateway, struct lws *wsi, struct address *address)
{
    struct sockaddr_storage socket;
    socklen_t size = sizeof socket;
    struct address peer;
    if (getpeername(lws_get_socket_fd(wsi), (struct sockaddr *)&socket, &size) != 0 ||
        address_from_socket(&peer, (struct sockaddr *)&socket) != OK)
        return false;
    char forwarded[HEADER_VALUE_MAX];
    if (!http_header(wsi, WSI_TOKEN_X_FORWARDED_FOR, forwarded, sizeof forwarded))
        return false;
    *address = address_forwarded(&peer, forwarded[0] ? forwarded : NULL, gateway->config.trusted,
                                 gateway->config.trusted_count);
    return true;
}

bool http_may_act(struct gateway *gateway, const struct address *address)
{
    const struct gateway_limits *limits = &gateway->config.limits;
    int64_t now = clock_monotonic();
    struct peer *peer = peer_hold(gateway->peers, address, now);
    if (!peer)
        return false;
    bool may = bucket_take(&peer->actions, limits->address_rate, limits->address_burst, now);
    peer_release(peer);
    return may;
}

/* Whether the page was asked for by https: said by the configured origins, or by a trusted proxy. */
static bool is_secure(struct gateway *gateway, struct lws *wsi)
{
    for (unsigned i = 0; i < gateway->config.origin_count; i++)
        if (strncasecmp(gateway->config.origins[i], "https://", 8) == 0)
            return true;
    char origin[HEADER_VALUE_MAX];
    return http_header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin) && strncasecmp(origin, "https://", 8) == 0;
}

bool http_token(const char *cookies, char token[PLAYER_TOKEN_MAX])
{
    while (header_cookie_next(&cookies, COOKIE_NAME, token, PLAYER_TOKEN_MAX))
        if (player_token_valid(token))
            return true;
    return false;
}

int http_cookie(struct gateway *gateway, struct lws *wsi, const char *token, char *out, size_t size)
{
    return snprintf(out, size, COOKIE_NAME "=%s; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax%s", token,
                    is_secure(gateway, wsi) ? "; Secure" : "");
}

static bool add(struct lws *wsi, const char *name, const char *value, unsigned char **at, unsigned char *end)
{
    return !value || lws_add_http_header_by_name(wsi, (const unsigned char *)name, (const unsigned char *)value,
                                                 (int)strlen(value), at, end) == 0;
}

int http_respond(struct lws *wsi, struct http_session *session, const struct response *response)
{
    unsigned char buffer[LWS_PRE + RESPONSE_HEADER_MAX];
    unsigned char *start = buffer + LWS_PRE, *at = start, *end = buffer + sizeof buffer;
    char number[24];
    snprintf(number, sizeof number, "%zu", response->size);
    if (lws_add_http_header_status(wsi, response->status, &at, end) ||
        !add(wsi, "content-type:", response->type, &at, end) ||
        !add(wsi, "content-length:", response->status == HTTP_STATUS_NOT_MODIFIED ? NULL : number, &at, end) ||
        !add(wsi, "cache-control:", response->cache, &at, end) || !add(wsi, "etag:", response->etag, &at, end) ||
        !add(wsi, "vary:", response->vary, &at, end) || !add(wsi, "content-encoding:", response->coding, &at, end) ||
        !add(wsi, "location:", response->location, &at, end) || !add(wsi, "allow:", response->allow, &at, end) ||
        !add(wsi, "set-cookie:", response->cookie, &at, end) || !add(wsi, "link:", response->link, &at, end) ||
        !add(wsi, "content-disposition:", response->disposition, &at, end) ||
        !add(wsi, "connection:", response->last ? "close" : NULL, &at, end) ||
        lws_finalize_write_http_header(wsi, start, &at, end))
        return -1;
    bool headers_only =
        lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0 || response->status == HTTP_STATUS_NOT_MODIFIED;
    if (headers_only || response->size == 0)
        return lws_http_transaction_completed(wsi) ? -1 : 0;
    if (response->size <= AT_ONCE_BYTES) {
        memcpy(start, response->body, response->size);
        if (lws_write(wsi, start, response->size, LWS_WRITE_HTTP_FINAL) < (int)response->size)
            return -1;
        return lws_http_transaction_completed(wsi) ? -1 : 0;
    }
    session->body = response->body;
    session->size = response->size;
    session->sent = 0;
    lws_callback_on_writable(wsi);
    return 0;
}

static int write_piece(struct lws *wsi, struct http_session *session)
{
    if (!session->body)
        return 0;
    unsigned char buffer[LWS_PRE + PIECE_BYTES];
    size_t size = session->size - session->sent;
    if (size > PIECE_BYTES)
        size = PIECE_BYTES;
    memcpy(buffer + LWS_PRE, session->body + session->sent, size);
    session->sent += size;
    bool last = session->sent == session->size;
    if (lws_write(wsi, buffer + LWS_PRE, size, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)size)
        return -1;
    if (!last) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    session->body = NULL;
    free(session->owned);
    session->owned = NULL;
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

static int refuse(struct lws *wsi, struct http_session *session, unsigned status, const char *sentence, bool last)
{
    struct response response = {.status = status,
                                .type = "text/plain; charset=utf-8",
                                .body = (const unsigned char *)sentence,
                                .size = strlen(sentence),
                                .cache = "no-store",
                                .allow = status == HTTP_STATUS_METHOD_NOT_ALLOWED ? "GET, HEAD" : NULL,
                                .last = last};
    int result = http_respond(wsi, session, &response);
    return last ? -1 : result;
}

int http_refuse(struct gateway *gateway, struct lws *wsi, struct http_session *session, unsigned status,
                const char *sentence)
{
    (void)gateway;
    return refuse(wsi, session, status, sentence, false);
}

/* The language for a reader who did not say it in the address: the choice made before, or the browser's. */
static const char *language_of(struct gateway *gateway, struct lws *wsi, const char *cookies)
{
    const char *const *languages = assets_languages(gateway->assets);
    char chosen[8], accept[HEADER_VALUE_MAX];
    if (header_cookie(cookies, LANGUAGE_COOKIE, chosen, sizeof chosen))
        for (unsigned i = 0; languages[i]; i++)
            if (strcmp(languages[i], chosen) == 0)
                return languages[i];
    if (!http_header(wsi, WSI_TOKEN_HTTP_ACCEPT_LANGUAGE, accept, sizeof accept))
        accept[0] = '\0';
    return header_language(accept, languages);
}

static enum coding coding_of(struct lws *wsi, const struct asset *asset)
{
    char accept[HEADER_VALUE_MAX];
    if (!http_header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, accept, sizeof accept))
        return CODING_NONE;
    for (enum coding coding = CODING_BROTLI; coding > CODING_NONE; coding--)
        if (asset->body[coding].bytes && header_weight(accept, coding_name(coding)) > 0)
            return coding;
    return CODING_NONE;
}

/* False: this page says nothing of its address. */
static bool link_of(struct gateway *gateway, struct lws *wsi, const struct asset *asset, char links[LINKS_MAX])
{
    char host[HEADER_VALUE_MAX];
    const char *origin = gateway->config.origin_count > 0 ? gateway->config.origins[0] : NULL;
    return asset->searched && http_header(wsi, WSI_TOKEN_HOST, host, sizeof host) &&
           links_write(links, LINKS_MAX, gateway->assets, asset, origin, host);
}

static int send_asset(struct gateway *gateway, struct lws *wsi, struct http_session *session, const struct asset *asset,
                      unsigned status, const char *cookies, bool by_language)
{
    const struct asset_body *body = &asset->body[coding_of(wsi, asset)];
    char cookie[256], token[PLAYER_TOKEN_MAX], seen[HEADER_VALUE_MAX];
    struct response response = {.status = status,
                                .type = asset->type,
                                .body = body->bytes,
                                .size = body->size,
                                .cache = asset->immutable ? "public, max-age=31536000, immutable" : "no-cache",
                                .etag = body->etag,
                                .vary = by_language ? "Accept-Encoding, Accept-Language, Cookie" : "Accept-Encoding",
                                .coding = coding_name((enum coding)(body - asset->body))};
    if (asset->html) {
        if (!http_token(cookies, token))
            player_token(gateway->config.players, token);
        http_cookie(gateway, wsi, token, cookie, sizeof cookie);
        response.cookie = cookie;
        response.cache = "private, no-cache";
    }
    char links[LINKS_MAX];
    if (status == HTTP_STATUS_OK && !by_language && link_of(gateway, wsi, asset, links))
        response.link = links;
    if (status == HTTP_STATUS_OK && http_header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, seen, sizeof seen) &&
        header_list_has(seen, body->etag)) {
        response.status = HTTP_STATUS_NOT_MODIFIED;
        response.type = NULL;
        response.coding = NULL;
    }
    return http_respond(wsi, session, &response);
}

static int redirect(struct lws *wsi, struct http_session *session, const char *location)
{
    struct response response = {
        .status = HTTP_STATUS_FOUND, .cache = "no-store", .vary = "Accept-Language, Cookie", .location = location};
    return http_respond(wsi, session, &response);
}

static bool may_read_metrics(struct gateway *gateway, struct lws *wsi, const struct address *address)
{
    for (unsigned i = 0; i < gateway->config.metrics_count; i++)
        if (network_has(&gateway->config.metrics[i], address))
            return true;
    struct network local;
    bool is_local = (network_parse(&local, "127.0.0.0/8") == OK && network_has(&local, address)) ||
                    (network_parse(&local, "::1") == OK && network_has(&local, address));
    /* A proxy on this machine that nobody declared must not make every stranger a local. */
    return is_local && lws_hdr_total_length(wsi, WSI_TOKEN_X_FORWARDED_FOR) <= 0;
}

static int send_metrics(struct gateway *gateway, struct lws *wsi, struct http_session *session)
{
    session->owned = malloc(METRICS_MAX);
    if (!session->owned)
        return -1;
    struct text text = text_into(session->owned, METRICS_MAX);
    metrics_write(gateway, &text);
    struct response response = {.status = HTTP_STATUS_OK,
                                .type = "text/plain; version=0.0.4; charset=utf-8",
                                .body = (unsigned char *)session->owned,
                                .size = (size_t)(text.at - session->owned),
                                .cache = "no-store"};
    return http_respond(wsi, session, &response);
}

static bool is_id(const char *text)
{
    size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_");
    return length > 0 && length < TABLE_ID_MAX && text[length] == '\0';
}

/* "/t/ID" is a table, "/g/ID" a game: the page that shows it, in any language, or NULL. */
static const char *app_page(const char *path)
{
    if (path[0] != '/' || (path[1] != 't' && path[1] != 'g') || path[2] != '/' || !is_id(path + 3))
        return NULL;
    return path[1] == 't' ? "table.html" : "game.html";
}

/* "/LANGUAGE/player/ID": as "/LANGUAGE/player/", which shows whom the address names. NULL: it is another address. */
static const struct asset *player_page(struct gateway *gateway, const char *path)
{
    static const char player[] = "player/";
    char page[ASSET_PATH_MAX];
    const char *language = path[0] == '/' ? strchr(path + 1, '/') : NULL;
    if (!language || strncmp(language + 1, player, sizeof player - 1) != 0 || !is_id(language + sizeof player))
        return NULL;
    snprintf(page, sizeof page, "%.*s", (int)(language + sizeof player - path), path);
    return assets_find(gateway->assets, page);
}

static int not_found(struct gateway *gateway, struct lws *wsi, struct http_session *session, const char *cookies)
{
    const char *language = language_of(gateway, wsi, cookies);
    char path[ASSET_PATH_MAX];
    snprintf(path, sizeof path, "/%s/404.html", language ? language : "");
    const struct asset *asset = language ? assets_find(gateway->assets, path) : NULL;
    if (asset)
        return send_asset(gateway, wsi, session, asset, HTTP_STATUS_NOT_FOUND, cookies, true);
    return http_refuse(gateway, wsi, session, HTTP_STATUS_NOT_FOUND, "404: there is nothing at this address\n");
}

static int serve_path(struct gateway *gateway, struct lws *wsi, struct http_session *session, const char *path,
                      const struct address *address)
{
    char cookies[COOKIE_HEADER_MAX], target[ASSET_PATH_MAX + 2];
    if (!http_header(wsi, WSI_TOKEN_HTTP_COOKIE, cookies, sizeof cookies))
        return http_refuse(gateway, wsi, session, 431, "431: the Cookie header is too long\n");
    if (strcmp(path, "/healthz") == 0)
        return gateway->draining ? http_refuse(gateway, wsi, session, 503, "draining\n")
                                 : http_refuse(gateway, wsi, session, 200, "ok\n");
    if (strcmp(path, "/metrics") == 0 && may_read_metrics(gateway, wsi, address))
        return send_metrics(gateway, wsi, session);
    if (document_is(path))
        return document_ask(gateway, wsi, session, path, cookies, address);
    const struct asset *asset = assets_find(gateway->assets, path);
    if (!asset)
        asset = player_page(gateway, path);
    if (asset)
        return send_asset(gateway, wsi, session, asset, HTTP_STATUS_OK, cookies, false);
    const char *language = language_of(gateway, wsi, cookies);
    if (language && strcmp(path, "/") == 0) {
        snprintf(target, sizeof target, "/%s/", language);
        return redirect(wsi, session, target);
    }
    if (language && app_page(path)) {
        snprintf(target, sizeof target, "/%s/%s", language, app_page(path));
        asset = assets_find(gateway->assets, target);
        if (asset)
            return send_asset(gateway, wsi, session, asset, HTTP_STATUS_OK, cookies, true);
    }
    if ((size_t)snprintf(target, sizeof target, "%s/", path) < sizeof target && assets_find(gateway->assets, target))
        return redirect(wsi, session, target);
    return not_found(gateway, wsi, session, cookies);
}

/*
 * libwebsockets takes a chunked body for the next request, and of two lengths, or one that is no number, not always the
 * one that a proxy in front takes; whoever comes next through that proxy would be given the answer. Nothing here needs
 * a body, so a request that has one is the last of its connection.
 */
static bool has_body(struct lws *wsi)
{
    char length[8];
    return lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0 ||
           !http_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, length, sizeof length) || (*length && strcmp(length, "0"));
}

static int serve(struct gateway *gateway, struct lws *wsi, struct http_session *session, const char *path,
                 size_t length)
{
    struct address address;
    char origin[HEADER_VALUE_MAX];
    gateway->counts.requests++;
    if (!http_address(gateway, wsi, &address))
        return http_refuse(gateway, wsi, session, 400, "400: it cannot be told who asks\n");
    if (!http_may_act(gateway, &address))
        return http_refuse(gateway, wsi, session, 429, "429: too many requests; try again in a moment\n");
    bool get = lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0 || lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;
    bool body = has_body(wsi);
    if (!get)
        return refuse(wsi, session, HTTP_STATUS_METHOD_NOT_ALLOWED, "405: only GET and HEAD\n", body);
    if (body)
        return refuse(wsi, session, 413, "413: no requests with a body here\n", body);
    char copy[URL_MAX];
    if (length >= sizeof copy)
        return http_refuse(gateway, wsi, session, 414, "414: the address is too long\n");
    if (!http_header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin))
        return http_refuse(gateway, wsi, session, 431, "431: the Origin header is too long\n");
    memcpy(copy, path, length);
    copy[length] = '\0';
    return serve_path(gateway, wsi, session, copy, &address);
}

int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    struct http_session *session = user;
    struct gateway *gateway = lws_context_user(lws_get_context(wsi));
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        return serve(gateway, wsi, session, in, length);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return !session ? 0 : session->document ? document_write(gateway, wsi, session) : write_piece(wsi, session);
    case LWS_CALLBACK_HTTP_BODY:
        return 0; /* of a method that was refused already */
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return -1;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return upgrade_check(gateway, wsi, session, in);
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        if (session) {
            free(session->owned);
            session->owned = NULL;
            session->body = NULL;
            document_drop(session->document);
            session->document = NULL;
            gateway->exports -= session->exports;
            session->exports = false;
        }
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        listen_gone(wsi);
        return 0;
    case LWS_CALLBACK_ESTABLISHED: /* a WebSocket that upgrade_check() would have refused */
    case LWS_CALLBACK_RAW_ADOPT:
    case LWS_CALLBACK_RAW_RX:
        return -1;
    default:
        return 0;
    }
}
