/*
 * A whole evening at a table, played once for every allocation in it, with that allocation failing. Whatever fails,
 * every command is answered, and who sends it again comes to the same end. (The linker puts the allocation functions
 * of our own rooms through the ones below; those of the libraries stay as they are.)
 */
#include "server/table/tests/fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

/* The allocation with this number fails, and `failures - 1` after it. 0: none. */
static unsigned allocations, fails_at, failures;

static bool fails(void)
{
    unsigned number = __atomic_add_fetch(&allocations, 1, __ATOMIC_RELAXED);
    return fails_at && number >= fails_at && number < fails_at + failures;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return fails() ? NULL : __real_realloc(memory, size);
}

enum { TRIES = 4 };

/* Sends a command until it is carried out; between two tries the client looks at the table again, as the page does. */
static void insist(struct client *client, enum table_verb verb, const char *id, const char *usi)
{
    for (unsigned i = 0; i < TRIES; i++) {
        if (!client_command(client, verb, id, usi))
            return;
        if (client->error != ERR_NO_MEMORY && client->error != ERR_STORE && client->error != ERR_STALE)
            fail_msg("%s: %s", id, client->message);
        client_watch(client, client->table, NULL, 0);
    }
    fail_msg("%s is never carried out", id);
}

static void insist_on_table(struct client *client)
{
    for (unsigned i = 0; i < TRIES && !client->snapshots; i++) {
        unsigned told = client->told;
        table_client_open_table(client->it,
                                &(struct table_plan){.id = "open", .kind = "shogi", .rules = "", .settings = ""});
        run_until(client->f, &client->told, told + 1);
    }
    assert_int_equal(client->snapshots, 1);
}

static void insist_on_watching(struct client *client, const char *table)
{
    for (unsigned i = 0; i < TRIES && !client->snapshots; i++)
        client_watch(client, table, NULL, 0);
    assert_true(client->snapshots >= 1);
}

static void open_client(struct client *client, struct fixture *f, const char *device)
{
    unsigned at = fails_at;
    fails_at = 0; /* a connection without memory is simply not made */
    client_open(client, f, f->tables, device);
    fails_at = at;
}

static unsigned evening(unsigned number, unsigned count)
{
    struct fixture f = {0};
    struct client anna, ben;
    fails_at = 0;
    fixture_begin(&f, "shogi");
    if (number)
        f.log.fd = -1; /* what it complains of is meant */
    allocations = 0;
    failures = count;
    fails_at = number;
    open_client(&anna, &f, "anna");
    insist_on_table(&anna);
    open_client(&ben, &f, "ben");
    insist_on_watching(&ben, anna.table);
    insist(&ben, TABLE_SIT, "sit", NULL);
    client_watch(&anna, anna.table, NULL, 0);
    insist(&anna, TABLE_MOVE, "m1", "7g7f");
    client_watch(&ben, anna.table, NULL, 0);
    insist(&ben, TABLE_MOVE, "m2", "3c3d");
    insist(&ben, TABLE_RESIGN, "r", NULL);
    client_watch(&anna, anna.table, NULL, 0);
    insist(&anna, TABLE_AGAIN, "again", NULL);
    client_watch(&ben, anna.table, NULL, 0);
    insist(&ben, TABLE_AGAIN, "again", NULL);
    fails_at = 0;
    client_watch(&anna, anna.table, NULL, 0);
    client_watch(&ben, anna.table, NULL, 0);
    run_until(&f, &anna.number, 2);
    run_until(&f, &ben.number, 2);
    assert_string_equal(anna.game, ben.game);
    assert_string_equal(anna.seat[0].who, "ben");
    assert_string_equal(anna.seat[1].who, "anna");
    assert_int_equal(client_move(&ben, "m1", "2g2f"), OK);
    unsigned needed = allocations;
    client_close(&anna);
    client_close(&ben);
    fixture_end(&f);
    return needed;
}

static void any_allocation_may_fail(void **state)
{
    (void)state;
    unsigned needed = evening(0, 0);
    assert_true(needed > 20);
    for (unsigned number = 1; number <= needed; number++)
        evening(number, 1);
}

static void three_in_a_row_may_fail(void **state)
{
    (void)state;
    unsigned needed = evening(0, 0);
    for (unsigned number = 1; number <= needed; number++)
        evening(number, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_allocation_may_fail),
        cmocka_unit_test(three_in_a_row_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
