/*
 * Writing text into a buffer of fixed size, without stdio: what rules and games use, natively and in WebAssembly.
 * A writer never writes past its end; when text does not fit it is cut, `cut` is set, and the result still ends in NUL.
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct text {
    char *at;  /* the next byte to write; always holds NUL */
    char *end; /* the last byte of the buffer: room for the final NUL */
    bool cut;  /* something did not fit */
};

/* `size` is at least 1. The buffer stays the caller's. */
struct text text_into(char *buffer, size_t size);
void text_char(struct text *text, char c);
void text_string(struct text *text, const char *string);
void text_number(struct text *text, long long number);

/* Reads an unsigned decimal number without leading zeros (but "0"), at most `max`; moves *at behind it.
 * Returns false and leaves *at alone when there is none or it is too large. */
bool text_read_number(const char **at, unsigned long max, unsigned long *number);

#endif
