/*
 * The way of a position: a row of the store, claimed while there is room in the queue; a free engine takes the oldest;
 * the table is asked how it stands now; the engine thinks; its move goes to the table as a command of "cpu:N". The
 * event that it makes removes the row. The command's id is "cpu:SEQ" of that event, so when two nodes answer the same
 * position, the second answer is a resend.
 *
 * When anything goes wrong on this way, the row is made due again after a pause that grows with every attempt, and
 * what is held in memory is dropped. The row is the only truth; nothing else has to survive.
 */
#include "server/cpu/cpu.h"
#include "base/map.h"
#include "base/random.h"
#include "server/bus/bus.h"
#include "server/cpu/engine.h"
#include "server/store/store.h"
#include "server/table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PROCESSES_MAX = 64,
    QUEUE_MAX = 64,
    MOVETIME_MS = 1000,
    MOVETIME_LEAST_MS = 50,
    GRACE_MS = 3000,
    START_MS = 10000,
    BACKOFF_MS = 250,
    BACKOFF_MAX_MS = 60000,
    FAILURES_MAX = 3,
    SWEEP_MS = 2000,
    LEASE_MS = 60000,
};

struct job {
    struct map_node node; /* by game */
    struct job *next;     /* in the queue */
    struct cpu *cpu;
    struct chair *chair; /* whose engine works on it; NULL: it waits, or its answer is with the table */
    char game[TABLE_ID_MAX];
    char who[TABLE_WHO_MAX];
    unsigned seq, attempts;
    bool thinking; /* its engine was asked and has not answered: nobody else will call back */
    bool renewed;  /* a newer position of the game came while this one was held */
};

/* A place for one engine. */
struct chair {
    struct cpu *cpu;
    struct engine *engine;
    struct job *job; /* what it works on */
};

struct cpu {
    struct cpu_config config;
    char **argv;
    struct chair *chairs;
    struct map jobs;
    struct job *queue, **queue_end;
    unsigned held, waiting;
    uv_timer_t sweep;
    struct bus_subscription *subscription;
    bool claiming, claim_again, closing;
    unsigned claimed; /* rows that the claim under way asks for */
    unsigned owed;    /* answers of store, tables, engines and timer that must come before it can go */
    void (*closed)(void *context);
    void *closed_context;
    uint64_t answered, failures;
};

static void claim(struct cpu *cpu);
static void dispatch(struct cpu *cpu);

/* ---- the end ---- */

static void settle(struct cpu *cpu)
{
    if (--cpu->owed || !cpu->closing)
        return;
    void (*closed)(void *) = cpu->closed;
    void *context = cpu->closed_context;
    for (char **argument = cpu->argv; argument && *argument; argument++)
        free(*argument);
    free(cpu->argv);
    free(cpu->chairs);
    map_release(&cpu->jobs);
    free(cpu);
    if (closed)
        closed(context);
}

/* ---- jobs ---- */

static struct job *job_make(struct cpu *cpu, const struct store_job *row)
{
    struct job *job = calloc(1, sizeof *job);
    if (!job)
        return NULL;
    job->cpu = cpu;
    memcpy(job->game, row->game, sizeof job->game);
    job->seq = row->seq;
    job->attempts = row->attempts;
    map_put(&cpu->jobs, &job->node, job->game);
    cpu->held++;
    return job;
}

/* The server stops: another node, or this one when it is back, may have it at once. */
static void give_back(const struct job *job)
{
    (void)!store_job_delay(job->cpu->config.store, job->game, job->seq, 0, NULL, NULL);
}

/* Nothing holds it any more: no queue, no chair, no callback. */
static void job_drop(struct job *job)
{
    struct cpu *cpu = job->cpu;
    bool renewed = job->renewed;
    map_remove(&cpu->jobs, &job->node);
    cpu->held--;
    free(job);
    if (!cpu->closing && (renewed || cpu->claim_again))
        claim(cpu);
}

static void job_wait(struct job *job)
{
    struct cpu *cpu = job->cpu;
    job->next = NULL;
    *cpu->queue_end = job;
    cpu->queue_end = &job->next;
    cpu->waiting++;
}

static struct job *job_take(struct cpu *cpu)
{
    struct job *job = cpu->queue;
    if (!job)
        return NULL;
    cpu->queue = job->next;
    if (!cpu->queue)
        cpu->queue_end = &cpu->queue;
    cpu->waiting--;
    return job;
}

static void leave_chair(struct job *job)
{
    if (job->chair)
        job->chair->job = NULL;
    job->chair = NULL;
}

static void sweep_within(struct cpu *cpu, uint64_t ms);

/* Later again, from the row. */
static void job_put_off(struct job *job, const char *why, bool failure)
{
    struct cpu *cpu = job->cpu;
    uint64_t pause = cpu->config.backoff_ms;
    for (unsigned i = 1; i < job->attempts && pause < BACKOFF_MAX_MS; i++)
        pause *= 2;
    if (pause > BACKOFF_MAX_MS)
        pause = BACKOFF_MAX_MS;
    if (failure)
        cpu->failures++;
    bool grave = failure && job->attempts >= cpu->config.failures_max;
    log_write(cpu->config.log, grave ? LOG_ERROR : LOG_WARN, grave ? "cpu.stuck" : "cpu.put_off",
              "game=%s seq=%u attempts=%u why=\"%s\" again_in_ms=%llu%s", job->game, job->seq, job->attempts, why,
              (unsigned long long)pause, failure ? " by=\"a fresh process\"" : "");
    if (store_job_delay(cpu->config.store, job->game, job->seq, (int64_t)pause, NULL, NULL))
        log_write(cpu->config.log, LOG_WARN, "cpu.put_off", "game=%s the claim must run out first", job->game);
    sweep_within(cpu, pause + 1);
    leave_chair(job);
    job_drop(job);
}

/* ---- the table's answer ---- */

static void on_answer(void *context, const struct table_answer *answer)
{
    struct job *job = context;
    struct cpu *cpu = job->cpu;
    struct chair *chair = job->chair;
    switch (answer->error) {
    case OK:
        cpu->answered++;
        leave_chair(job);
        job_drop(job);
        break;
    case ERR_STALE:
    case ERR_GAME_OVER:
    case ERR_NOT_FOUND: /* the game went on without it */
        leave_chair(job);
        job_drop(job);
        break;
    case ERR_ILLEGAL:
    case ERR_SYNTAX:
    case ERR_FORBIDDEN:
    case ERR_RANGE:
    case ERR_TOO_LONG:
        if (!cpu->closing && chair && engine_is_ready(chair->engine))
            engine_replace(chair->engine);
        job_put_off(job, answer->message, true);
        break;
    default:
        job_put_off(job, answer->message, false);
    }
    if (!cpu->closing)
        dispatch(cpu);
    settle(cpu);
}

static void on_engine_answered(void *context, struct engine *engine, const char *bestmove)
{
    struct chair *chair = context;
    struct job *job = chair->job;
    struct cpu *cpu = chair->cpu;
    char id[TABLE_COMMAND_MAX];
    (void)engine;
    if (!job)
        return;
    job->thinking = false;
    snprintf(id, sizeof id, "cpu:%u", job->seq + 1);
    bool resign = !strcmp(bestmove, "resign");
    struct table_command command = {.verb = resign ? TABLE_RESIGN : TABLE_MOVE,
                                    .game = job->game,
                                    .seq = job->seq,
                                    .id = id,
                                    .usi = resign ? NULL : bestmove};
    log_write(cpu->config.log, LOG_DEBUG, "cpu.answer", "game=%s seq=%u who=%s move=%s", job->game, job->seq, job->who,
              bestmove);
    cpu->owed++;
    tables_command(cpu->config.tables, job->who, &command, on_answer, job);
}

/* ---- asking ---- */

static void on_engine_ready(void *context, struct engine *engine)
{
    struct chair *chair = context;
    (void)engine;
    dispatch(chair->cpu);
}

static void on_engine_failed(void *context, struct engine *engine, const char *why, bool asked)
{
    struct chair *chair = context;
    (void)engine;
    if (asked && chair->job)
        job_put_off(chair->job, why, true);
}

static unsigned movetime(const struct cpu *cpu, unsigned level)
{
    unsigned ms = cpu->config.movetime_ms * level / TABLE_LEVEL_MAX;
    return ms > MOVETIME_LEAST_MS ? ms : MOVETIME_LEAST_MS;
}

static void ask(struct job *job, const struct table_view *view)
{
    struct cpu *cpu = job->cpu;
    struct chair *chair = job->chair;
    struct random_source random = random_system();
    struct engine_question question = {.game = view->game,
                                       .kind = view->kind,
                                       .rules = view->rules,
                                       .start = view->start,
                                       .moves = view->moves,
                                       .level = (unsigned)strtoul(job->who + 4, NULL, 10)};
    question.movetime_ms = movetime(cpu, question.level);
    random_fill(&random, &question.seed, sizeof question.seed);
    enum error error = engine_think(chair->engine, &question);
    job->thinking = !error;
    if (error == ERR_UNKNOWN)
        job_put_off(job, "the engine does not play this game", true);
    else if (error)
        job_put_off(job, error_text(error), false);
}

static void on_look(void *context, enum error error, const struct table_view *view)
{
    struct job *job = context;
    struct cpu *cpu = job->cpu;
    if (cpu->closing) {
        give_back(job);
        leave_chair(job);
        job_drop(job);
    } else if (error && error != ERR_NOT_FOUND) {
        job_put_off(job, error_text(error), false);
    } else if (error || strcmp(view->game, job->game) || view->seq != job->seq || !view->turn ||
               strncmp(view->seat[view->turn == 'w'].who, "cpu:", 4)) {
        leave_chair(job); /* the game went on without it */
        job_drop(job);
    } else {
        memcpy(job->who, view->seat[view->turn == 'w'].who, sizeof job->who);
        if (engine_is_ready(job->chair->engine)) {
            ask(job, view);
        } else { /* it died meanwhile */
            leave_chair(job);
            job_wait(job);
        }
    }
    if (!cpu->closing)
        dispatch(cpu);
    settle(cpu);
}

/* Brings waiting positions and free engines together. */
static void dispatch(struct cpu *cpu)
{
    for (unsigned i = 0; i < cpu->config.processes && cpu->queue; i++) {
        struct chair *chair = &cpu->chairs[i];
        if (chair->job || !engine_is_ready(chair->engine))
            continue;
        struct job *job = job_take(cpu);
        chair->job = job;
        job->chair = chair;
        cpu->owed++;
        tables_look(cpu->config.tables, job->game, on_look, job);
    }
}

/* ---- claiming ---- */

static void on_claimed(void *context, enum error error, const struct store_job *rows, unsigned count)
{
    struct cpu *cpu = context;
    cpu->claiming = false;
    if (error)
        log_write(cpu->config.log, LOG_WARN, "cpu.claim", "error=%s", error_code(error));
    if (count && count == cpu->claimed)
        cpu->claim_again = true; /* there may be more */
    for (unsigned i = 0; i < count; i++) {
        if (cpu->closing) {
            (void)!store_job_delay(cpu->config.store, rows[i].game, rows[i].seq, 0, NULL, NULL);
            continue;
        }
        struct map_node *node = map_get(&cpu->jobs, rows[i].game);
        struct job *held = node ? MAP_THING(node, struct job, node) : NULL;
        if (held) {
            /* Ours, when its claim ran out; or the next position of a game whose last answer is not yet told. */
            if (held->seq != rows[i].seq) {
                held->renewed = true;
                (void)!store_job_delay(cpu->config.store, rows[i].game, rows[i].seq, 0, NULL, NULL);
            }
            continue;
        }
        struct job *job = job_make(cpu, &rows[i]);
        if (job)
            job_wait(job);
    }
    if (!cpu->closing) {
        dispatch(cpu);
        if (cpu->claim_again)
            claim(cpu);
    }
    settle(cpu);
}

static void claim(struct cpu *cpu)
{
    unsigned room = cpu->config.queue_max - cpu->held;
    cpu->claim_again = true;
    if (cpu->claiming || !room || cpu->closing)
        return; /* on_claimed() or job_drop() comes back to it */
    cpu->claim_again = false;
    if (store_jobs_claim(cpu->config.store, room, cpu->config.lease_ms, on_claimed, cpu))
        return; /* the sweep comes back to it */
    cpu->claiming = true;
    cpu->claimed = room;
    cpu->owed++;
}

static void on_sweep(uv_timer_t *timer)
{
    claim(timer->data);
}

static void sweep_within(struct cpu *cpu, uint64_t ms)
{
    if (!cpu->closing && uv_timer_get_due_in(&cpu->sweep) > ms)
        uv_timer_start(&cpu->sweep, on_sweep, ms, cpu->config.sweep_ms);
}

static void on_wake(void *context, const char *subject, const char *text, size_t size)
{
    (void)subject, (void)text, (void)size;
    claim(context);
}

/* ---- opening and closing ---- */

static unsigned or_default(unsigned value, unsigned otherwise)
{
    return value ? value : otherwise;
}

static enum error copy_argv(struct cpu *cpu, const char *const *argv)
{
    size_t count = 0;
    while (argv[count])
        count++;
    cpu->argv = calloc(count + 1, sizeof *cpu->argv);
    for (size_t i = 0; cpu->argv && i < count; i++) {
        cpu->argv[i] = strdup(argv[i]);
        if (!cpu->argv[i])
            return ERR_NO_MEMORY;
    }
    return cpu->argv ? OK : ERR_NO_MEMORY;
}

static enum error open_chairs(struct cpu *cpu)
{
    cpu->chairs = calloc(cpu->config.processes, sizeof *cpu->chairs);
    if (!cpu->chairs)
        return ERR_NO_MEMORY;
    for (unsigned i = 0; i < cpu->config.processes; i++) {
        struct engine_config config = {.loop = cpu->config.loop,
                                       .log = cpu->config.log,
                                       .argv = cpu->argv,
                                       .number = i,
                                       .start_ms = cpu->config.start_ms,
                                       .grace_ms = cpu->config.grace_ms,
                                       .backoff_ms = cpu->config.backoff_ms,
                                       .backoff_max_ms = BACKOFF_MAX_MS,
                                       .ready = on_engine_ready,
                                       .answered = on_engine_answered,
                                       .failed = on_engine_failed,
                                       .context = &cpu->chairs[i]};
        cpu->chairs[i].cpu = cpu;
        enum error error = engine_open(&cpu->chairs[i].engine, &config);
        if (error)
            return error;
    }
    return OK;
}

enum error cpu_open(struct cpu **cpu, const struct cpu_config *config)
{
    *cpu = NULL;
    if (!config->argv || !config->argv[0] || config->processes > PROCESSES_MAX)
        return ERR_RANGE;
    struct cpu *it = calloc(1, sizeof *it);
    if (!it)
        return ERR_NO_MEMORY;
    it->config = *config;
    it->config.processes = or_default(config->processes, 1);
    it->config.queue_max = or_default(config->queue_max, QUEUE_MAX);
    it->config.movetime_ms = or_default(config->movetime_ms, MOVETIME_MS);
    it->config.grace_ms = or_default(config->grace_ms, GRACE_MS);
    it->config.start_ms = or_default(config->start_ms, START_MS);
    it->config.backoff_ms = or_default(config->backoff_ms, BACKOFF_MS);
    it->config.failures_max = or_default(config->failures_max, FAILURES_MAX);
    it->config.sweep_ms = or_default(config->sweep_ms, SWEEP_MS);
    it->config.lease_ms = or_default(config->lease_ms, LEASE_MS);
    it->queue_end = &it->queue;
    uv_timer_init(config->loop, &it->sweep);
    it->sweep.data = it;
    it->owed = 1; /* the timer */
    uint64_t seed;
    struct random_source random = random_system();
    random_fill(&random, &seed, sizeof seed);
    enum error error = map_init(&it->jobs, seed);
    if (!error)
        error = copy_argv(it, config->argv);
    if (!error)
        error = open_chairs(it);
    if (!error)
        error = bus_subscribe(config->bus, TABLE_SUBJECT_JOB, on_wake, it, &it->subscription);
    if (error) {
        cpu_close(it, NULL, NULL);
        return error;
    }
    uv_timer_start(&it->sweep, on_sweep, 0, it->config.sweep_ms);
    *cpu = it;
    return OK;
}

static void on_part_closed(void *context)
{
    settle(context);
}

static void on_sweep_closed(uv_handle_t *handle)
{
    settle(handle->data);
}

void cpu_close(struct cpu *cpu, void (*closed)(void *context), void *context)
{
    cpu->closing = true;
    cpu->closed = closed;
    cpu->closed_context = context;
    bus_unsubscribe(cpu->subscription);
    for (struct job *job; (job = job_take(cpu));) {
        give_back(job);
        job_drop(job);
    }
    for (unsigned i = 0; cpu->chairs && i < cpu->config.processes; i++) {
        struct chair *chair = &cpu->chairs[i];
        if (!chair->engine)
            continue;
        struct job *job = chair->job;
        if (job && job->thinking) {
            give_back(job);
            leave_chair(job);
            job_drop(job);
        }
        cpu->owed++;
        engine_close(chair->engine, on_part_closed, cpu);
    }
    uv_close((uv_handle_t *)&cpu->sweep, on_sweep_closed);
}

void cpu_stats(const struct cpu *cpu, struct cpu_stats *stats)
{
    *stats = (struct cpu_stats){.waiting = cpu->waiting, .answered = cpu->answered, .failures = cpu->failures};
    for (unsigned i = 0; i < cpu->config.processes; i++) {
        const struct chair *chair = &cpu->chairs[i];
        unsigned starts = engine_starts(chair->engine);
        stats->processes += engine_is_running(chair->engine);
        stats->thinking += chair->job != NULL;
        stats->restarts += starts ? starts - 1 : 0;
    }
}
