/*
 * The transposition table: what earlier searches found out about a position, by its key.
 *
 * Owned by whoever calls tt_resize(); released with tt_release(). Probing and storing may be done by several threads
 * at once without a lock: an entry torn by two writers no longer matches its key. Resizing and clearing may not.
 */
#ifndef ENGINE_TT_H
#define ENGINE_TT_H

#include "base/error.h"
#include "rules/move.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TT_MEGABYTES_MIN = 1, TT_MEGABYTES_MAX = 4096, TT_MEGABYTES_USUAL = 16 };

/* How a stored score relates to the true one. */
enum bound { BOUND_NONE = 0, BOUND_UPPER = 1, BOUND_LOWER = 2, BOUND_EXACT = 3 };

struct tt_cluster;

struct tt {
    struct tt_cluster *clusters; /* NULL: no table, nothing is found or kept */
    size_t count;
    uint8_t generation; /* of the running search, 0..63 */
};

struct tt_hit {
    move_t move; /* MOVE_NONE: none is known; otherwise to be checked for legality, keys can collide */
    int score;   /* as stored: the caller counts mates from the node */
    int depth;
    enum bound bound;
};

/* Empties *table and makes it `megabytes` large. ERR_RANGE, ERR_NO_MEMORY: the old table stays. */
MUST_CHECK enum error tt_resize(struct tt *table, size_t megabytes);
void tt_clear(struct tt *table);
void tt_release(struct tt *table);

/* Before each search: entries of older searches are replaced first. */
void tt_age(struct tt *table);

bool tt_probe(const struct tt *table, uint64_t key, struct tt_hit *hit);
void tt_store(struct tt *table, uint64_t key, move_t move, int score, int depth, enum bound bound);
/* Starts to load what tt_probe() will read. */
void tt_prefetch(const struct tt *table, uint64_t key);

/* Entries of the running search in a thousand, from a sample. */
unsigned tt_permille(const struct tt *table);

#endif
