/*
 * All tables of this node: found by their own id or that of their newest game, read from the store when somebody needs
 * them, forgotten when nobody has for a while. Requests for one table that is being read wait together.
 */
#include "server/table/internal.h"

#include <stdlib.h>
#include <string.h>

enum {
    LOADED_MAX = 20000,
    IDLE_MS = 60000,
    WAITING_MAX = 16,
    WATCHERS_MAX = 1000,
    PRESENCE_MS = 100,
    HOUSE_MS = 500,
    LINES_MOST = 5,
    LINES_MS = 10000,
    UNFINISHED_MAX = 30,
    UNFINISHED_MINUTES = 60,
    LINES_KEPT = 500,
    REPORTS_MOST = 20,
    SWEEPS = 4
};

/* ---- the line of tables by use ---- */

static void unlink_table(struct table *table)
{
    struct tables *tables = table->tables;
    *(table->newer ? &table->newer->older : &tables->newest) = table->older;
    *(table->older ? &table->older->newer : &tables->oldest) = table->newer;
    table->newer = table->older = NULL;
}

static void link_newest(struct table *table)
{
    struct tables *tables = table->tables;
    table->older = tables->newest;
    *(tables->newest ? &tables->newest->newer : &tables->oldest) = table;
    tables->newest = table;
    table->used = uv_now(tables->config.loop);
}

void tables_touch(struct table *table)
{
    unlink_table(table);
    link_newest(table);
}

static void forget(struct table *table)
{
    struct tables *tables = table->tables;
    unlink_table(table);
    map_remove(&tables->by_table, &table->by_table);
    map_remove(&tables->by_game, &table->by_game);
    tables->loaded--;
    table_free(table);
}

static void on_sweep(uv_timer_t *timer)
{
    struct tables *tables = timer->data;
    uint64_t now = uv_now(tables->config.loop);
    for (struct table *table = tables->oldest, *newer; table; table = newer) {
        newer = table->newer;
        if (now - table->used < tables->config.idle_ms)
            break;
        if (!table_is_needed(table))
            forget(table);
    }
    for (struct table *table = tables->oldest; table; table = table->newer)
        if (table->behind)
            table_reload(table);
}

static enum error make_room(struct tables *tables)
{
    for (struct table *table = tables->oldest, *newer; table && tables->loaded >= tables->config.loaded_max;
         table = newer) {
        newer = table->newer;
        if (!table_is_needed(table))
            forget(table);
    }
    return tables->loaded < tables->config.loaded_max ? OK : ERR_BUSY;
}

/* ---- presence ---- */

static void on_presence(uv_timer_t *timer)
{
    struct tables *tables = timer->data;
    struct table *dirty = tables->dirty;
    tables->dirty = NULL; /* what gets dirty from now on is told next time */
    while (dirty) {
        struct table *table = dirty;
        dirty = table->next_dirty;
        table->dirty = false;
        watchers_presence(table);
    }
}

void tables_mark_dirty(struct table *table)
{
    struct tables *tables = table->tables;
    if (table->dirty || tables->closing)
        return;
    if (!tables->dirty)
        uv_timer_start(&tables->presence_timer, on_presence, tables->config.presence_ms, 0);
    table->dirty = true;
    table->next_dirty = tables->dirty;
    tables->dirty = table;
}

/* ---- reading ---- */

struct table *tables_find(const struct tables *tables, const char *table_id)
{
    struct map_node *node = map_get(&tables->by_table, table_id);
    return node ? MAP_THING(node, struct table, by_table) : NULL;
}

static struct table *adopt(struct tables *tables, const struct store_record *record, enum error *error)
{
    struct table *table = tables_find(tables, record->table.id);
    if (table)
        return table;
    *error = make_room(tables);
    if (*error)
        return NULL;
    table = table_make(tables, record, error);
    if (!table)
        return NULL;
    map_put(&tables->by_table, &table->by_table, table->state.table.id);
    map_put(&tables->by_game, &table->by_game, table->state.game.id);
    link_newest(table);
    tables->loaded++;
    table_list(table);
    table_meet(table, false);
    return table;
}

static void on_loaded(void *context, enum error error, const struct store_record *record)
{
    struct loading *loading = context;
    struct tables *tables = loading->tables;
    struct request *request;
    map_remove(&tables->loadings, &loading->node);
    tables->loads++;
    struct table *table = tables->closing || error ? NULL : adopt(tables, record, &error);
    if (table) {
        table->walking++;
        table_merge(table, record);
        while ((request = queue_pop(&loading->queue)))
            table_serve(table, request);
        table_leave(table);
    }
    while ((request = queue_pop(&loading->queue))) {
        if (tables->closing)
            request_free(request);
        else if (error == ERR_NOT_FOUND)
            request_refuse_at(request, error, request->kind == REQUEST_COMMAND ? "game" : "table", "no such table");
        else
            request_refuse(request, error, NULL, 0);
    }
    free(loading);
    tables_store_answered(tables);
}

void tables_route(struct tables *tables, struct request *request, enum store_by by)
{
    const char *id = by == STORE_BY_TABLE ? request->table : request->game;
    struct map_node *node = map_get(by == STORE_BY_TABLE ? &tables->by_table : &tables->by_game, id);
    if (node) {
        table_serve(by == STORE_BY_TABLE ? MAP_THING(node, struct table, by_table)
                                         : MAP_THING(node, struct table, by_game),
                    request);
        return;
    }
    char key[TABLE_ID_MAX + 1] = {by == STORE_BY_TABLE ? 't' : 'g'};
    field_set(key + 1, TABLE_ID_MAX, id);
    node = map_get(&tables->loadings, key);
    if (node) {
        queue_push(&MAP_THING(node, struct loading, node)->queue, request);
        return;
    }
    struct loading *loading = calloc(1, sizeof *loading);
    enum error error = loading ? store_load(tables->config.store, by, id, on_loaded, loading) : ERR_NO_MEMORY;
    if (error) {
        free(loading);
        request_refuse(request, error, NULL, 0);
        return;
    }
    tables->store_asks++;
    loading->tables = tables;
    memcpy(loading->key, key, sizeof key);
    queue_init(&loading->queue);
    queue_push(&loading->queue, request);
    map_put(&tables->loadings, &loading->node, loading->key);
}

/* ---- opening and closing ---- */

static unsigned or_default(unsigned value, unsigned otherwise)
{
    return value ? value : otherwise;
}

static void release(struct tables *tables)
{
    bus_unsubscribe(tables->players);
    map_release(&tables->by_table);
    map_release(&tables->by_game);
    map_release(&tables->loadings);
    free(tables);
}

enum error tables_open(struct tables **tables, const struct tables_config *config)
{
    *tables = NULL;
    if (!config->loop || !config->store || !config->bus)
        return ERR_RANGE;
    struct tables *it = calloc(1, sizeof *it);
    if (!it)
        return ERR_NO_MEMORY;
    uint64_t seed;
    it->config = *config;
    it->config.loaded_max = or_default(config->loaded_max, LOADED_MAX);
    it->config.idle_ms = or_default(config->idle_ms, IDLE_MS);
    it->config.waiting_max = or_default(config->waiting_max, WAITING_MAX);
    it->config.watchers_max = or_default(config->watchers_max, WATCHERS_MAX);
    it->config.presence_ms = or_default(config->presence_ms, PRESENCE_MS);
    it->config.house_ms = or_default(config->house_ms, HOUSE_MS);
    it->config.lines_most = or_default(config->lines_most, LINES_MOST);
    it->config.lines_ms = or_default(config->lines_ms, LINES_MS);
    it->config.lines_kept = or_default(config->lines_kept, LINES_KEPT);
    it->config.unfinished_max = or_default(config->unfinished_max, UNFINISHED_MAX);
    it->config.unfinished_minutes = or_default(config->unfinished_minutes, UNFINISHED_MINUTES);
    it->config.reports_most = or_default(config->reports_most, REPORTS_MOST);
    random_fill(&config->random, &seed, sizeof seed);
    if (map_init(&it->by_table, seed) || map_init(&it->by_game, seed) || map_init(&it->loadings, seed)) {
        release(it);
        return ERR_NO_MEMORY;
    }
    if (bus_subscribe(config->bus, TABLE_SUBJECT_PLAYER, tables_on_player, it, &it->players)) {
        release(it);
        return ERR_NO_MEMORY;
    }
    unsigned sweep = it->config.idle_ms / SWEEPS + 1;
    uv_timer_init(config->loop, &it->presence_timer);
    uv_timer_init(config->loop, &it->sweep_timer);
    uv_timer_init(config->loop, &it->house_timer);
    it->presence_timer.data = it->sweep_timer.data = it->house_timer.data = it;
    it->timers = 3;
    uv_timer_start(&it->house_timer, tables_on_house, it->config.house_ms, it->config.house_ms);
    uv_timer_start(&it->sweep_timer, on_sweep, sweep, sweep);
    *tables = it;
    return OK;
}

void tables_check_drained(struct tables *tables)
{
    if (!tables->draining || tables->waiting || !tables->drained)
        return;
    void (*drained)(void *) = tables->drained;
    tables->drained = NULL;
    drained(tables->drained_context);
}

void tables_drain(struct tables *tables, void (*drained)(void *context), void *context)
{
    tables->draining = true;
    tables->drained = drained;
    tables->drained_context = context;
    tables_check_drained(tables);
}

static void on_timer_closed(uv_handle_t *handle)
{
    struct tables *tables = handle->data;
    if (--tables->timers)
        return;
    void (*closed)(void *) = tables->closed;
    void *context = tables->closed_context;
    release(tables);
    if (closed)
        closed(context);
}

/* The store owes nothing any more. */
static void finish(struct tables *tables)
{
    while (tables->oldest)
        forget(tables->oldest);
    uv_close((uv_handle_t *)&tables->presence_timer, on_timer_closed);
    uv_close((uv_handle_t *)&tables->sweep_timer, on_timer_closed);
    uv_close((uv_handle_t *)&tables->house_timer, on_timer_closed);
}

void tables_store_answered(struct tables *tables)
{
    tables->store_asks--;
    if (tables->closing && !tables->store_asks)
        finish(tables);
}

void tables_close(struct tables *tables, void (*closed)(void *context), void *context)
{
    while (tables->clients)
        table_client_close(tables->clients);
    tables->closing = true;
    tables->draining = true;
    tables->drained = NULL;
    tables->closed = closed;
    tables->closed_context = context;
    if (!tables->store_asks)
        finish(tables);
}

void tables_stats(const struct tables *tables, struct tables_stats *stats)
{
    *stats = (struct tables_stats){
        .loaded = tables->loaded,
        .clients = tables->client_count,
        .watches = tables->watch_count,
        .waiting = tables->waiting,
        .events = tables->events,
        .refused = tables->refused,
        .loads = tables->loads,
    };
}
