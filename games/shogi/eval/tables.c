/*
 * The numbers of the evaluation, written by hand: material first, then where pieces do good. Centipawns.
 *
 * A promoted minor piece is worth less than a gold to its owner only because it becomes a minor piece again when it is
 * taken; a piece in hand is worth a little more than on the board because it can be anywhere in one move.
 */
#include "games/shogi/eval/evaluation.h"

const int16_t shogi_value_on_board[KINDS] = {
    [PAWN] = 90,
    [LANCE] = 270,
    [KNIGHT] = 300,
    [SILVER] = 450,
    [GOLD] = 520,
    [BISHOP] = 720,
    [ROOK] = 880,
    [TOKIN] = 480,
    [PROMOTED_LANCE] = 450,
    [PROMOTED_KNIGHT] = 460,
    [HORSE] = 1000,
    [PROMOTED_SILVER] = 490,
    [DRAGON] = 1180,
};

const int16_t shogi_value_in_hand[HAND_KINDS] = {
    [PAWN] = 105, [LANCE] = 280, [KNIGHT] = 310, [SILVER] = 480, [GOLD] = 560, [BISHOP] = 790, [ROOK] = 960,
};

const int8_t shogi_value_of_rank[KINDS][BOARD9_SIZE] = {
    /*            a    b    c    d    e    f    g    h    i */
    [PAWN] = {0, 20, 20, 16, 10, 6, 0, 0, 0},          [LANCE] = {0, 0, -10, -10, -5, 0, 0, 5, 10},
    [KNIGHT] = {0, 0, 10, 5, 5, -10, 5, -5, 0},        [SILVER] = {-10, 5, 10, 14, 14, 10, 5, 0, -12},
    [GOLD] = {-20, 0, 5, 5, 5, 0, 0, 4, -6},           [BISHOP] = {10, 10, 10, 5, 12, 5, 5, 0, -8},
    [ROOK] = {25, 30, 25, 5, 0, -5, -5, 6, 2},         [TOKIN] = {0, 12, 15, 10, 5, 0, 0, 0, 0},
    [PROMOTED_LANCE] = {0, 10, 12, 8, 5, 0, 0, 0, 0},  [PROMOTED_KNIGHT] = {0, 10, 12, 8, 5, 0, 0, 0, 0},
    [PROMOTED_SILVER] = {0, 10, 12, 8, 5, 0, 0, 0, 0}, [HORSE] = {5, 10, 10, 5, 10, 10, 15, 15, 10},
    [DRAGON] = {20, 25, 20, 5, 0, 0, 0, 0, 0},
};

const int8_t shogi_value_of_attack[KINDS][RINGS] = {
    [PAWN] = {0, 14, 12, 6, 0, 0},
    [LANCE] = {0, 10, 8, 6, 2, 0},
    [KNIGHT] = {0, 6, 16, 12, 4, 0},
    [SILVER] = {0, 30, 30, 18, 6, 0},
    [GOLD] = {0, 40, 34, 18, 4, 0},
    [BISHOP] = {0, 10, 14, 12, 8, 0},
    [ROOK] = {0, 24, 20, 14, 8, 0},
    [TOKIN] = {0, 50, 46, 28, 8, -10},
    [PROMOTED_LANCE] = {0, 40, 36, 20, 4, -10},
    [PROMOTED_KNIGHT] = {0, 40, 36, 20, 4, -10},
    [HORSE] = {0, 44, 40, 26, 10, 0},
    [PROMOTED_SILVER] = {0, 42, 36, 20, 4, -10},
    [DRAGON] = {0, 50, 44, 28, 12, 0},
};

const int8_t shogi_value_of_defence[KINDS][RINGS] = {
    [PAWN] = {0, 10, 6, 2, 0, 0},
    [LANCE] = {0, 8, 4, 0, 0, 0},
    [KNIGHT] = {0, 10, 6, 0, 0, 0},
    [SILVER] = {0, 28, 18, 6, 0, -4},
    [GOLD] = {0, 38, 26, 10, 0, -8},
    [BISHOP] = {0, 4, 2, 0, 0, 0},
    [ROOK] = {0, -18, -12, -6, 0, 0},
    [TOKIN] = {0, 20, 10, 4, 0, 0},
    [PROMOTED_LANCE] = {0, 20, 10, 4, 0, 0},
    [PROMOTED_KNIGHT] = {0, 20, 10, 4, 0, 0},
    [HORSE] = {0, 44, 32, 18, 8, 0},
    [PROMOTED_SILVER] = {0, 24, 12, 4, 0, 0},
    [DRAGON] = {0, 16, 10, 4, 0, 0},
};

/* File by file from the right hand of sente, each from rank a to i: castles in the corners, on 8h and 2h best. */
const int8_t shogi_value_of_home[BOARD9_SQUARES] = {
    -20, -30, -45, -60, -65,  -50, -10, 25,  38,  /* file 1 */
    -20, -35, -50, -70, -75,  -60, -5,  52,  48,  /* 2 */
    -20, -40, -60, -80, -90,  -75, -20, 38,  22,  /* 3 */
    -20, -45, -65, -90, -100, -90, -45, 5,   0,   /* 4 */
    -20, -45, -70, -95, -105, -95, -55, -15, -10, /* 5 */
    -20, -45, -65, -90, -100, -90, -45, 5,   0,   /* 6 */
    -20, -40, -60, -80, -90,  -75, -20, 40,  25,  /* 7 */
    -20, -35, -50, -70, -75,  -60, -5,  55,  50,  /* 8 */
    -20, -30, -45, -60, -65,  -50, -10, 25,  40,  /* 9 */
};
