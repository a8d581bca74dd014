/* Whom the lobby brings together (pairing.h). */
#include "server/lobby/pairing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const int64_t now = 1700000000000;

static struct store_seek seek(const char *device, bool rated, int64_t waited, int rating, unsigned games)
{
    struct store_seek it = {.rated = rated, .since = now - waited, .rating = {rating, games}};
    snprintf(it.device, sizeof it.device, "%s", device);
    snprintf(it.command, sizeof it.command, "c-%s", device);
    snprintf(it.kind, sizeof it.kind, "%s", "go");
    return it;
}

static unsigned match(const struct store_seek *seeks, unsigned count, struct pairing *pairs)
{
    return pairing_match(seeks, count, now, pairs);
}

static void a_range_begins_wider_for_new_players_widens_and_ends(void **state)
{
    (void)state;
    struct store_seek old = seek("a", true, 0, 1500, 10), fresh = seek("b", true, 0, 1500, 9);
    assert_int_equal(pairing_range(&old, now), 100);
    assert_int_equal(pairing_range(&fresh, now), 200);
    assert_int_equal(pairing_range(&old, now + 4999), 100);
    assert_int_equal(pairing_range(&old, now + 5000), 150);
    assert_int_equal(pairing_range(&fresh, now + 5000), 250);
    assert_int_equal(pairing_range(&old, now + 59999), 650);
    assert_int_equal(pairing_range(&old, now + 60000), PAIRING_ANY);
    assert_int_equal(pairing_range(&old, now - 3600000), 100); /* the clock was set back */
    struct store_seek friendly = seek("c", false, 0, 1500, 10);
    assert_int_equal(pairing_range(&friendly, now), PAIRING_ANY);
}

static void friendly_seeks_are_served_in_their_order(void **state)
{
    (void)state;
    struct pairing pairs[2];
    const struct store_seek seeks[] = {seek("a", false, 4000, 900, 50), seek("b", false, 3000, 2000, 50),
                                       seek("c", false, 2000, 900, 50)};
    assert_int_equal(match(seeks, 3, pairs), 1);
    assert_int_equal(pairs[0].first, 0);
    assert_int_equal(pairs[0].second, 1);
}

static void rated_seeks_take_the_nearest_rating_within_the_range_of_both(void **state)
{
    (void)state;
    struct pairing pairs[2];
    const struct store_seek near[] = {seek("a", true, 4000, 1500, 50), seek("b", true, 3000, 1590, 50),
                                      seek("c", true, 2000, 1450, 50)};
    assert_int_equal(match(near, 3, pairs), 1);
    assert_int_equal(pairs[0].second, 2);
    /* One has waited for long, the other has just come and would not have it. */
    const struct store_seek patient[] = {seek("a", true, 90000, 1500, 50), seek("b", true, 0, 1700, 50)};
    assert_int_equal(match(patient, 2, pairs), 0);
    const struct store_seek both[] = {seek("a", true, 90000, 1500, 50), seek("b", true, 60000, 2700, 50)};
    assert_int_equal(match(both, 2, pairs), 1);
}

static void what_differs_does_not_go_together(void **state)
{
    (void)state;
    struct pairing pairs[2];
    struct store_seek seeks[] = {seek("a", false, 1, 1500, 0), seek("b", true, 1, 1500, 0)};
    assert_int_equal(match(seeks, 2, pairs), 0);
    seeks[1].rated = false;
    assert_int_equal(match(seeks, 2, pairs), 1);
    seeks[1].turn_seconds = 30;
    assert_int_equal(match(seeks, 2, pairs), 0);
    seeks[1].turn_seconds = 0;
    strcpy(seeks[1].kind, "gomoku");
    assert_int_equal(match(seeks, 2, pairs), 0);
    strcpy(seeks[1].kind, "go");
    strcpy(seeks[1].device, "a"); /* nobody plays with themselves */
    assert_int_equal(match(seeks, 2, pairs), 0);
    assert_int_equal(match(seeks, 0, pairs), 0);
    assert_int_equal(match(seeks, 1, pairs), 0);
}

/* Any list at all: nobody twice, nobody who does not fit, and nobody left over who fits somebody left over. */
static void nobody_is_paired_twice_or_left_without_reason(void **state)
{
    (void)state;
    srand(1);
    for (unsigned round = 0; round < 2000; round++) {
        struct store_seek seeks[24];
        struct pairing pairs[12];
        unsigned count = (unsigned)rand() % 25, taken[24] = {0};
        for (unsigned i = 0; i < count; i++) {
            char device[8];
            snprintf(device, sizeof device, "d%u", i);
            seeks[i] = seek(device, rand() % 2, rand() % 80000, 1000 + rand() % 1000, (unsigned)rand() % 20);
            seeks[i].turn_seconds = rand() % 2 ? 30 : 0;
        }
        unsigned made = match(seeks, count, pairs);
        for (unsigned i = 0; i < made; i++) {
            const struct store_seek *a = &seeks[pairs[i].first], *b = &seeks[pairs[i].second];
            unsigned apart = (unsigned)abs(a->rating.value - b->rating.value);
            assert_int_equal(taken[pairs[i].first]++ + taken[pairs[i].second]++, 0);
            assert_int_equal(a->rated, b->rated);
            assert_int_equal(a->turn_seconds, b->turn_seconds);
            assert_true(!a->rated || (apart <= pairing_range(a, now) && apart <= pairing_range(b, now)));
        }
        for (unsigned i = 0; i < count; i++)
            for (unsigned j = i + 1; j < count && !taken[i]; j++) {
                struct store_seek two[] = {seeks[i], seeks[j]};
                assert_true(taken[j] || match(two, 2, pairs) == 0);
            }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_range_begins_wider_for_new_players_widens_and_ends),
        cmocka_unit_test(friendly_seeks_are_served_in_their_order),
        cmocka_unit_test(rated_seeks_take_the_nearest_rating_within_the_range_of_both),
        cmocka_unit_test(what_differs_does_not_go_together),
        cmocka_unit_test(nobody_is_paired_twice_or_left_without_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
