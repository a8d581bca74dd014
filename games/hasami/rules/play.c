/*
 * Moving, and what a move captures. From the square that a piece reached, a ray through enemy pieces ends at the first
 * square that holds none: when that is an own piece, the run between is taken. A corner has no opposite sides: it is
 * taken when its second neighbour is occupied.
 */
#include "games/hasami/rules/position.h"
#include "rules/zobrist.h"

board9 hasami_captures(const struct hasami_position *p, enum side side, square_t arrived)
{
    board9 own = p->pieces[side], theirs = p->pieces[side_other(side)], others = board9_all() & ~theirs, captured = 0;
    if (!(board9_king[arrived] & board9_rook_lines[arrived] & theirs))
        return 0; /* whatever is taken begins beside the square */
    const board9 runs[] = {
        board9_slide_up(DIRECTION_BACK, arrived, others),
        board9_slide_up(DIRECTION_LEFT, arrived, others),
        board9_slide_down(DIRECTION_FORWARD, arrived, others),
        board9_slide_down(DIRECTION_RIGHT, arrived, others),
    };
    for (unsigned i = 0; i < sizeof runs / sizeof runs[0]; i++)
        if (runs[i] & own)
            captured |= runs[i] & theirs;

    static const struct {
        square_t corner, along_file, along_rank;
    } corners[] = {{0, 1, 9}, {8, 7, 17}, {72, 73, 63}, {80, 79, 71}};
    for (unsigned i = 0; i < sizeof corners / sizeof corners[0]; i++) {
        if (arrived != corners[i].along_file && arrived != corners[i].along_rank)
            continue;
        board9 both = board9_bit(corners[i].along_file) | board9_bit(corners[i].along_rank);
        if ((both & own) == both)
            captured |= board9_bit(corners[i].corner) & theirs;
    }
    return captured;
}

unsigned hasami_captures_left(const struct position *position, enum side side)
{
    int captured = position->hand[side][PAWN], lost = position->hand[side_other(side)][PAWN], left = 5 - captured;
    if (position->rules.value[RULE_WIN] == WIN_LEAD3)
        left = 3 - (captured - lost);
    else if (position->rules.value[RULE_WIN] == WIN_ALL)
        left = 9 - captured;
    return left > 0 ? (unsigned)left : 0;
}

bool hasami_has_won(const struct position *position, enum side side)
{
    return hasami_captures_left(position, side) == 0;
}

static inline void audit(const struct position *position)
{
#ifdef SHOGIKAN_AUDIT
    hasami_audit(position);
#else
    (void)position;
#endif
}

static uint64_t captured_key(const struct position *head, enum side side)
{
    return zobrist_hand(piece_of(PAWN, side), head->hand[side][PAWN]);
}

void hasami_apply(struct position *position, move_t move, union undo_store *undo)
{
    struct hasami_position *p = hasami_of(position);
    struct hasami_undo *u = (struct hasami_undo *)undo;
    enum side us = (enum side)position->side, them = side_other(us);
    square_t from = move_from(move), to = move_to(move);
    piece_t piece = piece_of(PAWN, us);
    uint64_t key = position->key ^ zobrist_gote() ^ zobrist_piece(piece, from) ^ zobrist_piece(piece, to);
    u->key = position->key;
    position->board[from] = PIECE_NONE;
    position->board[to] = piece;
    p->pieces[us] ^= board9_bit(from) | board9_bit(to);

    board9 captured = hasami_captures(p, us, to);
    u->captured = captured;
    if (captured) {
        key ^= captured_key(position, us);
        position->hand[us][PAWN] += (uint8_t)board9_count(captured);
        key ^= captured_key(position, us);
        p->pieces[them] ^= captured;
        while (captured) {
            square_t square = board9_pop(&captured);
            key ^= zobrist_piece(piece_of(PAWN, them), square);
            position->board[square] = PIECE_NONE;
        }
    }
    position->key = key;
    position->side = (uint8_t)them;
    position->number++;
    audit(position);
}

bool hasami_can_apply(const struct position *position, move_t move)
{
    square_t from = move_from(move), to = move_to(move);
    return !move_is_drop(move) && !move_is_double(move) && !move_is_promotion(move) && from < BOARD9_SQUARES &&
           to < BOARD9_SQUARES && position->board[from] == piece_of(PAWN, (enum side)position->side) &&
           position->board[to] == PIECE_NONE;
}

void hasami_undo_move(struct position *position, move_t move, const union undo_store *undo)
{
    struct hasami_position *p = hasami_of(position);
    const struct hasami_undo *u = (const struct hasami_undo *)undo;
    enum side them = (enum side)position->side, us = side_other(them);
    square_t from = move_from(move), to = move_to(move);
    p->pieces[us] ^= board9_bit(from) | board9_bit(to);
    p->pieces[them] ^= u->captured;
    position->board[to] = PIECE_NONE;
    position->board[from] = piece_of(PAWN, us);
    position->hand[us][PAWN] -= (uint8_t)board9_count(u->captured);
    for (board9 captured = u->captured; captured;)
        position->board[board9_pop(&captured)] = piece_of(PAWN, them);
    position->key = u->key;
    position->side = (uint8_t)us;
    position->number--;
    audit(position);
}

static void derive(struct hasami_position *p)
{
    struct position *head = &p->head;
    p->pieces[SENTE] = p->pieces[GOTE] = 0;
    head->mark = SQUARE_NONE;
    head->key = (head->side == GOTE ? zobrist_gote() : 0) ^ captured_key(head, SENTE) ^ captured_key(head, GOTE);
    for (square_t square = 0; square < BOARD9_SQUARES; square++)
        if (head->board[square]) {
            p->pieces[piece_side(head->board[square])] |= board9_bit(square);
            head->key ^= zobrist_piece(head->board[square], square);
        }
}

enum error hasami_adopt(struct position *position, struct fault *fault)
{
    struct hasami_position *p = hasami_of(position);
    derive(p);
    for (unsigned side = 0; side < SIDES; side++)
        if (board9_count(p->pieces[side]) + position->hand[side_other((enum side)side)][PAWN] > HAND_COUNT_MAX) {
            fault_set(fault, "too_many_pieces", 0, "more than 18 pieces of a side, captured ones included", NULL);
            return ERR_RANGE;
        }
    return OK;
}

void hasami_audit(const struct position *position)
{
    const struct hasami_position *p = hasami_of_const(position);
    struct hasami_position fresh = *p;
    derive(&fresh);
    if (fresh.head.key != p->head.key || fresh.pieces[SENTE] != p->pieces[SENTE] ||
        fresh.pieces[GOTE] != p->pieces[GOTE] || (p->pieces[SENTE] & p->pieces[GOTE]))
        __builtin_trap();
}
