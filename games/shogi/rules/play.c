/*
 * Making a position and moving on it. Everything derived from the head is kept by differences: apply() changes it,
 * undo() takes that back, and in audit builds both are compared with a computation from nothing.
 */
#include "games/shogi/rules/position.h"
#include "rules/zobrist.h"

static inline void toggle(struct shogi_position *p, enum side side, unsigned kind, board9 squares)
{
    p->pieces[side][ALL] ^= squares;
    p->pieces[side][kind] ^= squares;
    if (shogi_moves_as_gold(kind))
        p->pieces[side][GOLD_MOVERS] ^= squares;
}

static inline void audit(const struct position *position)
{
#ifdef SHOGIKAN_AUDIT
    shogi_audit(position);
#else
    (void)position;
#endif
}

void shogi_apply(struct position *position, move_t move, union undo_store *undo)
{
    struct shogi_position *p = shogi_of(position);
    struct shogi_undo *u = (struct shogi_undo *)undo;
    enum side us = (enum side)position->side, them = side_other(us);
    square_t to = move_to(move);
    uint64_t key = position->key ^ zobrist_gote();
    u->checkers = p->checkers;
    u->pinned = p->pinned;
    u->key = position->key;
    u->captured = PIECE_NONE;
    if (move_is_drop(move)) {
        unsigned kind = move_kind(move);
        piece_t piece = piece_of(kind, us);
        key ^= zobrist_hand(piece, position->hand[us][kind]--) ^ zobrist_piece(piece, to);
        position->board[to] = piece;
        toggle(p, us, kind, board9_bit(to));
    } else {
        square_t from = move_from(move);
        piece_t piece = position->board[from], captured = position->board[to];
        unsigned kind = piece_kind(piece), becomes = kind + (move_is_promotion(move) ? PROMOTED : 0);
        u->moved = piece;
        u->captured = captured;
        if (captured) {
            unsigned taken = piece_kind(captured), in_hand = taken > KING ? taken - PROMOTED : taken;
            toggle(p, them, taken, board9_bit(to));
            key ^= zobrist_piece(captured, to) ^ zobrist_hand(piece_of(in_hand, us), ++position->hand[us][in_hand]);
        }
        key ^= zobrist_piece(piece, from) ^ zobrist_piece(piece_of(becomes, us), to);
        position->board[from] = PIECE_NONE;
        position->board[to] = piece_of(becomes, us);
        if (becomes == kind) {
            toggle(p, us, kind, board9_bit(from) | board9_bit(to));
        } else {
            toggle(p, us, kind, board9_bit(from));
            toggle(p, us, becomes, board9_bit(to));
        }
        if (kind == KING)
            p->king[us] = to;
    }
    position->key = key;
    position->side = (uint8_t)them;
    position->number++;
    shogi_refresh(p);
    audit(position);
}

void shogi_undo_move(struct position *position, move_t move, const union undo_store *undo)
{
    struct shogi_position *p = shogi_of(position);
    const struct shogi_undo *u = (const struct shogi_undo *)undo;
    enum side them = (enum side)position->side, us = side_other(them);
    square_t to = move_to(move);
    position->side = (uint8_t)us;
    position->number--;
    position->key = u->key;
    p->checkers = u->checkers;
    p->pinned = u->pinned;
    if (move_is_drop(move)) {
        unsigned kind = move_kind(move);
        position->hand[us][kind]++;
        position->board[to] = PIECE_NONE;
        toggle(p, us, kind, board9_bit(to));
    } else {
        square_t from = move_from(move);
        unsigned kind = piece_kind(u->moved), became = piece_kind(position->board[to]);
        toggle(p, us, became, board9_bit(to));
        toggle(p, us, kind, board9_bit(from));
        position->board[from] = u->moved;
        position->board[to] = u->captured;
        if (u->captured) {
            unsigned taken = piece_kind(u->captured);
            toggle(p, them, taken, board9_bit(to));
            position->hand[us][taken > KING ? taken - PROMOTED : taken]--;
        }
        if (kind == KING)
            p->king[us] = from;
    }
    audit(position);
}

static void derive(struct shogi_position *p)
{
    struct position *head = &p->head;
    __builtin_memset(p->pieces, 0, sizeof p->pieces);
    p->king[SENTE] = p->king[GOTE] = SQUARE_NONE;
    head->mark = SQUARE_NONE;
    head->key = head->side == GOTE ? zobrist_gote() : 0;
    for (square_t square = 0; square < BOARD9_SQUARES; square++) {
        piece_t piece = head->board[square];
        if (piece == PIECE_NONE)
            continue;
        enum side side = piece_side(piece);
        toggle(p, side, piece_kind(piece), board9_bit(square));
        head->key ^= zobrist_piece(piece, square);
        if (piece_kind(piece) == KING)
            p->king[side] = square;
    }
    for (unsigned side = 0; side < SIDES; side++)
        for (unsigned kind = PAWN; kind <= GOLD; kind++)
            for (unsigned n = 1; n <= head->hand[side][kind]; n++)
                head->key ^= zobrist_hand(piece_of(kind, (enum side)side), n);
    shogi_refresh(p);
}

/*
 * A king each at most, and no more than a hand can count of any kind. Positions with another set than the usual forty
 * pieces are welcome: problems and exercises have them.
 */
static enum error count_pieces(const struct position *head, struct fault *fault)
{
    unsigned have[KING + 1] = {0}, kings[SIDES] = {0};
    for (square_t square = 0; square < BOARD9_SQUARES; square++) {
        unsigned kind = piece_kind(head->board[square]);
        have[kind > KING ? kind - PROMOTED : kind]++;
        if (kind == KING)
            kings[piece_side(head->board[square])]++;
    }
    if (kings[SENTE] > 1 || kings[GOTE] > 1) {
        fault_set(fault, "too_many_kings", 0, "a side has more than one king", NULL);
        return ERR_RANGE;
    }
    for (unsigned kind = PAWN; kind <= GOLD; kind++)
        if (have[kind] + head->hand[SENTE][kind] + head->hand[GOTE][kind] > HAND_COUNT_MAX) {
            char letter[2] = {" PLNSBRG"[kind], '\0'};
            fault_set(fault, "too_many_pieces", 0, "more than 18 pieces of a kind", letter);
            return ERR_RANGE;
        }
    return OK;
}

enum error shogi_adopt(struct position *position, struct fault *fault)
{
    struct shogi_position *p = shogi_of(position);
    enum error error = count_pieces(position, fault);
    if (error != OK)
        return error;
    derive(p);
    enum side waiting = side_other((enum side)position->side);
    if (p->king[waiting] != SQUARE_NONE &&
        shogi_attackers(p, (enum side)position->side, p->king[waiting], shogi_occupied(p))) {
        fault_set(fault, "king_capturable", 0, "the side that just moved stands in check", NULL);
        return ERR_RANGE;
    }
    return OK;
}

void shogi_audit(const struct position *position)
{
    const struct shogi_position *p = shogi_of_const(position);
    struct shogi_position fresh = *p;
    derive(&fresh);
    if (fresh.head.key != p->head.key || fresh.checkers != p->checkers || fresh.pinned != p->pinned ||
        fresh.king[SENTE] != p->king[SENTE] || fresh.king[GOTE] != p->king[GOTE] ||
        __builtin_memcmp(fresh.pieces, p->pieces, sizeof p->pieces) != 0 || count_pieces(position, NULL) != OK)
        __builtin_trap();
}
