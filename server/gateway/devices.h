/*
 * The devices that are connected, and what each of them may do on all its connections together. Loop thread only.
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
};

/* The device of this id with one connection more, for as long as device_release() does not take it back. ERR_BUSY: it
 * has `most` already. ERR_NO_MEMORY. */
MUST_CHECK enum error device_hold(struct map *devices, const char *id, unsigned most, struct device **device);
/* NULL does nothing. With its last connection the device is forgotten. */
void device_release(struct map *devices, struct device *device);

#endif
