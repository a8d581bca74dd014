/*
 * Header values as strangers write them: cookies, lists with weights, origins, forwarded addresses, networks. And what
 * they say to each other.
 */
#include "server/gateway/address.h"
#include "server/gateway/header.h"
#include "server/gateway/saying.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool condition)
{
    if (!condition)
        abort();
}

static void check_headers(const char *text)
{
    static const char *const languages[] = {"en", "fr", "ja", NULL};
    char value[44];
    if (header_cookie(text, "shogikan", value, sizeof value))
        must(strlen(value) < sizeof value && strstr(text, value) != NULL);
    must(header_weight(text, "br") <= 1000 && header_weight(text, "fr") <= 1000);
    const char *language = header_language(text, languages);
    must(language == languages[0] || language == languages[1] || language == languages[2]);
    (void)header_list_has(text, "shogikan.1");
    must(!header_same_origin(text, ""));
    must(header_origin_equal(text, text));
}

static void check_addresses(const char *text)
{
    struct network trusted[2];
    struct address address, again, peer;
    char written[ADDRESS_TEXT_MAX];
    must(network_parse(&trusted[0], "127.0.0.0/8") == OK && network_parse(&trusted[1], "::/1") == OK);
    must(address_parse(&peer, "127.0.0.1") == OK);
    if (address_parse(&address, text) == OK) {
        address_format(&address, written);
        must(address_parse(&again, written) == OK && memcmp(&address, &again, sizeof address) == 0);
    }
    struct network network;
    if (network_parse(&network, text) == OK)
        must(network.prefix <= 128 && network_has(&network, &network.address));
    (void)address_forwarded(&peer, text, trusted, 2);
}

static void check_saying(const char *text)
{
    enum error error = saying_check(text);
    must(error == OK || error == ERR_SYNTAX || error == ERR_TOO_LONG);
    must(error || (strlen(text) <= (size_t)SAYING_CHARACTERS * 4 && strcspn(text, "\n\t\x7f") == strlen(text)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    must(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    check_headers(text);
    check_addresses(text);
    check_saying(text);
    free(text);
    return 0;
}
