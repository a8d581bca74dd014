/*
 * A table of clusters of four entries, one cache line each. An entry is two words:
 *
 *   data   63..58 generation | 57..56 bound | 55..48 depth | 47..32 score | 31..0 move
 *   check  key ^ data
 *
 * A reader accepts an entry only if check ^ data gives its key back, so two threads that write the same entry at the
 * same time lose it instead of mixing it. The words are relaxed atomics: no order between them is needed.
 *
 * Replacement: the entry of the same position, else the one of least depth, where eight plies of depth weigh as much
 * as one generation of age.
 */
#include "engine/tt.h"
#include "engine/memory.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { CLUSTER_ENTRIES = 4, GENERATIONS = 64 };

struct entry {
    _Atomic uint64_t check, data;
};

struct tt_cluster {
    _Alignas(64) struct entry entries[CLUSTER_ENTRIES];
};

static uint64_t load(const _Atomic uint64_t *word)
{
    return atomic_load_explicit(word, memory_order_relaxed);
}

static void store(_Atomic uint64_t *word, uint64_t value)
{
    atomic_store_explicit(word, value, memory_order_relaxed);
}

static move_t data_move(uint64_t data)
{
    return (move_t)data;
}

static int data_score(uint64_t data)
{
    return (int16_t)(data >> 32);
}

static int data_depth(uint64_t data)
{
    return (int8_t)(data >> 48);
}

static enum bound data_bound(uint64_t data)
{
    return (enum bound)(data >> 56 & 3);
}

static unsigned data_generation(uint64_t data)
{
    return (unsigned)(data >> 58);
}

static struct tt_cluster *cluster_of(const struct tt *table, uint64_t key)
{
    return &table->clusters[(size_t)(((unsigned __int128)key * table->count) >> 64)];
}

enum error tt_resize(struct tt *table, size_t megabytes)
{
    if (megabytes < TT_MEGABYTES_MIN || megabytes > TT_MEGABYTES_MAX)
        return ERR_RANGE;
    size_t count = (megabytes << 20) / sizeof(struct tt_cluster);
    struct tt_cluster *clusters = aligned_alloc(sizeof(struct tt_cluster), count * sizeof(struct tt_cluster));
    if (!clusters)
        return ERR_NO_MEMORY;
    memory_read_at_random(clusters, count * sizeof(struct tt_cluster));
    tt_release(table);
    table->clusters = clusters;
    table->count = count;
    tt_clear(table);
    return OK;
}

void tt_clear(struct tt *table)
{
    for (size_t i = 0; i < table->count; i++) {
        for (unsigned slot = 0; slot < CLUSTER_ENTRIES; slot++) {
            atomic_init(&table->clusters[i].entries[slot].check, 0);
            atomic_init(&table->clusters[i].entries[slot].data, 0);
        }
    }
    table->generation = 0;
}

void tt_release(struct tt *table)
{
    free(table->clusters);
    *table = (struct tt){.clusters = NULL};
}

void tt_age(struct tt *table)
{
    table->generation = (uint8_t)((table->generation + 1) % GENERATIONS);
}

void tt_prefetch(const struct tt *table, uint64_t key)
{
    if (table->clusters)
        __builtin_prefetch(cluster_of(table, key));
}

bool tt_probe(const struct tt *table, uint64_t key, struct tt_hit *hit)
{
    if (!table->clusters)
        return false;
    const struct tt_cluster *cluster = cluster_of(table, key);
    for (unsigned slot = 0; slot < CLUSTER_ENTRIES; slot++) {
        uint64_t data = load(&cluster->entries[slot].data);
        if ((load(&cluster->entries[slot].check) ^ data) != key || data_bound(data) == BOUND_NONE)
            continue;
        *hit = (struct tt_hit){
            .move = data_move(data), .score = data_score(data), .depth = data_depth(data), .bound = data_bound(data)};
        return true;
    }
    return false;
}

void tt_store(struct tt *table, uint64_t key, move_t move, int score, int depth, enum bound bound)
{
    if (!table->clusters)
        return;
    struct tt_cluster *cluster = cluster_of(table, key);
    struct entry *victim = NULL;
    int victim_value = 0;
    for (unsigned slot = 0; slot < CLUSTER_ENTRIES; slot++) {
        struct entry *entry = &cluster->entries[slot];
        uint64_t data = load(&entry->data);
        if ((load(&entry->check) ^ data) == key && data_bound(data) != BOUND_NONE) {
            /* A shallow bound must not push out a deep one of the same search, nor a known move with none. */
            if (bound != BOUND_EXACT && data_generation(data) == table->generation && depth + 3 < data_depth(data))
                return;
            if (move == MOVE_NONE)
                move = data_move(data);
            victim = entry;
            break;
        }
        int age = (int)((table->generation + GENERATIONS - data_generation(data)) % GENERATIONS);
        int value = data_bound(data) == BOUND_NONE ? -100000 : data_depth(data) - 8 * age;
        if (!victim || value < victim_value) {
            victim = entry;
            victim_value = value;
        }
    }
    uint64_t data = (uint64_t)move | (uint64_t)(uint16_t)score << 32 | (uint64_t)(uint8_t)depth << 48 |
                    (uint64_t)bound << 56 | (uint64_t)table->generation << 58;
    store(&victim->check, key ^ data);
    store(&victim->data, data);
}

unsigned tt_permille(const struct tt *table)
{
    size_t sample = table->count < 250 ? table->count : 250;
    if (sample == 0)
        return 0;
    unsigned used = 0;
    for (size_t i = 0; i < sample; i++) {
        for (unsigned slot = 0; slot < CLUSTER_ENTRIES; slot++) {
            uint64_t data = load(&table->clusters[i].entries[slot].data);
            used += data_bound(data) != BOUND_NONE && data_generation(data) == table->generation;
        }
    }
    return (unsigned)(used * 1000 / (sample * CLUSTER_ENTRIES));
}
