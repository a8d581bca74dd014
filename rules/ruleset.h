/*
 * Local rules as data: what can be chosen for a game, and a set of choices.
 *
 * The first value of a rule is its default. Names and values are machine keys; what people read stands in the game's
 * web/ folder. Outside rules/ and games/ a set of rules travels as text, "name=value name=value" (only what differs
 * from the default, in table order, "" for the defaults), and nobody interprets it.
 */
#ifndef RULES_RULESET_H
#define RULES_RULESET_H

#include "base/error.h"
#include <stddef.h>
#include <stdint.h>

enum {
    RULES_MAX = 8,          /* rules of one game, move_limit included */
    RULES_TEXT_MAX = 256,   /* of "name=value ...", NUL included */
    MOVE_LIMIT_MAX = 10000, /* plies; a game without a limit is drawn at this one (RULES.md) */
};

/* A rule is either a choice of names or a number. */
struct local_rule {
    const char *name;
    const char *const
        *values; /* NULL-terminated, the default first; NULL: a number from 0 (the default, "none") to max */
    uint16_t max;
};

/* One value for each entry of the game's table: the index of the name, or the number. */
struct ruleset {
    uint16_t value[RULES_MAX];
};

/* R3: the first entry of every game's table. */
#define RULE_MOVE_LIMIT                                                                                                \
    {                                                                                                                  \
        .name = "move_limit", .max = MOVE_LIMIT_MAX                                                                    \
    }
enum { RULE_INDEX_MOVE_LIMIT = 0 };

struct game;

/* Sets one rule by name. ERR_UNKNOWN: no such rule; ERR_RANGE: no such value. *set is changed on success only. */
MUST_CHECK enum error ruleset_set(const struct game *game, struct ruleset *set, const char *name, const char *value);

/* Reads "name=value ..." (one space between, no name twice) into *set, which starts from the defaults. ERR_UNKNOWN,
 * ERR_RANGE, ERR_SYNTAX, ERR_TOO_LONG. On failure, *set is unchanged and `bad` (when not NULL, of at least
 * RULES_TEXT_MAX bytes) holds the offending word, "" for a text that is too long. */
MUST_CHECK enum error ruleset_parse(const struct game *game, struct ruleset *set, const char *text, char *bad);

/* Writes the canonical text; `out` has at least RULES_TEXT_MAX bytes. */
void ruleset_format(const struct game *game, const struct ruleset *set, char *out);

/* The value of the rule of that name, 0 if the game has no such rule. */
unsigned ruleset_value(const struct game *game, const struct ruleset *set, const char *name);

#endif
