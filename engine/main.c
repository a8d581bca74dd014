/*
 * The engine alone, without the server: shogikan-engine [usi | bench ...]. A USI program can be given this file as it
 * is, because without arguments it speaks USI.
 */
#include "engine/engine.h"

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    if (argc < 2)
        return engine_usi(1, argv);
    if (strcmp(argv[1], "usi") == 0)
        return engine_usi(argc - 1, argv + 1);
    if (strcmp(argv[1], "bench") == 0)
        return engine_bench(argc - 1, argv + 1);
    fprintf(stderr, "shogikan-engine: \"%.64s\" is neither usi nor bench\n", argv[1]);
    return 2;
}
