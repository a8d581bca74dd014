/* The lion and its kin: R32, R33, R34 and R38 of RULES.md, on positions made for them. */
#include "rules/tests/match_steps.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void start(const char *sfen, const char *rules)
{
    start_game("chu", sfen, rules);
}

static void assert_canonical(const char *usi, const char *canonical)
{
    move_t move;
    char text[USI_MAX];
    struct explanation why;
    assert_int_equal(usi_parse(match.game, usi, &move, NULL), OK);
    move_t listed = match_legal(&match, move, &why);
    if (listed == MOVE_NONE)
        fail_msg("%s is forbidden by %s", usi, why.rule);
    usi_format(match.game, listed, text);
    assert_string_equal(text, canonical);
}

static void r32_the_lion_goes_anywhere_within_two(void **state)
{
    (void)state;
    start("k11/12/12/12/12/12/5N6/12/12/12/12/11K b - 1", "");
    assert_move_count(28); /* 24 squares, a pass, three moves of the king */
    assert_legal("7g7e");
    assert_legal("7g8e");
    assert_legal("7g5i");
    assert_forbidden("7g7d", "not_reachable", "");
    assert_forbidden("7g7f7d", "not_reachable", "");
    start(NULL, "");
    assert_legal("7j6h"); /* over the pawns */
}

static void r32_the_lion_takes_on_the_way_twice_and_comes_back(void **state)
{
    (void)state;
    const char *sfen = "kg10/12/12/12/4p7/5p6/5N6/12/12/12/12/10GK b - 1";
    start(sfen, "");
    play("7g7f8e");
    assert_position("kg10/12/12/12/4N7/12/12/12/12/12/12/10GK w -");
    start(sfen, "");
    play("7g7f6e");
    assert_position("kg10/12/12/12/4p1N5/12/12/12/12/12/12/10GK w -");
    start(sfen, "");
    play("7g7f7g"); /* igui */
    assert_position("kg10/12/12/12/4p7/12/5N6/12/12/12/12/10GK w -");
    start(sfen, "");
    play("7g7e"); /* the jump takes nothing */
    assert_position("kg10/12/12/12/4pN6/5p6/12/12/12/12/12/10GK w -");
    start(sfen, "");
    play("7g6g7g"); /* a pass changes nothing but the turn */
    assert_position("kg10/12/12/12/4p7/5p6/5N6/12/12/12/12/10GK w -");
}

static void r32_own_pieces_are_jumped_not_stepped_on(void **state)
{
    (void)state;
    start("kg10/12/12/12/12/5P6/5N6/12/12/12/12/10GK b - 1", "");
    assert_forbidden("7g7f7g", "own_piece", "7f");
    assert_forbidden("7g7f7e", "own_piece", "7f");
    assert_forbidden("7g7f", "own_piece", "7f");
    assert_legal("7g7e");
    start("kg10/12/12/12/5P6/12/5N6/12/12/12/12/10GK b - 1", "");
    assert_forbidden("7g7e", "own_piece", "7e");
    start("kg10/12/12/12/12/4PPP5/4PNP5/4PPP5/12/12/12/10GK b - 1", "");
    assert_forbidden("7g6g7g", "own_piece", "6g"); /* nowhere to step out */
    assert_legal("7g7e");
}

static void r32_a_double_move_does_not_promote(void **state)
{
    (void)state;
    start("kg10/12/12/5p6/5+H6/12/12/12/12/12/12/10GK b - 1", "");
    assert_forbidden("7e7d7c+", "cannot_promote", "7e");
    assert_forbidden("7e7d7e+", "cannot_promote", "7e");
}

static void r32_the_falcon_straight_ahead(void **state)
{
    (void)state;
    start("kg10/12/12/12/5p6/5p6/5+H6/12/12/12/12/10GK b - 1", "");
    assert_legal("7g7f");
    assert_legal("7g7e");
    assert_legal("7g7f7g");
    assert_legal("7g7f7e");
    assert_forbidden("7g7f6e", "not_reachable", "");
    assert_forbidden("7g7f6f", "not_reachable", "");
    assert_forbidden("7g6g7g", "not_reachable", "");
    assert_forbidden("7g7h7g", "not_reachable", "");
    start("kg10/12/12/12/12/12/5+H6/12/12/12/12/10GK b - 1", "");
    assert_legal("7g7f7g"); /* a pass */
    assert_forbidden("7g7d", "not_reachable", "");
    assert_legal("7g7k");
    assert_legal("7g1a");
    /* Ahead of gote is the other way. */
    start("kg10/12/12/12/12/12/5+h6/5P6/12/12/12/10GK w - 1", "");
    assert_legal("7g7h7g");
    assert_legal("7g7h7i");
    assert_forbidden("7g7f7g", "not_reachable", "");
}

static void r32_the_eagle_on_its_two_forward_diagonals(void **state)
{
    (void)state;
    start("kg10/12/12/3p8/4p7/4p1p5/5+D6/12/12/12/12/10GK b - 1", "");
    assert_legal("7g8f");
    assert_legal("7g8f7g");
    assert_legal("7g8f9e");
    assert_legal("7g6f7g");
    assert_legal("7g9e");
    assert_forbidden("7g8f7e", "not_reachable", "");
    assert_forbidden("7g8f8e", "not_reachable", "");
    assert_forbidden("7g8h7g", "not_reachable", "");
    assert_forbidden("7g10d", "not_reachable", "");
    assert_legal("7g7a"); /* a free king elsewhere */
    assert_legal("7g11k");
}

static void r32_a_promoted_kirin_is_a_lion(void **state)
{
    (void)state;
    start("kg10/12/12/12/12/5p6/5+O6/12/12/12/12/10GK b - 1", "");
    assert_legal("7g7f7g");
    assert_legal("7g7f6e");
    assert_legal("7g8e");
}

static void r33_an_adjacent_lion_may_always_be_taken(void **state)
{
    (void)state;
    start("kg10/12/5r6/12/12/5n6/5N6/12/12/12/12/10GK b - 1", "");
    assert_legal("7g7f");
    assert_legal("7g7f7g");
    assert_legal("7g8f7f"); /* by any path */
    start("kg10/12/5r6/12/5n6/5n6/5N6/12/12/12/12/10GK b - 1", "");
    assert_legal("7g7f7e"); /* and then the next one */
}

static void r33_a_protected_lion_two_squares_away(void **state)
{
    (void)state;
    start("kg10/12/12/12/5n6/12/5N6/12/12/12/12/10GK b - 1", "");
    assert_legal("7g7e"); /* not protected */
    start("kg10/12/5r6/12/5n6/12/5N6/12/12/12/12/10GK b - 1", "");
    assert_forbidden("7g7e", "lion_protected", "7c 7e");
    assert_forbidden("7g7f7e", "lion_protected", "7c 7e");
    assert_forbidden("7g8f7e", "lion_protected", "7c 7e");
    /* A king protects too, and so does a lion that could not retake. */
    start("12/12/12/5k6/5n6/12/5N6/12/12/12/12/10GK b - 1", "");
    assert_forbidden("7g7e", "lion_protected", "7d 7e");
    start("kg10/12/12/7n4/5n6/12/5N6/12/12/5R6/12/10GK b - 1", "");
    assert_forbidden("7g7e", "lion_protected", "5d 7e");
    /* Another piece takes it, and settings that allow it. */
    start("kg10/12/5r6/12/5n6/12/12/2B9/12/12/12/10GK b - 1", "");
    assert_legal("10h7e");
    start("kg10/12/5r6/12/5n6/12/5N6/12/12/12/12/10GK b - 1", "lion_trade=off");
    assert_legal("7g7e");
}

static void r33_with_always_lions_trade_by_the_same_rule(void **state)
{
    (void)state;
    start("kg10/12/5r6/12/5n6/12/5N6/12/12/12/12/10GK b - 1", "lion_trade=always");
    assert_forbidden("7g7e", "lion_protected", "7c 7e");
    start("kg10/12/12/12/5n6/12/5N6/12/12/12/12/10GK b - 1", "lion_trade=always");
    assert_legal("7g7e");
}

static void r33_hidden_protection_counts(void **state)
{
    (void)state;
    /* Behind the capturing lion. */
    start("kg10/12/12/12/5n6/12/5N6/12/12/5r6/12/10GK b - 1", "");
    assert_forbidden("7g7e", "lion_protected", "7e 7j");
    /* Behind a piece taken on the way: the jump leaves it closed. */
    start("kg10/12/12/12/7n4/6p5/5N6/12/3b8/12/12/10GK b - 1", "");
    assert_legal("7g5e");
    assert_forbidden("7g6f5e", "lion_protected", "5e 9i");
}

static void r33_something_of_worth_on_the_way(void **state)
{
    (void)state;
    start("kg10/12/5r6/12/5n6/5s6/5N6/12/12/12/12/10GK b - 1", "");
    assert_legal("7g7f7e");
    assert_forbidden("7g7e", "lion_protected", "7c 7e"); /* the jump takes no silver */
    start("kg10/12/5r6/12/5n6/6s5/5N6/12/12/12/12/10GK b - 1", "");
    assert_legal("7g6f7e");
    start("kg10/12/5r6/12/5n6/5p6/5N6/12/12/12/12/10GK b - 1", "");
    assert_forbidden("7g7f7e", "lion_protected", "7c 7e");
    start("kg10/12/5r6/12/5n6/5i6/5N6/12/12/12/12/10GK b - 1", "");
    assert_forbidden("7g7f7e", "lion_protected", "7c 7e 7f"); /* it protects as well */
    start("kg10/12/5r6/12/5n6/5+p6/5N6/12/12/12/12/10GK b - 1", "");
    assert_legal("7g7f7e");
    start("kg10/12/5r6/12/5n6/5+i6/5N6/12/12/12/12/10GK b - 1", "");
    assert_legal("7g7f7e");
}

static void r33_a_pawn_taken_on_the_way_still_protects(void **state)
{
    (void)state;
    start("kg10/12/12/12/12/4N7/4p7/4n7/12/12/12/10GK b - 1", "");
    assert_forbidden("8f8g8h", "lion_protected", "8g 8h");
    start("kg10/12/12/12/6n5/6i5/5N6/12/12/12/12/10GK b - 1", "");
    assert_forbidden("7g6f6e", "lion_protected", "6e 6f");
    start("kg10/12/12/12/5n6/5p6/5N6/12/12/12/12/10GK b - 1", "");
    assert_legal("7g7f7e"); /* a pawn that looks the other way */
}

/* After 3h3c+ gote has lost a lion to a rook; its own rook on 8c looks at sente's lion on 8g. */
static const char *const rook_took_lion = "kg10/12/4r4n2/12/12/12/4N7/4G4R2/12/12/12/10GK b - 1";
static const char *const unprotected_lion_left = "kg10/12/4r4n2/12/12/12/4N7/9R2/12/12/12/10GK b - 1";

static void r34_complaint_counter_strike_is_no_bug(void **state)
{
    (void)state;
    start(rook_took_lion, "");
    play("3h3c+");
    assert_position("kg10/12/4r4+R2/12/12/12/4N7/4G7/12/12/12/10GK w 3c");
    assert_forbidden("8c8g", "counter_strike", "3c 8g 8h"); /* where the lion was lost, the lion, what protects it */
    assert_legal("8c8f");
    assert_legal("8c3c"); /* the rook that took it may be taken */
    /* It lasts one move. */
    play("12a12b 1l1k");
    assert_legal("8c8g");
}

static void r34_an_unprotected_lion_may_be_taken(void **state)
{
    (void)state;
    start(unprotected_lion_left, "");
    play("3h3c+");
    assert_legal("8c8g");
    start("kg10/12/4r2r1n2/12/12/12/4N2+O4/4G4R2/12/12/12/10GK b - 1", "");
    play("3h3c+");
    assert_legal("5c5g");
    assert_forbidden("8c8g", "counter_strike", "3c 8g 8h");
}

static void r34_always_and_off(void **state)
{
    (void)state;
    start(unprotected_lion_left, "lion_trade=always");
    play("3h3c+");
    assert_forbidden("8c8g", "counter_strike", "3c 8g");
    play("12a12b 1l1k");
    assert_legal("8c8g");
    start(rook_took_lion, "lion_trade=off");
    play("3h3c+");
    assert_legal("8c8g");
    /* The third field is written whatever the rule says. */
    assert_position("kg10/12/4r4+R2/12/12/12/4N7/4G7/12/12/12/10GK w 3c");
}

static void r34_it_is_read_from_a_given_position(void **state)
{
    (void)state;
    start("kg10/12/4r4+R2/12/12/12/4N7/4G7/12/12/12/10GK w 3c 2", "");
    assert_forbidden("8c8g", "counter_strike", "3c 8g 8h");
    start("kg10/12/4r4+R2/12/12/12/4N7/4G7/12/12/12/10GK w - 2", "");
    assert_legal("8c8g");
}

static void r34_hidden_protection_counts(void **state)
{
    (void)state;
    start("kg10/4R7/4r4n2/12/12/12/4N7/9R2/12/12/12/10GK b - 1", "");
    play("3h3c+");
    assert_forbidden("8c8g", "counter_strike", "3c 8b 8g");
}

static void r34_it_binds_no_lion(void **state)
{
    (void)state;
    start("kg10/12/9n2/12/12/4+o7/4N7/4G4R2/12/12/12/10GK b - 1", "");
    play("3h3c+");
    assert_legal("8f8g"); /* an adjacent one */
    start("kg10/12/9n2/12/4+o7/4S7/4N7/4G4R2/12/12/12/10GK b - 1", "");
    play("3h3c+");
    assert_legal("8e8f8g"); /* with a silver on the way */
    start("kg10/12/9n2/12/4+o7/12/4N7/9R2/12/12/12/10GK b - 1", "lion_trade=always");
    play("3h3c+");
    assert_legal("8e8g"); /* an unprotected one */
    /* A lion taken by a lion bars nobody. */
    start("kg10/12/4r7/12/12/5n6/4N7/4G7/12/12/12/10GK b - 1", "");
    play("8g7f8g");
    assert_position("kg10/12/4r7/12/12/12/4N7/4G7/12/12/12/10GK w -");
    assert_legal("8c8g");
    start("kg10/12/4r7/12/12/5n6/4+O7/4G7/12/12/12/10GK b - 1", "");
    play("8g7f8g");
    assert_position("kg10/12/4r7/12/12/12/4+O7/4G7/12/12/12/10GK w -");
}

static void r34_a_kirin_that_became_a_lion_on_the_spot(void **state)
{
    (void)state;
    const char *protected_by_rook = "kg7r2/12/9n2/12/9O2/12/12/9R2/12/12/12/10GK b - 1";
    start(protected_by_rook, "");
    play("3e3c+");
    assert_forbidden("3a3c", "counter_strike", "3c 3h");
    start("kg7r2/12/9n2/12/9O2/12/12/12/12/12/12/10GK b - 1", "");
    play("3e3c+");
    assert_legal("3a3c");
    start(protected_by_rook, "");
    play("3e3c");
    assert_legal("3a3c"); /* a kirin is no lion */
}

static void r34_by_falcon_and_eagle(void **state)
{
    (void)state;
    /* What they take on the way counts as taken by no lion. */
    const char *falcon = "kg10/12/4r4n2/9+H2/12/12/4N7/4G7/12/12/12/10GK b - 1";
    start(falcon, "");
    play("3d3c3d");
    assert_position("kg10/12/4r7/9+H2/12/12/4N7/4G7/12/12/12/10GK w 3c");
    assert_forbidden("8c8g", "counter_strike", "3c 8g 8h");
    start(falcon, "");
    play("3d3c3b");
    assert_forbidden("8c8g", "counter_strike", "3b 3c 8g 8h"); /* the falcon protects it too */
    /* And their own first step is barred like any capture. */
    start("kg10/12/9n2/12/12/4+h7/4N7/4G4R2/12/12/12/10GK b - 1", "");
    play("3h3c+");
    assert_forbidden("8f8g8f", "counter_strike", "3c 8g 8h");
    assert_forbidden("8f8g", "counter_strike", "3c 8g 8h");
    const char *eagle = "kg10/12/4r4n2/10+D1/12/12/4N7/4G7/12/12/12/10GK b - 1";
    start(eagle, "");
    play("2d3c2d");
    assert_position("kg10/12/4r7/10+D1/12/12/4N7/4G7/12/12/12/10GK w 3c");
    assert_forbidden("8c8g", "counter_strike", "3c 8g 8h");
    start("kg10/12/9n2/12/12/3+d8/4N7/4G4R2/12/12/12/10GK b - 1", "");
    play("3h3c+");
    assert_forbidden("9f8g9f", "counter_strike", "3c 8g 8h");
    assert_forbidden("9f8g", "counter_strike", "3c 8g 8h");
    assert_forbidden("9f8g7h", "counter_strike", "3c 8g 8h");
}

static void r34_two_lions_in_one_move(void **state)
{
    (void)state;
    /* The mark is the square of the second. */
    start("kg10/9n2/9n2/9+H2/12/12/4N7/4G7/12/12/12/10GK b - 1", "");
    play("3d3c3b");
    assert_position("kg10/9+H2/12/12/12/12/4N7/4G7/12/12/12/10GK w 3b");
    start("kg10/8n3/9n2/10+D1/12/12/4N7/4G7/12/12/12/10GK b - 1", "");
    play("2d3c4b");
    assert_position("kg10/8+D3/12/12/12/12/4N7/4G7/12/12/12/10GK w 4b");
}

static void r38_one_result_one_move(void **state)
{
    (void)state;
    start("k11/12/12/12/12/12/5N6/12/12/12/12/11K b - 1", "");
    assert_canonical("7g7f6e", "7g6e");
    assert_canonical("7g6f6e", "7g6e");
    assert_canonical("7g8g7f", "7g7f"); /* a detour over an empty square */
    /* All ways to pass are one. */
    assert_canonical("7g7f7g", "7g6f7g");
    assert_canonical("7g8h7g", "7g6f7g");
    /* Stepping out must not take anything: that is igui. */
    start("kg10/12/12/12/12/5p6/5N6/12/12/12/12/10GK b - 1", "");
    assert_canonical("7g7f7g", "7g7f7g");
    assert_canonical("7g8f7g", "7g6f7g");
}

static void r38_the_shorter_spelling_then_ascii(void **state)
{
    (void)state;
    /* Files of two digits make longer names. */
    start("kg10/12/12/12/12/12/2N9/12/12/12/12/10GK b - 1", "");
    assert_canonical("10g11g10g", "10g9f10g");
    /* Two pieces that can pass: the same position, so one move. */
    start("kg10/12/12/12/12/12/2N6N2/12/12/12/12/10GK b - 1", "");
    assert_canonical("10g11g10g", "3g2f3g");
    assert_canonical("3g3h3g", "3g2f3g");
}

static void r38_igui_of_two_pieces_on_one(void **state)
{
    (void)state;
    /* Two lions take the same pawn: one result. */
    start("kg10/12/12/12/12/5p6/4N1N5/12/12/12/12/10GK b - 1", "");
    assert_canonical("8g7f8g", "6g7f6g");
    assert_canonical("6g7f6g", "6g7f6g");
    /* A lion and a falcon that take a lion leave different marks. */
    start("kg10/12/12/12/12/5n6/4N+H6/12/12/12/12/10GK b - 1", "");
    assert_canonical("8g7f8g", "8g7f8g");
    assert_canonical("7g7f7g", "7g7f7g");
    /* The same with a pawn: one result. */
    start("kg10/12/12/12/12/5p6/4N+H6/12/12/12/12/10GK b - 1", "");
    assert_canonical("8g7f8g", "7g7f7g");
}

static void what_can_be_written_is_listed_or_explained(void **state)
{
    (void)state;
    static const char *const rules[] = {"", "lion_trade=always promotion=shogi", "lion_trade=off bare_king=off"};
    for (unsigned i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        play_random_games("chu", NULL, rules[i], 1, 20261130 + i, true);
        play_random_games("chu", "k4e6/2n2+h1r4/12/3+od3p3/5p6/2p2+D1s4/2P2n1P4/3N1+H1I4/12/4R2B4/12/5E5K b - 1",
                          rules[i], 4, 33 + i, true);
        play_random_games("chu", "12/3k8/12/6n5/4+h7/4pp6/5PP5/6+H5/4N7/12/5K6/12 w - 1", rules[i], 4, 38 + i, true);
    }
    start(rook_took_lion, "");
    play("3h3c+");
    assert_moves_hold_together(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(r32_the_lion_goes_anywhere_within_two),
        cmocka_unit_test(r32_the_lion_takes_on_the_way_twice_and_comes_back),
        cmocka_unit_test(r32_own_pieces_are_jumped_not_stepped_on),
        cmocka_unit_test(r32_a_double_move_does_not_promote),
        cmocka_unit_test(r32_the_falcon_straight_ahead),
        cmocka_unit_test(r32_the_eagle_on_its_two_forward_diagonals),
        cmocka_unit_test(r32_a_promoted_kirin_is_a_lion),
        cmocka_unit_test(r33_an_adjacent_lion_may_always_be_taken),
        cmocka_unit_test(r33_a_protected_lion_two_squares_away),
        cmocka_unit_test(r33_with_always_lions_trade_by_the_same_rule),
        cmocka_unit_test(r33_hidden_protection_counts),
        cmocka_unit_test(r33_something_of_worth_on_the_way),
        cmocka_unit_test(r33_a_pawn_taken_on_the_way_still_protects),
        cmocka_unit_test(r34_complaint_counter_strike_is_no_bug),
        cmocka_unit_test(r34_an_unprotected_lion_may_be_taken),
        cmocka_unit_test(r34_always_and_off),
        cmocka_unit_test(r34_it_is_read_from_a_given_position),
        cmocka_unit_test(r34_hidden_protection_counts),
        cmocka_unit_test(r34_it_binds_no_lion),
        cmocka_unit_test(r34_a_kirin_that_became_a_lion_on_the_spot),
        cmocka_unit_test(r34_by_falcon_and_eagle),
        cmocka_unit_test(r34_two_lions_in_one_move),
        cmocka_unit_test(r38_one_result_one_move),
        cmocka_unit_test(r38_the_shorter_spelling_then_ascii),
        cmocka_unit_test(r38_igui_of_two_pieces_on_one),
        cmocka_unit_test(what_can_be_written_is_listed_or_explained),
    };
    return cmocka_run_group_tests_name("chu lions", tests, NULL, NULL);
}
