/*
 * A token is looked up by its hash. One that is nobody's becomes that of a new device when somebody connects with it: a
 * fresh id, one row. A device that was not seen for a while gets its row stamped, without anybody waiting for it.
 *
 * The hash is plain BLAKE2b: a token has 256 random bits, so there is nothing to guess and no salt is needed.
 */
#include "server/player/internal.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { ID_DIGITS = 16, SEEN_AFTER_MS = 60 * 60 * 1000 };

struct player_request {
    struct player_request *next, **link;
    struct players *players; /* NULL: cancelled */
    player_fn done;
    void *context;
    bool may_make; /* a device of this token, when there is none yet */
    bool fresh;
    char token[PLAYER_TOKEN_MAX];
};

_Static_assert((int)PLAYER_ID_MAX == STORE_WHO_MAX && (int)PLAYER_NAME_MAX == STORE_NAME_MAX, "same fields");
_Static_assert((int)STORE_HASH_BYTES == crypto_generichash_BYTES, "same hash");

enum error players_open(struct players **players, struct store *store, struct random_source random,
                        const struct log *log)
{
    *players = NULL;
    if (sodium_init() < 0)
        return ERR_IO;
    struct players *it = calloc(1, sizeof *it);
    if (!it)
        return ERR_NO_MEMORY;
    *it = (struct players){.store = store, .random = random, .log = log};
    *players = it;
    return OK;
}

void players_close(struct players *players)
{
    while (players->requests)
        player_cancel(players->requests);
    while (players->errands)
        player_errand_cancel(players->errands);
    free(players);
}

static void leave_list(struct player_request *request)
{
    *request->link = request->next;
    if (request->next)
        request->next->link = request->link;
    request->players = NULL;
}

void player_cancel(struct player_request *request)
{
    leave_list(request); /* freed when the store answers */
}

static void forget(struct player_request *request)
{
    sodium_memzero(request->token, sizeof request->token);
    free(request);
}

static void answer(struct player_request *request, enum error error, const struct store_device *device)
{
    struct player player;
    if (device) {
        memcpy(player.id, device->id, sizeof player.id);
        memcpy(player.device, device->device, sizeof player.device);
        memcpy(player.name, device->name, sizeof player.name);
    }
    leave_list(request);
    request->done(request->context, error, device ? &player : NULL, device ? request->token : NULL,
                  device && request->fresh);
    forget(request);
}

bool players_hash_token(const char *token, uint8_t hash[STORE_HASH_BYTES])
{
    uint8_t bytes[TOKEN_BYTES];
    size_t size = 0;
    const char *end = NULL;
    size_t length = strnlen(token, PLAYER_TOKEN_MAX);
    if (length != PLAYER_TOKEN_MAX - 1 ||
        sodium_base642bin(bytes, sizeof bytes, token, length, NULL, &size, &end,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) ||
        size != sizeof bytes || end != token + length)
        return false;
    crypto_generichash(hash, STORE_HASH_BYTES, bytes, sizeof bytes, NULL, 0);
    sodium_memzero(bytes, sizeof bytes);
    return true;
}

static void on_found(void *context, enum error error, const struct store_device *device);

static void on_added(void *context, enum error error, const struct store_device *device)
{
    struct player_request *request = context;
    uint8_t hash[STORE_HASH_BYTES];
    if (!request->players) {
        forget(request);
        return;
    }
    /* Another connection of the same device was adopted in the meantime. */
    if (error == ERR_DUPLICATE && players_hash_token(request->token, hash)) {
        request->may_make = request->fresh = false;
        error = store_device_find(request->players->store, hash, on_found, request);
        if (!error)
            return;
    }
    if (error) {
        log_write(request->players->log, LOG_ERROR, "player.not_made", "error=%s", error_code(error));
        answer(request, ERR_STORE, NULL);
        return;
    }
    answer(request, OK, device);
}

void player_token(struct players *players, char token[PLAYER_TOKEN_MAX])
{
    uint8_t bytes[TOKEN_BYTES];
    random_fill(&players->random, bytes, sizeof bytes);
    sodium_bin2base64(token, PLAYER_TOKEN_MAX, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(bytes, sizeof bytes);
}

bool player_token_valid(const char *token)
{
    uint8_t hash[STORE_HASH_BYTES];
    return players_hash_token(token, hash);
}

static enum error make_device(struct player_request *request)
{
    struct players *players = request->players;
    uint8_t hash[STORE_HASH_BYTES];
    char id[ID_DIGITS + 1];
    if (!players_hash_token(request->token, hash))
        return ERR_SYNTAX;
    random_id(&players->random, id, ID_DIGITS);
    request->fresh = true;
    return store_device_add(players->store, id, hash, on_added, request);
}

static void on_found(void *context, enum error error, const struct store_device *device)
{
    struct player_request *request = context;
    if (!request->players) {
        forget(request);
        return;
    }
    struct store *store = request->players->store;
    if (error == ERR_NOT_FOUND && request->may_make)
        error = make_device(request);
    else if (!error) {
        /* Not worth an answer of its own: the next visit tries again. */
        if (store_now(store) - device->seen > SEEN_AFTER_MS)
            (void)!store_device_seen(store, device->device, NULL, NULL);
        answer(request, OK, device);
        return;
    }
    if (error)
        answer(request, error == ERR_NOT_FOUND ? error : ERR_STORE, NULL);
}

static enum error ask(struct players *players, const char *token, bool may_make, player_fn done, void *context,
                      struct player_request **handle)
{
    struct player_request *request = calloc(1, sizeof *request);
    if (!request)
        return ERR_NO_MEMORY;
    *request = (struct player_request){
        .players = players, .done = done, .context = context, .may_make = may_make, .next = players->requests};
    uint8_t hash[STORE_HASH_BYTES] = {0};
    if (token && players_hash_token(token, hash))
        memcpy(request->token, token, PLAYER_TOKEN_MAX);
    enum error error = store_device_find(players->store, hash, on_found, request);
    if (error) {
        forget(request);
        return error;
    }
    request->link = &players->requests;
    if (players->requests)
        players->requests->link = &request->next;
    players->requests = request;
    if (handle)
        *handle = request;
    return OK;
}

enum error player_find(struct players *players, const char *token, player_fn done, void *context,
                       struct player_request **request)
{
    return ask(players, token, false, done, context, request);
}

enum error player_adopt(struct players *players, const char *token, player_fn done, void *context,
                        struct player_request **request)
{
    if (!player_token_valid(token))
        return ERR_SYNTAX;
    return ask(players, token, true, done, context, request);
}
