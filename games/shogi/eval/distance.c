/*
 * Distances between squares as the king walks, cut at the last ring, and the rank of a square: tables that the
 * preprocessor writes, because dividing by nine for every piece was a third of the evaluation's time.
 */
#include "games/shogi/eval/evaluation.h"

#define ABS(x) ((x) < 0 ? -(x) : (x))
#define MAX(x, y) ((x) > (y) ? (x) : (y))
#define MIN(x, y) ((x) < (y) ? (x) : (y))
#define STEPS(a, b) MAX(ABS((a) / 9 - (b) / 9), ABS((a) % 9 - (b) % 9))
#define RING(a, b) MIN(STEPS(a, b), RINGS - 1)
#define FILE_OF(a, f)                                                                                                  \
    RING(a, 9 * (f)), RING(a, 9 * (f) + 1), RING(a, 9 * (f) + 2), RING(a, 9 * (f) + 3), RING(a, 9 * (f) + 4),          \
        RING(a, 9 * (f) + 5), RING(a, 9 * (f) + 6), RING(a, 9 * (f) + 7), RING(a, 9 * (f) + 8)
#define FROM(a)                                                                                                        \
    {                                                                                                                  \
        FILE_OF(a, 0), FILE_OF(a, 1), FILE_OF(a, 2), FILE_OF(a, 3), FILE_OF(a, 4), FILE_OF(a, 5), FILE_OF(a, 6),       \
            FILE_OF(a, 7), FILE_OF(a, 8)                                                                               \
    }
#define FROM_FILE(f)                                                                                                   \
    FROM(9 * (f)), FROM(9 * (f) + 1), FROM(9 * (f) + 2), FROM(9 * (f) + 3), FROM(9 * (f) + 4), FROM(9 * (f) + 5),      \
        FROM(9 * (f) + 6), FROM(9 * (f) + 7), FROM(9 * (f) + 8)

const uint8_t shogi_ring[BOARD9_SQUARES][BOARD9_SQUARES] = {
    FROM_FILE(0), FROM_FILE(1), FROM_FILE(2), FROM_FILE(3), FROM_FILE(4),
    FROM_FILE(5), FROM_FILE(6), FROM_FILE(7), FROM_FILE(8),
};

#define RANKS 0, 1, 2, 3, 4, 5, 6, 7, 8

const uint8_t shogi_rank[BOARD9_SQUARES] = {RANKS, RANKS, RANKS, RANKS, RANKS, RANKS, RANKS, RANKS, RANKS};
