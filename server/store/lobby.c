/* The lobby's calls, as store.c has the others. */
#include "server/store/lobby.h"
#include "server/store/request.h"

#include <stdlib.h>

enum error store_listing_put(struct store *store, const struct store_listing *listing, store_done_fn done,
                             void *context)
{
    struct store_request *request;
    enum error error = store_request_make(store, REQUEST_LISTING_PUT, context, &request);
    if (error)
        return error;
    request->done.plain = done;
    request->in.listing = *listing;
    store_request_submit(store, request);
    return OK;
}

enum error store_listings(struct store *store, unsigned open_max, unsigned live_max, store_listings_fn done,
                          void *context)
{
    struct store_request *request;
    enum error error = store_request_make(store, REQUEST_LISTINGS, context, &request);
    if (error)
        return error;
    request->done.listings = done;
    request->in.listings.open_max = open_max;
    request->in.listings.live_max = live_max;
    store_request_submit(store, request);
    return OK;
}

enum error store_seek_put(struct store *store, const struct store_seek *seek, unsigned unfinished_max, int64_t window,
                          store_opening_fn done, void *context)
{
    struct store_request *request;
    enum error error = store_request_make(store, REQUEST_SEEK_PUT, context, &request);
    if (error)
        return error;
    request->done.opening = done;
    request->in.seek.seek = *seek;
    request->in.seek.unfinished_max = unfinished_max;
    request->in.seek.window = window;
    store_request_submit(store, request);
    return OK;
}

/* A request about one seek. */
static enum error make_named(struct store *store, enum request_kind kind, const char *device, const char *command,
                             void *context, struct store_request **request)
{
    enum error error = store_request_make(store, kind, context, request);
    if (error)
        return error;
    struct store_seek *seek = &(*request)->in.seek.seek;
    if (store_copy(seek->device, sizeof seek->device, device) &&
        store_copy(seek->command, sizeof seek->command, command))
        return OK;
    free(*request);
    return ERR_TOO_LONG;
}

enum error store_seek_drop(struct store *store, const char *device, const char *command, store_done_fn done,
                           void *context)
{
    struct store_request *request;
    enum error error = make_named(store, REQUEST_SEEK_DROP, device, command, context, &request);
    if (error)
        return error;
    request->done.plain = done;
    store_request_submit(store, request);
    return OK;
}

enum error store_pairing_find(struct store *store, const char *device, const char *command, store_opening_fn done,
                              void *context)
{
    struct store_request *request;
    enum error error = make_named(store, REQUEST_PAIRING_FIND, device, command, context, &request);
    if (error)
        return error;
    request->done.opening = done;
    store_request_submit(store, request);
    return OK;
}

enum error store_seeks(struct store *store, store_seeks_fn done, void *context)
{
    struct store_request *request;
    enum error error = store_request_make(store, REQUEST_SEEKS, context, &request);
    if (error)
        return error;
    request->done.seeks = done;
    store_request_submit(store, request);
    return OK;
}

enum error store_pair(struct store *store, const struct store_pairing *pairing, store_opening_fn done, void *context)
{
    struct store_request *request;
    enum error error = store_request_make(store, REQUEST_PAIR, context, &request);
    if (error)
        return error;
    request->done.opening = done;
    request->in.pairing = *pairing;
    store_request_submit(store, request);
    return OK;
}
