/* What the store promises of events: order, arbitration, resends, groups; tables and devices. */
#include "server/store/tests/fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void what_was_appended_is_there_after_reopening(void **state)
{
    (void)state;
    struct fixture f;
    struct answer a;
    fixture_begin_table(&f);
    struct store_append first = move("g1", 1, "c1", "7g7f"), last = move("g1", 2, "c2", "");
    last.event.kind = EVENT_RESIGN;
    last.event.winner = 'w';
    strcpy(last.event.reason, "resignation");
    assert_int_equal(append(&f, &first, &a), OK);
    assert_int_equal(a.event.at, fixture_time);
    assert_int_equal(append(&f, &last, &a), OK);
    assert_int_equal(a.newest, 2);
    fixture_close(&f);
    fixture_open(&f);
    a = load(&f, STORE_BY_TABLE, "t1");
    assert_int_equal(a.error, OK);
    assert_string_equal(a.row.creator, "anna");
    assert_string_equal(a.game.id, "g1");
    assert_string_equal(a.game.seat[0], "anna");
    assert_string_equal(a.game.seat[1], "");
    assert_int_equal(a.count, 2);
    assert_string_equal(a.events[0].data, "7g7f");
    assert_int_equal(a.events[0].side, 'b');
    assert_int_equal(a.events[0].winner, 0);
    assert_int_equal(a.events[1].kind, EVENT_RESIGN);
    assert_int_equal(a.events[1].winner, 'w');
    assert_string_equal(a.events[1].reason, "resignation");
    free(a.events);
    assert_int_equal(load(&f, STORE_BY_TABLE, "t2").error, ERR_NOT_FOUND);
    assert_int_equal(load(&f, STORE_BY_GAME, "g2").error, ERR_NOT_FOUND);
    fixture_end(&f);
}

static void the_second_of_two_with_one_seq_is_stale(void **state)
{
    (void)state;
    struct fixture f;
    fixture_begin_table(&f);
    struct store_append one = move("g1", 1, "c1", "7g7f"), other = move("g1", 1, "c2", "2g2f");
    struct store_append early = move("g1", 3, "c3", "2g2f"), nowhere = move("g9", 1, "c4", "2g2f");
    struct answer a = {.f = &f}, b = {.f = &f}, c = {.f = &f}, d = {.f = &f};
    /* All in one group. */
    assert_int_equal(store_append(f.store, &one, on_event, &a), OK);
    assert_int_equal(store_append(f.store, &other, on_event, &b), OK);
    assert_int_equal(store_append(f.store, &early, on_event, &c), OK);
    assert_int_equal(store_append(f.store, &nowhere, on_event, &d), OK);
    fixture_wait(&f, f.answers + 3);
    await(&d);
    assert_int_equal(a.error, OK);
    assert_int_equal(b.error, ERR_STALE);
    assert_int_equal(b.newest, 1);
    assert_int_equal(c.error, ERR_STALE);
    assert_int_equal(c.newest, 1);
    assert_int_equal(d.error, ERR_NOT_FOUND);
    fixture_end(&f);
}

static void a_resend_is_answered_with_the_event_it_made(void **state)
{
    (void)state;
    struct fixture f;
    struct answer a;
    fixture_begin_table(&f);
    struct store_append one = move("g1", 1, "c1", "7g7f"), two = move("g1", 2, "c2", "3c3d");
    assert_int_equal(append(&f, &one, &a), OK);
    assert_int_equal(append(&f, &two, &a), OK);
    assert_int_equal(append(&f, &one, &a), ERR_DUPLICATE);
    assert_int_equal(a.event.seq, 1);
    assert_string_equal(a.event.data, "7g7f");
    a = (struct answer){.f = &f};
    assert_int_equal(store_event_find(f.store, "g1", "anna", "c2", on_event, &a), OK);
    await(&a);
    assert_int_equal(a.event.seq, 2);
    a = (struct answer){.f = &f};
    assert_int_equal(store_event_find(f.store, "g1", "anna", "c9", on_event, &a), OK);
    await(&a);
    assert_int_equal(a.error, ERR_NOT_FOUND);
    a = load(&f, STORE_BY_GAME, "g1");
    assert_int_equal(a.count, 2);
    free(a.events);
    fixture_end(&f);
}

static void command_ids_of_two_devices_do_not_meet(void **state)
{
    (void)state;
    struct fixture f;
    struct answer a;
    fixture_begin_table(&f);
    struct store_append anna = move("g1", 1, "c1", "7g7f"), ben = move("g1", 2, "c1", "3c3d");
    strcpy(ben.event.actor, "ben");
    assert_int_equal(append(&f, &anna, &a), OK);
    a = (struct answer){.f = &f};
    assert_int_equal(store_event_find(f.store, "g1", "ben", "c1", on_event, &a), OK);
    await(&a);
    assert_int_equal(a.error, ERR_NOT_FOUND);
    assert_int_equal(append(&f, &ben, &a), OK);
    assert_int_equal(a.event.seq, 2);
    assert_int_equal(append(&f, &ben, &a), ERR_DUPLICATE);
    assert_string_equal(a.event.data, "3c3d");
    fixture_end(&f);
}

static void a_failure_in_a_group_leaves_the_others_alone(void **state)
{
    (void)state;
    enum { GAMES = 20 };
    struct fixture f;
    fixture_begin(&f);
    fixture_open(&f);
    char id[16];
    for (int i = 0; i < GAMES; i++) {
        snprintf(id, sizeof id, "g%d", i);
        struct store_opening it = opening(id, id, id);
        struct answer a = {.f = &f};
        assert_int_equal(store_table_add(f.store, &it, on_opening, &a), OK);
        await(&a);
    }
    struct store_stats before, after;
    store_stats(f.store, &before);
    struct answer answers[GAMES * 2];
    unsigned start = f.answers;
    for (int i = 0; i < GAMES; i++) {
        snprintf(id, sizeof id, "g%d", i);
        struct store_append it = move(id, 1, "c1", "7g7f"), again = move(id, 1, "c2", "2g2f");
        /* `again` of an even game fails in the middle of its work: the next game's id is taken. */
        struct store_opening taken = opening(id, "g1", "x");
        if (i % 2 == 0) {
            again.event.seq = 2;
            again.next = &taken.game;
        }
        answers[2 * i] = answers[2 * i + 1] = (struct answer){.f = &f};
        assert_int_equal(store_append(f.store, &it, on_event, &answers[2 * i]), OK);
        assert_int_equal(store_append(f.store, &again, on_event, &answers[2 * i + 1]), OK);
    }
    fixture_wait(&f, start + GAMES * 2);
    for (int i = 0; i < GAMES; i++) {
        assert_int_equal(answers[2 * i].error, OK);
        assert_int_equal(answers[2 * i + 1].error, i % 2 == 0 ? ERR_STORE : ERR_STALE);
        snprintf(id, sizeof id, "g%d", i);
        struct answer a = load(&f, STORE_BY_GAME, id);
        assert_int_equal(a.count, 1);
        free(a.events);
    }
    store_stats(f.store, &after);
    assert_true(after.commits - before.commits < GAMES);
    assert_int_equal(after.failures, GAMES / 2);
    fixture_end(&f);
}

static void a_next_game_and_its_position_come_with_the_event(void **state)
{
    (void)state;
    struct fixture f;
    struct answer a;
    fixture_begin_table(&f);
    struct store_append it = move("g1", 1, "c1", "g2");
    struct store_game next = opening("t1", "g2", "").game;
    next.number = 2;
    it.event.kind = EVENT_AGAIN;
    it.next = &next;
    it.next_job = true;
    assert_int_equal(append(&f, &it, &a), OK);
    a = load(&f, STORE_BY_GAME, "g1"); /* by the old game: the newest of its table */
    assert_string_equal(a.game.id, "g2");
    assert_int_equal(a.game.number, 2);
    assert_int_equal(a.count, 0);
    free(a.events);
    a = load(&f, STORE_THAT_GAME, "g1");
    assert_string_equal(a.game.id, "g1");
    assert_int_equal(a.game.number, 1);
    assert_true(a.count > 0 && !strcmp(a.events[a.count - 1].data, "g2"));
    free(a.events);
    assert_int_equal(load(&f, STORE_THAT_GAME, "g3").error, ERR_NOT_FOUND);
    a = (struct answer){.f = &f};
    assert_int_equal(store_jobs_claim(f.store, 8, 1000, on_jobs, &a), OK);
    await(&a);
    assert_int_equal(a.count, 1);
    assert_string_equal(a.jobs[0].game, "g2");
    assert_int_equal(a.jobs[0].seq, 0);
    fixture_end(&f);
}

static void opening_again_finds_the_same_table_and_too_many_are_refused(void **state)
{
    (void)state;
    struct fixture f;
    fixture_begin_table(&f);
    struct store_opening it = opening("t2", "g2", "t1");
    struct answer a = {.f = &f};
    assert_int_equal(store_table_add(f.store, &it, on_opening, &a), OK);
    await(&a);
    assert_int_equal(a.error, ERR_DUPLICATE);
    assert_string_equal(a.table, "t1");
    it = opening("t2", "g2", "t2");
    it.unfinished_max = 1;
    it.window = 1000;
    a = (struct answer){.f = &f};
    assert_int_equal(store_table_add(f.store, &it, on_opening, &a), OK);
    await(&a);
    assert_int_equal(a.error, ERR_BUSY);
    struct store_append last = move("g1", 1, "c1", "");
    last.event.winner = 'd';
    assert_int_equal(append(&f, &last, &a), OK);
    a = (struct answer){.f = &f};
    assert_int_equal(store_table_add(f.store, &it, on_opening, &a), OK);
    await(&a);
    assert_int_equal(a.error, OK);
    fixture_end(&f);
}

static void devices_are_found_by_hash_only(void **state)
{
    (void)state;
    struct fixture f;
    fixture_begin(&f);
    fixture_open(&f);
    const uint8_t hash[STORE_HASH_BYTES] = {1, 2, 3}, other[STORE_HASH_BYTES] = {1, 2, 4};
    struct answer a = {.f = &f};
    assert_int_equal(store_device_add(f.store, "anna", hash, on_device, &a), OK);
    await(&a);
    assert_int_equal(a.error, OK);
    assert_string_equal(a.device.id, "anna");
    a = (struct answer){.f = &f};
    assert_int_equal(store_device_add(f.store, "ben", hash, on_device, &a), OK);
    await(&a);
    assert_int_equal(a.error, ERR_DUPLICATE);
    a = (struct answer){.f = &f};
    fixture_time += 77;
    assert_int_equal(store_device_seen(f.store, "anna", NULL, NULL), OK);
    assert_int_equal(store_device_find(f.store, other, on_device, &a), OK);
    await(&a);
    assert_int_equal(a.error, ERR_NOT_FOUND);
    fixture_close(&f);
    fixture_open(&f);
    a = (struct answer){.f = &f};
    assert_int_equal(store_device_find(f.store, hash, on_device, &a), OK);
    await(&a);
    assert_string_equal(a.device.id, "anna");
    assert_int_equal(a.device.seen, fixture_time);
    fixture_end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_appended_is_there_after_reopening),
        cmocka_unit_test(the_second_of_two_with_one_seq_is_stale),
        cmocka_unit_test(a_resend_is_answered_with_the_event_it_made),
        cmocka_unit_test(command_ids_of_two_devices_do_not_meet),
        cmocka_unit_test(a_failure_in_a_group_leaves_the_others_alone),
        cmocka_unit_test(a_next_game_and_its_position_come_with_the_event),
        cmocka_unit_test(opening_again_finds_the_same_table_and_too_many_are_refused),
        cmocka_unit_test(devices_are_found_by_hash_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
