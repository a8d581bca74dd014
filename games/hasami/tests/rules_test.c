/* Every rule of RULES.md by name, on positions made for it. */
#include "rules/tests/match_steps.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void start(const char *sfen, const char *rules)
{
    start_game("hasami", sfen, rules);
}

/* From a position, after these moves the board and what is captured are so. */
static void leads_to(const char *sfen, const char *moves, const char *fields)
{
    start(sfen, "");
    play(moves);
    assert_position(fields);
}

static void r1_sente_moves_first(void **state)
{
    (void)state;
    start(NULL, "");
    assert_int_equal(match.now.head.side, SENTE);
    assert_forbidden("5a5b", "wrong_turn", "5a");
}

static void r2_there_is_no_passing(void **state)
{
    (void)state;
    start(NULL, "");
    assert_forbidden("5i5i", "passing", "5i");
}

static void r3_the_limit_draws_unless_the_last_ply_wins(void **state)
{
    (void)state;
    start(NULL, "move_limit=4");
    play("5i5h 5a5b 5h5i");
    assert_result(NULL, NOBODY);
    play("5b5a");
    assert_result("move_limit", NOBODY);
    assert_int_equal(match_play_usi(&match, "5i5h", NULL, NULL), ERR_GAME_OVER);
    start("p8/9/9/9/2Pp5/9/9/4P4/9 b 4P 1", "move_limit=1");
    play("5h5e");
    assert_result("captures", SENTE);
}

static void r6_an_illegal_move_costs_nothing(void **state)
{
    (void)state;
    start("p8/9/9/9/9/4p4/9/4P4/9 b 2P 1", "");
    assert_costs_nothing("5h5e", "not_reachable");
    assert_costs_nothing("5h5f", "occupied");
    assert_costs_nothing("9a9b", "wrong_turn");
    play("5h5g"); /* and the same side moves on */
}

static void r7_captures_and_side_to_move_tell_positions_apart(void **state)
{
    (void)state;
    union position_store a, b;
    const struct game *game = game_find("hasami");
    assert_int_equal(sfen_parse(game, NULL, "pp7/9/9/9/9/9/9/9/PP7 b P 1", &a, NULL), OK);
    assert_int_equal(sfen_parse(game, NULL, "pp7/9/9/9/9/9/9/9/PP7 b 2P 1", &b, NULL), OK);
    assert_true(a.head.key != b.head.key);
    assert_int_equal(sfen_parse(game, NULL, "pp7/9/9/9/9/9/9/9/PP7 w P 1", &b, NULL), OK);
    assert_true(a.head.key != b.head.key);
    assert_int_equal(sfen_parse(game, NULL, "pp7/9/9/9/9/9/9/9/PP7 b P 9", &b, NULL), OK);
    assert_true(a.head.key == b.head.key);
}

static void r40_nine_pieces_on_the_back_rank_move_like_rooks(void **state)
{
    (void)state;
    start(NULL, "");
    assert_position("ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b -");
    assert_move_count(63);
    assert_legal("5i5b");
    assert_forbidden("5i4h", "not_reachable", "");
    assert_forbidden("5i5b+", "cannot_promote", "5i");
    assert_false(match.game->check(&match.now.head, NULL));
}

static void r40_nobody_jumps_displaces_or_drops(void **state)
{
    (void)state;
    start("p8/9/9/9/9/4p4/9/4P4/4P4 b P 1", "");
    assert_forbidden("5h5e", "not_reachable", "5f");
    assert_forbidden("5h5f", "occupied", "5f");
    assert_forbidden("5i5h", "own_piece", "5h");
    assert_forbidden("5i5g", "not_reachable", "5h");
    assert_forbidden("5e5d", "no_piece", "5e");
    assert_forbidden("P*5e", "no_drops", "");
    assert_forbidden("5h5g5h", "not_reachable", "");
    assert_legal("5h5g");
}

static void r41_runs_up_to_the_next_own_piece_are_taken(void **state)
{
    (void)state;
    leads_to("p8/9/9/9/2Pp5/9/9/4P4/9 b - 1", "5h5e", "p8/9/9/9/2P1P4/9/9/9/9 w P");
    leads_to("p8/9/4P4/4p4/8P/9/9/9/9 b - 1", "1e5e", "p8/9/4P4/9/4P4/9/9/9/9 w P");
    leads_to("p8/9/9/9/1Pppp4/9/9/5P3/9 b - 1", "4h4e", "p8/9/9/9/1P3P3/9/9/9/9 w 3P");
    /* Only up to the next own one. */
    leads_to("p8/9/9/9/1PpPp4/9/9/5P3/9 b - 1", "4h4e", "p8/9/9/9/1PpP1P3/9/9/9/9 w P");
    /* Gote takes in the same way. */
    leads_to("4p4/9/9/9/2pP5/9/9/9/P8 w - 1", "5a5e", "9/9/9/9/2p1p4/9/9/9/P8 b p");
}

static void r41_a_gap_or_the_edge_ends_a_run(void **state)
{
    (void)state;
    leads_to("p8/9/9/9/1Pp1p4/9/9/5P3/9 b - 1", "4h4e", "p8/9/9/9/1Pp1pP3/9/9/9/9 w -");
    leads_to("p8/9/9/9/pp7/9/9/2P6/9 b - 1", "7h7e", "p8/9/9/9/ppP6/9/9/9/9 w -");
    leads_to("p8/9/9/9/9/9/7Pp/9/8P b - 1", "1i1h", "p8/9/9/9/9/9/7Pp/8P/9 w -");
}

static void r41_several_directions_at_once(void **state)
{
    (void)state;
    leads_to("p8/9/9/4P4/4p4/2Pp5/9/9/4P4 b - 1", "5i5f", "p8/9/9/4P4/9/2P1P4/9/9/9 w 2P");
    leads_to("p8/9/9/4P4/4p4/2Pp1pP2/9/9/4P4 b - 1", "5i5f", "p8/9/9/4P4/9/2P1P1P2/9/9/9 w 3P");
    /* Downwards as well, the piece coming from the side. */
    leads_to("p8/9/4P4/4p4/8P/4p4/4P4/9/9 b - 1", "1e5e", "p8/9/4P4/9/4P4/9/4P4/9/9 w 2P");
}

static void r41_only_the_piece_that_moved_captures(void **state)
{
    (void)state;
    leads_to("p8/9/9/2PpP4/9/9/9/9/P8 b - 1", "9i9h", "p8/9/9/2PpP4/9/9/9/P8/9 w -");
}

static void r41_an_edge_run_between_own_pieces_is_taken(void **state)
{
    (void)state;
    leads_to("Pp2p4/9/9/9/9/9/9/9/2P6 b - 1", "7i7a", "P1P1p4/9/9/9/9/9/9/9/9 w P");
}

static void r42_all_four_corners(void **state)
{
    (void)state;
    leads_to("pP6p/8P/9/9/9/9/9/9/9 b - 1", "1b9b", "1P6p/P8/9/9/9/9/9/9/9 w P");
    leads_to("p6Pp/9/9/8P/9/9/9/9/9 b - 1", "1d1b", "p6P1/8P/9/9/9/9/9/9/9 w P");
    leads_to("p8/9/9/9/8p/9/9/9/P6pP w - 1", "1e1h", "p8/9/9/9/9/9/9/8p/P6p1 b p");
    leads_to("p8/9/9/9/9/9/9/p8/P3p4 w - 1", "5i8i", "p8/9/9/9/9/9/9/p8/1p7 b p");
}

static void r42_needs_both_neighbours_and_this_move(void **state)
{
    (void)state;
    leads_to("pp7/P8/9/9/9/9/9/2P6/9 b - 1", "7h7a", "ppP6/P8/9/9/9/9/9/9/9 w -");
    leads_to("pp7/8P/9/9/9/9/9/9/9 b - 1", "1b9b", "pp7/P8/9/9/9/9/9/9/9 w -");
    leads_to("p7p/8P/9/9/9/9/9/9/9 b - 1", "1b9b", "p7p/P8/9/9/9/9/9/9/9 w -");
    /* Both stand there, but the corner was not closed by this move. */
    leads_to("pP6p/P8/9/9/9/9/9/9/8P b - 1", "1i1h", "pP6p/P8/9/9/9/9/9/8P/9 w -");
}

static void r42_corner_and_run_together(void **state)
{
    (void)state;
    leads_to("p1pP4p/P8/9/9/9/9/9/9/1P7 b - 1", "8i8a", "1P1P4p/P8/9/9/9/9/9/9/9 w 2P");
}

static void r43_moving_between_two_is_safe_until_it_is_closed_anew(void **state)
{
    (void)state;
    const char *sfen = "p8/9/9/9/2p1p4/9/9/3P5/P8 b - 1";
    leads_to(sfen, "6h6e", "p8/9/9/9/2pPp4/9/9/9/P8 w -");
    /* Another move of gote's elsewhere takes nothing. */
    leads_to(sfen, "6h6e 9a9b", "9/p8/9/9/2pPp4/9/9/9/P8 b -");
    leads_to(sfen, "6h6e 7e7d 9i9h 7d7e", "p8/9/9/9/2p1p4/9/9/P8/9 b p");
}

static void r44_five_captures(void **state)
{
    (void)state;
    start("p8/9/9/9/2Pp5/9/9/4P4/9 b 3P 1", "");
    play("5h5e");
    assert_result(NULL, NOBODY);
    start("p8/9/9/9/2Pp5/9/9/4P4/9 b 4P3p 1", "");
    play("5h5e");
    assert_result("captures", SENTE);
    assert_move_count(0);
    start("p8/9/9/9/1Pppp4/9/9/5P3/9 b 4P 1", "");
    play("4h4e");
    assert_result("captures", SENTE);
    start("4p4/9/9/9/2pP5/9/9/9/P8 w 4P4p 1", "");
    play("5a5e");
    assert_result("captures", GOTE);
}

static void r44_a_lead_of_three(void **state)
{
    (void)state;
    start("p8/9/9/9/2Pp5/9/9/4P4/9 b 2P 1", "win=lead3");
    play("5h5e");
    assert_result("captures", SENTE);
    start("p8/9/9/9/2Pp5/9/9/4P4/9 b 4P3p 1", "win=lead3");
    play("5h5e");
    assert_result(NULL, NOBODY);
    start("p8/9/9/9/2Pp5/9/9/4P4/9 b 5P3p 1", "win=lead3");
    play("5h5e");
    assert_result("captures", SENTE);
    /* Who is behind by three wins only by leading by three. */
    start("4p4/9/9/9/2pP5/9/9/9/P8 w 2P4p 1", "win=lead3");
    play("5a5e");
    assert_result("captures", GOTE);
}

static void r44_all_nine(void **state)
{
    (void)state;
    start("p8/9/9/9/2Pp5/9/9/4P4/9 b 7P 1", "win=all");
    play("5h5e");
    assert_result(NULL, NOBODY);
    start("9/9/9/9/2Pp5/9/9/4P4/9 b 8P 1", "win=all");
    play("5h5e");
    assert_result("captures", SENTE);
}

static void r44_a_given_position_may_be_decided(void **state)
{
    (void)state;
    start("p8/9/9/9/9/9/9/9/P8 w 5P 1", "");
    assert_result("captures", SENTE);
    start("p8/9/9/9/9/9/9/9/P8 b 5P 1", "win=all");
    assert_result(NULL, NOBODY);
}

static void r45_who_cannot_move_loses_at_once(void **state)
{
    (void)state;
    start("pppppP3/PPPP5/9/9/9/9/9/9/4P4 b 4P3p 1", "");
    play("5i5b");
    assert_result("no_legal_move", SENTE);
    start("ppP6/P8/9/9/9/9/9/9/1P7 b 7P6p 1", "win=all");
    play("8i8b");
    assert_result("no_legal_move", SENTE);
}

static void r45_fourth_occurrence_draws(void **state)
{
    (void)state;
    const char *round_trip = "5i5h 5a5b 5h5i 5b5a";
    start(NULL, "");
    play(round_trip);
    play(round_trip);
    play("5i5h 5a5b 5h5i");
    assert_result(NULL, NOBODY);
    play("5b5a");
    assert_result("repetition", NOBODY);
}

static void positions_that_cannot_be_are_refused(void **state)
{
    (void)state;
    assert_refused("hasami", "ppppppppp/ppppppppp/p8/9/9/9/9/9/P8 b - 1", "too_many_pieces");
    assert_refused("hasami", "ppppppppp/9/9/9/9/9/9/9/P8 b 10P 1", "too_many_pieces");
}

static void what_can_be_written_is_listed_or_explained(void **state)
{
    (void)state;
    static const char *const rules[] = {"", "win=lead3", "win=all"};
    for (unsigned i = 0; i < sizeof rules / sizeof rules[0]; i++)
        play_random_games("hasami", NULL, rules[i], 3, 20261130 + i, false);
    play_random_games("hasami", "3p1p3/9/2P3P2/9/p7p/9/2P3P2/9/3p1p3 w - 1", "win=all", 6, 45, false);
    start(NULL, "");
    assert_moves_hold_together(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(r1_sente_moves_first),
        cmocka_unit_test(r2_there_is_no_passing),
        cmocka_unit_test(r3_the_limit_draws_unless_the_last_ply_wins),
        cmocka_unit_test(r6_an_illegal_move_costs_nothing),
        cmocka_unit_test(r7_captures_and_side_to_move_tell_positions_apart),
        cmocka_unit_test(r40_nine_pieces_on_the_back_rank_move_like_rooks),
        cmocka_unit_test(r40_nobody_jumps_displaces_or_drops),
        cmocka_unit_test(r41_runs_up_to_the_next_own_piece_are_taken),
        cmocka_unit_test(r41_a_gap_or_the_edge_ends_a_run),
        cmocka_unit_test(r41_several_directions_at_once),
        cmocka_unit_test(r41_only_the_piece_that_moved_captures),
        cmocka_unit_test(r41_an_edge_run_between_own_pieces_is_taken),
        cmocka_unit_test(r42_all_four_corners),
        cmocka_unit_test(r42_needs_both_neighbours_and_this_move),
        cmocka_unit_test(r42_corner_and_run_together),
        cmocka_unit_test(r43_moving_between_two_is_safe_until_it_is_closed_anew),
        cmocka_unit_test(r44_five_captures),
        cmocka_unit_test(r44_a_lead_of_three),
        cmocka_unit_test(r44_all_nine),
        cmocka_unit_test(r44_a_given_position_may_be_decided),
        cmocka_unit_test(r45_who_cannot_move_loses_at_once),
        cmocka_unit_test(r45_fourth_occurrence_draws),
        cmocka_unit_test(positions_that_cannot_be_are_refused),
        cmocka_unit_test(what_can_be_written_is_listed_or_explained),
    };
    return cmocka_run_group_tests_name("hasami rules", tests, NULL, NULL);
}
