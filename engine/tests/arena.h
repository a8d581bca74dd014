/*
 * What the engine's tests share: a match set up from a position, a search with all it needs, and questions to the rules
 * that do not use the search.
 */
#ifndef ENGINE_TESTS_ARENA_H
#define ENGINE_TESTS_ARENA_H

#include "engine/search.h"

struct arena {
    const struct evaluation *evaluation;
    struct match match;
    struct history_entry entries[MATCH_PLIES_MAX + 1];
    struct search *search;
    struct tt table;
    struct mate
        *mate; /* looks for mates beside a search for the best move; NULL: nobody does. Freed by arena_free(). */
    struct search_info last;    /* the last iteration reported */
    struct search_info pair[2]; /* the two best lines of the last iteration that reported both */
    int64_t microseconds;       /* what the arena's clock says; `tick` more at each look */
    int64_t tick;
    unsigned looks;
};

/* The evaluation of the game of that name, or NULL. */
const struct evaluation *arena_evaluation(const char *game);
/* An arena for the game of that name, with a table of 8 MB and a clock of its own. Ends the test on failure. */
struct arena *arena_new(const char *game);
void arena_free(struct arena *arena);

/* Starts a match: rules text (NULL: defaults), SFEN (NULL: the start), moves separated by blanks (NULL: none). */
void arena_position(struct arena *arena, const char *rules, const char *sfen, const char *moves);
void arena_play(struct arena *arena, move_t move);

/* Forgets everything learnt, so that a search depends on nothing but its limits. */
void arena_clear(struct arena *arena);
struct search_result arena_search(struct arena *arena, const struct search_limits *limits);
struct search_result arena_search_depth(struct arena *arena, unsigned depth);
struct search_result arena_search_nodes(struct arena *arena, uint64_t nodes);

/* The move as text, in a buffer of the arena's making that lives until the next call. */
const char *arena_text(const struct arena *arena, move_t move);
/* Whether the side to move, playing `first`, can force the end of the game in its favour within `plies`: by trying
 * every move, without any search code. */
bool arena_forces_win(const struct arena *arena, move_t first, unsigned plies);
/* What a move takes, in units of piece_info.worth; more than anything for the end of the game in its favour. */
int arena_gain(const struct arena *arena, move_t move);

#endif
