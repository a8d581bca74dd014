/*
 * What is known of players, read by HTTP: profiles, lists of ratings, and what is one's own. A request waits for the
 * store; it is answered when its socket can be written to after the store has.
 *
 *   /api/player/ID           what everybody may see of a player
 *   /api/ratings/KIND        the highest ratings of those who have played enough rated games
 *   /api/ratings/KIND/all    of everybody who has played one
 *   /api/me                  what oneself may see, by the cookie; null for a device that nobody knows yet
 *   /api/me/export           everything that is stored about oneself
 */
#include "base/clock.h"
#include "server/gateway/internal.h"
#include "server/table/rating.h"
#include <stdlib.h>
#include <string.h>

#define API "/api/"

static const char nobody[] = "null";

struct document {
    struct lws *wsi;
    struct player_errand *errand; /* NULL: answered */
    enum error error;
    bool own, file;
    char *text;
    size_t size;
};

bool document_is(const char *path)
{
    return strncmp(path, API, strlen(API)) == 0;
}

void document_drop(struct document *document)
{
    if (!document)
        return;
    if (document->errand)
        player_errand_cancel(document->errand);
    free(document->text);
    free(document);
}

static void on_news(void *context, const struct player_news *news)
{
    struct document *document = context;
    document->errand = NULL;
    document->error = news->error;
    if (!news->error) {
        document->text = malloc(news->size);
        document->size = news->size;
        if (document->text)
            memcpy(document->text, news->text, news->size);
        else
            document->error = ERR_NO_MEMORY;
    }
    lws_callback_on_writable(document->wsi);
}

int document_write(struct gateway *gateway, struct lws *wsi, struct http_session *session)
{
    struct document *document = session->document;
    if (document->errand)
        return 0; /* written too early */
    session->document = NULL;
    struct response response = {.status = HTTP_STATUS_OK,
                                .type = "application/json",
                                .cache = document->own ? "private, no-store" : "public, max-age=5",
                                .disposition = document->file ? "attachment; filename=\"shogikan.json\"" : NULL};
    enum error error = document->error;
    if (error == ERR_NOT_FOUND && document->own && !document->file) {
        /* Whoever has not been at a table is nobody yet, which is no fault. */
        response.body = (const unsigned char *)nobody;
        response.size = sizeof nobody - 1;
        error = OK;
    } else if (!error) {
        session->owned = document->text;
        response.body = (const unsigned char *)document->text;
        response.size = document->size;
        document->text = NULL;
    }
    document_drop(document);
    if (error == ERR_NOT_FOUND)
        return http_refuse(gateway, wsi, session, HTTP_STATUS_NOT_FOUND, "404: there is no such player\n");
    if (error == ERR_TOO_LONG)
        return http_refuse(gateway, wsi, session, 507, "507: too much to be written at once; ask the host\n");
    if (error)
        return http_refuse(gateway, wsi, session, 503, "503: try again in a moment\n");
    return http_respond(wsi, session, &response);
}

/* Everything about somebody may be megabytes: the store writes it only now and then, and only so many wait to be read
 * by whoever asked. */
static bool may_export(struct gateway *gateway, struct peer *peer, int64_t now)
{
    const struct gateway_limits *limits = &gateway->config.limits;
    return gateway->exports < EXPORTS_MAX &&
           bucket_take(&peer->exports, limits->export_rate, limits->export_burst, minutes_clock(now));
}

static bool may_look(struct gateway *gateway, const struct address *address, bool export)
{
    const struct gateway_limits *limits = &gateway->config.limits;
    int64_t now = clock_monotonic();
    struct peer *peer = peer_hold(gateway->peers, address, now);
    bool may = peer && bucket_take(&peer->lookups, limits->lookup_rate, limits->lookup_burst, now) &&
               (!export || may_export(gateway, peer, now));
    peer_release(peer);
    return may;
}

/* A part of a path that is only letters, digits and _ -, copied; what follows it, or NULL. */
static const char *take_word(const char *path, char *word, size_t size)
{
    size_t length = strspn(path, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");
    if (!length || length >= size)
        return NULL;
    memcpy(word, path, length);
    word[length] = '\0';
    return path + length;
}

static const char *after(const char *path, const char *prefix)
{
    size_t length = strlen(prefix);
    return strncmp(path, prefix, length) == 0 ? path + length : NULL;
}

/* ERR_NOT_FOUND: no such document. */
static enum error ask(struct players *players, struct document *document, const char *path, const char *cookies)
{
    char word[PLAYER_ID_MAX], token[PLAYER_TOKEN_MAX];
    const char *rest = after(path, API "me");
    if (rest && (!*rest || strcmp(rest, "/export") == 0)) {
        document->own = true;
        document->file = *rest;
        if (!http_token(cookies, token))
            token[0] = '\0'; /* nobody's */
        return player_read_own(players, *rest ? PLAYER_EXPORT : PLAYER_PROFILE_OWN, token, on_news, document,
                               &document->errand);
    }
    rest = after(path, API "player/");
    if (rest && (rest = take_word(rest, word, sizeof word)) && !*rest)
        return player_read(players, PLAYER_PROFILE, word, "", 0, on_news, document, &document->errand);
    rest = after(path, API "ratings/");
    if (rest && (rest = take_word(rest, word, sizeof word)) && (!*rest || strcmp(rest, "/all") == 0))
        return player_read(players, PLAYER_LEADERS, "", word, *rest ? 1 : RATING_PROVISIONAL, on_news, document,
                           &document->errand);
    return ERR_NOT_FOUND;
}

int document_ask(struct gateway *gateway, struct lws *wsi, struct http_session *session, const char *path,
                 const char *cookies, const struct address *address)
{
    bool export = strcmp(path, API "me/export") == 0;
    if (!may_look(gateway, address, export))
        return http_refuse(gateway, wsi, session, 429, "429: too many requests; try again in a moment\n");
    struct document *document = calloc(1, sizeof *document);
    if (!document)
        return -1;
    document->wsi = wsi;
    enum error error = ask(gateway->config.players, document, path, cookies);
    if (!error) {
        session->document = document;
        session->exports = export;
        gateway->exports += export;
        return 0;
    }
    document_drop(document);
    return error == ERR_NOT_FOUND
               ? http_refuse(gateway, wsi, session, HTTP_STATUS_NOT_FOUND, "404: there is nothing at this address\n")
               : http_refuse(gateway, wsi, session, 503, "503: try again in a moment\n");
}
