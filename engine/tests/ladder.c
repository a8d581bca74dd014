/*
 * How far players lie apart, in one process and by nodes alone, so that it can be done again with the same outcome:
 *
 *   engine_ladder GAME GAMES                       each level against the one below, the lowest against `greedy`
 *   engine_ladder GAME GAMES PLAYER PLAYER         one player against another
 *   engine_ladder GAME GAMES PLAYER PLAYER [ELO]   where one number of the first is FROM-TO: looks between the two for
 *                                                  where it is 200 Elo, or ELO, stronger than the second
 *
 * GAMES is how many, or FROM-TO for those of them from number FROM on, counted from 0: a game depends on its number
 * only, so a long match can be played in parts.
 *
 * A PLAYER is a level 1 to 9 of the game, nodes/depth/chance/temperature (struct level), or `greedy`, who takes the
 * most it can at once, mate first. The highest level is the whole engine; name the nodes of its second. Each opening is
 * played with both sides.
 */
#include "engine/levels.h"
#include "engine/mate.h"
#include "engine/tests/arena.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPENING_PLIES = 6, OPENING_TEMPERATURE = 60, PLIES_MOST = 400 };
enum { FIT_SEED = 1 << 20, FIT_BATCH = 20, FIT_RATIO = 112, STEP_ELO = 200 };
enum { NODES, DEPTH, CHANCE, TEMPERATURE };

struct player {
    struct level level;
    bool greedy;
};

struct score {
    unsigned won, drawn, lost;
};

struct span {
    unsigned from, to; /* numbers of games, the last one not included */
};

struct range {
    unsigned number; /* which of a player's numbers */
    uint64_t from, to;
};

static double share_of(struct score score)
{
    return (score.won + score.drawn / 2.0) / (score.won + score.drawn + score.lost);
}

/* `side`: -1 and 1 for the ends of the 95 % interval, 0 for the middle. A game is added to each side, so that no score
 * is without an end. */
static double elo_of(struct score score, int side)
{
    double games = score.won + score.drawn + score.lost + 2.0, won = score.won + 1.0, lost = score.lost + 1.0;
    double share = (won + score.drawn / 2.0) / games;
    double variance =
        (won * (1 - share) * (1 - share) + score.drawn * (0.5 - share) * (0.5 - share) + lost * share * share) / games;
    share += side * 1.96 * sqrt(variance / games);
    share = share < 0.001 ? 0.001 : share > 0.999 ? 0.999 : share;
    return -400 * log10(1 / share - 1);
}

static move_t greedy_move(struct arena *arena, uint64_t seed)
{
    struct move_list list;
    unsigned equal = 0;
    int best = -1;
    move_t chosen = MOVE_NONE;
    match_moves(&arena->match, &list);
    for (unsigned i = 0; i < list.count; i++) {
        int value = arena_gain(arena, list.moves[i]);
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
    struct search_limits limits = {.seed = seed};
    level_limit(&player->level, &limits);
    return arena_search(arena, &limits).best;
}

/* Two tables and two memories, so that neither player learns from the other. */
static enum side play(struct arena *boards[2], const struct player *players[2], uint64_t seed)
{
    static const struct player opening = {
        .level = {.depth = 1, .chance = CHANCE_ALWAYS, .temperature = OPENING_TEMPERATURE}};
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

static struct arena *board_of(const char *game)
{
    struct arena *board = arena_new(game);
    if (mate_create(&board->mate, MATE_ENTRIES_SMALL) != OK) {
        fprintf(stderr, "ladder: no memory\n");
        exit(1);
    }
    return board;
}

/* These games, or fewer when `target`, in Elo, is surely missed; NULL: all. */
static struct score match(const char *game, struct span games, const struct player *one, const struct player *other,
                          const double *target)
{
    struct arena *boards[2] = {board_of(game), board_of(game)};
    struct score score = {0};
    for (unsigned i = games.from; i < games.to; i++) {
        enum side ours = i % 2 ? GOTE : SENTE;
        const struct player *players[2] = {ours == SENTE ? one : other, ours == SENTE ? other : one};
        enum side winner = play(boards, players, seed_mix(i / 2 + (target ? FIT_SEED : 0)));
        score.won += winner == ours;
        score.drawn += winner == NOBODY;
        score.lost += winner == side_other(ours);
        if (target && i % FIT_BATCH == FIT_BATCH - 1 && (*target < elo_of(score, -1) || *target > elo_of(score, 1)))
            break;
    }
    arena_free(boards[0]);
    arena_free(boards[1]);
    return score;
}

static void print(const char *game, const char *one, const char *other, struct score score)
{
    printf("%s %s against %s +%u =%u -%u %.1f%% Elo %+.0f [%+.0f, %+.0f]\n", game, one, other, score.won, score.drawn,
           score.lost, share_of(score) * 100, elo_of(score, 0), elo_of(score, -1), elo_of(score, 1));
    fflush(stdout);
}

/* Ends the program when `text` is no player of the game. `range`, where not NULL: what stands for FROM-TO, if anything.
 */
static struct player read_spec(const char *game, const char *text, struct range *range)
{
    struct player player = {.greedy = strcmp(text, "greedy") == 0};
    uint64_t numbers[4] = {0};
    unsigned count = 0;
    for (const char *at = text; !player.greedy && count < 4; at++) {
        char *end;
        numbers[count] = strtoull(at, &end, 10);
        if (end != at && *end == '-' && range && !range->to)
            *range = (struct range){count, numbers[count], strtoull(end + 1, &end, 10)};
        if (end == at || (*end != '/' && *end != 0))
            break;
        count++;
        at = end;
        if (*at == 0)
            break;
    }
    if (count == 1 && numbers[0] >= LEVEL_MIN && numbers[0] < LEVEL_MAX)
        player.level = *level_of(arena_evaluation(game), (unsigned)numbers[0]);
    else if (count == 4)
        player.level = (struct level){(unsigned)numbers[1], numbers[0], (unsigned)numbers[2], (unsigned)numbers[3]};
    else if (!player.greedy) {
        fprintf(stderr, "ladder: \"%s\" is no player\n", text);
        exit(2);
    }
    return player;
}

static void set_number(struct player *player, const struct range *range, uint64_t value)
{
    struct level *level = &player->level;
    if (range->number == NODES)
        level->nodes = value;
    else
        *(unsigned *[]){NULL, &level->depth, &level->chance, &level->temperature}[range->number] = (unsigned)value;
}

static void describe(const struct player *player, char text[static 64])
{
    const struct level *level = &player->level;
    snprintf(text, 64, "%llu/%u/%u/%u", (unsigned long long)level->nodes, level->depth, level->chance,
             level->temperature);
}

/* Halves the range, as ratios go, until its ends are alike. */
static void fit(const char *game, struct span games, struct player *one, struct range range, const struct player *other,
                const char *than, double target)
{
    char what[64];
    while (range.to > range.from + 1 && range.to * 100 > range.from * FIT_RATIO) {
        uint64_t middle = (uint64_t)sqrt((double)range.from * (double)range.to);
        middle = middle > range.from ? middle : range.from + 1;
        set_number(one, &range, middle);
        struct score score = match(game, games, one, other, &target);
        describe(one, what);
        print(game, what, than, score);
        bool strengthens = range.number == NODES || range.number == DEPTH;
        if ((elo_of(score, 0) > target) == strengthens)
            range.to = middle;
        else
            range.from = middle;
    }
    set_number(one, &range, (uint64_t)sqrt((double)range.from * (double)range.to));
    describe(one, what);
    printf("%s found %s\n", game, what);
}

static bool read_span(const char *text, struct span *span)
{
    char *end;
    *span = (struct span){.to = (unsigned)strtoul(text, &end, 10)};
    if (*end == '-')
        *span = (struct span){.from = span->to, .to = (unsigned)strtoul(end + 1, &end, 10)};
    return end != text && *end == '\0' && span->from < span->to;
}

int main(int argc, char **argv)
{
    struct span games;
    if (argc < 3 || argc == 4 || argc > 6 || !arena_evaluation(argv[1]) || !read_span(argv[2], &games)) {
        fprintf(stderr, "usage: ladder GAME GAMES [PLAYER PLAYER [ELO]]\n");
        return 2;
    }
    const char *game = argv[1], *below = "greedy";
    if (argc >= 5) {
        struct range range = {0};
        struct player one = read_spec(game, argv[3], &range), other = read_spec(game, argv[4], NULL);
        if (range.to)
            fit(game, games, &one, range, &other, argv[4], argc == 6 ? strtod(argv[5], NULL) : STEP_ELO);
        else
            print(game, argv[3], argv[4], match(game, games, &one, &other, NULL));
        return 0;
    }
    static const char *const names[] = {"1", "2", "3", "4", "5", "6", "7", "8", "9"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; below = names[i++]) {
        struct player one = read_spec(game, names[i], NULL), other = read_spec(game, below, NULL);
        print(game, names[i], below, match(game, games, &one, &other, NULL));
    }
    return 0;
}
