/*
 * Several threads on one position. Run under ThreadSanitizer too (preset tsan): what is shared must be atomic.
 */
#include "engine/crew.h"
#include "engine/tests/arena.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

struct party {
    struct arena *arena;
    struct crew *crew;
    struct engine_clock clock;
    unsigned reports;
    struct search_result result;
    struct search_limits limits;
};

static void count(void *context, const struct search_info *info)
{
    struct party *party = context;
    assert_true(info->nodes > 0 && info->pv_length > 0);
    party->reports++;
}

static void set_up(struct party *party, const char *game, unsigned threads)
{
    *party = (struct party){.arena = arena_new(game), .clock = engine_clock_system()};
    assert_int_equal(crew_create(&party->crew), OK);
    assert_int_equal(crew_resize(party->crew, threads), OK);
}

static void tear_down(struct party *party)
{
    crew_free(party->crew);
    arena_free(party->arena);
}

static void think(struct party *party)
{
    struct search_request request = {
        .evaluation = party->arena->evaluation,
        .match = &party->arena->match,
        .table = &party->arena->table,
        .clock = party->clock,
        .limits = party->limits,
        .report = count,
        .context = party,
    };
    crew_run(party->crew, &request, &party->result);
}

static void search_with(struct party *party, const struct search_limits *limits)
{
    party->limits = *limits;
    crew_arm(party->crew, false);
    think(party);
}

static void expect_legal(const struct party *party)
{
    assert_int_not_equal(match_legal(&party->arena->match, party->result.best, NULL), MOVE_NONE);
}

static void threads_share_a_search_of_every_game(void **state)
{
    (void)state;
    for (unsigned i = 0; evaluation_list[i]; i++) {
        struct party party;
        set_up(&party, evaluation_list[i]->game->name, 2);
        search_with(&party, &(struct search_limits){.nodes = 20000});
        expect_legal(&party);
        /* Each thread looks at the common count every POLL_NODES (1,024) nodes. */
        assert_in_range(party.result.nodes, 20000 - 2 * 1024, 20000 + 4 * 1024);
        search_with(&party, &(struct search_limits){.depth = 3});
        expect_legal(&party);
        assert_true(party.result.depth >= 3);
        tear_down(&party);
    }
}

static void *think_in_thread(void *context)
{
    think(context);
    return NULL;
}

static void stop_ends_all_threads(void **state)
{
    (void)state;
    struct party party;
    pthread_t thread;
    set_up(&party, "shogi", 3);
    party.limits = (struct search_limits){.infinite = true};
    crew_arm(party.crew, false);
    assert_int_equal(pthread_create(&thread, NULL, think_in_thread, &party), 0);
    crew_stop(party.crew); /* perhaps before any of them has begun */
    pthread_join(thread, NULL);
    expect_legal(&party);

    crew_arm(party.crew, true);
    assert_true(crew_is_pondering(party.crew));
    party.limits = (struct search_limits){.time = {.soft = 1000, .hard = 1000}};
    assert_int_equal(pthread_create(&thread, NULL, think_in_thread, &party), 0);
    crew_ponderhit(party.crew, party.clock.now(NULL));
    pthread_join(thread, NULL);
    expect_legal(&party);
    tear_down(&party);
}

/* The limit is far away: the proof ends the search. */
static void a_mate_is_proved_beside_the_search(void **state)
{
    (void)state;
    struct party party;
    set_up(&party, "shogi", 2);
    arena_position(party.arena, NULL, "l7l/4k4/3pg4/4S4/9/9/9/9/4K4 b 2GBR 1", NULL);
    search_with(&party, &(struct search_limits){.nodes = 50000000});
    assert_int_equal(party.result.score, SCORE_MATE - 5);
    tear_down(&party);
}

static void one_thread_is_the_search_alone(void **state)
{
    (void)state;
    struct party party;
    set_up(&party, "shogi", 4);
    assert_int_equal(crew_resize(party.crew, 1), OK);
    struct search_result before = {.best = MOVE_NONE};
    for (unsigned i = 0; i < 2; i++) {
        tt_clear(&party.arena->table);
        crew_forget(party.crew);
        search_with(&party, &(struct search_limits){.nodes = 12345});
        assert_int_equal(party.result.nodes, 12345);
        assert_true(i == 0 || (before.best == party.result.best && before.score == party.result.score));
        before = party.result;
    }
    tear_down(&party);
}

static void a_level_does_not_depend_on_the_threads(void **state)
{
    (void)state;
    move_t moves[2];
    for (unsigned i = 0; i < 2; i++) {
        struct party party;
        set_up(&party, "shogi", i ? 3 : 1);
        search_with(&party, &(struct search_limits){.depth = 2, .temperature = 100, .seed = 5});
        moves[i] = party.result.best;
        tear_down(&party);
    }
    assert_int_equal(moves[0], moves[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_share_a_search_of_every_game),   cmocka_unit_test(stop_ends_all_threads),
        cmocka_unit_test(a_mate_is_proved_beside_the_search),     cmocka_unit_test(one_thread_is_the_search_alone),
        cmocka_unit_test(a_level_does_not_depend_on_the_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
