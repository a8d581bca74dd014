/*
 * UTF-8, as far as the wire needs it.
 */
#ifndef PROTOCOL_UTF8_H
#define PROTOCOL_UTF8_H

#include <stddef.h>

/* The length of the well-formed character at `text` (1..4) within `length` bytes, 0 if there is none: overlong forms,
 * surrogates and numbers above U+10FFFF are none. */
size_t utf8_length(const char *text, size_t length);

/* Copies as many whole characters as fit into `out` of `size` bytes, NUL included; U+FFFD for what is not UTF-8. */
void utf8_copy(char *out, size_t size, const char *text);

#endif
