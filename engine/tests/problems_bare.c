/*
 * A bare king as a problem: the fewest moves after which the other king is left bare for good, and every way to it.
 * Proved by trying everything, with the rules alone; the move after which whatever is answered loses is the last one.
 */
#include "engine/levels.h"
#include "engine/tests/problems.h"
#include "rules/notation.h"

#include <stdlib.h>

enum {
    TURNS_MAX = 3,    /* of who solves */
    NODES = 40000000, /* moves played for one proof */
    WAYS_MAX = 60,    /* moves in the tree of one problem */
    STRONG = 4,       /* pieces beside the king that each side of a game to take problems from begins with */
    WEAK = 2,
    OPENING_PLIES = 6,
    TEMPERATURE = 80,
    PLAY_NODES = 400
};

struct proof {
    struct arena *arena;
    FILE *out;
    uint64_t nodes;
    unsigned ways;
    enum side us;
    char answer[USI_MAX]; /* to the last move of the way that is written first */
    bool unfit;           /* a royal is taken on a way that is shown: another lesson. Or NODES were not enough. */
};

static struct move_list *moves_here(struct proof *proof)
{
    struct move_list *moves = malloc(sizeof *moves);
    if (!moves)
        exit(1);
    match_moves(&proof->arena->match, moves);
    return moves;
}

static enum reason play(struct proof *proof, move_t move)
{
    proof->nodes++;
    proof->unfit |= proof->nodes > NODES;
    arena_play(proof->arena, move);
    return proof->arena->match.verdict.reason;
}

static unsigned fewest(struct proof *proof, unsigned most);

/* After a move of the solver's: whether every answer loses within `turns` more. *defence is one that lasts longest, and
 * *lasts how many turns are needed after it. */
static bool loses(struct proof *proof, unsigned turns, move_t *defence, unsigned *lasts)
{
    struct match *match = &proof->arena->match;
    struct move_list *answers = moves_here(proof);
    bool lost = answers->count > 0;
    *defence = MOVE_NONE;
    *lasts = 0;
    for (unsigned i = 0; lost && i < answers->count && !proof->unfit; i++) {
        unsigned needed = 0;
        if (play(proof, answers->moves[i]) != REASON_NONE)
            lost = match->verdict.winner == proof->us;
        else
            lost = turns > 0 && (needed = fewest(proof, turns)) > 0;
        match_back(match);
        if (lost && (*defence == MOVE_NONE || needed > *lasts)) {
            *defence = answers->moves[i];
            *lasts = needed;
        }
    }
    free(answers);
    return lost && !proof->unfit;
}

/* The solver is to move: whether this move wins within `turns`, itself counted. */
static bool wins(struct proof *proof, move_t move, unsigned turns)
{
    move_t defence;
    unsigned lasts;
    bool over = play(proof, move) != REASON_NONE;
    bool won = over ? proof->arena->match.verdict.winner == proof->us : loses(proof, turns - 1, &defence, &lasts);
    match_back(&proof->arena->match);
    return won;
}

/* The fewest turns in which the side to move wins, at most `most`; 0: it does not. */
static unsigned fewest(struct proof *proof, unsigned most)
{
    struct move_list *moves = moves_here(proof);
    unsigned found = 0;
    for (unsigned turns = 1; !found && turns <= most; turns++) {
        for (unsigned i = 0; !found && i < moves->count && !proof->unfit; i++)
            found = wins(proof, moves->moves[i], turns) ? turns : 0;
    }
    free(moves);
    return found;
}

/* Writes every move that wins in `turns`, with the answer that lasts longest; returns how many there are. */
static unsigned write_ways(struct proof *proof, unsigned turns)
{
    struct match *match = &proof->arena->match;
    struct move_list *moves = moves_here(proof);
    unsigned count = 0;
    fputc('{', proof->out);
    for (unsigned i = 0; i < moves->count && proof->ways < WAYS_MAX; i++) {
        if (!wins(proof, moves->moves[i], turns))
            continue;
        move_t defence;
        unsigned lasts;
        fprintf(proof->out, "%s\"%s\":[", count++ ? "," : "", arena_text(proof->arena, moves->moves[i]));
        proof->ways++;
        proof->unfit |= play(proof, moves->moves[i]) != REASON_NONE;
        bool lost = loses(proof, turns - 1, &defence, &lasts);
        if (lost && turns == 1 && !*proof->answer)
            snprintf(proof->answer, sizeof proof->answer, "%s", arena_text(proof->arena, defence));
        if (lost && turns > 1) {
            fprintf(proof->out, "\"%s\",", arena_text(proof->arena, defence));
            play(proof, defence);
            write_ways(proof, lasts);
            match_back(match);
        }
        match_back(match);
        fputc(']', proof->out);
    }
    fputc('}', proof->out);
    free(moves);
    return count;
}

bool problem_of_bare_king(struct arena *arena, struct problem *problem)
{
    size_t size;
    char *ways;
    struct proof proof = {
        .arena = arena, .out = open_memstream(&ways, &size), .us = (enum side)arena->match.now.head.side};
    if (!proof.out)
        exit(1);
    unsigned turns = fewest(&proof, TURNS_MAX);
    problem->plies = turns ? 2 * turns - 1 : 0;
    problem->nodes = proof.nodes;
    proof.nodes = 0;
    if (turns && !proof.unfit)
        problem->first = write_ways(&proof, turns);
    fclose(proof.out);
    bool good = turns > 0 && !proof.unfit && proof.ways > 0 && proof.ways < WAYS_MAX;
    if (good) {
        if (asprintf(&problem->text, "\"plies\":%u,\"end\":\"%s\",\"nodes\":%llu,\"moves\":%s,\"after\":[\"%s\"]",
                     problem->plies, reason_name(REASON_BARE_KING), (unsigned long long)problem->nodes, ways,
                     proof.answer) < 0)
            exit(1);
    } else {
        fprintf(stderr, "%s\n",
                !turns        ? "no bare king"
                : proof.unfit ? "a royal falls, or not proved"
                              : "too many ways");
    }
    free(ways);
    return good;
}

/* Of the game that is over: the earliest position of the winner's that is a problem with an only first move. */
static bool find_in(struct arena *arena)
{
    struct problem problem;
    char sfens[TURNS_MAX][SFEN_MAX];
    unsigned kept = 0;
    for (match_back(&arena->match); kept < TURNS_MAX && match_back(&arena->match); kept++) {
        sfen_format(arena->match.game, &arena->match.now.head, sfens[kept]);
        if (!match_back(&arena->match))
            break;
    }
    while (kept-- > 0) {
        arena_position(arena, NULL, sfens[kept], NULL);
        problem.text = NULL;
        bool good = problem_of_bare_king(arena, &problem);
        free(problem.text);
        if (good && problem.first == 1) {
            printf("bare %u %s\n", problem.plies, sfens[kept]);
            fflush(stdout);
            return true;
        }
    }
    return false;
}

/* The usual start, with the royals and a few pieces of each side drawn by the seed. */
static void thin_start(struct arena *arena, uint64_t seed)
{
    char sfen[SFEN_MAX];
    arena_position(arena, NULL, NULL, NULL);
    struct position *head = &arena->match.now.head;
    for (enum side side = SENTE; side <= GOTE; side++) {
        square_t squares[SQUARES_MAX];
        unsigned count = 0, left = side == (enum side)(seed & 1) ? STRONG : WEAK;
        for (unsigned i = 0; i < game_squares(arena->match.game); i++) {
            piece_t piece = head->board[i];
            if (piece && piece_side(piece) == side && !arena->match.game->pieces[piece_kind(piece)].royal)
                squares[count++] = (square_t)i;
        }
        for (; count > 0; count--) {
            seed = seed_mix(seed);
            unsigned drawn = (unsigned)(seed % count);
            square_t square = squares[drawn];
            squares[drawn] = squares[count - 1];
            if (left > 0)
                left--;
            else
                head->board[square] = 0;
        }
    }
    sfen_format(arena->match.game, head, sfen);
    arena_position(arena, "move_limit=200", sfen, NULL);
}

void bare_kings_find(struct arena *arena, unsigned count, uint64_t seed)
{
    for (unsigned made = 0; made < count; seed++) {
        thin_start(arena, seed);
        arena_clear(arena);
        for (unsigned ply = 0; arena->match.verdict.reason == REASON_NONE; ply++) {
            struct search_limits opening = {
                .depth = 1, .temperature = TEMPERATURE, .seed = seed_mix((seed << 32) + ply)};
            struct search_limits later = {.nodes = PLAY_NODES};
            arena_play(arena, arena_search(arena, ply < OPENING_PLIES ? &opening : &later).best);
        }
        made += arena->match.verdict.reason == REASON_BARE_KING && find_in(arena);
    }
}
