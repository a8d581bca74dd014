#include "server/table/settings.h"
#include "base/text.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { LEVEL_DEFAULT = 5, RATED_STAND_IN_LEVEL = 1 };

static const char on[] = "on";
static const char *const on_off[] = {on, "off", NULL};
static const char *const off_on[] = {"off", on, NULL};
static const char *const firsts[] = {"creator", "guest", "draw", NULL};
static const char *const seconds[] = {"0", "30", "60", NULL};
static const char *const timeouts[] = {"lose", "cpu_moves", NULL};

const struct setting_kind setting_list[SETTINGS] = {
    [SETTING_ALTERNATE_FIRST] = {.name = "alternate_first", .words = on_off},
    [SETTING_SHOW_LEGAL] = {.name = "show_legal", .words = on_off},
    [SETTING_FIRST] = {.name = "first", .words = firsts},
    [SETTING_LEVEL] = {.name = "level", .initial = LEVEL_DEFAULT, .max = TABLE_LEVEL_MAX},
    [SETTING_TURN_SECONDS] = {.name = "turn_seconds", .words = seconds},
    [SETTING_ON_TIMEOUT] = {.name = "on_timeout", .words = timeouts},
    [SETTING_LISTED] = {.name = "listed", .words = off_on},
    [SETTING_RATED] = {.name = "rated", .words = off_on},
};

static bool read_value(const struct setting_kind *kind, const char *value, unsigned *out)
{
    if (!kind->words) {
        unsigned long number;
        if (!text_read_number(&value, kind->max, &number) || *value || number < 1)
            return false;
        *out = (unsigned)number;
        return true;
    }
    for (unsigned i = 0; kind->words[i]; i++)
        if (!strcmp(value, kind->words[i])) {
            *out = i;
            return true;
        }
    return false;
}

/* SETTINGS: none of that name. */
static unsigned find(const char *name)
{
    unsigned i = 0;
    while (i < SETTINGS && strcmp(name, setting_list[i].name))
        i++;
    return i;
}

enum error settings_set(struct settings *settings, const char *name, const char *value)
{
    unsigned which = find(name);
    if (which == SETTINGS)
        return ERR_UNKNOWN;
    return read_value(&setting_list[which], value, &settings->value[which]) ? OK : ERR_RANGE;
}

/* One "name=value". */
static enum error read_word(char *word, struct settings *settings, bool *given)
{
    char *equals = strchr(word, '=');
    if (!equals)
        return ERR_SYNTAX;
    *equals = '\0';
    unsigned which = find(word);
    enum error error = which < SETTINGS && given[which] ? ERR_SYNTAX : settings_set(settings, word, equals + 1);
    if (which < SETTINGS)
        given[which] = true;
    *equals = '=';
    return error;
}

enum error settings_parse(const char *text, struct settings *settings, char *bad)
{
    char copy[TABLE_SETTINGS_MAX];
    struct settings read;
    bool given[SETTINGS] = {0};
    bad[0] = '\0';
    size_t length = strlen(text);
    if (length >= sizeof copy)
        return ERR_TOO_LONG;
    memcpy(copy, text, length + 1);
    for (unsigned i = 0; i < SETTINGS; i++)
        read.value[i] = setting_list[i].initial;
    char *rest = copy, *word;
    while ((word = strsep(&rest, " "))) {
        if (!*word && !rest && word == copy)
            break; /* nothing at all: the defaults */
        enum error error = read_word(word, &read, given);
        if (error) {
            memcpy(bad, word, strlen(word) + 1);
            return error;
        }
    }
    *settings = read;
    return OK;
}

void settings_format(const struct settings *settings, char *out)
{
    struct text text = text_into(out, TABLE_SETTINGS_MAX);
    for (unsigned i = 0; i < SETTINGS; i++) {
        const struct setting_kind *kind = &setting_list[i];
        if (settings->value[i] == kind->initial)
            continue;
        if (text.at != out)
            text_char(&text, ' ');
        text_string(&text, kind->name);
        text_char(&text, '=');
        if (kind->words)
            text_string(&text, kind->words[settings->value[i]]);
        else
            text_number(&text, settings->value[i]);
    }
}

bool settings_on(const struct settings *settings, enum setting setting)
{
    return setting_list[setting].words[settings->value[setting]] == on;
}

int64_t settings_turn_ms(const struct settings *settings)
{
    return strtol(seconds[settings->value[SETTING_TURN_SECONDS]], NULL, 10) * 1000;
}

unsigned settings_stand_in_level(const struct settings *settings)
{
    return settings_on(settings, SETTING_RATED) ? RATED_STAND_IN_LEVEL : settings->value[SETTING_LEVEL];
}
