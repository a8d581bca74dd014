/*
 * Search of the positions where something hangs. The side to move may stand pat or win something: captures and
 * promotions, those that lose the exchange left out. In check it tries everything, and without a legal move it is lost.
 */
#include "engine/tree.h"

enum { DELTA_MARGIN = 150, QUIESCENCE_PLIES = 24 };

static int stand_in_check(struct search *s, int alpha, int beta, unsigned ply, int depth)
{
    struct frame *frame = &s->frames[ply];
    picker_expect(s, ply);
    path_moves(s, &frame->list);
    if (frame->list.count == 0)
        return path_end_score(s, ply);
    picker_order(s, ply, MOVE_NONE);
    int best = -SCORE_INFINITE;
    for (unsigned i = 0; i < frame->list.count; i++) {
        move_t move = picker_next(s, frame, i);
        path_step(s, ply, move);
        int score = -quiescence(s, -beta, -alpha, ply + 1, depth - 1);
        path_back(s, ply, move);
        if (s->stopped)
            return 0;
        if (score > best)
            best = score;
        if (best > alpha)
            alpha = best;
        if (alpha >= beta)
            break;
    }
    return best;
}

/* Stands pat or takes something; `first`: the move to try first, if it is among those that win something. */
static int stand_or_take(struct search *s, int alpha, int beta, unsigned ply, int depth, move_t first)
{
    struct frame *frame = &s->frames[ply];
    int standing = tree_evaluate(s);
    int best = standing, floor = alpha;
    move_t best_move = MOVE_NONE;
    if (best >= beta) {
        /* Only a finished game has no moves; this is rare, and counting is cheap. */
        return path_can_move(s) ? best : path_end_score(s, ply);
    }
    if (best > alpha)
        alpha = best;
    if (s->evaluation->tactical)
        s->evaluation->tactical(s->position, &s->history, &frame->list);
    else
        path_moves(s, &frame->list);
    if (frame->list.count == 0 && !path_can_move(s))
        return path_end_score(s, ply);
    /* What cannot reach alpha keeps its place in the order, but nobody asks for it once the rest is through. */
    int bar = alpha - standing - DELTA_MARGIN, most;
    unsigned promising = picker_order_tactical(s, ply, first, bar + 1, &most);
    if (most > 0 && standing + most + DELTA_MARGIN > best)
        best = standing + most + DELTA_MARGIN;
    for (unsigned i = 0; promising > 0; i++) {
        move_t move = picker_next(s, frame, i);
        int gain = move_gain(s, move), promise = standing + gain + DELTA_MARGIN;
        promising -= gain > bar;
        if (promise <= alpha) {
            if (promise > best)
                best = promise;
            continue;
        }
        if (s->evaluation->exchange && !s->evaluation->exchange(s->position, move, 0))
            continue;
        path_step(s, ply, move);
        int score = -quiescence(s, -beta, -alpha, ply + 1, depth - 1);
        path_back(s, ply, move);
        if (s->stopped)
            return 0;
        if (score > best)
            best = score;
        if (best > alpha) {
            alpha = best;
            best_move = move;
        }
        if (alpha >= beta)
            break;
    }
    enum bound bound = best >= beta ? BOUND_LOWER : best > floor && best_move ? BOUND_EXACT : BOUND_UPPER;
    tt_store(s->table, s->position->key, best_move, score_to_table(best, (int)ply), 0, bound);
    return best;
}

int quiescence(struct search *s, int alpha, int beta, unsigned ply, int depth)
{
    int best;
    if (!tree_visit(s, ply))
        return 0;
    s->frames[ply].pv_length = 0;
    if (path_decided(s, ply, &best))
        return best;
    if (ply >= PLY_MAX || depth < -QUIESCENCE_PLIES)
        return tree_evaluate(s);

    struct tt_hit hit = {.move = MOVE_NONE};
    if (tt_probe(s->table, s->position->key, &hit)) {
        int score = score_from_table(hit.score, (int)ply);
        if (hit.bound == BOUND_EXACT || (hit.bound == BOUND_LOWER && score >= beta) ||
            (hit.bound == BOUND_UPPER && score <= alpha))
            return score;
    }
    if (path_in_check(s))
        return stand_in_check(s, alpha, beta, ply, depth);
    return stand_or_take(s, alpha, beta, ply, depth, hit.move);
}
