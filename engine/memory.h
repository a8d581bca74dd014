/*
 * Memory of tables that are read here and there.
 */
#ifndef ENGINE_MEMORY_H
#define ENGINE_MEMORY_H

#include <stddef.h>

/* Asks for large pages, so that a look into a table does not first have to look for its page. Only a hint: it may come
 * to nothing, contents stay as they are, and memory not yet touched stays so. */
void memory_read_at_random(void *start, size_t bytes);

#endif
