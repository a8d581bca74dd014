/*
 * The weights of chu's evaluation, in centipawns; the numbers are in weights.c, written by tools/tune.
 */
#ifndef GAMES_CHU_EVAL_WEIGHTS_H
#define GAMES_CHU_EVAL_WEIGHTS_H

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

struct chu_weights {
    int16_t tempo;
    int16_t worth[KINDS];
    int16_t rank[CLASSES][SIZE];       /* 0 is the enemy's edge */
    int16_t file[CLASSES][HALF_FILES]; /* 0 is the edge */
    int16_t near[CLASSES];             /* for each step nearer to the enemy's royal than NEAR_STEPS; not of pawns */
    int16_t slide[CLASSES];            /* for each empty square that a sliding piece sees */
    int16_t siege[CLASSES];            /* its slide ends beside the enemy's royal: for each */
    int16_t entry[CLASSES];            /* its slide reaches the promotion zone */
    int16_t aim[SIDES][CLASSES];       /* a cheaper piece attacks one of that class; on the move, waiting */
    int16_t reach[SIDES][CLASSES];     /* a lion could take one of that class; on the move, waiting */
    int16_t guard[DIRECTIONS + 1];     /* by the number of own pieces beside a royal */
    int16_t second_royal;
    int16_t few[FEW_PIECES]; /* by how many pieces are left, 1 to FEW_PIECES */
};

extern const int16_t chu_weights[];

#endif
