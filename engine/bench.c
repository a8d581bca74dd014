/*
 * Measurements.
 *
 *   perft       moves generated a second: of each game's start and of the dense positions its evaluation names. The
 *               depth grows while the next one would stay below a few seconds, then the deepest is repeated until the
 *               clock can be trusted.
 *   search      nodes searched a second: each game's positions to a fixed depth, each with an empty table.
 *   signature   the total of those nodes alone. It is the same on every machine; whatever changes it changes how the
 *               engine plays. The one agreed upon stands in engine/bench.signature.
 */
#include "engine/bench.h"
#include "engine/engine.h"
#include "engine/search.h"
#include "rules/notation.h"
#include "rules/perft.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PERFT_ENOUGH_US = 300000, PERFT_MOST_US = 2500000, BENCH_MEGABYTES = 16 };

struct bench {
    struct engine_clock clock;
    struct search *search;
    struct tt table;
    unsigned depth;
    const char *only; /* NULL: all games */
};

/* Processor time in microseconds: what other programs take of the machine does not count. */
static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static bool parse(const struct game *game, const char *sfen, union position_store *store)
{
    struct fault fault;
    if (sfen_parse(game, NULL, sfen, store, &fault) == OK)
        return true;
    fprintf(stderr, "bench: %s: %s: %s\n", game->name, sfen, fault.message);
    return false;
}

static bool perft_position(const struct game *game, const char *sfen)
{
    union position_store store;
    if (!parse(game, sfen, &store))
        return false;
    uint64_t nodes = 0, before = 1;
    unsigned depth = 0;
    double spent = 0;
    for (;;) {
        int64_t start = now();
        uint64_t deeper = perft_nodes(game, &store.head, depth + 1);
        spent = (double)(now() - start);
        depth++;
        before = nodes ? nodes : 1;
        nodes = deeper;
        double growth = (double)nodes / (double)before;
        if (nodes == 0 || depth == 12 || spent * growth > PERFT_MOST_US)
            break;
    }
    unsigned times = 1;
    while (spent < PERFT_ENOUGH_US && nodes) {
        int64_t start = now();
        perft_nodes(game, &store.head, depth);
        spent += (double)(now() - start);
        times++;
    }
    printf("perft %s depth %u nodes %llu Mnodes/s %.1f sfen %s\n", game->name, depth, (unsigned long long)nodes,
           (double)nodes * times / (spent > 0 ? spent : 1), sfen);
    return true;
}

static bool perft_game(const struct evaluation *evaluation)
{
    bool fine = perft_position(evaluation->game, evaluation->game->start_sfen);
    for (unsigned i = 0; evaluation->perft_sfens && evaluation->perft_sfens[i]; i++)
        fine = perft_position(evaluation->game, evaluation->perft_sfens[i]) && fine;
    return fine;
}

static unsigned depth_of(const struct bench *bench, const struct evaluation *evaluation)
{
    unsigned most = evaluation->search_depth;
    return most && most < bench->depth ? most : bench->depth;
}

static bool search_position(struct bench *bench, const struct evaluation *evaluation, const char *sfen,
                            struct bench_total *total)
{
    struct history_entry entries[2];
    struct match match;
    struct fault fault;
    if (match_start(&match, evaluation->game, NULL, sfen, entries, 2, &fault) != OK) {
        fprintf(stderr, "bench: %s: %s: %s\n", evaluation->game->name, sfen, fault.message);
        return false;
    }
    struct search_request request = {
        .evaluation = evaluation,
        .match = &match,
        .table = &bench->table,
        .clock = bench->clock,
        .limits = {.depth = depth_of(bench, evaluation)},
    };
    struct search_result result;
    tt_clear(&bench->table);
    search_forget(bench->search);
    search_arm(bench->search, false);
    int64_t start = now();
    search_run(bench->search, &request, &result);
    total->microseconds += now() - start;
    total->nodes += result.nodes;
    return true;
}

static bool search_game(struct bench *bench, const struct evaluation *evaluation, struct bench_total *total)
{
    const char *start[] = {evaluation->game->start_sfen, NULL};
    const char *const *sfens = evaluation->search_sfens ? evaluation->search_sfens : start;
    for (unsigned i = 0; sfens[i]; i++) {
        if (!search_position(bench, evaluation, sfens[i], total))
            return false;
    }
    return true;
}

static bool begin(struct bench *bench)
{
    bench->clock = engine_clock_system();
    if (search_create(&bench->search) == OK && tt_resize(&bench->table, BENCH_MEGABYTES) == OK)
        return true;
    fprintf(stderr, "bench: %s\n", error_text(ERR_NO_MEMORY));
    return false;
}

static void end(struct bench *bench)
{
    search_free(bench->search);
    tt_release(&bench->table);
}

bool bench_search(unsigned depth, const char *game, bool loud, struct bench_total *total)
{
    struct bench bench = {.depth = depth, .only = game};
    bool fine = begin(&bench);
    *total = (struct bench_total){.nodes = 0};
    for (unsigned i = 0; fine && evaluation_list[i]; i++) {
        struct bench_total part = {.nodes = 0};
        const char *name = evaluation_list[i]->game->name;
        if (game && strcmp(game, name) != 0)
            continue;
        fine = search_game(&bench, evaluation_list[i], &part);
        if (loud)
            printf("search %s depth %u nodes %llu knodes/s %.0f\n", name, depth_of(&bench, evaluation_list[i]),
                   (unsigned long long)part.nodes,
                   (double)part.nodes * 1000 / (double)(part.microseconds > 0 ? part.microseconds : 1));
        total->nodes += part.nodes;
        total->microseconds += part.microseconds;
    }
    end(&bench);
    return fine;
}

static int usage(const char *what, const char *where)
{
    fprintf(stderr, "bench: %s \"%.64s\"; usage: bench [perft|search|signature] [--depth 1..40] [--game NAME]\n", what,
            where);
    return 2;
}

int engine_bench(int argc, char **argv)
{
    struct bench bench = {.depth = BENCH_DEPTH};
    const char *part = NULL;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--depth") == 0 && i + 1 < argc) {
            char *end_of_number;
            unsigned long depth = strtoul(argv[++i], &end_of_number, 10);
            if (*end_of_number || argv[i][0] == '-' || depth < 1 || depth > 40)
                return usage("no such depth", argv[i]);
            bench.depth = (unsigned)depth;
        } else if (strcmp(argv[i], "--game") == 0 && i + 1 < argc) {
            bench.only = argv[++i];
            if (!game_find(bench.only))
                return usage("no such game", bench.only);
        } else if (!part && (strcmp(argv[i], "perft") == 0 || strcmp(argv[i], "search") == 0 ||
                             strcmp(argv[i], "signature") == 0)) {
            part = argv[i];
        } else {
            return usage("not understood:", argv[i]);
        }
    }
    bool fine = true;
    if (!part || strcmp(part, "perft") == 0) {
        for (unsigned i = 0; evaluation_list[i]; i++) {
            if (!bench.only || strcmp(bench.only, evaluation_list[i]->game->name) == 0)
                fine = perft_game(evaluation_list[i]) && fine;
        }
    }
    if (!part || strcmp(part, "perft") != 0) {
        struct bench_total total;
        bool signature = part && strcmp(part, "signature") == 0;
        fine = bench_search(bench.depth, bench.only, !signature, &total) && fine;
        if (signature)
            printf("%llu\n", (unsigned long long)total.nodes);
        else
            printf("signature %llu\n", (unsigned long long)total.nodes);
    }
    return fine ? 0 : 1;
}
