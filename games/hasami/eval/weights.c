/*
 * The weights of the evaluation, written by tools/tune; see docs/tuning.md. Do not edit.
 *
 * The first weights, from a table written by hand.
 */
#include "games/hasami/eval/weights.h"

/* clang-format off */
const int16_t hasami_weights[] = {
    /* tempo */
    10,
    /* left */
    0, 1500, 900, 560, 260, 0, 0, 0, 0, 0,
    0, 1100, 560, 0, -300, -520, -700, -800, -900, -1000,
    0, 2600, 2000, 1600, 1250, 950, 680, 430, 210, 0,
    /* threat */
    0, 60, 130, 220, 320,
    0, 30, 80, 140, 220,
    /* threats */
    6, 12,
    /* latent */
    4, 4,
    /* reach */
    2,
    /* stuck */
    -8,
    /* pair */
    6,
    /* diagonal */
    4,
    /* beside_enemy */
    0,
    /* cornered */
    -20,
    /* place */
    -6, 0, 0, 0, 0, 0, 0, 0, -6,
    0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 4, 4, 4, 4, 4, 0, 0,
    0, 0, 4, 4, 4, 4, 4, 0, 0,
    0, 0, 4, 4, 4, 4, 4, 0, 0,
};

_Static_assert(sizeof hasami_weights == sizeof(struct hasami_weights), "one weight for each member");
