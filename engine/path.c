/*
 * Moving along a line, and what the past says about a position.
 *
 * Repetition is judged by the game itself: when a position comes back, the cycle that led to it is played on in a copy
 * of the history until game->verdict() ends the game or REPEAT_CYCLES rounds are made. So a search knows at the first
 * return what a repetition will come to (a draw, a loss for who gives perpetual check), under any game's rule. A cycle
 * that no rule ends (where repeating is not legal instead) wins nothing for anybody and counts as even.
 */
#include "engine/tree.h"

#include <string.h>

enum { REPEAT_CYCLES = 4 };

static struct history_entry *newest(const struct search *s)
{
    return &s->history.entries[s->history.count];
}

static void push(struct search *s, move_t move, bool took)
{
    newest(s)->move = move;
    s->history.count++;
    *newest(s) = (struct history_entry){
        .key = s->position->key, .move = MOVE_NONE, .check = s->game->check(s->position, NULL), .took = took};
    s->repeats[s->position->key % REPEAT_FILTER]++;
}

static void pop(struct search *s)
{
    s->repeats[newest(s)->key % REPEAT_FILTER]--;
    s->history.count--;
    newest(s)->move = MOVE_NONE;
}

void path_copy_past(struct search *s, const struct match *match)
{
    memcpy(s->history.entries, match->history.entries, (match->history.count + 1) * sizeof *s->history.entries);
    s->history.count = match->history.count;
    /* Counters saturate: 255 plies on one counter keep it at 255, which only means a look that finds nothing. */
    memset(s->repeats, 0, sizeof s->repeats);
    for (unsigned i = 0; i <= s->history.count; i++) {
        uint8_t *counter = &s->repeats[s->history.entries[i].key % REPEAT_FILTER];
        *counter += *counter < UINT8_MAX - PLY_MAX;
    }
    s->past_floor = 0;
}

bool path_in_check(const struct search *s)
{
    return newest(s)->check;
}

void path_step(struct search *s, unsigned ply, move_t move)
{
    struct frame *frame = &s->frames[ply];
    frame->move = move;
    frame->slot = slot_of(s, move);
    frame->sequels = picker_sequels(s, frame->slot);
    bool took = position_takes(s->position, move);
    s->game->apply(s->position, move, &frame->undo);
    tt_prefetch(s->table, s->position->key);
    push(s, move, took);
}

void path_back(struct search *s, unsigned ply, move_t move)
{
    pop(s);
    s->game->undo(s->position, move, &s->frames[ply].undo);
}

/* No game has a pass in its contract: it is a position of its own, with the other side to move, kept in the frame.
 * Returns false where the game refuses such a position. */
bool path_pass(struct search *s, unsigned ply)
{
    struct frame *frame = &s->frames[ply];
    memcpy(frame->passed.bytes, s->position, s->game->position_size);
    struct position *passed = &frame->passed.head;
    passed->side ^= 1;
    passed->mark = SQUARE_NONE;
    if (s->game->adopt(passed, NULL) != OK)
        return false;
    frame->move = MOVE_NONE;
    frame->slot = (struct slot){0};
    s->position = passed;
    push(s, MOVE_NONE, false);
    return true;
}

void path_unpass(struct search *s)
{
    pop(s);
}

/* The entry at which the newest position was last seen, or the count if it was not. */
static unsigned last_seen(const struct search *s)
{
    unsigned count = s->history.count;
    uint64_t key = newest(s)->key;
    if (s->repeats[key % REPEAT_FILTER] < 2)
        return count;
    for (unsigned i = count; i >= s->past_floor + 2;) {
        i -= 2;
        if (s->history.entries[i].key == key)
            return i;
    }
    return count;
}

/* How the game ends if the plies since `last` are played again and again; *rounds: how often they had to be. */
static struct verdict continued_verdict(struct search *s, unsigned last, unsigned *rounds)
{
    unsigned first, count = s->history.count, cycle = count - last;
    history_occurrences(&s->history, &first);
    if (first < s->past_floor)
        first = last;
    *rounds = 0;
    if (count - first + 1 + REPEAT_CYCLES * cycle > REPEAT_ENTRIES)
        return verdict_open();
    struct history future = {.entries = s->continued, .capacity = REPEAT_ENTRIES, .count = count - first};
    memcpy(future.entries, &s->history.entries[first], (future.count + 1) * sizeof *future.entries);
    for (;;) {
        struct verdict verdict = s->game->verdict(s->position, &future);
        if (verdict.reason != REASON_NONE || *rounds == REPEAT_CYCLES)
            return verdict;
        future.entries[future.count].move = s->history.entries[last].move;
        memcpy(&future.entries[future.count + 1], &s->history.entries[last + 1], cycle * sizeof *future.entries);
        future.count += cycle;
        ++*rounds;
    }
}

static int draw_score(const struct search *s)
{
    int worth = s->evaluation->draw;
    return s->position->side == s->side ? SCORE_DRAW + worth : SCORE_DRAW - worth;
}

static int verdict_score(const struct search *s, struct verdict verdict, unsigned ply, int win)
{
    if (verdict.winner == NOBODY)
        return draw_score(s);
    return verdict.winner == (enum side)s->position->side ? win - (int)ply : (int)ply - win;
}

bool path_decided(struct search *s, unsigned ply, int *score)
{
    if (s->game->ended && s->game->ended(s->position)) {
        *score = verdict_score(s, s->game->verdict(s->position, &s->history), ply, SCORE_MATE);
        return true;
    }
    if (s->move_limit && s->history.count >= s->move_limit) {
        struct verdict verdict = s->game->verdict(s->position, &s->history);
        if (verdict.reason != REASON_NONE) {
            *score = verdict_score(s, verdict, ply, SCORE_MATE);
            return true;
        }
    }
    unsigned last = last_seen(s);
    if (last == s->history.count)
        return false;
    unsigned rounds;
    struct verdict verdict = continued_verdict(s, last, &rounds);
    *score = draw_score(s);
    if (verdict.reason != REASON_NONE)
        *score = verdict_score(s, verdict, ply, rounds ? SCORE_RULE : SCORE_MATE);
    return true;
}

int path_end_score(const struct search *s, unsigned ply)
{
    struct verdict verdict = s->game->verdict(s->position, &s->history);
    if (verdict.reason == REASON_NONE) /* no legal move loses in every game (R2) */
        return (int)ply - SCORE_MATE;
    return verdict_score(s, verdict, ply, SCORE_MATE);
}

void path_moves(const struct search *s, struct move_list *list)
{
    if (s->evaluation->lasting)
        s->evaluation->lasting(s->position, &s->history, list);
    else
        s->game->generate(s->position, &s->history, list);
}

bool path_can_move(const struct search *s)
{
    return (s->evaluation->can_move && s->evaluation->can_move(s->position)) ||
           s->game->count(s->position, &s->history) != 0;
}
