/*
 * Iterations and the root.
 *
 * Depth grows by one until a limit is met. From the fifth on, an iteration first looks within a narrow window around
 * the last score and widens it on the side where it fails. Root moves stay sorted by their last result, so an
 * iteration that is broken off still leaves the best move it had time to confirm. Where several lines are asked for,
 * an iteration finds the best move, then the best of the others, and so on.
 *
 * Between the iterations some nodes go to the proof of a mate by checks, which sees further than any iteration; one
 * that is found is played.
 *
 * With a temperature, and when its chance comes up, every root move that could be drawn gets its true score, and the
 * one played is drawn (engine/levels.h).
 */
#include "engine/tree.h"

#include "engine/levels.h"
#include "engine/mate.h"

#include <string.h>

enum {
    DEPTH_MAX = 100,
    WINDOW_FROM_DEPTH = 5,
    WINDOW = 35,
    MATE_SHARE = 16, /* one node in so many is spent on looking for a mate by checks, */
    MATE_NODES = 64, /* and at the beginning so many */
    MATE_SLICE = 1024,
};

static int64_t elapsed(const struct search *s)
{
    int64_t from = atomic_load(&s->ponderhit_at);
    return s->clock.now(s->clock.context) - (from ? from : s->started);
}

/* The moves from rank `first` on, best first; equal scores keep their order, so that moves not reached in this
 * iteration stay where they were. */
static void sort_moves(struct search *s, unsigned first)
{
    for (unsigned i = first + 1; i < s->move_count; i++) {
        struct root_move *move = s->ranked[i];
        unsigned j = i;
        for (; j > first && move->score > s->ranked[j - 1]->score; j--)
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

/* One pass over the root moves from rank `first` on within a window. Returns the best score. */
static int search_root(struct search *s, unsigned first, int alpha, int beta, int depth)
{
    int best = -SCORE_INFINITE;
    for (unsigned i = first; i < s->move_count; i++)
        s->ranked[i]->score = -SCORE_INFINITE;
    for (unsigned i = first; i < s->move_count; i++) {
        struct root_move *root = s->ranked[i];
        unsigned tried = i - first;
        int below = depth - 1, score = alpha + 1;
        s->frames[1].pv_length = 0;
        path_step(s, 0, root->move);
        bool check = path_in_check(s);
        below += check;
        if (tried > 0) {
            int less = depth >= 3 && tried > 3 && !check ? s->reductions[depth & 63][tried < 63 ? tried : 63] / 200 : 0;
            score = -tree_search(s, -alpha - 1, -alpha, below - less, 1, true);
            if (score > alpha && less && !s->stopped)
                score = -tree_search(s, -alpha - 1, -alpha, below, 1, true);
        }
        if ((tried == 0 || score > alpha) && !s->stopped)
            score = -tree_search(s, -beta, -alpha, below, 1, false);
        path_back(s, 0, root->move);
        if (s->stopped)
            break;
        if (score > best)
            best = score;
        if (tried == 0 || score > alpha)
            keep_line(s, root, score);
        if (score > alpha)
            alpha = score;
        if (alpha >= beta)
            break;
    }
    sort_moves(s, first);
    return best;
}

/* Scores of an iteration that was broken off do not compare with those of the last one, to which all go back. */
static void take_back(struct search *s, int depth)
{
    for (unsigned i = 0; depth > 1 && i < s->move_count; i++)
        s->moves[i].score = s->moves[i].previous;
    sort_moves(s, 0);
}

/* The true score of every root move that the temperature leaves a chance. */
static void search_each(struct search *s, int depth)
{
    int best = -SCORE_INFINITE, reach = (int)level_reach(s->limits.temperature);
    for (unsigned i = 0; i < s->move_count; i++) {
        struct root_move *root = s->ranked[i];
        int alpha = best - reach > -SCORE_INFINITE ? best - reach : -SCORE_INFINITE;
        s->frames[1].pv_length = 0;
        path_step(s, 0, root->move);
        int score = -tree_search(s, -SCORE_INFINITE, -alpha, depth - 1, 1, false);
        path_back(s, 0, root->move);
        if (s->stopped) {
            take_back(s, depth);
            return;
        }
        keep_line(s, root, score);
        if (score > best)
            best = score;
    }
    sort_moves(s, 0);
}

static int search_window(struct search *s, unsigned first, int depth)
{
    int last = s->ranked[first]->previous, margin = WINDOW;
    bool narrow = depth >= WINDOW_FROM_DEPTH && last > -SCORE_RULE + 1000 && last < SCORE_RULE - 1000;
    int alpha = narrow ? last - margin : -SCORE_INFINITE;
    int beta = narrow ? last + margin : SCORE_INFINITE;
    for (;;) {
        int score = search_root(s, first, alpha, beta, depth);
        if (s->stopped || (score > alpha && score < beta))
            return score;
        s->ranked[first]->previous = score; /* all that is known, should the next look be broken off */
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

static unsigned line_count(const struct search *s)
{
    unsigned wanted = s->limits.lines ? s->limits.lines : 1;
    return wanted < s->move_count ? wanted : s->move_count;
}

/* One iteration. */
static void search_lines(struct search *s, int depth)
{
    if (s->limits.temperature) {
        search_each(s, depth);
        return;
    }
    for (unsigned first = 0; first < line_count(s) && !s->stopped; first++)
        search_window(s, first, depth);
    if (!s->stopped)
        sort_moves(s, 0); /* a later line may have come out better than an earlier one */
}

static uint64_t all_nodes(const struct search *s)
{
    if (!s->team_nodes)
        return s->nodes;
    return atomic_load_explicit(s->team_nodes, memory_order_relaxed) + s->nodes % POLL_NODES;
}

static void report(const struct search *s, const struct search_request *request, unsigned depth)
{
    if (!request->report)
        return;
    for (unsigned i = 0; i < line_count(s); i++) {
        struct search_info info = {
            .rank = i + 1,
            .depth = depth,
            .seldepth = s->seldepth,
            .score = s->ranked[i]->score,
            .nodes = all_nodes(s),
            .elapsed = s->clock.now(s->clock.context) - s->started,
            .hashfull = tt_permille(s->table),
            .pv = s->ranked[i]->pv,
            .pv_length = s->ranked[i]->pv_length,
        };
        request->report(request->context, &info);
    }
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
    if (line_count(s) == 1 && ((score_is_win(score) && SCORE_MATE - score <= (int)finished) ||
                               (score_is_loss(score) && SCORE_MATE + score <= (int)finished)))
        return false;
    if (!limits->time.soft)
        return true;
    /* The next iteration takes about as long as all before: begun late it would not be finished. */
    return elapsed(s) < limits->time.soft * 6 / 10 ||
           (limits->time.soft == limits->time.hard && limits->time.hard > elapsed(s));
}

void root_prepare(struct search *s, const struct search_request *request)
{
    s->game = request->match->game;
    s->evaluation = request->evaluation;
    s->table = request->table;
    s->clock = request->clock;
    s->limits = request->limits;
    s->team_nodes = request->team_nodes;
    s->squares = game_squares(s->game);
    for (s->kinds = 1; s->game->pieces[s->kinds].letter; s->kinds++)
        ;
    s->root = request->match->now;
    s->position = &s->root.head;
    s->side = s->position->side;
    if (s->limits.chance && !level_lapses(s->limits.chance, s->limits.seed ^ s->position->key))
        s->limits.temperature = 0;
    path_copy_past(s, request->match);
    s->move_limit = ruleset_value(s->game, &s->position->rules, "move_limit");
    s->nodes = s->depth = s->seldepth = s->null_ply = 0;
    s->stopped = false;
    s->learnt = true;
    tree_forget_evaluations(s);
    s->started = s->clock.now(s->clock.context);
    if (!request->helper)
        tt_age(s->table);

    struct frame *frame = &s->frames[0];
    frame->slot = (struct slot){0};
    frame->evaluation = path_in_check(s) ? -SCORE_INFINITE : tree_evaluate(s);
    match_moves(request->match, &frame->list);
    struct tt_hit hit = {.move = MOVE_NONE};
    tt_probe(s->table, s->position->key, &hit);
    picker_order(s, 0, hit.move);
    s->move_count = frame->list.count;
    for (unsigned i = 0; i < s->move_count; i++) {
        move_t move = picker_next(s, frame, i);
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

/* The mate that was proved becomes the best move's line. */
static void take_mate(struct search *s, const struct mate *mate)
{
    unsigned length, rank = 0;
    const move_t *line = mate_line(mate, &length);
    int score = SCORE_MATE - (int)length;
    while (rank < s->move_count && s->ranked[rank]->move != line[0])
        rank++;
    if (rank == s->move_count || s->ranked[0]->score >= score)
        return;
    struct root_move *best = s->ranked[rank];
    memmove(&s->ranked[1], &s->ranked[0], rank * sizeof s->ranked[0]);
    s->ranked[0] = best;
    best->score = best->previous = score;
    best->pv_length = length < PLY_MAX ? length : PLY_MAX;
    memcpy(best->pv, line, best->pv_length * sizeof *line);
}

/* Spends on the proof what it is due. Returns whether a mate is proved. */
static bool hunt(struct search *s, struct mate *mate)
{
    enum mate_answer answer = MATE_OPEN;
    uint64_t due = MATE_NODES + s->nodes / MATE_SHARE;
    for (uint64_t spent = mate_nodes(mate); answer == MATE_OPEN && spent < due && !tree_is_over(s);) {
        uint64_t slice = due - spent < MATE_SLICE ? due - spent : MATE_SLICE;
        uint64_t left = s->limits.nodes ? s->limits.nodes - s->nodes : slice;
        if (left == 0)
            break;
        answer = mate_run(mate, slice < left ? slice : left, &s->stop);
        uint64_t done = mate_nodes(mate) - spent;
        s->nodes += done < left || !s->limits.nodes ? done : left;
        spent += done;
        if (done == 0)
            break;
    }
    if (answer == MATE_FOUND)
        take_mate(s, mate);
    return answer == MATE_FOUND;
}

void root_iterate(struct search *s, const struct search_request *request, struct search_result *result)
{
    struct mate *mate = request->mate && mate_is_forcing(s->game) && s->move_count > 1 ? request->mate : NULL;
    unsigned first = request->first_depth ? request->first_depth : 1;
    if (mate)
        mate_ask(mate, s->evaluation, request->match);
    for (unsigned depth = first; go_on(s, depth == first ? 0 : depth - 1); depth++) {
        if (mate && hunt(s, mate)) {
            report(s, request, result->depth ? result->depth : 1);
            break;
        }
        s->depth = depth;
        s->seldepth = 0;
        search_lines(s, (int)depth);
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
