/*
 * Ratings: Elo, one number for each player and kind of game.
 *
 *   expected = 1 / (1 + 10 ^ ((other's rating - own rating) / 400))
 *   change   = K * (score - expected), rounded to the nearest whole number; score 1, 1/2 or 0
 *
 * K is the same for both players of a game, so that what one gains the other loses: RATING_K_FIRST while either has
 * fewer than RATING_PROVISIONAL rated games, RATING_K after that. Pure.
 */
#ifndef SERVER_TABLE_RATING_H
#define SERVER_TABLE_RATING_H

#include "server/store/store.h"

enum { RATING_START = STORE_RATING_START, RATING_PROVISIONAL = 10, RATING_K_FIRST = 40, RATING_K = 24 };

/* By how much sente's rating changes; gote's changes by the opposite. `winner`: 'b', 'w', 'd'. Any thread. */
int rating_change(const struct store_rating *sente, const struct store_rating *gote, char winner);

#endif
