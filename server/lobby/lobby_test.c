/* Opening tables: what is refused, and how many one device may leave unfinished. */
#include "server/lobby/lobby.h"
#include "server/table/tests/fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static enum error open_table(struct lobby *lobby, struct client *client, const char *id, const char *opponent)
{
    unsigned told = client->told;
    client->error = OK;
    lobby_open(
        lobby, client->it,
        &(struct lobby_open){.id = id, .kind = "shogi", .rules = "", .settings = "level=1", .opponent = opponent});
    run_until(client->f, &client->told, told + 1);
    return client->error;
}

static void the_opponent_is_the_computer_or_a_friend(void **state)
{
    (void)state;
    struct fixture f = {0};
    struct client anna;
    struct lobby lobby;
    fixture_begin(&f, "shogi");
    lobby_init(&lobby, &(struct lobby_config){0});
    client_open(&anna, &f, f.tables, "anna");
    assert_int_equal(open_table(&lobby, &anna, "o1", "nobody"), ERR_UNKNOWN);
    assert_string_equal(anna.at, "opponent");
    assert_string_equal(anna.answer_id, "o1");
    assert_int_equal(open_table(&lobby, &anna, "o1", "computer"), OK);
    assert_string_equal(anna.seat[1].who, "cpu:1");
    assert_int_equal(open_table(&lobby, &anna, "o2", "friend"), OK);
    assert_string_equal(anna.seat[1].who, "");
    client_close(&anna);
    fixture_end(&f);
}

static int64_t test_time = 1700000000000;

static int64_t test_now(void *context)
{
    return __atomic_load_n((int64_t *)context, __ATOMIC_RELAXED);
}

static void a_device_leaves_only_so_many_tables_unfinished(void **state)
{
    (void)state;
    struct fixture f = {.store_config.clock = {.now = test_now, .context = &test_time}};
    struct client anna, ben;
    struct lobby lobby;
    fixture_begin(&f, "shogi");
    lobby_init(&lobby, &(struct lobby_config){.unfinished_max = 2, .window_minutes = 60});
    client_open(&anna, &f, f.tables, "anna");
    client_open(&ben, &f, f.tables, "ben");
    assert_int_equal(open_table(&lobby, &anna, "o1", "computer"), OK);
    assert_int_equal(open_table(&lobby, &anna, "o2", "computer"), OK);
    assert_int_equal(open_table(&lobby, &anna, "o3", "computer"), ERR_BUSY);
    assert_int_equal(open_table(&lobby, &ben, "o1", "computer"), OK); /* everyone on their own account */
    assert_int_equal(client_command(&anna, TABLE_RESIGN, "r", NULL), OK);
    assert_int_equal(open_table(&lobby, &anna, "o3", "computer"), OK);
    assert_int_equal(open_table(&lobby, &anna, "o4", "computer"), ERR_BUSY);
    __atomic_add_fetch(&test_time, 61 * 60000, __ATOMIC_RELAXED); /* what is old does not count */
    assert_int_equal(open_table(&lobby, &anna, "o4", "computer"), OK);
    client_close(&anna);
    client_close(&ben);
    fixture_end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_opponent_is_the_computer_or_a_friend),
        cmocka_unit_test(a_device_leaves_only_so_many_tables_unfinished),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
