/*
 * The computer as a player: engine processes that speak USI on their pipes, and the positions they are to think about.
 *
 * The positions are rows of the store, written with the event that led to them, so none is lost, whatever dies. A part
 * of them is claimed at a time, thought about by a free process, and answered with the same command as a person's
 * move. A process that dies, hangs, or answers what the table refuses is replaced by a fresh one, later and later as it
 * fails again, and the position is asked again. Nothing here ever blocks a table.
 *
 * Loop thread only. The program must ignore SIGPIPE.
 */
#ifndef SERVER_CPU_CPU_H
#define SERVER_CPU_CPU_H

#include "base/error.h"
#include "base/log.h"
#include <stdint.h>
#include <uv.h>

struct store;
struct bus;
struct tables;

struct cpu_config {
    uv_loop_t *loop;
    struct store *store;
    struct bus *bus;
    struct tables *tables;
    const struct log *log;   /* may be NULL */
    const char *const *argv; /* the engine: program and arguments, NULL ends it; copied */
    unsigned processes;      /* engines at once, 0: 1 */
    unsigned queue_max;      /* positions held in memory, 0: 64; more stay rows until there is room */
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
 * here. ERR_NO_MEMORY, ERR_RANGE (no argv). */
MUST_CHECK enum error cpu_open(struct cpu **cpu, const struct cpu_config *config);
/* Ends the processes; positions stay rows. The loop must run until `closed`, and tables_close() and store_close() may
 * be called only after that. It may be called before tables_drain(), so that no new moves of the computer come. */
void cpu_close(struct cpu *cpu, void (*closed)(void *context), void *context);

struct cpu_stats {
    unsigned processes, thinking, waiting; /* now */
    uint64_t answered, failures, restarts; /* since opening */
};
void cpu_stats(const struct cpu *cpu, struct cpu_stats *stats);

#endif
