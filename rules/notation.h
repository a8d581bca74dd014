/*
 * Positions as SFEN and moves as USI, for every game, from the game's tables.
 */
#ifndef RULES_NOTATION_H
#define RULES_NOTATION_H

#include "rules/game.h"

enum {
    SFEN_MAX = 512, /* bytes, NUL included: 12 x 12 squares of "+x", hands and numbers fit */
    USI_MAX = 16,   /* of one move, NUL included: "12a11b10c+" and more */
    SFEN_NUMBER_MAX = POSITION_NUMBER_MAX - MOVE_LIMIT_MAX, /* a whole game after it still has numbers */
};

/*
 * Reads a position: fields separated by one space; counts in hand from 1 to HAND_COUNT_MAX, each kind once, in any
 * order; move number from 1 to SFEN_NUMBER_MAX. The move number may be missing. `rules` NULL: defaults. On failure
 * *store is unspecified, and *fault (may be NULL) says what and where. Refused as well: what the game itself cannot
 * have (fault code by game).
 */
MUST_CHECK enum error sfen_parse(const struct game *game, const struct ruleset *rules, const char *text,
                                 union position_store *store, struct fault *fault);

/* Writes the canonical SFEN; `out` has at least SFEN_MAX bytes. */
void sfen_format(const struct game *game, const struct position *position, char *out);

/* Reads a move as written, legal or not: "7g7f", "8h2b+", "P*5e", three squares of a double move. Also what no game
 * allows but a rule can answer, such as a drop with '+'. ERR_SYNTAX with *fault (may be NULL) filled. The canonical
 * spelling is game->canonical's business. */
MUST_CHECK enum error usi_parse(const struct game *game, const char *text, move_t *move, struct fault *fault);

/* Writes a move; `out` has at least USI_MAX bytes. */
void usi_format(const struct game *game, move_t move, char *out);

/* "7g", at most 3 bytes and NUL, and back; SQUARE_NONE if *at is no square, otherwise *at moves behind it. */
void square_format(const struct game *game, square_t square, char *out);
square_t square_parse(const struct game *game, const char **at);

#endif
