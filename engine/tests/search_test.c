/* The search plays what it must: mates, what hangs, repetition, limits. */
#include "engine/tests/arena.h"
#include "rules/notation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int set_up(void **state)
{
    *state = arena_new("shogi");
    return 0;
}

static int tear_down(void **state)
{
    arena_free(*state);
    return 0;
}

struct mate {
    const char *name, *sfen;
    unsigned plies;
    const char *first; /* the only key move, or NULL where there are several */
};

static const struct mate mates[] = {
    {"gold at the head of the king", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", 1, "G*5b"},
    {"the same for gote", "4k4/9/9/9/9/9/4p4/9/4K4 w g 1", 1, "G*5h"},
    {"a pawn that promotes next to the cornered king", "8k/9/7P1/8N/9/9/9/9/4K4 b RG 1", 1, NULL},
    {"no move left without check", "k1G6/9/9/1S7/9/9/9/9/4K4 b - 1", 1, NULL},
    {"two golds and a silver", "7nl/7k1/6p1p/6S2/7P1/9/9/9/4K4 b 2G 1", 3, "G*2c"},
    {"two golds and a silver for gote", "4k4/9/9/9/1p7/2s6/P1P6/1K7/LN7 w 2g 1", 3, "G*8g"},
    {"rook dropped beside the corner", "6gnl/7k1/6ppp/5N3/9/9/9/9/4K4 b RGS 1", 3, NULL},
    {"a pawn holds the gold", "9/4k4/9/4P4/9/9/9/9/4K4 b 2GS 1", 3, NULL},
    {"the king on the back rank", "7k1/9/6P2/9/9/9/9/9/4K4 b RG 1", 3, NULL},
    {"the king on the back rank for gote", "4k4/9/9/9/9/9/2p6/9/1K7 w rg 1", 3, NULL},
    {"a rook on the second rank and two golds", "l7l/4k4/3pg4/4S4/9/9/9/9/4K4 b 2GBR 1", 5, NULL},
};

static void mates_are_found_and_are_forced(void **state)
{
    struct arena *arena = *state;
    for (unsigned i = 0; i < sizeof mates / sizeof mates[0]; i++) {
        const struct mate *mate = &mates[i];
        arena_position(arena, NULL, mate->sfen, NULL);
        arena_clear(arena);
        struct search_result result = arena_search_depth(arena, mate->plies + 4);
        if (result.score != SCORE_MATE - (int)mate->plies)
            fail_msg("%s: score %d", mate->name, result.score);
        if (mate->first && strcmp(arena_text(arena, result.best), mate->first) != 0)
            fail_msg("%s: %s", mate->name, arena_text(arena, result.best));
        if (!arena_forces_win(arena, result.best, mate->plies))
            fail_msg("%s: %s does not force it", mate->name, arena_text(arena, result.best));
    }
}

static void a_mated_side_knows_how_long_it_lasts(void **state)
{
    struct arena *arena = *state;
    arena_position(arena, NULL, "7nl/7k1/6p1p/6S2/7P1/9/9/9/4K4 b 2G 1", "G*2c");
    /* There is but one answer: it is thought about only because the search is infinite. */
    struct search_result result = arena_search(arena, &(struct search_limits){.depth = 6, .infinite = true});
    assert_int_equal(result.score, -(SCORE_MATE - 2));
}

/* Rook takes the pawn on 2d, where the bishop on 3c sees it. */
static void the_rook_does_not_take_a_protected_pawn(void **state)
{
    struct arena *arena = *state;
    for (unsigned depth = 1; depth <= 6; depth++) {
        arena_position(arena, NULL, NULL, "2g2f 3c3d 2f2e 2b3c 2e2d 2c2d");
        struct search_result result = arena_search_depth(arena, depth);
        assert_string_not_equal(arena_text(arena, result.best), "2h2d");
    }
}

static void a_hanging_rook_is_taken(void **state)
{
    struct arena *arena = *state;
    for (unsigned depth = 1; depth <= 6; depth++) {
        arena_position(arena, NULL, NULL, "2g2f 3c3d 2f2e 2b3c 2e2d 2c2d 2h2d");
        struct search_result result = arena_search_depth(arena, depth);
        assert_string_equal(arena_text(arena, result.best), "3c2d");
    }
}

/* The bishop on 5e attacks the rook on 2h: after gote's best answer sente must not be a rook down. */
static void an_attacked_rook_is_saved(void **state)
{
    struct arena *arena = *state;
    arena_position(arena, NULL, "lnsgkgsnl/1r7/pppppp1pp/6p2/4b4/2P6/PP1PPP1PP/1B5R1/LNSGKGSNL b P 1", NULL);
    int before = arena->evaluation->score(&arena->match.now.head);
    struct search_result result = arena_search_depth(arena, 6);
    assert_true(result.score > before - 400);
}

static bool loses_at_once(const struct arena *arena, move_t move)
{
    const struct game *game = arena->match.game;
    union position_store after = arena->match.now;
    union undo_store undo;
    struct move_list list;
    enum side us = (enum side)after.head.side;
    game->apply(&after.head, move, &undo);
    game->generate(&after.head, NULL, &list);
    for (unsigned i = 0; i < list.count; i++) {
        union position_store next = after;
        game->apply(&next.head, list.moves[i], &undo);
        struct verdict verdict = game->verdict(&next.head, NULL);
        if (verdict.reason != REASON_NONE && verdict.winner != us)
            return true;
    }
    return false;
}

/* In the corner the king could be left without a move by silver to 8c, which loses though it is no check. */
static void a_side_avoids_being_left_without_a_move(void **state)
{
    struct arena *arena = *state;
    arena_position(arena, NULL, "2G6/1k7/9/1S7/9/9/9/9/4K4 w - 1", NULL);
    struct move_list list;
    unsigned losing = 0;
    match_moves(&arena->match, &list);
    for (unsigned i = 0; i < list.count; i++)
        losing += loses_at_once(arena, list.moves[i]);
    assert_true(losing > 0 && losing < list.count);
    struct search_result result = arena_search_depth(arena, 4);
    assert_false(loses_at_once(arena, result.best));
}

/* The rook gives check after check. Sente, a rook and more behind, wins by going back where it came from: at once where
 * that is the fourth time, and by the rule if gote went on where it is the second. Gote sees the same coming. */
static void perpetual_check_loses_for_who_gives_it(void **state)
{
    struct arena *arena = *state;
    const char *sfen = "l8/k8/9/9/9/9/9/3r5/6K2 w 2b 1";
    arena_position(arena, NULL, sfen, "6h6i 3i3h 6i6h");
    arena_clear(arena);
    struct search_result result = arena_search_depth(arena, 4);
    assert_string_equal(arena_text(arena, result.best), "3h3i");
    assert_int_equal(result.score, SCORE_RULE - 1);

    arena_position(arena, NULL, sfen, "6h6i 3i3h 6i6h 3h3i 6h6i 3i3h 6i6h 3h3i 6h6i 3i3h 6i6h");
    arena_clear(arena);
    result = arena_search_depth(arena, 4);
    assert_string_equal(arena_text(arena, result.best), "3h3i");
    assert_int_equal(result.score, SCORE_MATE - 1);

    arena_position(arena, NULL, sfen, "6h6i 3i3h 6i6h 3h3i 6h6i 3i3h 6i6h 3h3i");
    arena_clear(arena);
    result = arena_search_depth(arena, 4);
    assert_string_not_equal(arena_text(arena, result.best), "6h6i");
    assert_true(result.score > 0);
}

static void the_winning_side_does_not_repeat(void **state)
{
    struct arena *arena = *state;
    /* Gote has everything in hand; 2a1a would be the fourth occurrence. */
    const char *sfen = "8k/9/9/9/9/9/9/9/K8 b 2r2b4g4s 1";
    arena_position(arena, NULL, sfen, "9i8i 1a2a 8i9i 2a1a 9i8i 1a2a 8i9i 2a1a 9i8i 1a2a 8i9i");
    arena_clear(arena);
    struct search_result result = arena_search_depth(arena, 3);
    assert_string_not_equal(arena_text(arena, result.best), "2a1a");
    assert_true(result.score > 1000);
}

static void the_lost_side_takes_the_draw_by_repetition(void **state)
{
    struct arena *arena = *state;
    /* The king came from 7i, so that the position after 9i8i, not the one before it, is the first to occur four times.
     */
    const char *sfen = "8k/9/9/9/9/9/9/9/2K6 b 2r2b4g4s 1";
    arena_position(arena, NULL, sfen, "7i8i 1a2a 8i9i 2a1a 9i8i 1a2a 8i9i 2a1a 9i8i 1a2a 8i9i 2a1a");
    arena_clear(arena);
    struct search_result result = arena_search_depth(arena, 3);
    assert_string_equal(arena_text(arena, result.best), "9i8i");
    assert_int_equal(result.score, SCORE_DRAW);

    /* Where a game says that a draw is worth less, that is its score, from the view of who searches. */
    const struct evaluation *usual = arena->evaluation;
    struct evaluation eager = *usual;
    eager.draw = -77;
    arena->evaluation = &eager;
    arena_clear(arena);
    result = arena_search_depth(arena, 3);
    arena->evaluation = usual;
    assert_string_equal(arena_text(arena, result.best), "9i8i");
    assert_int_equal(result.score, -77);
}

static void the_move_limit_is_seen(void **state)
{
    struct arena *arena = *state;
    arena_position(arena, "move_limit=2", "3k5/9/4P4/9/9/9/9/9/4K4 w G 1", "6a5a");
    struct search_result result = arena_search_depth(arena, 4);
    assert_int_equal(result.score, SCORE_MATE - 1); /* a win on the last ply counts */

    arena_position(arena, "move_limit=2", "4k4/9/9/9/9/9/9/9/4K4 w RG 1", "5a4b");
    arena_clear(arena);
    result = arena_search_depth(arena, 4);
    assert_int_equal(result.score, SCORE_DRAW);
}

static void a_search_leaves_the_match_as_it_was(void **state)
{
    struct arena *arena = *state;
    arena_position(arena, NULL, NULL, "7g7f 3c3d 8h2b+ 3a2b");
    struct match *before = malloc(sizeof *before);
    struct history_entry entries[5];
    assert_non_null(before);
    *before = arena->match;
    memcpy(entries, arena->entries, sizeof entries);
    arena_search_nodes(arena, 20000);
    assert_memory_equal(&before->now, &arena->match.now, sizeof before->now);
    assert_memory_equal(entries, arena->entries, sizeof entries);
    assert_int_equal(before->history.count, arena->match.history.count);
    arena->match.game->audit(&arena->match.now.head);
    free(before);
}

static void a_node_limit_is_exact_and_the_search_repeatable(void **state)
{
    struct arena *arena = *state;
    arena_position(arena, NULL, NULL, "7g7f 3c3d");
    arena_clear(arena);
    struct search_result first = arena_search_nodes(arena, 12345);
    arena_clear(arena);
    struct search_result second = arena_search_nodes(arena, 12345);
    assert_int_equal(first.nodes, 12345);
    assert_int_equal(first.best, second.best);
    assert_int_equal(first.score, second.score);
    assert_int_equal(first.depth, second.depth);
}

/* Broken off while it looks again, within a wider window, at a move that came out better than expected. */
static void a_search_that_is_broken_off_has_a_score(void **state)
{
    struct arena *arena = *state;
    arena_position(arena, NULL, "ln4s2/2r3k2/4spgpl/ppPppg3/6nPp/P2PP4/SP1+pbPK1P/6B2/L1G2RN1L w NPgsp 80", NULL);
    for (uint64_t nodes = 2000; nodes < 6000; nodes += 100) {
        arena_clear(arena);
        struct search_result result = arena_search_nodes(arena, nodes);
        if (abs(result.score) > SCORE_MATE)
            fail_msg("after %u nodes: %d", (unsigned)nodes, result.score);
    }
}

static void the_clock_is_looked_at_often_and_obeyed(void **state)
{
    struct arena *arena = *state;
    arena->tick = 100; /* each look at the clock lets 0.1 ms pass */
    unsigned before = arena->looks;
    struct search_limits limits = {.time = {.soft = 5000, .hard = 5000}};
    struct search_result result = arena_search(arena, &limits);
    /* 50 looks make 5 ms; one look comes at most every 1,024 nodes. */
    assert_true(arena->looks - before <= 80);
    assert_true(result.nodes <= 80 * 1024);
    assert_int_not_equal(result.best, MOVE_NONE);
}

static struct search *to_stop;

static int64_t stop_at_third_look(void *context)
{
    unsigned *looks = context;
    if (++*looks == 3)
        search_stop(to_stop);
    return *looks;
}

static void stop_is_heard_within_a_thousand_nodes(void **state)
{
    struct arena *arena = *state;
    unsigned looks = 0;
    to_stop = arena->search;
    struct search_result result;
    struct search_request request = {
        .evaluation = arena->evaluation,
        .match = &arena->match,
        .table = &arena->table,
        .clock = {.now = stop_at_third_look, .context = &looks},
        .limits = {.time = {.soft = 1000000, .hard = 1000000}},
    };
    search_arm(arena->search, false);
    search_run(arena->search, &request, &result);
    assert_true(result.nodes <= 3 * 1024 + 1024);
    assert_int_not_equal(result.best, MOVE_NONE);
}

static void an_only_move_is_played_at_once(void **state)
{
    struct arena *arena = *state;
    /* The king in the corner has one square. */
    arena_position(arena, NULL, "8k/6G2/9/9/9/9/9/9/K8 w 2r2b3g 1", NULL);
    struct move_list list;
    match_moves(&arena->match, &list);
    assert_true(list.count > 1);
    arena_position(arena, NULL, "8k/6R2/9/9/9/9/9/9/K8 w - 1", NULL);
    match_moves(&arena->match, &list);
    assert_int_equal(list.count, 1);
    struct search_result result = arena_search(arena, &(struct search_limits){.nodes = 1000000});
    assert_int_equal(result.best, list.moves[0]);
    assert_true(result.nodes < 1000);
}

static void the_exchange_counts_what_stands_behind(void **state)
{
    struct arena *arena = *state;
    move_t move;
    struct {
        const char *sfen, *move;
        bool pays;
    } cases[] = {
        {"4k4/9/9/4p4/4R4/9/9/9/4K4 b - 1", "5e5d", true},     /* a free pawn */
        {"4k4/9/4g4/4p4/4R4/9/9/9/4K4 b - 1", "5e5d", false},  /* held by a gold */
        {"4k4/9/4g4/4p4/4P4/4R4/9/9/4K4 b - 1", "5e5d", true}, /* pawn takes pawn, rook behind */
        {"4k4/9/4r4/4p4/4L4/4R4/9/9/4K4 b - 1", "5e5d", true}, /* lance for pawn and then rook for rook */
        {"4k4/9/4g4/4r4/4R4/9/9/9/4K4 b - 1", "5e5d", true},   /* rook for rook */
        {"4k4/3g5/2b6/3s5/4S4/9/9/9/4K4 b - 1", "5e6d", true}, /* silver for silver */
        {"4k4/3g5/3b5/3p5/4S4/9/9/9/4K4 b - 1", "5e6d", true}, /* bishop does not see straight down */
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        arena_position(arena, NULL, cases[i].sfen, NULL);
        assert_int_equal(usi_parse(arena->match.game, cases[i].move, &move, NULL), OK);
        if (arena->evaluation->exchange(&arena->match.now.head, move, 0) != cases[i].pays)
            fail_msg("%s %s", cases[i].sfen, cases[i].move);
    }
}

/* The same position seen by the other side has the same score. */
static void the_evaluation_is_fair_to_both_sides(void **state)
{
    struct arena *arena = *state;
    arena_position(arena, NULL, "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", NULL);
    int sente = arena->evaluation->score(&arena->match.now.head);
    arena_position(arena, NULL, "4k4/9/9/9/9/9/4p4/9/4K4 w g 1", NULL);
    assert_int_equal(sente, arena->evaluation->score(&arena->match.now.head));
    arena_position(arena, NULL, "7nl/7k1/6p1p/6S2/7P1/9/9/9/4K4 b 2G 1", NULL);
    sente = arena->evaluation->score(&arena->match.now.head);
    arena_position(arena, NULL, "4k4/9/9/9/1p7/2s6/P1P6/1K7/LN7 w 2g 1", NULL);
    assert_in_range(arena->evaluation->score(&arena->match.now.head) - sente + 30, 0, 60); /* 2h and 8h differ a bit */
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(mates_are_found_and_are_forced),
        TEST(a_mated_side_knows_how_long_it_lasts),
        TEST(the_rook_does_not_take_a_protected_pawn),
        TEST(a_hanging_rook_is_taken),
        TEST(an_attacked_rook_is_saved),
        TEST(a_side_avoids_being_left_without_a_move),
        TEST(perpetual_check_loses_for_who_gives_it),
        TEST(the_winning_side_does_not_repeat),
        TEST(the_lost_side_takes_the_draw_by_repetition),
        TEST(the_move_limit_is_seen),
        TEST(a_search_leaves_the_match_as_it_was),
        TEST(a_node_limit_is_exact_and_the_search_repeatable),
        TEST(a_search_that_is_broken_off_has_a_score),
        TEST(the_clock_is_looked_at_often_and_obeyed),
        TEST(stop_is_heard_within_a_thousand_nodes),
        TEST(an_only_move_is_played_at_once),
        TEST(the_exchange_counts_what_stands_behind),
        TEST(the_evaluation_is_fair_to_both_sides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
