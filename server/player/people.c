/*
 * Errands: a name, a code, a move to another device, forgetting, reading what is known. Each is one request of the
 * store, but for reading what is one's own, which finds out first whose a token is.
 *
 * A code is kept as its hash (BLAKE2b); it has 60 random bits and lives for minutes, so there is nothing to guess.
 */
#include "server/player/code.h"
#include "server/player/internal.h"
#include "server/player/name.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PSEUDONYM_DIGITS = 12, MINUTE_MS = 60000 };

_Static_assert((int)PLAYER_EXPORT == STORE_EXPORT && (int)PLAYER_LEADERS == STORE_LEADERS &&
                   (int)PLAYER_PROFILE_OWN == STORE_PROFILE_OWN,
               "same documents");

struct player_errand {
    struct player_errand *next, **link;
    struct players *players; /* NULL: cancelled */
    player_news_fn done;
    void *context;
    char code[CODE_TEXT_MAX];
    int64_t until;
    char device[PLAYER_ID_MAX];
    char pseudonym[PLAYER_ID_MAX];
    enum player_document document;
};

static struct player_errand *begin(struct players *players, player_news_fn done, void *context)
{
    struct player_errand *errand = calloc(1, sizeof *errand);
    if (errand)
        *errand = (struct player_errand){.players = players, .done = done, .context = context};
    return errand;
}

/* The store has taken it, or refused at once: `error`. */
static enum error started(struct player_errand *errand, enum error error, struct player_errand **handle)
{
    if (error) {
        free(errand);
        return error;
    }
    struct players *players = errand->players;
    errand->next = players->errands;
    errand->link = &players->errands;
    if (errand->next)
        errand->next->link = &errand->next;
    players->errands = errand;
    if (handle)
        *handle = errand;
    return OK;
}

void player_errand_cancel(struct player_errand *errand)
{
    *errand->link = errand->next;
    if (errand->next)
        errand->next->link = errand->link;
    errand->players = NULL; /* freed when the store answers */
}

static void finish(struct player_errand *errand, struct player_news *news)
{
    if (errand->players) {
        if (news->error && news->error != ERR_NOT_FOUND && news->error != ERR_DUPLICATE && news->error != ERR_TOO_LONG)
            news->error = ERR_STORE;
        player_errand_cancel(errand);
        errand->done(errand->context, news);
    }
    sodium_memzero(errand->code, sizeof errand->code);
    free(errand);
}

/* ---- names ---- */

static void on_done(void *context, enum error error)
{
    finish(context, &(struct player_news){.error = error});
}

enum error player_rename(struct players *players, const char *who, const char *name, player_news_fn done, void *context,
                         struct player_errand **handle)
{
    struct player_errand *errand = begin(players, done, context);
    if (!errand)
        return ERR_NO_MEMORY;
    return started(errand, store_player_rename(players->store, who, name, on_done, errand), handle);
}

/* ---- codes ---- */

static void hash_code(const char *code, uint8_t hash[STORE_HASH_BYTES])
{
    crypto_generichash(hash, STORE_HASH_BYTES, (const unsigned char *)code, strlen(code), NULL, 0);
}

static void on_code(void *context, enum error error)
{
    struct player_errand *errand = context;
    finish(errand, &(struct player_news){
                       .error = error, .code = error ? NULL : errand->code, .until = error ? 0 : errand->until});
}

enum error player_code(struct players *players, const char *who, player_news_fn done, void *context,
                       struct player_errand **handle)
{
    struct player_errand *errand = begin(players, done, context);
    if (!errand)
        return ERR_NO_MEMORY;
    uint8_t hash[STORE_HASH_BYTES];
    code_make(&players->random, errand->code);
    hash_code(errand->code, hash);
    errand->until = store_now(players->store) + CODE_MINUTES * MINUTE_MS;
    return started(errand, store_code_put(players->store, who, hash, CODE_MINUTES * MINUTE_MS, on_code, errand),
                   handle);
}

static void make_pseudonym(struct players *players, char out[PLAYER_ID_MAX])
{
    char digits[PSEUDONYM_DIGITS + 1];
    random_id(&players->random, digits, PSEUDONYM_DIGITS);
    snprintf(out, PLAYER_ID_MAX, STORE_GONE "%s", digits);
}

static void on_moved(void *context, enum error error, const struct store_player *found, const char *before,
                     bool forgotten)
{
    struct player_errand *errand = context;
    struct player player;
    if (found) {
        memcpy(player.id, found->id, sizeof player.id);
        memcpy(player.name, found->name, sizeof player.name);
        memcpy(player.device, errand->device, sizeof player.device);
    }
    finish(errand, &(struct player_news){.error = error,
                                         .player = found ? &player : NULL,
                                         .before = before,
                                         .pseudonym = forgotten ? errand->pseudonym : NULL});
}

enum error player_move(struct players *players, const char *device, const char *text, player_news_fn done,
                       void *context, struct player_errand **handle)
{
    char code[CODE_TEXT_MAX];
    uint8_t hash[STORE_HASH_BYTES];
    if (!code_read(text, code))
        return ERR_SYNTAX;
    struct player_errand *errand = begin(players, done, context);
    if (!errand)
        return ERR_NO_MEMORY;
    snprintf(errand->device, sizeof errand->device, "%s", device);
    make_pseudonym(players, errand->pseudonym);
    hash_code(code, hash);
    return started(errand, store_code_use(players->store, device, hash, errand->pseudonym, on_moved, errand), handle);
}

/* ---- forgetting ---- */

static void on_forgotten(void *context, enum error error)
{
    struct player_errand *errand = context;
    finish(errand, &(struct player_news){.error = error, .pseudonym = error ? NULL : errand->pseudonym});
}

enum error player_forget(struct players *players, const char *who, player_news_fn done, void *context,
                         struct player_errand **handle)
{
    struct player_errand *errand = begin(players, done, context);
    if (!errand)
        return ERR_NO_MEMORY;
    make_pseudonym(players, errand->pseudonym);
    return started(errand, store_player_forget(players->store, who, errand->pseudonym, on_forgotten, errand), handle);
}

/* ---- reading ---- */

static void on_text(void *context, enum error error, const char *text, size_t size)
{
    finish(context, &(struct player_news){.error = error, .text = text, .size = size});
}

enum error player_read(struct players *players, enum player_document document, const char *who, const char *kind,
                       unsigned games, player_news_fn done, void *context, struct player_errand **handle)
{
    struct player_errand *errand = begin(players, done, context);
    if (!errand)
        return ERR_NO_MEMORY;
    return started(
        errand, store_document_read(players->store, (enum store_document)document, who, kind, games, on_text, errand),
        handle);
}

static void on_owner(void *context, enum error error, const struct store_device *device)
{
    struct player_errand *errand = context;
    if (errand->players && !error)
        error = store_document_read(errand->players->store, (enum store_document)errand->document, device->id, "", 0,
                                    on_text, errand);
    if (!errand->players || error)
        finish(errand, &(struct player_news){.error = error});
}

enum error player_read_own(struct players *players, enum player_document document, const char *token,
                           player_news_fn done, void *context, struct player_errand **handle)
{
    uint8_t hash[STORE_HASH_BYTES] = {0}; /* nobody's */
    struct player_errand *errand = begin(players, done, context);
    if (!errand)
        return ERR_NO_MEMORY;
    errand->document = document;
    (void)players_hash_token(token, hash);
    return started(errand, store_device_find(players->store, hash, on_owner, errand), handle);
}
