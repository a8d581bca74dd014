/*
 * Positions with one move that is clearly best, from games of the engine against itself: a game keeps them in
 * games/<game>/tests/tactics.txt, a line each: SFEN, the move, separated by a tab; what begins with '#' is comment.
 * Each must be found from nothing within NODES nodes. docs/tuning.md says how they were chosen.
 */
#include "engine/tests/arena.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { NODES = 30000, LEAST = 20, LINE = 400 };

static FILE *open_tactics(const char *game)
{
    char path[100];
    snprintf(path, sizeof path, "games/%s/tests/tactics.txt", game);
    return fopen(path, "r");
}

static bool find(struct arena *arena, char *line, unsigned number)
{
    char *wanted = strchr(line, '\t');
    assert_non_null(wanted);
    *wanted++ = '\0';
    wanted[strcspn(wanted, "\n")] = '\0';
    arena_position(arena, NULL, line, NULL);
    arena_clear(arena);
    const char *found = arena_text(arena, arena_search_nodes(arena, NODES).best);
    if (strcmp(found, wanted) == 0)
        return true;
    print_message("%s tactics %u: %s instead of %s\n", arena->match.game->name, number, found, wanted);
    return false;
}

static void best_moves_are_found(void **state)
{
    (void)state;
    unsigned sets = 0;
    for (unsigned e = 0; evaluation_list[e]; e++) {
        FILE *file = open_tactics(evaluation_list[e]->game->name);
        if (!file)
            continue;
        struct arena *arena = arena_new(evaluation_list[e]->game->name);
        unsigned count = 0, missed = 0;
        for (char line[LINE]; fgets(line, sizeof line, file);) {
            if (line[0] == '#')
                continue;
            count++;
            missed += !find(arena, line, count);
        }
        fclose(file);
        arena_free(arena);
        assert_true(count >= LEAST);
        assert_int_equal(missed, 0);
        sets++;
    }
    assert_true(sets >= 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(best_moves_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
