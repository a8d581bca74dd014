/*
 * Bans. The copy of them (server/player/bans.h) is looked up when somebody comes, and gone through for those who are
 * here whenever it is new. Of an address counts what limits are kept for: of IPv6 its first 64 bits.
 */
#include "server/gateway/internal.h"

bool ban_has_address(const struct gateway *gateway, const struct address *address)
{
    char text[ADDRESS_TEXT_MAX];
    struct address key = address_key(address);
    address_format(&key, text);
    return bans_has(gateway->config.bans, text);
}

void ban_check(struct connection *connection)
{
    struct gateway *gateway = connection->gateway;
    if (!connection->client || connection->close_code ||
        (!bans_has(gateway->config.bans, connection->player.id) && !ban_has_address(gateway, &connection->peer->key)))
        return;
    gateway->counts.banned++;
    struct server_message message = {.type = SERVER_ERROR};
    message.error = (struct server_error){
        .code = error_code(ERR_FORBIDDEN), .at = "device", .message = "this device may not come here"};
    socket_send(connection, &message);
    socket_close(connection, CLOSE_POLICY, "banned");
}

static void on_bans(void *context)
{
    struct gateway *gateway = context;
    for (struct connection *connection = gateway->connections; connection; connection = connection->next)
        ban_check(connection);
}

void ban_refresh(struct gateway *gateway)
{
    bans_refresh(gateway->config.bans, on_bans, gateway);
}
