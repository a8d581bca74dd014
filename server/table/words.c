/*
 * The words that events carry as their data.
 */
#include "server/table/state.h"

#include <string.h>

static const struct {
    enum offer offer;
    const char *name;
} offers[] = {{OFFER_DRAW, "draw"}, {OFFER_TAKEBACK, "takeback"}, {OFFER_AGAIN, "again"}};
enum { OFFERS = sizeof offers / sizeof *offers };

const char *offer_name(enum offer offer)
{
    for (unsigned i = 0; i < OFFERS; i++)
        if (offers[i].offer == offer)
            return offers[i].name;
    return "";
}

enum offer offer_named(const char *name)
{
    for (unsigned i = 0; i < OFFERS; i++)
        if (!strcmp(offers[i].name, name))
            return offers[i].offer;
    return (enum offer)0;
}

static const char *const reasons[] = {"", "away", "asked", "time"};

const char *stand_in_name(enum stand_in why)
{
    return reasons[why];
}

bool stand_in_read(const char *data, char *computer, enum stand_in *why)
{
    size_t length = strcspn(data, " ");
    if (!who_is_computer(data) || length >= STORE_WHO_MAX || !data[length])
        return false;
    for (unsigned i = STAND_IN_AWAY; i <= STAND_IN_TIME; i++)
        if (!strcmp(data + length + 1, reasons[i])) {
            memset(computer, 0, STORE_WHO_MAX);
            memcpy(computer, data, length);
            *why = (enum stand_in)i;
            return true;
        }
    return false;
}

bool set_read(const char *data, char *name, char *value)
{
    size_t length = strcspn(data, "=");
    if (!data[length] || strlen(data) >= STORE_DATA_MAX)
        return false;
    memcpy(name, data, length);
    name[length] = '\0';
    memcpy(value, data + length + 1, strlen(data + length + 1) + 1);
    return true;
}
