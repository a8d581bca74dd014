/*
 * Writes games/<game>/web/problems.json (docs/problems.md), and finds positions for it:
 *
 *   engine_problems_make GAME FIRST games/GAME/tests/tsume.txt      lines "plies sfen"
 *   engine_problems_make GAME FIRST games/GAME/tests/tactics.txt    lines "sfen<tab>the only good move"
 *   engine_problems_make GAME FIRST games/GAME/tests/bare.txt       lines "bare plies sfen"
 *   engine_problems_make GAME find COUNT SEED GAP >> tactics.txt
 *   engine_problems_make GAME find-bare COUNT SEED >> bare.txt
 *
 * Several files may be named. Everything is worked out anew from the positions: a mate's length that differs from the
 * one in the file is an error. A position that is no problem any more, or has more than FIRST first moves that solve
 * it, is left out and named on stderr.
 */
#include "engine/tests/problems.h"
#include "rules/notation.h"

#include <stdlib.h>
#include <string.h>

enum { PROBLEMS_MAX = 1000, LINE = SFEN_MAX + 64 };

static int by_difficulty(const void *a, const void *b)
{
    const struct problem *one = a, *other = b;
    if (one->kind != other->kind)
        return one->kind < other->kind ? -1 : 1;
    if (one->plies != other->plies)
        return one->plies < other->plies ? -1 : 1;
    if (one->nodes != other->nodes)
        return one->nodes < other->nodes ? -1 : 1;
    return strcmp(one->text, other->text);
}

/* A name for a position that stays when others come and go (FNV-1a). */
static unsigned name_of(const char *sfen)
{
    unsigned hash = 2166136261u;
    while (*sfen)
        hash = (hash ^ (unsigned char)*sfen++) * 16777619u;
    return hash;
}

/* Works a line of the file out; the text becomes the whole object. */
static bool read_problem(struct arena *arena, struct mate *mate, char *line, struct problem *problem)
{
    char *sfen = line, *wanted = strchr(line, '\t');
    unsigned plies = 1;
    line[strcspn(line, "\n")] = '\0';
    problem->kind = wanted ? PROBLEM_TACTICS : strncmp(line, "bare ", 5) == 0 ? PROBLEM_BARE_KING : PROBLEM_MATE;
    if (wanted)
        *wanted++ = '\0';
    else
        plies = (unsigned)strtoul(problem->kind == PROBLEM_BARE_KING ? line + 5 : line, &sfen, 10), sfen++;
    arena_position(arena, NULL, sfen, NULL);
    if (!(problem->kind == PROBLEM_TACTICS     ? problem_of_tactics(arena, wanted, problem)
          : problem->kind == PROBLEM_BARE_KING ? problem_of_bare_king(arena, problem)
                                               : problem_of_mate(arena, mate, problem)))
        return false;
    if (problem->plies != plies) {
        fprintf(stderr, "%u plies instead of %u\n", problem->plies, plies);
        exit(1);
    }
    char *members = problem->text;
    if (asprintf(&problem->text, "{\"id\":\"%08x\",\"sfen\":\"%s\",%s}", name_of(sfen), sfen, members) < 0)
        exit(1);
    free(members);
    return true;
}

struct problems {
    struct problem list[PROBLEMS_MAX];
    unsigned count;
};

static bool read_problems(struct arena *arena, struct mate *mate, const char *path, unsigned first,
                          struct problems *problems)
{
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        return false;
    }
    unsigned number = 1;
    for (char line[LINE]; problems->count < PROBLEMS_MAX && fgets(line, sizeof line, file); number++) {
        if (line[0] == '#')
            continue;
        struct problem *problem = &problems->list[problems->count];
        problem->text = NULL;
        if (read_problem(arena, mate, line, problem) && problem->first <= first) {
            problems->count++;
        } else {
            fprintf(stderr, "left out: line %u of %s\n", number, path);
            free(problem->text);
        }
    }
    fclose(file);
    return true;
}

static int write_problems(struct arena *arena, char **paths, unsigned first)
{
    static struct problems problems;
    struct mate *mate;
    if (mate_create(&mate, MATE_ENTRIES_SMALL) != OK)
        return 1;
    bool good = true;
    while (good && *paths)
        good = read_problems(arena, mate, *paths++, first, &problems);
    mate_free(mate);
    if (!good)
        return 1;
    qsort(problems.list, problems.count, sizeof problems.list[0], by_difficulty);
    puts("{\n  \"problems\": [");
    for (unsigned i = 0; i < problems.count; i++) {
        printf("    %s%s\n", problems.list[i].text, i + 1 < problems.count ? "," : "");
        free(problems.list[i].text);
    }
    puts("  ]\n}");
    return 0;
}

int main(int argc, char **argv)
{
    bool find = argc == 6 && strcmp(argv[2], "find") == 0;
    bool find_bare = argc == 5 && strcmp(argv[2], "find-bare") == 0;
    unsigned first = argc > 3 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
    if ((!first && !find && !find_bare) || !arena_evaluation(argv[1])) {
        fprintf(stderr, "usage: problems GAME FIRST FILE... | GAME find COUNT SEED GAP | GAME find-bare COUNT SEED\n");
        return 2;
    }
    struct arena *arena = arena_new(argv[1]);
    int status = 0;
    if (find)
        tactics_find(arena, (unsigned)strtoul(argv[3], NULL, 10), strtoull(argv[4], NULL, 10), atoi(argv[5]));
    else if (find_bare)
        bare_kings_find(arena, (unsigned)strtoul(argv[3], NULL, 10), strtoull(argv[4], NULL, 10));
    else
        status = write_problems(arena, argv + 3, first);
    arena_free(arena);
    return status;
}
