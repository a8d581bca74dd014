/*
 * Proofs of mate: against trying every move, on positions that have one and on positions that have none, and on the
 * problems of games/<game>/tests/tsume.txt.
 */
#include "engine/mate.h"
#include "engine/tests/arena.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { NODES = 1000000 };

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
        {"4k4/9/9/9/9/9/9/9/4K4 b - 1", 0},                /* nothing to give check with */
        {"8k/9/9/9/9/9/9/9/4K4 b P 1", 0},                 /* not enough */
        {"7kl/9/7GP/9/9/9/9/9/4K4 b P 1", 0},              /* a pawn dropped there would mate, and may not */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_positions_are_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
