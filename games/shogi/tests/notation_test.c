/*
 * How moves are written: the examples of the Japan Shogi Association's page on the notation of moves, by the letters
 * they have there, and what Western and KIF notation ask for.
 */
#include "rules/tests/match_steps.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void start(const char *sfen)
{
    start_game("shogi", sfen, "");
}

static void japanese(const char *usi, const char *text)
{
    assert_written(MOVE_JAPANESE, usi, text);
}

static void how_it_moves_comes_first(void **state)
{
    (void)state;
    start("4k4/2G6/G8/9/9/9/9/9/4K4 b - 1");
    japanese("9c8b", "８二金上");
    japanese("7b8b", "８二金寄");
    start("k5G2/9/5G3/9/9/9/9/9/4K4 b - 1");
    japanese("4c3b", "３二金上");
    japanese("3a3b", "３二金引");
    start("4k4/9/9/9/5G3/4G4/9/9/4K4 b - 1");
    japanese("5f5e", "５五金上");
    japanese("4e5e", "５五金寄");
    start("4k4/9/9/9/9/9/2S6/9/1S3K3 b - 1");
    japanese("8i8h", "８八銀上");
    japanese("7g8h", "８八銀引");
    start("4k4/9/9/9/9/9/5S3/9/K6S1 b - 1");
    japanese("2i3h", "３八銀上");
    japanese("4g3h", "３八銀引");
}

static void then_left_right_and_straight(void **state)
{
    (void)state;
    start("4k4/G1G6/9/9/9/9/9/9/4K4 b - 1");
    japanese("9b8a", "８一金左");
    japanese("7b8a", "８一金右");
    start("k8/6G1G/9/9/9/9/9/9/4K4 b - 1");
    japanese("3b2b", "２二金左");
    japanese("1b2b", "２二金右");
    start("k8/9/9/9/3S1S3/9/9/9/4K4 b - 1");
    japanese("6e5f", "５六銀左");
    japanese("4e5f", "５六銀右");
    start("4k4/9/9/9/9/9/9/9/1GG2K3 b - 1");
    japanese("8i7h", "７八金左");
    japanese("7i7h", "７八金直");
    start("4k4/9/9/9/9/9/9/9/K5SS1 b - 1");
    japanese("3i3h", "３八銀直");
    japanese("2i3h", "３八銀右");
}

static void three_and_more_need_both(void **state)
{
    (void)state;
    start("8k/9/3GGG3/9/9/9/9/9/4K4 b - 1");
    japanese("6c5b", "５二金左");
    japanese("5c5b", "５二金直");
    japanese("4c5b", "５二金右");
    start("4k4/9/9/9/9/9/1+P7/+P8/+P+P+P1K4 b - 1");
    japanese("8g8h", "８八と引");
    japanese("9h8h", "８八と寄");
    japanese("9i8h", "８八と左上");
    japanese("8i8h", "８八と直");
    japanese("7i8h", "８八と右");
    start("4k4/9/9/1S1S5/9/1S1S5/9/9/4K4 b - 1");
    japanese("8f7e", "７五銀左上");
    japanese("8d7e", "７五銀左引");
    japanese("6f7e", "７五銀右上");
    japanese("6d7e", "７五銀右引");
}

static void horses_and_dragons_are_never_straight(void **state)
{
    (void)state;
    start("+R8/9/9/1+R7/9/6k2/9/9/4K4 b - 1");
    japanese("9a8b", "８二龍引");
    japanese("8d8b", "８二龍上");
    start("4k4/9/9/9/9/9/9/9/+R+R3K3 b - 1");
    japanese("9i8h", "８八龍左");
    japanese("8i8h", "８八龍右");
    start("4k4/9/9/9/9/9/9/7+R1/K7+R b - 1");
    japanese("2h1h", "１八龍寄");
    japanese("1i1h", "１八龍上");
    start("+B+B7/9/4k4/9/9/9/9/9/4K4 b - 1");
    japanese("9a8b", "８二馬左");
    japanese("8a8b", "８二馬右");
    start("4k4/9/3+B5/+B8/9/9/9/9/5K3 b - 1");
    japanese("9d8e", "８五馬左");
    japanese("6c8e", "８五馬右");
}

static void gote_sees_left_and_right_from_its_side(void **state)
{
    (void)state;
    start("1gg2k3/9/9/9/9/9/9/9/4K4 w - 1");
    japanese("8a7b", "７二金右");
    japanese("7a7b", "７二金直");
    start("5k1s1/9/5s3/9/9/9/9/9/K8 w - 1");
    japanese("2a3b", "３二銀上");
    japanese("4c3b", "３二銀引");
}

static void only_legal_rivals_count(void **state)
{
    (void)state;
    /* The gold on 5h is pinned to its king. */
    start("4r1k2/9/9/9/9/9/9/4G4/4KG3 b - 1");
    japanese("4i4h", "４八金");
}

static void promotion_is_said_where_there_is_a_choice(void **state)
{
    (void)state;
    start("4k4/9/2P6/1S3N3/9/9/9/9/4K4 b - 1");
    japanese("7c7b", "７二歩不成");
    japanese("7c7b+", "７二歩成");
    japanese("8d8c", "８三銀不成");
    japanese("4d3b+", "３二桂成"); /* has to promote */
    japanese("5i5h", "５八玉");
}

static void drops_are_said_where_a_piece_could_move(void **state)
{
    (void)state;
    start("4k4/9/9/9/9/9/9/3G5/4K4 b GS 1");
    japanese("G*5h", "５八金打");
    japanese("6h5h", "５八金");
    japanese("G*2b", "２二金");
    japanese("S*5h", "５八銀");
}

static void the_same_square_is_said_so(void **state)
{
    (void)state;
    start(NULL);
    play("7g7f 3c3d 8h2b+");
    japanese("3a2b", "同　銀");
    assert_written(MOVE_KIF, "3a2b", "同　銀(31)");
    play("3a2b");
    assert_written(MOVE_KIF, "B*5e", "５五角打");
}

static void western_moves(void **state)
{
    (void)state;
    start(NULL);
    assert_written(MOVE_WESTERN, "7g7f", "P-7f");
    assert_written(MOVE_USI, "7g7f", "7g7f");
    assert_written(MOVE_WESTERN, "4i5h", "G4i-5h");
    play("7g7f 3c3d");
    assert_written(MOVE_WESTERN, "8h2b+", "Bx2b+");
    assert_written(MOVE_WESTERN, "8h2b", "Bx2b=");
    play("8h2b+ 3a2b");
    assert_written(MOVE_WESTERN, "B*5e", "B*5e");
    start("4k4/9/9/9/9/9/1G7/9/G3K3+R b - 1");
    assert_written(MOVE_WESTERN, "1i1a", "+R-1a");
    assert_written(MOVE_WESTERN, "8g8h", "G8g-8h");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(how_it_moves_comes_first),
        cmocka_unit_test(then_left_right_and_straight),
        cmocka_unit_test(three_and_more_need_both),
        cmocka_unit_test(horses_and_dragons_are_never_straight),
        cmocka_unit_test(gote_sees_left_and_right_from_its_side),
        cmocka_unit_test(only_legal_rivals_count),
        cmocka_unit_test(promotion_is_said_where_there_is_a_choice),
        cmocka_unit_test(drops_are_said_where_a_piece_could_move),
        cmocka_unit_test(the_same_square_is_said_so),
        cmocka_unit_test(western_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
