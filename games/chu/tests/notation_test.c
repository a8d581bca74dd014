/* How moves of this game are written: large squares, moves of a lion, pieces that share a name. */
#include "rules/tests/match_steps.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void start(const char *sfen)
{
    start_game("chu", sfen, "");
}

static void squares_have_two_digits_where_needed(void **state)
{
    (void)state;
    start(NULL);
    assert_written(MOVE_JAPANESE, "12i12h", "１２八歩兵");
    assert_written(MOVE_KIF, "12i12h", "１２八歩兵(12九)");
    assert_written(MOVE_JAPANESE, "7j7h", "７八獅子");
    assert_written(MOVE_WESTERN, "12i12h", "P-12h");
}

static void moves_of_a_lion(void **state)
{
    (void)state;
    start("5k6/12/12/12/5p6/5pp5/6N5/12/12/12/12/5K6 b - 1");
    assert_written(MOVE_JAPANESE, "6g6f6g", "６六居喰い");
    assert_written(MOVE_WESTERN, "6g6f6g", "Nx!6f");
    assert_written(MOVE_JAPANESE, "6g5g6g", "じっと");
    assert_written(MOVE_WESTERN, "6g5g6g", "--");
    assert_written(MOVE_JAPANESE, "6g7f7e", "７六・７五獅子");
    assert_written(MOVE_WESTERN, "6g7f7e", "Nx7fx7e");
    assert_written(MOVE_JAPANESE, "6g6f5e", "６六・５五獅子");
    assert_written(MOVE_JAPANESE, "6g6e", "６五獅子");
}

static void igui_of_two_pieces_says_where_from(void **state)
{
    (void)state;
    start("5k6/12/12/12/6p5/6+H5/5N6/12/12/12/12/5K6 b - 1");
    assert_written(MOVE_JAPANESE, "6f6e6f", "６五居喰い");
    start("5k6/12/12/12/6p5/5N+H5/12/12/12/12/12/5K6 b - 1");
    assert_written(MOVE_WESTERN, "6f6e6f", "+Hx!6e");
}

static void pieces_of_one_name_are_told_apart(void **state)
{
    (void)state;
    /* A vertical mover, and a promoted silver that moves and is called like it. */
    start("11k/12/12/12/12/12/12/12/4V1+S5/12/12/K11 b - 1");
    assert_written(MOVE_JAPANESE, "8i7i", "７九竪行左");
    assert_written(MOVE_JAPANESE, "6i7i", "７九竪行右");
    assert_written(MOVE_WESTERN, "8i7i", "V-7i");
    assert_written(MOVE_WESTERN, "6i7i", "+S-7i");
}

static void promotion_is_said_on_entering_only(void **state)
{
    (void)state;
    start("11k/12/12/4R7/4B7/12/12/12/12/12/12/K11 b - 1");
    assert_written(MOVE_JAPANESE, "8e7d+", "７四角行成");
    assert_written(MOVE_JAPANESE, "8e7d", "７四角行不成");
    assert_written(MOVE_JAPANESE, "8d8c", "８三飛車");
    assert_written(MOVE_WESTERN, "8e7d", "B-7d=");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squares_have_two_digits_where_needed), cmocka_unit_test(moves_of_a_lion),
        cmocka_unit_test(igui_of_two_pieces_says_where_from),   cmocka_unit_test(pieces_of_one_name_are_told_apart),
        cmocka_unit_test(promotion_is_said_on_entering_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
