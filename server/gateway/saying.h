/*
 * What people may write to each other. No sockets, no tables.
 */
#ifndef SERVER_GATEWAY_SAYING_H
#define SERVER_GATEWAY_SAYING_H

#include "base/error.h"

enum { SAYING_CHARACTERS = 200 };

/*
 * UTF-8 of 1 to SAYING_CHARACTERS code points, at least one of which can be seen. ERR_TOO_LONG. ERR_SYNTAX: empty, only
 * spaces, not UTF-8, or a character that is none for reading: control characters, line ends, those that turn the
 * direction of what follows, invisible ones, and private ones.
 */
MUST_CHECK enum error saying_check(const char *text);

#endif
