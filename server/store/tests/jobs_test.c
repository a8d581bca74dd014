/* Positions that wait for the computer: leases, priorities, turns, clocks that go back. */
#include "server/store/tests/fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void a_position_is_handed_out_once_a_lease_and_goes_with_the_answer(void **state)
{
    (void)state;
    struct fixture f;
    struct answer a;
    fixture_begin_table(&f);
    struct store_append it = move("g1", 1, "c1", "7g7f");
    it.job = true;
    assert_int_equal(append(&f, &it, &a), OK);
    assert_int_equal(claim(&f, &a), 1);
    assert_int_equal(a.jobs[0].attempts, 1);
    assert_int_equal(claim(&f, &a), 0);
    fixture_time += 1001;
    assert_int_equal(claim(&f, &a), 1);
    assert_int_equal(a.jobs[0].attempts, 2);
    a = (struct answer){.f = &f};
    assert_int_equal(store_job_delay(f.store, "g1", 1, 50, on_jobs, &a), OK);
    await(&a);
    assert_int_equal(claim(&f, &a), 0);
    fixture_time += 51;
    assert_int_equal(claim(&f, &a), 1);
    fixture_close(&f);
    fixture_open(&f); /* whoever was thinking is gone */
    assert_int_equal(claim(&f, &a), 1);
    it = move("g1", 2, "c2", "3c3d");
    assert_int_equal(append(&f, &it, &a), OK);
    fixture_time += 5000;
    assert_int_equal(claim(&f, &a), 0);
    fixture_end(&f);
}

/* A table of `creator` with a waiting position of that age. */
static void add_waiting(struct fixture *f, const char *creator, const char *game, enum store_priority priority)
{
    struct store_opening it = opening(game, game, game);
    struct answer a = {.f = f};
    snprintf(it.table.creator, sizeof it.table.creator, "%s", creator);
    assert_int_equal(store_table_add(f->store, &it, on_opening, &a), OK);
    await(&a);
    struct store_append first = move(game, 1, "c1", "7g7f");
    first.job = true;
    first.priority = priority;
    assert_int_equal(append(f, &first, &a), OK);
    fixture_time += 1;
}

static void claims(struct fixture *f, unsigned count, const char *games)
{
    struct answer a = {.f = f};
    char got[64] = "";
    assert_int_equal(store_jobs_claim(f->store, count, 1000, on_jobs, &a), OK);
    await(&a);
    for (unsigned i = 0; i < a.count; i++) {
        strcat(got, i ? " " : "");
        strcat(got, a.jobs[i].game);
    }
    assert_string_equal(got, games);
}

static void positions_go_by_priority_and_each_asker_has_its_turn(void **state)
{
    (void)state;
    struct fixture f;
    fixture_begin(&f);
    fixture_open(&f);
    add_waiting(&f, "anna", "a1", STORE_PLAYER);
    add_waiting(&f, "anna", "a2", STORE_PLAYER);
    add_waiting(&f, "anna", "a3", STORE_PLAYER);
    add_waiting(&f, "anna", "a4", STORE_PLAYER);
    add_waiting(&f, "dora", "d1", STORE_ANALYSIS);
    add_waiting(&f, "dora", "d2", STORE_STAND_IN);
    add_waiting(&f, "ben", "b1", STORE_PLAYER);
    add_waiting(&f, "ben", "b2", STORE_PLAYER);
    claims(&f, 2, "a1 b1");
    claims(&f, 1, "a2");
    claims(&f, 1, "b2"); /* anna has two already */
    add_waiting(&f, "carl", "c1", STORE_PLAYER);
    claims(&f, 1, "c1");
    claims(&f, 3, "a3 a4 d2");
    claims(&f, 8, "d1");
    claims(&f, 8, "");
    fixture_end(&f);
}

static void a_position_says_who_waits_for_it_and_since_when(void **state)
{
    (void)state;
    struct fixture f;
    struct answer a;
    fixture_begin(&f);
    fixture_open(&f);
    int64_t then = fixture_time;
    add_waiting(&f, "anna", "g1", STORE_HINT);
    assert_int_equal(claim(&f, &a), 1);
    fixture_time += 1001;
    assert_int_equal(claim(&f, &a), 1); /* claimed again: it has waited all the time */
    assert_string_equal(a.jobs[0].asker, "anna");
    assert_int_equal(a.jobs[0].priority, STORE_HINT);
    assert_int_equal(a.jobs[0].since, then);
    fixture_end(&f);
}

static void a_clock_that_goes_back_puts_no_position_off_for_long(void **state)
{
    (void)state;
    struct fixture f;
    int64_t now = fixture_time;
    fixture_begin(&f);
    f.config.clock.context = &now;
    fixture_open(&f);
    struct store_opening it = opening("t1", "g1", "open");
    struct answer a = {.f = &f};
    it.job = true;
    assert_int_equal(store_table_add(f.store, &it, on_opening, &a), OK);
    await(&a);
    a = (struct answer){.f = &f};
    assert_int_equal(store_jobs_claim(f.store, 8, 60000, on_jobs, &a), OK);
    await(&a);
    assert_int_equal(a.count, 1);
    __atomic_store_n(&now, fixture_time - 24 * 3600 * 1000, __ATOMIC_RELAXED);
    a = (struct answer){.f = &f};
    assert_int_equal(store_jobs_claim(f.store, 8, INT64_MAX, on_jobs, &a), OK);
    await(&a);
    assert_int_equal(a.count, 1);
    assert_int_equal(a.jobs[0].attempts, 2);
    a = (struct answer){.f = &f};
    assert_int_equal(store_jobs_claim(f.store, 8, 60000, on_jobs, &a), OK);
    await(&a);
    assert_int_equal(a.count, 0); /* it is handed out, by the clock as it is now */
    fixture_end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_position_is_handed_out_once_a_lease_and_goes_with_the_answer),
        cmocka_unit_test(positions_go_by_priority_and_each_asker_has_its_turn),
        cmocka_unit_test(a_position_says_who_waits_for_it_and_since_when),
        cmocka_unit_test(a_clock_that_goes_back_puts_no_position_off_for_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
