/*
 * Fuzzes the whole USI conversation: the input is what the other side says. Every search is ended by the line after it,
 * the last one by `quit`, so that an input costs milliseconds.
 */
#include "engine/usi.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char last[] = "\nquit\n";
    static FILE *nowhere;
    if (!nowhere && !(nowhere = fopen("/dev/null", "w")))
        abort();
    /* Gigabytes of table are what was asked for, and no finding. */
    if (size > 4 * LINE_BYTES_MAX || memmem(data, size, "USI_Hash", 8))
        return 0;
    int descriptor = memfd_create("usi", 0);
    if (descriptor < 0 || write(descriptor, data, size) != (ssize_t)size ||
        write(descriptor, last, sizeof last - 1) != (ssize_t)sizeof last - 1 || lseek(descriptor, 0, SEEK_SET) != 0)
        abort();
    if (usi_run(descriptor, nowhere, TT_MEGABYTES_MIN) != OK)
        abort();
    close(descriptor);
    return 0;
}
