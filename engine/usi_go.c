/*
 * `go`: its limits, the thread that thinks, and what it says meanwhile.
 *
 * The thread runs one search and prints one `bestmove`. After `go infinite` or `go ponder` the answer is held back,
 * however soon the search is through, until the loop lets it go.
 */
#include "engine/levels.h"
#include "engine/usi.h"
#include "rules/notation.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MATE_SLICE = 2048 }; /* nodes between two looks at the clock */

struct go {
    struct time_control time;
    uint64_t nodes;
    unsigned depth;
    int64_t mate_ms; /* 0: no limit */
    bool ponder, infinite, mate;
};

/* Each move with a blank before it, as many as have room. */
static void say_moves(const struct usi *usi, const move_t *moves, unsigned count, char *out, size_t size)
{
    size_t length = 0;
    out[0] = '\0';
    for (unsigned i = 0; i < count && length + USI_MAX + 2 < size; i++) {
        out[length++] = ' ';
        usi_format(usi->match.game, moves[i], out + length);
        length += strlen(out + length);
    }
}

static void report(void *context, const struct search_info *info)
{
    struct usi *usi = context;
    char pv[2048], score[32];
    say_moves(usi, info->pv, info->pv_length, pv, sizeof pv);
    if (score_is_win(info->score))
        snprintf(score, sizeof score, "mate %d", SCORE_MATE - info->score);
    else if (score_is_loss(info->score))
        snprintf(score, sizeof score, "mate %d", -(SCORE_MATE + info->score));
    else
        snprintf(score, sizeof score, "cp %d", info->score);
    uint64_t rate = info->nodes * 1000000 / (uint64_t)(info->elapsed > 0 ? info->elapsed : 1);
    char rank[24] = "";
    if (usi->lines_wanted > 1)
        snprintf(rank, sizeof rank, "multipv %u ", info->rank);
    usi_say(usi, "info depth %u seldepth %u %sscore %s nodes %llu nps %llu hashfull %u time %lld pv%s", info->depth,
            info->seldepth, rank, score, (unsigned long long)info->nodes, (unsigned long long)rate, info->hashfull,
            (long long)info->elapsed / 1000, pv);
}

static void answer(struct usi *usi, const struct search_result *result)
{
    char best[USI_MAX], ponder[USI_MAX];
    if (result->best == MOVE_NONE) {
        usi_say(usi, "bestmove resign");
        return;
    }
    usi_format(usi->match.game, result->best, best);
    if (result->ponder == MOVE_NONE) {
        usi_say(usi, "bestmove %s", best);
        return;
    }
    usi_format(usi->match.game, result->ponder, ponder);
    usi_say(usi, "bestmove %s ponder %s", best, ponder);
}

static void *think(void *context)
{
    struct usi *usi = context;
    struct search_result result;
    crew_run(usi->crew, &usi->thinking.request, &result);
    pthread_mutex_lock(&usi->thinking.lock);
    while (usi->thinking.held)
        pthread_cond_wait(&usi->thinking.change, &usi->thinking.lock);
    pthread_mutex_unlock(&usi->thinking.lock);
    answer(usi, &result);
    return NULL;
}

static void *think_mate(void *context)
{
    struct usi *usi = context;
    enum mate_answer answer = MATE_OPEN;
    int64_t limit = usi->thinking.mate_limit, started = usi->clock.now(usi->clock.context);
    mate_ask(usi->mate, usi->evaluation, &usi->match);
    while (answer == MATE_OPEN && !atomic_load(&usi->thinking.mate_stop) &&
           (!limit || usi->clock.now(usi->clock.context) - started < limit))
        answer = mate_run(usi->mate, MATE_SLICE, &usi->thinking.mate_stop);
    if (answer == MATE_FOUND) {
        unsigned length;
        char moves[MATE_PLIES_MAX * USI_MAX];
        const move_t *line = mate_line(usi->mate, &length);
        say_moves(usi, line, length, moves, sizeof moves);
        usi_say(usi, "checkmate%s", moves);
    } else {
        usi_say(usi, "checkmate %s", answer == MATE_NONE ? "nomate" : "timeout");
    }
    return NULL;
}

static void let_go(struct usi *usi)
{
    pthread_mutex_lock(&usi->thinking.lock);
    usi->thinking.held = false;
    pthread_cond_signal(&usi->thinking.change);
    pthread_mutex_unlock(&usi->thinking.lock);
}

void usi_stop(struct usi *usi)
{
    if (!usi->running)
        return;
    crew_stop(usi->crew);
    atomic_store(&usi->thinking.mate_stop, true);
    let_go(usi);
    pthread_join(usi->thread, NULL);
    usi->running = false;
}

void usi_finish(struct usi *usi)
{
    if (!usi->running)
        return;
    pthread_mutex_lock(&usi->thinking.lock);
    bool held = usi->thinking.held;
    pthread_mutex_unlock(&usi->thinking.lock);
    if (held) {
        usi_stop(usi);
        return;
    }
    pthread_join(usi->thread, NULL);
    usi->running = false;
}

void usi_ponderhit(struct usi *usi)
{
    if (!usi->running || !crew_is_pondering(usi->crew)) {
        usi_say(usi, "info string error ponderhit: not pondering");
        return;
    }
    crew_ponderhit(usi->crew, usi->clock.now(usi->clock.context));
    let_go(usi);
}

static bool read_number(const char *word, uint64_t most, uint64_t *number)
{
    char *end;
    if (!word || word[0] < '0' || word[0] > '9')
        return false;
    errno = 0;
    unsigned long long value = strtoull(word, &end, 10);
    if (errno || *end || value > most)
        return false;
    *number = value;
    return true;
}

/* Clocks of some programs run below zero when time is up: taken as 0. */
static bool read_time(char *word, int64_t *ms)
{
    uint64_t value;
    if (word && word[0] == '-' && read_number(word + 1, TIME_MS_MAX, &value)) {
        *ms = 0;
        return true;
    }
    if (!read_number(word, TIME_MS_MAX, &value))
        return false;
    *ms = (int64_t)value;
    return true;
}

/* Reads the value of `name`. Returns 1 when read, 0 when it is no limit with a value, -1 when the value is wrong. */
static int read_limit(struct go *go, const char *name, char **at)
{
    struct {
        const char *name;
        int64_t *ms;
    } times[] = {
        {"btime", &go->time.left[SENTE]},     {"wtime", &go->time.left[GOTE]},     {"byoyomi", &go->time.byoyomi},
        {"binc", &go->time.increment[SENTE]}, {"winc", &go->time.increment[GOTE]}, {"movetime", &go->time.movetime},
    };
    for (unsigned i = 0; i < sizeof times / sizeof times[0]; i++) {
        if (strcmp(name, times[i].name) != 0)
            continue;
        if (times[i].ms != &go->time.movetime)
            go->time.counted = true;
        return read_time(usi_word(at), times[i].ms) ? 1 : -1;
    }
    uint64_t number;
    if (strcmp(name, "depth") == 0) {
        if (!read_number(usi_word(at), 1000, &number))
            return -1;
        go->depth = (unsigned)number;
        return 1;
    }
    if (strcmp(name, "nodes") == 0)
        return read_number(usi_word(at), UINT64_MAX, &go->nodes) ? 1 : -1;
    return 0;
}

/* How long to look for a mate. */
static bool read_mate(struct usi *usi, struct go *go, const char *word)
{
    uint64_t ms = 0;
    if (word && strcmp(word, "infinite") != 0 && !read_number(word, TIME_MS_MAX, &ms)) {
        usi_say(usi, "info string error go: no such value for \"mate\" \"%.32s\"", word);
        return false;
    }
    go->mate_ms = word && strcmp(word, "infinite") != 0 && ms == 0 ? 1 : (int64_t)ms;
    return true;
}

static bool read_go(struct usi *usi, struct go *go, char *at)
{
    for (char *word; (word = usi_word(&at));) {
        if (strcmp(word, "infinite") == 0) {
            go->infinite = true;
        } else if (strcmp(word, "ponder") == 0) {
            go->ponder = true;
        } else if (strcmp(word, "mate") == 0) {
            go->mate = true;
            return read_mate(usi, go, usi_word(&at));
        } else {
            int read = read_limit(go, word, &at);
            if (read <= 0) {
                usi_say(usi, "info string error go: %s \"%.32s\"", read ? "no such value for" : "unknown limit", word);
                return false;
            }
        }
    }
    return true;
}

static struct search_limits limits_of(const struct usi *usi, const struct go *go)
{
    struct time_control time = go->time;
    if (!time.counted && !time.movetime && !go->nodes && !go->depth && !go->infinite)
        time.movetime = TIME_USUAL_MS;
    struct search_limits limits = {
        .time = time_plan(&time, usi->match.now.head.side),
        .nodes = go->nodes,
        .depth = go->depth,
        .infinite = go->infinite,
        .seed = usi->seed,
        .lines = usi->lines_wanted,
    };
    level_limit(level_of(usi->evaluation, usi->level), &limits);
    return limits;
}

static void start_thread(struct usi *usi, void *(*thread)(void *context))
{
    if (pthread_create(&usi->thread, NULL, thread, usi) == 0)
        usi->running = true;
    else
        usi_say(usi, "info string error go: no thread to think in");
}

/* With about half as much memory as the search has. */
static bool make_mate(struct usi *usi)
{
    unsigned entries = MATE_ENTRIES_SMALL;
    while (entries < MATE_ENTRIES_MAX && entries < usi->table.count)
        entries *= 2;
    return usi->mate || mate_create(&usi->mate, entries) == OK;
}

static void go_mate(struct usi *usi, const struct go *go)
{
    if (!mate_exists(usi->match.game)) {
        usi_say(usi, "checkmate notimplemented");
    } else if (usi->match.verdict.reason != REASON_NONE) {
        usi_say(usi, "checkmate nomate");
    } else if (!make_mate(usi)) {
        usi_say(usi, "info string error go: no memory for the proof of a mate");
        usi_say(usi, "checkmate timeout");
    } else {
        usi->thinking.mate_limit = go->mate_ms * 1000;
        usi->thinking.held = go->mate_ms == 0; /* at the end of the input it is not waited for */
        atomic_store(&usi->thinking.mate_stop, false);
        start_thread(usi, think_mate);
    }
}

void usi_go(struct usi *usi, char *arguments)
{
    struct go go = {.nodes = 0};
    if (!usi->positioned) {
        usi_say(usi, "info string error go: the last position was refused");
        return;
    }
    if (!read_go(usi, &go, arguments))
        return;
    if (go.mate) {
        go_mate(usi, &go);
        return;
    }
    if (usi->match.verdict.reason != REASON_NONE)
        usi_say(usi, "info string the game is over: %s, winner %s", reason_name(usi->match.verdict.reason),
                winner_name(usi->match.verdict.winner));
    usi->thinking.request = (struct search_request){
        .evaluation = usi->evaluation,
        .match = &usi->match,
        .table = &usi->table,
        .clock = usi->clock,
        .limits = limits_of(usi, &go),
        .report = report,
        .context = usi,
    };
    usi->thinking.held = go.infinite || go.ponder;
    crew_arm(usi->crew, go.ponder);
    start_thread(usi, think);
}
