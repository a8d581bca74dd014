/*
 * `shogikan admin`: what whoever runs a server does from outside (server/store/admin.h does the work).
 */
#ifndef SERVER_NODE_ADMIN_H
#define SERVER_NODE_ADMIN_H

/* argv[0] is "admin". The exit code: 0, 1: it could not be done, 2: it was asked for wrongly. */
int admin_run(int argc, char **argv);

#endif
