/*
 * What every evaluation promises (rules/evaluation.h), asked of each game on positions of random games.
 */
#include "engine/levels.h"
#include "engine/score.h"
#include "rules/evaluation.h"
#include "rules/match.h"
#include "rules/notation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { GAMES = 30, PLIES = 200 };

typedef void question(const struct evaluation *evaluation, const struct match *match, const struct move_list *list);

/* Every other game goes by local rules: a value of each, drawn by the game's number. */
static struct ruleset drawn_rules(const struct game *game, unsigned number)
{
    struct ruleset rules = {{0}};
    for (unsigned i = 0; number % 2 && i < game->rule_count; i++) {
        unsigned count = 0;
        while (game->rules[i].values && game->rules[i].values[count])
            count++;
        if (count)
            rules.value[i] = (uint16_t)(seed_mix(number * RULES_MAX + i) % count);
    }
    return rules;
}

/* Asks about every position of some random games. */
static void on_random_positions(question *ask)
{
    struct match *match = malloc(sizeof *match);
    struct history_entry *entries = calloc(PLIES + 1, sizeof *entries);
    struct move_list *list = malloc(sizeof *list);
    struct fault fault;
    assert_true(match && entries && list);
    for (unsigned e = 0; evaluation_list[e]; e++) {
        for (unsigned game = 0; game < GAMES; game++) {
            const struct ruleset rules = drawn_rules(evaluation_list[e]->game, game);
            assert_int_equal(match_start(match, evaluation_list[e]->game, &rules, NULL, entries, PLIES + 1, &fault),
                             OK);
            for (unsigned ply = 0; ply < PLIES && match->verdict.reason == REASON_NONE; ply++) {
                match_moves(match, list);
                ask(evaluation_list[e], match, list);
                move_t move = list->moves[seed_mix(game * 1000 + ply) % list->count];
                assert_int_equal(match_play(match, move, NULL), OK);
            }
        }
    }
    free(match);
    free(entries);
    free(list);
}

static bool has(const struct move_list *list, move_t move)
{
    for (unsigned i = 0; i < list->count; i++) {
        if (list->moves[i] == move)
            return true;
    }
    return false;
}

static void fail_at(const struct match *match, move_t move, const char *what)
{
    char sfen[SFEN_MAX], usi[USI_MAX];
    sfen_format(match->game, &match->now.head, sfen);
    usi_format(match->game, move, usi);
    fail_msg("%s %s: %s", sfen, usi, what);
}

static void ask_tactical(const struct evaluation *evaluation, const struct match *match, const struct move_list *list)
{
    if (!evaluation->tactical || match->game->check(&match->now.head, NULL))
        return;
    struct move_list *tactical = malloc(sizeof *tactical);
    assert_non_null(tactical);
    evaluation->tactical(&match->now.head, &match->history, tactical);
    for (unsigned i = 0; i < tactical->count; i++) {
        if (!has(list, tactical->moves[i]))
            fail_at(match, tactical->moves[i], "is listed and not legal");
        for (unsigned j = 0; j < i; j++)
            assert_int_not_equal(tactical->moves[i], tactical->moves[j]);
    }
    for (unsigned i = 0; i < list->count; i++) {
        move_t move = list->moves[i];
        bool capture = position_takes(&match->now.head, move);
        if (move_is_promotion(move) || (capture && !has(list, move | MOVE_PROMOTE))) {
            if (!has(tactical, move))
                fail_at(match, move, "is missing");
        }
    }
    free(tactical);
}

static unsigned pieces_on(const struct game *game, const struct position *position)
{
    unsigned pieces = 0;
    for (unsigned square = 0; square < game_squares(game); square++)
        pieces += position->board[square] != PIECE_NONE;
    return pieces;
}

/* Where captures do not show in the squares of a move: `gain` tells them, and tactical() lists those that have one. */
static void ask_gain(const struct evaluation *evaluation, const struct match *match, const struct move_list *list)
{
    if (!evaluation->gain)
        return;
    struct move_list *tactical = malloc(sizeof *tactical);
    assert_non_null(tactical);
    evaluation->tactical(&match->now.head, &match->history, tactical);
    for (unsigned i = 0; i < list->count; i++) {
        union position_store after = match->now;
        union undo_store undo;
        match->game->apply(&after.head, list->moves[i], &undo);
        bool takes = pieces_on(match->game, &after.head) < pieces_on(match->game, &match->now.head);
        if (takes != (evaluation->gain(&match->now.head, list->moves[i]) > 0))
            fail_at(match, list->moves[i], "gains otherwise than foreseen");
        if (takes && !has(tactical, list->moves[i]))
            fail_at(match, list->moves[i], "is missing");
    }
    free(tactical);
}

static void gains_are_foreseen(void **state)
{
    (void)state;
    on_random_positions(ask_gain);
}

static void tactical_moves_are_legal_and_complete(void **state)
{
    (void)state;
    on_random_positions(ask_tactical);
}

/* Nobody asks whether a move gives a check that there is already. */
static bool enemy_in_check(const struct match *match)
{
    union position_store turned = match->now;
    turned.head.side ^= 1;
    return match->game->check(&turned.head, NULL);
}

static void ask_check(const struct evaluation *evaluation, const struct match *match, const struct move_list *list)
{
    if (enemy_in_check(match))
        return;
    for (unsigned i = 0; evaluation->gives_check && i < list->count; i++) {
        union position_store after = match->now;
        union undo_store undo;
        match->game->apply(&after.head, list->moves[i], &undo);
        if (match->game->check(&after.head, NULL) != evaluation->gives_check(&match->now.head, list->moves[i]))
            fail_at(match, list->moves[i], "check is not foreseen");
    }
}

/* `lasting` leaves out exactly those legal moves after which the enemy has one that ends the game. */
static void ask_lasting(const struct evaluation *evaluation, const struct match *match, const struct move_list *list)
{
    const struct game *game = match->game;
    /* Every answer to every move takes long: one check in four, of the rest one in sixteen. */
    if (!evaluation->lasting || match->now.head.number % (game->check(&match->now.head, NULL) ? 4 : 16))
        return;
    struct move_list *lasting = malloc(2 * sizeof *lasting), *answers = lasting + 1;
    assert_non_null(lasting);
    evaluation->lasting(&match->now.head, &match->history, lasting);
    for (unsigned i = 0; i < lasting->count; i++)
        assert_true(has(list, lasting->moves[i]));
    for (unsigned i = 0; i < list->count; i++) {
        union position_store after = match->now;
        union undo_store undo;
        enum side us = (enum side)after.head.side;
        bool lost = false;
        game->apply(&after.head, list->moves[i], &undo);
        if (!game->ended(&after.head))
            game->generate(&after.head, NULL, answers);
        else
            answers->count = 0;
        for (unsigned j = 0; j < answers->count && !lost; j++) {
            union position_store next = after;
            game->apply(&next.head, answers->moves[j], &undo);
            struct verdict verdict = game->verdict(&next.head, NULL);
            lost = verdict.reason == REASON_ROYALS_CAPTURED && verdict.winner != us;
        }
        if (lost == has(lasting, list->moves[i]))
            fail_at(match, list->moves[i], lost ? "loses at once" : "is missing");
    }
    free(lasting);
}

static void what_loses_at_once_is_left_out(void **state)
{
    (void)state;
    on_random_positions(ask_lasting);
}

static void checks_are_foreseen(void **state)
{
    (void)state;
    on_random_positions(ask_check);
}

/* The board turned round and the sides exchanged. */
static bool mirror(const struct game *game, const struct position *from, union position_store *to)
{
    *to = (union position_store){.head = *from};
    unsigned squares = game_squares(game);
    for (unsigned i = 0; i < squares; i++) {
        piece_t piece = from->board[squares - 1 - i];
        to->head.board[i] = piece ? piece ^ PIECE_SIDE_BIT : PIECE_NONE;
    }
    for (unsigned kind = 0; kind < HAND_KINDS; kind++) {
        to->head.hand[SENTE][kind] = from->hand[GOTE][kind];
        to->head.hand[GOTE][kind] = from->hand[SENTE][kind];
    }
    to->head.side ^= 1;
    if (from->mark != SQUARE_NONE)
        to->head.mark = (square_t)(squares - 1 - from->mark);
    return game->adopt(&to->head, NULL) == OK;
}

static void ask_fairness(const struct evaluation *evaluation, const struct match *match, const struct move_list *list)
{
    union position_store mirrored;
    assert_true(mirror(match->game, &match->now.head, &mirrored));
    int score = evaluation->score(&match->now.head), turned = evaluation->score(&mirrored.head);
    if (score != turned)
        fail_at(match, list->moves[0], "the other side would be judged otherwise");
    assert_true(score < SCORE_EVALUATION_MAX && score > -SCORE_EVALUATION_MAX);
}

static void both_sides_are_judged_alike(void **state)
{
    (void)state;
    on_random_positions(ask_fairness);
}

/* One memory for all games of an evaluation, and for moves that were taken back. */
static void ask_next(const struct evaluation *evaluation, const struct match *match, const struct move_list *list)
{
    static const struct evaluation *asked;
    static union evaluation_memory memory;
    if (!evaluation->score_next)
        return;
    if (asked != evaluation)
        memory = (union evaluation_memory){.bytes = {0}};
    asked = evaluation;
    for (unsigned i = 0; i < list->count; i += 1 + list->count / 8) {
        union position_store after = match->now;
        union undo_store undo;
        match->game->apply(&after.head, list->moves[i], &undo);
        if (evaluation->score_next(&after.head, &memory) != evaluation->score(&after.head))
            fail_at(match, list->moves[i], "is judged otherwise after another position");
    }
}

static void the_next_position_is_judged_like_the_first(void **state)
{
    (void)state;
    on_random_positions(ask_next);
}

static void scales_and_positions_to_measure_by_can_be_used(void **state)
{
    (void)state;
    struct fault fault;
    union position_store store;
    for (unsigned e = 0; evaluation_list[e]; e++) {
        const struct evaluation *evaluation = evaluation_list[e];
        assert_true(evaluation->scale > 0);
        for (unsigned i = 0; evaluation->search_sfens && evaluation->search_sfens[i]; i++)
            assert_int_equal(sfen_parse(evaluation->game, NULL, evaluation->search_sfens[i], &store, &fault), OK);
        for (unsigned i = 0; evaluation->perft_sfens && evaluation->perft_sfens[i]; i++)
            assert_int_equal(sfen_parse(evaluation->game, NULL, evaluation->perft_sfens[i], &store, &fault), OK);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tactical_moves_are_legal_and_complete),
        cmocka_unit_test(gains_are_foreseen),
        cmocka_unit_test(checks_are_foreseen),
        cmocka_unit_test(what_loses_at_once_is_left_out),
        cmocka_unit_test(both_sides_are_judged_alike),
        cmocka_unit_test(the_next_position_is_judged_like_the_first),
        cmocka_unit_test(scales_and_positions_to_measure_by_can_be_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
