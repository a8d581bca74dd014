/*
 * Chains in buckets; the buckets double when there are more entries than buckets. FNV-1a over a random seed, finished
 * with a mixing step: enough against chosen keys, since seeds and bucket orders are never shown.
 */
#include "base/map.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_BUCKETS = 64 };

static uint64_t hash_of(const struct map *map, const char *key)
{
    uint64_t hash = map->seed ^ 0xcbf29ce484222325ULL;
    for (; *key; key++)
        hash = (hash ^ (unsigned char)*key) * 0x100000001b3ULL;
    hash ^= hash >> 32;
    return hash * 0x9e3779b97f4a7c15ULL ^ hash >> 29;
}

enum error map_init(struct map *map, uint64_t seed)
{
    *map = (struct map){.capacity = FIRST_BUCKETS, .seed = seed};
    map->buckets = calloc(FIRST_BUCKETS, sizeof *map->buckets);
    return map->buckets ? OK : ERR_NO_MEMORY;
}

void map_release(struct map *map)
{
    free(map->buckets);
    *map = (struct map){0};
}

static void grow(struct map *map)
{
    size_t capacity = map->capacity * 2;
    struct map_node **buckets = calloc(capacity, sizeof *buckets);
    if (!buckets)
        return;
    for (size_t i = 0; i < map->capacity; i++)
        for (struct map_node *node = map->buckets[i], *next; node; node = next) {
            next = node->next;
            node->next = buckets[node->hash & (capacity - 1)];
            buckets[node->hash & (capacity - 1)] = node;
        }
    free(map->buckets);
    map->buckets = buckets;
    map->capacity = capacity;
}

void map_put(struct map *map, struct map_node *node, const char *key)
{
    if (map->count >= map->capacity)
        grow(map);
    node->key = key;
    node->hash = hash_of(map, key);
    struct map_node **bucket = &map->buckets[node->hash & (map->capacity - 1)];
    node->next = *bucket;
    *bucket = node;
    map->count++;
}

struct map_node *map_get(const struct map *map, const char *key)
{
    uint64_t hash = hash_of(map, key);
    struct map_node *node = map->buckets[hash & (map->capacity - 1)];
    while (node && (node->hash != hash || strcmp(node->key, key)))
        node = node->next;
    return node;
}

void map_remove(struct map *map, struct map_node *node)
{
    struct map_node **link = &map->buckets[node->hash & (map->capacity - 1)];
    while (*link != node)
        link = &(*link)->next;
    *link = node->next;
    map->count--;
}
