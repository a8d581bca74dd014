/*
 * The program: a word that says what to do, and what follows it.
 */
#include "engine/engine.h"
#include "server/cpu/leash.h"
#include "server/node/admin.h"
#include "server/node/node.h"
#include "server/node/usage.h"
#include "tools/tools.h"
#include <stdio.h>
#include <string.h>

static int serve(int argc, char **argv)
{
    struct config config;
    char message[CONFIG_MESSAGE_MAX];
    if (config_parse(&config, argc - 1, argv + 1, message) != OK) {
        fprintf(stderr, "shogikan serve: %s\n", message);
        return 2;
    }
    if (config.help) {
        config_help(stdout);
        return 0;
    }
    return node_run(&config);
}

static int version(int argc, char **argv)
{
    (void)argv;
    if (argc > 1)
        return 2;
    puts("shogikan " SHOGIKAN_VERSION);
    return 0;
}

static int help(int argc, char **argv);

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *what;
} commands[] = {
    {"serve", serve, "a server of tables, with its page"},
    {"admin", admin_run, "backup, restore, bans, reports and more"},
    {"judge", tool_judge, "answers JSON lines: positions and moves by the rules"},
    {"perft", tool_perft, "counts the moves of a position to a depth"},
    {"convert", tool_convert, "game records from one format to another"},
    {"bench", engine_bench, "measures this machine"},
    {"usi", engine_usi, "the engine, for programs that speak USI"},
    {"leash", cpu_leash, NULL}, /* how `serve` starts engines */
    {"help", help, "this list"},
    {"--help", help, NULL},
    {"--version", version, "the version"},
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static void list(FILE *out)
{
    fputs("usage: shogikan COMMAND ...     (each has its own --help)\n\n", out);
    for (unsigned i = 0; i < COMMAND_COUNT; i++)
        if (commands[i].what)
            fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].what);
}

static int help(int argc, char **argv)
{
    (void)argc, (void)argv;
    list(stdout);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fputs("shogikan: a command is missing\n", stderr);
        list(stderr);
        return 2;
    }
    if (argc == 3 && strcmp(argv[2], "--help") == 0 && usage_write(argv[1], stdout))
        return 0;
    for (unsigned i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(argv[1], commands[i].name) == 0)
            return commands[i].run(argc - 1, argv + 1);
    fprintf(stderr, "shogikan: no such command: %.64s (see shogikan help)\n", argv[1]);
    return 2;
}
