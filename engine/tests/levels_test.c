/* The levels of play: their tables, how they draw, and what they see. */
#include "engine/levels.h"
#include "engine/tests/arena.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { SEEDS = 100 };

static void a_draw_prefers_better_moves_but_not_only(void **state)
{
    (void)state;
    const int scores[] = {100, 400, 380, -3000};
    unsigned drawn[4] = {0};
    for (uint64_t seed = 0; seed < 4000; seed++)
        drawn[level_choose(scores, 4, 100, seed)]++;
    assert_true(drawn[1] > drawn[2] && drawn[2] > drawn[0]);
    assert_true(drawn[0] > 100 && drawn[0] < 600); /* 300 worse: an eighth of the weight */
    assert_int_equal(drawn[3], 0);
    assert_int_equal(level_choose(scores, 4, 0, 1), 1);
}

static void a_chance_comes_up_as_often_as_it_says(void **state)
{
    (void)state;
    const unsigned chances[] = {0, 20, 500, CHANCE_ALWAYS};
    for (unsigned i = 0; i < 4; i++) {
        unsigned lapses = 0;
        for (uint64_t seed = 0; seed < 10000; seed++)
            lapses += level_lapses(chances[i], seed);
        assert_in_range(lapses, chances[i] * 9, chances[i] * 11);
    }
}

static bool takes_nothing_away(unsigned strong, unsigned weak)
{
    return strong == 0 || (weak != 0 && strong >= weak);
}

static void no_step_takes_anything_away(void **state)
{
    (void)state;
    struct evaluation unmeasured = *evaluation_list[0];
    unmeasured.levels = NULL;
    for (unsigned e = 0;; e++) {
        const struct evaluation *evaluation = evaluation_list[e] ? evaluation_list[e] : &unmeasured;
        for (unsigned level = LEVEL_MIN; level < LEVEL_MAX; level++) {
            const struct level *weak = level_of(evaluation, level), *strong = level_of(evaluation, level + 1);
            bool more = (strong->depth != weak->depth) | (strong->nodes != weak->nodes) |
                        (strong->chance != weak->chance) | (strong->temperature != weak->temperature);
            if (!more || strong->chance > weak->chance || strong->temperature > weak->temperature ||
                (weak->nodes && !takes_nothing_away((unsigned)strong->nodes, (unsigned)weak->nodes)) ||
                (weak->depth && !strong->nodes && !takes_nothing_away(strong->depth, weak->depth)))
                fail_msg("%s: level %u is no step above %u", evaluation->game->name, level + 1, level);
            assert_true(weak->depth || weak->nodes);
            assert_true((weak->chance == 0) == (weak->temperature == 0));
            assert_true(weak->chance <= CHANCE_ALWAYS);
        }
        const struct level *full = level_of(evaluation, LEVEL_MAX);
        assert_int_equal(full->depth + full->nodes + full->chance + full->temperature, 0);
        if (!evaluation_list[e])
            break;
    }
}

static move_t answer(struct arena *arena, unsigned level, uint64_t seed)
{
    struct search_limits limits = {.nodes = 5000, .seed = seed};
    level_limit(level_of(arena->evaluation, level), &limits);
    arena_clear(arena);
    return arena_search(arena, &limits).best;
}

static void a_level_answers_by_its_seed_alone(void **state)
{
    (void)state;
    struct arena *arena = arena_new("shogi");
    unsigned different = 0;
    move_t before = MOVE_NONE;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        move_t move = answer(arena, LEVEL_MIN, seed);
        assert_int_equal(move, answer(arena, LEVEL_MIN, seed));
        different += move != before;
        before = move;
    }
    assert_true(different > 5);
    arena_free(arena);
}

/* Something hangs: the weakest take it now and then, better ones nearly always. */
static void what_is_free_is_taken(void **state)
{
    (void)state;
    static const struct {
        const char *game, *sfen;
    } cases[] = {
        {"annan", "lnsgkgsnl/7b1/p1ppppp1p/1p5p1/9/1P2r2P1/P1PPPPP1P/1B5R1/LNSGKGSNL b - 1"},
        {"shogi", "lnsgkgsnl/7b1/ppppppppp/9/9/4r4/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"},
        {"chu", "lfcsgekgscfl/a1b1txot1b1a/mv1hdqndhrvm/pppppppppppp/3i4i3/12/12/3I1r2I3/PPPPPPPPPPPP/MVRHDNQDHRVM/"
                "A1B1TOXT1B1A/LFCSGKEGSCFL b - 1"},
        {"hasami", "p1ppppppp/9/9/9/2Pp5/9/9/4P4/PP1P1PPPP b - 1"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct arena *arena = arena_new(cases[i].game);
        unsigned taken[LEVEL_MAX + 1] = {0};
        arena_position(arena, NULL, cases[i].sfen, NULL);
        for (unsigned level = LEVEL_MIN; level <= 7; level += 2) {
            for (uint64_t seed = 0; seed < SEEDS; seed++)
                taken[level] += arena_gain(arena, answer(arena, level, seed)) > 0;
        }
        print_message("%s: %u %u %u %u\n", cases[i].game, taken[1], taken[3], taken[5], taken[7]);
        assert_in_range(taken[1], 10, 80);
        assert_true(taken[3] > taken[1] && taken[5] >= 60 && taken[7] >= 80);
        arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_draw_prefers_better_moves_but_not_only),
        cmocka_unit_test(a_chance_comes_up_as_often_as_it_says),
        cmocka_unit_test(no_step_takes_anything_away),
        cmocka_unit_test(a_level_answers_by_its_seed_alone),
        cmocka_unit_test(what_is_free_is_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
