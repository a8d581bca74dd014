/*
 * From short strings to pointers: an intrusive hash map. An entry is a struct map_node inside the thing that is found;
 * the map allocates its buckets only, never copies keys and never owns what it holds. Not thread-safe. base_os.
 */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include "base/error.h"
#include <stddef.h>
#include <stdint.h>

struct map_node {
    struct map_node *next;
    const char *key; /* the owner's; must not change while the node is in a map */
    uint64_t hash;
};

struct map {
    struct map_node **buckets; /* a power of two of them */
    size_t capacity, count;
    uint64_t seed; /* random, so that strangers cannot choose keys that collide */
};

MUST_CHECK enum error map_init(struct map *map, uint64_t seed);
void map_release(struct map *map); /* the buckets; the things stay */
/* The key must not be in the map yet. Never fails: when memory is short the map merely stays small. */
void map_put(struct map *map, struct map_node *node, const char *key);
struct map_node *map_get(const struct map *map, const char *key); /* NULL: not there */
void map_remove(struct map *map, struct map_node *node);          /* must be there */

/* The thing of which `node` is the member `member`. */
#define MAP_THING(node, type, member) ((type *)((char *)(node)-offsetof(type, member)))

#endif
