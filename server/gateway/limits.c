/*
 * A hash table with chains. Idle peers are swept when the table is full, and only those whose bucket has filled up: the
 * others would get a fresh bucket by being forgotten. A sweep walks the whole table, so it is made at most once a
 * second.
 */
#include "server/gateway/limits.h"
#include <stdlib.h>
#include <string.h>

struct peers {
    unsigned count, max, slots, shift;
    struct peer_rates rates;
    int64_t swept;
    uint64_t seed[2]; /* odd: multiply-shift hashing of the two halves of an address, whose last byte is the highest */
    struct peer *chains[];
};

bool bucket_take(struct bucket *bucket, unsigned rate, unsigned burst, int64_t now)
{
    if (rate == 0)
        return true;
    if (now > bucket->at) {
        int64_t refilled = (now - bucket->at) > INT32_MAX ? INT64_MAX : (now - bucket->at) * rate;
        bucket->taken_milli = refilled >= bucket->taken_milli ? 0 : bucket->taken_milli - refilled;
        bucket->at = now;
    }
    if (bucket->taken_milli + 1000 > (int64_t)burst * 1000)
        return false;
    bucket->taken_milli += 1000;
    return true;
}

void bucket_give(struct bucket *bucket)
{
    bucket->taken_milli = bucket->taken_milli > 1000 ? bucket->taken_milli - 1000 : 0;
}

static bool bucket_is_full(const struct bucket *bucket, unsigned rate, int64_t now)
{
    return rate == 0 || (now - bucket->at) > INT32_MAX || (now - bucket->at) * rate >= bucket->taken_milli;
}

enum error peers_open(struct peers **out, unsigned max, const struct peer_rates *rates, const uint64_t seed[2])
{
    unsigned slots = 64, shift = 58;
    for (; slots < max && slots < 1u << 20; shift--)
        slots *= 2;
    struct peers *peers = calloc(1, sizeof *peers + slots * sizeof *peers->chains);
    if (!peers)
        return ERR_NO_MEMORY;
    peers->max = max;
    peers->rates = *rates;
    peers->slots = slots;
    peers->shift = shift;
    peers->seed[0] = seed[0] | 1;
    peers->seed[1] = seed[1] | 1;
    *out = peers;
    return OK;
}

void peers_close(struct peers *peers)
{
    if (!peers)
        return;
    for (unsigned i = 0; i < peers->slots; i++)
        for (struct peer *peer = peers->chains[i], *next; peer; peer = next) {
            next = peer->next;
            free(peer);
        }
    free(peers);
}

static struct peer **chain_of(struct peers *peers, const struct address *key)
{
    uint64_t high, low;
    memcpy(&high, key->bytes, 8);
    memcpy(&low, key->bytes + 8, 8);
    uint64_t hash = (high * peers->seed[0]) ^ (low * peers->seed[1]);
    return &peers->chains[hash >> peers->shift];
}

static bool is_rested(const struct peers *peers, const struct peer *peer, int64_t now)
{
    const struct peer_rates *rates = &peers->rates;
    bool rested = bucket_is_full(&peer->actions, rates->actions, now) &&
                  bucket_is_full(&peer->lookups, rates->lookups, now) &&
                  bucket_is_full(&peer->devices, rates->devices, minutes_clock(now)) &&
                  bucket_is_full(&peer->codes, rates->codes, minutes_clock(now)) &&
                  bucket_is_full(&peer->exports, rates->exports, minutes_clock(now));
    for (unsigned i = 0; i < DAILY; i++)
        rested = rested && bucket_is_full(&peer->daily[i], rates->daily[i], days_clock(now));
    return rested;
}

static void sweep(struct peers *peers, int64_t now)
{
    if (now - peers->swept < 1000)
        return;
    peers->swept = now;
    for (unsigned i = 0; i < peers->slots; i++)
        for (struct peer **at = &peers->chains[i]; *at;) {
            struct peer *peer = *at;
            if (peer->references > 0 || !is_rested(peers, peer, now)) {
                at = &peer->next;
                continue;
            }
            *at = peer->next;
            free(peer);
            peers->count--;
        }
}

struct peer *peer_hold(struct peers *peers, const struct address *address, int64_t now)
{
    struct address key = address_key(address);
    struct peer **chain = chain_of(peers, &key);
    for (struct peer *peer = *chain; peer; peer = peer->next)
        if (memcmp(&peer->key, &key, sizeof key) == 0) {
            peer->references++;
            return peer;
        }
    if (peers->count >= peers->max)
        sweep(peers, now);
    if (peers->count >= peers->max)
        return NULL;
    struct peer *peer = calloc(1, sizeof *peer);
    if (!peer)
        return NULL;
    peer->key = key;
    peer->references = 1;
    peer->actions.at = now;
    peer->lookups.at = now;
    peer->devices.at = peer->codes.at = peer->exports.at = minutes_clock(now);
    for (unsigned i = 0; i < DAILY; i++)
        peer->daily[i].at = days_clock(now);
    peer->next = *chain;
    *chain = peer;
    peers->count++;
    return peer;
}

void peer_release(struct peer *peer)
{
    if (peer)
        peer->references--;
}

bool peer_may_write(struct peers *peers, struct peer *peer, enum daily what, int64_t now)
{
    unsigned rate = peers->rates.daily[what];
    return bucket_take(&peer->daily[what], rate, rate, days_clock(now));
}

unsigned peers_longest_chain(const struct peers *peers)
{
    unsigned longest = 0;
    for (unsigned i = 0; i < peers->slots; i++) {
        unsigned length = 0;
        for (const struct peer *peer = peers->chains[i]; peer; peer = peer->next)
            length++;
        longest = length > longest ? length : longest;
    }
    return longest;
}
