/*
 * The one list of error codes. Every function that can fail returns `enum error`: OK (0) or a negative code;
 * what was passed in is unchanged on failure unless the function says otherwise.
 * Usable in WebAssembly: no allocation, no stdio.
 */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

/* X(name, wire code, English text for logs and programmers) */
#define ERROR_LIST(X)                                                                                                  \
    X(ERR_NO_MEMORY, "no_memory", "out of memory")                                                                     \
    X(ERR_TOO_LONG, "too_long", "longer than the documented maximum")                                                  \
    X(ERR_SYNTAX, "syntax", "not written as the format asks")                                                          \
    X(ERR_RANGE, "range", "a number or square outside its range")                                                      \
    X(ERR_UNKNOWN, "unknown", "no such name")                                                                          \
    X(ERR_ILLEGAL, "illegal", "forbidden by the rules of the game")                                                    \
    X(ERR_GAME_OVER, "game_over", "the game has ended")                                                                \
    X(ERR_NOT_FOUND, "not_found", "no such thing")                                                                     \
    X(ERR_FORBIDDEN, "forbidden", "not yours to change")                                                               \
    X(ERR_STALE, "stale", "somebody else was first; look again")                                                       \
    X(ERR_DUPLICATE, "duplicate", "already done")                                                                      \
    X(ERR_BUSY, "busy", "too much at once; try again later")                                                           \
    X(ERR_IO, "io", "the operating system refused")                                                                    \
    X(ERR_STORE, "store", "the store refused")                                                                         \
    X(ERR_VERSION, "version", "a version that this program does not know")

/* clang-format off */
enum error {
    OK = 0,
    ERROR_BEFORE_FIRST = -1000,
#define X(name, code, text) name,
    ERROR_LIST(X)
#undef X
};
/* clang-format on */

#define MUST_CHECK __attribute__((warn_unused_result))

/* The wire code ("stale") and the English sentence of an error; "ok" and "no error" for OK. Never NULL. */
const char *error_code(enum error error);
const char *error_text(enum error error);

#endif
