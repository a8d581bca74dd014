/*
 * The weights of the evaluation, written by tools/tune; see docs/tuning.md. Do not edit.
 *
 * tune --game hasami --rounds 200 --reach 20 --hold 4000 --rate 4
 * 340680 positions of 2402 games, scale 373; loss 0.59712 -> 0.59634, held out 0.61382 -> 0.61307
 */
#include "games/hasami/eval/weights.h"

/* clang-format off */
const int16_t hasami_weights[] = {
    /* tempo */
    43,
    /* left */
    0, 1491, 965, 573, 238, -47, 0, 0, 0, 0,
    0, 1100, 560, 0, -300, -520, -700, -800, -900, -1000,
    0, 2600, 2000, 1600, 1250, 950, 680, 430, 210, 0,
    /* threat */
    16, 77, 130, 220, 320,
    40, 3, 72, 113, 210,
    /* threats */
    36, 82,
    /* latent */
    1, 0,
    /* reach */
    2,
    /* stuck */
    39,
    /* pair */
    -6,
    /* diagonal */
    6,
    /* beside_enemy */
    15,
    /* cornered */
    -14,
    /* edge */
    3,
    /* home */
    -6,
    /* far */
    3,
};

_Static_assert(sizeof hasami_weights == sizeof(struct hasami_weights), "one weight for each member");
