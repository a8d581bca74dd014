/*
 * The second byte decides what a lead byte alone does not: overlong forms, surrogates, and the end of Unicode.
 */
#include "protocol/utf8.h"
#include <stdbool.h>
#include <string.h>

static bool is_tail(unsigned char byte)
{
    return (byte & 0xc0) == 0x80;
}

size_t utf8_length(const char *text, size_t length)
{
    const unsigned char *byte = (const unsigned char *)text;
    if (length == 0)
        return 0;
    if (byte[0] < 0x80)
        return 1;
    size_t size = byte[0] >= 0xf0 ? 4 : byte[0] >= 0xe0 ? 3 : 2;
    if (byte[0] < 0xc2 || byte[0] > 0xf4 || length < size)
        return 0;
    for (size_t i = 1; i < size; i++)
        if (!is_tail(byte[i]))
            return 0;
    if ((byte[0] == 0xe0 && byte[1] < 0xa0) || (byte[0] == 0xed && byte[1] > 0x9f) ||
        (byte[0] == 0xf0 && byte[1] < 0x90) || (byte[0] == 0xf4 && byte[1] > 0x8f))
        return 0;
    return size;
}

void utf8_copy(char *out, size_t size, const char *text)
{
    size_t length = strlen(text), used = 0;
    while (length > 0) {
        size_t character = utf8_length(text, length);
        const char *from = character ? text : "\xef\xbf\xbd";
        size_t bytes = character ? character : 3;
        if (used + bytes >= size)
            break;
        memcpy(out + used, from, bytes);
        used += bytes;
        text += character ? character : 1;
        length -= character ? character : 1;
    }
    out[used] = '\0';
}
