/*
 * A position of shogi: the common head (rules/position.h) and bitboards derived from it.
 *
 * Kinds: pawn, lance, knight, silver, bishop, rook, gold, king = 1..8; promoted = kind + 8. For each side, pieces[0] is
 * the union of all and pieces[GOLD_MOVERS] the union of gold and what promoted to a gold's movement.
 * `checkers` (enemy pieces giving check) and `pinned` (own pieces that may move only on the line to their king) belong
 * to the side to move and are kept with the position. A side may have no king (problems): it is never in check.
 */
#ifndef GAMES_SHOGI_POSITION_H
#define GAMES_SHOGI_POSITION_H

#include "rules/board9.h"
#include "rules/game.h"

enum shogi_kind {
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

struct shogi_position {
    struct position head;
    board9 pieces[SIDES][KINDS];
    board9 checkers, pinned;
    square_t king[SIDES]; /* SQUARE_NONE: no king */
};

_Static_assert(sizeof(struct shogi_position) <= POSITION_BYTES, "raise POSITION_BYTES");

/* What undo needs beside the move itself. */
struct shogi_undo {
    board9 checkers, pinned;
    uint64_t key;
    piece_t moved, captured;
};

_Static_assert(sizeof(struct shogi_undo) <= UNDO_BYTES, "raise UNDO_BYTES");

static inline struct shogi_position *shogi_of(struct position *position)
{
    return (struct shogi_position *)position;
}

static inline const struct shogi_position *shogi_of_const(const struct position *position)
{
    return (const struct shogi_position *)position;
}

static inline bool shogi_moves_as_gold(unsigned kind)
{
    return (1u << GOLD | 1u << TOKIN | 1u << PROMOTED_LANCE | 1u << PROMOTED_KNIGHT | 1u << PROMOTED_SILVER) >> kind &
           1;
}

/* The promotion zone and the ranks on which a kind could never move again (R11, R12), for `side`. */
static inline board9 shogi_zone(enum side side)
{
    return side == SENTE ? board9_rank(0) | board9_rank(1) | board9_rank(2)
                         : board9_rank(6) | board9_rank(7) | board9_rank(8);
}

static inline board9 shogi_dead_ranks(unsigned kind, enum side side)
{
    if (kind == PAWN || kind == LANCE)
        return board9_rank(side == SENTE ? 0 : 8);
    if (kind == KNIGHT)
        return side == SENTE ? board9_rank(0) | board9_rank(1) : board9_rank(7) | board9_rank(8);
    return 0;
}

static inline board9 shogi_occupied(const struct shogi_position *p)
{
    return p->pieces[SENTE][ALL] | p->pieces[GOTE][ALL];
}

/* What a piece attacks from a square when `occupied` squares block. `side` and `kind` of a piece, not PIECE_NONE. */
board9 shogi_attacks(unsigned kind, enum side side, square_t square, board9 occupied);

/* Pieces of `side` that attack a square when `occupied` squares block; pieces outside `occupied` still count. */
board9 shogi_attackers(const struct shogi_position *p, enum side side, square_t square, board9 occupied);

/* Pieces of `side` that may move only on the line to their own king, given what is occupied. */
board9 shogi_pinned(const struct shogi_position *p, enum side side, board9 occupied);

/* Whether a pawn of the side to move, dropped on `square` right before the enemy king, would be mate (R12). */
bool shogi_pawn_drop_mates(const struct shogi_position *p, square_t square);

/* Sets checkers and pinned of the side to move. */
void shogi_refresh(struct shogi_position *p);

enum error shogi_adopt(struct position *position, struct fault *fault);
void shogi_apply(struct position *position, move_t move, union undo_store *undo);
void shogi_undo_move(struct position *position, move_t move, const union undo_store *undo);
void shogi_audit(const struct position *position);

void shogi_generate(const struct position *position, const struct history *history, struct move_list *list);
unsigned shogi_count(const struct position *position, const struct history *history);
uint64_t shogi_perft(struct position *position, unsigned depth);

struct explanation shogi_explain(const struct position *position, const struct history *history, move_t move);

#endif
