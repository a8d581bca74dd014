/*
 * The subcommands of `shogikan` that need the rules only. argc and argv start at the name of the subcommand. They read
 * and write the standard streams and answer the exit code: 0, 1 when the operating system refuses, 2 for arguments that
 * cannot be used (what and where on stderr).
 */
#ifndef TOOLS_TOOLS_H
#define TOOLS_TOOLS_H

/* Answers JSON lines (judge.h). */
int tool_judge(int argc, char **argv);

/* Counts the nodes of a move tree (perft.h). */
int tool_perft(int argc, char **argv);

/* Game records from one format to another (convert.h). */
int tool_convert(int argc, char **argv);

#endif
