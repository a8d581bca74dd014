/*
 * An event as others see it (struct table_event), and as text on the bus.
 */
#ifndef SERVER_TABLE_EVENT_H
#define SERVER_TABLE_EVENT_H

#include "server/store/store.h"
#include "server/table/table.h"

enum { EVENT_TEXT_MAX = 512 };

/* "b", "w", "draw", or "" for 0. */
const char *winner_text(char winner);
/* What the device `reader` is told: a command's id is a matter of whoever gave it, and "" for everybody else. Points
 * into *event. */
struct table_event event_view(const struct store_event *event, const char *reader);
/* `out` has EVENT_TEXT_MAX bytes, which always suffice. */
void event_format(const struct store_event *event, char *out);
/* ERR_SYNTAX; then *event is unspecified. */
MUST_CHECK enum error event_parse(const char *text, struct store_event *event);

#endif
