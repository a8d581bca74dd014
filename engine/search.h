/*
 * Search of any game, through its contract (rules/game.h) and its evaluation (rules/evaluation.h).
 *
 * All state of a search hangs off one struct search. One thread runs search_run(); others may meanwhile call
 * search_stop() and search_ponderhit(), nothing else. A search never allocates; its memory is had at creation.
 *
 *   search_create(&search);
 *   search_arm(search, false);               // by the thread that may later stop it
 *   search_run(search, &request, &result);   // perhaps in another thread
 */
#ifndef ENGINE_SEARCH_H
#define ENGINE_SEARCH_H

#include "engine/score.h"
#include "engine/time.h"
#include "engine/tt.h"
#include "rules/evaluation.h"
#include "rules/match.h"
#include <stdatomic.h>

struct search;
struct mate;

/* What one finished iteration found, once for each line asked for. `pv` lives until the next report. */
struct search_info {
    unsigned rank; /* of this line among those asked for, from 1 */
    unsigned depth, seldepth;
    int score;
    uint64_t nodes;
    int64_t elapsed; /* microseconds */
    unsigned hashfull;
    const move_t *pv;
    unsigned pv_length;
};

struct search_limits {
    struct time_budget time;
    uint64_t nodes;       /* exact: a search limited by nodes alone is the same on every machine; 0: no limit */
    unsigned depth;       /* 0: no limit */
    unsigned lines;       /* how many root moves get a line of their own, best first; 0 as 1 */
    bool infinite;        /* no time is counted, and an only move is thought about all the same */
    unsigned temperature; /* see engine/levels.h; 0: the best move */
    unsigned chance;      /* how many of CHANCE_ALWAYS moves the temperature decides; 0 as CHANCE_ALWAYS */
    uint64_t seed;        /* of the draws that a temperature asks for */
};

struct search_request {
    const struct evaluation *evaluation;
    const struct match *match; /* not ended; unchanged by the search */
    struct tt *table;
    struct engine_clock clock;
    struct search_limits limits;
    void (*report)(void *context, const struct search_info *info); /* may be NULL */
    void *context;
    /* Looks for mates by checks now and then, as part of this search; NULL: nobody does. */
    struct mate *mate;
    /* One of several threads that share the table (engine/crew.h): */
    bool helper;               /* another thread leads: the table's age is not this one's business */
    atomic_ullong *team_nodes; /* where all count their nodes, for the limit and the reports; NULL: alone */
    unsigned first_depth;      /* of the first iteration; 0 as 1 */
};

struct search_result {
    move_t best;   /* always legal */
    move_t ponder; /* the expected answer, or MOVE_NONE */
    int score;
    unsigned depth; /* of the last iteration that was finished */
    uint64_t nodes;
};

MUST_CHECK enum error search_create(struct search **search);
void search_free(struct search *search); /* NULL is fine */

/* Forgets what was learnt in earlier searches (a new game). The table is the caller's to clear. */
void search_forget(struct search *search);

/* Before each search, by the thread that starts it. `ponder`: no time is counted before search_ponderhit(). */
void search_arm(struct search *search, bool ponder);
void search_run(struct search *search, const struct search_request *request, struct search_result *result);

/* From any thread, at any time after search_arm(). */
void search_stop(struct search *search);
/* `now`: of the request's clock; the time of the move is counted from there. */
void search_ponderhit(struct search *search, int64_t now);
bool search_is_pondering(const struct search *search);

#endif
