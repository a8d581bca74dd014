/*
 * Randomness as a parameter: unguessable bytes from libsodium, or a known sequence in tests. base_os.
 */
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include "base/error.h"
#include <stddef.h>
#include <stdint.h>

struct random_source {
    void (*fill)(void *context, void *bytes, size_t size); /* any thread, unless the source says otherwise */
    void *context;
};

/* The operating system's randomness. Aborts where there is none: nothing safe can be done without it. */
struct random_source random_system(void);

static inline void random_fill(const struct random_source *source, void *bytes, size_t size)
{
    source->fill(source->context, bytes, size);
}

/* `digits` symbols of Crockford's base 32 in lower case (5 bits each) and NUL. 16 digits are 80 bits. */
void random_id(const struct random_source *source, char *out, size_t digits);

#endif
