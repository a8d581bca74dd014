/*
 * Lines from a file descriptor, of bounded length. One thread.
 */
#ifndef ENGINE_LINE_H
#define ENGINE_LINE_H

#include <stdbool.h>
#include <stddef.h>

enum { LINE_BYTES_MAX = 128 * 1024 }; /* a position with MATCH_PLIES_MAX moves fits */

struct line_reader {
    int descriptor;
    bool ended;
    size_t filled, taken; /* bytes in the buffer, and of them those already given out */
    char buffer[LINE_BYTES_MAX + 1];
};

enum line_result {
    LINE_READ,
    LINE_OVERLONG, /* the line was longer than LINE_BYTES_MAX; all of it has been skipped */
    LINE_BINARY,   /* the line held a NUL byte; skipped */
    LINE_END,      /* of the input, or an error of the descriptor */
};

void line_reader_init(struct line_reader *reader, int descriptor);

/* The next line without its end ("\n" or "\r\n"); *line points into the reader until the next call and may be changed.
 * A last line without an end counts. Blocks. */
enum line_result line_next(struct line_reader *reader, char **line);

#endif
