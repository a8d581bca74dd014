/*
 * Who may not come: players and addresses that whoever runs the server has banned (`shogikan admin ban`). The store
 * knows; this is a copy of it that is looked up at once and made anew now and then, so that any node hears of a ban
 * within seconds. Loop thread only.
 */
#ifndef SERVER_PLAYER_BANS_H
#define SERVER_PLAYER_BANS_H

#include "base/error.h"
#include "base/log.h"
#include <stdbool.h>
#include <stdint.h>

struct store;
struct bans;

/* Empty until the first answer to bans_refresh(). `seed` is random. ERR_NO_MEMORY. `store` and `log` (may be NULL)
 * outlive it. */
MUST_CHECK enum error bans_open(struct bans **bans, struct store *store, uint64_t seed, const struct log *log);
/* An answer that is still under way is dropped. NULL does nothing. */
void bans_close(struct bans *bans);

/* Asks the store, unless it is being asked. `heard` comes when the copy is new; what cannot be read leaves it as it is.
 */
void bans_refresh(struct bans *bans, void (*heard)(void *context), void *context);
/* `who` is a player's public id or an address as text. */
bool bans_has(const struct bans *bans, const char *who);

#endif
