/*
 * A line is put together in a buffer on the stack and handed to the system in one write(): shorter than PIPE_BUF, it
 * is never mixed with another thread's. A failed write is ignored: there is nowhere to complain to.
 */
#include "base/log.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *const level_names[] = {"error", "warn", "info", "debug"};

bool log_level_named(const char *name, enum log_level *level)
{
    for (unsigned i = 0; i < sizeof level_names / sizeof *level_names; i++)
        if (!strcmp(name, level_names[i])) {
            *level = (enum log_level)i;
            return true;
        }
    return false;
}

static size_t line_start(char *line, size_t size, enum log_level level, const char *what)
{
    struct timespec now;
    struct tm parts;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    size_t used = strftime(line, size, "%Y-%m-%dT%H:%M:%S", &parts);
    used += (size_t)snprintf(line + used, size - used, ".%03ldZ %-5s %.64s", now.tv_nsec / 1000000, level_names[level],
                             what);
    return used;
}

void log_write(const struct log *log, enum log_level level, const char *what, const char *format, ...)
{
    if (!log || level > log->level)
        return;
    char line[LOG_LINE_MAX];
    size_t used = line_start(line, sizeof line, level, what);
    line[used++] = ' ';
    va_list arguments;
    va_start(arguments, format);
    int more = vsnprintf(line + used, sizeof line - used - 1, format, arguments);
    va_end(arguments);
    if (more > 0) {
        size_t room = sizeof line - used - 2;
        used += (size_t)more < room ? (size_t)more : room;
    }
    for (size_t i = 0; i < used; i++)
        if ((unsigned char)line[i] < ' ' || line[i] == 127)
            line[i] = '?';
    line[used++] = '\n';
    ssize_t written = write(log->fd, line, used);
    (void)written;
}
