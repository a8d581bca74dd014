/*
 * Depth-first proof-number search. A node's proof number says how many replies still have to be beaten at least to
 * prove the mate, the disproof number how many checks have to be parried at least to refute it; the search always goes
 * on where least is missing. Both numbers are taken as the largest of the children's plus one for each other child that
 * is open: sums would count a position again for each way to it.
 */
#include "engine/mate_inside.h"

enum { CLUSTER = 4 };

static struct entry *cluster_of(struct mate *m, uint64_t key)
{
    return &m->table[(key >> 20 & (m->entries / CLUSTER - 1)) * CLUSTER];
}

static const struct entry *look_up(struct mate *m, uint64_t key)
{
    struct entry *cluster = cluster_of(m, key);
    for (unsigned i = 0; i < CLUSTER; i++) {
        if (cluster[i].key == key)
            return &cluster[i];
    }
    return NULL;
}

/* What `from` knows of its position goes into the table; the least worked-on entry makes room. */
static void keep(struct mate *m, const struct child *from, uint64_t work)
{
    struct entry *cluster = cluster_of(m, from->key), *entry = NULL;
    for (unsigned i = 0; i < CLUSTER && !entry; i++) {
        if (cluster[i].key == from->key)
            entry = &cluster[i];
    }
    if (!entry) {
        entry = cluster;
        for (unsigned i = 1; i < CLUSTER; i++) {
            if (cluster[i].work < entry->work)
                entry = &cluster[i];
        }
        *entry = (struct entry){.key = from->key, .proof = NEVER};
    }
    if (from->proof < entry->proof)
        entry->proof = from->proof;
    if (from->refuted > entry->refuted)
        entry->refuted = from->refuted;
    if (from->proof_number != 0 && from->disproof_number != 0) {
        entry->proof_number = from->proof_number;
        entry->disproof_number = from->disproof_number;
    }
    uint64_t all = entry->work + work / 12 + 1;
    entry->work = (uint16_t)(all < UINT16_MAX ? all : UINT16_MAX);
}

/* Sets a child's numbers for the question "within `left` plies" from what is known of it. */
static void settle(struct child *child, unsigned left)
{
    if (child->proof <= left) {
        child->proof_number = 0;
        child->disproof_number = OPEN_MAX;
    } else if (child->refuted >= left) {
        child->proof_number = OPEN_MAX;
        child->disproof_number = 0;
    }
}

/* The defender's answers. Where a king may be left in check, only those that save it, if there is one. */
static void list_answers(const struct mate *m, struct move_list *list)
{
    list->count = 0;
    if (m->evaluation->lasting)
        m->evaluation->lasting(m->position, NULL, list);
    if (list->count == 0)
        m->game->generate(m->position, NULL, list);
}

/* The attacker has moved: is that mate, and how many answers are there otherwise? */
static void look_at_defence(struct mate *m, struct child *child)
{
    bool over = m->game->ended && m->game->ended(m->position);
    unsigned answers = 0;
    if (!over && m->evaluation->lasting) {
        m->evaluation->lasting(m->position, NULL, &m->answers);
        answers = m->answers.count;
        if (answers == 0 && m->game->count(m->position, NULL)) {
            child->proof = 2; /* whatever is played, the game is won with the next move */
            return;
        }
    } else if (!over) {
        answers = m->game->count(m->position, NULL);
    }
    if (answers) {
        child->proof_number = answers;
        return;
    }
    struct verdict verdict = m->game->verdict(m->position, NULL);
    if (verdict.winner == side_other((enum side)m->position->side))
        child->proof = 0;
    else
        child->refuted = NEVER;
}

/* The defender has moved: has that ended the game (by impasse, or because the attacker's king is gone)? */
static void look_at_attack(struct mate *m, struct child *child)
{
    if (m->game->verdict(m->position, NULL).reason != REASON_NONE)
        child->refuted = NEVER;
}

/* Whether a move may give check, before it is made, and whether it did: it may also have ended the game. */
static bool may_attack(const struct mate *m, move_t move)
{
    return m->game->ended || !m->evaluation->gives_check || m->evaluation->gives_check(m->position, move);
}

static bool attacked(const struct mate *m)
{
    return m->game->check(m->position, NULL) || (m->game->ended && m->game->ended(m->position));
}

unsigned prove_expand(struct mate *m, unsigned ply, unsigned left)
{
    bool attack = ply % 2 == 0;
    unsigned first = m->child_count;
    if (attack)
        m->game->generate(m->position, NULL, &m->list);
    else
        list_answers(m, &m->list);
    if (m->list.count > CHILDREN_MAX - first) {
        m->overflow = true;
        return 0;
    }
    for (unsigned i = 0; i < m->list.count; i++) {
        move_t move = m->list.moves[i];
        if (attack && !may_attack(m, move))
            continue;
        m->game->apply(m->position, move, &m->undo[ply]);
        if (!attack || attacked(m)) {
            struct child child = {
                .move = move, .key = m->position->key, .proof_number = 1, .disproof_number = 1, .proof = NEVER};
            const struct entry *entry = look_up(m, child.key);
            if (entry) {
                child.proof = entry->proof;
                child.refuted = entry->refuted;
                child.proof_number = entry->proof_number ? entry->proof_number : 1;
                child.disproof_number = entry->disproof_number ? entry->disproof_number : 1;
            } else {
                if (attack)
                    look_at_defence(m, &child);
                else
                    look_at_attack(m, &child);
                m->nodes++;
            }
            settle(&child, left - 1);
            m->children[m->child_count++] = child;
        }
        m->game->undo(m->position, move, &m->undo[ply]);
    }
    return m->child_count - first;
}

/* What the children say of their parent. For the attacker one proof is enough, for the defender one refutation: the
 * roles of the two numbers are swapped. */
struct sum {
    uint32_t least, second; /* of the number of which one is enough */
    uint32_t most;          /* of the other, plus one for each open child but one */
    uint32_t open;          /* open children */
    struct child *best;
};

static struct sum sum_up(struct child *children, unsigned count, bool attack)
{
    struct sum sum = {.least = OPEN_MAX, .second = OPEN_MAX};
    uint32_t largest = 0;
    for (unsigned i = 0; i < count; i++) {
        struct child *child = &children[i];
        uint32_t one = attack ? child->proof_number : child->disproof_number;
        uint32_t other = attack ? child->disproof_number : child->proof_number;
        if (other == 0)
            continue;
        if (one < sum.least || !sum.best) {
            sum.second = sum.least;
            sum.least = one;
            sum.best = child;
        } else if (one < sum.second) {
            sum.second = one;
        }
        sum.open++;
        if (other > largest)
            largest = other;
    }
    sum.most = sum.open ? largest + sum.open - 1 : 0;
    if (sum.most > OPEN_MAX || sum.least == 0)
        sum.most = OPEN_MAX;
    return sum;
}

/* Within how many plies there is no mate below a child for sure; -1 if it is mate already. */
static int safe_for(const struct child *child)
{
    return child->refuted < child->proof ? child->refuted : child->proof - 1;
}

static uint8_t one_more(int plies)
{
    return (uint8_t)(plies < NEVER - 1 ? plies + 1 : plies);
}

/* Carries what is proved and refuted from the children to the parent. */
static void conclude(struct child *node, const struct child *children, unsigned count, bool attack, unsigned left)
{
    /* Attack: mated as fast as by the best child, safe as long as against the worst. Defence: the other way round. */
    int proof = attack ? NEVER : 0, safe = attack ? NEVER : -1;
    for (unsigned i = 0; i < count; i++) {
        const struct child *child = &children[i];
        if (attack ? child->proof < proof : child->proof > proof)
            proof = child->proof;
        if (attack ? safe_for(child) < safe : safe_for(child) > safe)
            safe = safe_for(child);
    }
    if (proof != NEVER && one_more(proof) < node->proof)
        node->proof = one_more(proof);
    if (one_more(safe) > node->refuted)
        node->refuted = one_more(safe);
    settle(node, left);
}

static void solve(struct mate *m, struct child *node, unsigned ply, unsigned left, uint32_t proof_limit,
                  uint32_t disproof_limit)
{
    bool attack = ply % 2 == 0;
    uint64_t before = m->nodes;
    m->nodes++;
    if ((m->limit && m->nodes >= m->limit) || (m->stop && atomic_load_explicit(m->stop, memory_order_relaxed)))
        m->broken_off = true;
    if (m->broken_off)
        return;
    unsigned first = m->child_count, count = prove_expand(m, ply, left);
    struct child *children = &m->children[first];
    while (!m->broken_off && !m->overflow) {
        struct sum sum = sum_up(children, count, attack);
        node->proof_number = attack ? sum.least : sum.most;
        node->disproof_number = attack ? sum.most : sum.least;
        conclude(node, children, count, attack, left);
        if (node->proof_number >= proof_limit || node->disproof_number >= disproof_limit || node->proof_number == 0 ||
            node->disproof_number == 0)
            break;
        uint32_t one_limit = attack ? proof_limit : disproof_limit, other_limit = attack ? disproof_limit : proof_limit;
        if (sum.second + 1 < one_limit)
            one_limit = sum.second + 1;
        other_limit -= sum.open - 1;
        struct child *child = sum.best;
        m->game->apply(m->position, child->move, &m->undo[ply]);
        solve(m, child, ply + 1, left - 1, attack ? one_limit : other_limit, attack ? other_limit : one_limit);
        m->game->undo(m->position, child->move, &m->undo[ply]);
    }
    m->child_count = first;
    if (!m->overflow)
        keep(m, node, m->nodes - before);
}

struct child prove(struct mate *m, unsigned ply, unsigned plies)
{
    struct child node = {.key = m->position->key, .proof_number = 1, .disproof_number = 1, .proof = NEVER};
    const struct entry *entry = look_up(m, node.key);
    if (entry) {
        node.proof = entry->proof;
        node.refuted = entry->refuted;
    }
    settle(&node, plies);
    if (node.proof_number != 0 && node.disproof_number != 0)
        solve(m, &node, ply, plies, OPEN_MAX, OPEN_MAX);
    return node;
}
