/*
 * One table of options: a name, what it takes, what it is for, and where it goes. The gateway's limits come from its
 * own list, so a limit added there is a setting here.
 */
#include "server/node/config.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum kind { TEXT, NUMBER, ORIGIN, TRUSTED, METRICS, ENGINE_OPTION, LEVEL, FLAG };

struct option {
    const char *name;
    enum kind kind;
    size_t offset;
    unsigned smallest, largest;
    const char *takes, *what;
};

static const struct option options[] = {
    {"port", NUMBER, offsetof(struct config, port), 0, 65535, "N", "port to listen on, 0: any free one (8080)"},
    {"bind", TEXT, offsetof(struct config, bind), 0, 0, "ADDR", "address to listen on (127.0.0.1)"},
    {"data", TEXT, offsetof(struct config, data), 0, 0, "DIR", "folder of what is kept (data)"},
    {"store", TEXT, offsetof(struct config, store), 0, 0, "URL", "sqlite://FILE (shogikan.sqlite in --data)"},
    {"bus", TEXT, offsetof(struct config, bus), 0, 0, "URL", "news between nodes (local: there is one node)"},
    {"assets", TEXT, offsetof(struct config, assets), 0, 0, "DIR", "files of the page (../web, seen from the program)"},
    {"origin", ORIGIN, 0, 0, 0, "URL", "address at which people see the page; repeatable (its own host)"},
    {"trusted-proxy", TRUSTED, 0, 0, 0, "NET", "proxy whose X-Forwarded-For is believed; repeatable (none)"},
    {"metrics-from", METRICS, 0, 0, 0, "NET", "who may read /metrics besides this machine; repeatable (none)"},
    {"engines", NUMBER, offsetof(struct config, engines), 1, 64, "N", "processes of the computer (1)"},
    {"engine", TEXT, offsetof(struct config, engine), 0, 0, "CMD",
     "another USI engine to ask first, words split at spaces (none)"},
    {"engine-games", TEXT, offsetof(struct config, engine_games), 0, 0, "NAMES",
     "what it plays, names split at spaces (its UCI_Variant says)"},
    {"engine-option", ENGINE_OPTION, 0, 0, 0, "NAME=VALUE", "an option it is told at its start; repeatable (none)"},
    {"engine-processes", NUMBER, offsetof(struct config, engine_processes), 1, 64, "N", "processes of it (1)"},
    {"movetime", NUMBER, offsetof(struct config, movetime_ms), 10, 60000, "MS",
     "the computer's longest time for a move (1000)"},
    {"unfinished-tables", NUMBER, offsetof(struct config, unfinished_tables), 1, 1000000, "N",
     "tables of one device not played to the end (30)"},
    {"unfinished-minutes", NUMBER, offsetof(struct config, unfinished_minutes), 1, 100000, "N",
     "older unfinished tables do not count (60)"},
    {"tables-loaded", NUMBER, offsetof(struct config, tables_loaded), 1, 10000000, "N",
     "tables in memory, watched ones at the most (20000)"},
    {"chat-lines", NUMBER, offsetof(struct config, chat_lines), 1, 1000000, "N",
     "lines of chat of one device within --chat-seconds (5)"},
    {"chat-seconds", NUMBER, offsetof(struct config, chat_seconds), 1, 86400, "S", "see --chat-lines (10)"},
    {"chat-kept", NUMBER, offsetof(struct config, chat_kept), 50, 1000000, "N",
     "lines of chat kept of one table, the newest (500)"},
    {"log", LEVEL, offsetof(struct config, log_level), 0, 0, "LEVEL", "error, warn, info or debug (info)"},
    {"help", FLAG, offsetof(struct config, help), 0, 0, NULL, "this list"},
#define X(name, value, smallest, largest, what)                                                                        \
    {#name, NUMBER, offsetof(struct config, limits.name), smallest, largest, "N", what " (" #value ")"},
    GATEWAY_LIMIT_LIST(X)
#undef X
};
enum { OPTION_COUNT = sizeof options / sizeof *options };

static enum error fail(char *message, enum error error, const char *option, const char *what, const char *value)
{
    snprintf(message, CONFIG_MESSAGE_MAX, "%.64s: %s%s%.200s", option, what, value ? ": " : "", value ? value : "");
    return error;
}

/* Names of limits have '_' where the command line has '-'. */
static bool name_matches(const char *name, const char *argument, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (argument[i] != (name[i] == '_' ? '-' : name[i]))
            return false;
    return name[length] == '\0';
}

static const struct option *find_option(const char *argument, size_t length)
{
    for (unsigned i = 0; i < OPTION_COUNT; i++)
        if (strlen(options[i].name) == length && name_matches(options[i].name, argument, length))
            return &options[i];
    return NULL;
}

static enum error read_number(const struct option *option, const char *argument, const char *value, unsigned *out,
                              char *message)
{
    const char *at = value;
    unsigned long number;
    if (!text_read_number(&at, 0xffffffffu, &number) || *at)
        return fail(message, ERR_SYNTAX, argument, "not a number", value);
    if (number < option->smallest || number > option->largest) {
        char range[96];
        snprintf(range, sizeof range, "not between %u and %u", option->smallest, option->largest);
        return fail(message, ERR_RANGE, argument, range, value);
    }
    *out = (unsigned)number;
    return OK;
}

static enum error add_origin(struct config *config, const char *argument, const char *value, char *message)
{
    const char *host = strncmp(value, "http://", 7) == 0    ? value + 7
                       : strncmp(value, "https://", 8) == 0 ? value + 8
                                                            : "";
    if (!*host || strpbrk(host, "/ ?#"))
        return fail(message, ERR_SYNTAX, argument, "not an origin such as https://example.org", value);
    if (config->origin_count == GATEWAY_ORIGINS_MAX)
        return fail(message, ERR_TOO_LONG, argument, "too many of them", value);
    config->origins[config->origin_count++] = value;
    return OK;
}

static enum error add_network(struct network *networks, unsigned *count, const char *argument, const char *value,
                              char *message)
{
    if (*count == NETWORKS_MAX)
        return fail(message, ERR_TOO_LONG, argument, "too many of them", value);
    enum error error = network_parse(&networks[*count], value);
    if (error)
        return fail(message, error, argument, "not an address or a network such as 10.0.0.0/8", value);
    (*count)++;
    return OK;
}

static enum error add_engine_option(struct config *config, const char *argument, const char *value, char *message)
{
    size_t name = strcspn(value, "= ");
    if (!name || value[name] != '=')
        return fail(message, ERR_SYNTAX, argument, "not NAME=VALUE", value);
    if (strlen(value) > CPU_OPTION_BYTES_MAX)
        return fail(message, ERR_TOO_LONG, argument, "too long", value);
    for (const char *at = value; *at; at++)
        if ((unsigned char)*at < ' ')
            return fail(message, ERR_SYNTAX, argument, "more than one line", NULL);
    if (config->engine_option_count == CPU_OPTIONS_MAX)
        return fail(message, ERR_TOO_LONG, argument, "too many of them", value);
    config->engine_options[config->engine_option_count++] = value;
    return OK;
}

static enum error apply(struct config *config, const struct option *option, const char *argument, const char *value,
                        char *message)
{
    void *at = (char *)config + option->offset;
    switch (option->kind) {
    case TEXT:
        if (!*value)
            return fail(message, ERR_SYNTAX, argument, "empty", NULL);
        *(const char **)at = value;
        return OK;
    case NUMBER:
        return read_number(option, argument, value, at, message);
    case ORIGIN:
        return add_origin(config, argument, value, message);
    case TRUSTED:
        return add_network(config->trusted, &config->trusted_count, argument, value, message);
    case METRICS:
        return add_network(config->metrics, &config->metrics_count, argument, value, message);
    case ENGINE_OPTION:
        return add_engine_option(config, argument, value, message);
    case LEVEL:
        return log_level_named(value, at) ? OK : fail(message, ERR_UNKNOWN, argument, "no such level", value);
    case FLAG:
        *(bool *)at = true;
        return OK;
    }
    return ERR_UNKNOWN;
}

enum error config_parse(struct config *config, int argc, char **argv, char *message)
{
    struct config read = {.bind = "127.0.0.1",
                          .data = "data",
                          .bus = "local",
                          .port = 8080,
                          .engines = 1,
                          .engine_processes = 1,
                          .movetime_ms = 1000,
                          .unfinished_tables = 30,
                          .unfinished_minutes = 60,
                          .tables_loaded = 20000,
                          .chat_lines = 5,
                          .chat_seconds = 10,
                          .chat_kept = 500,
                          .log_level = LOG_INFO,
                          .limits = gateway_limits_default()};
    for (int i = 0; i < argc; i++) {
        const char *argument = argv[i], *equals = strchr(argument, '=');
        size_t length = equals ? (size_t)(equals - argument) : strlen(argument);
        const struct option *option = strncmp(argument, "--", 2) == 0 ? find_option(argument + 2, length - 2) : NULL;
        if (!option)
            return fail(message, ERR_UNKNOWN, argument, "no such setting; see shogikan serve --help", NULL);
        const char *value = equals ? equals + 1 : NULL;
        if (option->kind == FLAG && value)
            return fail(message, ERR_SYNTAX, argument, "takes no value", NULL);
        if (option->kind != FLAG && !value) {
            if (i + 1 >= argc)
                return fail(message, ERR_SYNTAX, argument, "a value is missing", NULL);
            value = argv[++i];
        }
        enum error error = apply(&read, option, argument, value, message);
        if (error)
            return error;
    }
    *config = read;
    return OK;
}

const char *config_store_file(const char *data, const char *store, char *out, size_t size)
{
    static const char scheme[] = "sqlite://";
    size_t begin = sizeof scheme - 1;
    if (store && (strncmp(store, scheme, begin) != 0 || !store[begin]))
        return "--store: only sqlite://FILE is there so far";
    int length = store ? snprintf(out, size, "%s", store + begin) : snprintf(out, size, "%s/shogikan.sqlite", data);
    if ((size_t)length < size)
        return NULL;
    return store ? "--store: too long" : "--data: too long";
}

void config_help(FILE *out)
{
    fputs("usage: shogikan serve [--SETTING VALUE]...\n\n", out);
    for (unsigned i = 0; i < OPTION_COUNT; i++) {
        char name[64];
        int length = snprintf(name, sizeof name, "--%s%s%s", options[i].name, options[i].takes ? " " : "",
                              options[i].takes ? options[i].takes : "");
        for (int at = 2; at < length && name[at] != ' '; at++)
            if (name[at] == '_')
                name[at] = '-';
        fprintf(out, "  %-36s %s\n", name, options[i].what);
    }
}
