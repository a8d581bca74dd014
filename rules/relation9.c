/*
 * How squares of 9 x 9 lie to each other, in tables that the preprocessor writes: dividing by nine for every piece
 * would cost more than the rest of an evaluation.
 */
#include "rules/relation9.h"

#define ABS(x) ((x) < 0 ? -(x) : (x))
#define RELATION(a, b) (ABS((a) / 9 - (b) / 9) * RELATION9_RANKS + (b) % 9 - (a) % 9 + 8)
#define FILE_OF(a, f)                                                                                                  \
    RELATION(a, 9 * (f)), RELATION(a, 9 * (f) + 1), RELATION(a, 9 * (f) + 2), RELATION(a, 9 * (f) + 3),                \
        RELATION(a, 9 * (f) + 4), RELATION(a, 9 * (f) + 5), RELATION(a, 9 * (f) + 6), RELATION(a, 9 * (f) + 7),        \
        RELATION(a, 9 * (f) + 8)
#define FROM(a)                                                                                                        \
    {                                                                                                                  \
        FILE_OF(a, 0), FILE_OF(a, 1), FILE_OF(a, 2), FILE_OF(a, 3), FILE_OF(a, 4), FILE_OF(a, 5), FILE_OF(a, 6),       \
            FILE_OF(a, 7), FILE_OF(a, 8)                                                                               \
    }
#define FROM_FILE(f)                                                                                                   \
    FROM(9 * (f)), FROM(9 * (f) + 1), FROM(9 * (f) + 2), FROM(9 * (f) + 3), FROM(9 * (f) + 4), FROM(9 * (f) + 5),      \
        FROM(9 * (f) + 6), FROM(9 * (f) + 7), FROM(9 * (f) + 8)

const uint8_t relation9[BOARD9_SQUARES][BOARD9_SQUARES] = {
    FROM_FILE(0), FROM_FILE(1), FROM_FILE(2), FROM_FILE(3), FROM_FILE(4),
    FROM_FILE(5), FROM_FILE(6), FROM_FILE(7), FROM_FILE(8),
};
