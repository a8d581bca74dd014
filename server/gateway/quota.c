/*
 * How fast a device and an address may speak, and what an address may make the store keep: new devices by the minute
 * and by the day, and so many tables, commands, lines and reports a day.
 */
#include "base/clock.h"
#include "server/gateway/internal.h"

bool quota_may_speak(struct connection *connection)
{
    const struct gateway_limits *limits = &connection->gateway->config.limits;
    int64_t now = clock_monotonic();
    return bucket_take(&connection->device->messages, limits->message_rate, limits->message_burst, now) &&
           bucket_take(&connection->peer->actions, limits->address_rate, limits->address_burst, now);
}

bool quota_allows(struct connection *connection, const struct client_message *message, bool command)
{
    enum daily what = message->type == CLIENT_OPEN || message->type == CLIENT_SEEK ? DAILY_TABLES
                      : message->type == CLIENT_SAY                                ? DAILY_LINES
                      : message->type == CLIENT_REPORT                             ? DAILY_REPORTS
                      : command                                                    ? DAILY_COMMANDS
                                                                                   : DAILY;
    return what == DAILY || peer_may_write(connection->gateway->peers, connection->peer, what, clock_monotonic());
}

bool quota_may_look(struct connection *connection)
{
    const struct gateway_limits *limits = &connection->gateway->config.limits;
    return bucket_take(&connection->peer->lookups, limits->lookup_rate, limits->lookup_burst, clock_monotonic());
}

bool quota_take_device(struct connection *connection)
{
    const struct gateway_limits *limits = &connection->gateway->config.limits;
    struct peer *peer = connection->peer;
    int64_t now = clock_monotonic();
    if (!bucket_take(&peer->devices, limits->device_rate, limits->device_burst, minutes_clock(now)))
        return false;
    if (peer_may_write(connection->gateway->peers, peer, DAILY_DEVICES, now))
        return true;
    bucket_give(&peer->devices);
    return false;
}

void quota_give_device(struct connection *connection)
{
    bucket_give(&connection->peer->devices);
    bucket_give(&connection->peer->daily[DAILY_DEVICES]);
}
