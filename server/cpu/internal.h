/*
 * Inside cpu/: the positions held in memory (jobs.c) and the engines that think about them (cpu.c).
 *
 * A job is held by exactly one of: the queue, a chair (whose engine thinks, or for which the table is looked at), or
 * the table, which owes an answer to its command. job->chair is set in the last two cases as well.
 */
#ifndef SERVER_CPU_INTERNAL_H
#define SERVER_CPU_INTERNAL_H

#include "base/map.h"
#include "server/bus/bus.h"
#include "server/cpu/cpu.h"
#include "server/cpu/engine.h"
#include "server/store/store.h"
#include "server/table/table.h"

enum { BACKOFF_MAX_MS = 60000 };

enum whose {
    ANYBODYS, /* the table was not looked at yet */
    OURS,     /* for our own engine */
    FOREIGN,  /* for the foreign one, as long as one of its processes is up */
};

struct job {
    struct map_node node; /* by game */
    struct job *next;     /* in the queue */
    struct cpu *cpu;
    struct chair *chair; /* whose engine works on it; NULL: it waits, or its answer is with the table */
    char game[TABLE_ID_MAX];
    char who[TABLE_WHO_MAX];
    unsigned seq, attempts;
    enum store_priority priority;
    uint64_t turn; /* see next_turn() in jobs.c */
    int64_t since;
    enum whose whose;
    bool thinking; /* its engine was asked and has not answered: nobody else will call back */
    bool resigns;  /* what its engine answered last */
    bool renewed;  /* a newer position of the game came while this one was held */
};

/* Somebody who had a turn that the others have not had yet. */
struct asker {
    struct asker *next;
    char who[STORE_WHO_MAX];
    uint64_t next_turn;
};

/* A place for one engine. */
struct chair {
    struct cpu *cpu;
    bool foreign;
    struct engine *engine;
    struct job *job; /* what it works on */
};

struct cpu {
    struct cpu_config config;
    char **argv, **foreign_argv, **foreign_options, *foreign_games;
    struct chair *chairs; /* our own first */
    unsigned chair_count;
    struct map jobs;
    struct asker *askers;
    struct job *queue; /* in the order in which they are to be taken */
    uint64_t turn;     /* the latest that a job was taken of */
    unsigned held, waiting;
    uv_timer_t sweep;
    struct bus_subscription *subscription;
    bool claiming, claim_again, closing;
    unsigned claimed; /* rows that the claim under way asks for */
    unsigned owed;    /* answers of store, tables, engines and timer that must come before it can go */
    void (*closed)(void *context);
    void *closed_context;
    uint64_t answered, failures, stand_ins, asked, waited_ms;
};

/* ---- jobs.c ---- */

/* Makes a claimed row a job; NULL without memory. */
struct job *job_make(struct cpu *cpu, const struct store_job *row);
/* Into the queue, and out of it: the first for a chair (NULL: for any). NULL: there is none. */
void job_wait(struct job *job);
struct job *job_take(struct cpu *cpu, const struct chair *chair);
void job_leave_chair(struct job *job);
/* Nothing holds it any more: no queue, no chair, no callback. */
void job_drop(struct job *job);
/* Dropped, and its row made due at once: the server stops, and another node, or this one when it is back, may have it.
 */
void job_give_back(struct job *job);
/* Dropped, and its row made due later. `failure`: an engine's, which is counted and, at some time, an error. */
void job_put_off(struct job *job, const char *why, bool failure);
/* The foreign engine failed at it: our own is asked, at once. */
void job_to_ours(struct job *job, const char *why);
/* Claims as many rows as there is room for, now or when there is. */
void jobs_claim(struct cpu *cpu);
void jobs_on_sweep(uv_timer_t *timer);
/* At the end, when no job is held. */
void jobs_release(struct cpu *cpu);

/* ---- cpu.c ---- */

/* Brings waiting positions and free engines together. */
void cpu_dispatch(struct cpu *cpu);
/* One of the answers that cpu->owed counts came. */
void cpu_settle(struct cpu *cpu);

#endif
