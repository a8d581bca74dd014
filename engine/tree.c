/*
 * Principal variation search of one node, fail-soft, in numbered steps. `cut`: the node is expected to be refuted.
 *
 * A node outside the principal variation is searched with an empty window (beta = alpha + 1) only to learn whether it
 * is good enough; all pruning happens there. Margins are centipawns and grow with the depth that is left.
 */
#include "engine/tree.h"

#include <string.h>

enum {
    REVERSE_FUTILITY_DEPTH = 8,
    REVERSE_FUTILITY_MARGIN = 110,
    RAZOR_DEPTH = 3,
    RAZOR_MARGIN = 300,
    PASS_DEPTH = 3,
    PASS_VERIFY_DEPTH = 10,
    FUTILITY_DEPTH = 7,
    FUTILITY_BASE = 180,
    FUTILITY_MARGIN = 120,
    LATE_DEPTH = 8,
    LOSING_DEPTH = 6,
    LOSING_MARGIN = 90,
    REDUCE_DEPTH = 3,
    SINGULAR_DEPTH = 7,
    SINGULAR_MARGIN = 3,
};

static int clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

int tree_evaluate(struct search *s)
{
    /* Many positions are judged twice: before razoring and by it, at each iteration, after each order of moves. */
    struct judged *judged = &s->judged[s->position->key % JUDGED];
    if (judged->key != s->position->key) {
        int score = s->evaluation->score_next ? s->evaluation->score_next(s->position, &s->memory)
                                              : s->evaluation->score(s->position);
        *judged = (struct judged){.key = s->position->key,
                                  .score = clamp(score, -SCORE_EVALUATION_MAX, SCORE_EVALUATION_MAX)};
    }
    return judged->score;
}

void tree_forget_evaluations(struct search *s)
{
    memset(s->judged, 0, sizeof s->judged);
    memset(&s->memory, 0, sizeof s->memory);
    s->judged[0].key = 1; /* no key there, not even 0, may look like one that was judged */
}

bool tree_is_over(struct search *s)
{
    if (atomic_load_explicit(&s->stop, memory_order_relaxed))
        return true;
    if (!s->limits.time.hard || s->limits.infinite || search_is_pondering(s))
        return false;
    int64_t from = atomic_load_explicit(&s->ponderhit_at, memory_order_relaxed);
    return s->clock.now(s->clock.context) - (from ? from : s->started) >= s->limits.time.hard;
}

/* Tells the others what was done; whether all together have reached the limit. */
static bool team_is_through(struct search *s)
{
    if (!s->team_nodes)
        return false;
    uint64_t all = atomic_fetch_add_explicit(s->team_nodes, POLL_NODES, memory_order_relaxed) + POLL_NODES;
    return s->limits.nodes && all >= s->limits.nodes;
}

bool tree_visit(struct search *s, unsigned ply)
{
    if (s->stopped)
        return false;
    if (s->limits.nodes && !s->team_nodes && s->nodes >= s->limits.nodes) {
        s->stopped = true;
        return false;
    }
    s->nodes++;
    if (s->nodes % POLL_NODES == 0 && (team_is_through(s) || tree_is_over(s))) {
        s->stopped = true;
        return false;
    }
    if (ply > s->seldepth)
        s->seldepth = ply;
    return true;
}

/* The line below becomes this node's line, behind `move`. */
static void extend_pv(struct search *s, unsigned ply, move_t move)
{
    struct frame *frame = &s->frames[ply];
    const struct frame *below = &s->frames[ply + 1];
    unsigned length = below->pv_length < PLY_MAX - 1 ? below->pv_length : PLY_MAX - 1;
    frame->pv[0] = move;
    for (unsigned i = 0; i < length; i++)
        frame->pv[i + 1] = below->pv[i];
    frame->pv_length = length + 1;
}

/* Whether passing would still be good enough: then a real move surely is. Returns the score, or -SCORE_INFINITE. */
static int try_pass(struct search *s, int beta, int depth, unsigned ply, bool cut)
{
    struct position *here = s->position;
    unsigned floor = s->past_floor;
    int surplus = (s->frames[ply].evaluation - beta) / 200;
    int reduced = depth - 3 - depth / 4 - (surplus < 3 ? surplus : 3);
    if (!path_pass(s, ply))
        return -SCORE_INFINITE;
    s->past_floor = s->history.count;
    int score = -tree_search(s, -beta, -beta + 1, reduced, ply + 1, !cut);
    path_unpass(s);
    s->position = here;
    s->past_floor = floor;
    if (s->stopped || score < beta)
        return -SCORE_INFINITE;
    if (score_is_win(score))
        score = beta; /* a mate found after a pass is not proved */
    if (depth < PASS_VERIFY_DEPTH)
        return score;
    /* Deep down a wrong cut costs most: the claim is checked without passing for the next plies. */
    unsigned before = s->null_ply;
    s->null_ply = ply + (unsigned)(reduced > 0 ? reduced * 3 / 4 : 0) + 1;
    int verified = tree_search(s, beta - 1, beta, reduced, ply, false);
    s->null_ply = before;
    return verified >= beta ? score : -SCORE_INFINITE;
}

/* What is known at a node before and while its moves are tried. */
struct progress {
    int alpha, beta, best;
    move_t best_move;
    move_t first;   /* the table's move */
    int extend;     /* plies that it gets more */
    unsigned count; /* moves searched */
    struct tried tried;
    bool pv, cut, in_check;
    bool improving; /* better judged than two plies ago */
};

/* Steps 6 and 7, nodes outside the principal variation only: is this node decided without trying a move? */
static bool prune_node(struct search *s, const struct progress *p, int depth, unsigned ply, int *score)
{
    struct frame *frame = &s->frames[ply];
    int standing = frame->evaluation, alpha = p->alpha, beta = p->beta;

    /* 6. Far above beta with little depth left, or far below alpha with nothing to win. */
    if (depth <= REVERSE_FUTILITY_DEPTH && standing - REVERSE_FUTILITY_MARGIN * (depth - p->improving) >= beta &&
        !score_is_loss(beta)) {
        *score = standing;
        return path_can_move(s);
    }
    if (depth <= RAZOR_DEPTH && standing + RAZOR_MARGIN * depth <= alpha) {
        *score = quiescence(s, alpha, beta, ply, 0);
        if (s->stopped || *score <= alpha)
            return true;
    }

    /* 7. A pass: only where the game says that moving is never a burden. */
    if (depth >= PASS_DEPTH && standing >= beta && ply >= s->null_ply && s->evaluation->pass_is_sound &&
        s->frames[ply - 1].move != MOVE_NONE && s->evaluation->pass_is_sound(s->position)) {
        *score = try_pass(s, beta, depth, ply, p->cut);
        return s->stopped || *score >= beta;
    }
    return false;
}

/* Step 8: is the table's move the only good one here? Then it is looked at deeper; if several refute this node, it is
 * decided (*score). */
static bool is_singular(struct search *s, struct progress *p, const struct tt_hit *hit, int depth, unsigned ply,
                        int *score)
{
    struct frame *frame = &s->frames[ply];
    int known = score_from_table(hit->score, (int)ply);
    if (depth < SINGULAR_DEPTH || frame->excluded != MOVE_NONE || hit->move == MOVE_NONE || hit->depth < depth - 3 ||
        !(hit->bound & BOUND_LOWER) || known >= SCORE_RULE - 1000 || known <= 1000 - SCORE_RULE || ply >= 2 * s->depth)
        return false;
    int bar = known - SINGULAR_MARGIN * depth;
    frame->excluded = hit->move;
    int others = tree_search(s, bar - 1, bar, (depth - 1) / 2, ply, p->cut);
    frame->excluded = MOVE_NONE;
    frame->pv_length = 0;
    if (s->stopped)
        return true;
    if (others < bar) {
        p->extend = 1;
    } else if (bar >= p->beta && !p->pv) {
        *score = bar;
        return true;
    } else if (known >= p->beta) {
        p->extend = -1;
    }
    return false;
}

/* Whether a move this late in the order, from so far below alpha, or losing so much, is worth a look. */
static bool is_doubtful(const struct search *s, const struct progress *p, move_t move, bool quiet, unsigned index,
                        int depth, unsigned ply)
{
    const struct frame *frame = &s->frames[ply];
    if (p->pv || p->in_check || score_is_loss(p->best) || p->count == 0)
        return false;
    if (!quiet)
        return depth <= LOSING_DEPTH && picker_is_losing(frame, index) &&
               !s->evaluation->exchange(s->position, move, -LOSING_MARGIN * (depth - 1));
    if (depth <= LATE_DEPTH && p->tried.quiets >= (unsigned)(3 + depth * depth) >> !p->improving)
        return true;
    return depth <= FUTILITY_DEPTH && frame->evaluation + FUTILITY_BASE + FUTILITY_MARGIN * depth <= p->alpha;
}

/* How many plies less a late move gets. */
static int reduction(const struct search *s, const struct progress *p, move_t move, bool quiet, int depth, unsigned ply)
{
    if (depth < REDUCE_DEPTH || p->count < 2 + 2 * (unsigned)p->pv)
        return 0;
    unsigned row = depth < 63 ? (unsigned)depth : 63, column = p->count < 63 ? p->count : 63;
    int hundredths = s->reductions[row][column];
    if (quiet)
        hundredths -= picker_experience(s, ply, slot_of(s, move)) / 160;
    else
        hundredths /= 2;
    hundredths += 100 * p->cut - 100 * p->pv - 100 * p->in_check + 60 * !p->improving;
    return hundredths / 100;
}

/* Step 11: the score of one move. `less`: plies that a first look may save. */
static int try_move(struct search *s, const struct progress *p, int depth, int less, unsigned ply)
{
    int score = 0;
    int below = depth - 1;
    if (less > 0 && less > below - 1)
        less = below > 1 ? below - 1 : 0;
    bool first = p->count == 0;
    if (less > 0) {
        score = -tree_search(s, -p->alpha - 1, -p->alpha, below - less, ply + 1, true);
        if (score > p->alpha && !s->stopped)
            score = -tree_search(s, -p->alpha - 1, -p->alpha, below, ply + 1, !p->cut);
    } else if (!p->pv || !first) {
        score = -tree_search(s, -p->alpha - 1, -p->alpha, below, ply + 1, !p->cut);
    }
    if (p->pv && (first || (score > p->alpha && !s->stopped)))
        score = -tree_search(s, -p->beta, -p->alpha, below, ply + 1, false);
    return score;
}

/* Step 12: what a move's score teaches. Returns whether the node is refuted. */
static bool learn_from(struct search *s, struct progress *p, move_t move, bool quiet, int score, int depth,
                       unsigned ply)
{
    p->count++;
    if (score > p->best) {
        p->best = score;
        if (score > p->alpha) {
            p->best_move = move;
            if (p->pv)
                extend_pv(s, ply, move);
            p->alpha = score;
            if (score >= p->beta) {
                picker_reward(s, ply, move, &p->tried, depth);
                return true;
            }
        }
    }
    if (quiet && p->tried.quiets < TRIED_MAX)
        p->tried.quiet[p->tried.quiets++] = move;
    if (!quiet && p->tried.takings < TRIED_MAX)
        p->tried.taking[p->tried.takings++] = move;
    return false;
}

/* Steps 9 to 12: tries the moves in order. Returns false when the search was stopped. */
static bool try_moves(struct search *s, struct progress *p, int depth, unsigned ply)
{
    struct frame *frame = &s->frames[ply];
    bool only = frame->list.count == 1;
    for (unsigned i = 0; i < frame->list.count; i++) {
        move_t move = picker_next(s, frame, i);
        if (move == frame->excluded)
            continue;
        bool quiet = move_is_plain(s, move) || move_gain(s, move) == 0;

        /* 9. Late quiet moves at low depth, unless they give check. What loses the exchange likewise. */
        bool doubtful = is_doubtful(s, p, move, quiet, i, depth, ply);
        if (doubtful && s->evaluation->gives_check && !s->evaluation->gives_check(s->position, move))
            continue;
        int less = reduction(s, p, move, quiet, depth, ply);
        path_step(s, ply, move);
        bool gives_check = path_in_check(s);
        if (doubtful && !gives_check) {
            path_back(s, ply, move);
            continue;
        }

        /* 10. A check, an only answer, or a move that no other comes near, is looked at one ply deeper, as long as the
         * line stays bounded. */
        int deeper = (gives_check || only) && ply < 2 * s->depth;
        if (move == p->first && p->extend)
            deeper = p->extend;
        if (gives_check)
            less--;

        int score = try_move(s, p, depth + deeper, less, ply);
        path_back(s, ply, move);
        if (s->stopped)
            return false;
        if (learn_from(s, p, move, quiet, score, depth, ply))
            return true;
    }
    return true;
}

static bool decides(const struct tt_hit *hit, int score, int alpha, int beta)
{
    return hit->bound == BOUND_EXACT || (hit->bound == BOUND_LOWER && score >= beta) ||
           (hit->bound == BOUND_UPPER && score <= alpha);
}

/* Step 5: judgement, unless in check; what the table knows of the score is better than what is seen at once. */
static void judge(struct search *s, struct progress *p, bool known, const struct tt_hit *hit, unsigned ply)
{
    struct frame *frame = &s->frames[ply];
    if (p->in_check) {
        frame->evaluation = -SCORE_INFINITE;
        return;
    }
    frame->evaluation = tree_evaluate(s);
    p->improving = ply < 2 || frame->evaluation > s->frames[ply - 2].evaluation;
    int score = score_from_table(hit->score, (int)ply);
    if (known && score > -SCORE_EVALUATION_MAX && score < SCORE_EVALUATION_MAX &&
        decides(hit, score, frame->evaluation, frame->evaluation))
        frame->evaluation = score;
}

int tree_search(struct search *s, int alpha, int beta, int depth, unsigned ply, bool cut)
{
    /* 1. At the horizon only what hangs is looked at. */
    if (depth <= 0)
        return quiescence(s, alpha, beta, ply, 0);
    if (!tree_visit(s, ply))
        return 0;
    struct frame *frame = &s->frames[ply];
    bool pv = beta - alpha > 1;
    frame->pv_length = 0;

    /* 2. The past may decide; a line of PLY_MAX plies is judged as it stands. */
    int score;
    if (path_decided(s, ply, &score))
        return score;
    if (ply >= PLY_MAX)
        return tree_evaluate(s);

    /* 3. No mate found here can beat one that is nearer to the root. */
    if (alpha < (int)ply - SCORE_MATE)
        alpha = (int)ply - SCORE_MATE;
    if (beta > SCORE_MATE - (int)ply - 1)
        beta = SCORE_MATE - (int)ply - 1;
    if (alpha >= beta)
        return alpha;

    /* 4. What is known already. */
    struct tt_hit hit = {.move = MOVE_NONE};
    bool whole = frame->excluded == MOVE_NONE;
    bool known = tt_probe(s->table, s->position->key, &hit);
    if (known && whole && !pv && hit.depth >= depth) {
        score = score_from_table(hit.score, (int)ply);
        if (decides(&hit, score, alpha, beta))
            return score;
    }

    struct progress p = {.alpha = alpha,
                         .beta = beta,
                         .best = -SCORE_INFINITE,
                         .first = hit.move,
                         .pv = pv,
                         .cut = cut,
                         .in_check = path_in_check(s)};
    if (whole) {
        judge(s, &p, known, &hit, ply);
        s->frames[ply + 1].killers[0] = s->frames[ply + 1].killers[1] = MOVE_NONE;
        if (!pv && !p.in_check && prune_node(s, &p, depth, ply, &score))
            return score;
        /* 8. Without a move to begin with, a shallower search is the better investment; with one, it may be the only
         * one. */
        if (hit.move == MOVE_NONE && depth >= 4)
            depth--;
        if (is_singular(s, &p, &hit, depth, ply, &score))
            return score;
    }

    picker_expect(s, ply);
    path_moves(s, &frame->list);
    if (frame->list.count == 0)
        return path_end_score(s, ply);
    picker_order(s, ply, hit.move);
    if (!try_moves(s, &p, depth, ply))
        return 0;
    if (!whole)
        return p.best;

    /* 13. Remembered for the next visit. */
    enum bound bound = p.best >= beta ? BOUND_LOWER : p.best_move != MOVE_NONE ? BOUND_EXACT : BOUND_UPPER;
    tt_store(s->table, s->position->key, p.best_move, score_to_table(p.best, (int)ply), depth, bound);
    return p.best;
}
