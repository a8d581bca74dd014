/*
 * What records of a game need to know of it beside its rules: how its pieces are called in Japanese moves and diagrams,
 * and how the game and its usual starts are called in the head of a file. Constant data of the game's folder, reached
 * through struct game; UTF-8. Lists of names are one string, separated by single spaces: the first is written, all are
 * read.
 */
#ifndef RULES_RECORD_WORDS_H
#define RULES_RECORD_WORDS_H

#include <stdbool.h>

struct piece_words {
    const char *names;   /* in a move: "玉 王 玉将" */
    const char *diagram; /* in a diagram, at most two characters, none shared with another kind: "玉 王" */
    const char *csa;     /* the two letters of CSA; NULL where the game has no such records */
    bool straight;       /* several of it that step forward side by side are told apart with 直 */
};

struct start_words {
    const char *names; /* in 手合割; NULL ends the table */
    const char *sfen;  /* NULL: the usual start */
};

struct record_words {
    const char *names;                /* of the game, in 手合割: "安南将棋 安南" */
    const struct piece_words *pieces; /* by kind, as game->pieces */
    const struct start_words *starts; /* the usual start first, under the name by which a record says it */
    const char *other_start;          /* SFEN of what others mean by that name, NULL: all mean the same */
    bool usual;                       /* what a record means that names no game: set in one game */
    bool csa;                         /* CSA files are of this game */
};

#endif
