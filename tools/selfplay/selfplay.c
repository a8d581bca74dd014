/*
 * Games of the engine against itself: data for the tuner, and the proof that nothing illegal is ever played.
 *
 *   selfplay --game G [--rule name=value]... [--games N] [--nodes M] [--random P] [--seed S] [--plies L] [--check]
 *
 * Each game starts with a few random moves (0 to P, drawn), then both sides search M nodes a move. Written to stdout, a
 * line for each position worth learning from:
 *
 *   sfen <tab> score <tab> result <tab> local rules
 *
 * the score of the search in centipawns and the result in half points (2 won, 1 drawn, 0 lost), both from sente's view;
 * the rules as text, without the limit.
 * Left out: the random moves, positions in check, those whose best move takes or promotes something (what is about to
 * change hands there, no evaluation should know), those that the search sees decided, and repeated ones. Everything
 * follows from the arguments: the same arguments give the same bytes on every machine.
 *
 * A game stops early where one side has been seen lost by more than SURRENDER for some moves. With --check nothing is
 * written and no game stops early: all end by their rules or at the limit of L plies, and the ends are counted.
 * Moves are always played through the rules; one that they refuse ends the program with exit code 1.
 */
#include "engine/levels.h"
#include "engine/search.h"
#include "rules/notation.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SURRENDER = 2500,
    SURRENDER_MOVES = 3,
    DECIDED = 3000, /* scores beyond are nothing to learn from */
    TABLE_MEGABYTES = 2,
    REASONS = 16,
};

struct options {
    const char *game;
    struct ruleset rules;
    unsigned long games, nodes, random, seed, plies;
    bool check;
};

/* A position kept until its game has ended. */
struct sample {
    char sfen[SFEN_MAX];
    int score;
};

struct selfplay {
    struct options options;
    const struct evaluation *evaluation;
    struct search *search;
    struct tt table;
    struct match match;
    struct history_entry entries[MATCH_PLIES_MAX + 1];
    struct move_list list;
    struct sample *samples; /* MATCH_PLIES_MAX */
    unsigned sample_count;
    unsigned long ends[REASONS][SIDES + 1], surrenders, plies, written;
};

static int refuse(const char *what, const char *detail)
{
    fprintf(stderr, "selfplay: %s: %s\n", what, detail);
    return 2;
}

static bool read_number(const char *text, unsigned long most, unsigned long *number)
{
    char *end;
    errno = 0;
    if (*text < '0' || *text > '9')
        return false;
    *number = strtoul(text, &end, 10);
    return errno == 0 && !*end && *number <= most;
}

static int read_rule(const struct game *game, struct ruleset *rules, const char *text)
{
    char name[RULES_TEXT_MAX];
    const char *equals = strchr(text, '=');
    if (!equals || (size_t)(equals - text) >= sizeof name)
        return refuse("--rule is name=value", text);
    memcpy(name, text, (size_t)(equals - text));
    name[equals - text] = '\0';
    return ruleset_set(game, rules, name, equals + 1) == OK ? 0 : refuse("--rule: no such rule or value", text);
}

static const struct evaluation *find_evaluation(const char *name)
{
    for (unsigned i = 0; evaluation_list[i]; i++) {
        if (strcmp(evaluation_list[i]->game->name, name) == 0)
            return evaluation_list[i];
    }
    return NULL;
}

static int read_arguments(int argc, char **argv, struct selfplay *play)
{
    struct options *options = &play->options;
    *options = (struct options){.games = 100, .nodes = 2000, .random = 10, .seed = 1, .plies = 400};
    const struct {
        const char *name;
        unsigned long *number, most;
    } numbers[] = {
        {"--games", &options->games, 10000000},        {"--nodes", &options->nodes, 1000000000},
        {"--random", &options->random, 100},           {"--seed", &options->seed, UINT32_MAX},
        {"--plies", &options->plies, MATCH_PLIES_MAX},
    };
    if (argc < 3 || strcmp(argv[1], "--game"))
        return refuse("--game", "comes first");
    play->evaluation = find_evaluation(argv[2]);
    if (!play->evaluation)
        return refuse("--game: no such game", argv[2]);
    for (int i = 3; i < argc; i++) {
        unsigned at = 0;
        if (strcmp(argv[i], "--check") == 0) {
            options->check = true;
            continue;
        }
        if (i + 1 == argc)
            return refuse(argv[i], "no such argument, or its value is missing");
        if (strcmp(argv[i], "--rule") == 0) {
            int code = read_rule(play->evaluation->game, &options->rules, argv[++i]);
            if (code)
                return code;
            continue;
        }
        while (at < sizeof numbers / sizeof numbers[0] && strcmp(numbers[at].name, argv[i]))
            at++;
        if (at == sizeof numbers / sizeof numbers[0])
            return refuse("no such argument", argv[i]);
        if (!read_number(argv[++i], numbers[at].most, numbers[at].number))
            return refuse(numbers[at].name, argv[i]);
    }
    if (!options->nodes || !options->plies)
        return refuse("--nodes and --plies", "are at least 1");
    if (!options->rules.value[RULE_INDEX_MOVE_LIMIT])
        options->rules.value[RULE_INDEX_MOVE_LIMIT] = (uint16_t)options->plies;
    return 0;
}

/* The search is limited by nodes alone; it gets a clock that stands still. */
static int64_t no_time(void *context)
{
    (void)context;
    return 0;
}

static struct search_result think(struct selfplay *play)
{
    struct search_result result;
    struct search_request request = {
        .evaluation = play->evaluation,
        .match = &play->match,
        .table = &play->table,
        .clock = {.now = no_time},
        .limits = {.nodes = play->options.nodes, .infinite = true},
    };
    search_arm(play->search, false);
    search_run(play->search, &request, &result);
    return result;
}

static bool is_quiet(const struct selfplay *play, move_t move)
{
    const struct position *now = &play->match.now.head;
    if (move_is_promotion(move) || (play->evaluation->gain && play->evaluation->gain(now, move)))
        return false;
    if (move_is_double(move) && now->board[move_mid(move)])
        return false;
    return move_is_drop(move) || now->board[move_to(move)] == PIECE_NONE;
}

static void take_sample(struct selfplay *play, const struct search_result *result)
{
    const struct position *now = &play->match.now.head;
    const struct history *history = &play->match.history;
    unsigned first;
    if (history->entries[history->count].check || abs(result->score) > DECIDED || !is_quiet(play, result->best) ||
        history_occurrences(history, &first) > 1)
        return;
    struct sample *sample = &play->samples[play->sample_count++];
    sfen_format(play->match.game, now, sample->sfen);
    sample->score = now->side == SENTE ? result->score : -result->score;
}

static void write_samples(struct selfplay *play, enum side winner)
{
    int result = winner == NOBODY ? 1 : winner == SENTE ? 2 : 0;
    struct ruleset rules = play->options.rules;
    char text[RULES_TEXT_MAX];
    rules.value[RULE_INDEX_MOVE_LIMIT] = 0;
    ruleset_format(play->evaluation->game, &rules, text);
    for (unsigned i = 0; i < play->sample_count; i++)
        printf("%s\t%d\t%d\t%s\n", play->samples[i].sfen, play->samples[i].score, result, text);
    play->written += play->sample_count;
}

static bool play_move(struct selfplay *play, move_t move)
{
    struct explanation why = {0};
    enum error error = match_play(&play->match, move, &why);
    if (error == OK)
        return true;
    char sfen[SFEN_MAX], usi[USI_MAX];
    sfen_format(play->match.game, &play->match.now.head, sfen);
    usi_format(play->match.game, move, usi);
    fprintf(stderr, "selfplay: %s: %s: %s %s\n", sfen, usi, error_text(error), why.rule ? why.rule : "");
    return false;
}

/* Random moves, at most `count`; the game may end by them. */
static bool open_randomly(struct selfplay *play, uint64_t seed, unsigned long count)
{
    for (unsigned long i = 0; i < count && play->match.verdict.reason == REASON_NONE; i++) {
        match_moves(&play->match, &play->list);
        if (!play_move(play, play->list.moves[seed_mix(seed + i) % play->list.count]))
            return false;
    }
    return true;
}

/* The game of one number. False: something illegal was played. */
static bool play_game(struct selfplay *play, unsigned long number)
{
    const struct options *options = &play->options;
    uint64_t seed = seed_mix(options->seed << 32 ^ number);
    struct fault fault;
    if (match_start(&play->match, play->evaluation->game, &options->rules, NULL, play->entries, MATCH_PLIES_MAX + 1,
                    &fault) != OK) {
        fprintf(stderr, "selfplay: %s\n", fault.message);
        return false;
    }
    tt_clear(&play->table);
    search_forget(play->search);
    play->sample_count = 0;
    if (!open_randomly(play, seed, seed_mix(~seed) % (options->random + 1)))
        return false;
    enum side winner = NOBODY;
    unsigned lost[SIDES] = {0};
    bool surrendered = false;
    while (play->match.verdict.reason == REASON_NONE && !surrendered) {
        struct search_result result = think(play);
        enum side us = (enum side)play->match.now.head.side;
        take_sample(play, &result);
        lost[us] = result.score < -SURRENDER ? lost[us] + 1 : 0;
        surrendered = !options->check && lost[us] >= SURRENDER_MOVES;
        winner = side_other(us);
        if (!surrendered && !play_move(play, result.best))
            return false;
    }
    play->plies += play->match.history.count;
    if (surrendered) {
        play->surrenders++;
    } else {
        winner = play->match.verdict.winner;
        play->ends[play->match.verdict.reason][winner]++;
    }
    if (!options->check)
        write_samples(play, winner);
    return true;
}

static void report(const struct selfplay *play)
{
    fprintf(stderr, "selfplay: %s, %lu games, %lu plies, %lu positions\n", play->evaluation->game->name,
            play->options.games, play->plies, play->written);
    for (unsigned reason = 1; reason < REASONS; reason++) {
        const unsigned long *ends = play->ends[reason];
        if (ends[SENTE] + ends[GOTE] + ends[NOBODY])
            fprintf(stderr, "  %s: sente %lu, gote %lu, drawn %lu\n", reason_name((enum reason)reason), ends[SENTE],
                    ends[GOTE], ends[NOBODY]);
    }
    if (play->surrenders)
        fprintf(stderr, "  stopped early: %lu\n", play->surrenders);
}

int main(int argc, char **argv)
{
    struct selfplay *play = calloc(1, sizeof *play);
    int code = play ? read_arguments(argc, argv, play) : 1;
    if (code == 0) {
        play->samples = calloc(MATCH_PLIES_MAX, sizeof *play->samples);
        if (!play->samples || search_create(&play->search) != OK || tt_resize(&play->table, TABLE_MEGABYTES) != OK)
            code = refuse("memory", "there is not enough");
    }
    for (unsigned long i = 0; code == 0 && i < play->options.games; i++)
        code = !play_game(play, i);
    if (code == 0)
        report(play);
    if (code == 0 && fflush(stdout) != 0)
        code = refuse("stdout", strerror(errno));
    if (play) {
        search_free(play->search);
        tt_release(&play->table);
        free(play->samples);
    }
    free(play);
    return code;
}
