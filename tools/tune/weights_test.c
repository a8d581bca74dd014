/*
 * What every evaluation that can be tuned promises (struct tuning), asked of each game on positions of random games:
 * the score in play is the sum that the tuner sees.
 */
#include "engine/levels.h"
#include "rules/evaluation.h"
#include "rules/match.h"
#include "rules/notation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { GAMES = 30, PLIES = 200 };

static void groups_cover_all_weights_in_rows(void **state)
{
    (void)state;
    unsigned tunable = 0;
    for (unsigned e = 0; evaluation_list[e]; e++) {
        const struct tuning *tuning = evaluation_list[e]->tuning;
        if (!tuning)
            continue;
        unsigned count = 0;
        tunable++;
        for (const struct weight_group *group = tuning->groups; group->name; group++) {
            assert_true(group->row > 0 && group->count % group->row == 0);
            count += group->count;
        }
        assert_int_equal(count, tuning->count);
        assert_true(count <= TUNING_WEIGHTS_MAX);
    }
    assert_true(tunable > 0);
}

static void ask_sum(const struct evaluation *evaluation, const struct match *match, int16_t *coefficients)
{
    const struct tuning *tuning = evaluation->tuning;
    for (unsigned i = 0; i < tuning->count; i++)
        coefficients[i] = 0;
    int sum = tuning->trace(&match->now.head, coefficients), score = evaluation->score(&match->now.head);
    for (unsigned i = 0; i < tuning->count; i++)
        sum += coefficients[i] * tuning->weights[i];
    if (sum == (match->now.head.side == SENTE ? score : -score))
        return;
    char sfen[SFEN_MAX];
    sfen_format(match->game, &match->now.head, sfen);
    fail_msg("%s %s: the weights sum up to %d, the score is %d", match->game->name, sfen, sum, score);
}

static void the_score_is_the_sum_of_the_weights(void **state)
{
    (void)state;
    struct match *match = malloc(sizeof *match);
    struct history_entry *entries = calloc(PLIES + 1, sizeof *entries);
    struct move_list *list = malloc(sizeof *list);
    int16_t *coefficients = calloc(TUNING_WEIGHTS_MAX, sizeof *coefficients);
    struct fault fault;
    assert_true(match && entries && list && coefficients);
    for (unsigned e = 0; evaluation_list[e]; e++) {
        const struct evaluation *evaluation = evaluation_list[e];
        for (unsigned game = 0; evaluation->tuning && game < GAMES; game++) {
            assert_int_equal(match_start(match, evaluation->game, NULL, NULL, entries, PLIES + 1, &fault), OK);
            for (unsigned ply = 0; ply < PLIES && match->verdict.reason == REASON_NONE; ply++) {
                ask_sum(evaluation, match, coefficients);
                match_moves(match, list);
                move_t move = list->moves[seed_mix(game * 1000 + ply) % list->count];
                assert_int_equal(match_play(match, move, NULL), OK);
            }
        }
    }
    free(match);
    free(entries);
    free(list);
    free(coefficients);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_cover_all_weights_in_rows),
        cmocka_unit_test(the_score_is_the_sum_of_the_weights),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
