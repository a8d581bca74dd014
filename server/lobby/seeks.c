/*
 * Seeks. A seeker is what this node knows of a seek of one of its own connections:
 *
 *   ASKED      the store was asked to keep it and has not answered
 *   KEPT       it is a row of the store
 *   ABSENT     it is not, because the other end of the connection is silent
 *   CANCELLED  the store was asked to let it go
 *
 * In a round the store is asked who looks for an opponent, on all nodes; pairing.h says who goes together; the store
 * is asked to make those pairs in which one of ours is. Another node may be first with one of them: then the store says
 * ERR_STALE, and news of it come by the bus. Should they be lost, a seek of ours is missing from the next round, and
 * the store is asked what became of it.
 */
#include "server/lobby/internal.h"
#include "server/lobby/pairing.h"
#include "server/table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t ms_a_minute = 60000;

/* What the store was asked, and for whom: the seeker may be gone when it answers. */
struct question {
    struct lobby *lobby;
    char device[STORE_WHO_MAX], command[STORE_COMMAND_MAX];
};

static struct question *question_of(const struct seeker *seeker)
{
    struct question *question = calloc(1, sizeof *question);
    if (!question)
        return NULL;
    question->lobby = seeker->client->lobby;
    memcpy(question->device, seeker->seek.device, sizeof question->device);
    memcpy(question->command, seeker->seek.command, sizeof question->command);
    return question;
}

/* NULL: this node has none of this device, or one under another id. */
static struct seeker *find(const struct lobby *lobby, const char *device, const char *command)
{
    struct map_node *node = map_get(&lobby->seekers, device);
    struct seeker *seeker = node ? MAP_THING(node, struct seeker, node) : NULL;
    return seeker && !strcmp(seeker->seek.command, command) ? seeker : NULL;
}

/* The question is answered; NULL: nobody waits for it any more. */
static struct seeker *asked_by(struct question *question)
{
    struct seeker *seeker = find(question->lobby, question->device, question->command);
    free(question);
    return seeker;
}

/* ---- ends ---- */

static void forget(struct seeker *seeker)
{
    seeker->client->seeker = NULL;
    map_remove(&seeker->client->lobby->seekers, &seeker->node);
    free(seeker);
}

void seeker_end(struct seeker *seeker)
{
    struct lobby *lobby = seeker->client->lobby;
    /* Should the store not take it, the row leads to a table at which this device is away. */
    if (seeker->state != SEEKER_ABSENT &&
        store_seek_drop(lobby->config.store, seeker->seek.device, seeker->seek.command, NULL, NULL))
        log_write(lobby->config.log, LOG_WARN, "lobby.seek", "device=%s not dropped", seeker->seek.device);
    forget(seeker);
}

static void tell_paired(struct seeker *seeker, const char *table)
{
    struct lobby_client *client = seeker->client;
    memcpy(client->paired_id, seeker->seek.command, sizeof client->paired_id);
    snprintf(client->paired_table, sizeof client->paired_table, "%s", table);
    forget(seeker);
    client->callbacks->paired(client->context, client->paired_id, client->paired_table);
}

static void tell_unpaired(struct seeker *seeker, const char *why)
{
    struct lobby_client *client = seeker->client;
    char id[STORE_COMMAND_MAX];
    memcpy(id, seeker->seek.command, sizeof id);
    forget(seeker);
    client->callbacks->unpaired(client->context, id, why);
}

static void refuse(struct seeker *seeker, enum error error, const char *message)
{
    struct table_client *client = seeker->client->table_client;
    char id[STORE_COMMAND_MAX];
    memcpy(id, seeker->seek.command, sizeof id);
    forget(seeker);
    table_client_refuse(client, id, error, "", message);
}

/* ---- how a seek stands ---- */

static void tell_seeking(struct seeker *seeker, int64_t now)
{
    const struct store_seek *seek = &seeker->seek;
    unsigned range = pairing_range(seek, now);
    if (range == seeker->range)
        return;
    seeker->range = range;
    struct lobby_client *client = seeker->client;
    client->callbacks->seeking(
        client->context, &(struct lobby_seeking){.seek = {seek->command, seek->kind, seek->rated, seek->turn_seconds},
                                                 .waited = now > seek->since ? now - seek->since : 0,
                                                 .rating = seek->rating.value,
                                                 .range = range == PAIRING_ANY ? 0 : range});
}

/* What became of a seek that the store does not have any more. */
static void on_fate(void *context, enum error error, const char *table)
{
    struct question *question = context;
    struct lobby *lobby = question->lobby;
    struct seeker *seeker = asked_by(question);
    if (seeker && !lobby->stopping) {
        if (!error)
            tell_paired(seeker, table);
        else if (error == ERR_NOT_FOUND && seeker->state == SEEKER_CANCELLED)
            tell_unpaired(seeker, "cancelled");
        else if (error == ERR_NOT_FOUND && seeker->state == SEEKER_KEPT)
            tell_unpaired(seeker, "lost");
        else if (seeker->state == SEEKER_CANCELLED)
            seeker->state = SEEKER_KEPT; /* asked about once more when it is missed */
    }
    lobby_store_answered(lobby);
}

static void ask_fate(struct seeker *seeker)
{
    struct lobby *lobby = seeker->client->lobby;
    struct question *question = question_of(seeker);
    if (!question || store_pairing_find(lobby->config.store, question->device, question->command, on_fate, question)) {
        free(question);
        return; /* missed again in the next round */
    }
    lobby->store_asks++;
}

/* ---- rounds ---- */

static void start_round(struct lobby *lobby);

static void end_round(struct lobby *lobby)
{
    if (lobby->pairs)
        return;
    lobby->matching = false;
    if (lobby->match_again)
        start_round(lobby);
}

static void on_pair_made(struct lobby *lobby, const char *table, const char device[STORE_WHO_MAX], const char *command)
{
    struct seeker *seeker = find(lobby, device, command);
    if (seeker)
        tell_paired(seeker, table);
}

/* "table device command device command" */
void seeks_on_bus(void *context, const char *subject, const char *text, size_t size)
{
    struct lobby *lobby = context;
    char copy[BUS_MESSAGE_MAX], *rest = copy, *word[5];
    (void)subject;
    if (size >= sizeof copy || lobby->stopping)
        return;
    memcpy(copy, text, size + 1);
    for (unsigned i = 0; i < 5; i++) {
        word[i] = strsep(&rest, " ");
        if (!word[i])
            return;
    }
    on_pair_made(lobby, word[0], word[1], word[2]);
    on_pair_made(lobby, word[0], word[3], word[4]);
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
static enum error plan(struct lobby *lobby, const struct store_seek *seek, const char *const players[2],
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
    enum error error = making ? plan(lobby, a, players, &pairing.opening) : ERR_NO_MEMORY;
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
            tell_seeking(seeker, now);
        } else if (count < STORE_SEEKS_MAX) {
            ask_fate(seeker);
        }
    }
}

static bool is_ours(const struct lobby *lobby, const struct store_seek *seek)
{
    const struct seeker *seeker = find(lobby, seek->device, seek->command);
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

static void start_round(struct lobby *lobby)
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

/* ---- asking the store ---- */

static void on_kept(void *context, enum error error, const char *table)
{
    struct question *question = context;
    struct lobby *lobby = question->lobby;
    struct seeker *seeker = asked_by(question);
    if (seeker && seeker->state == SEEKER_ASKED && !lobby->stopping) {
        if (!error) {
            seeker->state = SEEKER_KEPT;
            seeker->round = lobby->round;
            start_round(lobby);
        } else if (error == ERR_DUPLICATE) {
            tell_paired(seeker, table);
        } else {
            refuse(seeker, error,
                   error == ERR_BUSY ? "too many unfinished games; play or give up some of them" : error_text(error));
        }
    }
    lobby_store_answered(lobby);
}

static enum error keep(struct seeker *seeker)
{
    struct lobby *lobby = seeker->client->lobby;
    struct question *question = question_of(seeker);
    enum error error = question ? store_seek_put(lobby->config.store, &seeker->seek, lobby->config.unfinished_max,
                                                 lobby->config.window_minutes * ms_a_minute, on_kept, question)
                                : ERR_NO_MEMORY;
    if (error) {
        free(question);
        return error;
    }
    seeker->state = SEEKER_ASKED;
    lobby->store_asks++;
    return OK;
}

/* Who does not answer is not paired meanwhile. */
static void mind_silence(struct seeker *seeker)
{
    bool silent = table_client_is_silent(seeker->client->table_client);
    const struct lobby *lobby = seeker->client->lobby;
    if (seeker->state == SEEKER_KEPT && silent &&
        !store_seek_drop(lobby->config.store, seeker->seek.device, seeker->seek.command, NULL, NULL))
        seeker->state = SEEKER_ABSENT;
    else if (seeker->state == SEEKER_ABSENT && !silent)
        (void)!keep(seeker); /* or in a second */
}

void seeks_tick(struct lobby *lobby)
{
    for (struct lobby_client *client = lobby->clients; client; client = client->next)
        if (client->seeker)
            mind_silence(client->seeker);
    start_round(lobby);
}

/* ---- what a client says ---- */

static bool fits(const char *text, size_t size)
{
    return strlen(text) < size;
}

/* The seeker of the client's device, which from now on is this client's and looks for this; NULL without memory. */
static struct seeker *take_over(struct lobby_client *client, const struct lobby_seek *seek)
{
    struct map_node *node = map_get(&client->lobby->seekers, client->device);
    struct seeker *seeker = node ? MAP_THING(node, struct seeker, node) : calloc(1, sizeof *seeker);
    if (!seeker)
        return NULL;
    struct lobby_client *other = seeker->client;
    char replaced[STORE_COMMAND_MAX] = "";
    if (node && strcmp(seeker->seek.command, seek->id))
        memcpy(replaced, seeker->seek.command, sizeof replaced);
    if (other)
        other->seeker = NULL;
    seeker->client = client;
    seeker->range = 0;
    client->seeker = seeker;
    snprintf(seeker->seek.device, sizeof seeker->seek.device, "%s", client->device);
    snprintf(seeker->seek.command, sizeof seeker->seek.command, "%s", seek->id);
    snprintf(seeker->seek.kind, sizeof seeker->seek.kind, "%s", seek->kind);
    seeker->seek.rated = seek->rated;
    seeker->seek.turn_seconds = seek->turn_seconds;
    if (!node)
        map_put(&client->lobby->seekers, &seeker->node, seeker->seek.device);
    if (*replaced)
        other->callbacks->unpaired(other->context, replaced, "replaced");
    return seeker;
}

void lobby_client_seek(struct lobby_client *client, const struct lobby_seek *seek)
{
    struct lobby *lobby = client->lobby;
    struct store_opening opening;
    struct store_seek wanted = {.rated = seek->rated, .turn_seconds = seek->turn_seconds};
    const char *const players[2] = {client->device, ""};
    if (!table_command_id_fits(seek->id)) {
        table_client_refuse(client->table_client, seek->id, ERR_SYNTAX, "id", "1 to 36 of A-Z a-z 0-9 . _ -");
        return;
    }
    if (lobby->draining) {
        table_client_refuse(client->table_client, seek->id, ERR_BUSY, "", "the server is being stopped");
        return;
    }
    if (!fits(seek->kind, sizeof wanted.kind)) {
        table_client_refuse(client->table_client, seek->id, ERR_UNKNOWN, "kind", "no such game");
        return;
    }
    snprintf(wanted.kind, sizeof wanted.kind, "%s", seek->kind);
    enum error error = plan(lobby, &wanted, players, &opening);
    if (error) {
        bool kind = error == ERR_UNKNOWN;
        table_client_refuse(client->table_client, seek->id, error, kind ? "kind" : "turn_seconds",
                            kind ? "no such game" : "no such time");
        return;
    }
    struct map_node *node = map_get(&lobby->seekers, client->device);
    const struct seeker *known = node ? MAP_THING(node, struct seeker, node) : NULL;
    bool waits = known && (known->state == SEEKER_ASKED || known->state == SEEKER_CANCELLED);
    if (waits && !strcmp(known->seek.command, seek->id)) {
        take_over(client, seek); /* the answer that is on its way is for this client */
        return;
    }
    if (waits) {
        table_client_refuse(client->table_client, seek->id, ERR_BUSY, "", "the last one is not answered yet");
        return;
    }
    struct seeker *seeker = take_over(client, seek);
    error = seeker ? keep(seeker) : ERR_NO_MEMORY;
    if (error && seeker)
        refuse(seeker, error, error_text(error));
    else if (error)
        table_client_refuse(client->table_client, seek->id, error, "", error_text(error));
}

static void on_cancelled(void *context, enum error error)
{
    struct question *question = context;
    struct lobby *lobby = question->lobby;
    struct seeker *seeker = asked_by(question);
    if (seeker && seeker->state == SEEKER_CANCELLED && !lobby->stopping) {
        if (!error)
            tell_unpaired(seeker, "cancelled");
        else if (error == ERR_NOT_FOUND)
            ask_fate(seeker);
        else
            seeker->state = SEEKER_KEPT;
    }
    lobby_store_answered(lobby);
}

void lobby_client_cancel(struct lobby_client *client, const char *id)
{
    struct lobby *lobby = client->lobby;
    struct seeker *seeker = find(lobby, client->device, id);
    if (!seeker) {
        table_client_refuse(client->table_client, id, ERR_NOT_FOUND, "id", "no opponent is looked for under this id");
        return;
    }
    if (seeker->state == SEEKER_ABSENT) {
        tell_unpaired(seeker, "cancelled");
        return;
    }
    if (seeker->state == SEEKER_CANCELLED)
        return;
    struct question *question = question_of(seeker);
    if (!question ||
        store_seek_drop(lobby->config.store, question->device, question->command, on_cancelled, question)) {
        free(question);
        table_client_refuse(client->table_client, id, ERR_BUSY, "", error_text(ERR_BUSY));
        return;
    }
    seeker->state = SEEKER_CANCELLED;
    lobby->store_asks++;
}
