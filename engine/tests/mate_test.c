/*
 * Proofs of mate: against trying every move, on positions that have one and on positions that have none, and on the
 * problems of games/<game>/tests/tsume.txt.
 */
#include "engine/mate.h"
#include "engine/tests/arena.h"
#include "rules/notation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { NODES = 1000000, BY_TRYING = 3 };

static enum mate_answer answer_in(struct arena *arena, struct mate *mate, unsigned *length)
{
    mate_ask(mate, arena->evaluation, &arena->match);
    enum mate_answer answer = mate_run(mate, NODES, NULL);
    mate_line(mate, length);
    return answer;
}

static void set_up(const char *game, struct arena **arena, struct mate **mate)
{
    *arena = arena_new(game);
    assert_int_equal(mate_create(mate, MATE_ENTRIES_SMALL), OK);
}

static void tear_down(struct arena *arena, struct mate *mate)
{
    mate_free(mate);
    arena_free(arena);
}

struct problem {
    const char *sfen;
    unsigned plies; /* 0: there is none */
};

static void known_positions_are_answered(void **state)
{
    (void)state;
    static const struct problem problems[] = {
        {"4k4/9/4P4/9/9/9/9/9/4K4 b G 1", 1},
        {"4k4/9/9/9/9/9/4p4/9/4K4 w g 1", 1},
        {"7nl/7k1/6p1p/6S2/7P1/9/9/9/4K4 b 2G 1", 3},
        {"l7l/4k4/3pg4/4S4/9/9/9/9/4K4 b 2GBR 1", 5},
        {"4k4/9/9/9/9/9/9/9/4K4 b - 1", 0},   /* nothing to give check with */
        {"8k/9/9/9/9/9/9/9/4K4 b P 1", 0},    /* not enough */
        {"7kl/9/7GP/9/9/9/9/9/4K4 b P 1", 0}, /* a pawn dropped there would mate, and may not */
    };
    struct arena *arena;
    struct mate *mate;
    set_up("shogi", &arena, &mate);
    for (unsigned i = 0; i < sizeof problems / sizeof problems[0]; i++) {
        unsigned length;
        arena_position(arena, NULL, problems[i].sfen, NULL);
        enum mate_answer answer = answer_in(arena, mate, &length);
        if (answer != (problems[i].plies ? MATE_FOUND : MATE_NONE) || length != problems[i].plies)
            fail_msg("%s: answer %d, %u plies", problems[i].sfen, (int)answer, length);
    }
    tear_down(arena, mate);
}

/* Whether some first move forces a win within so many plies, by trying every move. */
static bool is_forced(const struct arena *arena, unsigned plies)
{
    struct move_list list;
    match_moves(&arena->match, &list);
    for (unsigned i = 0; i < list.count; i++) {
        if (arena_forces_win(arena, list.moves[i], plies))
            return true;
    }
    return false;
}

/* Made by engine_tsume_make, which verifies each against the rules. The short ones are verified here once more. */
static void problems_are_solved(const char *game, unsigned count)
{
    struct arena *arena;
    struct mate *mate;
    char path[64], line[SFEN_MAX + 8];
    unsigned solved = 0;
    set_up(game, &arena, &mate);
    snprintf(path, sizeof path, "games/%s/tests/tsume.txt", game);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#')
            continue;
        char *sfen;
        unsigned plies = (unsigned)strtoul(line, &sfen, 10), length;
        line[strcspn(line, "\n")] = '\0';
        arena_position(arena, NULL, sfen + 1, NULL);
        enum mate_answer answer = answer_in(arena, mate, &length);
        if (answer != MATE_FOUND || length != plies)
            fail_msg("%s: answer %d, %u plies", line, (int)answer, length);
        if (plies <= BY_TRYING && !is_forced(arena, plies))
            fail_msg("%s: not forced", line);
        if (plies > 1 && plies - 2 <= BY_TRYING && is_forced(arena, plies - 2))
            fail_msg("%s: there is a shorter mate", line);
        solved++;
    }
    fclose(file);
    assert_int_equal(solved, count);
    tear_down(arena, mate);
}

static void problems_of_shogi_are_solved(void **state)
{
    (void)state;
    problems_are_solved("shogi", 100);
}

static void problems_of_annan_are_solved(void **state)
{
    (void)state;
    problems_are_solved("annan", 32);
}

/* The same in slices of nodes as at one go, and every time. */
static void the_proof_does_not_depend_on_how_it_is_sliced(void **state)
{
    (void)state;
    struct arena *arena;
    struct mate *mate;
    uint64_t nodes[2];
    for (unsigned i = 0; i < 2; i++) {
        enum mate_answer answer = MATE_OPEN;
        set_up("shogi", &arena, &mate);
        arena_position(arena, NULL, "l7l/4k4/3pg4/4S4/9/9/9/9/4K4 b 2GBR 1", NULL);
        mate_ask(mate, arena->evaluation, &arena->match);
        while (answer == MATE_OPEN)
            answer = mate_run(mate, i ? 50 : 0, NULL);
        assert_int_equal(answer, MATE_FOUND);
        nodes[i] = mate_nodes(mate);
        assert_true(nodes[i] < NODES);
        tear_down(arena, mate);
    }
    set_up("shogi", &arena, &mate);
    arena_position(arena, NULL, "l7l/4k4/3pg4/4S4/9/9/9/9/4K4 b 2GBR 1", NULL);
    mate_ask(mate, arena->evaluation, &arena->match);
    assert_int_equal(mate_run(mate, 0, NULL), MATE_FOUND);
    assert_int_equal(mate_nodes(mate), nodes[0]);
    tear_down(arena, mate);
}

static void there_is_no_mate_from_the_start_of_any_game(void **state)
{
    (void)state;
    for (unsigned i = 0; evaluation_list[i]; i++) {
        struct arena *arena;
        struct mate *mate;
        unsigned length;
        set_up(evaluation_list[i]->game->name, &arena, &mate);
        enum mate_answer answer = answer_in(arena, mate, &length);
        assert_int_equal(answer, MATE_NONE); /* no mate from the start */
        tear_down(arena, mate);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_positions_are_answered),
        cmocka_unit_test(problems_of_shogi_are_solved),
        cmocka_unit_test(problems_of_annan_are_solved),
        cmocka_unit_test(the_proof_does_not_depend_on_how_it_is_sliced),
        cmocka_unit_test(there_is_no_mate_from_the_start_of_any_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
