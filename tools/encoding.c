/*
 * The bytes of Japanese in Shift_JIS are hardly ever well-formed UTF-8: the first character of three bytes that is
 * decides for UTF-8, the first that is malformed against it.
 */
#include "tools/encoding.h"

#include <errno.h>
#include <iconv.h>
#include <stdbool.h>

static const char *const names[] = {[ENCODING_UTF8] = "UTF-8", [ENCODING_SJIS] = "CP932"};

static bool continues(const char *bytes, size_t size, size_t at, size_t count)
{
    for (size_t i = 1; i <= count; i++)
        if (at + i < size && (bytes[at + i] & 0xc0) != 0x80)
            return false;
    return true;
}

enum encoding encoding_detect(const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c < 0x80)
            continue;
        size_t count = c >= 0xc2 && c < 0xe0 ? 1 : c >= 0xe0 && c < 0xf0 ? 2 : c >= 0xf0 && c < 0xf5 ? 3 : 0;
        if (count == 0 || !continues(bytes, size, i, count))
            return ENCODING_SJIS;
        if (count >= 2)
            return ENCODING_UTF8;
        i += count;
    }
    return ENCODING_UTF8;
}

enum error encoding_convert(enum encoding from, enum encoding to, const char *bytes, size_t size, struct buffer *out,
                            size_t *bad)
{
    iconv_t converter = iconv_open(names[to], names[from]);
    if (converter == (iconv_t)-1)
        return ERR_UNKNOWN;
    char *at = (char *)bytes; /* iconv does not write there */
    size_t left = size;
    enum error error = OK;
    buffer_clear(out);
    while (left && error == OK) {
        char part[4096], *to_write = part;
        size_t room = sizeof part;
        size_t done = iconv(converter, &at, &left, &to_write, &room);
        int why = errno;
        error = buffer_add(out, part, sizeof part - room);
        if (error == OK && done == (size_t)-1 && why != E2BIG)
            error = ERR_SYNTAX;
    }
    *bad = (size_t)(at - bytes);
    iconv_close(converter);
    return error;
}
