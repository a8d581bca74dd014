#include "base/text.h"

struct text text_into(char *buffer, size_t size)
{
    buffer[0] = '\0';
    return (struct text){.at = buffer, .end = buffer + size - 1};
}

void text_char(struct text *text, char c)
{
    if (text->at == text->end) {
        text->cut = true;
        return;
    }
    *text->at++ = c;
    *text->at = '\0';
}

void text_string(struct text *text, const char *string)
{
    while (*string)
        text_char(text, *string++);
}

void text_number(struct text *text, long long number)
{
    char digits[20];
    unsigned n = 0;
    unsigned long long rest = number < 0 ? 0ULL - (unsigned long long)number : (unsigned long long)number;
    do
        digits[n++] = (char)('0' + rest % 10);
    while ((rest /= 10));
    if (number < 0)
        text_char(text, '-');
    while (n)
        text_char(text, digits[--n]);
}

bool text_read_number(const char **at, unsigned long max, unsigned long *number)
{
    const char *c = *at;
    unsigned long value = 0;
    if (*c < '0' || *c > '9' || (c[0] == '0' && c[1] >= '0' && c[1] <= '9'))
        return false;
    for (; *c >= '0' && *c <= '9'; c++) {
        unsigned long digit = (unsigned long)(*c - '0');
        if (digit > max || value > (max - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *at = c;
    *number = value;
    return true;
}
