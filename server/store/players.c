/*
 * The calls about players, on the loop's thread: checked, copied, handed to the driver, called back. As store.c.
 */
#include "server/store/request.h"

#include <stdlib.h>

bool players_call_back(const struct store_request *r)
{
    bool ok = r->error == OK;
    switch (r->kind) {
    case REQUEST_PLAYER_FIND:
        r->done.player(r->context, r->error, ok ? &r->out.player.player : NULL);
        return true;
    case REQUEST_CODE_USE:
        r->done.moved(r->context, r->error, ok ? &r->out.player.player : NULL, r->out.player.before,
                      r->out.player.forgotten);
        return true;
    case REQUEST_DOCUMENT:
        r->done.text(r->context, r->error, ok ? r->list : NULL, ok ? r->count : 0);
        return true;
    case REQUEST_PLAYER_RENAME:
    case REQUEST_CODE_PUT:
    case REQUEST_PLAYER_FORGET:
        r->done.plain(r->context, r->error);
        return true;
    default:
        return false;
    }
}

/* A request about `who`; NULL, with *error. */
static struct store_request *ask(struct store *store, enum request_kind kind, const char *who, void *context,
                                 enum error *error)
{
    struct store_request *request;
    *error = store_request_make(store, kind, context, &request);
    if (*error)
        return NULL;
    if (store_copy(request->in.player.who, STORE_WHO_MAX, who))
        return request;
    free(request);
    *error = ERR_TOO_LONG;
    return NULL;
}

/* Submits it when everything fitted. */
static enum error submit(struct store *store, struct store_request *request, bool fits)
{
    if (!fits) {
        free(request);
        return ERR_TOO_LONG;
    }
    store_request_submit(store, request);
    return OK;
}

enum error store_player_find(struct store *store, const char *who, const char *kind, const char *game,
                             store_player_fn done, void *context)
{
    enum error error;
    struct store_request *request = ask(store, REQUEST_PLAYER_FIND, who, context, &error);
    if (!request)
        return error;
    request->done.player = done;
    return submit(store, request,
                  store_copy(request->in.player.kind, STORE_KIND_MAX, kind) &&
                      store_copy(request->in.player.game, STORE_ID_MAX, game));
}

enum error store_player_rename(struct store *store, const char *who, const char *name, store_done_fn done,
                               void *context)
{
    enum error error;
    struct store_request *request = ask(store, REQUEST_PLAYER_RENAME, who, context, &error);
    if (!request)
        return error;
    request->done.plain = done;
    return submit(store, request, store_copy(request->in.player.name, STORE_NAME_MAX, name));
}

enum error store_code_put(struct store *store, const char *who, const uint8_t hash[STORE_HASH_BYTES], int64_t lifetime,
                          store_done_fn done, void *context)
{
    enum error error;
    struct store_request *request = ask(store, REQUEST_CODE_PUT, who, context, &error);
    if (!request)
        return error;
    request->done.plain = done;
    request->in.player.lifetime = lifetime;
    store_write_hash(request->in.player.hash, hash);
    return submit(store, request, true);
}

enum error store_code_use(struct store *store, const char *device, const uint8_t hash[STORE_HASH_BYTES],
                          const char *pseudonym, store_moved_fn done, void *context)
{
    enum error error;
    struct store_request *request = ask(store, REQUEST_CODE_USE, device, context, &error);
    if (!request)
        return error;
    request->done.moved = done;
    store_write_hash(request->in.player.hash, hash);
    return submit(store, request, store_copy(request->in.player.pseudonym, STORE_WHO_MAX, pseudonym));
}

enum error store_player_forget(struct store *store, const char *who, const char *pseudonym, store_done_fn done,
                               void *context)
{
    enum error error;
    struct store_request *request = ask(store, REQUEST_PLAYER_FORGET, who, context, &error);
    if (!request)
        return error;
    request->done.plain = done;
    return submit(store, request, store_copy(request->in.player.pseudonym, STORE_WHO_MAX, pseudonym));
}

enum error store_document_read(struct store *store, enum store_document document, const char *who, const char *kind,
                               unsigned games, store_text_fn done, void *context)
{
    enum error error;
    struct store_request *request = ask(store, REQUEST_DOCUMENT, who, context, &error);
    if (!request)
        return error;
    request->done.text = done;
    request->in.player.document = document;
    request->in.player.games = games;
    return submit(store, request, store_copy(request->in.player.kind, STORE_KIND_MAX, kind));
}
