/*
 * A mate as a problem: its shortest length, and every way to it. At each turn of the attacker all moves that still mate
 * in the shortest length are written, with the defender's answer to each: one that lasts longest.
 */
#include "engine/tests/problems.h"

#include <stdlib.h>

enum {
    SLICE = 500,
    NODES = 3000000,
    WAYS_MAX = 250 /* moves in the tree of one problem */
};

struct proof {
    struct arena *arena;
    struct mate *mate;
    FILE *out;
    unsigned ways;
    bool open; /* something could not be proved within NODES */
};

/* The length of the shortest mate by checks when it is at most `most` plies; 0: there is none. */
static unsigned shortest(struct proof *proof, unsigned most)
{
    enum mate_answer answer;
    mate_ask(proof->mate, proof->arena->evaluation, &proof->arena->match);
    do {
        answer = mate_run(proof->mate, SLICE, NULL);
    } while (answer == MATE_OPEN && mate_excluded(proof->mate) < most && mate_nodes(proof->mate) < NODES);
    unsigned excluded = mate_excluded(proof->mate), length = excluded ? excluded + 2 : 1;
    if (answer == MATE_FOUND)
        return length <= most ? length : 0;
    if (answer == MATE_GIVEN_UP || (answer == MATE_OPEN && excluded < most))
        proof->open = true;
    return 0;
}

/* After a check: whether every answer is mated within `plies`. *defence is an answer that lasts longest; among those, a
 * move on the board before a drop, as a piece dropped in between is mostly lost for nothing. */
static bool mates_within(struct proof *proof, unsigned plies, move_t *defence)
{
    struct match *match = &proof->arena->match;
    struct move_list *answers = malloc(sizeof *answers);
    if (!answers)
        exit(1);
    match_moves(match, answers);
    unsigned longest = 0;
    bool mated = true;
    for (unsigned i = 0; mated && i < answers->count; i++) {
        arena_play(proof->arena, answers->moves[i]);
        unsigned length = match->verdict.reason == REASON_NONE ? shortest(proof, plies) : 0;
        match_back(match);
        mated = length > 0;
        unsigned worth = 2 * length + !move_is_drop(answers->moves[i]);
        if (mated && worth > longest) {
            longest = worth;
            *defence = answers->moves[i];
        }
    }
    free(answers);
    return mated && longest / 2 == plies;
}

static unsigned write_ways(struct proof *proof, unsigned plies);

/* Writes the move if it mates in exactly `plies`, and says whether it does. `more`: others stand before it. */
static bool write_way(struct proof *proof, move_t move, unsigned plies, bool more)
{
    struct match *match = &proof->arena->match;
    enum side us = (enum side)match->now.head.side;
    move_t defence = MOVE_NONE;
    arena_play(proof->arena, move);
    bool over = match->verdict.reason != REASON_NONE;
    bool check = match->history.entries[match->history.count].check;
    bool mates = plies == 1 ? over && check && match->verdict.winner == us
                            : !over && check && mates_within(proof, plies - 2, &defence);
    if (mates && proof->ways < WAYS_MAX) {
        proof->ways++;
        fprintf(proof->out, "%s\"%s\":[", more ? "," : "", arena_text(proof->arena, move));
        if (plies > 1) {
            fprintf(proof->out, "\"%s\",", arena_text(proof->arena, defence));
            arena_play(proof->arena, defence);
            write_ways(proof, plies - 2);
            match_back(match);
        }
        fputc(']', proof->out);
    }
    match_back(match);
    return mates;
}

/* Returns how many moves mate in `plies`. */
static unsigned write_ways(struct proof *proof, unsigned plies)
{
    struct move_list *moves = malloc(sizeof *moves);
    if (!moves)
        exit(1);
    match_moves(&proof->arena->match, moves);
    unsigned count = 0;
    fputc('{', proof->out);
    /* Promotions first: where both mate, that is the move to show. */
    for (unsigned promoting = 2; promoting-- > 0;) {
        for (unsigned i = 0; i < moves->count; i++) {
            if (move_is_promotion(moves->moves[i]) == (bool)promoting)
                count += write_way(proof, moves->moves[i], plies, count > 0);
        }
    }
    fputc('}', proof->out);
    free(moves);
    return count;
}

bool problem_of_mate(struct arena *arena, struct mate *mate, struct problem *problem)
{
    size_t size;
    char *ways;
    struct proof proof = {.arena = arena, .mate = mate, .out = open_memstream(&ways, &size)};
    if (!proof.out)
        exit(1);
    mate_forget(mate);
    problem->plies = shortest(&proof, MATE_PLIES_MAX);
    problem->nodes = mate_nodes(mate);
    if (problem->plies)
        problem->first = write_ways(&proof, problem->plies);
    fclose(proof.out);
    bool good = problem->plies > 0 && !proof.open && proof.ways > 0 && proof.ways < WAYS_MAX;
    if (!good)
        fprintf(stderr, "%s\n", proof.open ? "not proved" : proof.ways ? "too many ways" : "no mate");
    else if (asprintf(&problem->text, "\"plies\":%u,\"nodes\":%llu,\"moves\":%s", problem->plies,
                      (unsigned long long)problem->nodes, ways) < 0)
        exit(1);
    free(ways);
    return good;
}
