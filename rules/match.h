/*
 * A game being played: start, plies, where it stands, and how it ended. What judge, the table, the USI loop and the
 * page use. The caller owns the struct and the entries' memory; nothing here allocates.
 *
 *   struct history_entry entries[MATCH_PLIES_MAX + 1];
 *   match_start(&match, game, &rules, NULL, entries, MATCH_PLIES_MAX + 1, &fault);
 *   match_play_usi(&match, "7g7f", &why, &fault);
 */
#ifndef RULES_MATCH_H
#define RULES_MATCH_H

#include "rules/game.h"

enum { MATCH_PLIES_MAX = MOVE_LIMIT_MAX };

struct match {
    const struct game *game;
    union position_store start, now;
    struct history history;
    struct verdict verdict;
};

/* Starts from `sfen` (NULL: the usual start) under `rules` (NULL: defaults); a decided position has its verdict at
 * once. `capacity` entries are the caller's and must outlive the match. Errors as sfen_parse(). */
MUST_CHECK enum error match_start(struct match *match, const struct game *game, const struct ruleset *rules,
                                  const char *sfen, struct history_entry *entries, unsigned capacity,
                                  struct fault *fault);

/* Plays a move in any spelling. ERR_GAME_OVER, ERR_ILLEGAL (*why, when not NULL, says which rule), ERR_TOO_LONG (no
 * entry left). Nothing changes on failure. The history gets the canonical move, the new position's key and check. */
MUST_CHECK enum error match_play(struct match *match, move_t move, struct explanation *why);

/* The same from USI text; also ERR_SYNTAX, with *fault filled. Illegal moves fill *fault too, with the rule as code. */
MUST_CHECK enum error match_play_usi(struct match *match, const char *usi, struct explanation *why,
                                     struct fault *fault);

/* Plays a move that was legal when it was made, by whatever version of the rules that was (game->rules_version): the
 * present rules are not asked, and a verdict of theirs does not end the match. ERR_SYNTAX, ERR_TOO_LONG, ERR_ILLEGAL
 * (there is no such piece to move), with *fault (may be NULL) filled. Nothing changes on failure. */
MUST_CHECK enum error match_replay(struct match *match, const char *usi, struct fault *fault);

/* Takes the newest ply back; false when there is none. Costs an apply() for each ply left. */
bool match_back(struct match *match);

/* Legal moves where the match stands; none after its end. */
void match_moves(const struct match *match, struct move_list *list);

/* The canonical form of a legal move (why->rule is NULL then), or MOVE_NONE and *why says which rule; after the end the
 * rule is "game_over". `why` may be NULL. */
move_t match_legal(const struct match *match, move_t move, struct explanation *why);

#endif
