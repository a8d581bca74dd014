/*
 * Codes that move a player to another device, as people read and type them: 60 random bits in Crockford's base 32,
 * "XXXX-XXXX-XXXX". Read in any case, with or without - and spaces; O is 0, I and L are 1. Pure; any thread.
 */
#ifndef SERVER_PLAYER_CODE_H
#define SERVER_PLAYER_CODE_H

#include "base/random.h"
#include <stdbool.h>

enum { CODE_TEXT_MAX = 15, CODE_DIGITS = 12, CODE_MINUTES = 10 };

void code_make(const struct random_source *random, char out[CODE_TEXT_MAX]);
/* As code_make() writes it; false: it has not the form of one. */
bool code_read(const char *text, char out[CODE_TEXT_MAX]);

#endif
