/*
 * What is agreed on for a table, apart from the rules of its game. As text: "name=value ...", only what differs from
 * the default, in the order below.
 */
#ifndef SERVER_TABLE_SETTINGS_H
#define SERVER_TABLE_SETTINGS_H

#include "server/table/table.h"

enum settings_first { FIRST_CREATOR, FIRST_GUEST, FIRST_DRAW };

struct settings {
    bool alternate_first;      /* sides change with every game (R1); default on */
    bool show_legal;           /* display only (R5); default on */
    enum settings_first first; /* who is sente in the first game; default the creator */
    unsigned level;            /* of the computer, 1 to TABLE_LEVEL_MAX; default 5 */
};

/* ERR_UNKNOWN: no such name; ERR_RANGE: no such value; ERR_SYNTAX; ERR_TOO_LONG. Then *settings is unchanged and `bad`
 * (TABLE_SETTINGS_MAX bytes) holds the word that is wrong. */
MUST_CHECK enum error settings_parse(const char *text, struct settings *settings, char *bad);
/* `out` has TABLE_SETTINGS_MAX bytes. */
void settings_format(const struct settings *settings, char *out);

#endif
