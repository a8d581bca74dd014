/*
 * The buffer holds one line at most: what was given out is moved away before more is read. An overlong line is read
 * and dropped until its end, so that it costs nothing but its own bytes.
 */
#include "engine/line.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

void line_reader_init(struct line_reader *reader, int descriptor)
{
    reader->descriptor = descriptor;
    reader->ended = false;
    reader->filled = reader->taken = 0;
}

static void fill(struct line_reader *reader)
{
    ssize_t got;
    do {
        got = read(reader->descriptor, reader->buffer + reader->filled, LINE_BYTES_MAX - reader->filled);
    } while (got < 0 && errno == EINTR);
    if (got <= 0)
        reader->ended = true;
    else
        reader->filled += (size_t)got;
}

static enum line_result give(struct line_reader *reader, size_t length, size_t taken, char **line)
{
    reader->taken = taken;
    if (memchr(reader->buffer, '\0', length))
        return LINE_BINARY;
    if (length && reader->buffer[length - 1] == '\r')
        length--;
    reader->buffer[length] = '\0';
    *line = reader->buffer;
    return LINE_READ;
}

enum line_result line_next(struct line_reader *reader, char **line)
{
    bool overlong = false;
    size_t looked = 0;
    memmove(reader->buffer, reader->buffer + reader->taken, reader->filled - reader->taken);
    reader->filled -= reader->taken;
    reader->taken = 0;
    for (;;) {
        char *end = memchr(reader->buffer + looked, '\n', reader->filled - looked);
        if (end) {
            size_t length = (size_t)(end - reader->buffer);
            if (!overlong)
                return give(reader, length, length + 1, line);
            reader->taken = length + 1;
            return LINE_OVERLONG;
        }
        looked = reader->filled;
        if (reader->ended) {
            size_t length = reader->filled;
            reader->taken = length;
            if (overlong)
                return LINE_OVERLONG;
            return length ? give(reader, length, length, line) : LINE_END;
        }
        if (reader->filled == LINE_BYTES_MAX) {
            overlong = true;
            reader->filled = looked = 0;
        }
        fill(reader);
    }
}
