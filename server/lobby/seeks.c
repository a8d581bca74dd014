/*
 * Seeks. A seeker is what this node knows of a seek of one of its own connections:
 *
 *   ASKED      the store was asked to keep it and has not answered
 *   KEPT       it is a row of the store
 *   ABSENT     it is not, because the other end of the connection is silent
 *   CANCELLED  the store was asked to let it go
 *
 * A seek that replaces another one may be refused, or come after the other has led to a table already. Until the store
 * has taken it, what is replaced is remembered, so that nobody sits somewhere unawares.
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

/* NULL: this node has none of this device. */
static struct seeker *find_any(const struct lobby *lobby, const char *device)
{
    struct map_node *node = map_get(&lobby->seekers, device);
    return node ? MAP_THING(node, struct seeker, node) : NULL;
}

/* NULL: nor one under this id. */
struct seeker *seeker_find(const struct lobby *lobby, const char *device, const char *command)
{
    struct seeker *seeker = find_any(lobby, device);
    return seeker && !strcmp(seeker->seek.command, command) ? seeker : NULL;
}

/* The question is answered; NULL: nobody waits for it any more. */
static struct seeker *asked_by(struct question *question)
{
    struct seeker *seeker = seeker_find(question->lobby, question->device, question->command);
    free(question);
    return seeker;
}

/* ---- ends ---- */

/* Should the store not take it, the row leads to a table at which this device is away. */
static void drop_row(const struct lobby *lobby, const struct store_seek *seek)
{
    if (store_seek_drop(lobby->config.store, seek->device, seek->command, NULL, NULL))
        log_write(lobby->config.log, LOG_WARN, "lobby.seek", "device=%s not dropped", seek->device);
}

static void forget(struct seeker *seeker)
{
    if (*seeker->replaced.command) /* and the new one was perhaps not kept */
        drop_row(seeker->client->lobby, &seeker->replaced);
    seeker->client->seeker = NULL;
    map_remove(&seeker->client->lobby->seekers, &seeker->node);
    free(seeker);
}

void seeker_end(struct seeker *seeker)
{
    if (seeker->state != SEEKER_ABSENT)
        drop_row(seeker->client->lobby, &seeker->seek);
    forget(seeker);
}

static void notify_paired(struct lobby_client *client, const char *id, const char *table)
{
    snprintf(client->paired_id, sizeof client->paired_id, "%s", id);
    snprintf(client->paired_table, sizeof client->paired_table, "%s", table);
    client->callbacks->paired(client->context, client->paired_id, client->paired_table);
}

static void tell_paired(struct seeker *seeker, const char *table)
{
    struct lobby_client *client = seeker->client;
    char id[STORE_COMMAND_MAX];
    memcpy(id, seeker->seek.command, sizeof id);
    forget(seeker);
    notify_paired(client, id, table);
}

static void tell_unpaired(struct seeker *seeker, const char *why)
{
    struct lobby_client *client = seeker->client;
    char id[STORE_COMMAND_MAX];
    memcpy(id, seeker->seek.command, sizeof id);
    forget(seeker);
    client->callbacks->unpaired(client->context, id, why);
}

/* The store was asked to let it go; false: it could not be asked. */
static bool ask_to_drop(struct seeker *seeker);

/* The store has kept no new seek, but has the one that was to be replaced: that is let go, or, when it cannot be, goes
 * on, so that nobody is paired without being told. */
static void refuse(struct seeker *seeker, enum error error, const char *message)
{
    struct table_client *client = seeker->client->table_client;
    char id[STORE_COMMAND_MAX];
    memcpy(id, seeker->seek.command, sizeof id);
    if (*seeker->replaced.command) {
        seeker->seek = seeker->replaced;
        seeker->replaced.command[0] = '\0';
        seeker->range = 0;
        seeker->state = SEEKER_KEPT;
        (void)ask_to_drop(seeker);
    } else {
        forget(seeker);
    }
    table_client_refuse(client, id, error, "", message);
}

/* ---- how a seek stands ---- */

void seeker_tell(struct seeker *seeker, int64_t now)
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

void seeker_ask_fate(struct seeker *seeker)
{
    struct lobby *lobby = seeker->client->lobby;
    struct question *question = question_of(seeker);
    if (!question || store_pairing_find(lobby->config.store, question->device, question->command, on_fate, question)) {
        free(question);
        return; /* missed again in the next round */
    }
    lobby->store_asks++;
}

/* ---- pairs ---- */

static void on_pair_made(struct lobby *lobby, const char *table, const char device[STORE_WHO_MAX], const char *command)
{
    struct seeker *seeker = find_any(lobby, device);
    if (!seeker)
        return;
    if (!strcmp(seeker->replaced.command, command)) { /* it was first: the new one, on its way to the store, is not */
        struct lobby_client *client = seeker->client;
        seeker->replaced.command[0] = '\0';
        drop_row(lobby, &seeker->seek);
        tell_unpaired(seeker, "replaced");
        notify_paired(client, command, table);
    } else if (!strcmp(seeker->seek.command, command)) {
        tell_paired(seeker, table);
    }
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
        if (!word[i] || !*word[i])
            return;
    }
    on_pair_made(lobby, word[0], word[1], word[2]);
    on_pair_made(lobby, word[0], word[3], word[4]);
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
            seeker->replaced.command[0] = '\0';
            seeker->round = lobby->round;
            lobby_round(lobby);
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
    lobby_round(lobby);
}

/* ---- what a client says ---- */

static bool fits(const char *text, size_t size)
{
    return strlen(text) < size;
}

/* The seeker of the client's device, which from now on is this client's and looks for this; NULL without memory. */
static struct seeker *take_over(struct lobby_client *client, const struct lobby_seek *seek)
{
    struct seeker *known = find_any(client->lobby, client->device), *seeker = known ? known : calloc(1, sizeof *seeker);
    if (!seeker)
        return NULL;
    struct lobby_client *other = seeker->client;
    char replaced[STORE_COMMAND_MAX] = "";
    if (known && strcmp(seeker->seek.command, seek->id))
        memcpy(replaced, seeker->seek.command, sizeof replaced);
    if (known && seeker->state == SEEKER_KEPT)
        seeker->replaced = seeker->seek;
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
    if (!known)
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
    enum error error = lobby_plan(lobby, &wanted, players, &opening);
    if (error) {
        bool kind = error == ERR_UNKNOWN;
        table_client_refuse(client->table_client, seek->id, error, kind ? "kind" : "turn_seconds",
                            kind ? "no such game" : "no such time");
        return;
    }
    const struct seeker *known = find_any(lobby, client->device);
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
            seeker_ask_fate(seeker);
        else
            seeker->state = SEEKER_KEPT;
    }
    lobby_store_answered(lobby);
}

static bool ask_to_drop(struct seeker *seeker)
{
    struct lobby *lobby = seeker->client->lobby;
    struct question *question = question_of(seeker);
    if (!question ||
        store_seek_drop(lobby->config.store, question->device, question->command, on_cancelled, question)) {
        free(question);
        return false;
    }
    seeker->state = SEEKER_CANCELLED;
    lobby->store_asks++;
    return true;
}

void lobby_client_cancel(struct lobby_client *client, const char *id)
{
    struct lobby *lobby = client->lobby;
    struct seeker *seeker = seeker_find(lobby, client->device, id);
    if (!seeker) {
        table_client_refuse(client->table_client, id, ERR_NOT_FOUND, "id", "no opponent is looked for under this id");
        return;
    }
    if (seeker->state == SEEKER_ABSENT) {
        tell_unpaired(seeker, "cancelled");
        return;
    }
    if (seeker->state != SEEKER_CANCELLED && !ask_to_drop(seeker))
        table_client_refuse(client->table_client, id, ERR_BUSY, "", error_text(ERR_BUSY));
}
