/* What records call the game; its pieces are the usual ones. The names are those that lishogi writes and reads. */
#include "games/annan/rules/position.h"

static const struct start_words starts[] = {
    {"安南将棋", NULL},
    {NULL, NULL},
};

const struct record_words annan_words = {
    .names = "安南将棋 安南 annan",
    .pieces = army9_words,
    .starts = starts,
};
