/* The rules alone on the command line, for the tests of the core: `rules_tool judge`, `rules_tool perft ...`,
 * `rules_tool convert ...`. */
#include "tools/tools.h"

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "judge") == 0)
        return tool_judge(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "perft") == 0)
        return tool_perft(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "convert") == 0)
        return tool_convert(argc - 1, argv + 1);
    fprintf(stderr, "rules_tool: %s; judge, perft or convert is\n", argc > 1 ? "no such command" : "no command");
    return 2;
}
