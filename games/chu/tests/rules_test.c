/* Every rule of RULES.md but the lion's (lion_test.c) by name, on positions made for it. */
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

static void r1_sente_moves_first(void **state)
{
    (void)state;
    start(NULL, "");
    assert_int_equal(match.now.head.side, SENTE);
    assert_forbidden("6d6e", "wrong_turn", "6d");
}

static void r2_only_a_piece_with_lion_power_passes(void **state)
{
    (void)state;
    start("kg10/12/12/12/12/12/5N6/12/12/12/12/10GK b - 1", "");
    assert_forbidden("1l1l", "passing", "1l");
    assert_forbidden("7g7g", "passing", "7g"); /* a pass names the step out */
    assert_forbidden("1l1k1l", "not_reachable", "");
    assert_legal("7g7f7g");
}

static void r3_the_limit_draws_unless_the_last_ply_wins(void **state)
{
    (void)state;
    start("kg10/12/12/12/12/12/12/12/12/12/12/10GK b - 1", "move_limit=2");
    play("1l1k");
    assert_result(NULL, NOBODY);
    play("12a12b");
    assert_result("move_limit", NOBODY);
    assert_int_equal(match_play_usi(&match, "1k1l", NULL, NULL), ERR_GAME_OVER);
    start("k5R4s/12/12/12/12/12/12/12/12/12/12/10GK b - 1", "move_limit=1");
    play("6a12a");
    assert_result("royals_captured", SENTE);
}

static void r6_an_illegal_move_costs_nothing(void **state)
{
    (void)state;
    start("kg10/12/5r6/12/5n6/12/5N6/12/12/12/12/10GK b - 1", "");
    assert_costs_nothing("7g7e", "lion_protected");
    assert_costs_nothing("7g7f7e", "lion_protected");
    assert_costs_nothing("7e7f", "wrong_turn");
    play("7g6g"); /* and the same side moves on */
}

static void r7_the_mark_tells_positions_apart(void **state)
{
    (void)state;
    union position_store a, b;
    const struct game *game = game_find("chu");
    assert_int_equal(sfen_parse(game, NULL, "k11/12/12/12/12/12/12/12/12/12/12/11K b - 1", &a, NULL), OK);
    assert_int_equal(sfen_parse(game, NULL, "k11/12/12/12/12/12/12/12/12/12/12/11K b 5e 1", &b, NULL), OK);
    assert_true(a.head.key != b.head.key);
    assert_int_equal(sfen_parse(game, NULL, "k11/12/12/12/12/12/12/12/12/12/12/11K w - 1", &b, NULL), OK);
    assert_true(a.head.key != b.head.key);
    assert_int_equal(sfen_parse(game, NULL, "k11/12/12/12/12/12/12/12/12/12/12/11K b - 7", &b, NULL), OK);
    assert_true(a.head.key == b.head.key);
}

static void r30_the_start(void **state)
{
    (void)state;
    start(NULL, "");
    assert_position("lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/PPPPPPPPPPPP/MVRHDNQDHRVM/"
                    "A1B1TOXT1B1A/LFCSGKEGSCFL b -");
    assert_move_count(36);
}

/* How many moves a piece has alone in the middle of the board, and some of them. */
static void r30_each_piece_moves_as_its_table_says(void **state)
{
    (void)state;
    static const struct {
        const char *piece;
        unsigned moves; /* from 6g on an otherwise empty board, promotions not counted (there are none from there) */
        const char *legal, *not_legal;
    } pieces[] = {
        {"+E", 8, "6g6h", "6g6e"},   {"E", 7, "6g7h", "6g6h"},    {"G", 6, "6g6h", "6g7h"},
        {"S", 5, "6g7h", "6g6h"},    {"C", 4, "6g6h", "6g7g"},    {"F", 6, "6g5h", "6g5g"},
        {"T", 7, "6g6h", "6g6f"},    {"O", 8, "6g6e", "6g6f"},    {"X", 8, "6g8e", "6g7f"},
        {"Q", 42, "6g1b", "6g4f"},   {"D", 26, "6g7f", "6g8e"},   {"H", 24, "6g6f", "6g6e"},
        {"R", 22, "6g6a", "6g7f"},   {"B", 20, "6g1b", "6g6f"},   {"V", 13, "6g6l", "6g4g"},
        {"M", 13, "6g12g", "6g6e"},  {"A", 11, "6g6l", "6g5g"},   {"L", 6, "6g6a", "6g6h"},
        {"I", 2, "6g6h", "6g5g"},    {"P", 1, "6g6f", "6g6h"},    {"+G", 22, "6g12g", "6g5f"},
        {"+S", 13, "6g6l", "6g4g"},  {"+C", 13, "6g12g", "6g6e"}, {"+F", 20, "6g1b", "6g6f"},
        {"+T", 17, "6g6l", "6g8g"},  {"+X", 42, "6g1b", "6g4f"},  {"+R", 26, "6g7f", "6g8e"},
        {"+B", 24, "6g6f", "6g6e"},  {"+V", 31, "6g6l", "6g5g"},  {"+M", 31, "6g12g", "6g6f"},
        {"+A", 20, "6g11l", "6g5f"}, {"+L", 22, "6g1b", "6g5h"},  {"+I", 7, "6g7h", "6g6h"},
        {"+P", 6, "6g6h", "6g7h"},
    };
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        char sfen[128] = "k11/12/12/12/12/12/6", *end = sfen + strlen(sfen);
        strcat(strcpy(end, pieces[i].piece), "5/12/12/12/12/11K b - 1");
        start(sfen, "");
        struct move_list list;
        unsigned moves = 0;
        match_moves(&match, &list);
        for (unsigned m = 0; m < list.count; m++)
            moves += move_from(list.moves[m]) == 5 * 12 + 6 && !move_is_promotion(list.moves[m]);
        if (moves != pieces[i].moves)
            fail_msg("%s has %u moves, not %u", pieces[i].piece, moves, pieces[i].moves);
        assert_legal(pieces[i].legal);
        move_t wrong;
        assert_int_equal(usi_parse(match.game, pieces[i].not_legal, &wrong, NULL), OK);
        if (match_legal(&match, wrong, NULL) != MOVE_NONE)
            fail_msg("%s makes %s", pieces[i].piece, pieces[i].not_legal);
    }
}

static void r30_what_stands_in_the_way_is_shown(void **state)
{
    (void)state;
    start(NULL, "");
    assert_forbidden("10j10h", "not_reachable", "10i");
    assert_forbidden("10j10i", "own_piece", "10i");
    assert_forbidden("6f6e", "no_piece", "6f");
    assert_forbidden("6j5h", "not_reachable", ""); /* a free king does not leap */
}

static void r30_captured_pieces_leave_the_game(void **state)
{
    (void)state;
    start("kg10/12/12/12/5p6/5G6/12/12/12/12/12/10GK b - 1", "");
    play("7f7e");
    assert_position("kg10/12/12/12/5G6/12/12/12/12/12/12/10GK w -");
    move_t drop = move_drop(21, 30);
    struct explanation why;
    assert_int_equal(match_legal(&match, drop, &why), MOVE_NONE);
    assert_string_equal(why.rule, "no_drops");
}

static void r30_what_has_promoted_never_promotes_again(void **state)
{
    (void)state;
    static const char *const promoted[] = {"+B", "+R", "+O", "+P", "+V", "+C"};
    for (size_t i = 0; i < sizeof promoted / sizeof promoted[0]; i++) {
        char sfen[128] = "kg10/12/12/6p5/6", *end = sfen + strlen(sfen);
        strcat(strcpy(end, promoted[i]), "5/12/12/12/12/12/12/10GK b - 1");
        start(sfen, "");
        assert_legal("6e6d");
        assert_forbidden("6e6d+", "cannot_promote", "6e");
    }
    static const char never[] = "KQN";
    for (const char *letter = never; *letter; letter++) {
        char sfen[128] = "kg10/12/12/6p5/6", *end = sfen + strlen(sfen);
        *end++ = *letter;
        strcpy(end, *letter == 'K' ? "5/12/12/12/12/12/12/11G b - 1" : "5/12/12/12/12/12/12/10GK b - 1");
        start(sfen, "");
        assert_forbidden("6e6d+", "cannot_promote", "6e");
    }
}

static void r30_what_each_piece_becomes(void **state)
{
    (void)state;
    start("kg10/12/12/12/5E6/12/12/12/12/12/12/10GK b - 1", "");
    play("7e7d+");
    assert_position("kg10/12/12/5+E6/12/12/12/12/12/12/12/10GK w -");
    start("kg10/12/12/12/12/12/12/5d6/12/12/12/10GK w - 1", "");
    play("7h7i+");
    assert_position("kg10/12/12/12/12/12/12/12/5+d6/12/12/10GK b -");
}

static void r31_entering_the_zone(void **state)
{
    (void)state;
    start("kg10/12/12/12/5G6/12/12/12/12/12/12/10GK b - 1", "");
    assert_legal("7e7d+");
    assert_legal("7e7d");
    assert_forbidden("7e7f+", "cannot_promote", "7e");
    /* Gote's zone is i to l. */
    start("kg10/12/12/12/12/12/12/5g6/12/12/12/10GK w - 1", "");
    assert_legal("7h7i+");
    /* Leaving and coming back counts as entering. */
    start("kg10/12/12/5G6/12/12/12/12/12/12/12/10GK b - 1", "");
    play("7d7e 12a12b");
    assert_legal("7e7d+");
}

static void r31_complaint_promotion_refused_after_a_quiet_entry(void **state)
{
    (void)state;
    start("kg10/12/12/12/5G6/12/12/12/12/12/12/10GK b - 1", "");
    play("7e7d 12a12b");
    assert_forbidden("7d7c+", "cannot_promote", "7d");
    assert_legal("7d7c");
    assert_forbidden("7d7e+", "cannot_promote", "7d");
    start("kg10/12/12/12/5G6/12/12/12/12/12/12/10GK b - 1", "promotion=shogi");
    play("7e7d 12a12b");
    assert_legal("7d7c+");
}

static void r31_captures_in_the_zone(void **state)
{
    (void)state;
    start("kg10/12/5p6/5G6/12/12/12/12/12/12/12/10GK b - 1", "");
    assert_legal("7d7c+");
    start("kg10/12/12/5G6/5p6/12/12/12/12/12/12/10GK b - 1", "");
    assert_legal("7d7e+");
    start("kg10/12/12/12/5p6/5G6/12/12/12/12/12/10GK b - 1", "");
    assert_forbidden("7f7e+", "cannot_promote", "7f");
}

static void r31_pawn_and_lance_on_the_last_rank(void **state)
{
    (void)state;
    start("kg10/5P6/12/12/12/12/12/12/12/12/12/10GK b - 1", "");
    assert_legal("7b7a+");
    assert_legal("7b7a"); /* never forced */
    start("kg10/12/5P6/12/12/12/12/12/12/12/12/10GK b - 1", "");
    assert_forbidden("7c7b+", "cannot_promote", "7c");
    start("kg10/12/12/5L6/12/12/12/12/12/12/12/10GK b - 1", "");
    assert_legal("7d7a+");
    assert_forbidden("7d7b+", "cannot_promote", "7d");
    start("kg10/5I6/12/12/12/12/12/12/12/12/12/10GK b - 1", "");
    assert_forbidden("7b7a+", "cannot_promote", "7b");
}

static void r31_as_in_shogi(void **state)
{
    (void)state;
    start("kg10/12/12/5G6/12/12/12/12/12/12/12/10GK b - 1", "promotion=shogi");
    assert_legal("7d7c+");
    assert_legal("7d7e+");
    start("kg10/12/12/12/5p6/5G6/12/12/12/12/12/10GK b - 1", "promotion=shogi");
    assert_forbidden("7f7e+", "cannot_promote", "7f");
    start("kg10/5P6/12/12/12/12/12/12/12/12/12/10GK b - 1", "promotion=shogi");
    assert_legal("7b7a");
}

static const char *const rooks_dance = "7h7i 6c6d 7i7h 6d6c";

static void r35_a_fourth_occurrence_is_not_legal(void **state)
{
    (void)state;
    start("kg10/12/6r5/12/12/12/12/5R6/12/12/12/10GK b - 1", "");
    play(rooks_dance);
    play(rooks_dance);
    play("7h7i 6c6d 7i7h");
    assert_forbidden("6d6c", "fourth_occurrence", "6c");
    assert_legal("6d6e");
    play("6d6e");
    assert_result(NULL, NOBODY);
}

static void r35_with_a_promotion_it_is_another_position(void **state)
{
    (void)state;
    start("kg10/12/12/12/4G7/12/12/12/12/12/12/10GK b - 1", "");
    play("8e7d 12a12b 7d7e 12b12a 7e7d 12a12b 7d7e 12b12a 7e7d 12a12b 7d7e 12b12a");
    assert_forbidden("7e7d", "fourth_occurrence", "7d");
    assert_legal("7e7d+");
}

static void r35_passing_counts(void **state)
{
    (void)state;
    start("kg10/12/12/12/5n6/12/12/5N6/12/12/12/10GK b - 1", "lion_trade=off");
    play("7h7g7h 7e7f7e 7h7g7h 7e7f7e 7h7g7h");
    assert_forbidden("7e7f7e", "fourth_occurrence", "7e");
    assert_forbidden("7e6d7e", "fourth_occurrence", "7e"); /* however it is spelled */
    assert_legal("7e7d");
}

static void r35_who_is_in_check_may_repeat(void **state)
{
    (void)state;
    start("5k5l/12/12/12/6R5/12/12/12/12/12/12/K11 b - 1", "");
    play("6e7e 7a6a 7e6e 6a7a 6e7e 7a6a 7e6e 6a7a 6e7e 7a6a 7e6e");
    assert_legal("6a7a");
    play("6a7a");
    assert_result(NULL, NOBODY);
    assert_forbidden("6e7e", "fourth_occurrence", "7e"); /* and now the other side must not */
}

static void r35_who_has_nothing_else_loses(void **state)
{
    (void)state;
    /* Gote's pawns are stuck. From 12l its king can only go to 12k, which it has done three times. */
    start("12/12/12/12/12/12/12/12/12/k11/1p10/1p8GK w - 1", "");
    play("12j12k 1l1k 12k12l 1k1l 12l12k 1l1k 12k12l 1k1l 12l12k 1l1k 12k12l");
    assert_result(NULL, NOBODY);
    play("1k1l");
    assert_result("no_legal_move", SENTE);
}

static void r36_check_need_not_be_answered(void **state)
{
    (void)state;
    start("kg10/12/11r/12/12/12/12/5G6/12/12/12/10GK b - 1", "");
    assert_true(match.game->check(&match.now.head, NULL));
    assert_legal("7h7g");
    start("kg10/12/10r1/12/12/12/12/12/12/12/12/9G1K b - 1", "");
    assert_legal("1l2l");
    play("1l2l 2c2l");
    assert_result("royals_captured", GOTE);
}

static void r36_check_over_another_piece(void **state)
{
    (void)state;
    static const struct {
        const char *sfen;
        bool check;
    } positions[] = {
        {"k11/12/12/12/5o6/5P6/5K6/12/12/12/12/12 b - 1", true},   /* a kirin jumps */
        {"k11/12/12/12/5x6/5P6/5K6/12/12/12/12/12 b - 1", false},  /* a phoenix not that way */
        {"k11/12/12/12/3x8/4P7/5K6/12/12/12/12/12 b - 1", true},   /* but this */
        {"k11/12/12/12/5n6/5P6/5K6/12/12/12/12/12 b - 1", true},   /* lions */
        {"k11/12/12/12/4n7/5P6/5K6/12/12/12/12/12 b - 1", true},   /* anywhere within two */
        {"k11/12/12/12/5+h6/5P6/5K6/12/12/12/12/12 b - 1", true},  /* falcon, straight ahead */
        {"k11/12/12/12/3+h8/4P7/5K6/12/12/12/12/12 b - 1", false}, /* and not aside */
        {"k11/12/12/12/3+d8/4P7/5K6/12/12/12/12/12 b - 1", true},  /* eagle */
        {"k11/12/12/5+h6/12/12/5K6/12/12/12/12/12 b - 1", false},  /* three away */
        {"k11/12/12/12/5r6/5P6/5K6/12/12/12/12/12 b - 1", false},
    };
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
        start(positions[i].sfen, "");
        if (match.game->check(&match.now.head, NULL) != positions[i].check)
            fail_msg("%s", positions[i].sfen);
    }
}

static void r36_the_last_royal_counts(void **state)
{
    (void)state;
    start("k5R4s/12/12/12/5+e6/12/12/5R6/12/12/12/10GK b - 1", "");
    play("6a12a");
    assert_result(NULL, NOBODY);
    play("1a1b 7h7e");
    assert_result("royals_captured", SENTE);
    assert_move_count(0);
    /* Check is an attack on any royal. */
    start("k11/12/12/12/5+e6/12/12/5R6/12/12/12/10GK w - 1", "");
    assert_true(match.game->check(&match.now.head, NULL));
    /* A lion takes both in one move. */
    start("12/12/12/4k7/5+e6/5N6/12/12/12/12/12/10GK b - 1", "");
    play("7f7e8d");
    assert_result("royals_captured", SENTE);
    /* A given position without a royal is lost. */
    start("1g10/12/12/12/12/12/12/12/12/12/12/10GK b - 1", "");
    assert_result("royals_captured", SENTE);
}

static void r37_a_bare_side_still_makes_a_move(void **state)
{
    (void)state;
    start("12/12/12/12/6k5/4g7/4G7/6K5/12/12/12/12 b - 1", "");
    play("8g8f");
    assert_result(NULL, NOBODY);
    play("6e6d");
    assert_result("bare_king", SENTE);
}

static void r37_who_bares_itself_still_makes_a_move(void **state)
{
    (void)state;
    /* The last piece steps onto the last rank and is dead. */
    start("12/12/12/12/6k5/12/4G7/6K5/12/12/9p2/12 w - 1", "");
    play("3k3l");
    assert_result(NULL, NOBODY);
    play("8g8f");
    assert_result(NULL, NOBODY);
    play("6e6d");
    assert_result("bare_king", SENTE);
}

static void r37_baring_back_draws(void **state)
{
    (void)state;
    start("12/12/12/12/6k5/5g6/4G7/6K5/12/12/12/12 b - 1", "");
    play("8g7f");
    assert_result(NULL, NOBODY);
    assert_legal("6e7f");
    play("6e7f");
    assert_result("bare_king", NOBODY);
    start("12/12/12/12/6k5/5g6/4G7/6K5/12/12/12/12 b - 1", "");
    play("8g7f 6e6d");
    assert_result("bare_king", SENTE);
}

static void r37_taking_the_last_royal_comes_first(void **state)
{
    (void)state;
    start("12/12/12/5K6/6k5/12/12/9Gs1/12/12/12/12 b - 1", "");
    play("3h2h 6e7d");
    assert_result("royals_captured", GOTE);
}

static void r37_what_is_needed_to_win(void **state)
{
    (void)state;
    /* A go-between is not enough; promoted it is. */
    start("12/12/12/12/3I2k5/12/12/5+pK5/12/12/12/12 b - 1", "");
    play("6h7h 6e7d");
    assert_result(NULL, NOBODY);
    play("9e9d+");
    assert_result(NULL, NOBODY);
    play("7d7c");
    assert_result("bare_king", SENTE);
    /* A prince besides the king will do. */
    start("12/12/12/12/6k5/4g7/4G7/6K5/12/+E11/12/12 b - 1", "");
    play("8g8f 6e6d");
    assert_result("bare_king", SENTE);
    start("12/12/12/12/6k5/6g5/6+E5/6K5/12/12/12/12 b - 1", "");
    play("6g6f 6e7d");
    assert_result("bare_king", SENTE);
}

static void r37_pieces_that_cannot_move_do_not_count(void **state)
{
    (void)state;
    start("12/12/12/12/6k5/12/4G7/6K5/12/12/12/9p2 w - 1", "");
    play("6e6d");
    assert_result("bare_king", SENTE);
    start("5L6/12/12/12/6k5/12/5g6/6K5/12/12/12/12 b - 1", "");
    play("6h7g");
    assert_result("bare_king", NOBODY);
    start("12/12/12/12/6k5/12/5gL5/6K5/12/12/12/12 b - 1", "");
    play("6h7g 6e6d");
    assert_result("bare_king", SENTE);
}

static void r37_princes(void **state)
{
    (void)state;
    start("12/12/12/12/6+e5/4g7/4G7/6K5/12/12/12/12 b - 1", "");
    play("8g8f 6e6d");
    assert_result("bare_king", SENTE);
    start("12/12/12/4k7/6+e5/4g7/4G7/6K5/12/12/12/12 b - 1", "");
    play("8g8f 6e6d");
    assert_result(NULL, NOBODY);
}

static void r37_off(void **state)
{
    (void)state;
    start("12/12/12/12/6k5/4g7/4G7/6K5/12/12/12/12 b - 1", "bare_king=off");
    play("8g8f 6e6d");
    assert_result(NULL, NOBODY);
    start("12/12/12/12/6k5/5g6/4G7/6K5/12/12/12/12 b - 1", "bare_king=off");
    play("8g7f 6e7f");
    assert_result(NULL, NOBODY);
}

static void positions_that_cannot_be_are_refused(void **state)
{
    (void)state;
    assert_refused("chu", "kppppppppppp/pppppppppppp/pppppppppppp/ppppppppppp1/12/12/12/12/12/12/12/11K b - 1",
                   "too_many_pieces");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(r1_sente_moves_first),
        cmocka_unit_test(r2_only_a_piece_with_lion_power_passes),
        cmocka_unit_test(r3_the_limit_draws_unless_the_last_ply_wins),
        cmocka_unit_test(r6_an_illegal_move_costs_nothing),
        cmocka_unit_test(r7_the_mark_tells_positions_apart),
        cmocka_unit_test(r30_the_start),
        cmocka_unit_test(r30_each_piece_moves_as_its_table_says),
        cmocka_unit_test(r30_what_stands_in_the_way_is_shown),
        cmocka_unit_test(r30_captured_pieces_leave_the_game),
        cmocka_unit_test(r30_what_has_promoted_never_promotes_again),
        cmocka_unit_test(r30_what_each_piece_becomes),
        cmocka_unit_test(r31_entering_the_zone),
        cmocka_unit_test(r31_complaint_promotion_refused_after_a_quiet_entry),
        cmocka_unit_test(r31_captures_in_the_zone),
        cmocka_unit_test(r31_pawn_and_lance_on_the_last_rank),
        cmocka_unit_test(r31_as_in_shogi),
        cmocka_unit_test(r35_a_fourth_occurrence_is_not_legal),
        cmocka_unit_test(r35_with_a_promotion_it_is_another_position),
        cmocka_unit_test(r35_passing_counts),
        cmocka_unit_test(r35_who_is_in_check_may_repeat),
        cmocka_unit_test(r35_who_has_nothing_else_loses),
        cmocka_unit_test(r36_check_need_not_be_answered),
        cmocka_unit_test(r36_check_over_another_piece),
        cmocka_unit_test(r36_the_last_royal_counts),
        cmocka_unit_test(r37_a_bare_side_still_makes_a_move),
        cmocka_unit_test(r37_who_bares_itself_still_makes_a_move),
        cmocka_unit_test(r37_baring_back_draws),
        cmocka_unit_test(r37_taking_the_last_royal_comes_first),
        cmocka_unit_test(r37_what_is_needed_to_win),
        cmocka_unit_test(r37_pieces_that_cannot_move_do_not_count),
        cmocka_unit_test(r37_princes),
        cmocka_unit_test(r37_off),
        cmocka_unit_test(positions_that_cannot_be_are_refused),
    };
    return cmocka_run_group_tests_name("chu rules", tests, NULL, NULL);
}
