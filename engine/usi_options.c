/*
 * The options. Each is one entry of a table, but the local rules: there is an option for each of each game, named
 * Rule_<game>_<rule>, made from the games' own tables.
 */
#include "engine/levels.h"
#include "engine/usi.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define ENGINE_NAME "Shogikan"
#define ENGINE_AUTHOR "the Shogikan authors"

enum { SEED_USUAL = 1 };

static unsigned evaluation_index(const char *name)
{
    unsigned i = 0;
    while (evaluation_list[i] && strcmp(evaluation_list[i]->game->name, name) != 0)
        i++;
    return i;
}

static unsigned usual_index(void)
{
    for (unsigned i = 0; evaluation_list[i]; i++) {
        if (evaluation_list[i]->usual)
            return i;
    }
    return 0;
}

static void set_threads(struct usi *usi, unsigned long number)
{
    if (crew_resize(usi->crew, (unsigned)number) != OK)
        usi_say(usi, "info string error setoption: no memory for %lu threads", number);
}

static void set_hash(struct usi *usi, unsigned long number)
{
    if (tt_resize(&usi->table, number) != OK) {
        usi_say(usi, "info string error setoption: no memory for %lu MB", number);
        return;
    }
    mate_free(usi->mate); /* made again in proportion when it is needed */
    usi->mate = NULL;
}

static void set_lines(struct usi *usi, unsigned long number)
{
    usi->lines_wanted = (unsigned)number;
}

static void set_level(struct usi *usi, unsigned long number)
{
    usi->level = (unsigned)number;
}

static void set_seed(struct usi *usi, unsigned long number)
{
    usi->seed = number;
}

/* Options that are a number. */
static const struct spin {
    const char *name;
    unsigned long usual, least, most;
    void (*set)(struct usi *usi, unsigned long number);
} spins[] = {
    {"USI_Hash", TT_MEGABYTES_USUAL, TT_MEGABYTES_MIN, TT_MEGABYTES_MAX, set_hash},
    {"Threads", 1, 1, CREW_MAX, set_threads},
    {"MultiPV", 1, 1, LINES_MAX, set_lines},
    {"Level", LEVEL_MAX, LEVEL_MIN, LEVEL_MAX, set_level},
    {"Seed", SEED_USUAL, 0, UINT32_MAX, set_seed},
};

static void introduce_rule(struct usi *usi, const struct game *game, const struct local_rule *rule)
{
    if (!rule->values) {
        usi_say(usi, "option name Rule_%s_%s type spin default 0 min 0 max %u", game->name, rule->name, rule->max);
        return;
    }
    flockfile(usi->out);
    fprintf(usi->out, "option name Rule_%s_%s type combo default %s", game->name, rule->name, rule->values[0]);
    for (unsigned i = 0; rule->values[i]; i++)
        fprintf(usi->out, " var %s", rule->values[i]);
    usi_say(usi, "%s", "");
    funlockfile(usi->out);
}

void usi_introduce(struct usi *usi)
{
    usi_say(usi, "id name " ENGINE_NAME);
    usi_say(usi, "id author " ENGINE_AUTHOR);
    for (unsigned i = 0; i < sizeof spins / sizeof spins[0]; i++)
        usi_say(usi, "option name %s type spin default %lu min %lu max %lu", spins[i].name, spins[i].usual,
                spins[i].least, spins[i].most);
    usi_say(usi, "option name USI_Ponder type check default false");
    flockfile(usi->out);
    fprintf(usi->out, "option name UCI_Variant type combo default %s", evaluation_list[usual_index()]->game->name);
    for (unsigned i = 0; evaluation_list[i]; i++)
        fprintf(usi->out, " var %s", evaluation_list[i]->game->name);
    usi_say(usi, "%s", "");
    funlockfile(usi->out);
    usi_say(usi, "option name Rule type string default <empty>");
    for (unsigned i = 0; evaluation_list[i]; i++) {
        const struct game *game = evaluation_list[i]->game;
        for (unsigned r = 0; r < game->rule_count; r++)
            introduce_rule(usi, game, &game->rules[r]);
    }
    usi_say(usi, "usiok");
}

static void set_spin(struct usi *usi, const struct spin *spin, const char *value)
{
    if (isdigit((unsigned char)value[0]) && strlen(value) <= 10) {
        char *end;
        unsigned long number = strtoul(value, &end, 10);
        if (*end == '\0' && number >= spin->least && number <= spin->most) {
            spin->set(usi, number);
            return;
        }
    }
    usi_say(usi, "info string error setoption: %s wants a number from %lu to %lu", spin->name, spin->least, spin->most);
}

static void set_rules(struct usi *usi, const char *value)
{
    char bad[RULES_TEXT_MAX];
    struct ruleset rules;
    if (strcmp(value, "<empty>") == 0)
        value = "";
    enum error error = ruleset_parse(usi->evaluation->game, &rules, value, bad);
    if (error != OK) {
        usi_say(usi, "info string error setoption: Rule \"%.64s\": %s", bad, error_text(error));
        return;
    }
    usi->rules = rules;
    usi_start_game(usi);
}

static void choose_game(struct usi *usi, unsigned index)
{
    usi->evaluation = evaluation_list[index];
    usi->rules = usi->chosen[index];
    usi_start_game(usi);
}

static void set_variant(struct usi *usi, const char *value)
{
    unsigned index = evaluation_index(value);
    if (evaluation_list[index])
        choose_game(usi, index);
    else
        usi_say(usi, "info string error setoption: no game \"%.32s\"", value);
}

/* `name` is what follows "Rule_": a game and its rule. Returns false if there is no such rule. */
static bool set_rule(struct usi *usi, const char *name, const char *value)
{
    for (unsigned i = 0; evaluation_list[i]; i++) {
        const struct game *game = evaluation_list[i]->game;
        size_t length = strlen(game->name);
        if (strncmp(name, game->name, length) != 0 || name[length] != '_')
            continue;
        enum error error = ruleset_set(game, &usi->chosen[i], name + length + 1, value);
        if (error == ERR_UNKNOWN)
            continue;
        if (error != OK)
            usi_say(usi, "info string error setoption: Rule_%.64s \"%.32s\": %s", name, value, error_text(error));
        else if (usi->evaluation == evaluation_list[i])
            choose_game(usi, i);
        return true;
    }
    return false;
}

void usi_set_option(struct usi *usi, char *at)
{
    char *word = usi_word(&at), *name = usi_word(&at), *value = usi_word(&at);
    if (!word || strcmp(word, "name") != 0 || !name || (value && strcmp(value, "value") != 0)) {
        usi_say(usi, "info string error setoption: say name NAME value VALUE");
        return;
    }
    value = value ? at + strspn(at, " \t") : at;
    for (size_t length = strlen(value); length && isspace((unsigned char)value[length - 1]); length--)
        value[length - 1] = '\0';
    for (unsigned i = 0; i < sizeof spins / sizeof spins[0]; i++) {
        if (strcmp(name, spins[i].name) == 0) {
            set_spin(usi, &spins[i], value);
            return;
        }
    }
    if (strcmp(name, "Rule") == 0)
        set_rules(usi, value);
    else if (strcmp(name, "UCI_Variant") == 0)
        set_variant(usi, value);
    else if (strcmp(name, "USI_Ponder") != 0 && !(strncmp(name, "Rule_", 5) == 0 && set_rule(usi, name + 5, value)))
        usi_say(usi, "info string error setoption: no option \"%.32s\"", name);
}

bool usi_default_options(struct usi *usi)
{
    unsigned games = 0;
    while (evaluation_list[games])
        games++;
    usi->chosen = calloc(games, sizeof *usi->chosen);
    if (!usi->chosen)
        return false;
    for (unsigned i = 0; i < games; i++) {
        if (ruleset_parse(evaluation_list[i]->game, &usi->chosen[i], "", NULL) != OK)
            abort(); /* no rule named, none can be wrong */
    }
    usi->level = LEVEL_MAX;
    usi->seed = SEED_USUAL;
    usi->lines_wanted = 1;
    choose_game(usi, usual_index());
    return true;
}
