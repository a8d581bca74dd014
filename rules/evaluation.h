/*
 * What a game tells the engine about the worth of a position. One for each game, in games/<name>/eval/.
 */
#ifndef RULES_EVALUATION_H
#define RULES_EVALUATION_H

#include "rules/game.h"

struct evaluation {
    const struct game *game;
    /* Centipawns from the side to move's view; pure, any thread. Far below the scores that the engine keeps for mate.
     */
    int (*score)(const struct position *position);
};

/* Generated from the folders of games/; NULL ends it. */
extern const struct evaluation *const evaluation_list[];

#endif
