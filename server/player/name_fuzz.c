/*
 * Names and codes as strangers send them. What is accepted is accepted again, unchanged, and holds what name.h says.
 */
#include "server/player/code.h"
#include "server/player/name.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(bool holds)
{
    if (!holds)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[256], name[PLAYER_NAME_MAX], again[PLAYER_NAME_MAX], code[CODE_TEXT_MAX], same[CODE_TEXT_MAX];
    if (size >= sizeof text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    enum name_fault fault = name_check(text, name);
    expect(fault < NAME_FAULTS && strlen(name) < sizeof name);
    if (!fault) {
        expect(!name_check(name, again) && !strcmp(name, again));
        for (const char *at = name; *at; at++)
            expect((unsigned char)*at >= ' ' && *at != 0x7F && !strchr("<>&\"/:@", *at));
    } else {
        expect(!*name);
    }
    if (code_read(text, code))
        expect(code_read(code, same) && !strcmp(code, same));
    return 0;
}
