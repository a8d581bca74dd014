/*
 * The order in which moves are tried: the table's move, captures and promotions by what they win and by how cheap the
 * piece is that wins it, killers, the known answer to the enemy's last move, then quiet moves by experience, at last
 * what loses the exchange. That is only looked at when a move's turn has come. The first few moves are looked up one by
 * one, because most nodes are decided by them; only then the rest is sorted.
 *
 * Experience: a move that refutes a line gets a bonus, those tried before it in vain a malus, both larger the deeper
 * the search; old experience fades as new comes in. Quiet moves have it by themselves and as sequels of the last move
 * and of the one before.
 */
#include "engine/tree.h"

#include <limits.h>
#include <string.h>

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

static int32_t order_tactical(const struct search *s, move_t move, int gain)
{
    struct slot slot = slot_of(s, move);
    return gain * 16 - mover_worth(s, move) + s->taking[s->position->side][slot.piece][slot.to] / 8;
}

static unsigned slot_index(const struct search *s, struct slot slot)
{
    /* Dropped kinds follow those that move, so that the slots of most games lie close together. */
    unsigned piece = slot.piece < 64 ? slot.piece : slot.piece - 64 + s->kinds;
    return (piece * s->squares + slot.to) % SLOTS;
}

int16_t *picker_sequels(const struct search *s, struct slot slot)
{
    return s->sequels + (size_t)slot_index(s, slot) * SLOTS;
}

int picker_experience(const struct search *s, unsigned ply, struct slot slot)
{
    int value = 2 * s->quiet[s->position->side][slot.piece][slot.to];
    unsigned index = slot_index(s, slot);
    for (unsigned back = 1; back <= 2 && back <= ply; back++) {
        const struct frame *frame = &s->frames[ply - back];
        if (frame->move != MOVE_NONE)
            value += frame->sequels[index];
    }
    return value;
}

/* The row of sequels of the move made `back` plies ago. */
static const int16_t *sequels_back(const struct search *s, unsigned ply, unsigned back)
{
    static const int16_t none[SLOTS];
    return back <= ply && s->frames[ply - back].move != MOVE_NONE ? s->frames[ply - back].sequels : none;
}

void picker_expect(const struct search *s, unsigned ply)
{
    enum { LINE = 64 };
    unsigned slots = (s->game->drops ? 2 : 1) * s->kinds * s->squares;
    size_t bytes = (slots < SLOTS ? slots : SLOTS) * sizeof(int16_t);
    for (unsigned back = 1; back <= 2; back++) {
        const char *row = (const char *)sequels_back(s, ply, back);
        for (size_t at = 0; at < bytes; at += LINE)
            __builtin_prefetch(row + at);
    }
}

/* Moves of one piece, or drops of one kind, follow each other in a list: what is the same for all of them. */
struct run {
    unsigned origin;      /* of a move: origin_of() */
    unsigned slot;        /* slot_index() of the first square */
    const int16_t *quiet; /* experience by square */
    unsigned special;     /* other than 0: one of them may be a known move, or win what does not stand on its squares */
};

static inline unsigned origin_of(move_t move)
{
    return move & (MOVE_DROP | 0xff00);
}

/* A bit for the origin of a move; a few share one. */
static inline uint64_t origin_bit(move_t move)
{
    return 1ULL << (move >> 8 & 63);
}

/* Moves that are ordered by something else than experience. */
struct known_moves {
    move_t first, killers[2], answer;
};

static inline struct run run_of(const struct search *s, uint64_t known, move_t move)
{
    uint8_t piece = slot_of(s, move).piece;
    return (struct run){
        .origin = origin_of(move),
        .slot = slot_index(s, (struct slot){.piece = piece}),
        .quiet = s->quiet[s->position->side][piece],
        .special = (known & origin_bit(move)) != 0 || s->evaluation->gain,
    };
}

/* The order of a move that wins something, or may be known, or of which experience tells all. */
static int32_t order_known(const struct search *s, const struct known_moves *known, move_t move, int32_t experience)
{
    int gain = move_is_plain(s, move) ? 0 : move_gain(s, move);
    if (move == known->first)
        return ORDER_FIRST;
    if (gain)
        return ORDER_TACTICAL + order_tactical(s, move, gain);
    if (move == known->killers[0] || move == known->killers[1])
        return ORDER_KILLER + (move == known->killers[0]);
    return experience + (move == known->answer ? ORDER_ANSWER : 0);
}

void picker_order(struct search *s, unsigned ply, move_t first)
{
    struct frame *frame = &s->frames[ply];
    const struct slot last = ply ? s->frames[ply - 1].slot : (struct slot){0};
    const struct known_moves known = {.first = first,
                                      .killers = {frame->killers[0], frame->killers[1]},
                                      .answer = s->answers[s->position->side][last.piece][last.to]};
    const uint64_t origins =
        origin_bit(first) | origin_bit(known.killers[0]) | origin_bit(known.killers[1]) | origin_bit(known.answer);
    const int16_t *after_last = sequels_back(s, ply, 1), *after_own = sequels_back(s, ply, 2);
    const piece_t *board = s->position->board;
    const unsigned count = frame->list.count;
    struct run run = {.origin = ~0u};
    int32_t best = INT32_MIN;
    for (unsigned i = 0; i < count; i++) {
        move_t move = frame->list.moves[i];
        square_t to = move_to(move);
        if (origin_of(move) != run.origin)
            run = run_of(s, origins, move);
        unsigned index = (run.slot + to) % SLOTS;
        int32_t order = 2 * run.quiet[to] + after_last[index] + after_own[index];
        if ((move & (MOVE_PROMOTE | MOVE_DOUBLE)) | board[to] | run.special)
            order = order_known(s, &known, move, order);
        frame->order[i] = order;
        if (order > best) {
            best = order;
            frame->best = i;
        }
    }
}

/* Keeps only what wins something, in order. */
unsigned picker_order_tactical(struct search *s, unsigned ply, move_t first, int enough, int *most)
{
    struct frame *frame = &s->frames[ply];
    unsigned kept = 0, promising = 0;
    *most = INT_MIN;
    for (unsigned i = 0; i < frame->list.count; i++) {
        move_t move = frame->list.moves[i];
        int gain = move_gain(s, move);
        if (gain <= 0)
            continue;
        frame->list.moves[kept] = move;
        frame->order[kept++] = gain;
        if (gain >= enough)
            promising++;
        else if (gain > *most)
            *most = gain;
    }
    frame->list.count = kept;
    if (!promising)
        return 0;
    frame->best = 0;
    for (unsigned i = 0; i < kept; i++) {
        move_t move = frame->list.moves[i];
        frame->order[i] = move == first ? ORDER_FIRST : frame->order[i] * 16 - mover_worth(s, move);
        if (frame->order[i] > frame->order[frame->best])
            frame->best = i;
    }
    return promising;
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
            move_t move = frame->list.moves[i];
            int32_t order = frame->order[i];
            unsigned j = i;
            for (; j >= index + gap && order > frame->order[j - gap]; j -= gap) {
                frame->list.moves[j] = frame->list.moves[j - gap];
                frame->order[j] = frame->order[j - gap];
            }
            frame->list.moves[j] = move;
            frame->order[j] = order;
        }
    }
}

/* The first of the best comes to `index`. Two plain passes: compilers make several comparisons at once of them. */
static void select_best(struct frame *frame, unsigned index)
{
    const int32_t *order = frame->order;
    unsigned count = frame->list.count, at = index;
    int32_t best = order[index];
    for (unsigned i = index + 1; i < count; i++)
        best = order[i] > best ? order[i] : best;
    while (order[at] != best)
        at++;
    swap(frame, index, at);
}

/* Whether the move at `index` was counted as winning something, and loses the exchange. */
static bool loses_exchange(const struct search *s, const struct frame *frame, unsigned index)
{
    int32_t order = frame->order[index];
    return order > ORDER_TACTICAL / 2 && order < ORDER_FIRST && s->evaluation->exchange &&
           !s->evaluation->exchange(s->position, frame->list.moves[index], 0);
}

bool picker_is_losing(const struct frame *frame, unsigned index)
{
    return frame->order[index] < ORDER_LOSING / 2;
}

static __attribute__((noinline)) move_t look_for_next(struct search *s, struct frame *frame, unsigned index)
{
    if (index == SELECT_MOVES)
        sort_rest(frame, index);
    for (bool known = index == 0;; known = false) {
        if (known)
            swap(frame, 0, frame->best);
        else if (index < SELECT_MOVES)
            select_best(frame, index);
        if (!loses_exchange(s, frame, index))
            return frame->list.moves[index];
        /* It goes to the end: what is behind it moves up. */
        int32_t order = frame->order[index] - ORDER_TACTICAL + ORDER_LOSING;
        if (index < SELECT_MOVES) {
            frame->order[index] = order;
            continue;
        }
        move_t move = frame->list.moves[index];
        unsigned last = frame->list.count - 1;
        memmove(&frame->list.moves[index], &frame->list.moves[index + 1], (last - index) * sizeof move);
        memmove(&frame->order[index], &frame->order[index + 1], (last - index) * sizeof order);
        frame->list.moves[last] = move;
        frame->order[last] = order;
    }
}

/* The move of rank `index` (from 0, each asked for once, in turn). */
move_t picker_next(struct search *s, struct frame *frame, unsigned index)
{
    bool settled = index > SELECT_MOVES && frame->order[index] <= ORDER_TACTICAL / 2;
    return settled ? frame->list.moves[index] : look_for_next(s, frame, index);
}

static void learn(int16_t *entry, int bonus)
{
    int size = bonus < 0 ? -bonus : bonus;
    *entry = (int16_t)(*entry + bonus - *entry * size / HISTORY_MAX);
}

static void learn_quiet(struct search *s, unsigned ply, move_t move, int bonus)
{
    struct slot slot = slot_of(s, move);
    unsigned index = slot_index(s, slot);
    learn(&s->quiet[s->position->side][slot.piece][slot.to], bonus);
    for (unsigned back = 1; back <= 2 && back <= ply; back++) {
        const struct frame *frame = &s->frames[ply - back];
        if (frame->move != MOVE_NONE)
            learn(&frame->sequels[index], bonus);
    }
}

static void learn_taking(struct search *s, move_t move, int bonus)
{
    struct slot slot = slot_of(s, move);
    learn(&s->taking[s->position->side][slot.piece][slot.to], bonus);
}

void picker_reward(struct search *s, unsigned ply, move_t best, const struct tried *tried, int depth)
{
    struct frame *frame = &s->frames[ply];
    int bonus = depth > 12 ? 2000 : 14 * depth * depth;
    if (move_gain(s, best) == 0) {
        if (frame->killers[0] != best) {
            frame->killers[1] = frame->killers[0];
            frame->killers[0] = best;
        }
        if (ply) {
            struct slot last = s->frames[ply - 1].slot;
            s->answers[s->position->side][last.piece][last.to] = best;
        }
        learn_quiet(s, ply, best, bonus);
        for (unsigned i = 0; i < tried->quiets; i++)
            learn_quiet(s, ply, tried->quiet[i], -bonus);
    } else {
        learn_taking(s, best, bonus);
    }
    for (unsigned i = 0; i < tried->takings; i++)
        learn_taking(s, tried->taking[i], -bonus);
}
