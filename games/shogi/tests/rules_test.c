/* Every rule of RULES.md by name, on positions made for it. */
#include "rules/tests/match_steps.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void start(const char *sfen, const char *rules)
{
    start_game("shogi", sfen, rules);
}

static void r1_sente_moves_first(void **state)
{
    (void)state;
    start(NULL, "");
    assert_int_equal(match.now.head.side, SENTE);
    assert_int_equal(match.game->count(&match.now.head, NULL), 30);
    assert_forbidden("3c3d", "wrong_turn", "3c");
}

static void r2_there_is_no_passing_and_no_move_loses(void **state)
{
    (void)state;
    start("4k4/9/9/9/9/9/9/9/4K4 b - 1", "");
    assert_forbidden("5i5i", "passing", "5i");
    /* Gote has but a king in the corner; its squares are attacked, itself it is not. */
    start("8k/9/6G1G/9/9/9/9/9/K8 b P 1", "");
    play("3c3b");
    assert_result("no_legal_move", SENTE);
}

static void r3_the_limit_draws_unless_the_last_ply_wins(void **state)
{
    (void)state;
    start("4k4/9/9/9/9/9/9/9/4K4 b - 1", "move_limit=2");
    play("5i5h");
    assert_result(NULL, NOBODY);
    play("5a5b");
    assert_result("move_limit", NOBODY);
    assert_int_equal(match_play_usi(&match, "5h5g", NULL, NULL), ERR_GAME_OVER);
    start("8k/6G2/9/7N1/9/9/9/9/K8 b L 90", "move_limit=1");
    play("L*1b");
    assert_result("checkmate", SENTE);
}

static void r6_an_illegal_move_costs_nothing(void **state)
{
    (void)state;
    start("k3r4/9/9/9/9/9/4G4/9/4K4 b P 1", "");
    play("5g5f 9a9b");
    assert_costs_nothing("5f4f", "in_check");
    assert_costs_nothing("P*5a", "occupied");
    assert_costs_nothing("9b9c", "wrong_turn");
    play("5f5g"); /* and the same side moves on */
}

static void r7_hands_and_side_to_move_tell_positions_apart(void **state)
{
    (void)state;
    union position_store a, b;
    const struct game *game = game_find("shogi");
    assert_int_equal(sfen_parse(game, NULL, "4k4/9/9/9/9/9/9/9/4K4 b P 1", &a, NULL), OK);
    assert_int_equal(sfen_parse(game, NULL, "4k4/9/9/9/9/9/9/9/4K4 b 2P 1", &b, NULL), OK);
    assert_true(a.head.key != b.head.key);
    assert_int_equal(sfen_parse(game, NULL, "4k4/9/9/9/9/9/9/9/4K4 w P 9", &b, NULL), OK);
    assert_true(a.head.key != b.head.key);
    assert_int_equal(sfen_parse(game, NULL, "4k4/9/9/9/9/9/9/9/4K4 b P 9", &b, NULL), OK);
    assert_true(a.head.key == b.head.key);
}

static void r10_captured_pieces_change_sides_unpromoted(void **state)
{
    (void)state;
    start("k8/9/9/9/4+r4/4K4/9/9/9 b - 1", "");
    play("5f5e 9a9b");
    assert_legal("R*5d");
    assert_forbidden("R*5d+", "cannot_promote", "5d");
    assert_forbidden("R*5e", "occupied", "5e");
    assert_forbidden("G*5d", "no_such_piece_in_hand", "");
}

static void r11_promotion_at_the_zone(void **state)
{
    (void)state;
    start("9/9/4S4/9/9/9/9/k8/8K b - 1", "");
    assert_legal("5c4d");
    assert_legal("5c4d+");
    start("9/9/9/4S4/9/9/9/k8/8K b - 1", "");
    assert_legal("5d5c+");
    start("9/9/9/9/4S4/9/9/k8/8K b - 1", "");
    assert_forbidden("5e5d+", "cannot_promote", "5e");
    start("9/9/9/4G4/9/9/9/k8/8K b - 1", "");
    assert_forbidden("5d5c+", "cannot_promote", "5d");
    start("9/4P4/4L4/N8/9/9/9/1k7/8K b - 1", "");
    assert_forbidden("5b5a", "must_promote", "5a");
    assert_legal("5b5a+");
    assert_forbidden("9d8b", "must_promote", "8b");
    assert_legal("9d8b+");
    start("9/9/4L4/9/N8/9/9/1k7/8K b - 1", "");
    assert_forbidden("5c5a", "must_promote", "5a");
    assert_legal("5c5b");
    assert_legal("9e8c");
    assert_legal("9e8c+");
    start("9/9/9/9/9/9/4p4/1K7/7k1 w - 1", "");
    assert_legal("5g5h");
    assert_legal("5g5h+");
}

static void r12_nifu(void **state)
{
    (void)state;
    start("k8/9/4+P4/9/9/9/9/9/8K b P 1", "");
    assert_legal("P*5d");
    start("k8/4p4/9/9/9/9/4P4/9/8K b P 1", "");
    assert_forbidden("P*5d", "nifu", "5g");
    assert_legal("P*4d");
}

static void r12_a_drop_must_be_able_to_move(void **state)
{
    (void)state;
    start("k8/9/9/9/9/9/9/9/8K b PLN 1", "");
    assert_forbidden("P*5a", "dead_piece", "5a");
    assert_forbidden("L*5a", "dead_piece", "5a");
    assert_forbidden("N*5b", "dead_piece", "5b");
    assert_legal("N*5c");
    assert_legal("L*5b");
}

static void r12_the_own_king_is_never_left_in_check(void **state)
{
    (void)state;
    start("k3r4/9/9/9/9/9/4G4/9/4K4 b P 1", "");
    assert_forbidden("5g4g", "in_check", "5a 5i");
    assert_legal("5g5f");
    start("4k4/9/9/9/4r4/9/9/9/P3K4 b G 1", "");
    assert_forbidden("9i9h", "in_check", "5e 5i");
    assert_forbidden("G*4g", "in_check", "5e 5i");
    assert_legal("G*5g");
    assert_forbidden("5i5h", "in_check", "5e 5h");
    /* A slider looks through the square that the king leaves. */
    assert_legal("5i4i");
    /* Two checks at once: only the king moves. */
    start("4k4/9/9/9/4r4/9/3n5/9/4K4 b G 1", "");
    assert_forbidden("G*5g", "in_check", "5i 6g");
    assert_legal("5i4i");
    start("3k5/9/9/4K4/9/9/9/9/9 b - 1", "");
    assert_forbidden("5d4b", "not_reachable", "");
    start("9/9/9/4k4/9/4K4/9/9/9 b - 1", "");
    assert_forbidden("5f5e", "in_check", "5d 5e");
}

static void r12_uchifuzume(void **state)
{
    (void)state;
    start("8k/6G2/9/7N1/9/9/9/9/K8 b P 1", "");
    assert_forbidden("P*1b", "uchifuzume", "1a 1b");
    /* The gold that could take is pinned by the bishop. */
    start("3lkl3/5g3/9/2NN3B1/9/9/9/9/K8 b P 1", "");
    assert_forbidden("P*5b", "uchifuzume", "5a 5b");
    /* Without the pin it takes. */
    start("3lkl3/5g3/9/2NN5/9/9/9/9/K8 b P 1", "");
    assert_legal("P*5b");
    /* The same square by another piece, and by a pawn that moves. */
    start("8k/6G2/9/7N1/9/9/9/9/K8 b L 1", "");
    play("L*1b");
    assert_result("checkmate", SENTE);
    start("8k/6G2/8P/7N1/9/9/9/9/K8 b - 1", "");
    play("1c1b");
    assert_result("checkmate", SENTE);
}

static void r12_a_pawn_drop_that_stalemates_wins(void **state)
{
    (void)state;
    start("8k/6G2/9/9/9/9/9/9/K8 b P 1", "");
    play("P*1c");
    assert_false(match.game->check(&match.now.head, NULL));
    assert_result("no_legal_move", SENTE);
}

static void r13_checkmate_wins(void **state)
{
    (void)state;
    start("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "");
    play("G*5b");
    assert_result("checkmate", SENTE);
    assert_int_equal(match.game->count(&match.now.head, &match.history), 0);
    start("4k4/9/9/9/9/9/4p4/9/4K4 w g 1", "");
    play("G*5h");
    assert_result("checkmate", GOTE);
}

static void r14_fourth_occurrence_draws(void **state)
{
    (void)state;
    const char *round_trip = "5i5h 5a5b 5h5i 5b5a";
    start("4k4/9/p8/9/9/9/P8/9/4K4 b - 1", "");
    play(round_trip);
    play(round_trip);
    play("5i5h 5a5b 5h5i");
    assert_result(NULL, NOBODY);
    play("5b5a");
    assert_result("repetition", NOBODY);
}

static void r14_perpetual_check_loses(void **state)
{
    (void)state;
    /* The rook checks from 5e and 4e; every move of sente's is a check from the first occurrence on. */
    start("4k4/9/9/9/3R5/9/9/9/K8 b - 1", "");
    play("6e5e 5a4a");
    play("5e4e 4a5a 4e5e 5a4a 5e4e 4a5a 4e5e 5a4a 5e4e 4a5a");
    assert_result(NULL, NOBODY);
    play("4e5e");
    assert_result("perpetual_check", GOTE);
    /* The first occurrence came before the checks began: not every move was a check. */
    start("4k4/9/9/9/5R3/9/9/9/K8 b - 1", "");
    play("4e4f 5a5b 4f4e 5b5a 4e5e 5a4a 5e4e 4a5a 4e5e 5a4a 5e4e 4a5a");
    assert_result("repetition", NOBODY);
}

static void r15_handicaps_remove_gotes_pieces_and_gote_moves_first(void **state)
{
    (void)state;
    static const struct {
        const char *rules, *board;
    } handicaps[] = {
        {"handicap=lance", "lnsgkgsn1/1r5b1/ppppppppp"},
        {"handicap=bishop", "lnsgkgsnl/1r7/ppppppppp"},
        {"handicap=rook", "lnsgkgsnl/7b1/ppppppppp"},
        {"handicap=rook_lance", "lnsgkgsn1/7b1/ppppppppp"},
        {"handicap=two", "lnsgkgsnl/9/ppppppppp"},
        {"handicap=four", "1nsgkgsn1/9/ppppppppp"},
        {"handicap=six", "2sgkgs2/9/ppppppppp"},
        {"handicap=eight", "3gkg3/9/ppppppppp"},
        {"handicap=ten", "4k4/9/ppppppppp"},
    };
    for (size_t i = 0; i < sizeof handicaps / sizeof handicaps[0]; i++) {
        char sfen[SFEN_MAX];
        start(NULL, handicaps[i].rules);
        sfen_format(match.game, &match.now.head, sfen);
        assert_memory_equal(sfen, handicaps[i].board, strlen(handicaps[i].board));
        assert_int_equal(match.now.head.side, GOTE);
        assert_legal("5a5b");
        assert_forbidden("7g7f", "wrong_turn", "7g");
    }
}

static void r15_points24_counts_when_both_kings_have_entered(void **state)
{
    (void)state;
    /* Sente: rook, bishop and 14 pieces are 24 points; gote has 30. One pawn fewer is 23. */
    const char *enough = "4K4/9/9/9/9/9/9/9/3k5 b RB2G2S2N2L6Prb2g2s2n2l12p 1";
    const char *short_of_one = "4K4/9/9/9/9/9/9/9/3k5 b RB2G2S2N2L5Prb2g2s2n2l13p 1";
    start(enough, "");
    assert_result(NULL, NOBODY);
    start(enough, "impasse=points24");
    assert_result("impasse", NOBODY);
    start(short_of_one, "impasse=points24");
    assert_result("impasse", GOTE);
    /* One king outside: the game goes on until it enters. */
    start("9/9/9/4K4/9/9/9/9/3k5 b RB2G2S2N2L5Prb2g2s2n2l13p 1", "impasse=points24");
    assert_result(NULL, NOBODY);
    play("5d5c");
    assert_result("impasse", GOTE);
}

static void r15_points27_wins_for_the_side_to_move(void **state)
{
    (void)state;
    /* Ten companions in the camp: rook and bishop ten points, eight others eight, ten pawns in hand: 28. */
    const char *enough = "RBGGSSNNL/4K4/P8/9/k8/9/9/9/9 b 10P 1";
    const char *short_of_one = "RBGGSSNNL/4K4/P8/9/k8/9/9/9/9 b 9P 1";
    start(enough, "impasse=points24");
    assert_result(NULL, NOBODY);
    start(enough, "impasse=points27");
    assert_result("impasse", SENTE);
    start(short_of_one, "impasse=points27");
    assert_result(NULL, NOBODY);
    /* Nine companions are not enough, however many points there are; nor is a king in check. */
    start("RBGGSSNN1/4K4/P8/9/9/9/9/9/k8 b 15P 1", "impasse=points27");
    assert_result(NULL, NOBODY);
    start("RBGGSSNNL/4K4/P3p4/9/9/9/9/9/k8 b 12P 1", "impasse=points27");
    assert_result("impasse", SENTE);
    start("RBGGSSNNL/4K4/P8/9/4r4/9/9/9/k8 b 12P 1", "impasse=points27");
    assert_result(NULL, NOBODY);
    /* Gote needs one less, and counts what a handicap left out. */
    start("8K/9/9/9/9/9/p8/4k4/rbggssnnl w 9p 1", "impasse=points27");
    assert_result("impasse", GOTE);
    start("8K/9/9/9/9/9/p8/4k4/rbggssnnl w 8p 1", "impasse=points27 handicap=lance");
    assert_result("impasse", GOTE);
    start("8K/9/9/9/9/9/p8/4k4/rbggssnnl w 8p 1", "impasse=points27");
    assert_result(NULL, NOBODY);
}

static void r16_king_against_king_goes_on(void **state)
{
    (void)state;
    start("4k4/9/9/9/9/9/9/9/4K4 b - 1", "");
    play("5i5h 5a5b 5h5g 5b5c");
    assert_result(NULL, NOBODY);
}

static void what_stands_in_the_way_is_shown(void **state)
{
    (void)state;
    start(NULL, "");
    assert_forbidden("2h2c", "not_reachable", "2g");
    assert_forbidden("8h7i", "own_piece", "7i");
    assert_forbidden("5e5d", "no_piece", "5e");
    assert_forbidden("8h8g", "own_piece", "8g");
    assert_forbidden("2h3f", "not_reachable", "");
}

static void positions_that_cannot_be_are_refused(void **state)
{
    (void)state;
    assert_refused("shogi", "kk7/9/9/9/9/9/9/9/K8 b - 1", "too_many_kings");
    assert_refused("shogi", "4k4/4R4/9/9/9/9/9/9/K8 b - 1", "king_capturable");
}

static void what_can_be_written_is_listed_or_explained(void **state)
{
    (void)state;
    play_random_games("shogi", NULL, "", 12, 20261130, false);
    start("l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1", "");
    assert_move_count(207);
    assert_moves_hold_together(false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(r1_sente_moves_first),
        cmocka_unit_test(r2_there_is_no_passing_and_no_move_loses),
        cmocka_unit_test(r3_the_limit_draws_unless_the_last_ply_wins),
        cmocka_unit_test(r6_an_illegal_move_costs_nothing),
        cmocka_unit_test(r7_hands_and_side_to_move_tell_positions_apart),
        cmocka_unit_test(r10_captured_pieces_change_sides_unpromoted),
        cmocka_unit_test(r11_promotion_at_the_zone),
        cmocka_unit_test(r12_nifu),
        cmocka_unit_test(r12_a_drop_must_be_able_to_move),
        cmocka_unit_test(r12_the_own_king_is_never_left_in_check),
        cmocka_unit_test(r12_uchifuzume),
        cmocka_unit_test(r12_a_pawn_drop_that_stalemates_wins),
        cmocka_unit_test(r13_checkmate_wins),
        cmocka_unit_test(r14_fourth_occurrence_draws),
        cmocka_unit_test(r14_perpetual_check_loses),
        cmocka_unit_test(r15_handicaps_remove_gotes_pieces_and_gote_moves_first),
        cmocka_unit_test(r15_points24_counts_when_both_kings_have_entered),
        cmocka_unit_test(r15_points27_wins_for_the_side_to_move),
        cmocka_unit_test(r16_king_against_king_goes_on),
        cmocka_unit_test(what_stands_in_the_way_is_shown),
        cmocka_unit_test(positions_that_cannot_be_are_refused),
        cmocka_unit_test(what_can_be_written_is_listed_or_explained),
    };
    return cmocka_run_group_tests_name("shogi rules", tests, NULL, NULL);
}
