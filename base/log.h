/*
 * The log of a server: one line for each happening, "TIME LEVEL what key=value ...", written with a single write() so
 * that lines of different threads never mix. Needs an operating system (target base_os).
 *
 * `what` is a short fixed name ("store.open"); everything else follows as printf text of key=value pairs. Control
 * characters that strangers may have sneaked in are written as '?'. A line longer than LOG_LINE_MAX is cut.
 * Any thread may write; the struct stays unchanged after log_init().
 */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include <stdarg.h>

enum log_level { LOG_ERROR, LOG_WARN, LOG_INFO, LOG_DEBUG };
enum { LOG_LINE_MAX = 2048 };

struct log {
    int fd;               /* where lines go; the caller's */
    enum log_level level; /* the most detailed level that is written */
};

/* `log` NULL: nothing is written. */
void log_write(const struct log *log, enum log_level level, const char *what, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* "error", "warn", "info" or "debug"; false if there is no such level. */
_Bool log_level_named(const char *name, enum log_level *level);

#endif
