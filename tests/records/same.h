/* Whether two records are the same game: start, rules, plies, ending; what a format holds of the rest is asked for. */
#ifndef TESTS_RECORDS_SAME_H
#define TESTS_RECORDS_SAME_H

#include "rules/notation.h"
#include "rules/record.h"

#include <stdio.h>
#include <string.h>

enum { SAME_TIMES = 1, SAME_COMMENTS = 2, SAME_NAMES = 4, SAME_ENDING = 8, SAME_HEADERS = 16, SAME_ALL = 31 };

/* NULL: the same; otherwise what differs. */
static inline const char *record_difference(const struct record *a, const struct record *b, unsigned what)
{
    static char message[64];
    char one[SFEN_MAX], other[SFEN_MAX];
    if (a->match.game != b->match.game)
        return "game";
    sfen_format(a->match.game, &a->match.start.head, one);
    sfen_format(b->match.game, &b->match.start.head, other);
    *strrchr(one, ' ') = *strrchr(other, ' ') = '\0'; /* most formats have no number of the first ply */
    if (strcmp(one, other) != 0)
        return "start";
    if (memcmp(&a->match.start.head.rules, &b->match.start.head.rules, sizeof(struct ruleset)) != 0)
        return "rules";
    if (a->match.history.count != b->match.history.count)
        return "number of plies";
    for (unsigned i = 0; i <= a->match.history.count; i++) {
        snprintf(message, sizeof message, "ply %u", i);
        if (a->match.history.entries[i].move != b->match.history.entries[i].move ||
            a->match.history.entries[i].key != b->match.history.entries[i].key)
            return message;
        if (what & SAME_TIMES && a->plies[i].seconds != b->plies[i].seconds)
            return strcat(message, " (time)");
        if (what & SAME_COMMENTS &&
            strcmp(record_text(a, a->plies[i].comment), record_text(b, b->plies[i].comment)) != 0)
            return strcat(message, " (comment)");
    }
    for (unsigned side = 0; side < SIDES; side++)
        if (what & SAME_NAMES && strcmp(record_text(a, a->names[side]), record_text(b, b->names[side])) != 0)
            return "names";
    if (what & SAME_ENDING && (a->ending != b->ending || a->winner != b->winner))
        return "ending";
    if (what & SAME_TIMES && a->ending_seconds != b->ending_seconds)
        return "time of the ending";
    if (!(what & SAME_HEADERS))
        return NULL;
    if (a->header_count != b->header_count)
        return "number of headers";
    for (unsigned i = 0; i < a->header_count; i++)
        if (strcmp(record_text(a, a->headers[i].key), record_text(b, b->headers[i].key)) != 0 ||
            strcmp(record_text(a, a->headers[i].value), record_text(b, b->headers[i].value)) != 0)
            return "headers";
    return NULL;
}

#endif
