/*
 * Writes games/<game>/web/problems.json (docs/problems.md), and finds positions for it:
 *
 *   engine_problems_make GAME games/GAME/tests/tsume.txt [FIRST]    lines "plies sfen"
 *   engine_problems_make GAME games/GAME/tests/tactics.txt          lines "sfen<tab>the only good move"
 *   engine_problems_make GAME find COUNT SEED GAP >> tactics.txt
 *
 * Everything is worked out anew from the positions: a mate's length that differs from the one in the file is an error.
 * A position that is no problem any more, or has more than FIRST first moves that solve it, is left out and named on
 * stderr.
 */
#include "engine/tests/problems.h"
#include "rules/notation.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { PROBLEMS_MAX = 1000, LINE = SFEN_MAX + 64 };

static int by_difficulty(const void *a, const void *b)
{
    const struct problem *one = a, *other = b;
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
    unsigned plies = 0;
    line[strcspn(line, "\n")] = '\0';
    if (wanted)
        *wanted++ = '\0';
    else
        plies = (unsigned)strtoul(line, &sfen, 10), sfen++;
    arena_position(arena, NULL, sfen, NULL);
    if (!(wanted ? problem_of_tactics(arena, wanted, problem) : problem_of_mate(arena, mate, problem)))
        return false;
    if (problem->plies != plies && !wanted) {
        fprintf(stderr, "%u plies instead of %u\n", problem->plies, plies);
        exit(1);
    }
    char *members = problem->text;
    if (asprintf(&problem->text, "{\"id\":\"%08x\",\"sfen\":\"%s\",%s}", name_of(sfen), sfen, members) < 0)
        exit(1);
    free(members);
    return true;
}

static int write_problems(struct arena *arena, const char *path, unsigned first)
{
    static struct problem problems[PROBLEMS_MAX];
    unsigned count = 0;
    struct mate *mate;
    FILE *file = fopen(path, "r");
    if (!file || mate_create(&mate, MATE_ENTRIES_SMALL) != OK) {
        perror(path);
        return 1;
    }
    unsigned number = 1;
    for (char line[LINE]; count < PROBLEMS_MAX && fgets(line, sizeof line, file); number++) {
        if (line[0] == '#')
            continue;
        struct problem *problem = &problems[count];
        problem->text = NULL;
        if (read_problem(arena, mate, line, problem) && problem->first <= first) {
            count++;
        } else {
            fprintf(stderr, "left out: line %u\n", number);
            free(problem->text);
        }
    }
    fclose(file);
    mate_free(mate);
    qsort(problems, count, sizeof problems[0], by_difficulty);
    puts("{\n  \"problems\": [");
    for (unsigned i = 0; i < count; i++) {
        printf("    %s%s\n", problems[i].text, i + 1 < count ? "," : "");
        free(problems[i].text);
    }
    puts("  ]\n}");
    return 0;
}

int main(int argc, char **argv)
{
    bool find = argc == 6 && strcmp(argv[2], "find") == 0;
    if ((argc != 3 && argc != 4 && !find) || !arena_evaluation(argv[1])) {
        fprintf(stderr, "usage: problems GAME FILE [FIRST] | GAME find COUNT SEED GAP\n");
        return 2;
    }
    struct arena *arena = arena_new(argv[1]);
    int status = 0;
    if (find)
        tactics_find(arena, (unsigned)strtoul(argv[3], NULL, 10), strtoull(argv[4], NULL, 10), atoi(argv[5]));
    else
        status = write_problems(arena, argv[2], argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : UINT_MAX);
    arena_free(arena);
    return status;
}
