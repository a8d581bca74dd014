/*
 * A USI conversation. usi_run() is the loop; the rest is shared by usi.c (commands, position), usi_options.c and
 * usi_go.c (thinking). The loop's thread owns everything; while a search runs, its threads use `match`, `crew`, `mate`,
 * `table` and `thinking`, and the loop touches nothing of these but through crew_stop(), crew_ponderhit() and
 * `thinking.mate_stop`.
 */
#ifndef ENGINE_USI_H
#define ENGINE_USI_H

#include "engine/crew.h"
#include "engine/line.h"
#include <pthread.h>
#include <stdio.h>

enum { LINES_MAX = 500 };

struct usi {
    FILE *out;
    struct line_reader lines;

    const struct evaluation *evaluation;
    struct ruleset rules;
    struct ruleset *chosen; /* for each game of the list, by the options Rule_...: what UCI_Variant begins with */
    unsigned level, lines_wanted;
    uint64_t seed;

    struct match match;
    struct history_entry *entries, *spare; /* of `match`, and of the one being read; MATCH_PLIES_MAX + 1 each */
    bool positioned;                       /* the last `position` was understood */

    struct tt table;
    struct crew *crew;
    struct mate *mate; /* for `go mate`; NULL before the first */
    struct engine_clock clock;

    pthread_t thread;
    bool running; /* a thread is to be joined */
    struct {
        struct search_request request;
        pthread_mutex_t lock;
        pthread_cond_t change;
        int64_t mate_limit; /* `go mate`: microseconds, 0: none */
        atomic_bool mate_stop;
        bool held; /* the answer waits for `stop` (infinite) or `ponderhit` */
    } thinking;
};

/* Speaks USI with `in` and `out` until `quit` or the end of the input, at first with a table of `megabytes`.
 * ERR_NO_MEMORY. */
MUST_CHECK enum error usi_run(int in, FILE *out, size_t megabytes);

/* One line to the other side, in one piece even while a search writes; printf's format without the line's end. */
__attribute__((format(printf, 2, 3))) void usi_say(struct usi *usi, const char *format, ...);

/* The next word of a line, cut out in place; NULL at the end. */
char *usi_word(char **at);

/* usi.c: the start position of the game that was chosen, nothing remembered. */
void usi_start_game(struct usi *usi);

/* usi_options.c. `usi` and `setoption`; and the state before any, false without memory. */
void usi_introduce(struct usi *usi);
void usi_set_option(struct usi *usi, char *arguments);
MUST_CHECK bool usi_default_options(struct usi *usi);

/* `go` and what follows it. */
void usi_go(struct usi *usi, char *arguments);
/* Ends a running search, which gives its answer first. */
void usi_stop(struct usi *usi);
void usi_ponderhit(struct usi *usi);
/* Waits for a running search that ends by itself; stops one that does not. */
void usi_finish(struct usi *usi);

#endif
