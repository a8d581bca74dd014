#include "base/random.h"

#include <sodium.h>
#include <stdlib.h>

static void system_fill(void *context, void *bytes, size_t size)
{
    (void)context;
    randombytes_buf(bytes, size);
}

struct random_source random_system(void)
{
    if (sodium_init() < 0)
        abort();
    return (struct random_source){.fill = system_fill, .context = NULL};
}

void random_id(const struct random_source *source, char *out, size_t digits)
{
    static const char symbols[] = "0123456789abcdefghjkmnpqrstvwxyz";
    random_fill(source, out, digits);
    for (size_t i = 0; i < digits; i++)
        out[i] = symbols[out[i] & 31];
    out[digits] = '\0';
}
