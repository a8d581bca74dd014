/*
 * What records call the game; its pieces are the usual ones. The names are those that lishogi writes and reads; but its
 * start has the pawns before bishops and rooks one step ahead.
 */
#include "games/annan/rules/position.h"

static const struct start_words starts[] = {
    {"安南将棋", NULL},
    {NULL, NULL},
};

const struct record_words annan_words = {
    .names = "安南将棋 安南 annan",
    .pieces = army9_words,
    .starts = starts,
    .other_start = "lnsgkgsnl/1r5b1/p1ppppp1p/1p5p1/9/1P5P1/P1PPPPP1P/1B5R1/LNSGKGSNL b - 1",
};
