/*
 * Rounds: the store is asked who looks for an opponent, on all nodes; pairing.h says who goes together; the store is
 * asked to make those pairs in which one of ours is. Another node may be first with one of them: then the store says
 * ERR_STALE, and news of it come by the bus. Should they be lost, a seek of ours is missing from the next round, and
 * the store is asked what became of it.
 */
#include "server/lobby/internal.h"
#include "server/lobby/pairing.h"
#include "server/table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void end_round(struct lobby *lobby)
{
    if (lobby->pairs)
        return;
    lobby->matching = false;
    if (lobby->match_again)
        lobby_round(lobby);
}

/* A pair that the store was asked to make. */
struct making {
    struct lobby *lobby;
    char device[2][STORE_WHO_MAX], command[2][STORE_COMMAND_MAX];
};

static void on_pair(void *context, enum error error, const char *table)
{
    struct making *making = context;
    struct lobby *lobby = making->lobby;
    lobby->pairs--;
    if (!error) {
        lobby->made++;
        char text[256];
        int length = snprintf(text, sizeof text, "%s %s %s %s %s", table, making->device[0], making->command[0],
                              making->device[1], making->command[1]);
        if (bus_publish(lobby->config.bus, LOBBY_SUBJECT_PAIRED, text, (size_t)length))
            log_write(lobby->config.log, LOG_WARN, "lobby.publish", "table=%s", table);
    } else if (error != ERR_STALE && !lobby->stopping) {
        log_write(lobby->config.log, LOG_WARN, "lobby.pair", "error=%s", error_code(error));
    }
    free(making);
    if (!lobby->stopping)
        end_round(lobby);
    lobby_store_answered(lobby);
}

/* Who plays with these settings: paired games can be watched. */
enum error lobby_plan(struct lobby *lobby, const struct store_seek *seek, const char *const players[2],
                      struct store_opening *opening)
{
    char settings[TABLE_SETTINGS_MAX];
    snprintf(settings, sizeof settings, "first=draw turn_seconds=%u listed=on rated=%s", seek->turn_seconds,
             seek->rated ? "on" : "off");
    return tables_plan_pair(lobby->config.tables,
                            &(struct table_plan){.id = "", .kind = seek->kind, .rules = "", .settings = settings},
                            players, opening);
}

static void make_pair(struct lobby *lobby, const struct store_seek *a, const struct store_seek *b)
{
    struct store_pairing pairing = {0};
    const char *const players[2] = {a->device, b->device};
    struct making *making = calloc(1, sizeof *making);
    enum error error = making ? lobby_plan(lobby, a, players, &pairing.opening) : ERR_NO_MEMORY;
    for (unsigned i = 0; i < 2 && !error; i++) {
        const struct store_seek *seek = i ? b : a;
        memcpy(pairing.seek[i].device, seek->device, sizeof seek->device);
        memcpy(pairing.seek[i].command, seek->command, sizeof seek->command);
        memcpy(making->device[i], seek->device, sizeof seek->device);
        memcpy(making->command[i], seek->command, sizeof seek->command);
    }
    if (!error) {
        making->lobby = lobby;
        error = store_pair(lobby->config.store, &pairing, on_pair, making);
    }
    if (error) {
        log_write(lobby->config.log, LOG_WARN, "lobby.pair", "error=%s", error_code(error));
        free(making);
        return;
    }
    lobby->pairs++;
    lobby->store_asks++;
}

/* What the round says of our own seeks: which are there and how they stand, and which are missed. */
static void look_at_ours(struct lobby *lobby, const struct store_seek *seeks, unsigned count, int64_t now)
{
    for (struct lobby_client *client = lobby->clients, *next; client; client = next) {
        struct seeker *seeker = client->seeker;
        unsigned i = 0;
        next = client->next;
        if (!seeker || seeker->state != SEEKER_KEPT || seeker->round >= lobby->round)
            continue;
        while (i < count &&
               (strcmp(seeks[i].device, seeker->seek.device) || strcmp(seeks[i].command, seeker->seek.command)))
            i++;
        if (i < count) {
            seeker->seek = seeks[i];
            seeker_tell(seeker, now);
        } else if (count < STORE_SEEKS_MAX) {
            seeker_ask_fate(seeker);
        }
    }
}

static bool is_ours(const struct lobby *lobby, const struct store_seek *seek)
{
    const struct seeker *seeker = seeker_find(lobby, seek->device, seek->command);
    return seeker && seeker->state == SEEKER_KEPT;
}

static void on_seeks(void *context, enum error error, const struct store_seek *seeks, unsigned count)
{
    struct lobby *lobby = context;
    struct pairing *pairs = error || !count ? NULL : calloc(count, sizeof *pairs);
    if (error && !lobby->stopping)
        log_write(lobby->config.log, LOG_WARN, "lobby.seeks", "error=%s", error_code(error));
    if (!error && !lobby->stopping) {
        int64_t now = store_now(lobby->config.store);
        look_at_ours(lobby, seeks, count, now);
        unsigned made = pairs && !lobby->draining ? pairing_match(seeks, count, now, pairs) : 0;
        for (unsigned i = 0; i < made; i++) {
            const struct store_seek *a = &seeks[pairs[i].first], *b = &seeks[pairs[i].second];
            if (is_ours(lobby, a) || is_ours(lobby, b))
                make_pair(lobby, a, b);
        }
    }
    free(pairs);
    if (!lobby->stopping)
        end_round(lobby);
    lobby_store_answered(lobby);
}

void lobby_round(struct lobby *lobby)
{
    lobby->match_again = lobby->matching;
    if (lobby->matching || lobby->draining || !lobby->seekers.count)
        return;
    lobby->round++;
    if (store_seeks(lobby->config.store, on_seeks, lobby))
        return;
    lobby->matching = true;
    lobby->store_asks++;
}
