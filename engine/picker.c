/*
 * The order in which moves are tried: the table's move, captures and promotions by what they win and by how cheap the
 * piece is that wins it, killers, the known answer to the enemy's last move, then quiet moves by experience. The
 * first few are looked up one by one, because most nodes are decided by them; only then the rest is sorted.
 *
 * Experience: a quiet move that refutes a line gets a bonus, those tried before it in vain a malus, both larger the
 * deeper the search; old experience fades as new comes in.
 */
#include "engine/tree.h"

enum {
    SELECT_MOVES = 6, /* looked up one by one; who asks for more gets the rest sorted */
    ORDER_FIRST = 1 << 30,
    ORDER_TACTICAL = 1 << 24,
    ORDER_KILLER = 1 << 20,
    ORDER_ANSWER = 1 << 19,
    ORDER_LOSING = -(1 << 24),
};

struct slot slot_of(const struct search *s, move_t move)
{
    unsigned piece = move_is_drop(move) ? 64 + move_kind(move) : piece_kind(s->position->board[move_from(move)]);
    return (struct slot){.piece = (uint8_t)piece, .to = move_to(move)};
}

static int captured_worth(const struct search *s, square_t square)
{
    piece_t piece = s->position->board[square];
    if (piece == PIECE_NONE || piece_side(piece) == (enum side)s->position->side)
        return 0;
    const struct piece_info *info = &s->game->pieces[piece_kind(piece)];
    return info->worth + (s->game->drops ? s->game->pieces[info->in_hand].worth : 0);
}

int move_gain(const struct search *s, move_t move)
{
    if (move_is_drop(move))
        return 0;
    if (s->evaluation->gain)
        return s->evaluation->gain(s->position, move);
    int gain = captured_worth(s, move_to(move));
    if (move_is_double(move))
        gain += captured_worth(s, move_mid(move));
    if (move_is_promotion(move)) {
        const struct piece_info *info = &s->game->pieces[piece_kind(s->position->board[move_from(move)])];
        gain += s->game->pieces[info->promotes].worth - info->worth;
    }
    return gain;
}

/* The cheaper the piece that wins something, the less it costs when it is taken in turn. */
static int mover_worth(const struct search *s, move_t move)
{
    const struct piece_info *info = &s->game->pieces[piece_kind(s->position->board[move_from(move)])];
    return info->royal ? 0 : info->worth;
}

static bool wins_exchange(const struct search *s, move_t move)
{
    return !s->evaluation->exchange || s->evaluation->exchange(s->position, move) >= 0;
}

static int32_t order_tactical(const struct search *s, move_t move, int gain)
{
    int32_t order = gain * 16 - mover_worth(s, move);
    return wins_exchange(s, move) ? ORDER_TACTICAL + order : ORDER_LOSING + order;
}

void picker_order(struct search *s, unsigned ply, move_t first)
{
    struct frame *frame = &s->frames[ply];
    unsigned side = s->position->side;
    const struct slot last = ply ? s->frames[ply - 1].slot : (struct slot){0};
    move_t answer = s->answers[side][last.piece][last.to];
    for (unsigned i = 0; i < frame->list.count; i++) {
        move_t move = frame->list.moves[i];
        int gain = move_gain(s, move);
        if (move == first) {
            frame->order[i] = ORDER_FIRST;
        } else if (gain) {
            frame->order[i] = order_tactical(s, move, gain);
        } else if (move == frame->killers[0] || move == frame->killers[1]) {
            frame->order[i] = ORDER_KILLER + (move == frame->killers[0]);
        } else {
            struct slot slot = slot_of(s, move);
            frame->order[i] = s->quiet[side][slot.piece][slot.to] + (move == answer ? ORDER_ANSWER : 0);
        }
    }
}

/* Keeps only what wins something, in order. */
void picker_order_tactical(struct search *s, unsigned ply, move_t first)
{
    struct frame *frame = &s->frames[ply];
    unsigned kept = 0;
    for (unsigned i = 0; i < frame->list.count; i++) {
        move_t move = frame->list.moves[i];
        int gain = move_gain(s, move);
        if (gain <= 0)
            continue;
        frame->list.moves[kept] = move;
        frame->order[kept++] = move == first ? ORDER_FIRST : gain * 16 - mover_worth(s, move);
    }
    frame->list.count = kept;
}

static void swap(struct frame *frame, unsigned a, unsigned b)
{
    move_t move = frame->list.moves[a];
    int32_t order = frame->order[a];
    frame->list.moves[a] = frame->list.moves[b];
    frame->order[a] = frame->order[b];
    frame->list.moves[b] = move;
    frame->order[b] = order;
}

/* Sorts what is left from `index` on and has some merit; the rest follows as it is. */
static void sort_rest(struct frame *frame, unsigned index)
{
    static const unsigned gaps[] = {132, 57, 23, 10, 4, 1};
    unsigned end = index;
    for (unsigned i = index; i < frame->list.count; i++) {
        if (frame->order[i] > 0)
            swap(frame, i, end++);
    }
    for (unsigned g = 0; g < sizeof gaps / sizeof gaps[0]; g++) {
        unsigned gap = gaps[g];
        for (unsigned i = index + gap; i < end; i++) {
            for (unsigned j = i; j >= index + gap && frame->order[j] > frame->order[j - gap]; j -= gap)
                swap(frame, j, j - gap);
        }
    }
}

/* The move of rank `index` (from 0, each asked for once, in turn). */
move_t picker_next(struct frame *frame, unsigned index)
{
    if (index == SELECT_MOVES)
        sort_rest(frame, index);
    if (index < SELECT_MOVES) {
        unsigned best = index;
        for (unsigned i = index + 1; i < frame->list.count; i++) {
            if (frame->order[i] > frame->order[best])
                best = i;
        }
        swap(frame, index, best);
    }
    return frame->list.moves[index];
}

static void learn(int16_t *entry, int bonus)
{
    int size = bonus < 0 ? -bonus : bonus;
    *entry = (int16_t)(*entry + bonus - *entry * size / HISTORY_MAX);
}

/* The quiet move `best` refuted this node; the `count` quiet moves in `tried` had not. */
void picker_reward(struct search *s, unsigned ply, move_t best, const move_t *tried, unsigned count, int depth)
{
    struct frame *frame = &s->frames[ply];
    unsigned side = s->position->side;
    if (frame->killers[0] != best) {
        frame->killers[1] = frame->killers[0];
        frame->killers[0] = best;
    }
    if (ply) {
        struct slot last = s->frames[ply - 1].slot;
        s->answers[side][last.piece][last.to] = best;
    }
    int bonus = depth > 12 ? 2000 : 14 * depth * depth;
    struct slot slot = slot_of(s, best);
    learn(&s->quiet[side][slot.piece][slot.to], bonus);
    for (unsigned i = 0; i < count; i++) {
        slot = slot_of(s, tried[i]);
        learn(&s->quiet[side][slot.piece][slot.to], -bonus);
    }
}
