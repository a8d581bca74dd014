/* The static exchange: who takes with what, and how lions take part. */
#include "rules/evaluation.h"
#include "rules/tests/match_steps.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

extern const struct evaluation chu_evaluation;

static void exchanges_follow_the_lion(void **state)
{
    (void)state;
    static const struct {
        const char *sfen, *move;
        int gain;
    } cases[] = {
        /* A free pawn. */
        {"k11/12/12/5p6/12/5R6/12/12/12/12/12/K11 b - 1", "7f7d", 100},
        /* The same pawn held by a gold. */
        {"k11/12/5g6/5p6/12/5R6/12/12/12/12/12/K11 b - 1", "7f7d", -460},
        /* A second rook behind makes it a pawn and a gold for a rook. */
        {"k11/12/5g6/5p6/12/5R6/5R6/12/12/12/12/K11 b - 1", "7f7d", -160},
        /* A lion two squares away would be lost for the pawn, a lion beside it takes and goes back. */
        {"k11/12/5g6/5p6/12/5N6/12/12/12/12/12/K11 b - 1", "7f7d", -1900},
        {"k11/12/5g6/5p6/5N6/12/12/12/12/12/12/K11 b - 1", "7e7d7e", 100},
        /* A lion beside the square guards it without being exposed. */
        {"k11/12/5n6/5p6/12/5R6/5R6/12/12/12/12/K11 b - 1", "7f7d", -460},
        /* A lion two squares away does not dare to. */
        {"k11/5n6/12/5p6/12/5R6/5R6/12/12/12/12/K11 b - 1", "7f7d", 100},
        /* A lion takes two, the second of them held. */
        {"k11/12/5g6/5p6/5s6/5N6/12/12/12/12/12/K11 b - 1", "7f7e7d", -1700},
        /* Promotion into a guarded square: the promoted piece is lost. */
        {"k11/12/7gb3/12/6S5/5S6/12/12/12/12/12/K11 b - 1", "6e6d+", -200},
        /* Promotion into a free square. */
        {"k11/12/12/12/6S5/12/12/12/12/12/12/K11 b - 1", "6e6d+", 160},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        move_t move;
        start_game("chu", cases[i].sfen, "");
        assert_legal(cases[i].move);
        assert_int_equal(usi_parse(match.game, cases[i].move, &move, NULL), OK);
        if (!chu_evaluation.exchange(&match.now.head, move, cases[i].gain))
            fail_msg("%s %s: less than %d", cases[i].sfen, cases[i].move, cases[i].gain);
        if (chu_evaluation.exchange(&match.now.head, move, cases[i].gain + 1))
            fail_msg("%s %s: more than %d", cases[i].sfen, cases[i].move, cases[i].gain);
    }
}

/* Who wins something anyway may be told less, but not a loss. */
static void a_sure_gain_is_no_loss(void **state)
{
    (void)state;
    move_t move;
    start_game("chu", "k11/12/5g6/5r6/5P6/12/12/12/12/12/12/K11 b - 1", "");
    assert_int_equal(usi_parse(match.game, "7e7d", &move, NULL), OK);
    assert_true(chu_evaluation.exchange(&match.now.head, move, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exchanges_follow_the_lion),
        cmocka_unit_test(a_sure_gain_is_no_loss),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
