/* The formula of the ratings. */
#include "server/table/rating.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static int change(int sente, unsigned sente_games, int gote, unsigned gote_games, char winner)
{
    struct store_rating b = {.value = sente, .games = sente_games}, w = {.value = gote, .games = gote_games};
    return rating_change(&b, &w, winner);
}

static void equals_win_half_of_k(void **state)
{
    (void)state;
    assert_int_equal(change(1500, 0, 1500, 0, 'b'), 20);
    assert_int_equal(change(1500, 0, 1500, 0, 'w'), -20);
    assert_int_equal(change(1500, 0, 1500, 0, 'd'), 0);
    assert_int_equal(change(1500, 10, 1500, 10, 'b'), 12);
}

static void k_is_the_same_for_both_and_large_while_either_is_new(void **state)
{
    (void)state;
    assert_int_equal(change(1500, 9, 1500, 200, 'b'), 20);
    assert_int_equal(change(1500, 200, 1500, 9, 'w'), -20);
    assert_int_equal(change(1500, 10, 1500, 9, 'w'), -20);
}

static void the_better_player_gains_less_and_loses_by_a_draw(void **state)
{
    (void)state;
    assert_int_equal(change(1700, 50, 1500, 50, 'b'), 6);   /* 24 * (1 - 0.7597) = 5.77 */
    assert_int_equal(change(1700, 50, 1500, 50, 'w'), -18); /* 24 * -0.7597 = -18.23 */
    assert_int_equal(change(1700, 50, 1500, 50, 'd'), -6);  /* 24 * (0.5 - 0.7597) = -6.23 */
    assert_int_equal(change(1900, 0, 1500, 0, 'b'), 4);     /* 40 * (1 - 0.9091) = 3.64 */
}

/* Whoever holds which side: what one gains the other loses. */
static void seats_do_not_matter(void **state)
{
    (void)state;
    for (int a = 800; a <= 2400; a += 37)
        for (int b = 800; b <= 2400; b += 53) {
            assert_int_equal(change(a, 20, b, 20, 'b'), -change(b, 20, a, 20, 'w'));
            assert_int_equal(change(a, 3, b, 20, 'd'), -change(b, 20, a, 3, 'd'));
            assert_true(change(a, 20, b, 20, 'b') >= 0 && change(a, 20, b, 20, 'b') <= RATING_K);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_win_half_of_k),
        cmocka_unit_test(k_is_the_same_for_both_and_large_while_either_is_new),
        cmocka_unit_test(the_better_player_gains_less_and_loses_by_a_draw),
        cmocka_unit_test(seats_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
