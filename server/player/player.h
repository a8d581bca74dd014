/*
 * Who is at this device. A device proves itself with a token of 256 random bits that only it and nobody else
 * keeps; the store has its hash. A device belongs to a player, one's own at first, whose public id stands at tables and
 * in events and opens nothing. A player can have several devices: a code that one of them asks for makes another one
 * the same player. Whatever has to do with who sits where goes by the player, never by the device.
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
    char device[PLAYER_ID_MAX]; /* of this device itself; tells nobody anything */
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
 * `token` is the one that the device came with; `fresh`: nobody had it, so it is a new device's now. Both are valid
 * until the callback returns. On error (ERR_STORE) `player` and `token` are NULL, and nothing is `fresh`.
 */
typedef void (*player_fn)(void *context, enum error error, const struct player *player, const char *token, bool fresh);

/* Finds the device of this token (NULL, or anything a stranger sent): ERR_NOT_FOUND in the callback when it is missing
 * or unknown; no device is ever made. The callback comes once, later, unless the request is cancelled. ERR_BUSY,
 * ERR_NO_MEMORY. `*request` may be NULL when nobody cancels. */
MUST_CHECK enum error player_find(struct players *players, const char *token, player_fn done, void *context,
                                  struct player_request **request);
/* A token that no device has yet: what a cookie is set to before anybody asks the store. */
void player_token(struct players *players, char token[PLAYER_TOKEN_MAX]);
/* Whether a stranger's text has the form of a token. */
bool player_token_valid(const char *token);
/* As player_find(), but a valid token that nobody has becomes that of a new device (`fresh`); ERR_SYNTAX when it is not
 * valid. A device is made only when somebody connects, never for a mere visit of a page. */
MUST_CHECK enum error player_adopt(struct players *players, const char *token, player_fn done, void *context,
                                   struct player_request **request);
/* The callback will not come. Only before it came. */
void player_cancel(struct player_request *request);

/* ---- who one is, and what is known of it (people.c) ---- */

/* What came of an errand; what does not belong to it is NULL or 0. Valid until the callback returns. */
struct player_news {
    enum error error;
    const struct player *player; /* move: who the device is now, with `device` */
    const char *before;          /* move: who it was */
    const char *pseudonym;       /* move, forget: what stands for the forgotten one from now on; NULL: nobody was */
    const char *code;            /* code */
    int64_t until;               /* code: good until then, the store's time */
    const char *text;            /* read: JSON */
    size_t size;
};
typedef void (*player_news_fn)(void *context, const struct player_news *news);

struct player_errand;

/*
 * Each starts an errand; the callback comes once, later, unless it is cancelled. ERR_BUSY, ERR_NO_MEMORY, ERR_TOO_LONG.
 * In the callback ERR_STORE, and what each names.
 */

/* `name` as name_check() gives it (name.h). ERR_NOT_FOUND: there is no such player any more. */
MUST_CHECK enum error player_rename(struct players *players, const char *who, const char *name, player_news_fn done,
                                    void *context, struct player_errand **errand);
/* A new code, for CODE_MINUTES; an older one is good no more (code.h). ERR_NOT_FOUND. */
MUST_CHECK enum error player_code(struct players *players, const char *who, player_news_fn done, void *context,
                                  struct player_errand **errand);
/* The device becomes that of whoever asked for the code; who it was before is forgotten unless there is another device
 * of that player. At once ERR_SYNTAX: not a code. ERR_NOT_FOUND: not a good one; ERR_DUPLICATE: one's own. */
MUST_CHECK enum error player_move(struct players *players, const char *device, const char *code, player_news_fn done,
                                  void *context, struct player_errand **errand);
/* Name, ratings and all devices of the player are forgotten, and in games stands somebody who is nobody. The tokens of
 * the devices are nobody's from then on; each makes a new player when it connects again. ERR_NOT_FOUND. */
MUST_CHECK enum error player_forget(struct players *players, const char *who, player_news_fn done, void *context,
                                    struct player_errand **errand);

enum player_document { PLAYER_PROFILE, PLAYER_PROFILE_OWN, PLAYER_LEADERS, PLAYER_EXPORT };
/* What is known of `who` (leaders: ""), or of ratings in `kind` with at least `games` games (leaders; otherwise ""). */
MUST_CHECK enum error player_read(struct players *players, enum player_document document, const char *who,
                                  const char *kind, unsigned games, player_news_fn done, void *context,
                                  struct player_errand **errand);
/* The same of the player whose device has this token. ERR_NOT_FOUND: nobody's. */
MUST_CHECK enum error player_read_own(struct players *players, enum player_document document, const char *token,
                                      player_news_fn done, void *context, struct player_errand **errand);
/* The callback will not come; what was asked for is done all the same. Only before it came. */
void player_errand_cancel(struct player_errand *errand);

#endif
