/*
 * The engine as subcommands of the program. Each reads its arguments from argv[0], the subcommand's name, on, and
 * returns the exit code of the process: 0, or 2 when the arguments are wrong, after a message with what and where.
 */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

/* Speaks USI on standard input and output until `quit` or the end of the input. No arguments. */
int engine_usi(int argc, char **argv);

/* Measures moves generated and nodes searched per second: bench [perft|search|signature] [--depth N] [--game NAME]. */
int engine_bench(int argc, char **argv);

#endif
