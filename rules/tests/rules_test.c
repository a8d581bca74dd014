/* SFEN, USI, local rules, history and match on a small game of their own (tiny_game.h). */
#include "rules/match.h"
#include "rules/notation.h"
#include "rules/perft.h"
#include "rules/tests/tiny_game.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { PLIES = 60 };

static void sfen_is(const char *text, const char *canonical)
{
    union position_store store;
    struct fault fault;
    char out[SFEN_MAX];
    assert_int_equal(sfen_parse(&tiny_game, NULL, text, &store, &fault), OK);
    sfen_format(&tiny_game, &store.head, out);
    assert_string_equal(out, canonical);
}

static void sfen_fails(const char *text, enum error error, const char *code, unsigned offset)
{
    union position_store store;
    struct fault fault = {.code = "none"};
    assert_int_equal(sfen_parse(&tiny_game, NULL, text, &store, &fault), error);
    assert_string_equal(fault.code, code);
    assert_int_equal(fault.offset, offset);
    assert_int_equal(sfen_parse(&tiny_game, NULL, text, &store, NULL), error);
}

static void positions_are_read_and_written_canonically(void **state)
{
    (void)state;
    sfen_is("pkp/3/3/PKP b - 1", "pkp/3/3/PKP b - 1");
    sfen_is("pkp/3/3/PKP w -", "pkp/3/3/PKP w - 1");
    sfen_is("1k1/3/3/+PK+p b - 7", "1k1/3/3/+PK+p b - 7");
    sfen_is("1k1/3/3/1K1 b 2pP 55535", "1k1/3/3/1K1 b P2p 55535");
    sfen_is("1k1/3/3/1K1 w 18P1p 3", "1k1/3/3/1K1 w 18Pp 3");
}

static void squares_lie_column_by_column_from_the_right(void **state)
{
    (void)state;
    union position_store store;
    assert_int_equal(sfen_parse(&tiny_game, NULL, "p2/3/3/1K1 b P 1", &store, NULL), OK);
    assert_int_equal(store.head.board[2 * 4 + 0], piece_of(TINY_PAWN, GOTE));  /* 3a */
    assert_int_equal(store.head.board[1 * 4 + 3], piece_of(TINY_KING, SENTE)); /* 2d */
    assert_int_equal(store.head.hand[SENTE][TINY_PAWN], 1);
    assert_int_equal(store.head.mark, SQUARE_NONE);
}

static void bad_positions_say_what_and_where(void **state)
{
    (void)state;
    sfen_fails("", ERR_RANGE, "bad_board", 0);
    sfen_fails("pkp/3/3 b - 1", ERR_RANGE, "bad_board", 7);
    sfen_fails("pkp/3/3/PKP/3 b - 1", ERR_RANGE, "bad_board", 11);
    sfen_fails("pk/3/3/PKP b - 1", ERR_RANGE, "bad_board", 2);
    sfen_fails("pkpp/3/3/PKP b - 1", ERR_RANGE, "bad_board", 3);
    sfen_fails("4/3/3/PKP b - 1", ERR_RANGE, "bad_board", 0);
    sfen_fails("111/3/3/PKP b - 1", ERR_RANGE, "bad_board", 0);
    sfen_fails("03/3/3/PKP b - 1", ERR_RANGE, "bad_board", 0);
    sfen_fails("99999999999999999999/3/3/PKP b - 1", ERR_RANGE, "bad_board", 0);
    sfen_fails("pxp/3/3/PKP b - 1", ERR_SYNTAX, "bad_piece", 1);
    sfen_fails("p+kp/3/3/PKP b - 1", ERR_SYNTAX, "bad_piece", 1);
    sfen_fails("pk+/3/3/PKP b - 1", ERR_SYNTAX, "bad_piece", 2);
    sfen_fails("pkp/3/3/PKP", ERR_SYNTAX, "syntax", 11);
    sfen_fails("pkp/3/3/PKP  b - 1", ERR_SYNTAX, "bad_side", 12);
    sfen_fails("pkp/3/3/PKP B - 1", ERR_SYNTAX, "bad_side", 12);
    sfen_fails("pkp/3/3/PKP b", ERR_SYNTAX, "syntax", 13);
    sfen_fails("pkp/3/3/PKP b  1", ERR_SYNTAX, "syntax", 14);
    sfen_fails("pkp/3/3/PKP b K 1", ERR_SYNTAX, "bad_hand", 14);
    sfen_fails("pkp/3/3/PKP b 19P 1", ERR_RANGE, "bad_hand", 14);
    sfen_fails("pkp/3/3/PKP b 0P 1", ERR_RANGE, "bad_hand", 14);
    sfen_fails("pkp/3/3/PKP b PpP 1", ERR_SYNTAX, "bad_hand", 16);
    sfen_fails("pkp/3/3/PKP b 2 1", ERR_SYNTAX, "bad_hand", 15);
    sfen_fails("pkp/3/3/PKP b - 0", ERR_RANGE, "bad_number", 16);
    sfen_fails("pkp/3/3/PKP b - 55536", ERR_RANGE, "bad_number", 16);
    sfen_fails("pkp/3/3/PKP b - 1 ", ERR_SYNTAX, "syntax", 17);
    sfen_fails("pkp/3/3/PKP b -x", ERR_SYNTAX, "syntax", 15);
    sfen_fails("p1p/3/3/PKP w - 1", ERR_ILLEGAL, "no_king", 0);
}

static void moves_are_read_and_written(void **state)
{
    (void)state;
    static const char *const texts[] = {"1a1b", "3d2c+", "P*2b", "P*2b+", "K*3a", "1a1b1a", "1a1b1c+"};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        move_t move = MOVE_NONE;
        char out[USI_MAX];
        assert_int_equal(usi_parse(&tiny_game, texts[i], &move, NULL), OK);
        usi_format(&tiny_game, move, out);
        assert_string_equal(out, texts[i]);
    }
    move_t move;
    assert_int_equal(usi_parse(&tiny_game, "P*2b+", &move, NULL), OK);
    assert_true(move_is_drop(move) && move_is_promotion(move));
    assert_int_equal(move_kind(move), TINY_PAWN);
}

static void bad_moves_say_where(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned offset;
    } bad[] = {{"", 0},      {"1a", 2},    {"1a4a", 2},     {"1a1e", 2},  {"0a1a", 0},
               {"01a1b", 0}, {"1a1b=", 4}, {"1a1b1c1d", 6}, {"X*1a", 0},  {"p*1a", 0},
               {"P*", 2},    {"P*4a", 2},  {"P*1a1b", 4},   {"+P*1a", 0}, {"1a1b++", 5},
               {"1a 1b", 2}, {"1a1b ", 4}, {"resign", 0},   {"1A1B", 0},  {"99999999999a1b", 0}};
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        move_t move = MOVE_NONE;
        struct fault fault = {.code = "none"};
        assert_int_equal(usi_parse(&tiny_game, bad[i].text, &move, &fault), ERR_SYNTAX);
        assert_string_equal(fault.code, "syntax");
        assert_int_equal(fault.offset, bad[i].offset);
        assert_int_equal(move, MOVE_NONE);
    }
}

static enum error accept_all(struct position *position, struct fault *fault)
{
    (void)position;
    (void)fault;
    return OK;
}

static void twelve_files_and_a_mark_are_written_in_two_digits(void **state)
{
    (void)state;
    struct game wide = tiny_game;
    wide.files = wide.ranks = 12;
    wide.third = SFEN_MARK;
    wide.hand_order = "";
    wide.adopt = accept_all;
    union position_store store;
    struct fault fault;
    char out[SFEN_MAX], square[4];
    const char *sfen = "k11/12/12/12/12/1+p10/12/12/12/12/12/11K w 12l 3";
    assert_int_equal(sfen_parse(&wide, NULL, sfen, &store, &fault), OK);
    assert_int_equal(store.head.mark, 143);
    sfen_format(&wide, &store.head, out);
    assert_string_equal(out, sfen);
    assert_int_equal(sfen_parse(&wide, NULL, "12/12/12/12/12/12/12/12/12/12/12/12 b 13a 1", &store, &fault),
                     ERR_SYNTAX);
    assert_string_equal(fault.code, "bad_mark");
    assert_int_equal(sfen_parse(&wide, NULL, "13/12/12/12/12/12/12/12/12/12/12/12 b - 1", &store, &fault), ERR_RANGE);
    move_t move;
    assert_int_equal(usi_parse(&wide, "12l11k10j+", &move, NULL), OK);
    usi_format(&wide, move, out);
    assert_string_equal(out, "12l11k10j+");
    square_format(&wide, 143, square);
    assert_string_equal(square, "12l");
}

static void the_longest_position_fits(void **state)
{
    (void)state;
    struct game wide = tiny_game;
    wide.files = wide.ranks = 12;
    wide.adopt = accept_all;
    union position_store store;
    memset(&store, 0, sizeof store);
    memset(store.head.board, piece_of(TINY_PROMOTED, GOTE), SQUARES_MAX);
    store.head.number = POSITION_NUMBER_MAX;
    store.head.hand[SENTE][TINY_PAWN] = store.head.hand[GOTE][TINY_PAWN] = HAND_COUNT_MAX;
    char out[SFEN_MAX];
    sfen_format(&wide, &store.head, out);
    assert_string_equal(out + strlen(out) - 12, "18P18p 65535");
}

static void local_rules_are_read_and_written_in_table_order(void **state)
{
    (void)state;
    struct ruleset set;
    char out[RULES_TEXT_MAX];
    assert_int_equal(ruleset_parse(&tiny_game, &set, "colour=blue move_limit=60", NULL), OK);
    assert_int_equal(set.value[0], 60);
    assert_int_equal(ruleset_value(&tiny_game, &set, "colour"), 1);
    assert_int_equal(ruleset_value(&tiny_game, &set, "none such"), 0);
    ruleset_format(&tiny_game, &set, out);
    assert_string_equal(out, "move_limit=60 colour=blue");
    assert_int_equal(ruleset_parse(&tiny_game, &set, "colour=red move_limit=0", NULL), OK);
    ruleset_format(&tiny_game, &set, out);
    assert_string_equal(out, "");
    assert_int_equal(ruleset_parse(&tiny_game, &set, "", NULL), OK);
    assert_int_equal(ruleset_set(&tiny_game, &set, "colour", "blue"), OK);
    assert_int_equal(ruleset_set(&tiny_game, &set, "color", "blue"), ERR_UNKNOWN);
    assert_int_equal(ruleset_set(&tiny_game, &set, "colour", "green"), ERR_RANGE);
}

static void bad_local_rules_name_the_word(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum error error;
        const char *bad;
    } cases[] = {
        {"color=red", ERR_UNKNOWN, "color=red"},
        {"colour=green", ERR_RANGE, "colour=green"},
        {"move_limit=10001", ERR_RANGE, "move_limit=10001"},
        {"move_limit=-1", ERR_RANGE, "move_limit=-1"},
        {"move_limit=007", ERR_RANGE, "move_limit=007"},
        {"move_limit=", ERR_RANGE, "move_limit="},
        {"colour", ERR_SYNTAX, "colour"},
        {"colour=red colour=blue", ERR_SYNTAX, "colour=blue"},
        {"colour=red  move_limit=4", ERR_SYNTAX, "colour=red"},
        {"colour=red ", ERR_SYNTAX, "colour=red"},
        {" colour=red", ERR_SYNTAX, ""},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ruleset set = {.value = {7, 7}};
        char bad[RULES_TEXT_MAX] = "untouched";
        assert_int_equal(ruleset_parse(&tiny_game, &set, cases[i].text, bad), cases[i].error);
        assert_string_equal(bad, cases[i].bad);
        assert_int_equal(set.value[0], 7);
    }
    char longer[RULES_TEXT_MAX + 1];
    memset(longer, 'x', RULES_TEXT_MAX);
    longer[RULES_TEXT_MAX] = '\0';
    struct ruleset set;
    assert_int_equal(ruleset_parse(&tiny_game, &set, longer, NULL), ERR_TOO_LONG);
}

static void history_counts_equal_keys_of_the_same_side(void **state)
{
    (void)state;
    struct history_entry entries[] = {{.key = 1},
                                      {.key = 2, .check = true},
                                      {.key = 3},
                                      {.key = 4},
                                      {.key = 1},
                                      {.key = 2, .check = true},
                                      {.key = 1, .check = false}};
    struct history history = {.entries = entries, .capacity = 7, .count = 6};
    unsigned first = 99;
    assert_int_equal(history_occurrences(&history, &first), 3);
    assert_int_equal(first, 0);
    history.count = 0;
    assert_int_equal(history_occurrences(&history, &first), 1);
}

static void perpetual_check_needs_every_move_of_a_side(void **state)
{
    (void)state;
    /* entries 1 and 3 and 5: the other side is in check after each move of the side that moves at 0, 2, 4 */
    struct history_entry entries[] = {{.key = 1}, {.key = 2, .check = true}, {.key = 3}, {.key = 4, .check = true},
                                      {.key = 1}, {.key = 2, .check = true}, {.key = 1}};
    struct history history = {.entries = entries, .capacity = 7, .count = 6};
    assert_true(history_always_checked(&history, 0, SENTE, SENTE));
    assert_false(history_always_checked(&history, 0, GOTE, SENTE));
    entries[3].check = false;
    assert_false(history_always_checked(&history, 0, SENTE, SENTE));
    assert_true(history_always_checked(&history, 4, SENTE, SENTE));
    assert_false(history_always_checked(&history, 6, SENTE, SENTE)); /* who made no move gave no check */
    assert_false(history_always_checked(&history, 5, SENTE, SENTE));
    /* seen from an odd newest entry, and the entry `first` itself does not count */
    history.count = 5;
    entries[3].check = true;
    entries[1].check = false;
    assert_true(history_always_checked(&history, 1, SENTE, GOTE));
    assert_false(history_always_checked(&history, 0, SENTE, GOTE));
}

struct fixture {
    struct match match;
    struct history_entry entries[PLIES + 1];
};

static void begin(struct fixture *fixture, const char *sfen, const char *rules)
{
    struct ruleset set;
    struct fault fault;
    assert_int_equal(ruleset_parse(&tiny_game, &set, rules, NULL), OK);
    assert_int_equal(match_start(&fixture->match, &tiny_game, &set, sfen, fixture->entries, PLIES + 1, &fault), OK);
}

static enum error play(struct fixture *fixture, const char *usi)
{
    return match_play_usi(&fixture->match, usi, NULL, NULL);
}

static void a_match_notes_moves_keys_and_checks(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f, "1k1/3/3/PK1 b - 1", "");
    uint64_t start = f.match.now.head.key;
    assert_int_equal(play(&f, "2d2c"), OK);
    assert_int_equal(play(&f, "2a2b"), OK); /* next to the other king: check is allowed to stand here */
    assert_int_equal(f.match.history.count, 2);
    assert_int_equal(f.entries[0].key, start);
    assert_int_equal(f.entries[0].move, move_board(7, 6));
    assert_int_equal(f.entries[2].key, f.match.now.head.key);
    assert_int_equal(f.entries[2].move, MOVE_NONE);
    assert_true(f.entries[2].check);
    assert_false(f.entries[1].check);
    assert_int_equal(play(&f, "2c2b"), OK);
    assert_int_equal(f.match.verdict.reason, REASON_ROYALS_CAPTURED);
    assert_int_equal(f.match.verdict.winner, SENTE);
}

static void refused_moves_change_nothing_and_say_why(void **state)
{
    (void)state;
    struct fixture f;
    struct explanation why;
    struct fault fault;
    begin(&f, NULL, "");
    struct match before = f.match;
    assert_int_equal(match_play_usi(&f.match, "2d3d", &why, &fault), ERR_ILLEGAL);
    assert_string_equal(why.rule, "own_piece");
    assert_true(square_set_has(&why.squares, 11));
    assert_string_equal(fault.code, "own_piece");
    assert_int_equal(match_play_usi(&f.match, "P*2b+", &why, &fault), ERR_ILLEGAL);
    assert_string_equal(why.rule, "cannot_promote");
    assert_int_equal(match_play_usi(&f.match, "2d", &why, &fault), ERR_SYNTAX);
    assert_null(why.rule);
    assert_int_equal(fault.offset, 2);
    assert_memory_equal(&before, &f.match, sizeof before);
    assert_int_equal(match_legal(&f.match, move_board(7, 6), &why), move_board(7, 6));
    assert_null(why.rule);
}

static void nothing_is_legal_after_the_end(void **state)
{
    (void)state;
    struct fixture f;
    struct explanation why;
    struct fault fault;
    struct move_list list;
    begin(&f, "1k1/1K1/3/3 b - 1", "");
    assert_int_equal(play(&f, "2b2a"), OK);
    assert_int_equal(match_play_usi(&f.match, "2a2b", &why, &fault), ERR_GAME_OVER);
    assert_string_equal(why.rule, "game_over");
    assert_string_equal(fault.code, "game_over");
    match_moves(&f.match, &list);
    assert_int_equal(list.count, 0);
    assert_int_equal(match_legal(&f.match, move_board(4, 5), &why), MOVE_NONE);
    assert_string_equal(why.rule, "game_over");
}

static void the_fourth_occurrence_ends_the_match(void **state)
{
    (void)state;
    static const char *const cycle[] = {"2d2c", "2a1b", "2c2d", "1b2a"};
    struct fixture f;
    begin(&f, "1k1/3/3/1K1 b - 1", "");
    for (unsigned i = 0; i < 12; i++) {
        assert_int_equal(f.match.verdict.reason, REASON_NONE);
        assert_int_equal(play(&f, cycle[i % 4]), OK);
    }
    assert_int_equal(f.match.verdict.reason, REASON_REPETITION);
    assert_int_equal(f.match.verdict.winner, NOBODY);
    /* one ply back the game was on, and can go on otherwise */
    assert_true(match_back(&f.match));
    assert_int_equal(f.match.verdict.reason, REASON_NONE);
    assert_int_equal(play(&f, "1b1a"), OK);
    assert_int_equal(f.match.verdict.reason, REASON_NONE);
}

static void a_replay_asks_only_whether_a_move_can_be_carried_out(void **state)
{
    (void)state;
    struct fixture f;
    struct fault fault;
    begin(&f, "1k1/1K1/3/3 b - 1", "");
    assert_int_equal(match_replay(&f.match, "2b2d", &fault), OK); /* two ranks at once, which this game forbids */
    assert_int_equal(f.match.history.count, 1);
    assert_int_equal(f.entries[0].move, move_board(5, 7));
    struct match before = f.match;
    assert_int_equal(match_replay(&f.match, "2b2c", &fault), ERR_ILLEGAL); /* nothing is there */
    assert_string_equal(fault.code, "illegal");
    assert_int_equal(match_replay(&f.match, "P*2b", NULL), ERR_ILLEGAL); /* nor in hand */
    assert_int_equal(match_replay(&f.match, "2d2c", NULL), ERR_ILLEGAL); /* not this side's */
    assert_int_equal(match_replay(&f.match, "2a2", &fault), ERR_SYNTAX);
    assert_memory_equal(&before, &f.match, sizeof before);
    /* A verdict of the present rules does not stop it. */
    assert_int_equal(match_replay(&f.match, "2a2d", NULL), OK);
    assert_int_equal(f.match.verdict.reason, REASON_ROYALS_CAPTURED);
    assert_int_equal(match_replay(&f.match, "2d2c", NULL), ERR_ILLEGAL);
    assert_true(match_back(&f.match));
    assert_int_equal(match_play_usi(&f.match, "2a2b", NULL, NULL), OK);
}

static void taking_back_restores_the_position(void **state)
{
    (void)state;
    struct fixture f;
    char before[SFEN_MAX], after[SFEN_MAX];
    begin(&f, NULL, "move_limit=3");
    assert_false(match_back(&f.match));
    assert_int_equal(play(&f, "1d1c"), OK);
    assert_int_equal(play(&f, "1a1b"), OK);
    sfen_format(&tiny_game, &f.match.now.head, before);
    assert_int_equal(play(&f, "1c1b"), OK);
    assert_int_equal(f.match.verdict.reason, REASON_MOVE_LIMIT);
    assert_true(match_back(&f.match));
    sfen_format(&tiny_game, &f.match.now.head, after);
    assert_string_equal(before, after);
    assert_int_equal(f.match.verdict.reason, REASON_NONE);
    assert_int_equal(f.match.history.count, 2);
    assert_int_equal(f.entries[2].move, MOVE_NONE);
}

static void a_full_history_refuses_the_next_ply(void **state)
{
    (void)state;
    struct match match;
    struct history_entry entries[2];
    struct fault fault;
    assert_int_equal(match_start(&match, &tiny_game, NULL, NULL, entries, 0, &fault), ERR_TOO_LONG);
    assert_int_equal(match_start(&match, &tiny_game, NULL, NULL, entries, 2, &fault), OK);
    assert_int_equal(match_play_usi(&match, "1d1c", NULL, &fault), OK);
    assert_int_equal(match_play_usi(&match, "1a1b", NULL, &fault), ERR_TOO_LONG);
    assert_string_equal(fault.code, "too_long");
    assert_int_equal(match.history.count, 1);
}

static void a_bad_start_is_refused(void **state)
{
    (void)state;
    struct fixture f;
    struct fault fault;
    assert_int_equal(match_start(&f.match, &tiny_game, NULL, "3/3/3/3 b - 1", f.entries, PLIES, &fault), ERR_ILLEGAL);
    assert_string_equal(fault.code, "no_king");
}

static void games_are_found_by_name_and_results_have_names(void **state)
{
    (void)state;
    assert_ptr_equal(game_find("tiny"), &tiny_game);
    assert_null(game_find("tin"));
    assert_string_equal(reason_name(REASON_PERPETUAL_CHECK), "perpetual_check");
    assert_string_equal(reason_name(REASON_IMPASSE), "impasse");
    assert_null(reason_name(REASON_NONE));
    assert_string_equal(winner_name(NOBODY), "draw");
}

struct divided {
    unsigned moves;
    uint64_t nodes;
};

static void note_division(void *context, move_t move, uint64_t nodes)
{
    struct divided *divided = context;
    assert_int_not_equal(move, MOVE_NONE);
    divided->moves++;
    divided->nodes += nodes;
}

static void a_divided_tree_counts_what_the_whole_one_does(void **state)
{
    (void)state;
    /* Kings side by side: the one move that takes ends the game, so nothing lies below it. */
    static const char *const positions[] = {"pkp/3/3/PKP b - 1", "3/1k1/1K1/3 b P 1", "1kp/1K1/3/P2 w 2p 1"};
    for (unsigned i = 0; i < sizeof positions / sizeof *positions; i++) {
        for (unsigned depth = 1; depth <= 4; depth++) {
            union position_store store;
            struct divided divided = {0};
            assert_int_equal(sfen_parse(&tiny_game, NULL, positions[i], &store, NULL), OK);
            uint64_t key = store.head.key, whole = tiny_perft(&store.head, depth);
            assert_int_equal(perft_nodes(&tiny_game, &store.head, depth), whole);
            assert_int_equal(perft_divide(&tiny_game, &store.head, depth, note_division, &divided), whole);
            assert_int_equal(divided.nodes, whole);
            assert_int_equal(divided.moves, tiny_perft(&store.head, 1));
            assert_int_equal(store.head.key, key);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_are_read_and_written_canonically),
        cmocka_unit_test(squares_lie_column_by_column_from_the_right),
        cmocka_unit_test(bad_positions_say_what_and_where),
        cmocka_unit_test(moves_are_read_and_written),
        cmocka_unit_test(bad_moves_say_where),
        cmocka_unit_test(twelve_files_and_a_mark_are_written_in_two_digits),
        cmocka_unit_test(the_longest_position_fits),
        cmocka_unit_test(local_rules_are_read_and_written_in_table_order),
        cmocka_unit_test(bad_local_rules_name_the_word),
        cmocka_unit_test(history_counts_equal_keys_of_the_same_side),
        cmocka_unit_test(perpetual_check_needs_every_move_of_a_side),
        cmocka_unit_test(a_match_notes_moves_keys_and_checks),
        cmocka_unit_test(refused_moves_change_nothing_and_say_why),
        cmocka_unit_test(nothing_is_legal_after_the_end),
        cmocka_unit_test(the_fourth_occurrence_ends_the_match),
        cmocka_unit_test(a_replay_asks_only_whether_a_move_can_be_carried_out),
        cmocka_unit_test(taking_back_restores_the_position),
        cmocka_unit_test(a_full_history_refuses_the_next_ply),
        cmocka_unit_test(a_bad_start_is_refused),
        cmocka_unit_test(a_divided_tree_counts_what_the_whole_one_does),
        cmocka_unit_test(games_are_found_by_name_and_results_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
