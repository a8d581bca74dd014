/*
 * What the commands that read no settings file of their own take: `shogikan judge --help` and its like.
 */
#ifndef SERVER_NODE_USAGE_H
#define SERVER_NODE_USAGE_H

#include <stdbool.h>
#include <stdio.h>

/* Writes how `command` is called and, where it takes them, the games and their local rules. False: nothing is written,
 * since the command is not one of these. */
bool usage_write(const char *command, FILE *out);

#endif
