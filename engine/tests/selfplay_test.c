/*
 * Whole games at fixed node counts: every move legal (match_play refuses others), every game ends, and strength shows.
 */
#include "engine/levels.h"
#include "engine/tests/arena.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { STRONG_NODES = 600, PLIES_MOST = 400 };

typedef move_t player(struct arena *arena, uint64_t seed);

static move_t strong(struct arena *arena, uint64_t seed)
{
    (void)seed;
    return arena_search_nodes(arena, STRONG_NODES).best;
}

static move_t weakest(struct arena *arena, uint64_t seed)
{
    struct search_limits limits = {.seed = seed};
    level_limit(level_of(arena->evaluation, LEVEL_MIN), &limits);
    return arena_search(arena, &limits).best;
}

static move_t at_random(struct arena *arena, uint64_t seed)
{
    struct move_list list;
    match_moves(&arena->match, &list);
    return list.moves[seed_mix(seed ^ arena->match.now.head.key) % list.count];
}

/* Plays a game and returns its winner, NOBODY for a draw. */
static enum side play(struct arena *arena, player *sente, player *gote, uint64_t seed)
{
    char rules[32];
    snprintf(rules, sizeof rules, "move_limit=%d", PLIES_MOST);
    arena_position(arena, rules, NULL, NULL);
    arena_clear(arena);
    while (arena->match.verdict.reason == REASON_NONE) {
        player *mover = arena->match.now.head.side == SENTE ? sente : gote;
        arena_play(arena, mover(arena, seed));
    }
    return arena->match.verdict.winner;
}

static void match_of(player *one, player *other, unsigned games, unsigned wanted)
{
    struct arena *arena = arena_new("shogi");
    unsigned won = 0;
    for (unsigned i = 0; i < games; i++) {
        enum side ours = i % 2 ? GOTE : SENTE;
        won += play(arena, ours == SENTE ? one : other, ours == SENTE ? other : one, i) == ours;
    }
    arena_free(arena);
    print_message("won %u of %u\n", won, games);
    assert_true(won >= wanted);
}

static void the_engine_wins_every_game_against_random_moves(void **state)
{
    (void)state;
    match_of(strong, at_random, 20, 20);
}

static void the_engine_beats_its_weakest_level(void **state)
{
    (void)state;
    match_of(strong, weakest, 6, 5);
}

static void even_the_weakest_level_beats_random_moves(void **state)
{
    (void)state;
    match_of(weakest, at_random, 10, 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_engine_wins_every_game_against_random_moves),
        cmocka_unit_test(the_engine_beats_its_weakest_level),
        cmocka_unit_test(even_the_weakest_level_beats_random_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
