/*
 * Steps for the tests of a game's rules: start, play, and say what must be legal, forbidden or decided. There is one
 * match at a time, `match`, with a history of its own; a step that does not hold fails the running cmocka test. Tests
 * only, one thread.
 */
#ifndef RULES_TESTS_MATCH_STEPS_H
#define RULES_TESTS_MATCH_STEPS_H

#include "rules/match.h"
#include "rules/move_text.h"
#include "rules/notation.h"

enum { STEPS_PLIES = 400 };

extern struct match match;

/* Starts `match` from a position (NULL: the usual start) under rules as text ("" for the defaults). */
void start_game(const char *game, const char *sfen, const char *rules);
/* Plays moves separated by single spaces, in any spelling. */
void play(const char *moves);
void assert_legal(const char *usi);
/* `squares`: those that are shown, in the order of the board's numbering, separated by single spaces. */
void assert_forbidden(const char *usi, const char *rule, const char *squares);
/* R6: the move is refused by this rule, and nothing has changed: position, past and turn are as they were. */
void assert_costs_nothing(const char *usi, const char *rule);
/* `reason` NULL: the game goes on. */
void assert_result(const char *reason, enum side winner);
/* Board, side and third field; the move number does not count. */
void assert_position(const char *fields);
void assert_move_count(unsigned count);
/* How a legal move is written where the match stands. */
void assert_written(enum move_style style, const char *usi, const char *text);
/* The position is refused with this fault code. */
void assert_refused(const char *game, const char *sfen, const char *code);

/*
 * Where the match stands: of all moves that can be written down, exactly those are explained as legal whose canonical
 * spelling generate() lists; count() agrees; canonical() is idempotent and leaves listed moves alone; listed moves
 * lead to different positions; apply() and undo() of each restore every byte. `doubles`: the game has moves of three
 * squares, and those that end within three of their start are tried as well.
 */
void assert_moves_hold_together(bool doubles);

/* Plays `games` random games of at most STEPS_PLIES plies from the position, with the check above every tenth ply. The
 * seed makes them the same each time. */
void play_random_games(const char *game, const char *sfen, const char *rules, unsigned games, uint64_t seed,
                       bool doubles);

#endif
