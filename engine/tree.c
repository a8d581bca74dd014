/*
 * Principal variation search of one node, fail-soft, in numbered steps. `cut`: the node is expected to be refuted.
 *
 * A node outside the principal variation is searched with an empty window (beta = alpha + 1) only to learn whether it
 * is good enough; all pruning happens there. Margins are centipawns and grow with the depth that is left.
 */
#include "engine/tree.h"

enum {
    REVERSE_FUTILITY_DEPTH = 7,
    REVERSE_FUTILITY_MARGIN = 110,
    RAZOR_DEPTH = 3,
    RAZOR_MARGIN = 300,
    PASS_DEPTH = 3,
    PASS_VERIFY_DEPTH = 10,
    FUTILITY_DEPTH = 6,
    FUTILITY_BASE = 180,
    FUTILITY_MARGIN = 120,
    LATE_DEPTH = 7,
    REDUCE_DEPTH = 3,
    TRIED_MAX = 64,
};

static int clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

int tree_evaluate(const struct search *s)
{
    return clamp(s->evaluation->score(s->position), -SCORE_EVALUATION_MAX, SCORE_EVALUATION_MAX);
}

static bool out_of_time(struct search *s)
{
    if (atomic_load_explicit(&s->stop, memory_order_relaxed))
        return true;
    if (!s->limits.time.hard || s->limits.infinite || search_is_pondering(s))
        return false;
    int64_t from = atomic_load_explicit(&s->ponderhit_at, memory_order_relaxed);
    return s->clock.now(s->clock.context) - (from ? from : s->started) >= s->limits.time.hard;
}

bool tree_visit(struct search *s, unsigned ply)
{
    if (s->stopped)
        return false;
    if (s->limits.nodes && s->nodes >= s->limits.nodes) {
        s->stopped = true;
        return false;
    }
    s->nodes++;
    if (s->nodes % POLL_NODES == 0 && out_of_time(s)) {
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
    int reduced = depth - 3 - depth / 4;
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

/* Steps 6 to 8, nodes outside the principal variation only: is this node decided without trying a move? */
static bool prune_node(struct search *s, int alpha, int beta, int depth, unsigned ply, bool cut, int *score)
{
    struct frame *frame = &s->frames[ply];
    int standing = frame->evaluation;

    /* 6. Far above beta with little depth left, or far below alpha with nothing to win. */
    if (depth <= REVERSE_FUTILITY_DEPTH && standing - REVERSE_FUTILITY_MARGIN * depth >= beta && !score_is_loss(beta)) {
        *score = standing;
        return s->game->count(s->position, &s->history) != 0;
    }
    if (depth <= RAZOR_DEPTH && standing + RAZOR_MARGIN * depth <= alpha) {
        *score = quiescence(s, alpha, beta, ply, 0);
        if (s->stopped || *score <= alpha)
            return true;
    }

    /* 7. A pass: only where the game says that moving is never a burden. */
    if (depth >= PASS_DEPTH && standing >= beta && ply >= s->null_ply && s->evaluation->pass_is_sound &&
        s->frames[ply - 1].move != MOVE_NONE && s->evaluation->pass_is_sound(s->position)) {
        *score = try_pass(s, beta, depth, ply, cut);
        return s->stopped || *score >= beta;
    }
    return false;
}

/* What is known of the moves tried so far at a node. */
struct progress {
    int alpha, beta, best;
    move_t best_move;
    unsigned tried;          /* moves searched */
    move_t quiet[TRIED_MAX]; /* the quiet ones among them */
    unsigned quiets;
    bool pv, cut, in_check;
};

/* Whether a quiet move this late in the order, or from so far below alpha, is worth a look. */
static bool skip_quiet(const struct search *s, const struct progress *p, int depth, unsigned ply)
{
    if (p->pv || p->in_check || score_is_loss(p->best) || p->tried == 0)
        return false;
    if (depth <= LATE_DEPTH && p->quiets >= (unsigned)(4 + depth * depth))
        return true;
    return depth <= FUTILITY_DEPTH && s->frames[ply].evaluation + FUTILITY_BASE + FUTILITY_MARGIN * depth <= p->alpha;
}

/* How many plies less a late move gets. */
static int reduction(const struct search *s, const struct progress *p, move_t move, bool quiet, int depth)
{
    if (depth < REDUCE_DEPTH || p->tried < 2 + 2 * (unsigned)p->pv)
        return 0;
    unsigned row = depth < 63 ? (unsigned)depth : 63, column = p->tried < 63 ? p->tried : 63;
    int plies = s->reductions[row][column];
    if (!quiet)
        plies = plies / 2;
    else {
        struct slot slot = slot_of(s, move);
        plies -= s->quiet[s->position->side][slot.piece][slot.to] / 6000;
    }
    plies -= p->pv + p->in_check;
    plies += p->cut;
    return plies;
}

/* Step 11: the score of one move. `less`: plies that a first look may save. */
static int try_move(struct search *s, const struct progress *p, int depth, int less, unsigned ply)
{
    int score = 0;
    int below = depth - 1;
    if (less > 0 && less > below - 1)
        less = below > 1 ? below - 1 : 0;
    bool first = p->tried == 0;
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

/* Steps 9 to 12: tries the moves in order. Returns false when the search was stopped. */
static bool try_moves(struct search *s, struct progress *p, int depth, unsigned ply)
{
    struct frame *frame = &s->frames[ply];
    bool only = frame->list.count == 1;
    for (unsigned i = 0; i < frame->list.count; i++) {
        move_t move = picker_next(frame, i);
        bool quiet = move_gain(s, move) == 0;

        /* 9. Late quiet moves at low depth, unless they give check. What loses the exchange likewise. */
        bool doubtful = quiet ? skip_quiet(s, p, depth, ply)
                              : !p->pv && !p->in_check && p->tried && depth <= 3 && frame->order[i] < -HISTORY_MAX;
        if (doubtful && s->evaluation->gives_check && !s->evaluation->gives_check(s->position, move))
            continue;
        int less = reduction(s, p, move, quiet, depth);
        path_step(s, ply, move);
        bool gives_check = path_in_check(s);
        if (doubtful && !gives_check) {
            path_back(s, ply, move);
            continue;
        }

        /* 10. A check, or an only answer, is looked at one ply deeper, as long as the line stays bounded. */
        int deeper = (gives_check || only) && ply < 2 * s->depth;
        if (gives_check)
            less--;

        int score = try_move(s, p, depth + deeper, less, ply);
        path_back(s, ply, move);
        if (s->stopped)
            return false;

        /* 12. What it taught. */
        p->tried++;
        if (score > p->best) {
            p->best = score;
            if (score > p->alpha) {
                p->best_move = move;
                if (p->pv)
                    extend_pv(s, ply, move);
                p->alpha = score;
                if (score >= p->beta) {
                    if (quiet)
                        picker_reward(s, ply, move, p->quiet, p->quiets, depth);
                    return true;
                }
            }
        }
        if (quiet && p->quiets < TRIED_MAX)
            p->quiet[p->quiets++] = move;
    }
    return true;
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
    bool known = tt_probe(s->table, s->position->key, &hit);
    if (known && !pv && hit.depth >= depth) {
        score = score_from_table(hit.score, (int)ply);
        if (hit.bound == BOUND_EXACT || (hit.bound == BOUND_LOWER && score >= beta) ||
            (hit.bound == BOUND_UPPER && score <= alpha))
            return score;
    }

    /* 5. Judgement, unless in check. */
    bool in_check = path_in_check(s);
    frame->evaluation = in_check ? -SCORE_INFINITE : tree_evaluate(s);
    s->frames[ply + 1].killers[0] = s->frames[ply + 1].killers[1] = MOVE_NONE;
    if (!pv && !in_check && prune_node(s, alpha, beta, depth, ply, cut, &score))
        return score;

    /* 8. Without a move to begin with, a shallower search is the better investment. */
    if (hit.move == MOVE_NONE && depth >= 4)
        depth--;

    path_moves(s, &frame->list);
    if (frame->list.count == 0)
        return path_end_score(s, ply);
    picker_order(s, ply, hit.move);
    struct progress p = {
        .alpha = alpha, .beta = beta, .best = -SCORE_INFINITE, .pv = pv, .cut = cut, .in_check = in_check};
    if (!try_moves(s, &p, depth, ply))
        return 0;

    /* 13. Remembered for the next visit. */
    enum bound bound = p.best >= beta ? BOUND_LOWER : p.best_move != MOVE_NONE ? BOUND_EXACT : BOUND_UPPER;
    tt_store(s->table, s->position->key, p.best_move, score_to_table(p.best, (int)ply), depth, bound);
    return p.best;
}
