/*
 * Linux gives large pages for the asking (transparent huge pages, unless they are switched off); elsewhere nothing is
 * asked.
 */
#include "engine/memory.h"

#ifdef __linux__
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

void memory_read_at_random(void *start, size_t bytes)
{
#ifdef __linux__
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t first = ((uintptr_t)start + page - 1) & ~(page - 1), end = ((uintptr_t)start + bytes) & ~(page - 1);
    if (first < end)
        (void)madvise((void *)first, end - first, MADV_HUGEPAGE);
#else
    (void)start;
    (void)bytes;
#endif
}
