/*
 * The computer as a player: engine processes that speak USI on their pipes, and the positions they are to think about.
 *
 * The positions are rows of the store, written with the event that led to them, so none is lost, whatever dies. A part
 * of them is claimed at a time, thought about by a free process, and answered with the same command as a person's
 * move. A process that dies, hangs, or answers what the table refuses is replaced by a fresh one, later and later as it
 * fails again, and the position is asked again. Nothing here ever blocks a table.
 *
 * Positions that somebody waits for come first. Among those each asker (who made the table) has its turn, so many
 * tables of one do not hold up the others.
 *
 * Beside our own engine, which plays everything, there may be a foreign one. It is asked only for what it says that it
 * plays: games, local rules that differ from the default only if it has the option Rule, levels below the highest only
 * if it has the option Level. When it fails at a position, our own answers.
 *
 * Loop thread only. The program must ignore SIGPIPE.
 */
#ifndef SERVER_CPU_CPU_H
#define SERVER_CPU_CPU_H

#include "base/error.h"
#include "base/log.h"
#include <stdint.h>
#include <uv.h>

enum { CPU_OPTIONS_MAX = 32, CPU_OPTION_BYTES_MAX = 1024 };

struct store;
struct bus;
struct tables;

struct cpu_config {
    uv_loop_t *loop;
    struct store *store;
    struct bus *bus;
    struct tables *tables;
    const struct log *log;              /* may be NULL */
    const char *const *argv;            /* the engine: program and arguments, NULL ends it; copied */
    unsigned processes;                 /* engines at once, 0: 1 */
    const char *const *foreign_argv;    /* the same of a foreign engine; NULL: there is none */
    unsigned foreign_processes;         /* 0: 1 */
    const char *const *foreign_options; /* "NAME=VALUE", NULL ends them: told to it at its start; NULL: none; copied */
    const char *foreign_games;          /* "a b": what it plays, where it has no UCI_Variant; NULL: what that says */
    unsigned queue_max;                 /* positions held in memory, 0: 64; more stay rows until there is room */
    unsigned movetime_ms;  /* thinking time at the highest level, 0: 1,000; lower levels, and many at once, get less */
    unsigned grace_ms;     /* beyond its time a process may take this long to answer, 0: 3,000 */
    unsigned start_ms;     /* and this long to get ready, 0: 10,000 */
    unsigned backoff_ms;   /* first pause after a failure, doubled up to a minute, 0: 250 */
    unsigned failures_max; /* failures at one position until it is logged as an error, 0: 3 */
    unsigned sweep_ms;     /* how often due rows are looked for without being woken, 0: 2,000 */
    unsigned lease_ms;     /* until a claimed position may be claimed by another node, 0: 60,000 */
};

struct cpu;

/* Starts thinking about what waits already. A program that cannot be started is logged and tried again; it is no error
 * here. ERR_NO_MEMORY, ERR_RANGE (no argv, too many of something, an option too long). */
MUST_CHECK enum error cpu_open(struct cpu **cpu, const struct cpu_config *config);
/* Ends the processes; positions stay rows. The loop must run until `closed`, and tables_close() and store_close() may
 * be called only after that. It may be called before tables_drain(), so that no new moves of the computer come. */
void cpu_close(struct cpu *cpu, void (*closed)(void *context), void *context);

struct cpu_stats {
    unsigned processes, ready;             /* running; of these, those that have said what they play */
    unsigned thinking, waiting;            /* positions held in memory */
    int64_t oldest_ms;                     /* how long the oldest of those that wait has waited */
    uint64_t answered, failures, restarts; /* since opening */
    uint64_t stand_ins;                    /* positions at which the foreign engine failed */
    uint64_t asked, waited_ms;             /* positions put to an engine, and how long they had waited, summed up */
};
void cpu_stats(const struct cpu *cpu, struct cpu_stats *stats);

#endif
