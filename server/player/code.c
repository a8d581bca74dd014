#include "server/player/code.h"

#include <string.h>

static const char digits[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/* In three groups. */
static void write(const char symbols[CODE_DIGITS], char out[CODE_TEXT_MAX])
{
    for (unsigned i = 0; i < CODE_DIGITS; i++) {
        if (i && i % 4 == 0)
            *out++ = '-';
        *out++ = symbols[i];
    }
    *out = '\0';
}

void code_make(const struct random_source *random, char out[CODE_TEXT_MAX])
{
    unsigned char bytes[CODE_DIGITS];
    char symbols[CODE_DIGITS];
    random_fill(random, bytes, sizeof bytes);
    for (unsigned i = 0; i < CODE_DIGITS; i++)
        symbols[i] = digits[bytes[i] & 31];
    write(symbols, out);
}

static char symbol_of(char c)
{
    if (c >= 'a' && c <= 'z')
        c = (char)(c - 'a' + 'A');
    if (c == 'O')
        return '0';
    if (c == 'I' || c == 'L')
        return '1';
    return c && strchr(digits, c) ? c : 0;
}

bool code_read(const char *text, char out[CODE_TEXT_MAX])
{
    char symbols[CODE_DIGITS];
    unsigned count = 0;
    for (; *text; text++) {
        if (*text == '-' || *text == ' ')
            continue;
        char symbol = symbol_of(*text);
        if (!symbol || count == CODE_DIGITS)
            return false;
        symbols[count++] = symbol;
    }
    if (count != CODE_DIGITS)
        return false;
    write(symbols, out);
    return true;
}
