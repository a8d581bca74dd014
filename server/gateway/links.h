/*
 * What a page says of its address to searches, in the header Link (RFC 8288): that this is the one it should be found
 * at, and the same page in each language. It stands there and not in the page, because searches want whole addresses,
 * and only the server knows under which name people reach it.
 */
#ifndef SERVER_GATEWAY_LINKS_H
#define SERVER_GATEWAY_LINKS_H

#include "server/gateway/assets.h"

enum { LINKS_MAX = 2048 };

/* Writes the value of the header. `origin` is the configured one ("https://example.org"); NULL: the page is asked for
 * by http from `host`, which a stranger wrote. False: nothing is to be said, as the page is none that a search may
 * find, the host is none, or the text is longer than `size`. */
bool links_write(char *out, size_t size, const struct assets *assets, const struct asset *page, const char *origin,
                 const char *host);

#endif
