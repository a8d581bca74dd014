/*
 * Local rules as text. A set is read word by word against the game's table; nothing is guessed: an unknown name, an
 * unknown value or a name that comes twice is an error that names the word.
 */
#include "rules/ruleset.h"
#include "base/text.h"
#include "rules/game.h"

#include <string.h>

static int find_rule(const struct game *game, const char *name)
{
    for (int i = 0; i < game->rule_count; i++) {
        if (strcmp(game->rules[i].name, name) == 0)
            return i;
    }
    return -1;
}

enum error ruleset_set(const struct game *game, struct ruleset *set, const char *name, const char *value)
{
    int index = find_rule(game, name);
    if (index < 0)
        return ERR_UNKNOWN;
    const struct local_rule *rule = &game->rules[index];
    if (rule->values) {
        for (unsigned i = 0; rule->values[i]; i++) {
            if (strcmp(rule->values[i], value) == 0) {
                set->value[index] = (uint16_t)i;
                return OK;
            }
        }
        return ERR_RANGE;
    }
    unsigned long number;
    if (!text_read_number(&value, rule->max, &number) || *value)
        return ERR_RANGE;
    set->value[index] = (uint16_t)number;
    return OK;
}

/* Reads one word, already copied out of the text. */
static enum error set_word(const struct game *game, struct ruleset *set, bool *seen, char *word)
{
    char *equals = strchr(word, '=');
    if (!equals)
        return ERR_SYNTAX;
    *equals = '\0';
    int index = find_rule(game, word);
    enum error error = ruleset_set(game, set, word, equals + 1);
    *equals = '=';
    if (error == OK && seen[index])
        return ERR_SYNTAX;
    if (error == OK)
        seen[index] = true;
    return error;
}

enum error ruleset_parse(const struct game *game, struct ruleset *set, const char *text, char *bad)
{
    struct ruleset read = {0};
    bool seen[RULES_MAX] = {false};
    if (bad)
        *bad = '\0';
    if (strlen(text) >= RULES_TEXT_MAX)
        return ERR_TOO_LONG;
    while (*text) {
        char word[RULES_TEXT_MAX];
        size_t length = strcspn(text, " ");
        memcpy(word, text, length);
        word[length] = '\0';
        enum error error = set_word(game, &read, seen, word);
        if (error == OK && text[length] && (!text[length + 1] || text[length + 1] == ' '))
            error = ERR_SYNTAX; /* words are separated by exactly one space, and the last has none behind it */
        if (error != OK) {
            if (bad)
                memcpy(bad, word, length + 1);
            return error;
        }
        text += length + (text[length] == ' ');
    }
    *set = read;
    return OK;
}

void ruleset_format(const struct game *game, const struct ruleset *set, char *out)
{
    struct text text = text_into(out, RULES_TEXT_MAX);
    for (unsigned i = 0; i < game->rule_count; i++) {
        unsigned value = set->value[i];
        if (!value)
            continue;
        if (*out)
            text_char(&text, ' ');
        text_string(&text, game->rules[i].name);
        text_char(&text, '=');
        if (game->rules[i].values)
            text_string(&text, game->rules[i].values[value]);
        else
            text_number(&text, value);
    }
}

unsigned ruleset_value(const struct game *game, const struct ruleset *set, const char *name)
{
    int index = find_rule(game, name);
    return index < 0 ? 0 : set->value[index];
}
