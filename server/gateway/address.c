/*
 * Everything is kept as 16 bytes, so that IPv4 and IPv6 need no case apart.
 */
#include "server/gateway/address.h"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

static const uint8_t mapped_prefix[12] = {[10] = 0xff, [11] = 0xff};

static bool is_mapped(const struct address *address)
{
    return memcmp(address->bytes, mapped_prefix, sizeof mapped_prefix) == 0;
}

static void set_mapped(struct address *address, const void *four)
{
    memcpy(address->bytes, mapped_prefix, sizeof mapped_prefix);
    memcpy(address->bytes + 12, four, 4);
}

enum error address_parse(struct address *address, const char *text)
{
    char bare[ADDRESS_TEXT_MAX];
    const char *from = text;
    size_t length = strlen(text);
    const char *colon = strchr(text, ':');
    if (*text == '[') {
        const char *close = strchr(text, ']');
        if (!close)
            return ERR_SYNTAX;
        from = text + 1;
        length = (size_t)(close - from);
    } else if (colon && !strchr(colon + 1, ':')) {
        length = (size_t)(colon - text);
    }
    if (length >= sizeof bare)
        return ERR_SYNTAX;
    memcpy(bare, from, length);
    bare[length] = '\0';
    struct in_addr four;
    if (inet_pton(AF_INET, bare, &four) == 1) {
        set_mapped(address, &four);
        return OK;
    }
    struct address six;
    if (inet_pton(AF_INET6, bare, six.bytes) != 1)
        return ERR_SYNTAX;
    *address = six;
    return OK;
}

enum error address_from_socket(struct address *address, const struct sockaddr *socket)
{
    if (socket->sa_family == AF_INET) {
        set_mapped(address, &((const struct sockaddr_in *)socket)->sin_addr);
        return OK;
    }
    if (socket->sa_family != AF_INET6)
        return ERR_SYNTAX;
    memcpy(address->bytes, &((const struct sockaddr_in6 *)socket)->sin6_addr, 16);
    return OK;
}

void address_format(const struct address *address, char *out)
{
    if (is_mapped(address))
        inet_ntop(AF_INET, address->bytes + 12, out, ADDRESS_TEXT_MAX);
    else
        inet_ntop(AF_INET6, address->bytes, out, ADDRESS_TEXT_MAX);
}

enum error network_parse(struct network *network, const char *text)
{
    char bare[ADDRESS_TEXT_MAX];
    size_t length = strcspn(text, "/");
    if (length >= sizeof bare || *text == '[')
        return ERR_SYNTAX;
    memcpy(bare, text, length);
    bare[length] = '\0';
    struct network parsed = {.prefix = 128};
    enum error error = address_parse(&parsed.address, bare);
    if (error)
        return error;
    if (text[length] == '/') {
        unsigned bits, most = is_mapped(&parsed.address) ? 32 : 128;
        char behind;
        if (sscanf(text + length + 1, "%3u%c", &bits, &behind) != 1 || text[length + 1] == '+')
            return ERR_SYNTAX;
        if (bits > most)
            return ERR_RANGE;
        parsed.prefix = (uint8_t)(128 - most + bits);
    }
    *network = parsed;
    return OK;
}

bool network_has(const struct network *network, const struct address *address)
{
    unsigned whole = network->prefix / 8, rest = network->prefix % 8;
    if (memcmp(network->address.bytes, address->bytes, whole) != 0)
        return false;
    return rest == 0 || (network->address.bytes[whole] ^ address->bytes[whole]) >> (8 - rest) == 0;
}

struct address address_key(const struct address *address)
{
    struct address key = *address;
    if (!is_mapped(address))
        memset(key.bytes + 8, 0, 8);
    return key;
}

static bool is_trusted(const struct address *address, const struct network *trusted, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (network_has(&trusted[i], address))
            return true;
    return false;
}

struct address address_forwarded(const struct address *peer, const char *forwarded_for, const struct network *trusted,
                                 unsigned count)
{
    struct address speaker = *peer;
    if (!forwarded_for)
        return speaker;
    const char *end = forwarded_for + strlen(forwarded_for);
    while (is_trusted(&speaker, trusted, count) && end > forwarded_for) {
        const char *start = end;
        while (start > forwarded_for && start[-1] != ',')
            start--;
        char item[ADDRESS_TEXT_MAX + 8];
        const char *from = start;
        while (from < end && (*from == ' ' || *from == '\t'))
            from++;
        size_t length = (size_t)(end - from);
        while (length > 0 && (from[length - 1] == ' ' || from[length - 1] == '\t'))
            length--;
        struct address next;
        if (length >= sizeof item)
            break;
        memcpy(item, from, length);
        item[length] = '\0';
        if (address_parse(&next, item) != OK)
            break;
        speaker = next;
        end = start > forwarded_for ? start - 1 : start;
    }
    return speaker;
}
