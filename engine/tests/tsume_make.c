/*
 * Makes problems for engine_mate_test: tsume GAME COUNT [SEED]
 *
 * Quick games of the engine against itself, whose openings are drawn by the seed; wherever the side to move mates by
 * checks, the position is a problem, as long as its length is still wanted. Before it is printed ("plies sfen") the
 * mate is verified against the rules: whatever the defender answers, the proof must have a next move, down to the
 * verdict.
 */
#include "engine/levels.h"
#include "engine/mate.h"
#include "engine/tests/arena.h"
#include "rules/notation.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    LONGEST = 11,
    NODES = 4000,
    VERIFY_NODES = 2000000,
    FIRST_PLY = 30,
    OPENING_PLIES = 12,
    TEMPERATURE = 60,
    PLAY_NODES = 500
};

/* Of a hundred, by plies. */
static const unsigned share[LONGEST + 1] = {[1] = 10, [3] = 25, [5] = 25, [7] = 20, [9] = 12, [11] = 8};

static unsigned mate_length(struct mate *mate, const struct evaluation *evaluation, const struct match *match,
                            uint64_t nodes)
{
    unsigned length = 0;
    mate_ask(mate, evaluation, match);
    if (mate_run(mate, nodes, NULL) == MATE_FOUND)
        mate_line(mate, &length);
    return length;
}

/* Whether the side to move wins within `plies`, its moves being those of the proof, against every answer. */
static bool is_sound(struct arena *arena, struct mate *mate, unsigned plies)
{
    unsigned length = mate_length(mate, arena->evaluation, &arena->match, VERIFY_NODES);
    if (length == 0 || length > plies)
        return false;
    enum side us = (enum side)arena->match.now.head.side;
    arena_play(arena, mate_line(mate, &length)[0]);
    bool sound = true;
    if (arena->match.verdict.reason != REASON_NONE) {
        sound = arena->match.verdict.winner == us;
    } else {
        struct move_list *answers = malloc(sizeof *answers);
        if (!answers)
            exit(1);
        match_moves(&arena->match, answers);
        for (unsigned i = 0; sound && i < answers->count; i++) {
            arena_play(arena, answers->moves[i]);
            sound = arena->match.verdict.reason == REASON_NONE ? is_sound(arena, mate, plies - 2)
                                                               : arena->match.verdict.winner == us;
            match_back(&arena->match);
        }
        free(answers);
    }
    match_back(&arena->match);
    return sound;
}

/* Plays a game; prints what it comes by and takes it off `wanted`. Returns how many problems that were. */
static unsigned play(struct arena *arena, struct mate *mate, uint64_t seed, unsigned wanted[LONGEST + 1])
{
    unsigned made = 0, last = 0;
    arena_position(arena, "move_limit=200", NULL, NULL);
    arena_clear(arena);
    mate_forget(mate);
    for (unsigned ply = 0; arena->match.verdict.reason == REASON_NONE; ply++) {
        unsigned length = ply < FIRST_PLY ? 0 : mate_length(mate, arena->evaluation, &arena->match, NODES);
        /* One problem from each attack: the next position of it is the same problem, shorter. */
        if (length && length <= LONGEST && wanted[length] && ply > last + 4 && is_sound(arena, mate, length)) {
            char sfen[SFEN_MAX];
            sfen_format(arena->match.game, &arena->match.now.head, sfen);
            printf("%u %s\n", length, sfen);
            fflush(stdout);
            wanted[length]--;
            made++;
            last = ply;
        }
        struct search_limits opening = {.depth = 1, .temperature = TEMPERATURE, .seed = seed_mix(seed + ply)};
        struct search_limits later = {.nodes = PLAY_NODES};
        arena_play(arena, arena_search(arena, ply < OPENING_PLIES ? &opening : &later).best);
    }
    return made;
}

int main(int argc, char **argv)
{
    if (argc < 3 || !game_find(argv[1])) {
        fprintf(stderr, "usage: tsume GAME COUNT [SEED]\n");
        return 2;
    }
    unsigned count = (unsigned)strtoul(argv[2], NULL, 10), made = 0, wanted[LONGEST + 1] = {0};
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    for (unsigned plies = 1; plies <= LONGEST; plies += 2)
        wanted[plies] = share[plies] * count / 100;
    struct arena *arena = arena_new(argv[1]);
    struct mate *mate;
    if (mate_create(&mate, MATE_ENTRIES_SMALL) != OK)
        return 1;
    unsigned all = 0;
    for (unsigned plies = 1; plies <= LONGEST; plies += 2)
        all += wanted[plies];
    for (; made < all; seed++)
        made += play(arena, mate, seed << 32, wanted);
    mate_free(mate);
    arena_free(arena);
    return 0;
}
