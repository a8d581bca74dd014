/*
 * Tells other parts and, one day, other nodes that something happened. A message is some text under a subject
 * ("table.ID", "cpu.wake"). Delivery is at most once and never durable: the store is the truth, the bus only makes
 * news travel fast, so every receiver must cope with a message that is lost, repeated or late.
 *
 * Everything runs on the loop's thread. The local bus delivers before bus_publish() returns, to the subscribers of
 * that moment, in the order in which they subscribed; subscribing, unsubscribing and publishing from within a
 * callback are allowed. Messages published from within a callback are delivered after the running one, in order.
 */
#ifndef SERVER_BUS_BUS_H
#define SERVER_BUS_BUS_H

#include "base/error.h"
#include <stddef.h>

enum {
    BUS_SUBJECT_MAX = 64,    /* bytes, NUL included: letters, digits, '.', '-', ':' */
    BUS_MESSAGE_MAX = 4096,  /* bytes */
    BUS_PENDING_MAX = 65536, /* messages published from within callbacks that may wait */
};

struct bus;
struct bus_subscription;

/* `text` has `size` bytes, ends in NUL, and is valid until the callback returns. */
typedef void (*bus_fn)(void *context, const char *subject, const char *text, size_t size);

/* The bus of a single node. ERR_NO_MEMORY. Subscriptions must be gone before it is closed. */
MUST_CHECK enum error bus_local_open(struct bus **bus);
void bus_close(struct bus *bus);

/* ERR_TOO_LONG, ERR_NO_MEMORY, ERR_BUSY (too much waits). Nobody listening is no error. */
MUST_CHECK enum error bus_publish(struct bus *bus, const char *subject, const char *text, size_t size);

/* ERR_TOO_LONG, ERR_NO_MEMORY. */
MUST_CHECK enum error bus_subscribe(struct bus *bus, const char *subject, bus_fn heard, void *context,
                                    struct bus_subscription **subscription);
/* No callback comes after it returned. NULL does nothing. */
void bus_unsubscribe(struct bus_subscription *subscription);

#endif
