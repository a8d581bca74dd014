/*
 * A position with one move that is clearly best as a problem: that move, how the game goes on after it, and what it
 * wins. Every search begins from nothing and has a fixed number of nodes.
 */
#include "engine/levels.h"
#include "engine/tests/problems.h"
#include "rules/notation.h"

#include <stdlib.h>
#include <string.h>

enum {
    LINE_PLIES = 5,
    LINE_NODES = 20000,
    EASIEST = 32, /* nodes; doubled until the move is found */
    FIRST_PLY = 20,
    OPENING_PLIES = 10,
    TEMPERATURE = 60,
    PLAY_NODES = 400,
    CLEAR = 1500 /* centipawns: with more on either side a game is decided, and its moves teach little */
};

/* How many nodes the best move must survive. */
static const unsigned looks[] = {3000, 20000, 120000};

enum { LOOKS = sizeof looks / sizeof looks[0] };

static move_t best_of(struct arena *arena, uint64_t nodes)
{
    arena_clear(arena);
    return arena_search_nodes(arena, nodes).best;
}

/* The most valuable piece that the last move has taken, or 0. */
static unsigned taken(const struct game *game, const union position_store *before, const union position_store *after)
{
    unsigned best = 0;
    for (unsigned i = 0; i < game_squares(game); i++) {
        piece_t piece = before->head.board[i], now = after->head.board[i];
        if (!piece || piece_side(piece) == (enum side)before->head.side ||
            (now && piece_side(now) == piece_side(piece)))
            continue;
        unsigned kind = piece_kind(piece);
        if (!best || game->pieces[kind].worth > game->pieces[best].worth)
            best = kind;
    }
    return best;
}

/* Plays on from the position; writes what follows the first move, and what the line wins. */
static void write_line(struct arena *arena, move_t first, FILE *out)
{
    const struct game *game = arena->match.game;
    unsigned plies = 0, prize = 0;
    int balance = 0;
    fputs("\"after\":[", out);
    for (move_t move = first; plies < LINE_PLIES && arena->match.verdict.reason == REASON_NONE; plies++) {
        union position_store before = arena->match.now;
        int gain = arena_gain(arena, move);
        if (plies)
            fprintf(out, "%s\"%s\"", plies > 1 ? "," : "", arena_text(arena, move));
        arena_play(arena, move);
        balance += plies % 2 ? -gain : gain;
        unsigned kind = plies % 2 ? 0 : taken(game, &before, &arena->match.now);
        if (kind && (!prize || game->pieces[kind].worth > game->pieces[prize].worth))
            prize = kind;
        if (arena->match.verdict.reason == REASON_NONE)
            move = best_of(arena, LINE_NODES);
    }
    fputc(']', out);
    if (balance > 0 && prize)
        fprintf(out, ",\"prize\":\"%s%c\"", game->pieces[prize].promoted ? "+" : "", game->pieces[prize].letter);
    while (plies-- > 0)
        match_back(&arena->match);
}

bool problem_of_tactics(struct arena *arena, const char *wanted, struct problem *problem)
{
    move_t best = MOVE_NONE;
    for (unsigned i = 1; i < LOOKS; i++) {
        best = best_of(arena, looks[i]);
        if (strcmp(arena_text(arena, best), wanted) != 0) {
            fprintf(stderr, "%s instead of %s with %u nodes\n", arena_text(arena, best), wanted, looks[i]);
            return false;
        }
    }
    problem->plies = problem->first = 1;
    problem->nodes = EASIEST;
    while (best_of(arena, problem->nodes) != best)
        problem->nodes *= 2;
    size_t size;
    char *line;
    FILE *out = open_memstream(&line, &size);
    if (!out)
        exit(1);
    write_line(arena, best, out);
    fclose(out);
    if (asprintf(&problem->text, "\"nodes\":%llu,\"moves\":{\"%s\":[]},%s", (unsigned long long)problem->nodes, wanted,
                 line) < 0)
        exit(1);
    free(line);
    return true;
}

/* The move that each look finds better than any other by `gap`, when a look of one ply does not find it; or MOVE_NONE.
 */
static move_t only_move(struct arena *arena, int gap)
{
    move_t best = MOVE_NONE;
    arena_clear(arena);
    move_t obvious = arena_search_depth(arena, 1).best;
    for (unsigned i = 0; i < LOOKS; i++) {
        arena_clear(arena);
        memset(arena->pair, 0, sizeof arena->pair);
        struct search_limits limits = {.nodes = looks[i], .lines = 2};
        move_t found = arena_search(arena, &limits).best;
        int score = arena->pair[0].score, second = arena->pair[1].score;
        bool same = i == 0 ? found != obvious : found == best;
        if (!same || !arena->pair[1].rank || score < second + gap || second > CLEAR || score < -CLEAR)
            return MOVE_NONE;
        best = found;
    }
    return best;
}

void tactics_find(struct arena *arena, unsigned count, uint64_t seed, int gap)
{
    for (unsigned made = 0; made < count; seed++) {
        unsigned last = 0;
        arena_position(arena, "move_limit=200", NULL, NULL);
        for (unsigned ply = 0; made < count && arena->match.verdict.reason == REASON_NONE; ply++) {
            move_t only = ply >= FIRST_PLY && ply > last + 6 ? only_move(arena, gap) : MOVE_NONE;
            if (only != MOVE_NONE) {
                char sfen[SFEN_MAX];
                sfen_format(arena->match.game, &arena->match.now.head, sfen);
                printf("%s\t%s\n", sfen, arena_text(arena, only));
                fflush(stdout);
                made++;
                last = ply;
            }
            struct search_limits opening = {
                .depth = 1, .temperature = TEMPERATURE, .seed = seed_mix((seed << 32) + ply)};
            struct search_limits later = {.nodes = PLAY_NODES};
            arena_play(arena, arena_search(arena, ply < OPENING_PLIES ? &opening : &later).best);
        }
    }
}
