/* What records call the game and its one piece. There is no usual form of record: this is the frame of KIF. */
#include "games/hasami/rules/position.h"
#include "rules/record_words.h"

static const struct piece_words pieces[] = {
    [PAWN] = {.names = "歩 と 歩兵", .diagram = "歩 と"},
};

static const struct start_words starts[] = {
    {"はさみ将棋", NULL},
    {NULL, NULL},
};

const struct record_words hasami_words = {
    .names = "はさみ将棋 挟み将棋 hasami",
    .pieces = pieces,
    .starts = starts,
};
