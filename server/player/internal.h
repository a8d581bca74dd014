/*
 * What the files of this room share; of no concern to anyone else.
 */
#ifndef SERVER_PLAYER_INTERNAL_H
#define SERVER_PLAYER_INTERNAL_H

#include "server/player/player.h"
#include "server/store/store.h"

enum { TOKEN_BYTES = 32 };

struct players {
    struct store *store;
    struct random_source random;
    const struct log *log;
    struct player_request *requests; /* under way */
    struct player_errand *errands;   /* under way */
};

/* False: it has not the form of a token. */
bool players_hash_token(const char *token, uint8_t hash[STORE_HASH_BYTES]);

#endif
