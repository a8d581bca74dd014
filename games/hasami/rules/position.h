/*
 * A position of hasami: the common head and the squares of each side. There is one kind of piece; the head's hands
 * count what each side has captured.
 */
#ifndef GAMES_HASAMI_POSITION_H
#define GAMES_HASAMI_POSITION_H

#include "rules/board9.h"
#include "rules/game.h"

enum { PAWN = 1 };

enum hasami_rule { RULE_WIN = RULE_INDEX_MOVE_LIMIT + 1 };
enum hasami_win { WIN_FIVE, WIN_LEAD3, WIN_ALL };

struct hasami_position {
    struct position head;
    board9 pieces[SIDES];
};

_Static_assert(sizeof(struct hasami_position) <= POSITION_BYTES, "raise POSITION_BYTES");

struct hasami_undo {
    board9 captured;
    uint64_t key;
};

_Static_assert(sizeof(struct hasami_undo) <= UNDO_BYTES, "raise UNDO_BYTES");

static inline struct hasami_position *hasami_of(struct position *position)
{
    return (struct hasami_position *)position;
}

static inline const struct hasami_position *hasami_of_const(const struct position *position)
{
    return (const struct hasami_position *)position;
}

/* Where the piece on a square can go (R40). */
static inline board9 hasami_targets(const struct hasami_position *p, square_t from)
{
    board9 occupied = p->pieces[SENTE] | p->pieces[GOTE];
    return board9_rook(from, occupied) & ~occupied;
}

/* The pieces that `side` captures with a piece that just arrived on a square, which is already its own (R41, R42). */
board9 hasami_captures(const struct hasami_position *p, enum side side, square_t arrived);

/* How many more captures `side` needs to win (R44). */
unsigned hasami_captures_left(const struct position *position, enum side side);
/* Whether it needs none. */
bool hasami_has_won(const struct position *position, enum side side);

enum error hasami_adopt(struct position *position, struct fault *fault);
void hasami_apply(struct position *position, move_t move, union undo_store *undo);
bool hasami_can_apply(const struct position *position, move_t move);
void hasami_undo_move(struct position *position, move_t move, const union undo_store *undo);
void hasami_audit(const struct position *position);

void hasami_generate(const struct position *position, const struct history *history, struct move_list *list);
unsigned hasami_count(const struct position *position, const struct history *history);

struct explanation hasami_explain(const struct position *position, const struct history *history, move_t move);

/* What records call the game and its pieces (words.c). */
extern const struct record_words hasami_words;

#endif
