/*
 * What strangers write in HTTP headers. Pure functions over NUL-terminated text of bounded length; nothing allocates.
 */
#ifndef SERVER_GATEWAY_HEADER_H
#define SERVER_GATEWAY_HEADER_H

#include <stdbool.h>
#include <stddef.h>

/* The value of a cookie in a Cookie header: the first that fits into `size` bytes, NUL included. False: there is none.
 */
bool header_cookie(const char *header, const char *name, char *value, size_t size);
/* The same, moving *header behind it: another host of the domain may have set a cookie of the same name. */
bool header_cookie_next(const char **header, const char *name, char *value, size_t size);

/* Whether a comma-separated list (Sec-WebSocket-Protocol, If-None-Match) has this item; a leading "W/" is ignored. */
bool header_list_has(const char *header, const char *item);

/* The weight of `token` in Accept-Encoding or Accept-Language (RFC 9110, 12.4.2) in thousandths; 0: not acceptable or
 * not mentioned. "fr" is found in "fr-CH" too. "*" counts for no token. */
unsigned header_weight(const char *header, const char *token);

/* The language of `languages` (NULL ends it) that the reader likes best; the first for want of a better one. */
const char *header_language(const char *accept_language, const char *const *languages);

/* Whether an Origin header is the very page of this Host: "http://host" or "https://host". Case does not matter. */
bool header_same_origin(const char *origin, const char *host);

/* Whether two origins are the same. */
bool header_origin_equal(const char *a, const char *b);

#endif
