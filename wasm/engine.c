/*
 * The flat C interface of the engine for a browser: the search, and the rules and evaluations of all games, in one
 * module. engine.ts is its only caller and has the types.
 *
 * Text comes in through `in` and goes out through `out`, which always ends in NUL. One position at a time, one thread:
 * engine_think() returns when its limits are met, and nothing can stop it before. Who wants to be able to stop gives it
 * a number of nodes that can be waited for, and asks again: what was found is in the table.
 *
 * The module imports two functions, the clock and the report of an iteration.
 */
#include "base/text.h"
#include "engine/levels.h"
#include "engine/mate.h"
#include "engine/search.h"
#include "rules/notation.h"
#include "wasm/core.h"

#include <string.h>

enum {
    IN_MAX = SFEN_MAX + RULES_TEXT_MAX + MATCH_PLIES_MAX * USI_MAX,
    OUT_MAX = 16 << 10,
    MICROSECONDS = 1000,
};

#define IMPORT(name) __attribute__((import_module("host"), import_name(#name)))

/* Milliseconds of a clock that does not go back. */
IMPORT(now) double host_now(void);
/* An iteration was finished; `out` says what it found. */
IMPORT(report) void host_report(void);

static char in[IN_MAX];
static char out[OUT_MAX];
static struct history_entry entries[MATCH_PLIES_MAX + 1];
static struct match match;
static const struct evaluation *evaluation; /* of the game that is thought about; NULL: no position yet */
static struct search *search;
static struct mate *mate;
static struct tt table;
static const struct game *known_game; /* what is in the table is of this game, under these local rules */
static char known_rules[RULES_TEXT_MAX];

/* What the module exports, each under its own name. Negative numbers are failures, and `out` says why. */
EXPORT(engine_in) char *engine_in(void);
EXPORT(engine_in_size) int engine_in_size(void);
EXPORT(engine_out) char *engine_out(void);
EXPORT(engine_open) int engine_open(int megabytes);
EXPORT(engine_games) void engine_games(void);
EXPORT(engine_forget) void engine_forget(void);
EXPORT(engine_position) int engine_position(void);
EXPORT(engine_think)
int engine_think(int level, double seed, int depth, double nodes, double ms, int lines, int mates, int from);

char *engine_in(void)
{
    return in;
}

int engine_in_size(void)
{
    return IN_MAX;
}

char *engine_out(void)
{
    return out;
}

static struct text begin(void)
{
    return text_into(out, OUT_MAX);
}

/* Once, before anything else. The table's memory is had here. */
int engine_open(int megabytes)
{
    if (search_create(&search) == OK && mate_create(&mate, MATE_ENTRIES_SMALL) == OK &&
        tt_resize(&table, (size_t)megabytes) == OK)
        return 0;
    struct text text = begin();
    text_string(&text, "no memory for a table of that size");
    return -1;
}

/* One line for each game: its name, the scale of its scores (rules/evaluation.h), then what is measured
 * (engine/bench.c): the depth, 0 for the usual one, and the positions, each behind a tab. */
void engine_games(void)
{
    struct text text = begin();
    for (unsigned i = 0; evaluation_list[i]; i++) {
        const struct evaluation *each = evaluation_list[i];
        const char *const start[] = {each->game->start_sfen, NULL};
        const char *const *sfens = each->search_sfens ? each->search_sfens : start;
        if (i)
            text_char(&text, '\n');
        text_string(&text, each->game->name);
        text_char(&text, '\t');
        text_number(&text, each->scale);
        text_char(&text, '\t');
        text_number(&text, each->search_depth);
        for (unsigned position = 0; sfens[position]; position++) {
            text_char(&text, '\t');
            text_string(&text, sfens[position]);
        }
    }
}

/* Another game begins. */
void engine_forget(void)
{
    tt_clear(&table);
    search_forget(search);
    mate_forget(mate);
}

/* "code\nat\nmessage" and a negative number. */
static int refuse(const char *code, const char *at, long index, const char *message, const char *detail)
{
    struct text text = begin();
    text_string(&text, code);
    text_char(&text, '\n');
    text_string(&text, at);
    if (index >= 0) {
        text_char(&text, '[');
        text_number(&text, index);
        text_char(&text, ']');
    }
    text_char(&text, '\n');
    text_string(&text, message);
    if (*detail) {
        text_string(&text, ": ");
        text_string(&text, detail);
    }
    return -1;
}

/* The text up to `end`, which becomes NUL; *at moves behind it. */
static char *cut(char **at, char end)
{
    char *start = *at, *found = strchr(start, end);
    if (found)
        *found++ = '\0';
    *at = found ? found : start + strlen(start);
    return start;
}

/* What was found in another game, or under other local rules, is not true here. */
static void keep_to(const struct game *game, const struct ruleset *rules)
{
    char text[RULES_TEXT_MAX];
    ruleset_format(game, rules, text);
    if (game == known_game && strcmp(text, known_rules) == 0)
        return;
    engine_forget();
    known_game = game;
    memcpy(known_rules, text, sizeof known_rules);
}

/* Takes the position in `in`: game, local rules, SFEN ("": the usual start) and moves (separated by spaces), a line
 * each. 0, or a negative number; then there is none. */
int engine_position(void)
{
    char *at = in;
    const char *name = cut(&at, '\n'), *rules_text = cut(&at, '\n'), *sfen = cut(&at, '\n');
    struct ruleset rules;
    struct fault fault;
    char bad[RULES_TEXT_MAX];
    const struct evaluation *found = NULL;
    evaluation = NULL;
    for (unsigned i = 0; evaluation_list[i]; i++)
        found = strcmp(evaluation_list[i]->game->name, name) == 0 ? evaluation_list[i] : found;
    if (!found)
        return refuse(error_code(ERR_UNKNOWN), "game", -1, "no such game", name);
    enum error error = ruleset_parse(found->game, &rules, rules_text, bad);
    if (error != OK)
        return refuse(error_code(error), "rules", -1, "no local rule or value of this game", bad);
    if (match_start(&match, found->game, &rules, *sfen ? sfen : NULL, entries, MATCH_PLIES_MAX + 1, &fault) != OK)
        return refuse(fault.code, "sfen", -1, fault.message, "");
    for (long i = 0; *at; i++) {
        struct explanation why;
        error = match_play_usi(&match, cut(&at, ' '), &why, &fault);
        if (error != OK)
            return refuse(error_code(error), "moves", i, error_text(error), error == ERR_ILLEGAL ? why.rule : "");
    }
    evaluation = found;
    keep_to(found->game, &rules);
    return 0;
}

static int64_t now(void *context)
{
    (void)context;
    return (int64_t)(host_now() * MICROSECONDS);
}

static void write_field(struct text *text, const char *name, long long number)
{
    text_string(text, name);
    text_char(text, ' ');
    text_number(text, number);
    text_char(text, ' ');
}

static void write_score(struct text *text, int score)
{
    if (score_is_win(score))
        write_field(text, "mate", SCORE_MATE - score);
    else if (score_is_loss(score))
        write_field(text, "mate", -(SCORE_MATE + score));
    else
        write_field(text, "cp", score);
}

static void write_move(struct text *text, move_t move)
{
    char usi[USI_MAX];
    usi_format(match.game, move, usi);
    text_char(text, ' ');
    text_string(text, usi);
}

/* "rank 1 depth 7 seldepth 12 cp 33 nodes 1234 hashfull 2 pv 7g7f 3c3d" */
static void report(void *context, const struct search_info *info)
{
    struct text text = begin();
    (void)context;
    write_field(&text, "rank", info->rank);
    write_field(&text, "depth", info->depth);
    write_field(&text, "seldepth", info->seldepth);
    write_score(&text, info->score);
    write_field(&text, "nodes", (long long)info->nodes);
    write_field(&text, "hashfull", info->hashfull);
    text_string(&text, "pv");
    for (unsigned i = 0; i < info->pv_length; i++)
        write_move(&text, info->pv[i]);
    host_report();
}

/*
 * Thinks about the position: as strong as `level`, drawing by `seed`, to at most `depth` plies, `nodes` and `ms`, each
 * without a limit when it is 0; reports the `lines` best moves; `mates`: also
 * looks for mates by checks, where the best move is asked for. `from`: 0, or this is a slice of an endless search,
 * which begins at that depth, the last one that the slice before it finished (1 for the first slice). 1 when it is
 * through; 0 when `nodes` ran out, so that asking again might find more; negative when there is no position. `out` has
 * "depth 7 cp 33 nodes 1234 best 7g7f 3c3d": the move and the expected answer, both or only the first, or nothing
 * behind "best" when the game is over.
 */
int engine_think(int level, double seed, int depth, double nodes, double ms, int lines, int mates, int from)
{
    if (!evaluation)
        return refuse(error_code(ERR_NOT_FOUND), "game", -1, "no position to think about", "");
    const struct level *strength = level_of(evaluation, (unsigned)level);
    int64_t microseconds = (int64_t)(ms * MICROSECONDS);
    struct search_request request = {
        .evaluation = evaluation,
        .match = &match,
        .table = &table,
        .clock = {.now = now},
        .limits = {.time = {.soft = microseconds, .hard = microseconds},
                   .nodes = (uint64_t)nodes,
                   .depth = (unsigned)depth,
                   .lines = (unsigned)lines,
                   .infinite = from > 0,
                   .seed = (uint64_t)seed},
        .report = report,
        .mate = !mates || strength->temperature || lines > 1 ? NULL : mate,
        .helper = from > 1, /* one search: what the slices before it found is not old */
        .first_depth = (unsigned)from,
    };
    level_limit(strength, &request.limits);
    struct search_result result;
    search_arm(search, false);
    search_run(search, &request, &result);

    struct text text = begin();
    write_field(&text, "depth", result.depth);
    write_score(&text, result.score);
    write_field(&text, "nodes", (long long)result.nodes);
    text_string(&text, "best");
    if (result.best != MOVE_NONE)
        write_move(&text, result.best);
    if (result.ponder != MOVE_NONE)
        write_move(&text, result.ponder);
    return !(nodes > 0 && result.nodes >= (uint64_t)nodes);
}
