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
    return army9_adopt(position, shogi_refresh, fault);
}

void shogi_audit(const struct position *position)
{
    army9_audit(position, shogi_refresh);
}
