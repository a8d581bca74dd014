/*
 * Bytes that grow up to a documented maximum. Always ends in a NUL that does not count. Needs malloc (target base_os).
 * The owner of the struct calls buffer_free(); a zeroed struct with `max` set is an empty buffer.
 */
#ifndef BASE_BUFFER_H
#define BASE_BUFFER_H

#include "base/error.h"
#include <stddef.h>

struct buffer {
    char *bytes; /* NULL while nothing was ever added */
    size_t size, capacity;
    size_t max; /* bytes that it may hold, the NUL apart */
};

static inline struct buffer buffer_empty(size_t max)
{
    return (struct buffer){.max = max};
}

/* ERR_TOO_LONG beyond the maximum, ERR_NO_MEMORY; nothing is added then. */
MUST_CHECK enum error buffer_add(struct buffer *buffer, const void *bytes, size_t size);
MUST_CHECK enum error buffer_add_string(struct buffer *buffer, const char *string);
/* Drops the first `size` bytes. */
void buffer_drop(struct buffer *buffer, size_t size);
/* "" for an empty buffer; valid until the next change. */
const char *buffer_string(const struct buffer *buffer);
void buffer_clear(struct buffer *buffer); /* keeps the memory */
void buffer_free(struct buffer *buffer);  /* gives it back; empty and usable again */

#endif
