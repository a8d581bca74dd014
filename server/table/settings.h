/*
 * What is agreed on for a table, apart from the rules of its game. As text: "name=value ...", only what differs from
 * the default, in the order of the one list below, which protocol/wire.json repeats for the page (a test compares
 * them).
 */
#ifndef SERVER_TABLE_SETTINGS_H
#define SERVER_TABLE_SETTINGS_H

#include "server/table/table.h"

/* clang-format off */
enum setting {
    SETTING_ALTERNATE_FIRST, /* sides change with every game (R1) */
    SETTING_SHOW_LEGAL,      /* display only (R5) */
    SETTING_FIRST,           /* who is sente in the first game: who made the table, who comes, or by lot */
    SETTING_LEVEL,           /* of the computer */
    SETTING_TURN_SECONDS,    /* for each turn (R4); 0: no clock */
    SETTING_ON_TIMEOUT,      /* of a player who is there (R4): it loses, or the computer plays this move */
    SETTING_LISTED,          /* shown among the open tables */
    SETTING_RATED,           /* counts for the ratings; no take-backs, no agreed draws, the computer stands in weakly */
    SETTINGS
};
/* clang-format on */

/* A choice of words whose first is the default unless `initial` says otherwise, or a number from 1 to `max`. */
struct setting_kind {
    const char *name;
    const char *const *words; /* NULL at the end; NULL: a number */
    unsigned initial, max;    /* of a number */
};
extern const struct setting_kind setting_list[SETTINGS];

enum settings_first { FIRST_CREATOR, FIRST_GUEST, FIRST_DRAW };
enum settings_on_timeout { TIMEOUT_LOSE, TIMEOUT_COMPUTER_MOVES };

/* Of words the index in their list, of numbers the number. */
struct settings {
    unsigned value[SETTINGS];
};

/* ERR_UNKNOWN: no such name; ERR_RANGE: no such value; ERR_SYNTAX; ERR_TOO_LONG. Then *settings is unchanged and `bad`
 * (TABLE_SETTINGS_MAX bytes) holds the word that is wrong. */
MUST_CHECK enum error settings_parse(const char *text, struct settings *settings, char *bad);
/* One of them. ERR_UNKNOWN, ERR_RANGE; then *settings is unchanged. */
MUST_CHECK enum error settings_set(struct settings *settings, const char *name, const char *value);
/* `out` has TABLE_SETTINGS_MAX bytes. */
void settings_format(const struct settings *settings, char *out);

/* Of the switches "on" and "off". */
bool settings_on(const struct settings *settings, enum setting setting);
/* ms for each turn, 0: no clock. */
int64_t settings_turn_ms(const struct settings *settings);
/* At which the computer stands in for somebody: weak in a rated game, so that leaving never helps. */
unsigned settings_stand_in_level(const struct settings *settings);

#endif
