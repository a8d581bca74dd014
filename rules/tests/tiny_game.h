/*
 * A game for the tests of rules/ alone: 3 files, 4 ranks, kings and pawns. K steps anywhere; P steps forward, becomes
 * +P (steps like K) when it reaches the last rank, where it must; a captured piece is dropped as P on an empty square.
 * A side whose king is taken loses, so check need not be answered. A fourth occurrence is a draw, or loses for a
 * perpetual checker.
 */
#ifndef RULES_TESTS_TINY_GAME_H
#define RULES_TESTS_TINY_GAME_H

#include "rules/game.h"

enum { TINY_KING = 2, TINY_PAWN = 1, TINY_PROMOTED = 3 };

extern const struct game tiny_game;

/* The size of its move tree, counted without rules/perft.h: every leaf is played. */
uint64_t tiny_perft(struct position *position, unsigned depth);

#endif
