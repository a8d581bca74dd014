/* The static exchange, where guards and attackers come and go with the pieces behind them. */
#include "rules/evaluation.h"
#include "rules/tests/match_steps.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

extern const struct evaluation annan_evaluation;

static void exchanges_follow_the_borrowed_movements(void **state)
{
    (void)state;
    static const struct {
        const char *sfen, *move;
        int gain;
    } cases[] = {
        /* A pawn that moves as the rook behind it takes a free pawn. */
        {"k8/9/9/9/4P3p/4R4/9/9/K8 b - 1", "5e1e", 200},
        /* The same pawn held by a gold: pawn for pawn. */
        {"k8/9/9/8g/4P3p/4R4/9/9/K8 b - 1", "5e1e", 0},
        /* A pawn guards beside itself only while a gold stands behind it. */
        {"k8/9/9/7p1/4R3p/9/9/9/K8 b - 1", "5e1e", 200},
        {"k8/9/7g1/7p1/4R3p/9/9/9/K8 b - 1", "5e1e", 200 - 1900},
        /* Taking that gold frees nobody: the pawn before it cannot look back any more. */
        {"k8/9/4R2g1/7p1/9/9/9/9/K8 b - 1", "5c2c+", 1100 + 350},
        /* The rook that lent its movement takes back itself: a lance for two pawns. */
        {"k8/9/4p4/4p4/9/4L4/4R4/9/K8 b - 1", "5f5d", 200 - 600 + 200},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        move_t move;
        start_game("annan", cases[i].sfen, "");
        assert_legal(cases[i].move);
        assert_int_equal(usi_parse(match.game, cases[i].move, &move, NULL), OK);
        if (!annan_evaluation.exchange(&match.now.head, move, cases[i].gain))
            fail_msg("%s %s: less than %d", cases[i].sfen, cases[i].move, cases[i].gain);
        if (annan_evaluation.exchange(&match.now.head, move, cases[i].gain + 1))
            fail_msg("%s %s: more than %d", cases[i].sfen, cases[i].move, cases[i].gain);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exchanges_follow_the_borrowed_movements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
