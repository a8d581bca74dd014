/*
 * A device that reconnects has a full bucket again; its address' bucket bounds what can be gained by that.
 */
#include "server/gateway/devices.h"
#include <stdio.h>
#include <stdlib.h>

enum error device_hold(struct map *devices, const char *id, unsigned most, struct device **out)
{
    struct map_node *node = map_get(devices, id);
    struct device *device = node ? MAP_THING(node, struct device, node) : NULL;
    if (device && device->connections >= most)
        return ERR_BUSY;
    if (!device) {
        device = calloc(1, sizeof *device);
        if (!device)
            return ERR_NO_MEMORY;
        snprintf(device->id, sizeof device->id, "%s", id);
        map_put(devices, &device->node, device->id);
    }
    device->connections++;
    *out = device;
    return OK;
}

void device_release(struct map *devices, struct device *device)
{
    if (!device || --device->connections > 0)
        return;
    map_remove(devices, &device->node);
    free(device);
}
