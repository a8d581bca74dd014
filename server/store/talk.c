/*
 * The loop's half of talk.h, as store.c is of store.h.
 */
#include "server/store/request.h"

#include <stdlib.h>

enum error store_say(struct store *store, const struct store_saying *saying, store_line_fn done, void *context)
{
    struct store_request *request;
    enum error error = store_request_make(store, REQUEST_SAY, context, &request);
    if (error)
        return error;
    request->done.line = done;
    request->in.saying = *saying;
    store_request_submit(store, request);
    return OK;
}

enum error store_lines(struct store *store, const char *table, store_lines_fn done, void *context)
{
    struct store_request *request;
    enum error error = store_request_make(store, REQUEST_LINES, context, &request);
    if (error)
        return error;
    request->done.lines = done;
    if (!store_copy(request->in.load.id, STORE_ID_MAX, table)) {
        free(request);
        return ERR_TOO_LONG;
    }
    store_request_submit(store, request);
    return OK;
}

enum error store_report(struct store *store, const struct store_report *report, store_done_fn done, void *context)
{
    struct store_request *request;
    enum error error = store_request_make(store, REQUEST_REPORT, context, &request);
    if (error)
        return error;
    request->done.plain = done;
    request->in.report = *report;
    store_request_submit(store, request);
    return OK;
}

enum error store_bans(struct store *store, store_bans_fn done, void *context)
{
    struct store_request *request;
    enum error error = store_request_make(store, REQUEST_BANS, context, &request);
    if (error)
        return error;
    request->done.bans = done;
    store_request_submit(store, request);
    return OK;
}

void store_talk_call_back(const struct store_request *r)
{
    bool ok = r->error == OK;
    switch (r->kind) {
    case REQUEST_SAY:
        r->done.line(r->context, r->error, ok || r->error == ERR_DUPLICATE ? &r->out.line : NULL);
        break;
    case REQUEST_LINES:
        r->done.lines(r->context, r->error, ok ? r->list : NULL, ok ? r->count : 0);
        break;
    case REQUEST_REPORT:
        r->done.plain(r->context, r->error);
        break;
    case REQUEST_BANS:
        r->done.bans(r->context, r->error, ok ? r->list : NULL, ok ? r->count : 0);
        break;
    default:
        break; /* none of this file's */
    }
}
