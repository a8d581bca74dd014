/*
 * Time, presence, and the list of open tables. What follows from them is decided by house_act(); here it is brought to
 * the store and back:
 *
 *   who sits somewhere and is connected to this node is a row of the store, written when that changes;
 *   some times a second the store is asked which tables are due to be looked at (any node may be handed them), each is
 *   loaded if need be, and waits in its queue behind the commands that came before.
 */
#include "server/table/internal.h"

#include <stdlib.h>
#include <string.h>

enum { LOOKS_MAX = 256, LEASE_MS = 3000 };

/* ---- who is here ---- */

struct telling {
    struct tables *tables;
    char table[TABLE_ID_MAX], who[TABLE_WHO_MAX];
    bool here;
};

static struct attended *find_attended(struct table *table, const char *who)
{
    struct attended *room = NULL;
    for (unsigned i = 0; i < 2; i++) {
        struct attended *it = &table->attended[i];
        if (!strcmp(it->who, who))
            return it;
        if (!state_side_of(&table->state, it->who))
            room = it;
    }
    if (room) {
        *room = (struct attended){0};
        field_set(room->who, sizeof room->who, who);
    }
    return room;
}

static void on_told(void *context, enum error error)
{
    struct telling *telling = context;
    struct tables *tables = telling->tables;
    struct table *table = error && !tables->closing ? tables_find(tables, telling->table) : NULL;
    if (table) {
        log_write(tables->config.log, LOG_WARN, "table.presence", "table=%s error=%s", telling->table,
                  error_code(error));
        struct attended *attended = find_attended(table, telling->who);
        if (attended)
            attended->here = !telling->here;
        tables->unattended = true;
        if (error == ERR_NOT_FOUND)
            table_reload(table); /* somebody here was forgotten */
    }
    free(telling);
    tables_store_answered(tables);
}

static void tell_store(struct table *table, struct attended *attended, bool here)
{
    struct tables *tables = table->tables;
    struct telling *telling = calloc(1, sizeof *telling);
    if (telling) {
        *telling = (struct telling){.tables = tables, .here = here};
        memcpy(telling->table, table->state.table.id, sizeof telling->table);
        memcpy(telling->who, attended->who, sizeof telling->who);
    }
    if (!telling || store_presence(tables->config.store, telling->table, telling->who, here, on_told, telling)) {
        free(telling);
        tables->unattended = true;
        return;
    }
    tables->store_asks++;
    attended->here = here;
}

void table_attend(struct table *table)
{
    if (table->tables->draining || table->tables->closing)
        return; /* everybody goes: the store knows that when it is opened again */
    for (unsigned i = 0; i < 2; i++) {
        const char *who = table->state.seat[i];
        struct attended *attended = who_is_person(who) ? find_attended(table, who) : NULL;
        bool here = false;
        for (const struct watch *watch = table->watches; watch && !here; watch = watch->next)
            here = watch->client && !watch->client->silent && !strcmp(watch->client->device, who);
        if (attended && attended->here != here)
            tell_store(table, attended, here);
    }
}

/* ---- the open tables ---- */

static void on_listed(void *context, enum error error)
{
    struct telling *telling = context;
    struct tables *tables = telling->tables;
    struct table *table = error && !tables->closing ? tables_find(tables, telling->table) : NULL;
    if (table) {
        log_write(tables->config.log, LOG_WARN, "table.listing", "table=%s error=%s", telling->table,
                  error_code(error));
        table->listed = false;
        tables->unattended = true;
        if (error == ERR_NOT_FOUND)
            table_reload(table); /* somebody here was forgotten */
    }
    free(telling);
    tables_store_answered(tables);
}

void table_list(struct table *table)
{
    struct tables *tables = table->tables;
    const struct state *state = &table->state;
    if (table->listed || state->winner || tables->draining || tables->closing ||
        !settings_on(&state->settings, SETTING_LISTED))
        return; /* with each event the store has taken it off its list */
    struct store_listing listing = {.state =
                                        *state->seat[0] && *state->seat[1] ? STORE_LISTING_LIVE : STORE_LISTING_OPEN,
                                    .moves = state->match.history.count,
                                    .number = state->game.number,
                                    .seq = state->seq};
    memcpy(listing.table, state->table.id, sizeof listing.table);
    memcpy(listing.kind, state->game.kind, sizeof listing.kind);
    memcpy(listing.game, state->game.id, sizeof listing.game);
    memcpy(listing.rules, state->game.rules, sizeof listing.rules);
    memcpy(listing.settings, state->game.settings, sizeof listing.settings);
    memcpy(listing.seat, state->seat, sizeof listing.seat);
    struct telling *telling = calloc(1, sizeof *telling);
    if (telling) {
        telling->tables = tables;
        memcpy(telling->table, state->table.id, sizeof telling->table);
    }
    if (!telling || store_listing_put(tables->config.store, &listing, on_listed, telling)) {
        free(telling);
        tables->unattended = true;
        return;
    }
    tables->store_asks++;
    table->listed = true;
}

/* ---- what is due ---- */

static void look_after(struct tables *tables, const struct store_look *look)
{
    struct request *request = request_make(tables, NULL, REQUEST_HOUSE);
    if (!request)
        return; /* due again soon */
    request->look = *look;
    field_set(request->who, sizeof request->who, HOUSE);
    field_set(request->table, sizeof request->table, look->table);
    tables_route(tables, request, STORE_BY_TABLE);
}

static void claim(struct tables *tables);

static void on_claimed(void *context, enum error error, const struct store_look *looks, unsigned count)
{
    struct tables *tables = context;
    tables->claiming = false;
    if (error && !tables->closing)
        log_write(tables->config.log, LOG_WARN, "table.looks", "error=%s", error_code(error));
    for (unsigned i = 0; i < count && !tables->closing; i++)
        look_after(tables, &looks[i]);
    if (count == LOOKS_MAX && !tables->closing)
        claim(tables);
    tables_store_answered(tables);
}

static void claim(struct tables *tables)
{
    if (tables->claiming || tables->draining ||
        store_looks_claim(tables->config.store, LOOKS_MAX, LEASE_MS, on_claimed, tables))
        return;
    tables->claiming = true;
    tables->store_asks++;
}

void tables_on_house(uv_timer_t *timer)
{
    struct tables *tables = timer->data;
    if (tables->unattended) {
        tables->unattended = false;
        for (struct table *table = tables->oldest; table; table = table->newer) {
            table_attend(table);
            table_list(table);
        }
    }
    claim(tables);
}

void table_look_after(struct table *table, struct request *request)
{
    const struct state *state = &table->state;
    const struct store_look *look = &request->look;
    struct attendance attendance = {.hall = look->hall};
    int64_t again;
    for (unsigned i = 0; i < look->count; i++) {
        char side = state_side_of(state, look->attending[i].who);
        if (!side)
            continue;
        attendance.here[side_index(side)] = look->attending[i].here;
        attendance.since[side_index(side)] = look->attending[i].since;
    }
    if (house_act(state, &attendance, &table->tables->config.random, &request->append, &request->next_game, &again)) {
        memcpy(request->game, state->game.id, sizeof request->game);
        field_set(request->id, sizeof request->id, request->append.event.command);
        table_commit(table, request);
        return;
    }
    (void)!store_look_set(table->tables->config.store, look->table, look->held, again, NULL,
                          NULL); /* else soon again */
    request_free(request);
}
