/*
 * Characters by their numbers in Unicode 15; joiners (200C, 200D) stay, because scripts and pictures need them.
 */
#include "server/gateway/saying.h"
#include "protocol/utf8.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct range {
    uint32_t first, last;
};

static const struct range refused[] = {
    {0x0000, 0x001F}, {0x007F, 0x009F},   {0x00AD, 0x00AD}, /* control, soft hyphen */
    {0x061C, 0x061C}, {0x200B, 0x200B},   {0x200E, 0x200F}, /* marks of direction, zero width */
    {0x2028, 0x202E}, {0x2060, 0x206F},                     /* line ends, embeddings, isolates, invisible operators */
    {0xD800, 0xF8FF}, {0xFDD0, 0xFDEF},   {0xFEFF, 0xFEFF}, /* surrogates and private, no characters, byte order */
    {0xFFF9, 0xFFFF}, {0x1D173, 0x1D17A}, {0xE0000, 0x10FFFF}, /* annotations, musical control, tags, private */
};

static const struct range blank[] = {
    {0x0020, 0x0020}, {0x00A0, 0x00A0}, {0x034F, 0x034F}, {0x115F, 0x1160}, {0x1680, 0x1680},
    {0x17B4, 0x17B5}, {0x180B, 0x180F}, {0x2000, 0x200D}, {0x202F, 0x202F}, {0x205F, 0x205F},
    {0x2800, 0x2800}, {0x3000, 0x3000}, {0x3164, 0x3164}, {0xFE00, 0xFE0F}, {0xFFA0, 0xFFA0},
};

static bool is_in(uint32_t number, const struct range *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (number >= ranges[i].first && number <= ranges[i].last)
            return true;
    return false;
}
#define IS_IN(number, ranges) is_in(number, ranges, sizeof(ranges) / sizeof *(ranges))

/* The number of a well-formed character of `length` bytes. */
static uint32_t number_of(const char *text, size_t length)
{
    uint8_t first = (uint8_t)text[0];
    uint32_t number = length == 1 ? first : first & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++)
        number = number << 6 | ((uint8_t)text[i] & 0x3F);
    return number;
}

enum error saying_check(const char *text)
{
    size_t left = strlen(text);
    unsigned count = 0;
    bool seen = false;
    for (; left; count++) {
        size_t length = utf8_length(text, left);
        if (!length)
            return ERR_SYNTAX;
        uint32_t number = number_of(text, length);
        if (IS_IN(number, refused))
            return ERR_SYNTAX;
        seen |= !IS_IN(number, blank);
        text += length;
        left -= length;
    }
    return count > SAYING_CHARACTERS ? ERR_TOO_LONG : seen ? OK : ERR_SYNTAX;
}
