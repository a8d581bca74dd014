/*
 * A position of shogi is the usual army (rules/army9.h) with checkers and pinned pieces kept with it.
 */
#ifndef GAMES_SHOGI_POSITION_H
#define GAMES_SHOGI_POSITION_H

#include "rules/army9.h"

enum shogi_rule { RULE_HANDICAP = RULE_INDEX_MOVE_LIMIT + 1, RULE_IMPASSE };
enum shogi_handicap {
    HANDICAP_NONE,
    HANDICAP_LANCE,
    HANDICAP_BISHOP,
    HANDICAP_ROOK,
    HANDICAP_ROOK_LANCE,
    HANDICAP_TWO,
    HANDICAP_FOUR,
    HANDICAP_SIX,
    HANDICAP_EIGHT,
    HANDICAP_TEN,
    HANDICAPS,
};
enum shogi_impasse { IMPASSE_OFF, IMPASSE_POINTS24, IMPASSE_POINTS27 };

/* R15: the start of a handicap, gote's pieces removed and gote to move. */
const char *shogi_handicap_start(const struct ruleset *rules);

/* R15: whether and how the position is decided by counting, under the rule that the table chose. */
struct verdict shogi_impasse(const struct army9 *p);

/* Pieces of `side` that attack a square when `occupied` squares block; pieces outside `occupied` still count. */
board9 shogi_attackers(const struct army9 *p, enum side side, square_t square, board9 occupied);

/* Pieces of `side` that may move only on the line to their own king, given what is occupied. */
board9 shogi_pinned(const struct army9 *p, enum side side, board9 occupied);

/* Whether a pawn of the side to move, dropped on `square` right before the enemy king, would be mate (R12). */
bool shogi_pawn_drop_mates(const struct army9 *p, square_t square);

/* Sets checkers and pinned of the side to move. */
void shogi_refresh(struct army9 *p);

enum error shogi_adopt(struct position *position, struct fault *fault);
void shogi_apply(struct position *position, move_t move, union undo_store *undo);
void shogi_undo_move(struct position *position, move_t move, const union undo_store *undo);
void shogi_audit(const struct position *position);

void shogi_generate(const struct position *position, const struct history *history, struct move_list *list);
unsigned shogi_count(const struct position *position, const struct history *history);

struct explanation shogi_explain(const struct position *position, const struct history *history, move_t move);

/* What records call the game and its pieces (words.c). */
extern const struct record_words shogi_words;

#endif
