/*
 * The bus of one node: a map from subjects to lists of subscriptions. While messages are being delivered, further ones
 * queue up behind, and a subscription that ends is only marked; it is freed when no delivery is under way.
 */
#include "base/map.h"
#include "base/random.h"
#include "server/bus/bus.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct subject {
    struct map_node node;
    char name[BUS_SUBJECT_MAX];
    struct bus_subscription *first, **end;
};

struct bus_subscription {
    struct bus_subscription *next;
    struct subject *subject;
    struct bus *bus;
    bus_fn heard;
    void *context;
    bool ended;
};

struct message {
    struct message *next;
    char subject[BUS_SUBJECT_MAX];
    size_t size;
    char text[];
};

struct bus {
    struct map subjects;
    struct message *waiting, **waiting_end;
    unsigned waiting_count;
    bool delivering;
    struct subject *running; /* the subject whose subscribers are being told */
};

enum error bus_local_open(struct bus **bus)
{
    struct random_source random = random_system();
    uint64_t seed;
    random_fill(&random, &seed, sizeof seed);
    *bus = calloc(1, sizeof **bus);
    if (!*bus)
        return ERR_NO_MEMORY;
    (*bus)->waiting_end = &(*bus)->waiting;
    enum error error = map_init(&(*bus)->subjects, seed);
    if (error) {
        free(*bus);
        *bus = NULL;
    }
    return error;
}

void bus_close(struct bus *bus)
{
    map_release(&bus->subjects);
    free(bus);
}

/* Frees what ended, and the subject when nobody listens any more. */
static void sweep(struct bus *bus, struct subject *subject)
{
    struct bus_subscription **link = &subject->first;
    while (*link) {
        struct bus_subscription *it = *link;
        if (!it->ended) {
            link = &it->next;
            continue;
        }
        *link = it->next;
        free(it);
    }
    subject->end = link;
    if (!subject->first) {
        map_remove(&bus->subjects, &subject->node);
        free(subject);
    }
}

static void deliver(struct bus *bus, const struct message *message)
{
    struct map_node *node = map_get(&bus->subjects, message->subject);
    if (!node)
        return;
    struct subject *subject = MAP_THING(node, struct subject, node);
    struct bus_subscription *const *stop = subject->end; /* who subscribes from now on hears the next message */
    bus->running = subject;
    for (struct bus_subscription **link = &subject->first; link != stop; link = &(*link)->next)
        if (!(*link)->ended)
            (*link)->heard((*link)->context, message->subject, message->text, message->size);
    bus->running = NULL;
    sweep(bus, subject);
}

enum error bus_publish(struct bus *bus, const char *subject, const char *text, size_t size)
{
    size_t length = strlen(subject);
    if (length >= BUS_SUBJECT_MAX || size > BUS_MESSAGE_MAX)
        return ERR_TOO_LONG;
    if (bus->waiting_count >= BUS_PENDING_MAX)
        return ERR_BUSY;
    struct message *message = malloc(sizeof *message + size + 1);
    if (!message)
        return ERR_NO_MEMORY;
    message->next = NULL;
    message->size = size;
    memcpy(message->subject, subject, length + 1);
    if (size)
        memcpy(message->text, text, size);
    message->text[size] = '\0';
    *bus->waiting_end = message;
    bus->waiting_end = &message->next;
    bus->waiting_count++;
    if (bus->delivering)
        return OK;
    bus->delivering = true;
    while ((message = bus->waiting)) {
        bus->waiting = message->next;
        if (!bus->waiting)
            bus->waiting_end = &bus->waiting;
        bus->waiting_count--;
        deliver(bus, message);
        free(message);
    }
    bus->delivering = false;
    return OK;
}

enum error bus_subscribe(struct bus *bus, const char *subject, bus_fn heard, void *context,
                         struct bus_subscription **subscription)
{
    size_t length = strlen(subject);
    if (length >= BUS_SUBJECT_MAX)
        return ERR_TOO_LONG;
    struct bus_subscription *it = calloc(1, sizeof *it);
    if (!it)
        return ERR_NO_MEMORY;
    struct map_node *node = map_get(&bus->subjects, subject);
    struct subject *home = node ? MAP_THING(node, struct subject, node) : calloc(1, sizeof *home);
    if (!home) {
        free(it);
        return ERR_NO_MEMORY;
    }
    if (!node) {
        memcpy(home->name, subject, length + 1);
        home->end = &home->first;
        map_put(&bus->subjects, &home->node, home->name);
    }
    *it = (struct bus_subscription){.subject = home, .bus = bus, .heard = heard, .context = context};
    *home->end = it;
    home->end = &it->next;
    *subscription = it;
    return OK;
}

void bus_unsubscribe(struct bus_subscription *subscription)
{
    if (!subscription)
        return;
    subscription->ended = true;
    if (subscription->bus->running != subscription->subject)
        sweep(subscription->bus, subscription->subject);
}
