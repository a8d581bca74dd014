/* Connections without sockets: what is held for one before it is known who is there. */
#include "server/gateway/internal.h"
#include "server/table/tests/fixture.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void on_player(void *context, enum error error, const struct player *player, const char *token, bool fresh)
{
    (void)context, (void)error, (void)player, (void)token, (void)fresh;
}

static void a_connection_that_cannot_be_asked_about_counts_as_no_new_device(void **state)
{
    (void)state;
    struct fixture f = {.store_config.queue_max = 1};
    struct gateway gateway = {.config = {.limits = gateway_limits_default()}};
    char token[PLAYER_TOKEN_MAX];
    fixture_begin(&f, "shogi");
    assert_int_equal(players_open(&gateway.config.players, f.store, random_system(), NULL), OK);
    const struct peer_rates rates = {.devices = 1, .daily = {[DAILY_DEVICES] = 1}};
    const uint64_t seed[2] = {1, 2};
    struct address address;
    assert_int_equal(address_parse(&address, "192.0.2.1"), OK);
    assert_int_equal(peers_open(&gateway.peers, 2, &rates, seed), OK);
    struct connection connection = {.gateway = &gateway, .peer = peer_hold(gateway.peers, &address, 0)};
    player_token(gateway.config.players, token);
    assert_int_equal(player_find(gateway.config.players, token, on_player, NULL, NULL), OK); /* the store has no room */
    assert_int_equal(session_start(&connection, token), ERR_BUSY);
    assert_int_equal(connection.peer->devices.taken_milli, 0);
    assert_int_equal(connection.peer->daily[DAILY_DEVICES].taken_milli, 0);
    peers_close(gateway.peers);
    players_close(gateway.config.players);
    fixture_end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_connection_that_cannot_be_asked_about_counts_as_no_new_device),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
