/*
 * Who is at this device (S1). A device proves itself with a token of 256 random bits that only it and nobody else
 * keeps; the store has its hash. The public id stands at tables and in events and opens nothing.
 *
 * The gateway keeps the token in an HttpOnly cookie. Loop thread only.
 */
#ifndef SERVER_PLAYER_PLAYER_H
#define SERVER_PLAYER_PLAYER_H

#include "base/error.h"
#include "base/log.h"
#include "base/random.h"
#include <stdbool.h>
#include <stdint.h>

struct store;

enum {
    PLAYER_TOKEN_MAX = 44, /* 43 characters of base64url (RFC 4648, unpadded) and NUL */
    PLAYER_ID_MAX = 33,
    PLAYER_NAME_MAX = 41,
};

struct player {
    char id[PLAYER_ID_MAX];
    char name[PLAYER_NAME_MAX]; /* chosen by the player, may be empty */
};

struct players;
struct player_request;

/* ERR_NO_MEMORY. `store` and `log` (may be NULL) outlive it. */
MUST_CHECK enum error players_open(struct players **players, struct store *store, struct random_source random,
                                   const struct log *log);
/* Requests that are still under way are cancelled. */
void players_close(struct players *players);

/*
 * `token` is what the device keeps from now on when `fresh` (a new device was made: it had no token, or one that
 * nobody knows); otherwise it is the token it came with. Both are valid until the callback returns. On error
 * (ERR_STORE) `player` and `token` are NULL.
 */
typedef void (*player_fn)(void *context, enum error error, const struct player *player, const char *token, bool fresh);

/* Finds the device of this token (NULL, or anything a stranger sent), or makes a new device. The callback comes once,
 * later, unless the request is cancelled. ERR_BUSY, ERR_NO_MEMORY. `*request` may be NULL when nobody cancels. */
MUST_CHECK enum error player_identify(struct players *players, const char *token, player_fn done, void *context,
                                      struct player_request **request);
/* Only finds: ERR_NOT_FOUND in the callback when the token is missing or unknown; no device is ever made. */
MUST_CHECK enum error player_find(struct players *players, const char *token, player_fn done, void *context,
                                  struct player_request **request);
/* A token that no device has yet: what a cookie is set to before anybody asks the store. */
void player_token(struct players *players, char token[PLAYER_TOKEN_MAX]);
/* Whether a stranger's text has the form of a token. */
bool player_token_valid(const char *token);
/* As player_identify(), but a valid token that nobody has becomes that of the new device (`fresh`); ERR_SYNTAX when it
 * is not valid. A device is made only when somebody connects, never for a mere visit of a page. */
MUST_CHECK enum error player_adopt(struct players *players, const char *token, player_fn done, void *context,
                                   struct player_request **request);
/* The callback will not come. Only before it came. */
void player_cancel(struct player_request *request);

#endif
