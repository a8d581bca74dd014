/*
 * Making a position and moving on it. Both boards, the sets of squares and the key change by differences; in audit
 * builds they are compared with a computation from nothing after every step.
 */
#include "games/chu/rules/position.h"
#include "rules/zobrist.h"

static inline void toggle(struct square_set *set, square_t square)
{
    set->word[square >> 6] ^= 1ULL << (square & 63);
}

static inline void toggle_both(struct square_set *set, square_t a, square_t b)
{
    toggle(set, a);
    toggle(set, b);
}

static inline void toggle_lines(struct chu_position *p, cell_t cell)
{
    for (unsigned axis = 0; axis < AXES; axis++)
        p->lines[axis][chu_line(axis, cell)] ^= (uint16_t)(1u << chu_line_bit(axis, cell));
}

static inline void toggle_leaping(struct chu_position *p, enum side side, cell_t cell)
{
    p->leaping[side][cell / CELL_STRIDE] ^= (uint16_t)(1u << cell % CELL_STRIDE);
}

static void place(struct chu_position *p, square_t square, piece_t piece)
{
    enum side side = piece_side(piece);
    unsigned kind = piece_kind(piece);
    p->head.board[square] = piece;
    p->cells[cell_of(square)] = piece;
    toggle_lines(p, cell_of(square));
    toggle(&p->pieces[side], square);
    if (is_royal(kind)) {
        p->royals[side]++;
        toggle(&p->royal[side], square);
    }
    if (chu_movements[kind].slide)
        toggle(&p->sliding[side], square);
    if (chu_movements[kind].jump | chu_movements[kind].lion) {
        toggle_leaping(p, side, cell_of(square));
        p->lions[side] += is_lion(kind);
    }
}

static void lift(struct chu_position *p, square_t square)
{
    piece_t piece = p->head.board[square];
    enum side side = piece_side(piece);
    unsigned kind = piece_kind(piece);
    p->head.board[square] = PIECE_NONE;
    p->cells[cell_of(square)] = PIECE_NONE;
    toggle_lines(p, cell_of(square));
    toggle(&p->pieces[side], square);
    if (is_royal(kind)) {
        p->royals[side]--;
        toggle(&p->royal[side], square);
    }
    if (chu_movements[kind].slide)
        toggle(&p->sliding[side], square);
    if (chu_movements[kind].jump | chu_movements[kind].lion) {
        toggle_leaping(p, side, cell_of(square));
        p->lions[side] -= is_lion(kind);
    }
}

/* The same as lifting a piece and placing it on a square that is empty, or its own. */
static void shift(struct chu_position *p, square_t from, square_t to, piece_t piece)
{
    enum side side = piece_side(piece);
    unsigned kind = piece_kind(piece);
    p->head.board[from] = PIECE_NONE;
    p->cells[cell_of(from)] = PIECE_NONE;
    p->head.board[to] = piece;
    p->cells[cell_of(to)] = piece;
    toggle_lines(p, cell_of(from));
    toggle_lines(p, cell_of(to));
    toggle_both(&p->pieces[side], from, to);
    if (is_royal(kind))
        toggle_both(&p->royal[side], from, to);
    if (chu_movements[kind].slide)
        toggle_both(&p->sliding[side], from, to);
    if (chu_movements[kind].jump | chu_movements[kind].lion) {
        toggle_leaping(p, side, cell_of(from));
        toggle_leaping(p, side, cell_of(to));
    }
}

static inline void audit(const struct position *position)
{
#ifdef SHOGIKAN_AUDIT
    chu_audit(position);
#else
    (void)position;
#endif
}

static uint64_t mark_key(square_t mark)
{
    return mark == SQUARE_NONE ? 0 : zobrist_mark(mark);
}

/* Takes what stands on a square, if anything does, and says what. *mark is set when it was a lion. */
static piece_t capture(struct chu_position *p, square_t square, square_t *mark)
{
    piece_t piece = p->head.board[square];
    if (piece == PIECE_NONE)
        return PIECE_NONE;
    p->head.key ^= zobrist_piece(piece, square);
    if (is_lion(piece_kind(piece)))
        *mark = square;
    lift(p, square);
    return piece;
}

void chu_apply(struct position *position, move_t move, union undo_store *undo)
{
    struct chu_position *p = chu_of(position);
    struct chu_undo *u = (struct chu_undo *)undo;
    enum side us = (enum side)position->side;
    square_t from = move_from(move), to = move_to(move), mark = SQUARE_NONE;
    piece_t piece = position->board[from];
    unsigned kind = piece_kind(piece);
    bool bare = chu_is_bare(p, us);
    u->key = position->key;
    u->moved = piece;
    u->mark = position->mark;
    u->played = p->played;
    u->was_bare = p->was_bare;

    position->key ^= zobrist_gote() ^ mark_key(position->mark) ^ zobrist_piece(piece, from);
    /* On the squares of a move that only chu_can_apply() allows, the piece itself may stand. */
    bool on_the_way = move_is_double(move) && move_mid(move) != from;
    u->taken_on_the_way = on_the_way ? capture(p, move_mid(move), &mark) : PIECE_NONE;
    u->taken = to == from ? PIECE_NONE : capture(p, to, &mark);
    piece_t becomes = piece;
    if (move_is_promotion(move)) {
        becomes = piece_of(chu_pieces[kind].promotes, us);
        lift(p, from);
        place(p, to, becomes);
    } else {
        shift(p, from, to, piece);
    }
    if (is_lion(kind))
        mark = SQUARE_NONE; /* a lion's own captures bar nobody (R34) */
    position->key ^= zobrist_piece(becomes, to) ^ mark_key(mark);
    position->mark = mark;
    position->side = (uint8_t)side_other(us);
    position->number++;
    p->played = true;
    p->was_bare = bare;
    audit(position);
}

/* Empty once `from` is left, or taken from the enemy. */
static bool can_enter(const struct position *position, square_t from, square_t square)
{
    return square < SQUARES && (square == from || !is_own(position->board[square], (enum side)position->side));
}

bool chu_can_apply(const struct position *position, move_t move)
{
    square_t from = move_from(move), to = move_to(move);
    if (move_is_drop(move) || from >= SQUARES || !is_own(position->board[from], (enum side)position->side) ||
        !can_enter(position, from, to))
        return false;
    if (move_is_double(move) ? !can_enter(position, from, move_mid(move)) : from == to)
        return false;
    return !move_is_promotion(move) || chu_pieces[piece_kind(position->board[from])].promotes;
}

void chu_undo_move(struct position *position, move_t move, const union undo_store *undo)
{
    struct chu_position *p = chu_of(position);
    const struct chu_undo *u = (const struct chu_undo *)undo;
    square_t from = move_from(move), to = move_to(move);
    if (move_is_promotion(move)) {
        lift(p, to);
        place(p, from, u->moved);
    } else {
        shift(p, to, from, u->moved);
    }
    if (u->taken)
        place(p, to, u->taken);
    if (u->taken_on_the_way)
        place(p, move_mid(move), u->taken_on_the_way);
    position->key = u->key;
    position->mark = u->mark;
    position->side = (uint8_t)side_other((enum side)position->side);
    position->number--;
    p->played = u->played;
    p->was_bare = u->was_bare;
    audit(position);
}

uint64_t chu_quiet_key(const struct position *position, move_t move)
{
    square_t from = move_from(move), to = move_to(move);
    piece_t piece = position->board[from];
    uint64_t key = position->key ^ zobrist_gote() ^ mark_key(position->mark);
    return from == to ? key : key ^ zobrist_piece(piece, from) ^ zobrist_piece(piece, to);
}

/* How often a position with that key, with the enemy to move, has occurred. What was before a capture never comes back.
 */
static unsigned count_key(const struct history *history, uint64_t key)
{
    unsigned times = 0;
    for (unsigned i = history->count; i > 0 && !history->entries[i].took; i--)
        if ((history->count - i) % 2 == 0)
            times += history->entries[i - 1].key == key;
    return times;
}

bool chu_may_repeat(const struct history *history)
{
    /* At the earliest after this many plies since a capture (both sides passing). */
    enum { FIRST_FOURTH = 6 };
    if (!history || history->entries[history->count].check)
        return false;
    /* A filter of the keys seen once and twice; who is found in both is seen, or taken to be seen, a third time. */
    uint64_t once[4] = {0}, twice[4] = {0};
    unsigned plies = 1;
    for (unsigned i = history->count; i > 0 && !history->entries[i].took; i--, plies++) {
        if ((history->count - i) % 2)
            continue;
        uint64_t key = history->entries[i - 1].key, bit = 1ULL << (key & 63);
        unsigned word = key >> 6 & 3;
        if (twice[word] & bit && plies + 1 >= FIRST_FOURTH)
            return true;
        twice[word] |= once[word] & bit;
        once[word] |= bit;
    }
    return false;
}

bool chu_fourth_occurrence(const struct position *position, const struct history *history, move_t move)
{
    if (position_takes(position, move) || move_is_promotion(move) ||
        count_key(history, chu_quiet_key(position, move)) < 3)
        return false;
    return !history->entries[history->count].check;
}

static void derive(struct chu_position *p)
{
    struct position *head = &p->head;
    __builtin_memset(p->cells, WALL, sizeof p->cells);
    __builtin_memset(p->lines, 0xff, sizeof p->lines);
    __builtin_memset(p->pieces, 0, sizeof p->pieces);
    __builtin_memset(p->royal, 0, sizeof p->royal);
    __builtin_memset(p->sliding, 0, sizeof p->sliding);
    __builtin_memset(p->leaping, 0, sizeof p->leaping);
    p->royals[SENTE] = p->royals[GOTE] = p->lions[SENTE] = p->lions[GOTE] = 0;
    head->key = (head->side == GOTE ? zobrist_gote() : 0) ^ mark_key(head->mark);
    for (square_t square = 0; square < SQUARES; square++) {
        p->cells[cell_of(square)] = PIECE_NONE;
        toggle_lines(p, cell_of(square));
    }
    for (square_t square = 0; square < SQUARES; square++) {
        piece_t piece = head->board[square];
        if (piece == PIECE_NONE)
            continue;
        place(p, square, piece);
        head->key ^= zobrist_piece(piece, square);
    }
}

static unsigned count(const struct square_set *set)
{
    unsigned sum = 0;
    for (unsigned word = 0; word < 3; word++)
        sum += (unsigned)__builtin_popcountll(set->word[word]);
    return sum;
}

enum error chu_adopt(struct position *position, struct fault *fault)
{
    struct chu_position *p = chu_of(position);
    enum { PIECES_MAX = 46 };
    derive(p);
    p->played = p->was_bare = false;
    for (unsigned side = 0; side < SIDES; side++)
        if (count(&p->pieces[side]) > PIECES_MAX) {
            fault_set(fault, "too_many_pieces", 0, "more than 46 pieces of a side", NULL);
            return ERR_RANGE;
        }
    return OK;
}

void chu_audit(const struct position *position)
{
    struct chu_position fresh = *chu_of_const(position);
    derive(&fresh);
    if (__builtin_memcmp(&fresh, position, sizeof fresh) != 0)
        __builtin_trap();
}

/* Calls a piece of `side` alive unless it is a pawn or lance on its last rank, and counts (R37). */
static unsigned count_alive(const struct chu_position *p, enum side side, unsigned *royals, unsigned *others)
{
    unsigned alive = 0;
    *royals = *others = 0;
    for (unsigned word = 0; word < 3; word++)
        for (uint64_t left = p->pieces[side].word[word]; left; left &= left - 1) {
            square_t square = (square_t)(word * 64 + (unsigned)__builtin_ctzll(left));
            unsigned kind = piece_kind(p->head.board[square]);
            if ((kind == PAWN || kind == LANCE) && chu_rank(square, side) == 0)
                continue;
            alive++;
            *royals += is_royal(kind);
            *others += !is_royal(kind) && kind != PAWN && kind != GO_BETWEEN;
        }
    return alive;
}

bool chu_is_bare(const struct chu_position *p, enum side side)
{
    unsigned royals, others;
    if (count(&p->pieces[side]) > 1 + SIZE) /* a king and a last rank full of dead pieces */
        return false;
    return count_alive(p, side, &royals, &others) == 1 && royals == 1;
}

bool chu_can_win_against_bare(const struct chu_position *p, enum side side)
{
    unsigned royals, others;
    count_alive(p, side, &royals, &others);
    return royals >= 1 && royals + others >= 2;
}
