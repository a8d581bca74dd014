/* What the sources of a module share. */
#ifndef WASM_CORE_H
#define WASM_CORE_H

#include "rules/match.h"

enum { FILE_MAX = 1 << 20 };

/* Text that is longer than what core.c takes. */
extern char file[FILE_MAX];

/* The match of a slot that is in use; traps otherwise. */
struct match *match_of(int slot);

/* The one game that the module is about; NULL: it has several, and none was chosen. */
const struct game *game_only(void);

#define EXPORT(name) __attribute__((export_name(#name)))

#endif
