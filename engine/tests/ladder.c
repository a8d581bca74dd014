/*
 * How far the levels lie apart, in one process and by nodes alone, so that it can be done again with the same outcome:
 *
 *   engine_ladder GAME GAMES               each level against the one below
 *   engine_ladder GAME GAMES SPEC SPEC     one player against another
 *
 * A SPEC is nodes/depth/temperature (engine/levels.h), 0 for no limit or no chance; `greedy` takes the most it can at
 * once, mate first. Each opening is played with both sides.
 */
#include "engine/levels.h"
#include "engine/tests/arena.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPENING_PLIES = 6, OPENING_TEMPERATURE = 60, PLIES_MOST = 400, LIMITLESS_NODES = 200000 };

struct player {
    struct level level;
    bool greedy;
};

struct score {
    unsigned won, drawn, lost;
};

/* What a move takes, in worth; more than anything for a win. */
static int gain(const struct arena *arena, move_t move)
{
    const struct game *game = arena->match.game;
    union position_store after = arena->match.now;
    union undo_store undo;
    int before = 0, behind = 0;
    enum side us = (enum side)after.head.side;
    for (unsigned i = 0; i < game_squares(game); i++) {
        piece_t piece = after.head.board[i];
        before += piece && piece_side(piece) != us ? game->pieces[piece_kind(piece)].worth : 0;
    }
    game->apply(&after.head, move, &undo);
    struct verdict verdict = game->verdict(&after.head, NULL);
    if (verdict.reason != REASON_NONE && verdict.winner == us)
        return 1 << 20;
    for (unsigned i = 0; i < game_squares(game); i++) {
        piece_t piece = after.head.board[i];
        behind += piece && piece_side(piece) != us ? game->pieces[piece_kind(piece)].worth : 0;
    }
    return before - behind;
}

static move_t greedy_move(struct arena *arena, uint64_t seed)
{
    struct move_list list;
    unsigned equal = 0;
    int best = -1;
    move_t chosen = MOVE_NONE;
    match_moves(&arena->match, &list);
    for (unsigned i = 0; i < list.count; i++) {
        int value = gain(arena, list.moves[i]);
        if (value < best)
            continue;
        equal = value > best ? 1 : equal + 1;
        best = value;
        if (seed_mix(seed + i) % equal == 0)
            chosen = list.moves[i];
    }
    return chosen;
}

static move_t move_of(struct arena *arena, const struct player *player, uint64_t seed)
{
    if (player->greedy)
        return greedy_move(arena, seed ^ arena->match.now.head.key);
    struct search_limits limits = {
        .nodes = player->level.nodes,
        .depth = player->level.depth,
        .temperature = player->level.temperature,
        .seed = seed,
    };
    if (!limits.nodes && !limits.depth)
        limits.nodes = LIMITLESS_NODES;
    return arena_search(arena, &limits).best;
}

/* Two tables and two memories, so that neither player learns from the other. */
static enum side play(struct arena *boards[2], const struct player *players[2], uint64_t seed)
{
    static const struct player opening = {.level = {.depth = 1, .temperature = OPENING_TEMPERATURE}};
    char rules[32];
    snprintf(rules, sizeof rules, "move_limit=%d", PLIES_MOST);
    for (unsigned i = 0; i < 2; i++) {
        arena_position(boards[i], rules, NULL, NULL);
        arena_clear(boards[i]);
    }
    for (unsigned ply = 0; boards[0]->match.verdict.reason == REASON_NONE; ply++) {
        unsigned turn = boards[0]->match.now.head.side;
        const struct player *player = ply < OPENING_PLIES ? &opening : players[turn];
        move_t move = move_of(boards[turn], player, seed);
        arena_play(boards[0], move);
        arena_play(boards[1], move);
    }
    return boards[0]->match.verdict.winner;
}

static struct score match(const char *game, unsigned games, const struct player *one, const struct player *other)
{
    struct arena *boards[2] = {arena_new(game), arena_new(game)};
    struct score score = {0};
    for (unsigned i = 0; i < games; i++) {
        enum side ours = i % 2 ? GOTE : SENTE;
        const struct player *players[2] = {ours == SENTE ? one : other, ours == SENTE ? other : one};
        enum side winner = play(boards, players, seed_mix(i / 2));
        score.won += winner == ours;
        score.drawn += winner == NOBODY;
        score.lost += winner == side_other(ours);
    }
    arena_free(boards[0]);
    arena_free(boards[1]);
    return score;
}

static double elo(double share)
{
    share = share < 0.001 ? 0.001 : share > 0.999 ? 0.999 : share;
    return -400 * log10(1 / share - 1);
}

static void print(const char *what, struct score score)
{
    double games = score.won + score.drawn + score.lost;
    double share = (score.won + score.drawn / 2.0) / games;
    double variance = (score.won * (1 - share) * (1 - share) + score.drawn * (0.5 - share) * (0.5 - share) +
                       score.lost * share * share) /
                      games;
    double error = 1.96 * sqrt(variance / games);
    printf("%s +%u =%u -%u %.1f%% Elo %+.0f [%+.0f, %+.0f]\n", what, score.won, score.drawn, score.lost, share * 100,
           elo(share), elo(share - error), elo(share + error));
    fflush(stdout);
}

static struct player read_spec(const char *spec)
{
    unsigned long long nodes = 0;
    unsigned depth = 0, temperature = 0;
    if (strcmp(spec, "greedy") == 0)
        return (struct player){.greedy = true};
    if (sscanf(spec, "%llu/%u/%u", &nodes, &depth, &temperature) != 3) {
        fprintf(stderr, "ladder: \"%s\" is not nodes/depth/temperature\n", spec);
        exit(2);
    }
    return (struct player){.level = {.nodes = nodes, .depth = depth, .temperature = temperature}};
}

int main(int argc, char **argv)
{
    if ((argc != 3 && argc != 5) || !game_find(argv[1])) {
        fprintf(stderr, "usage: ladder GAME GAMES [SPEC SPEC]\n");
        return 2;
    }
    unsigned games = (unsigned)strtoul(argv[2], NULL, 10);
    char what[128];
    if (argc == 5) {
        struct player one = read_spec(argv[3]), other = read_spec(argv[4]);
        snprintf(what, sizeof what, "%s %s against %s", argv[1], argv[3], argv[4]);
        print(what, match(argv[1], games, &one, &other));
        return 0;
    }
    struct player below = {.greedy = true};
    for (unsigned level = LEVEL_MIN; level <= LEVEL_MAX; level++) {
        struct player player = {.level = level_of(level)};
        snprintf(what, sizeof what, level == LEVEL_MIN ? "%s level %u against greedy" : "%s level %u", argv[1], level);
        print(what, match(argv[1], games, &player, &below));
        below = player;
    }
    return 0;
}
