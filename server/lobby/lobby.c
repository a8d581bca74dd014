/*
 * Clients, time, and opening a table: the opponent's word is checked here, everything else where it is known
 * (server/table).
 */
#include "server/lobby/internal.h"
#include "server/table/table.h"

#include <stdlib.h>
#include <string.h>

enum { UNFINISHED_MAX = 30, WINDOW_MINUTES = 60, MS_A_MINUTE = 60000, TICK_MS = 1000 };

/* ---- starting and stopping ---- */

static void on_tick(uv_timer_t *timer)
{
    lists_tick(timer->data);
    seeks_tick(timer->data);
}

static unsigned or_default(unsigned value, unsigned otherwise)
{
    return value ? value : otherwise;
}

enum error lobby_start(struct lobby **lobby, const struct lobby_config *config)
{
    *lobby = NULL;
    struct lobby *it = calloc(1, sizeof *it);
    if (!it)
        return ERR_NO_MEMORY;
    struct random_source random = random_system();
    uint64_t seed;
    random_fill(&random, &seed, sizeof seed);
    it->config = *config;
    it->config.unfinished_max = or_default(config->unfinished_max, UNFINISHED_MAX);
    it->config.window_minutes = or_default(config->window_minutes, WINDOW_MINUTES);
    it->config.tick_ms = or_default(config->tick_ms, TICK_MS);
    enum error error = map_init(&it->seekers, seed);
    if (!error)
        error = bus_subscribe(config->bus, LOBBY_SUBJECT_PAIRED, seeks_on_bus, it, &it->subscription);
    if (error) {
        map_release(&it->seekers);
        free(it);
        return error;
    }
    uv_timer_init(config->loop, &it->timer);
    it->timer.data = it;
    uv_timer_start(&it->timer, on_tick, it->config.tick_ms, it->config.tick_ms);
    *lobby = it;
    return OK;
}

void lobby_drain(struct lobby *lobby)
{
    lobby->draining = true;
}

static void on_timer_closed(uv_handle_t *handle)
{
    struct lobby *lobby = handle->data;
    void (*closed)(void *) = lobby->closed;
    void *context = lobby->closed_context;
    map_release(&lobby->seekers);
    free(lobby->rows);
    free(lobby);
    if (closed)
        closed(context);
}

void lobby_store_answered(struct lobby *lobby)
{
    lobby->store_asks--;
    if (lobby->stopping && !lobby->store_asks)
        uv_close((uv_handle_t *)&lobby->timer, on_timer_closed);
}

void lobby_stop(struct lobby *lobby, void (*closed)(void *context), void *context)
{
    while (lobby->clients)
        lobby_client_close(lobby->clients);
    bus_unsubscribe(lobby->subscription);
    uv_timer_stop(&lobby->timer);
    lobby->draining = lobby->stopping = true;
    lobby->closed = closed;
    lobby->closed_context = context;
    if (!lobby->store_asks)
        uv_close((uv_handle_t *)&lobby->timer, on_timer_closed);
}

void lobby_stats(const struct lobby *lobby, struct lobby_stats *stats)
{
    *stats = (struct lobby_stats){
        .seeks = (unsigned)lobby->seekers.count, .watchers = lobby->watchers, .pairs = lobby->made};
}

/* ---- clients ---- */

enum error lobby_client_open(struct lobby *lobby, struct table_client *table_client, const char *device,
                             const struct lobby_callbacks *callbacks, void *context, struct lobby_client **client)
{
    *client = NULL;
    if (strlen(device) >= STORE_WHO_MAX)
        return ERR_TOO_LONG;
    struct lobby_client *it = calloc(1, sizeof *it);
    if (!it)
        return ERR_NO_MEMORY;
    *it = (struct lobby_client){.lobby = lobby,
                                .next = lobby->clients,
                                .link = &lobby->clients,
                                .table_client = table_client,
                                .callbacks = callbacks,
                                .context = context};
    memcpy(it->device, device, strlen(device) + 1);
    if (lobby->clients)
        lobby->clients->link = &it->next;
    lobby->clients = it;
    *client = it;
    return OK;
}

void lobby_client_close(struct lobby_client *client)
{
    if (!client)
        return;
    lobby_client_watch(client, false);
    if (client->seeker)
        seeker_end(client->seeker);
    *client->link = client->next;
    if (client->next)
        client->next->link = client->link;
    free(client);
}

void lobby_client_refresh(struct lobby_client *client)
{
    client->fresh = client->watches;
    if (client->seeker)
        client->seeker->range = 0;
    if (*client->paired_id)
        client->callbacks->paired(client->context, client->paired_id, client->paired_table);
}

/* ---- opening ---- */

void lobby_open_table(struct lobby *lobby, struct table_client *client, const struct lobby_open *open)
{
    bool computer = !strcmp(open->opponent, "computer");
    if (!computer && strcmp(open->opponent, "friend")) {
        table_client_refuse(client, open->id, ERR_UNKNOWN, "opponent", "computer or friend");
        return;
    }
    table_client_open_table(client, &(struct table_plan){
                                        .id = open->id,
                                        .kind = open->kind,
                                        .rules = open->rules,
                                        .settings = open->settings,
                                        .computer = computer,
                                        .unfinished_max = lobby->config.unfinished_max,
                                        .window = (int64_t)lobby->config.window_minutes * MS_A_MINUTE,
                                    });
}
