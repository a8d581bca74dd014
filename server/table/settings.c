/*
 * Every setting is a choice from a list of words whose first is the default, or a number. One table says them all.
 */
#include "server/table/settings.h"
#include "base/text.h"

#include <stddef.h>
#include <string.h>

enum { LEVEL_DEFAULT = 5, SETTINGS = 4 };

static const char *const on_off[] = {"on", "off", NULL};
static const char *const firsts[] = {"creator", "guest", "draw", NULL};

/* Words: the value is the index in the list. Numbers: from 1 to `max`. */
static const struct {
    const char *name;
    const char *const *words;
    unsigned initial, max;
} known[SETTINGS] = {
    {"alternate_first", on_off, 0, 0},
    {"show_legal", on_off, 0, 0},
    {"first", firsts, 0, 0},
    {"level", NULL, LEVEL_DEFAULT, TABLE_LEVEL_MAX},
};

static bool read_value(unsigned which, const char *value, unsigned *out)
{
    if (!known[which].words) {
        unsigned long number;
        if (!text_read_number(&value, known[which].max, &number) || *value || number < 1)
            return false;
        *out = (unsigned)number;
        return true;
    }
    for (unsigned i = 0; known[which].words[i]; i++)
        if (!strcmp(value, known[which].words[i])) {
            *out = i;
            return true;
        }
    return false;
}

/* One "name=value". */
static enum error read_word(char *word, unsigned *values, bool *given)
{
    char *equals = strchr(word, '=');
    if (!equals)
        return ERR_SYNTAX;
    *equals = '\0';
    enum error error = ERR_UNKNOWN;
    for (unsigned i = 0; i < SETTINGS; i++)
        if (!strcmp(word, known[i].name)) {
            error = given[i] ? ERR_SYNTAX : read_value(i, equals + 1, &values[i]) ? OK : ERR_RANGE;
            given[i] = true;
        }
    *equals = '=';
    return error;
}

enum error settings_parse(const char *text, struct settings *settings, char *bad)
{
    char copy[TABLE_SETTINGS_MAX];
    unsigned values[SETTINGS];
    bool given[SETTINGS] = {0};
    bad[0] = '\0';
    size_t length = strlen(text);
    if (length >= sizeof copy)
        return ERR_TOO_LONG;
    memcpy(copy, text, length + 1);
    for (unsigned i = 0; i < SETTINGS; i++)
        values[i] = known[i].initial;
    char *rest = copy, *word;
    while ((word = strsep(&rest, " "))) {
        if (!*word && !rest && word == copy)
            break; /* nothing at all: the defaults */
        enum error error = read_word(word, values, given);
        if (error) {
            strcpy(bad, word);
            return error;
        }
    }
    *settings = (struct settings){.alternate_first = !values[0],
                                  .show_legal = !values[1],
                                  .first = (enum settings_first)values[2],
                                  .level = values[3]};
    return OK;
}

void settings_format(const struct settings *settings, char *out)
{
    const unsigned values[SETTINGS] = {!settings->alternate_first, !settings->show_legal, settings->first,
                                       settings->level};
    struct text text = text_into(out, TABLE_SETTINGS_MAX);
    for (unsigned i = 0; i < SETTINGS; i++) {
        if (values[i] == known[i].initial)
            continue;
        if (text.at != out)
            text_char(&text, ' ');
        text_string(&text, known[i].name);
        text_char(&text, '=');
        if (known[i].words)
            text_string(&text, known[i].words[values[i]]);
        else
            text_number(&text, values[i]);
    }
}
