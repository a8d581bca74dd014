/*
 * The half of the store that runs on the loop's thread: it checks and copies what is asked, counts what waits, and
 * calls back. Drivers hand finished requests over in a list under a lock and wake the loop.
 */
#include "server/store/request.h"

#include <stdlib.h>
#include <string.h>

enum { QUEUE_MAX = 65536 };

static const char *const kind_names[] = {
#define X(name, text) text,
    EVENT_KIND_LIST(X)
#undef X
};

const char *event_kind_name(enum event_kind kind)
{
    return kind_names[kind];
}

enum event_kind event_kind_named(const char *name)
{
    for (unsigned i = 0; i < EVENT_KINDS; i++)
        if (!strcmp(name, kind_names[i]))
            return (enum event_kind)i;
    return EVENT_KINDS;
}

/* ---- handing back ---- */

void store_finish(struct store *store, struct store_request *first, struct store_request *last)
{
    last->next = NULL;
    uv_mutex_lock(&store->lock);
    *store->finished_end = first;
    store->finished_end = &last->next;
    uv_mutex_unlock(&store->lock);
    uv_async_send(&store->wake);
}

static void call_back(const struct store_request *r)
{
    bool ok = r->error == OK;
    if (players_call_back(r))
        return;
    switch (r->kind) {
    case REQUEST_DEVICE_FIND:
    case REQUEST_DEVICE_ADD:
    case REQUEST_DEVICE_SEEN:
        if (r->done.device)
            r->done.device(r->context, r->error, ok && r->kind != REQUEST_DEVICE_SEEN ? &r->out.device : NULL);
        break;
    case REQUEST_TABLE_ADD:
    case REQUEST_SEEK_PUT:
    case REQUEST_PAIR:
    case REQUEST_PAIRING_FIND:
        r->done.opening(r->context, r->error, ok || r->error == ERR_DUPLICATE ? r->out.table : NULL);
        break;
    case REQUEST_LOAD: {
        struct store_record record = {
            .table = r->out.record.table, .game = r->out.record.game, .events = r->list, .count = r->count};
        r->done.record(r->context, r->error, ok ? &record : NULL);
        break;
    }
    case REQUEST_APPEND:
    case REQUEST_EVENT_FIND:
        r->done.event(r->context, r->error, ok || r->error == ERR_DUPLICATE ? &r->out.event.event : NULL,
                      r->out.event.newest);
        break;
    case REQUEST_JOBS_CLAIM:
    case REQUEST_JOB_DELAY:
        if (r->done.jobs)
            r->done.jobs(r->context, r->error, ok ? r->list : NULL, ok ? r->count : 0);
        break;
    case REQUEST_RATING_FIND:
        r->done.rating(r->context, r->error, ok ? &r->out.rating : NULL);
        break;
    case REQUEST_LOOKS_CLAIM:
        r->done.looks(r->context, r->error, ok ? r->list : NULL, ok ? r->count : 0);
        break;
    case REQUEST_LISTINGS:
        r->done.listings(r->context, r->error, ok ? r->list : NULL, ok ? r->count : 0);
        break;
    case REQUEST_SEEKS:
        r->done.seeks(r->context, r->error, ok ? r->list : NULL, ok ? r->count : 0);
        break;
    case REQUEST_PRESENCE:
    case REQUEST_LOOK_SET:
    case REQUEST_LISTING_PUT:
    case REQUEST_SEEK_DROP:
        if (r->done.plain)
            r->done.plain(r->context, r->error);
        break;
    case REQUEST_SAY:
    case REQUEST_LINES:
    case REQUEST_REPORT:
    case REQUEST_BANS:
        store_talk_call_back(r);
        break;
    default:
        break; /* players.c */
    }
}

/* A group that was taken back may have told more than what is true now; it does not go back for that. */
static void learn_hall(struct store *store, const struct store_request *request)
{
    if (request->error || request->hall < store->hall || (request->hall == store->hall && request->wall < store->wall))
        return;
    store->hall = request->hall;
    store->wall = request->wall;
}

static void on_closed(uv_handle_t *handle)
{
    struct store *store = handle->data;
    void (*closed)(void *) = store->closed;
    void *context = store->closed_context;
    uv_mutex_destroy(&store->lock);
    free(store);
    if (closed)
        closed(context);
}

static void on_wake(uv_async_t *wake)
{
    struct store *store = wake->data;
    uv_mutex_lock(&store->lock);
    struct store_request *request = store->finished;
    store->finished = NULL;
    store->finished_end = &store->finished;
    uv_mutex_unlock(&store->lock);
    while (request) {
        struct store_request *next = request->next;
        learn_hall(store, request);
        call_back(request);
        free(request->list);
        free(request);
        store->waiting--;
        request = next;
    }
    if (store->closing && !store->waiting && !uv_is_closing((uv_handle_t *)wake)) {
        store->driver->close(store);
        uv_close((uv_handle_t *)wake, on_closed);
    }
}

/* ---- opening and closing ---- */

enum error store_open(struct store **store, const struct store_config *config, char *message)
{
    *store = NULL;
    message[0] = '\0';
    struct store *it = calloc(1, sizeof *it);
    if (!it)
        return ERR_NO_MEMORY;
    it->driver = &store_sqlite;
    it->log = config->log;
    it->clock = config->clock;
    it->queue_max = config->queue_max ? config->queue_max : QUEUE_MAX;
    it->finished_end = &it->finished;
    if (uv_mutex_init(&it->lock)) {
        free(it);
        return ERR_NO_MEMORY;
    }
    enum error error = it->driver->open(it, config, message);
    if (error) {
        uv_mutex_destroy(&it->lock);
        free(it);
        return error;
    }
    /* The driver's threads wait for a first request and do not touch `wake` before it. */
    if (uv_async_init(config->loop, &it->wake, on_wake)) {
        it->driver->close(it);
        uv_mutex_destroy(&it->lock);
        free(it);
        return ERR_IO;
    }
    it->wake.data = it;
    *store = it;
    return OK;
}

void store_close(struct store *store, void (*closed)(void *context), void *context)
{
    store->closing = true;
    store->closed = closed;
    store->closed_context = context;
    uv_async_send(&store->wake);
}

int64_t store_now(const struct store *store)
{
    return clock_now(&store->clock);
}

int64_t store_hall(const struct store *store)
{
    return hall_at(store->hall, store->wall, clock_now(&store->clock));
}

void store_stats(struct store *store, struct store_stats *stats)
{
    *stats = (struct store_stats){.waiting = store->waiting};
    store->driver->stats(store, stats);
}

/* ---- requests ---- */

enum error store_request_make(struct store *store, enum request_kind kind, void *context,
                              struct store_request **request)
{
    if (store->closing || store->waiting >= store->queue_max)
        return ERR_BUSY;
    *request = calloc(1, sizeof **request);
    if (!*request)
        return ERR_NO_MEMORY;
    (*request)->kind = kind;
    (*request)->context = context;
    return OK;
}

void store_request_submit(struct store *store, struct store_request *request)
{
    store->waiting++;
    store->driver->submit(store, request);
}

bool store_copy(char *to, size_t size, const char *from)
{
    size_t length = strlen(from);
    if (length >= size)
        return false;
    memcpy(to, from, length + 1);
    return true;
}

void store_write_hash(char out[STORE_HASH_TEXT], const uint8_t hash[STORE_HASH_BYTES])
{
    static const char digits[] = "0123456789abcdef";
    for (unsigned i = 0; i < STORE_HASH_BYTES; i++) {
        out[2 * i] = digits[hash[i] >> 4];
        out[2 * i + 1] = digits[hash[i] & 15];
    }
    out[2 * STORE_HASH_BYTES] = '\0';
}

enum error store_device_find(struct store *store, const uint8_t hash[STORE_HASH_BYTES], store_device_fn done,
                             void *context)
{
    struct store_request *request;
    enum error error = store_request_make(store, REQUEST_DEVICE_FIND, context, &request);
    if (error)
        return error;
    request->done.device = done;
    store_write_hash(request->in.device.hash, hash);
    store_request_submit(store, request);
    return OK;
}

static enum error ask_device(struct store *store, enum request_kind kind, const char *id, const uint8_t *hash,
                             store_device_fn done, void *context)
{
    struct store_request *request;
    enum error error = store_request_make(store, kind, context, &request);
    if (error)
        return error;
    request->done.device = done;
    if (!store_copy(request->in.device.id, STORE_WHO_MAX, id)) {
        free(request);
        return ERR_TOO_LONG;
    }
    if (hash)
        store_write_hash(request->in.device.hash, hash);
    store_request_submit(store, request);
    return OK;
}

enum error store_device_add(struct store *store, const char *id, const uint8_t hash[STORE_HASH_BYTES],
                            store_device_fn done, void *context)
{
    return ask_device(store, REQUEST_DEVICE_ADD, id, hash, done, context);
}

enum error store_device_seen(struct store *store, const char *id, store_device_fn done, void *context)
{
    return ask_device(store, REQUEST_DEVICE_SEEN, id, NULL, done, context);
}

enum error store_table_add(struct store *store, const struct store_opening *opening, store_opening_fn done,
                           void *context)
{
    struct store_request *request;
    enum error error = store_request_make(store, REQUEST_TABLE_ADD, context, &request);
    if (error)
        return error;
    request->done.opening = done;
    request->in.opening = *opening;
    store_request_submit(store, request);
    return OK;
}

enum error store_load(struct store *store, enum store_by by, const char *id, store_record_fn done, void *context)
{
    struct store_request *request;
    enum error error = store_request_make(store, REQUEST_LOAD, context, &request);
    if (error)
        return error;
    request->done.record = done;
    request->in.load.by = by;
    if (!store_copy(request->in.load.id, STORE_ID_MAX, id)) {
        free(request);
        return ERR_TOO_LONG;
    }
    store_request_submit(store, request);
    return OK;
}

enum error store_append(struct store *store, const struct store_append *append, store_event_fn done, void *context)
{
    if (append->event.seq > STORE_EVENTS_MAX)
        return ERR_TOO_LONG;
    struct store_request *request;
    enum error error = store_request_make(store, REQUEST_APPEND, context, &request);
    if (error)
        return error;
    request->done.event = done;
    request->in.append.append = *append;
    if (append->next) {
        request->in.append.next = *append->next;
        request->in.append.append.next = &request->in.append.next;
    }
    store_request_submit(store, request);
    return OK;
}

enum error store_event_find(struct store *store, const char *game, const char *actor, const char *command,
                            store_event_fn done, void *context)
{
    struct store_request *request;
    enum error error = store_request_make(store, REQUEST_EVENT_FIND, context, &request);
    if (error)
        return error;
    request->done.event = done;
    if (!store_copy(request->in.find.game, STORE_ID_MAX, game) ||
        !store_copy(request->in.find.actor, STORE_WHO_MAX, actor) ||
        !store_copy(request->in.find.command, STORE_COMMAND_MAX, command)) {
        free(request);
        return ERR_TOO_LONG;
    }
    store_request_submit(store, request);
    return OK;
}

enum error store_jobs_claim(struct store *store, unsigned count, int64_t lease, store_jobs_fn done, void *context)
{
    struct store_request *request;
    enum error error = store_request_make(store, REQUEST_JOBS_CLAIM, context, &request);
    if (error)
        return error;
    request->done.jobs = done;
    request->in.jobs.count = count;
    request->in.jobs.ms = lease < STORE_DUE_MS_MAX ? lease : STORE_DUE_MS_MAX;
    store_request_submit(store, request);
    return OK;
}

enum error store_job_delay(struct store *store, const char *game, unsigned seq, int64_t delay, store_jobs_fn done,
                           void *context)
{
    struct store_request *request;
    enum error error = store_request_make(store, REQUEST_JOB_DELAY, context, &request);
    if (error)
        return error;
    request->done.jobs = done;
    request->in.jobs.seq = seq;
    request->in.jobs.ms = delay < STORE_DUE_MS_MAX ? delay : STORE_DUE_MS_MAX;
    if (!store_copy(request->in.jobs.game, STORE_ID_MAX, game)) {
        free(request);
        return ERR_TOO_LONG;
    }
    store_request_submit(store, request);
    return OK;
}

enum error store_presence(struct store *store, const char *table, const char *who, bool here, store_done_fn done,
                          void *context)
{
    struct store_request *request;
    enum error error = store_request_make(store, REQUEST_PRESENCE, context, &request);
    if (error)
        return error;
    request->done.plain = done;
    request->in.presence.here = here;
    if (!store_copy(request->in.presence.table, STORE_ID_MAX, table) ||
        !store_copy(request->in.presence.who, STORE_WHO_MAX, who)) {
        free(request);
        return ERR_TOO_LONG;
    }
    store_request_submit(store, request);
    return OK;
}

enum error store_looks_claim(struct store *store, unsigned count, int64_t lease, store_looks_fn done, void *context)
{
    struct store_request *request;
    enum error error = store_request_make(store, REQUEST_LOOKS_CLAIM, context, &request);
    if (error)
        return error;
    request->done.looks = done;
    request->in.look.count = count;
    request->in.look.lease = lease;
    store_request_submit(store, request);
    return OK;
}

enum error store_look_set(struct store *store, const char *table, int64_t held, int64_t due, store_done_fn done,
                          void *context)
{
    struct store_request *request;
    enum error error = store_request_make(store, REQUEST_LOOK_SET, context, &request);
    if (error)
        return error;
    request->done.plain = done;
    request->in.look.held = held;
    request->in.look.due = due;
    if (!store_copy(request->in.look.table, STORE_ID_MAX, table)) {
        free(request);
        return ERR_TOO_LONG;
    }
    store_request_submit(store, request);
    return OK;
}

enum error store_rating_find(struct store *store, const char *device, const char *kind, store_rating_fn done,
                             void *context)
{
    struct store_request *request;
    enum error error = store_request_make(store, REQUEST_RATING_FIND, context, &request);
    if (error)
        return error;
    request->done.rating = done;
    if (!store_copy(request->in.rating.device, STORE_WHO_MAX, device) ||
        !store_copy(request->in.rating.kind, STORE_KIND_MAX, kind)) {
        free(request);
        return ERR_TOO_LONG;
    }
    store_request_submit(store, request);
    return OK;
}
