/*
 * What waits to be written to one connection: whole messages, at most so many and so many bytes. A message that goes to
 * many readers is encoded once and shared. Loop thread only.
 */
#ifndef SERVER_GATEWAY_OUTBOX_H
#define SERVER_GATEWAY_OUTBOX_H

#include "base/error.h"
#include <stddef.h>

enum { OUTBOX_MESSAGES_MAX = 4096, OUTBOX_FIRST = 8 };

/* One encoded message; it dies with its last reference. `bytes` has room for libwebsockets' own header in front. */
struct frame {
    unsigned references;
    size_t size;
    unsigned char *bytes; /* behind the room for the header, in the same allocation */
};

/* With one reference; NULL: no memory. `room` bytes are left free in front of the copy of `text`. */
struct frame *frame_new(const char *text, size_t size, size_t room);
void frame_release(struct frame *frame);

/* A ring that grows while it is needed and is given back when it is empty. Zeroed is empty and holds no memory. */
struct outbox {
    struct frame **frames;
    unsigned first, count, capacity; /* the capacity is a power of two, or 0 */
    size_t bytes;
};

/* Takes a reference of its own. ERR_BUSY: it would hold more than `bytes_max` bytes or OUTBOX_MESSAGES_MAX messages; an
 * empty outbox takes a message of any size. ERR_NO_MEMORY. */
MUST_CHECK enum error outbox_push(struct outbox *outbox, struct frame *frame, size_t bytes_max);
/* The oldest message with its reference, which is the caller's now; NULL: empty. */
struct frame *outbox_pop(struct outbox *outbox);
void outbox_clear(struct outbox *outbox);

#endif
