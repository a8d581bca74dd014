/*
 * Inside the tuner: what its files share. data.c reads positions into sparse rows of coefficients, fit.c finds weights
 * for them, write.c writes weights.c; tune.c reads the arguments.
 */
#ifndef TOOLS_TUNE_TUNE_H
#define TOOLS_TUNE_TUNE_H

#include "rules/evaluation.h"

#include <stdio.h>

/* A weight and how often it counts in a position. */
struct term {
    uint16_t weight;
    int16_t times;
};

enum { HELD_GAMES = 10 }; /* one game in so many is held out */

struct sample {
    uint64_t first; /* among the terms; the next sample's is the end */
    float wanted;   /* the chance to learn, once fit_weights() has set it */
    uint32_t game;
    uint16_t number; /* of the ply, from 1 */
    int16_t rest;
    int16_t score;  /* of the search that played there */
    uint8_t result; /* half points for sente */
};

struct data {
    struct sample *samples; /* one more than count: the end of the last */
    struct term *terms;
    size_t count, capacity;
    uint64_t term_count, term_capacity;
    unsigned games;
};

struct fit {
    unsigned rounds;
    double reach; /* plies over which what the searches saw later counts, and the result behind them */
    double hold;  /* pull of the old weights, in positions: a weight seen in that many is free to go half way */
    double rate;  /* the first step of a weight, in its units */
    double scale; /* centipawns of the logistic curve, found by fit_scale() */
};

struct losses {
    double before, after, held_before, held_after;
};

/* Appends the positions of a file of tools/selfplay. False after a message on stderr. */
bool data_read(struct data *data, const struct evaluation *evaluation, const char *path);
void data_release(struct data *data);

/* The scale at which the present weights predict results best. */
double fit_scale(const struct data *data, const struct tuning *tuning);
/* Finds weights; `weights` starts as the present ones. Progress on stderr. False: out of memory. */
bool fit_weights(struct data *data, const struct tuning *tuning, const struct fit *fit, double *weights,
                 struct losses *losses);

/* Writes games/<game>/eval/weights.c. `comment`: what was done, lines without ornaments. */
bool write_weights(FILE *out, const struct evaluation *evaluation, const double *weights, const char *comment);

#endif
