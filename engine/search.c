/*
 * Iterations and the root.
 *
 * Depth grows by one until a limit is met. From the fifth on, an iteration first looks within a narrow window around
 * the last score and widens it on the side where it fails. Root moves stay sorted by their last result, so an
 * iteration that is broken off still leaves the best move it had time to confirm.
 *
 * With a temperature every root move gets its true score, and the one played is drawn (engine/levels.h).
 */
#include "engine/tree.h"

#include "engine/levels.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 100, WINDOW_FROM_DEPTH = 5, WINDOW = 35, ENTRIES = MATCH_PLIES_MAX + PLY_MAX + 2 };

/* ln(n) * 100; a table of integers, so that every machine reduces alike. */
static unsigned hundred_logs(unsigned n)
{
    return (unsigned)lround(log((double)n) * 100);
}

enum error search_create(struct search **out)
{
    struct search *s = calloc(1, sizeof *s);
    if (!s)
        return ERR_NO_MEMORY;
    s->history.entries = calloc(ENTRIES, sizeof *s->history.entries);
    s->history.capacity = ENTRIES;
    s->continued = calloc(REPEAT_ENTRIES, sizeof *s->continued);
    s->moves = calloc(MOVE_LIST_MAX, sizeof *s->moves);
    if (!s->history.entries || !s->continued || !s->moves) {
        search_free(s);
        return ERR_NO_MEMORY;
    }
    for (unsigned depth = 1; depth < 64; depth++) {
        for (unsigned index = 1; index < 64; index++)
            s->reductions[depth][index] = (uint8_t)(50 + hundred_logs(depth) * hundred_logs(index) / 200) / 100;
    }
    atomic_init(&s->stop, false);
    atomic_init(&s->pondering, false);
    atomic_init(&s->ponderhit_at, 0);
    *out = s;
    return OK;
}

void search_free(struct search *s)
{
    if (!s)
        return;
    free(s->history.entries);
    free(s->continued);
    free(s->moves);
    free(s);
}

void search_forget(struct search *s)
{
    memset(s->quiet, 0, sizeof s->quiet);
    memset(s->answers, 0, sizeof s->answers);
    for (unsigned ply = 0; ply < PLY_MAX + 2; ply++)
        s->frames[ply].killers[0] = s->frames[ply].killers[1] = MOVE_NONE;
}

void search_arm(struct search *s, bool ponder)
{
    atomic_store(&s->stop, false);
    atomic_store(&s->ponderhit_at, 0);
    atomic_store(&s->pondering, ponder);
}

void search_stop(struct search *s)
{
    atomic_store(&s->stop, true);
}

bool search_is_pondering(const struct search *s)
{
    return atomic_load_explicit(&s->pondering, memory_order_relaxed);
}

void search_ponderhit(struct search *s, int64_t now)
{
    atomic_store(&s->ponderhit_at, now);
    atomic_store(&s->pondering, false);
}

static int64_t elapsed(const struct search *s)
{
    int64_t from = atomic_load(&s->ponderhit_at);
    return s->clock.now(s->clock.context) - (from ? from : s->started);
}

/* Best first; equal scores keep their order, so that moves not reached in this iteration stay where they were. */
static void sort_moves(struct search *s)
{
    for (unsigned i = 1; i < s->move_count; i++) {
        struct root_move *move = s->ranked[i];
        unsigned j = i;
        for (; j > 0 && move->score > s->ranked[j - 1]->score; j--)
            s->ranked[j] = s->ranked[j - 1];
        s->ranked[j] = move;
    }
}

static void keep_line(struct search *s, struct root_move *root, int score)
{
    const struct frame *below = &s->frames[1];
    root->score = score;
    root->pv[0] = root->move;
    root->pv_length = 1;
    for (unsigned i = 0; i < below->pv_length && root->pv_length < PLY_MAX; i++)
        root->pv[root->pv_length++] = below->pv[i];
}

/* One pass over the root moves within a window. Returns the best score. */
static int search_root(struct search *s, int alpha, int beta, int depth)
{
    int best = -SCORE_INFINITE;
    for (unsigned i = 0; i < s->move_count; i++)
        s->ranked[i]->score = -SCORE_INFINITE;
    for (unsigned i = 0; i < s->move_count; i++) {
        struct root_move *root = s->ranked[i];
        int below = depth - 1, score = alpha + 1;
        s->frames[1].pv_length = 0;
        path_step(s, 0, root->move);
        below += path_in_check(s);
        if (i > 0) {
            int less = depth >= 3 && i > 3 && !path_in_check(s) ? s->reductions[depth & 63][i < 63 ? i : 63] / 2 : 0;
            score = -tree_search(s, -alpha - 1, -alpha, below - less, 1, true);
            if (score > alpha && less && !s->stopped)
                score = -tree_search(s, -alpha - 1, -alpha, below, 1, true);
        }
        if ((i == 0 || score > alpha) && !s->stopped)
            score = -tree_search(s, -beta, -alpha, below, 1, false);
        path_back(s, 0, root->move);
        if (s->stopped)
            break;
        if (score > best)
            best = score;
        if (i == 0 || score > alpha)
            keep_line(s, root, score);
        if (score > alpha)
            alpha = score;
        if (alpha >= beta)
            break;
    }
    sort_moves(s);
    return best;
}

/* Every root move's true score. */
static void search_each(struct search *s, int depth)
{
    for (unsigned i = 0; i < s->move_count; i++) {
        struct root_move *root = s->ranked[i];
        s->frames[1].pv_length = 0;
        path_step(s, 0, root->move);
        int score = -tree_search(s, -SCORE_INFINITE, SCORE_INFINITE, depth - 1, 1, false);
        path_back(s, 0, root->move);
        if (s->stopped)
            return; /* scores of this iteration and of the last stand side by side; both are true */
        keep_line(s, root, score);
    }
    sort_moves(s);
}

static int search_window(struct search *s, int depth)
{
    int last = s->ranked[0]->previous, margin = WINDOW;
    bool narrow = depth >= WINDOW_FROM_DEPTH && last > -SCORE_RULE + 1000 && last < SCORE_RULE - 1000;
    int alpha = narrow ? last - margin : -SCORE_INFINITE;
    int beta = narrow ? last + margin : SCORE_INFINITE;
    for (;;) {
        int score = search_root(s, alpha, beta, depth);
        if (s->stopped || (score > alpha && score < beta))
            return score;
        margin *= 3;
        bool wide = margin > 1500;
        if (score <= alpha)
            alpha = wide ? -SCORE_INFINITE : score - margin;
        else
            beta = wide ? SCORE_INFINITE : score + margin;
        if (alpha < -SCORE_INFINITE)
            alpha = -SCORE_INFINITE;
        if (beta > SCORE_INFINITE)
            beta = SCORE_INFINITE;
    }
}

static void report(const struct search *s, const struct search_request *request, unsigned depth)
{
    if (!request->report)
        return;
    struct search_info info = {
        .depth = depth,
        .seldepth = s->seldepth,
        .score = s->ranked[0]->score,
        .nodes = s->nodes,
        .elapsed = s->clock.now(s->clock.context) - s->started,
        .hashfull = tt_permille(s->table),
        .pv = s->ranked[0]->pv,
        .pv_length = s->ranked[0]->pv_length,
    };
    request->report(request->context, &info);
}

/* Whether a further iteration is worth beginning. */
static bool go_on(const struct search *s, unsigned finished)
{
    const struct search_limits *limits = &s->limits;
    if (finished == 0)
        return true;
    if (s->stopped || finished >= DEPTH_MAX || (limits->depth && finished >= limits->depth))
        return false;
    if (limits->infinite || search_is_pondering(s))
        return true;
    if (s->move_count == 1)
        return false;
    int score = s->ranked[0]->score;
    /* A mate that the iterations have passed by is as short as it gets. */
    if ((score_is_win(score) && SCORE_MATE - score <= (int)finished) ||
        (score_is_loss(score) && SCORE_MATE + score <= (int)finished))
        return false;
    if (!limits->time.soft)
        return true;
    /* The next iteration takes about as long as all before: begun late it would not be finished. */
    return elapsed(s) < limits->time.soft * 6 / 10 ||
           (limits->time.soft == limits->time.hard && limits->time.hard > elapsed(s));
}

static void prepare(struct search *s, const struct search_request *request)
{
    s->game = request->match->game;
    s->evaluation = request->evaluation;
    s->table = request->table;
    s->clock = request->clock;
    s->limits = request->limits;
    s->root = request->match->now;
    s->position = &s->root.head;
    path_copy_past(s, request->match);
    s->move_limit = ruleset_value(s->game, &s->position->rules, "move_limit");
    s->nodes = s->depth = s->seldepth = s->null_ply = 0;
    s->stopped = false;
    s->started = s->clock.now(s->clock.context);
    tt_age(s->table);

    struct frame *frame = &s->frames[0];
    frame->slot = (struct slot){0};
    match_moves(request->match, &frame->list);
    struct tt_hit hit = {.move = MOVE_NONE};
    tt_probe(s->table, s->position->key, &hit);
    picker_order(s, 0, hit.move);
    s->move_count = frame->list.count;
    for (unsigned i = 0; i < s->move_count; i++) {
        move_t move = picker_next(frame, i);
        s->moves[i] = (struct root_move){.move = move, .score = -SCORE_INFINITE, .pv = {move}, .pv_length = 1};
        s->ranked[i] = &s->moves[i];
    }
}

/* Draws a move by the temperature and puts it first. */
static void draw_move(struct search *s)
{
    int scores[MOVE_LIST_MAX];
    for (unsigned i = 0; i < s->move_count; i++)
        scores[i] = s->ranked[i]->score;
    unsigned drawn = level_choose(scores, s->move_count, s->limits.temperature, s->limits.seed ^ s->position->key);
    struct root_move *swap = s->ranked[0];
    s->ranked[0] = s->ranked[drawn];
    s->ranked[drawn] = swap;
}

void search_run(struct search *s, const struct search_request *request, struct search_result *result)
{
    prepare(s, request);
    *result = (struct search_result){.best = MOVE_NONE};
    if (s->move_count == 0)
        return;
    for (unsigned depth = 1; go_on(s, depth - 1); depth++) {
        s->depth = depth;
        s->seldepth = 0;
        if (s->limits.temperature)
            search_each(s, (int)depth);
        else
            search_window(s, (int)depth);
        if (s->stopped)
            break;
        for (unsigned i = 0; i < s->move_count; i++)
            s->moves[i].previous = s->moves[i].score;
        result->depth = depth;
        tt_store(s->table, s->position->key, s->ranked[0]->move, score_to_table(s->ranked[0]->score, 0), (int)depth,
                 BOUND_EXACT);
        report(s, request, depth);
    }
    if (s->limits.temperature)
        draw_move(s);
    result->best = s->ranked[0]->move;
    result->ponder = s->ranked[0]->pv_length > 1 ? s->ranked[0]->pv[1] : MOVE_NONE;
    result->score = s->ranked[0]->score > -SCORE_INFINITE ? s->ranked[0]->score : s->ranked[0]->previous;
    result->nodes = s->nodes;
}
