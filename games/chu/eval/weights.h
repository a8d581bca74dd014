/*
 * The weights of chu's evaluation, in centipawns, one for each thing that evaluation.c counts. A position's score is
 * the sum of weight times count, own counts less the enemy's.
 */
#ifndef GAMES_CHU_WEIGHTS_H
#define GAMES_CHU_WEIGHTS_H

#include "games/chu/rules/position.h"

/* Kinds that are alike in how they should stand. */
enum chu_class {
    CLASS_PAWN,
    CLASS_GO_BETWEEN,
    CLASS_STEPPER, /* generals and their like, not promoted */
    CLASS_LINER,   /* lance, chariot, vertical and side mover, not promoted */
    CLASS_MAJOR,   /* rook, bishop, dragon, horse, not promoted */
    CLASS_PROMOTED,
    CLASS_GREAT, /* free king, eagle, falcon */
    CLASS_LION,
    CLASS_ROYAL,
    CLASSES,
};

enum {
    HALF_FILES = SIZE / 2,
    NEAR_STEPS = 6, /* a piece this many steps from the enemy's royal is not near */
    FEW_PIECES = 8,
};

enum chu_weight {
    W_WORTH,                                /* by kind */
    W_RANK = W_WORTH + KINDS,               /* by class and rank, 0 at the enemy's edge */
    W_FILE = W_RANK + CLASSES * SIZE,       /* by class and distance from the edge */
    W_NEAR = W_FILE + CLASSES * HALF_FILES, /* by class: steps nearer to the enemy's royal than NEAR_STEPS */
    W_SLIDE = W_NEAR + CLASSES,             /* by class: empty squares that sliders see */
    W_AIM = W_SLIDE + CLASSES,              /* by class of the aim: a slider looks at a piece worth more */
    W_GUARD = W_AIM + CLASSES,              /* own pieces beside a royal */
    W_SECOND_ROYAL,                         /* a second life */
    W_FEW,                                  /* by how many pieces fewer than FEW_PIECES the side has left */
    W_TEMPO = W_FEW + FEW_PIECES,
    CHU_WEIGHTS,
};

extern const int16_t chu_weights[CHU_WEIGHTS];

#endif
