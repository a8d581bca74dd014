/* Every rule of RULES.md by name, on positions made for it. */
#include "rules/tests/match_steps.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void start(const char *sfen, const char *rules)
{
    start_game("annan", sfen, rules);
}

static void r1_sente_moves_first(void **state)
{
    (void)state;
    start(NULL, "");
    assert_int_equal(match.now.head.side, SENTE);
    assert_forbidden("3c3d", "wrong_turn", "3c");
}

static void r2_there_is_no_passing_and_no_move_loses(void **state)
{
    (void)state;
    start("4k4/9/9/9/9/9/9/9/4K4 b - 1", "");
    assert_forbidden("5i5i", "passing", "5i");
    /* A pawn dropped anywhere; the king in the corner has no step and is not in check. */
    start("8k/6G2/9/7N1/9/9/9/9/K8 b P 1", "");
    play("P*9e");
    assert_result("no_legal_move", SENTE);
}

static void r3_the_limit_draws_unless_the_last_ply_wins(void **state)
{
    (void)state;
    start("4k4/9/p8/9/9/9/P8/9/4K4 b - 1", "move_limit=2");
    play("5i5h");
    assert_result(NULL, NOBODY);
    play("5a5b");
    assert_result("move_limit", NOBODY);
    assert_int_equal(match_play_usi(&match, "5h5g", NULL, NULL), ERR_GAME_OVER);
    start("8k/6G2/9/7N1/9/9/9/9/K8 b L 1", "move_limit=1");
    play("L*1b");
    assert_result("checkmate", SENTE);
}

static void r6_an_illegal_move_costs_nothing(void **state)
{
    (void)state;
    start(NULL, "");
    play("2g2d");
    assert_costs_nothing("8b8a", "own_piece");
    assert_costs_nothing("8b7b", "moves_as_support");
    assert_costs_nothing("2d2c", "wrong_turn");
    play("3c3d"); /* and the same side moves on */
}

static void r7_r20_fourth_occurrence_draws(void **state)
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

static void r20_perpetual_check_loses(void **state)
{
    (void)state;
    start("4k4/9/9/9/5R3/9/9/9/K8 b - 1", "");
    play("4e5e 5a4a 5e4e 4a5a 4e5e 5a4a 5e4e 4a5a 4e5e 5a4a 5e4e");
    assert_result(NULL, NOBODY);
    play("4a5a");
    assert_result("perpetual_check", GOTE);
}

static void r20_the_usual_array(void **state)
{
    (void)state;
    start(NULL, "");
    assert_position("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -");
    assert_move_count(39);
    assert_legal("2g2d"); /* the rook stands behind the pawn */
    assert_legal("8g7f"); /* the bishop behind that one */
    assert_legal("2h1f"); /* the rook has the knight behind it */
    assert_forbidden("2h3h", "moves_as_support", "2i");
}

static void r20_hands_and_drops_as_in_shogi(void **state)
{
    (void)state;
    start("k8/9/9/9/9/4r4/4P4/4G4/8K b - 1", "");
    play("5g5f 9a9b");
    assert_legal("R*5d");
    assert_forbidden("R*5d+", "cannot_promote", "5d");
    assert_forbidden("R*5f", "occupied", "5f");
    assert_forbidden("G*5d", "no_such_piece_in_hand", "");
    /* A promoted piece is in hand as what it was, whatever it moved like. */
    start("k8/9/9/9/9/4+s4/4P4/4G4/8K b - 1", "");
    play("5g5f 9a9b");
    assert_legal("S*5d");
}

static void r20_checkmate_wins(void **state)
{
    (void)state;
    /* Before a pawn the gold checks like a pawn, and the king steps aside; before the king it is a king. */
    start("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "");
    play("G*5b");
    assert_result(NULL, NOBODY);
    assert_legal("5a4a");
    start("4k4/9/4K4/9/9/9/9/9/9 b G 1", "");
    play("G*5b");
    assert_result("checkmate", SENTE);
    assert_move_count(0);
}

static void r21_a_piece_moves_only_as_the_one_behind_it(void **state)
{
    (void)state;
    start("k8/9/9/9/9/4P4/4+R4/9/8K b - 1", "");
    assert_legal("5f6g"); /* a dragon's step back */
    assert_legal("5f1f");
    /* Its own movement is gone when the support's has not got it. */
    start("k8/9/9/9/9/4G4/4N4/9/8K b - 1", "");
    assert_legal("5f6d");
    assert_forbidden("5f5e", "moves_as_support", "5g");
    assert_forbidden("5f9f", "not_reachable", "5g");
    /* For gote, behind is towards rank a. */
    start("4k4/4g4/4p4/9/9/9/9/9/4K4 w - 1", "");
    assert_legal("5c6c");
    assert_legal("5b6c"); /* the gold has the king behind it */
    start("4k4/9/4p4/4g4/9/9/9/9/4K4 w - 1", "");
    assert_forbidden("5d6d", "moves_as_support", "5c");
    assert_legal("5d5e");
}

static void r21_what_stands_in_the_way_is_shown(void **state)
{
    (void)state;
    start("k8/9/9/4p4/9/4P4/4R4/9/8K b - 1", "");
    assert_forbidden("5f5b", "not_reachable", "5d");
    assert_forbidden("5f4e", "not_reachable", "5g");
    assert_forbidden("5g5f", "own_piece", "5f");
    assert_forbidden("5e5d", "no_piece", "5e");
}

static void r21_an_enemy_or_nothing_behind_changes_nothing(void **state)
{
    (void)state;
    start("9/9/9/4P4/4r4/9/9/9/K7k b - 1", "");
    assert_forbidden("5d4d", "not_reachable", "");
    assert_legal("5d5c");
    start("9/9/9/4P4/9/4R4/9/9/K7k b - 1", "");
    assert_forbidden("5d4d", "not_reachable", "");
}

static void r21_kings_lend_and_borrow(void **state)
{
    (void)state;
    start("k8/9/9/9/9/9/9/4P4/4K4 b - 1", "");
    assert_legal("5h6i");
    assert_legal("5h4h");
    start("k8/9/9/9/9/9/9/4K4/4R4 b - 1", "");
    assert_legal("5h5b");
    assert_legal("5h9h");
}

static void r21_complaint_a_king_is_refused_a_step(void **state)
{
    (void)state;
    /* It has a knight behind it: it leaps, and does not step. */
    start("k8/9/9/9/9/9/9/4K4/4N4 b - 1", "");
    assert_forbidden("5h5g", "moves_as_support", "5i");
    assert_forbidden("5h4i", "moves_as_support", "5i");
    assert_legal("5h4f");
    /* The square is attacked by a knight that a rook makes a rook: both are shown. */
    start("4k4/9/9/9/9/4N4/4R4/9/K8 w - 1", "");
    assert_forbidden("5a5b", "in_check", "5b 5f 5g");
    assert_legal("5a4a");
    /* As a knight it attacks nothing. */
    start("9/9/9/4k4/9/9/9/4N4/K3P4 w - 1", "");
    assert_legal("5d4d");
    start("9/9/3k5/9/4N4/4P4/9/9/K8 w - 1", "");
    assert_legal("6c5b");
    assert_forbidden("6c5d", "in_check", "5d 5e 5f");
}

static void r21_support_is_not_handed_on(void **state)
{
    (void)state;
    start(NULL, "");
    assert_forbidden("8g7e", "not_reachable", "8h"); /* not as the knight on 8i, but as the bishop on 8h */
    start("k8/9/9/9/4P4/4S4/4R4/9/8K b - 1", "");
    assert_forbidden("5e5a", "not_reachable", "5f");
    assert_legal("5e6f"); /* as the silver */
    assert_legal("5f9f"); /* the silver as the rook */
}

static void r22_promotion_goes_by_the_own_type(void **state)
{
    (void)state;
    start("k8/9/9/9/9/4G4/4R4/9/8K b - 1", "");
    assert_forbidden("5f5c+", "cannot_promote", "5f");
    assert_legal("5f5c");
    start("k8/9/4P4/4G4/9/9/9/9/8K b - 1", "");
    assert_legal("5c4c+");
    assert_legal("5c4c");
    start("k8/9/4K4/4B4/9/9/9/9/9 b - 1", "");
    assert_forbidden("5c4b+", "cannot_promote", "5c");
    start("k8/9/9/9/4P4/4R4/9/9/8K b - 1", "");
    assert_forbidden("5e5d+", "cannot_promote", "5e");
    assert_legal("5e5c+");
}

static void r22_complaint_nifu_goes_by_the_own_type(void **state)
{
    (void)state;
    start("k8/9/9/9/9/9/4P4/4G4/8K b P 1", "");
    assert_forbidden("P*5d", "nifu", "5g"); /* that pawn moves as a gold, and is a pawn */
    assert_legal("P*4d");
    /* A gold that moves as a pawn is none. */
    start("k8/9/9/9/9/4G4/4+P4/9/8K b P 1", "");
    assert_legal("P*5c");
}

static void r22_a_pawn_may_move_onto_a_file_with_another(void **state)
{
    (void)state;
    start("k8/9/9/9/3P5/9/4P4/4G4/8K b P 1", "");
    assert_legal("5g6g");
    play("5g6g 9a9b");
    assert_forbidden("P*6d", "nifu", "6e 6g");
    assert_legal("P*5g");
}

static void r23_last_rank_with_support(void **state)
{
    (void)state;
    start("k8/4S4/9/9/9/9/9/9/8K b PLN 1", "");
    assert_legal("P*5a");
    assert_legal("L*5a");
    assert_legal("N*5a");
    assert_forbidden("P*4a", "dead_piece", "4a");
    /* What stands behind must itself be able to go somewhere from there. */
    start("k8/4L4/9/9/9/9/9/9/8K b P 1", "");
    assert_forbidden("P*5a", "dead_piece", "5a 5b");
    /* A knight on the last rank but one: a pawn behind it can go on, a knight cannot. */
    start("k8/9/4P4/9/9/9/9/9/8K b N 1", "");
    assert_legal("N*5b");
    start("k8/9/4N4/9/9/9/9/9/8K b N 1", "");
    assert_forbidden("N*5b", "dead_piece", "5b 5c");
    /* Geometry: that the squares are held by own pieces now does not matter. */
    start("k2+P1+P3/4G4/9/9/9/9/9/9/8K b L 1", "");
    assert_legal("L*5a");
    /* For gote the last rank is i. */
    start("K8/9/9/9/9/9/9/4s4/8k w p 1", "");
    assert_legal("P*5i");
    assert_forbidden("P*4i", "dead_piece", "4i");
}

static void r23_moves_to_the_last_rank(void **state)
{
    (void)state;
    /* Straight ahead: the support does not come along. */
    start("k8/4P4/4G4/9/9/9/9/9/8K b - 1", "");
    assert_forbidden("5b5a", "must_promote", "5a");
    assert_legal("5b5a+");
    /* Aside: a gold behind the target will do, a pawn will not. */
    start("k8/4PG3/4G4/9/9/9/9/9/8K b - 1", "");
    assert_legal("5b4a");
    start("k8/4PP3/4G4/9/9/9/9/9/8K b - 1", "");
    assert_forbidden("5b4a", "must_promote", "4a");
}

static void r23_it_may_get_stuck_later(void **state)
{
    (void)state;
    start("k3P4/4G4/9/9/9/9/9/9/8K b - 1", "");
    play("5b4b 9a9b");
    assert_forbidden("5a4a", "not_reachable", "");
    assert_position("4P4/k4G3/9/9/9/9/9/9/8K b -");
    start("k3P4/9/9/9/9/9/9/9/8K b - 1", "");
    assert_move_count(3); /* the king's */
}

static void r23_by_type_as_in_shogi(void **state)
{
    (void)state;
    start("k8/4S4/9/9/9/9/9/9/8K b PLN 1", "dead_piece=by_type");
    assert_forbidden("P*5a", "dead_piece", "5a");
    assert_forbidden("L*5a", "dead_piece", "5a");
    assert_forbidden("N*5a", "dead_piece", "5a");
    start("k8/4PG3/4G4/9/9/9/9/9/8K b - 1", "dead_piece=by_type");
    assert_forbidden("5b4a", "must_promote", "4a");
    assert_legal("5b4a+");
    assert_legal("5b6b"); /* sideways it stays off the last rank */
}

static void r24_taking_a_support_unmasks_a_slider(void **state)
{
    (void)state;
    /* The rook on 5e moves as the pawn on 5d: with that pawn gone it is a rook again. */
    start("9/9/9/4p4/1K2r4/9/9/9/8k b - 1", "");
    assert_legal("8e8d");
    assert_false(match.game->check(&match.now.head, NULL));
    start("9/9/9/3Gp4/1K2r4/9/9/9/8k b - 1", "");
    assert_forbidden("6d5d", "in_check", "5e 8e");
    start("9/9/9/4p4/1K1Sr4/9/9/9/8k b - 1", "");
    assert_forbidden("6e5d", "in_check", "5e 8e"); /* leaves the line as well */
    /* The king itself would stand before the rook. */
    start("9/9/9/3Kp4/4r4/9/9/9/8k b - 1", "");
    assert_forbidden("6d5d", "in_check", "5d 5e");
    assert_legal("6d5c");
    /* It may take the rook that lends to a pawn, which then looks the other way. */
    start("9/9/9/3Kr4/4p4/9/9/9/8k b - 1", "");
    assert_legal("6d5d");
    assert_moves_hold_together(false);
    start("9/9/9/3Kr4/4s4/9/9/9/8k b - 1", "");
    assert_legal("6d5d");
    start("9/9/9/3Kr4/4g4/9/9/9/8k b - 1", "");
    assert_forbidden("6d5d", "in_check", "5d 5e");
    assert_moves_hold_together(false);
}

static void r24_taking_a_support_can_answer_a_check(void **state)
{
    (void)state;
    /* The pawn on 4e checks from afar as a lance; without the lance it does not. */
    start("5k3/9/9/7b1/5P3/5L3/9/9/5K3 w - 1", "");
    assert_true(match.game->check(&match.now.head, NULL));
    assert_legal("2d4f");
    assert_forbidden("2d3c", "in_check", "4a 4e 4f");
    /* A double check through one support ends with it. */
    start("4k4/9/3N1N3/3R1R3/9/9/1b7/9/4K4 w - 1", "");
    assert_legal("8g5d");
}

static void r24_moving_away_changes_what_the_piece_in_front_attacks(void **state)
{
    (void)state;
    /* The rook leaves the knight, which is a knight again and checks. */
    start("9/3k5/9/4N4/4R4/9/9/9/K8 b - 1", "");
    play("5e1e");
    assert_true(match.game->check(&match.now.head, NULL));
    /* A step behind a piece makes a rook of it. */
    start("4k4/9/9/4N4/9/3R5/9/9/K8 b - 1", "");
    assert_false(match.game->check(&match.now.head, NULL));
    play("6f6e 5a5b 6e5e");
    assert_true(match.game->check(&match.now.head, NULL));
    /* Lending to a blocker is no defence: only to take, to step away, to stand between. */
    start("4k4/9/9/9/4r4/9/9/9/4K4 b G 1", "");
    assert_legal("G*5g");
    assert_forbidden("G*4g", "in_check", "5e 5i");
}

/* A gote king may not step from 4a to 5b when it is attacked there, by a piece itself or by a pawn that a piece behind
 * lends its movement to; and standing on 5b it is in check. */
static void r24_every_movement_attacks(void **state)
{
    (void)state;
    static const char *const boards[] = {
        "9/9/4P4/9/9/9/9/9/9",    "9/9/9/4L4/9/9/9/9/9",    "9/9/9/5N3/9/9/9/9/9",    "9/9/4S4/9/9/9/9/9/9",
        "9/9/4G4/9/9/9/9/9/9",    "9/9/9/9/7B1/9/9/9/9",    "9/9/9/9/9/9/4R4/9/9",    "9/9/4+P4/9/9/9/9/9/9",
        "9/9/4+L4/9/9/9/9/9/9",   "9/9/4+N4/9/9/9/9/9/9",   "9/9/4+S4/9/9/9/9/9/9",   "9/9/9/9/7+B1/9/9/9/9",
        "9/9/4+B4/9/9/9/9/9/9",   "9/9/9/9/9/9/4+R4/9/9",   "9/9/3+R5/9/9/9/9/9/9",   "9/9/9/4N4/4L4/9/9/9/9",
        "9/9/9/5P3/5N3/9/9/9/9",  "9/9/4L4/4S4/9/9/9/9/9",  "9/9/4N4/4G4/9/9/9/9/9",  "9/9/9/9/7P1/7B1/9/9/9",
        "9/9/9/9/9/9/4N4/4R4/9",  "9/9/4N4/4K4/9/9/9/9/9",  "9/9/4N4/4+P4/9/9/9/9/9", "9/9/9/9/7N1/7+B1/9/9/9",
        "9/9/4N4/4+B4/9/9/9/9/9", "9/9/9/9/9/9/4N4/4+R4/9", "9/9/3N5/3+R5/9/9/9/9/9", "9/9/4B4/4P4/9/9/9/9/9",
        "9/9/4R4/4P4/9/9/9/9/9",  "9/9/4+B4/4G4/9/9/9/9/9", "9/9/4N4/4+S4/9/9/9/9/9",
    };
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        char sfen[128];
        move_t step;
        struct explanation why = {0};
        strcat(strcat(strcpy(sfen, "5k3/"), boards[i] + 2), " w - 1");
        start(sfen, "");
        if (match.game->check(&match.now.head, NULL))
            fail_msg("%s is check", sfen);
        assert_int_equal(usi_parse(match.game, "4a5b", &step, NULL), OK);
        if (match_legal(&match, step, &why) != MOVE_NONE || strcmp(why.rule, "in_check") != 0)
            fail_msg("4a5b in %s", sfen);
        assert_moves_hold_together(false);
        strcat(strcat(strcpy(sfen, "9/4k4/"), boards[i] + 4), " w - 1");
        start(sfen, "");
        if (!match.game->check(&match.now.head, NULL))
            fail_msg("%s is no check", sfen);
        assert_moves_hold_together(false);
    }
    start("5k3/9/4K4/9/9/9/9/9/9 w - 1", "");
    assert_forbidden("4a5b", "in_check", "5b 5c");
}

static void r24_pins(void **state)
{
    (void)state;
    /* Pinned by a gold that a rook behind it makes a rook. */
    start("k8/9/4r4/4g4/9/4G4/9/9/4K4 b - 1", "");
    assert_forbidden("5f4f", "in_check", "5c 5d 5i");
    assert_legal("5f5e");
    /* By a rook that moves as the pawn behind it, nothing is pinned. */
    start("k8/9/4p4/4r4/9/4G4/9/9/4K4 b - 1", "");
    assert_legal("5f4f");
}

static void r25_complaint_a_pawn_drop_that_mates(void **state)
{
    (void)state;
    /* Before the king, as in shogi. */
    start("8k/6G2/9/7N1/9/9/9/9/K8 b P 1", "");
    assert_forbidden("P*1b", "uchifuzume", "1a 1b");
    /* From afar, as the rook behind it. */
    start("8k/6G2/9/8R/8N/9/9/9/K8 b P 1", "");
    assert_forbidden("P*1c", "uchifuzume", "1a 1c");
    /* Behind a knight, which becomes a pawn and mates. */
    start("8k/6G1N/9/9/9/9/9/9/K8 b P 1", "");
    assert_forbidden("P*1c", "uchifuzume", "1a 1c");
    /* Another piece on the same square mates, and so does a pawn that moves. */
    start("8k/6G2/9/7N1/9/9/9/9/K8 b L 1", "");
    play("L*1b");
    assert_result("checkmate", SENTE);
    start("8k/6G2/8P/7N1/9/9/9/9/K8 b - 1", "");
    play("1c1b");
    assert_result("checkmate", SENTE);
}

static void r25_no_check_no_uchifuzume(void **state)
{
    (void)state;
    /* The pawn has a knight behind it: it does not attack the king. */
    start("8k/6G2/8N/9/9/9/9/9/K8 b P 1", "");
    assert_legal("P*1b");
    start("8k/6G2/7SN/9/9/9/9/9/K8 b P 1", "");
    play("P*1b");
    assert_result("no_legal_move", SENTE);
}

static void r25_what_takes_by_borrowed_movement_saves(void **state)
{
    (void)state;
    start("7rk/7n1/9/7N1/9/9/9/9/K8 b P 1", "");
    assert_legal("P*1b"); /* the knight on 2b moves as the rook on 2a */
    start("7lk/7n1/9/7N1/9/9/9/9/K8 b P 1", "");
    assert_forbidden("P*1b", "uchifuzume", "1a 1b");
}

static void positions_that_cannot_be_are_refused(void **state)
{
    (void)state;
    assert_refused("annan", "kk7/9/9/9/9/9/9/9/K8 b - 1", "too_many_kings");
    assert_refused("annan", "4k4/9/4N4/4R4/9/9/9/9/K8 b - 1", "king_capturable");
}

static void what_can_be_written_is_listed_or_explained(void **state)
{
    (void)state;
    play_random_games("annan", NULL, "", 6, 20261130, false);
    play_random_games("annan", NULL, "dead_piece=by_type", 3, 7, false);
    /* Many pieces in hand, few on the board. */
    play_random_games("annan", "4k4/9/4p4/9/9/9/4P4/9/4K4 b R2G2S2N2L8Prb2g2s2n2l8p 1", "", 6, 25, false);
    start("l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1", "");
    assert_moves_hold_together(false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(r1_sente_moves_first),
        cmocka_unit_test(r2_there_is_no_passing_and_no_move_loses),
        cmocka_unit_test(r3_the_limit_draws_unless_the_last_ply_wins),
        cmocka_unit_test(r6_an_illegal_move_costs_nothing),
        cmocka_unit_test(r7_r20_fourth_occurrence_draws),
        cmocka_unit_test(r20_perpetual_check_loses),
        cmocka_unit_test(r20_the_usual_array),
        cmocka_unit_test(r20_hands_and_drops_as_in_shogi),
        cmocka_unit_test(r20_checkmate_wins),
        cmocka_unit_test(r21_a_piece_moves_only_as_the_one_behind_it),
        cmocka_unit_test(r21_what_stands_in_the_way_is_shown),
        cmocka_unit_test(r21_an_enemy_or_nothing_behind_changes_nothing),
        cmocka_unit_test(r21_kings_lend_and_borrow),
        cmocka_unit_test(r21_complaint_a_king_is_refused_a_step),
        cmocka_unit_test(r21_support_is_not_handed_on),
        cmocka_unit_test(r22_promotion_goes_by_the_own_type),
        cmocka_unit_test(r22_complaint_nifu_goes_by_the_own_type),
        cmocka_unit_test(r22_a_pawn_may_move_onto_a_file_with_another),
        cmocka_unit_test(r23_last_rank_with_support),
        cmocka_unit_test(r23_moves_to_the_last_rank),
        cmocka_unit_test(r23_it_may_get_stuck_later),
        cmocka_unit_test(r23_by_type_as_in_shogi),
        cmocka_unit_test(r24_taking_a_support_unmasks_a_slider),
        cmocka_unit_test(r24_taking_a_support_can_answer_a_check),
        cmocka_unit_test(r24_moving_away_changes_what_the_piece_in_front_attacks),
        cmocka_unit_test(r24_every_movement_attacks),
        cmocka_unit_test(r24_pins),
        cmocka_unit_test(r25_complaint_a_pawn_drop_that_mates),
        cmocka_unit_test(r25_no_check_no_uchifuzume),
        cmocka_unit_test(r25_what_takes_by_borrowed_movement_saves),
        cmocka_unit_test(positions_that_cannot_be_are_refused),
        cmocka_unit_test(what_can_be_written_is_listed_or_explained),
    };
    return cmocka_run_group_tests_name("annan rules", tests, NULL, NULL);
}
