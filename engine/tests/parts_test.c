/* The parts below the search: table, time, lines. */
#include "engine/levels.h"
#include "engine/line.h"
#include "engine/score.h"
#include "engine/time.h"
#include "engine/tt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void the_table_gives_back_what_it_was_given(void **state)
{
    (void)state;
    struct tt table = {.clusters = NULL};
    struct tt_hit hit;
    assert_false(tt_probe(&table, 7, &hit)); /* no table at all */
    assert_int_equal(tt_resize(&table, 0), ERR_RANGE);
    assert_int_equal(tt_resize(&table, TT_MEGABYTES_MAX + 1), ERR_RANGE);
    assert_int_equal(tt_resize(&table, 1), OK);
    assert_false(tt_probe(&table, 0, &hit)); /* an empty entry is no position with key 0 */
    const int scores[] = {0, 1, -1, SCORE_MATE, -SCORE_MATE, 12345, -12345};
    for (unsigned i = 0; i < sizeof scores / sizeof scores[0]; i++) {
        uint64_t key = seed_mix(i);
        tt_store(&table, key, 0x07ffffff, scores[i], (int)i, BOUND_EXACT);
        assert_true(tt_probe(&table, key, &hit));
        assert_int_equal(hit.move, 0x07ffffff);
        assert_int_equal(hit.score, scores[i]);
        assert_int_equal(hit.depth, i);
        assert_int_equal(hit.bound, BOUND_EXACT);
        assert_false(tt_probe(&table, key ^ 1, &hit));
    }
    tt_clear(&table);
    assert_false(tt_probe(&table, seed_mix(0), &hit));
    tt_release(&table);
}

static void the_table_keeps_deep_entries_and_lets_old_ones_go(void **state)
{
    (void)state;
    struct tt table = {.clusters = NULL};
    struct tt_hit hit;
    assert_int_equal(tt_resize(&table, 1), OK);
    /* Keys with the same upper bits share a cluster. */
    for (uint64_t key = 1; key <= 4; key++)
        tt_store(&table, key, MOVE_NONE, 0, (int)key * 10, BOUND_LOWER);
    tt_store(&table, 5, MOVE_NONE, 0, 1, BOUND_LOWER);
    assert_false(tt_probe(&table, 1, &hit)); /* the shallowest went */
    assert_true(tt_probe(&table, 4, &hit));
    for (unsigned i = 0; i < 20; i++)
        tt_age(&table);
    tt_store(&table, 6, MOVE_NONE, 0, 2, BOUND_LOWER);
    tt_store(&table, 7, MOVE_NONE, 0, 2, BOUND_LOWER);
    assert_true(tt_probe(&table, 6, &hit)); /* new and shallow beats old and deep */
    tt_release(&table);
}

static void mates_keep_their_distance_through_the_table(void **state)
{
    (void)state;
    int seen = SCORE_MATE - 9; /* mate nine plies from the root, found at ply 4: five from there */
    assert_int_equal(score_to_table(seen, 4), SCORE_MATE - 5);
    assert_int_equal(score_from_table(SCORE_MATE - 5, 6), SCORE_MATE - 11);
    assert_int_equal(score_from_table(score_to_table(-seen, 4), 4), -seen);
    assert_int_equal(score_to_table(SCORE_RULE, 4), SCORE_RULE);
}

static void time_is_never_overdrawn(void **state)
{
    (void)state;
    for (int64_t left = 0; left <= 600000; left = left * 2 + 1) {
        for (int64_t byoyomi = 0; byoyomi <= 60000; byoyomi = byoyomi * 3 + 7) {
            struct time_control control = {.left = {left, 0}, .byoyomi = byoyomi, .counted = true};
            struct time_budget budget = time_plan(&control, 0);
            assert_true(budget.soft > 0 && budget.soft <= budget.hard);
            assert_true(budget.hard <= (left + byoyomi) * 1000 || left + byoyomi <= 1);
        }
    }
    struct time_budget fixed = time_plan(&(struct time_control){.movetime = 1000}, 0);
    assert_true(fixed.hard >= 900000 && fixed.hard < 1000000);
    struct time_budget none = time_plan(&(struct time_control){.movetime = 0}, 0);
    assert_int_equal(none.hard, 0);
}

static void time_grows_with_what_there_is(void **state)
{
    (void)state;
    struct time_control little = {.left = {10000, 600000}, .counted = true};
    assert_true(time_plan(&little, 0).soft < time_plan(&little, 1).soft);
    struct time_control increment = {.left = {10000, 0}, .increment = {1000, 0}, .counted = true};
    assert_true(time_plan(&increment, 0).soft > time_plan(&little, 0).soft);
}

static void lines_are_cut_and_bounded(void **state)
{
    (void)state;
    FILE *file = tmpfile();
    struct line_reader *reader = malloc(sizeof *reader);
    assert_non_null(file);
    assert_non_null(reader);
    fputs("one\r\ntwo\n\n", file);
    for (int i = 0; i < LINE_BYTES_MAX; i++)
        putc('x', file);
    fputs("yz\nafter\n", file);
    fwrite("a\0b\n", 1, 4, file);
    for (int i = 0; i < LINE_BYTES_MAX - 1; i++)
        putc('m', file);
    fputs("\nlast", file);
    fflush(file);
    lseek(fileno(file), 0, SEEK_SET);
    line_reader_init(reader, fileno(file));
    char *line;
    assert_int_equal(line_next(reader, &line), LINE_READ);
    assert_string_equal(line, "one");
    assert_int_equal(line_next(reader, &line), LINE_READ);
    assert_string_equal(line, "two");
    assert_int_equal(line_next(reader, &line), LINE_READ);
    assert_string_equal(line, "");
    assert_int_equal(line_next(reader, &line), LINE_OVERLONG);
    assert_int_equal(line_next(reader, &line), LINE_READ);
    assert_string_equal(line, "after");
    assert_int_equal(line_next(reader, &line), LINE_BINARY);
    assert_int_equal(line_next(reader, &line), LINE_READ);
    assert_int_equal(strlen(line), LINE_BYTES_MAX - 1);
    assert_int_equal(line_next(reader, &line), LINE_READ);
    assert_string_equal(line, "last");
    assert_int_equal(line_next(reader, &line), LINE_END);
    assert_int_equal(line_next(reader, &line), LINE_END);
    free(reader);
    fclose(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_gives_back_what_it_was_given),
        cmocka_unit_test(the_table_keeps_deep_entries_and_lets_old_ones_go),
        cmocka_unit_test(mates_keep_their_distance_through_the_table),
        cmocka_unit_test(time_is_never_overdrawn),
        cmocka_unit_test(time_grows_with_what_there_is),
        cmocka_unit_test(lines_are_cut_and_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
