/*
 * A move as people write it. Which words are needed to tell it from other moves is decided by the list of legal moves,
 * so what is written names exactly one of them.
 */
#ifndef RULES_MOVE_TEXT_H
#define RULES_MOVE_TEXT_H

#include "rules/game.h"

enum { MOVE_TEXT_MAX = 128 };

enum move_style {
    MOVE_JAPANESE, /* "７六歩", "同　銀右上不成"; a double move "７五・７六獅子", "７五居喰い", "じっと" */
    MOVE_KIF, /* "７六歩(77)"; a double move takes two lines (record_kif_write.c), here "７五・７六獅子(67)" */
    MOVE_USI,     /* "7g7f" */
    MOVE_WESTERN, /* "P-7f", "Rx2c+", "G7b-7a"; "Nx6ex6d", "Nx!6e", "--" */
};

/* Writes a legal move of *position, of which `legal` lists all. `previous` is where the last move ended (同),
 * SQUARE_NONE: none. `out` has MOVE_TEXT_MAX bytes. A game without words is written in USI. */
void move_text(const struct game *game, const struct position *position, const struct move_list *legal, move_t move,
               square_t previous, enum move_style style, char *out);

#endif
