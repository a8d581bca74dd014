/*
 * The life of a request: made, waiting somewhere, answered once, freed. It leaves its client's list before the client
 * is called, so that the client may be closed by its own callback.
 */
#include "server/table/internal.h"

#include <stdlib.h>
#include <string.h>

void queue_init(struct queue *queue)
{
    *queue = (struct queue){0};
    queue->end = &queue->first;
}

void queue_push(struct queue *queue, struct request *request)
{
    request->next = NULL;
    *queue->end = request;
    queue->end = &request->next;
    queue->count++;
}

struct request *queue_pop(struct queue *queue)
{
    struct request *request = queue->first;
    if (!request)
        return NULL;
    queue->first = request->next;
    if (!queue->first)
        queue->end = &queue->first;
    queue->count--;
    return request;
}

bool field_set(char *field, size_t size, const char *text)
{
    size_t length = strnlen(text, size);
    if (length >= size)
        return false;
    memcpy(field, text, length + 1);
    return true;
}

static bool counts(const struct request *request)
{
    return request->kind == REQUEST_COMMAND || request->kind == REQUEST_OPEN || request->kind == REQUEST_TALK;
}

struct request *request_make(struct tables *tables, struct table_client *client, int kind)
{
    struct request *request = calloc(1, sizeof *request);
    if (!request)
        return NULL;
    request->tables = tables;
    request->kind = kind;
    if (counts(request))
        tables->waiting++;
    if (client) {
        request->client = client;
        memcpy(request->who, client->device, sizeof request->who);
        request->client_link = &client->requests;
        request->client_next = client->requests;
        if (client->requests)
            client->requests->client_link = &request->client_next;
        client->requests = request;
        client->request_count++;
    }
    return request;
}

void request_orphan(struct request *request)
{
    if (!request->client)
        return;
    request->client->request_count--;
    *request->client_link = request->client_next;
    if (request->client_next)
        request->client_next->client_link = request->client_link;
    request->client = NULL;
}

void request_free(struct request *request)
{
    struct tables *tables = request->tables;
    bool counted = counts(request);
    request_orphan(request);
    free(request);
    if (counted) {
        tables->waiting--;
        tables_check_drained(tables);
    }
}

static void answer(struct request *request, const struct table_answer *answer)
{
    struct table_client *client = request->client;
    request_orphan(request);
    if (client)
        client->callbacks->answer(client->context, answer);
    else if (request->answer && !request->tables->closing)
        request->answer(request->context, answer);
}

void request_become_watch(struct request *request, const char *table)
{
    request->kind = REQUEST_WATCH;
    field_set(request->table, sizeof request->table, table);
    request->tables->waiting--;
    tables_check_drained(request->tables);
}

struct table *request_watched(const struct request *request)
{
    struct table *table = request->client ? tables_find(request->tables, request->table) : NULL;
    return table && client_watch_of(request->client, table) ? table : NULL;
}

void request_refuse(struct request *request, enum error error, const struct refusal *refusal, unsigned seq)
{
    if (request->kind == REQUEST_LOOK) {
        request_orphan(request);
        if (!request->tables->closing)
            request->looked(request->context, error, NULL);
        request_free(request);
        return;
    }
    request->tables->refused += counts(request);
    const char *message = refusal && *refusal->message ? refusal->message : error_text(error);
    answer(request, &(struct table_answer){
                        .error = error,
                        .id = request->id,
                        .watch = request->kind == REQUEST_WATCH && !request_watched(request),
                        .table = request->table,
                        .game = request->kind == REQUEST_COMMAND ? request->game : "",
                        .seq = seq,
                        .at = refusal ? refusal->at : "",
                        .message = message,
                        .rule = refusal ? refusal->rule : "",
                        .squares = refusal ? refusal->squares : "",
                    });
    request_free(request);
}

void request_refuse_at(struct request *request, enum error error, const char *at, const char *message)
{
    struct refusal refusal;
    refusal_set(&refusal, at, message, NULL);
    request_refuse(request, error, &refusal, 0);
}

void request_done(struct request *request, const struct store_event *event, bool sent)
{
    struct table_event view = event_view(event, request->who);
    answer(request, &(struct table_answer){
                        .error = OK,
                        .id = request->id,
                        .table = request->table,
                        .game = request->game,
                        .event = &view,
                        .sent = sent,
                        .at = "",
                        .message = "",
                        .rule = "",
                        .squares = "",
                    });
    request_free(request);
}
