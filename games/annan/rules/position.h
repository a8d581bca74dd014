/*
 * A position of annan is the usual army (rules/army9.h) whose pieces lend their movement to the own piece right before
 * them (R21). Who moves how is not kept but computed from the bitboards when needed (struct movers): one shift a kind.
 */
#ifndef GAMES_ANNAN_POSITION_H
#define GAMES_ANNAN_POSITION_H

#include "rules/army9.h"

enum annan_rule { RULE_DEAD_PIECE = RULE_INDEX_MOVE_LIMIT + 1 };
enum annan_dead_piece { DEAD_PIECE_SUPPORT, DEAD_PIECE_BY_TYPE };

/* The pieces of one side by the kind whose movement they have; all that move as gold are in GOLD_MOVERS. */
struct movers {
    board9 as[KINDS];
};

/* R21: the kind whose movement the piece on a square has; its own when no own piece stands right behind it. */
unsigned annan_moves_as(const struct position *position, square_t square);

static inline struct movers annan_movers(const struct army9 *p, enum side side)
{
    const board9 *mine = p->pieces[side];
    board9 fronts = board9_forward(mine[ALL], side); /* squares with an own piece right behind */
    struct movers movers;
    for (unsigned kind = PAWN; kind < KINDS; kind++)
        movers.as[kind] = (board9_forward(mine[kind], side) & mine[ALL]) | (mine[kind] & ~fronts);
    return movers;
}

/* The enemy pieces of `side`'s that stand right behind another one: taking one changes how that other piece moves. */
static inline board9 annan_supporters(const struct army9 *p, enum side side)
{
    const board9 all = p->pieces[side][ALL];
    return all & board9_backward(all, side);
}

/* Those of `movers`, pieces of `side`, that attack a square when `occupied` squares block. */
board9 annan_attackers(const struct movers *movers, enum side side, square_t square, board9 occupied);

/* The part of `zone` that they attack. */
board9 annan_danger(const struct movers *movers, enum side side, board9 zone, board9 occupied);

/* The enemy pieces that would take the king of the side to move after a move, however it was found (R24). `from` is
 * SQUARE_NONE for a drop. */
board9 annan_takers_after(const struct army9 *p, square_t from, square_t to);

/* R23: the squares of dead ranks on which an unpromoted piece of that kind may come. */
board9 annan_revived(const struct army9 *p, unsigned kind, enum side side);

/* R25: whether a pawn of the side to move, dropped there, would be mate. */
bool annan_pawn_drop_mates(const struct army9 *p, square_t square);

/* Where a dropped pawn might give check: by itself, or by lending its movement to the piece before it. */
board9 annan_pawn_checks(const struct army9 *p, enum side side);

void annan_refresh(struct army9 *p);

enum error annan_adopt(struct position *position, struct fault *fault);
void annan_apply(struct position *position, move_t move, union undo_store *undo);
void annan_undo_move(struct position *position, move_t move, const union undo_store *undo);
void annan_audit(const struct position *position);

void annan_generate(const struct position *position, const struct history *history, struct move_list *list);
unsigned annan_count(const struct position *position, const struct history *history);

struct explanation annan_explain(const struct position *position, const struct history *history, move_t move);

/* What records call the game and its pieces (words.c). */
extern const struct record_words annan_words;

#endif
