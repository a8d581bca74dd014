/*
 * Internet addresses of clients, and the networks of trusted proxies.
 */
#ifndef SERVER_GATEWAY_ADDRESS_H
#define SERVER_GATEWAY_ADDRESS_H

#include "base/error.h"
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

enum { ADDRESS_TEXT_MAX = 46, NETWORKS_MAX = 16 };

/* IPv6, or IPv4 mapped into it (RFC 4291, 2.5.5.2). Plain data, comparable byte by byte. */
struct address {
    uint8_t bytes[16];
};

struct network {
    struct address address;
    uint8_t prefix; /* bits, 0 to 128 */
};

/* ERR_SYNTAX. `text` may have a port, as "1.2.3.4:80" or "[::1]:80", which is dropped. */
MUST_CHECK enum error address_parse(struct address *address, const char *text);
/* ERR_SYNTAX: neither IPv4 nor IPv6. */
MUST_CHECK enum error address_from_socket(struct address *address, const struct sockaddr *socket);
/* `out` has ADDRESS_TEXT_MAX bytes. */
void address_format(const struct address *address, char *out);

/* "10.0.0.0/8", "::1" (one address). ERR_SYNTAX, ERR_RANGE (prefix). */
MUST_CHECK enum error network_parse(struct network *network, const char *text);
bool network_has(const struct network *network, const struct address *address);

/* Who limits are kept for: the address itself, for IPv6 its /64, which one subscriber has for himself. */
struct address address_key(const struct address *address);

/*
 * Who speaks when `peer` hands on X-Forwarded-For (NULL: none): the last address of the list that is no trusted proxy,
 * as only trusted proxies' entries can be believed. Untrusted peers, and lists that do not parse, are the peer itself.
 */
struct address address_forwarded(const struct address *peer, const char *forwarded_for, const struct network *trusted,
                                 unsigned count);

#endif
