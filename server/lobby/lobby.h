/*
 * Where tables come from. For now: opening one, within what a device may have open at once. Pairing, invitations and
 * the list of open tables will stand here. Loop thread only.
 */
#ifndef SERVER_LOBBY_LOBBY_H
#define SERVER_LOBBY_LOBBY_H

#include "base/error.h"

struct table_client;

struct lobby_config {
    unsigned unfinished_max; /* tables of one device that are not played to the end, 0: 30 */
    unsigned window_minutes; /* older ones do not count, 0: 60 */
};

/* Plain data; the owner's. */
struct lobby {
    struct lobby_config config;
};

void lobby_init(struct lobby *lobby, const struct lobby_config *config);

struct lobby_open {
    const char *id;       /* of the command */
    const char *kind;     /* machine name of a game */
    const char *rules;    /* "name=value ...", "" for the defaults */
    const char *settings; /* see struct table_plan */
    const char *opponent; /* "computer" or "friend" */
};

/* Opens a table for the client's device. Answered through the client's callbacks: snapshot() with `id`, or answer()
 * with ERR_UNKNOWN or ERR_RANGE and the field, ERR_BUSY (too many unfinished tables), ERR_STORE. */
void lobby_open(struct lobby *lobby, struct table_client *client, const struct lobby_open *open);

#endif
