/*
 * Lists are walked item by item: separators are skipped, an item ends at the next separator, and its parameters (";q=")
 * are looked at only where they mean something.
 */
#include "server/gateway/header.h"
#include <string.h>
#include <strings.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* The next item of a list; *length is 0 at its end. */
static const char *next_item(const char **at, char separator, size_t *length)
{
    while (**at == separator || is_blank(**at))
        (*at)++;
    const char *item = *at;
    while (**at && **at != separator)
        (*at)++;
    const char *end = *at;
    while (end > item && is_blank(end[-1]))
        end--;
    *length = (size_t)(end - item);
    return item;
}

bool header_cookie(const char *header, const char *name, char *value, size_t size)
{
    return header_cookie_next(&header, name, value, size);
}

bool header_cookie_next(const char **header, const char *name, char *value, size_t size)
{
    size_t name_length = strlen(name), length;
    for (const char *item = next_item(header, ';', &length); length > 0; item = next_item(header, ';', &length)) {
        if (length <= name_length || strncmp(item, name, name_length) != 0 || item[name_length] != '=')
            continue;
        size_t value_length = length - name_length - 1;
        if (value_length >= size)
            continue;
        memcpy(value, item + name_length + 1, value_length);
        value[value_length] = '\0';
        return true;
    }
    return false;
}

bool header_list_has(const char *header, const char *item)
{
    size_t wanted = strlen(item), length;
    for (const char *at = next_item(&header, ',', &length); length > 0; at = next_item(&header, ',', &length)) {
        if (length > 2 && at[0] == 'W' && at[1] == '/')
            at += 2, length -= 2;
        if (length == wanted && memcmp(at, item, wanted) == 0)
            return true;
    }
    return false;
}

/* "q=0.75" in thousandths; what is malformed counts as 0. */
static unsigned weight_of(const char *parameters, size_t length)
{
    const char *end = parameters + length;
    while (parameters < end && (is_blank(*parameters) || *parameters == ';'))
        parameters++;
    if (parameters == end)
        return 1000;
    if (end - parameters < 3 || (*parameters != 'q' && *parameters != 'Q') || parameters[1] != '=')
        return 0;
    parameters += 2;
    unsigned weight = *parameters == '1' ? 1000 : 0, unit = 100;
    parameters++;
    if (parameters < end && *parameters == '.')
        for (parameters++; parameters < end && *parameters >= '0' && *parameters <= '9'; parameters++, unit /= 10)
            weight += (unsigned)(*parameters - '0') * unit;
    return weight > 1000 ? 1000 : weight;
}

unsigned header_weight(const char *header, const char *token)
{
    size_t wanted = strlen(token), length;
    for (const char *at = next_item(&header, ',', &length); length > 0; at = next_item(&header, ',', &length)) {
        if (length < wanted || strncasecmp(at, token, wanted) != 0)
            continue;
        size_t end = wanted;
        if (end < length && at[end] == '-') /* a language's country or script */
            while (end < length && at[end] != ';' && !is_blank(at[end]))
                end++;
        if (end == length || at[end] == ';' || is_blank(at[end]))
            return weight_of(at + end, length - end);
    }
    return 0;
}

const char *header_language(const char *accept_language, const char *const *languages)
{
    const char *best = languages[0];
    unsigned best_weight = 0;
    for (; *languages; languages++) {
        unsigned weight = header_weight(accept_language, *languages);
        if (weight > best_weight) {
            best = *languages;
            best_weight = weight;
        }
    }
    return best;
}

bool header_same_origin(const char *origin, const char *host)
{
    size_t scheme = strncasecmp(origin, "http://", 7) == 0 ? 7 : strncasecmp(origin, "https://", 8) == 0 ? 8 : 0;
    return scheme > 0 && *host && strcasecmp(origin + scheme, host) == 0;
}

bool header_origin_equal(const char *a, const char *b)
{
    return strcasecmp(a, b) == 0;
}
