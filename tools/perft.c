/*
 * Reads the arguments; what counts is rules/perft.h. Each refusal says which argument and why.
 */
#include "tools/perft.h"
#include "rules/notation.h"
#include "rules/perft.h"
#include "tools/tools.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct arguments {
    const char *game, *sfen;
    const char *rules[RULES_MAX * 2];
    unsigned rule_count;
    unsigned depth;
    bool depth_given, divide;
};

/* "perft: what: detail" on stderr; the exit code for arguments that cannot be used. */
static int refuse(const char *what, const char *detail)
{
    fprintf(stderr, "perft: %s: %s\n", what, detail);
    return 2;
}

static bool read_depth(const char *text, unsigned *depth)
{
    char *end;
    if (*text < '0' || *text > '9')
        return false;
    errno = 0;
    unsigned long value = strtoul(text, &end, 10);
    *depth = (unsigned)value;
    return errno == 0 && !*end && value <= PERFT_DEPTH_MAX;
}

static int read_arguments(int argc, char **argv, struct arguments *arguments)
{
    for (int i = 1; i < argc; i++) {
        const char *name = argv[i];
        if (strcmp(name, "--divide") == 0) {
            arguments->divide = true;
            continue;
        }
        if (strcmp(name, "--game") && strcmp(name, "--rule") && strcmp(name, "--sfen") && strcmp(name, "--depth"))
            return refuse("no such argument", name);
        if (++i == argc)
            return refuse(name, "a value is missing");
        const char *value = argv[i];
        if (strcmp(name, "--game") == 0)
            arguments->game = value;
        else if (strcmp(name, "--sfen") == 0)
            arguments->sfen = value;
        else if (strcmp(name, "--depth") == 0 && !read_depth(value, &arguments->depth))
            return refuse("--depth is a number from 0 to 32", value);
        else if (strcmp(name, "--depth") == 0)
            arguments->depth_given = true;
        else if (arguments->rule_count == sizeof arguments->rules / sizeof *arguments->rules)
            return refuse("--rule", "too many of them");
        else
            arguments->rules[arguments->rule_count++] = value;
    }
    if (!arguments->game)
        return refuse("--game", "is missing");
    if (!arguments->depth_given)
        return refuse("--depth", "is missing");
    if (arguments->divide && arguments->depth == 0)
        return refuse("--divide", "needs a depth of at least 1");
    return 0;
}

static int read_rules(const struct game *game, const struct arguments *arguments, struct ruleset *set)
{
    for (unsigned i = 0; i < arguments->rule_count; i++) {
        char name[RULES_TEXT_MAX];
        const char *equals = strchr(arguments->rules[i], '=');
        if (!equals || (size_t)(equals - arguments->rules[i]) >= sizeof name)
            return refuse("--rule is name=value", arguments->rules[i]);
        memcpy(name, arguments->rules[i], (size_t)(equals - arguments->rules[i]));
        name[equals - arguments->rules[i]] = '\0';
        enum error error = ruleset_set(game, set, name, equals + 1);
        if (error == ERR_UNKNOWN)
            return refuse("--rule: the game has no such rule", arguments->rules[i]);
        if (error != OK)
            return refuse("--rule: no value of this rule", arguments->rules[i]);
    }
    return 0;
}

static void print_move(void *context, move_t move, uint64_t nodes)
{
    char usi[USI_MAX];
    usi_format(*(const struct game **)context, move, usi);
    printf("%s %" PRIu64 "\n", usi, nodes);
}

int tool_perft(int argc, char **argv)
{
    struct arguments arguments = {.game = NULL};
    struct ruleset rules = {0};
    union position_store position;
    struct fault fault;
    int code = read_arguments(argc, argv, &arguments);
    if (code)
        return code;
    const struct game *game = game_find(arguments.game);
    if (!game)
        return refuse("--game: no such game", arguments.game);
    code = read_rules(game, &arguments, &rules);
    if (code)
        return code;
    if (sfen_parse(game, &rules, arguments.sfen ? arguments.sfen : game_start_sfen(game, &rules), &position, &fault) !=
        OK) {
        fprintf(stderr, "perft: --sfen: %s, at byte %u\n", fault.message, fault.offset);
        return 2;
    }
    uint64_t nodes;
    if (arguments.divide) {
        nodes = perft_divide(game, &position.head, arguments.depth, print_move, &game);
    } else {
        nodes = perft_nodes(game, &position.head, arguments.depth);
    }
    printf("nodes %" PRIu64 "\n", nodes);
    if (fflush(stdout) != 0) {
        fprintf(stderr, "perft: %s\n", strerror(errno));
        return 1;
    }
    return 0;
}
