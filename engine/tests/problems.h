/*
 * Problems for the page, written as JSON (docs/problems.md has the format): what problems_make.c shares with the three
 * kinds. Nothing here depends on a clock: the same engine writes the same file on every machine.
 */
#ifndef ENGINE_TESTS_PROBLEMS_H
#define ENGINE_TESTS_PROBLEMS_H

#include "engine/mate.h"
#include "engine/tests/arena.h"

#include <stdio.h>

enum problem_kind { PROBLEM_TACTICS, PROBLEM_MATE, PROBLEM_BARE_KING };

/* A problem as written, and what it is sorted by. */
struct problem {
    enum problem_kind kind;
    char *text;            /* the members of its object behind `id` and `sfen`; the owner frees it */
    unsigned plies, first; /* length, and how many first moves solve it */
    uint64_t nodes;
};

/* The arena stands at the position. Each returns false, with a reason on stderr, where the position is no problem. */
bool problem_of_mate(struct arena *arena, struct mate *mate, struct problem *problem);
bool problem_of_tactics(struct arena *arena, const char *wanted, struct problem *problem);
bool problem_of_bare_king(struct arena *arena, struct problem *problem);

/* Prints `count` positions with an only good move, "sfen<tab>move" (the form of tactics.txt), from games of the engine
 * against itself that begin with this seed. The second-best move is at least `gap` centipawns worse. */
void tactics_find(struct arena *arena, unsigned count, uint64_t seed, int gap);
/* Prints `count` positions whose only good first move leads to a bare king, "plies sfen" (the form of bare.txt), from
 * games between few pieces. */
void bare_kings_find(struct arena *arena, unsigned count, uint64_t seed);

#endif
