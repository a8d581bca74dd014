/*
 * The forty pieces on nine by nine: kinds, bitboards, hands, and how a move changes them. What the games with the usual
 * army share; how its pieces move, and what is check, each game says itself.
 *
 * Kinds: pawn, lance, knight, silver, bishop, rook, gold, king = 1..8; promoted = kind + 8. For each side, pieces[ALL]
 * is the union of all and pieces[GOLD_MOVERS] the union of gold and what promoted to a gold's movement. `checkers`
 * (enemy pieces giving check) and `pinned` (own pieces that may move only on the line to their king) belong to the side
 * to move and are kept with the position by the game. A side may have no king (problems): it is never in check.
 */
#ifndef RULES_ARMY9_H
#define RULES_ARMY9_H

#include "rules/board9.h"
#include "rules/game.h"
#include "rules/record_words.h"
#include "rules/zobrist.h"

enum army9_kind {
    ALL = 0,
    PAWN = 1,
    LANCE,
    KNIGHT,
    SILVER,
    BISHOP,
    ROOK,
    GOLD,
    KING,
    PROMOTED = 8,
    TOKIN = PAWN + PROMOTED,
    PROMOTED_LANCE,
    PROMOTED_KNIGHT,
    PROMOTED_SILVER,
    HORSE,
    DRAGON,
    GOLD_MOVERS = 15,
    KINDS = 16,
};

struct army9 {
    struct position head;
    board9 pieces[SIDES][KINDS];
    board9 checkers, pinned;
    square_t king[SIDES]; /* SQUARE_NONE: no king */
};

_Static_assert(sizeof(struct army9) <= POSITION_BYTES, "raise POSITION_BYTES");

struct army9_undo {
    board9 checkers, pinned;
    uint64_t key;
    piece_t moved, captured;
};

_Static_assert(sizeof(struct army9_undo) <= UNDO_BYTES, "raise UNDO_BYTES");

/* By kind, as struct game wants it. */
extern const struct piece_info army9_pieces[];
/* How records call them, by kind (rules/record_words.h). */
extern const struct piece_words army9_words[];
#define ARMY9_HAND_ORDER "RBGSNLP"
#define ARMY9_START "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"

static inline struct army9 *army9_of(struct position *position)
{
    return (struct army9 *)position;
}

static inline const struct army9 *army9_of_const(const struct position *position)
{
    return (const struct army9 *)position;
}

static inline bool army9_moves_as_gold(unsigned kind)
{
    return (1u << GOLD | 1u << TOKIN | 1u << PROMOTED_LANCE | 1u << PROMOTED_KNIGHT | 1u << PROMOTED_SILVER) >> kind &
           1;
}

/* Pawn, lance, knight, silver, bishop and rook promote (R11). */
static inline bool army9_promotes(unsigned kind)
{
    return kind <= ROOK;
}

/* The far three ranks (R11). */
static inline board9 army9_zone(enum side side)
{
    return side == SENTE ? board9_rank(0) | board9_rank(1) | board9_rank(2)
                         : board9_rank(6) | board9_rank(7) | board9_rank(8);
}

/* The ranks on which a kind, by its own movement, could never move again (R12). */
static inline board9 army9_dead_ranks(unsigned kind, enum side side)
{
    if (kind == PAWN || kind == LANCE)
        return board9_rank(side == SENTE ? 0 : 8);
    if (kind == KNIGHT)
        return side == SENTE ? board9_rank(0) | board9_rank(1) : board9_rank(7) | board9_rank(8);
    return 0;
}

static inline board9 army9_occupied(const struct army9 *p)
{
    return p->pieces[SENTE][ALL] | p->pieces[GOTE][ALL];
}

/* What a kind attacks from a square by its own movement when `occupied` squares block. */
static inline board9 army9_attacks(unsigned kind, enum side side, square_t square, board9 occupied)
{
    switch (kind) {
    case PAWN:
        return board9_pawn[side][square];
    case LANCE:
        return board9_lance(square, occupied, side);
    case KNIGHT:
        return board9_knight[side][square];
    case SILVER:
        return board9_silver[side][square];
    case BISHOP:
        return board9_bishop(square, occupied);
    case ROOK:
        return board9_rook(square, occupied);
    case KING:
        return board9_king[square];
    case HORSE:
        return board9_bishop(square, occupied) | board9_king[square];
    case DRAGON:
        return board9_rook(square, occupied) | board9_king[square];
    default:
        return board9_gold[side][square];
    }
}

/* The kind that a captured piece is in hand. */
static inline unsigned army9_in_hand(unsigned kind)
{
    return kind > KING ? kind - PROMOTED : kind;
}

static inline void army9_toggle(struct army9 *p, enum side side, unsigned kind, board9 squares)
{
    p->pieces[side][ALL] ^= squares;
    p->pieces[side][kind] ^= squares;
    if (army9_moves_as_gold(kind))
        p->pieces[side][GOLD_MOVERS] ^= squares;
}

/* Plays a move and turns the side to move, leaving checkers and pinned to the game, and takes it back with them. */
static inline void army9_apply(struct army9 *p, move_t move, struct army9_undo *undo)
{
    struct position *head = &p->head;
    enum side us = (enum side)head->side, them = side_other(us);
    square_t to = move_to(move);
    uint64_t key = head->key ^ zobrist_gote();
    undo->checkers = p->checkers;
    undo->pinned = p->pinned;
    undo->key = head->key;
    undo->captured = PIECE_NONE;
    if (move_is_drop(move)) {
        unsigned kind = move_kind(move);
        piece_t piece = piece_of(kind, us);
        key ^= zobrist_hand(piece, head->hand[us][kind]--) ^ zobrist_piece(piece, to);
        head->board[to] = piece;
        army9_toggle(p, us, kind, board9_bit(to));
    } else {
        square_t from = move_from(move);
        piece_t piece = head->board[from], captured = head->board[to];
        unsigned kind = piece_kind(piece), becomes = kind + (move_is_promotion(move) ? PROMOTED : 0);
        undo->moved = piece;
        undo->captured = captured;
        if (captured) {
            unsigned taken = piece_kind(captured), in_hand = army9_in_hand(taken);
            army9_toggle(p, them, taken, board9_bit(to));
            key ^= zobrist_piece(captured, to) ^ zobrist_hand(piece_of(in_hand, us), ++head->hand[us][in_hand]);
        }
        key ^= zobrist_piece(piece, from) ^ zobrist_piece(piece_of(becomes, us), to);
        head->board[from] = PIECE_NONE;
        head->board[to] = piece_of(becomes, us);
        if (becomes == kind) {
            army9_toggle(p, us, kind, board9_bit(from) | board9_bit(to));
        } else {
            army9_toggle(p, us, kind, board9_bit(from));
            army9_toggle(p, us, becomes, board9_bit(to));
        }
        if (kind == KING)
            p->king[us] = to;
    }
    head->key = key;
    head->side = (uint8_t)them;
    head->number++;
}

static inline void army9_undo(struct army9 *p, move_t move, const struct army9_undo *undo)
{
    struct position *head = &p->head;
    enum side them = (enum side)head->side, us = side_other(them);
    square_t to = move_to(move);
    head->side = (uint8_t)us;
    head->number--;
    head->key = undo->key;
    p->checkers = undo->checkers;
    p->pinned = undo->pinned;
    if (move_is_drop(move)) {
        unsigned kind = move_kind(move);
        head->hand[us][kind]++;
        head->board[to] = PIECE_NONE;
        army9_toggle(p, us, kind, board9_bit(to));
        return;
    }
    square_t from = move_from(move);
    unsigned kind = piece_kind(undo->moved), became = piece_kind(head->board[to]);
    army9_toggle(p, us, became, board9_bit(to));
    army9_toggle(p, us, kind, board9_bit(from));
    head->board[from] = undo->moved;
    head->board[to] = undo->captured;
    if (undo->captured) {
        unsigned taken = piece_kind(undo->captured);
        army9_toggle(p, them, taken, board9_bit(to));
        head->hand[us][army9_in_hand(taken)]--;
    }
    if (kind == KING)
        p->king[us] = from;
}

/* The king of a side as a set, empty when it has none. */
static inline board9 army9_king(const struct army9 *p, enum side side)
{
    return p->king[side] == SQUARE_NONE ? 0 : board9_bit(p->king[side]);
}

/* game->can_apply; a king cannot be taken. */
bool army9_can_apply(const struct position *position, move_t move);

/* game->check: whether there are checkers, and which. */
bool army9_check(const struct position *position, struct square_set *givers);

/* An explanation that shows these squares. */
static inline struct explanation army9_forbidden(const char *rule, board9 squares)
{
    struct explanation why = {.rule = rule};
    board9_to_set(squares & board9_all(), &why.squares);
    return why;
}

/* What is wrong with any move_t before the question how the pieces move: no such squares, no such piece, not this
 * side's, an occupied target, a drop that promotes. A rule of NULL: nothing so far, and what the move names can be
 * looked up. */
struct explanation army9_explain_first(const struct army9 *p, move_t move);

/* Computes bitboards, kings and key from the head; checkers and pinned become empty. */
void army9_derive(struct army9 *p);

/* Refuses more than one king a side and more pieces of a kind than a hand can count. Other numbers of pieces than the
 * usual set are welcome: problems and exercises have them. */
enum error army9_check_set(const struct position *head, struct fault *fault);

/* Sets checkers and pinned of the side to move; each game has its own. */
typedef void army9_refresh(struct army9 *p);

/* game->adopt: the set, all that is derived, and that the side that just moved does not stand in check. */
enum error army9_adopt(struct position *position, army9_refresh *refresh, struct fault *fault);

/* game->audit: traps when what is derived differs from a computation from nothing. */
void army9_audit(const struct position *position, army9_refresh *refresh);

/* At most 32 moves for each of 80 pieces and 7 x 81 drops, for any position that army9_adopt() takes. */
_Static_assert(80 * 32 + 7 * BOARD9_SQUARES <= MOVE_LIST_MAX, "raise MOVE_LIST_MAX");

/* R2, R13: no legal move; R14: repetition; R3: the limit, when nothing else ended the game. */
struct verdict army9_verdict(const struct position *position, const struct history *history, unsigned legal_moves);

#endif
