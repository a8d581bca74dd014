/*
 * The players that are connected, by any of their devices, and what each may do on all connections together. Loop
 * thread only.
 */
#ifndef SERVER_GATEWAY_DEVICES_H
#define SERVER_GATEWAY_DEVICES_H

#include "base/map.h"
#include "server/gateway/limits.h"
#include "server/player/player.h"

struct device {
    struct map_node node;
    char id[PLAYER_ID_MAX];
    unsigned connections;
    struct bucket messages;
    struct bucket names; /* by the minute */
    struct bucket codes; /* by the minute */
};

/* The device of this id with one connection more, for as long as device_release() does not take it back. ERR_BUSY: it
 * has `most` already. ERR_NO_MEMORY. */
MUST_CHECK enum error device_hold(struct map *devices, const char *id, unsigned most, struct device **device);
/* NULL does nothing. With its last connection the device is forgotten. */
void device_release(struct map *devices, struct device *device);

#endif
