/*
 * Making a position and moving on it. The army keeps its bitboards by differences; checkers and pinned pieces are found
 * anew. In audit builds all of it is compared with a computation from nothing after every step.
 */
#include "games/shogi/rules/position.h"

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
    struct army9 *p = army9_of(position);
    army9_apply(p, move, (struct army9_undo *)undo);
    shogi_refresh(p);
    audit(position);
}

void shogi_undo_move(struct position *position, move_t move, const union undo_store *undo)
{
    army9_undo(army9_of(position), move, (const struct army9_undo *)undo);
    audit(position);
}

enum error shogi_adopt(struct position *position, struct fault *fault)
{
    struct army9 *p = army9_of(position);
    enum error error = army9_check_set(position, fault);
    if (error != OK)
        return error;
    army9_derive(p);
    shogi_refresh(p);
    enum side waiting = side_other((enum side)position->side);
    if (p->king[waiting] != SQUARE_NONE &&
        shogi_attackers(p, (enum side)position->side, p->king[waiting], army9_occupied(p))) {
        fault_set(fault, "king_capturable", 0, "the side that just moved stands in check", NULL);
        return ERR_RANGE;
    }
    return OK;
}

void shogi_audit(const struct position *position)
{
    struct army9 fresh = *army9_of_const(position);
    army9_derive(&fresh);
    shogi_refresh(&fresh);
    if (!army9_same(&fresh, army9_of_const(position)) || army9_check_set(position, NULL) != OK)
        __builtin_trap();
}
