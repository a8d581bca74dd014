/*
 * The lists. What was read is kept until the next reading, and each kind of game is told to who looks on only when its
 * part differs; whoever has just come is told all of them. A client that comes and goes is not told all more often than
 * anybody else is told anything.
 */
#include "server/lobby/internal.h"
#include "server/lobby/pairing.h"

#include <stdlib.h>
#include <string.h>

/* The rows of one kind: those that wait first. */
struct part {
    const struct store_listing *rows;
    unsigned count;
};

static struct part part_of(const struct store_listing *rows, unsigned count, const char *kind)
{
    struct part part = {rows, 0};
    while (count && strcmp(part.rows->kind, kind))
        part.rows++, count--;
    while (part.count < count && !strcmp(part.rows[part.count].kind, kind))
        part.count++;
    return part;
}

static bool same(struct part a, struct part b)
{
    return a.count == b.count && (!a.count || !memcmp(a.rows, b.rows, a.count * sizeof *a.rows));
}

static struct lobby_row row_of(const struct store_listing *listing)
{
    struct lobby_row row = {.table = listing->table,
                            .rules = listing->rules,
                            .settings = listing->settings,
                            .moves = listing->moves,
                            .at = listing->at};
    for (unsigned i = 0; i < 2; i++)
        row.player[i] = (struct lobby_player){.who = listing->seat[i],
                                              .name = listing->name[i],
                                              .rated = listing->rating[i].games > 0,
                                              .rating = listing->rating[i].value,
                                              .provisional = listing->rating[i].games < PAIRING_PROVISIONAL};
    return row;
}

static void tell(struct lobby_client *client, const char *kind, struct part part)
{
    struct lobby_row rows[LOBBY_OPEN_MAX + LOBBY_LIVE_MAX];
    unsigned open = 0;
    for (unsigned i = 0; i < part.count; i++) {
        rows[i] = row_of(&part.rows[i]);
        open += part.rows[i].state == STORE_LISTING_OPEN;
    }
    client->callbacks->list(client->context, &(struct lobby_list){.kind = kind,
                                                                  .open = rows,
                                                                  .live = rows + open,
                                                                  .open_count = open,
                                                                  .live_count = part.count - open,
                                                                  .now = store_now(client->lobby->config.store)});
}

static void tell_all(struct lobby_client *client)
{
    struct lobby *lobby = client->lobby;
    client->fresh = false;
    client->listed = uv_now(lobby->config.loop);
    for (unsigned i = 0; i < lobby->config.kind_count; i++)
        tell(client, lobby->config.kinds[i], part_of(lobby->rows, lobby->row_count, lobby->config.kinds[i]));
}

/* ---- reading ---- */

static void on_listings(void *context, enum error error, const struct store_listing *rows, unsigned count)
{
    struct lobby *lobby = context;
    lobby->listing = false;
    struct store_listing *old = lobby->rows, *copy = error || !count ? NULL : malloc(count * sizeof *copy);
    if (!error && count && !copy)
        error = ERR_NO_MEMORY;
    if (error || lobby->stopping) {
        if (!lobby->stopping)
            log_write(lobby->config.log, LOG_WARN, "lobby.lists", "error=%s", error_code(error));
        free(copy);
        lobby_store_answered(lobby);
        return;
    }
    unsigned old_count = lobby->row_count;
    if (count)
        memcpy(copy, rows, count * sizeof *copy);
    lobby->rows = copy;
    lobby->row_count = count;
    lobby->read_at = uv_now(lobby->config.loop);
    for (unsigned i = 0; i < lobby->config.kind_count; i++) {
        const char *kind = lobby->config.kinds[i];
        struct part part = part_of(copy, count, kind);
        if (same(part, part_of(old, old_count, kind)))
            continue;
        for (struct lobby_client *client = lobby->clients, *next; client; client = next) {
            next = client->next;
            if (!client->watches || client->fresh)
                continue;
            client->listed = lobby->read_at;
            tell(client, kind, part);
        }
    }
    for (struct lobby_client *client = lobby->clients, *next; client; client = next) {
        next = client->next;
        if (client->fresh)
            tell_all(client);
    }
    free(old);
    lobby_store_answered(lobby);
}

static void read_lists(struct lobby *lobby)
{
    if (lobby->listing || lobby->stopping ||
        store_listings(lobby->config.store, LOBBY_OPEN_MAX, LOBBY_LIVE_MAX, on_listings, lobby))
        return;
    lobby->listing = true;
    lobby->store_asks++;
}

void lists_tick(struct lobby *lobby)
{
    if (lobby->watchers)
        read_lists(lobby);
}

void lobby_client_watch(struct lobby_client *client, bool on)
{
    struct lobby *lobby = client->lobby;
    if (client->watches == on)
        return;
    uint64_t now = uv_now(lobby->config.loop);
    client->watches = client->fresh = on;
    if (on)
        lobby->watchers++;
    else
        lobby->watchers--;
    if (!on || (client->listed && now - client->listed < lobby->config.tick_ms))
        return; /* told when the lists are read the next time */
    if (lobby->read_at && now - lobby->read_at < lobby->config.tick_ms)
        tell_all(client);
    else
        read_lists(lobby);
}
