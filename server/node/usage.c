#include "server/node/usage.h"
#include "rules/game.h"

#include <string.h>

static const struct {
    const char *command, *text;
    bool games;
} usages[] = {
    {"judge",
     "usage: shogikan judge < LINES\n\n"
     "Reads JSON objects, one a line, and answers each with one line, in order:\n\n"
     "  {\"game\": NAME, \"rules\": {NAME: VALUE, ...}, \"sfen\": SFEN, \"moves\": [USI, ...] or \"USI USI ...\",\n"
     "   \"probe\": USI, \"legal\": true, \"trace\": true}\n\n"
     "Only \"game\" is needed; without \"sfen\" it is the usual start. The answer:\n\n"
     "  {\"sfen\", \"legal_count\", \"check\", \"result\": null or {\"winner\": \"b\", \"w\" or \"draw\", "
     "\"reason\"}}\n\n"
     "and \"legal\" (all legal moves), \"probe\" (legal or not, and the rule that forbids it) and \"trace_...\" when "
     "asked\n"
     "for; or {\"error\": {\"at\", \"code\", \"message\"}}. Exit code 0.\n",
     true},
    {"perft",
     "usage: shogikan perft --game GAME [--rule NAME=VALUE]... [--sfen SFEN] --depth N [--divide]\n\n"
     "Counts the leaves of the move tree. The last line is `nodes N`; --divide writes the count of each first move\n"
     "before it.\n",
     true},
    {"convert",
     "usage: shogikan convert [--from F] [--to F] [--game GAME] [--encoding E] [--record N] [FILE]\n\n"
     "Game records from one format to another, from FILE or the standard input to the standard output. Formats: kif,\n"
     "ki2, csa, usi, sfen. --from and --game are found out when not given, --to is kif. --encoding is utf8 or sjis, "
     "for\n"
     "what is written. --record N takes the Nth record of several.\n",
     true},
    {"bench",
     "usage: shogikan bench [perft|search|signature] [--game GAME] [--depth N]\n\n"
     "Measures this machine: move generation, search, or all of it. `signature` prints one number that is the same on\n"
     "every machine and changes with what the engine finds. --depth, 1 to 40, is that of the search.\n",
     false},
    {"usi",
     "usage: shogikan usi\n\n"
     "The engine, for programs that speak USI: it reads commands from the standard input. Say `usi` to it for its\n"
     "options; UCI_Variant chooses the game, Rule its local rules.\n",
     true},
};

static void write_rule(const struct local_rule *rule, FILE *out)
{
    fprintf(out, "    %s=", rule->name);
    if (!rule->values)
        fprintf(out, "0..%u", (unsigned)rule->max);
    for (unsigned i = 0; rule->values && rule->values[i]; i++)
        fprintf(out, "%s%s", i ? "|" : "", rule->values[i]);
    putc('\n', out);
}

static void write_games(FILE *out)
{
    fputs("\nGames and their local rules, the default first:\n\n", out);
    for (unsigned i = 0; i < game_list_count; i++) {
        fprintf(out, "  %s\n", game_list[i]->name);
        for (unsigned rule = 0; rule < game_list[i]->rule_count; rule++)
            write_rule(&game_list[i]->rules[rule], out);
    }
}

bool usage_write(const char *command, FILE *out)
{
    for (unsigned i = 0; i < sizeof usages / sizeof *usages; i++) {
        if (strcmp(usages[i].command, command) != 0)
            continue;
        fputs(usages[i].text, out);
        if (usages[i].games)
            write_games(out);
        return true;
    }
    return false;
}
