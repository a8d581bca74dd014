/*
 * The memory doubles, so adding costs constant time on average; it never exceeds the maximum and the NUL.
 */
#include "base/buffer.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 64 };

static enum error make_room(struct buffer *buffer, size_t more)
{
    if (more > buffer->max - buffer->size)
        return ERR_TOO_LONG;
    size_t need = buffer->size + more + 1;
    if (need <= buffer->capacity)
        return OK;
    size_t capacity = buffer->capacity ? buffer->capacity : FIRST_CAPACITY;
    while (capacity < need)
        capacity *= 2;
    char *bytes = realloc(buffer->bytes, capacity);
    if (!bytes)
        return ERR_NO_MEMORY;
    buffer->bytes = bytes;
    buffer->capacity = capacity;
    return OK;
}

enum error buffer_add(struct buffer *buffer, const void *bytes, size_t size)
{
    enum error error = make_room(buffer, size);
    if (error)
        return error;
    if (size)
        memcpy(buffer->bytes + buffer->size, bytes, size);
    buffer->size += size;
    buffer->bytes[buffer->size] = '\0';
    return OK;
}

enum error buffer_add_string(struct buffer *buffer, const char *string)
{
    return buffer_add(buffer, string, strlen(string));
}

void buffer_drop(struct buffer *buffer, size_t size)
{
    if (size > buffer->size)
        size = buffer->size;
    if (!size)
        return; /* an empty buffer may have no bytes at all */
    memmove(buffer->bytes, buffer->bytes + size, buffer->size - size + 1);
    buffer->size -= size;
}

const char *buffer_string(const struct buffer *buffer)
{
    return buffer->bytes ? buffer->bytes : "";
}

void buffer_clear(struct buffer *buffer)
{
    buffer->size = 0;
    if (buffer->bytes)
        buffer->bytes[0] = '\0';
}

void buffer_free(struct buffer *buffer)
{
    free(buffer->bytes);
    *buffer = buffer_empty(buffer->max);
}
