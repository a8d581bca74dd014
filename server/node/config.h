/*
 * The settings of `shogikan serve`. Plain data; texts point into argv or static memory.
 */
#ifndef SERVER_NODE_CONFIG_H
#define SERVER_NODE_CONFIG_H

#include "base/error.h"
#include "base/log.h"
#include "server/cpu/cpu.h"
#include "server/gateway/gateway.h"
#include <stdio.h>

enum { CONFIG_ARGUMENTS_MAX = 32, CONFIG_TEXT_MAX = 4096, CONFIG_MESSAGE_MAX = 512 };

struct config {
    const char *bind, *data, *store, *bus, *assets;  /* store, assets: NULL for the default */
    const char *engine, *engine_games;               /* a foreign one beside our own; NULL: none, as it says itself */
    const char *engine_options[CPU_OPTIONS_MAX + 1]; /* NULL ends them */
    unsigned engine_option_count;
    unsigned port, engines, engine_processes, movetime_ms, unfinished_tables, unfinished_minutes;
    unsigned tables_loaded, chat_lines, chat_seconds, chat_kept;
    enum log_level log_level;
    const char *origins[GATEWAY_ORIGINS_MAX];
    unsigned origin_count;
    struct network trusted[NETWORKS_MAX], metrics[NETWORKS_MAX];
    unsigned trusted_count, metrics_count;
    struct gateway_limits limits;
    bool help;
};

/* Reads the arguments behind "serve". On failure `message` (CONFIG_MESSAGE_MAX bytes) says which one and why:
 * ERR_UNKNOWN, ERR_SYNTAX, ERR_RANGE, ERR_TOO_LONG. */
MUST_CHECK enum error config_parse(struct config *config, int argc, char **argv, char *message);

/* Where the database is: `store` ("sqlite://FILE"; NULL: not given), or a file of its own in the folder `data`. NULL
 * when `out` has it, otherwise what is wrong, "--store: ..." or "--data: ...". */
MUST_CHECK const char *config_store_file(const char *data, const char *store, char *out, size_t size);

/* All settings with their defaults. */
void config_help(FILE *out);

#endif
