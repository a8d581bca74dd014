/*
 * The question is always "mate within n plies", for n = 1, 3, 5, ...; so the first mate found is a short one, and no
 * line can go round in a circle: a position that comes back has fewer plies left. The table keeps for a position
 * within how many plies a mate is proved, and within how many there is none (for ever, where the checks simply ran
 * out), so that each round goes on from what the last one found, whichever way it comes there.
 *
 * Checks that never run out are refuted by a set of positions from which the defender always has an answer that leads
 * back into the set.
 *
 * The past of the game plays no part below the root. The line that comes out is replayed with it before it is given
 * out: where a rule of repetition speaks against it, the question is given up.
 */
#include "engine/mate_inside.h"

#include <stdlib.h>
#include <string.h>

enum {
    LINE_NODES = 20000,  /* and an eighth of all: spent at the most on gaps in the line of a mate that is proved */
    CIRCLE_FIRST = 7,    /* plies without a mate after which a defence in circles is looked for, */
    CIRCLE_AGAIN = 15,   /* and after these and all more, */
    CIRCLE_MAX = 1 << 9, /* in so many positions at the most */
};

enum error mate_create(struct mate **out, unsigned entries)
{
    struct mate *m = calloc(1, sizeof *m);
    if (!m)
        return ERR_NO_MEMORY;
    m->entries = entries;
    m->table = calloc(entries, sizeof *m->table);
    m->children = calloc(CHILDREN_MAX, sizeof *m->children);
    m->history = calloc(MATCH_PLIES_MAX + 1, sizeof *m->history);
    m->circle = calloc(2 * CIRCLE_MAX, sizeof *m->circle);
    if (!m->table || !m->children || !m->history || !m->circle) {
        mate_free(m);
        return ERR_NO_MEMORY;
    }
    *out = m;
    return OK;
}

void mate_free(struct mate *m)
{
    if (!m)
        return;
    free(m->table);
    free(m->children);
    free(m->history);
    free(m->circle);
    free(m);
}

void mate_forget(struct mate *m)
{
    if (m->learnt)
        memset(m->table, 0, m->entries * sizeof *m->table);
    m->learnt = false;
}

bool mate_exists(const struct game *game)
{
    for (unsigned kind = 1; game->pieces[kind].letter; kind++) {
        if (game->pieces[kind].royal)
            return true;
    }
    return false;
}

bool mate_is_forcing(const struct game *game)
{
    return mate_exists(game) && !game->ended; /* a king that can be taken may be left in check */
}

/* The child that the line follows: the fastest mate, the longest defence. Children whose entries were lost are asked
 * again. Returns MOVE_NONE if that takes too long. */
static move_t next_of_line(struct mate *m, unsigned ply, unsigned left)
{
    bool attack = ply % 2 == 0;
    unsigned first = m->child_count, count = prove_expand(m, ply, left);
    struct child *children = &m->children[first], *best = NULL;
    for (unsigned i = 0; i < count && !m->overflow && !m->broken_off; i++) {
        struct child *child = &children[i];
        if (!attack && child->proof == NEVER) {
            m->game->apply(m->position, child->move, &m->undo[ply]);
            *child = (struct child){.move = child->move, .proof = prove(m, ply + 1, left - 1).proof, .key = child->key};
            m->game->undo(m->position, child->move, &m->undo[ply]);
        }
        if (!best || (attack ? child->proof < best->proof : child->proof > best->proof))
            best = child;
    }
    if (attack && best && best->proof > left - 1) {
        /* All that is known is that there is a mate: whichever move it is. */
        for (unsigned i = 0; i < count && best->proof > left - 1 && !m->overflow && !m->broken_off; i++) {
            m->game->apply(m->position, children[i].move, &m->undo[ply]);
            children[i].proof = prove(m, ply + 1, left - 1).proof;
            m->game->undo(m->position, children[i].move, &m->undo[ply]);
            if (children[i].proof < best->proof)
                best = &children[i];
        }
    }
    move_t move = best && best->proof <= left - 1 ? best->move : MOVE_NONE;
    m->child_count = first;
    return move;
}

/* Follows the proof from the root to the mate. */
static bool find_line(struct mate *m, unsigned plies)
{
    uint64_t limit = m->limit;
    m->limit = m->nodes + LINE_NODES + m->nodes / 8;
    m->line_length = 0;
    for (unsigned ply = 0; ply < plies; ply++) {
        bool defence = ply % 2;
        if (defence && ((m->game->ended && m->game->ended(m->position)) || m->game->count(m->position, NULL) == 0))
            break;
        move_t move = next_of_line(m, ply, plies - ply);
        if (move == MOVE_NONE)
            break;
        m->line[m->line_length++] = move;
        m->game->apply(m->position, move, &m->undo[ply]);
    }
    for (unsigned ply = m->line_length; ply-- > 0;)
        m->game->undo(m->position, m->line[ply], &m->undo[ply]);
    m->limit = limit;
    return !m->broken_off && !m->overflow && m->line_length % 2 == 1;
}

/* Whether the line, played in this game with its past, is won by who begins it. */
static bool line_wins(struct mate *m)
{
    struct match match = *m->match;
    match.history.entries = m->history;
    match.history.capacity = MATCH_PLIES_MAX + 1;
    memcpy(m->history, m->match->history.entries, (match.history.count + 1) * sizeof *m->history);
    for (unsigned i = 0; i < m->line_length; i++) {
        if (match_play(&match, m->line[i], NULL) != OK)
            return false;
    }
    return match.verdict.reason != REASON_NONE && match.verdict.winner == (enum side)m->root.head.side;
}

void mate_ask(struct mate *m, const struct evaluation *evaluation, const struct match *match)
{
    m->game = match->game;
    m->evaluation = evaluation;
    m->match = match;
    m->root = match->now;
    m->position = &m->root.head;
    m->plies = 1;
    unsigned limit = ruleset_value(m->game, &m->position->rules, "move_limit");
    limit = limit ? limit : MATCH_PLIES_MAX;
    unsigned left = limit > match->history.count ? limit - match->history.count : 0;
    m->most = left < MATE_PLIES_MAX ? left : MATE_PLIES_MAX;
    m->nodes = m->limit = 0;
    m->learnt = true;
    m->line_length = m->child_count = 0;
    m->overflow = false;
    m->answer = !mate_exists(m->game) ? MATE_NONE : m->most ? MATE_OPEN : MATE_GIVEN_UP;
}

static bool is_in_circle(struct mate *m, uint64_t key)
{
    uint64_t *place = &m->circle[key >> 8 & (2 * CIRCLE_MAX - 1)];
    while (*place && *place != key)
        place = place == &m->circle[2 * CIRCLE_MAX - 1] ? m->circle : place + 1;
    return *place == key;
}

/* Adds a position to the set; false when it is full. */
static bool join_circle(struct mate *m, uint64_t key)
{
    uint64_t *place = &m->circle[key >> 8 & (2 * CIRCLE_MAX - 1)];
    while (*place)
        place = place == &m->circle[2 * CIRCLE_MAX - 1] ? m->circle : place + 1;
    *place = key;
    return ++m->circle_count < CIRCLE_MAX;
}

static bool closes(struct mate *m, unsigned ply);

/* After a check: one answer is chosen, one that is known to be safe or in the set, else the one that lasted longest. */
static bool answer_closes(struct mate *m, unsigned ply)
{
    unsigned first = m->child_count, count = prove_expand(m, ply, MATE_PLIES_MAX);
    const struct child *children = &m->children[first], *best = NULL;
    for (unsigned i = 0; i < count; i++) {
        const struct child *child = &children[i];
        if (child->proof == NEVER && (child->refuted == NEVER || is_in_circle(m, child->key))) {
            m->child_count = first;
            return true;
        }
        if (child->proof == NEVER && (!best || child->refuted > best->refuted))
            best = child;
    }
    m->child_count = first;
    if (!best)
        return false;
    move_t move = best->move;
    m->game->apply(m->position, move, &m->undo[ply]);
    bool closed = closes(m, ply + 1);
    m->game->undo(m->position, move, &m->undo[ply]);
    return closed;
}

/* Whether the attacker, to move, can be kept for ever among positions without a mate. All of them join the set, so one
 * failure fails the whole. */
static bool closes(struct mate *m, unsigned ply)
{
    bool stopped = m->stop && atomic_load_explicit(m->stop, memory_order_relaxed);
    if (stopped || ply + 2 > MATE_PLIES_MAX || !join_circle(m, m->position->key))
        return false;
    unsigned first = m->child_count, count = prove_expand(m, ply, MATE_PLIES_MAX);
    bool closed = !m->overflow;
    for (unsigned i = 0; closed && i < count; i++) {
        struct child child = m->children[first + i];
        if (child.refuted == NEVER)
            continue;
        closed = child.proof == NEVER;
        if (!closed)
            break;
        m->game->apply(m->position, child.move, &m->undo[ply]);
        closed = answer_closes(m, ply + 1) && !m->overflow;
        m->game->undo(m->position, child.move, &m->undo[ply]);
    }
    m->child_count = first;
    return closed;
}

static bool defends_in_circles(struct mate *m)
{
    if (m->plies != CIRCLE_FIRST && m->plies < CIRCLE_AGAIN)
        return false;
    memset(m->circle, 0, 2 * CIRCLE_MAX * sizeof *m->circle);
    m->circle_count = 0;
    bool closed = closes(m, 0);
    m->overflow = false; /* the set was too large: that says nothing about the mate */
    return closed;
}

/* Short steps as long as most mates are that short, then longer ones; 0 after the last. */
static unsigned next_plies(const struct mate *m)
{
    unsigned last = m->most % 2 ? m->most : m->most - 1;
    unsigned next = m->plies < 15 ? m->plies + 2 : m->plies + m->plies / 4 * 2;
    return m->plies == last ? 0 : next < last ? next : last;
}

enum mate_answer mate_run(struct mate *m, uint64_t nodes, const atomic_bool *stop)
{
    m->stop = stop;
    m->limit = nodes ? m->nodes + nodes : 0;
    m->broken_off = false;
    while (m->answer == MATE_OPEN) {
        struct child root = prove(m, 0, m->plies);
        if (m->broken_off)
            break;
        if (m->overflow)
            m->answer = MATE_GIVEN_UP;
        else if (root.proof_number == 0)
            m->answer = find_line(m, root.proof) && line_wins(m) ? MATE_FOUND : MATE_GIVEN_UP;
        else if (root.refuted == NEVER || defends_in_circles(m))
            m->answer = MATE_NONE;
        else if ((m->plies = next_plies(m)) == 0)
            m->answer = MATE_GIVEN_UP;
    }
    return m->answer;
}

uint64_t mate_nodes(const struct mate *m)
{
    return m->nodes;
}

unsigned mate_excluded(const struct mate *m)
{
    return m->plies > 2 ? m->plies - 2 : 0;
}

const move_t *mate_line(const struct mate *m, unsigned *length)
{
    *length = m->line_length;
    return m->line;
}
