/*
 * A running server: the rooms put together, and taken apart again in the right order. The only code that knows them
 * all.
 */
#ifndef SERVER_NODE_NODE_H
#define SERVER_NODE_NODE_H

#include "server/node/config.h"

/* Runs until SIGTERM or SIGINT. The exit code: 0, 1 when it could not start or not end cleanly, 2 for settings that
 * cannot be used; the reason is on stderr. */
int node_run(const struct config *config);

#endif
