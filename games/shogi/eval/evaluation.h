/*
 * Inside the evaluation of shogi: what its files share.
 */
#ifndef GAMES_SHOGI_EVAL_EVALUATION_H
#define GAMES_SHOGI_EVAL_EVALUATION_H

#include "games/shogi/rules/position.h"
#include "rules/evaluation.h"

extern const struct game shogi_game; /* rules/game.c */

/* Distances between squares that matter: 0 and 1 (beside), 2, 3, 4, and 5 for all that is further. */
enum { RINGS = 6 };

/* Centipawns. A kind on the board, a kind in hand. */
extern const int16_t shogi_value_on_board[KINDS];
extern const int16_t shogi_value_in_hand[HAND_KINDS];
/* By how far a piece has come: rank a is 0 from sente's side, mirrored for gote. */
extern const int8_t shogi_value_of_rank[KINDS][BOARD9_SIZE];
/* By distance from the enemy's king (attack) and from the own one (defence). */
extern const int8_t shogi_value_of_attack[KINDS][RINGS];
extern const int8_t shogi_value_of_defence[KINDS][RINGS];
/* Where a king of sente lives well; mirrored for gote. */
extern const int8_t shogi_value_of_home[BOARD9_SQUARES];

/* Positions to measure by. */
extern const char *const shogi_perft_sfens[];
extern const char *const shogi_search_sfens[];

void shogi_tactical(const struct position *position, const struct history *history, struct move_list *list);
bool shogi_gives_check(const struct position *position, move_t move);
int shogi_exchange(const struct position *position, move_t move);

#endif
