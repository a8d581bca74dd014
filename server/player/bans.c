/*
 * The copy is one array with a map into it. An asking outlives the bans when they are closed before its answer.
 */
#include "server/player/bans.h"
#include "base/map.h"
#include "server/store/talk.h"

#include <stdlib.h>

struct banned {
    struct map_node node;
    struct store_ban ban;
};

struct asking {
    struct bans *bans; /* NULL: closed meanwhile */
    void (*heard)(void *context);
    void *context;
};

struct bans {
    struct store *store;
    const struct log *log;
    uint64_t seed;
    struct map map;
    struct banned *list;
    struct asking *asking;
};

enum error bans_open(struct bans **bans, struct store *store, uint64_t seed, const struct log *log)
{
    *bans = NULL;
    struct bans *it = calloc(1, sizeof *it);
    if (!it || map_init(&it->map, seed)) {
        free(it);
        return ERR_NO_MEMORY;
    }
    it->store = store;
    it->log = log;
    it->seed = seed;
    *bans = it;
    return OK;
}

void bans_close(struct bans *bans)
{
    if (!bans)
        return;
    if (bans->asking)
        bans->asking->bans = NULL;
    map_release(&bans->map);
    free(bans->list);
    free(bans);
}

bool bans_has(const struct bans *bans, const char *who)
{
    return bans->map.count > 0 && map_get(&bans->map, who);
}

/* The new copy in place of the old one. */
static enum error take(struct bans *bans, const struct store_ban *found, unsigned count)
{
    struct map map;
    struct banned *list = calloc(count ? count : 1, sizeof *list);
    if (!list || map_init(&map, bans->seed)) {
        free(list);
        return ERR_NO_MEMORY;
    }
    for (unsigned i = 0; i < count; i++) {
        list[i].ban = found[i];
        map_put(&map, &list[i].node, list[i].ban.who);
    }
    map_release(&bans->map);
    free(bans->list);
    bans->map = map;
    bans->list = list;
    return OK;
}

static void on_bans(void *context, enum error error, const struct store_ban *found, unsigned count)
{
    struct asking *asking = context;
    struct bans *bans = asking->bans;
    if (bans) {
        bans->asking = NULL;
        if (!error)
            error = take(bans, found, count);
        if (error)
            log_write(bans->log, LOG_WARN, "player.bans", "error=%s", error_code(error));
        else
            asking->heard(asking->context);
    }
    free(asking);
}

void bans_refresh(struct bans *bans, void (*heard)(void *context), void *context)
{
    if (bans->asking)
        return;
    struct asking *asking = calloc(1, sizeof *asking);
    if (!asking)
        return; /* asked again soon */
    *asking = (struct asking){.bans = bans, .heard = heard, .context = context};
    if (store_bans(bans->store, on_bans, asking))
        free(asking);
    else
        bans->asking = asking;
}
