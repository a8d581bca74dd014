/*
 * The way of a position: a row of the store, claimed while there is room in the queue; a free engine takes the first;
 * the table is asked how it stands now, which also shows whether it is one for the foreign engine; the engine thinks;
 * its move goes to the table as a command of "cpu:N". The event that it makes removes the row. The command's id is
 * "cpu:SEQ" of that event, so when two nodes answer the same position, the second answer is a resend.
 *
 * When anything goes wrong on this way, the row is made due again after a pause that grows with every attempt, and
 * what is held in memory is dropped. The row is the only truth; nothing else has to survive.
 */
#include "base/random.h"
#include "server/cpu/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PROCESSES_MAX = 64,
    QUEUE_MAX = 64,
    MOVETIME_MS = 1000,
    MOVETIME_LEAST_MS = 50,
    PATIENCE_MS = 2000, /* that the computer lets anybody wait because of others, as far as it can */
    GRACE_MS = 3000,
    START_MS = 10000,
    BACKOFF_MS = 250,
    FAILURES_MAX = 3,
    SWEEP_MS = 2000,
    LEASE_MS = 60000,
};

/* ---- the end ---- */

static void free_argv(char **argv)
{
    for (char **argument = argv; argument && *argument; argument++)
        free(*argument);
    free(argv);
}

void cpu_settle(struct cpu *cpu)
{
    if (--cpu->owed || !cpu->closing)
        return;
    void (*closed)(void *) = cpu->closed;
    void *context = cpu->closed_context;
    free_argv(cpu->argv);
    free_argv(cpu->foreign_argv);
    free_argv(cpu->foreign_options);
    free(cpu->foreign_games);
    jobs_release(cpu);
    free(cpu->chairs);
    map_release(&cpu->jobs);
    free(cpu);
    if (closed)
        closed(context);
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
        job_leave_chair(job);
        job_drop(job);
        break;
    case ERR_STALE:
    case ERR_GAME_OVER:
    case ERR_NOT_FOUND: /* the game went on without it */
        job_leave_chair(job);
        job_drop(job);
        break;
    case ERR_ILLEGAL:
    case ERR_SYNTAX:
    case ERR_FORBIDDEN:
    case ERR_RANGE:
    case ERR_TOO_LONG:
        /* To give up somebody's game is forbidden, but no fault of the process. */
        if (!cpu->closing && chair && engine_is_ready(chair->engine) && !job->resigns)
            engine_replace(chair->engine);
        if (!cpu->closing && chair && chair->foreign)
            job_to_ours(job, answer->message);
        else
            job_put_off(job, answer->message, true);
        break;
    default:
        job_put_off(job, answer->message, false);
    }
    if (!cpu->closing)
        cpu_dispatch(cpu);
    cpu_settle(cpu);
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
    job->resigns = !strcmp(bestmove, "resign");
    struct table_command command = {.verb = job->resigns ? TABLE_RESIGN : TABLE_MOVE,
                                    .game = job->game,
                                    .seq = job->seq,
                                    .id = id,
                                    .usi = job->resigns ? NULL : bestmove};
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
    cpu_dispatch(chair->cpu);
}

static void on_engine_failed(void *context, struct engine *engine, const char *why, bool asked)
{
    struct chair *chair = context;
    (void)engine;
    if (asked && chair->job) {
        chair->job->thinking = false;
        if (chair->foreign)
            job_to_ours(chair->job, why);
        else
            job_put_off(chair->job, why, true);
    }
    if (chair->foreign)
        cpu_dispatch(chair->cpu); /* what waits for it is ours as long as it is away */
}

/* When many wait, all think less, so that the last of those held here is answered soon, whoever brought the others. */
static unsigned movetime(const struct cpu *cpu, unsigned level)
{
    unsigned ms = cpu->config.movetime_ms * level / TABLE_LEVEL_MAX;
    if (cpu->waiting) {
        unsigned share = PATIENCE_MS * cpu->config.processes / (cpu->waiting + cpu->config.processes);
        ms = ms < share ? ms : share;
    }
    return ms > MOVETIME_LEAST_MS ? ms : MOVETIME_LEAST_MS;
}

static uint64_t waited_ms(const struct cpu *cpu, const struct job *job)
{
    int64_t ms = store_now(cpu->config.store) - job->since;
    return ms > 0 ? (uint64_t)ms : 0;
}

static unsigned level_of(const struct job *job)
{
    return (unsigned)strtoul(job->who + 4, NULL, 10);
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
                                       .level = level_of(job)};
    question.movetime_ms = movetime(cpu, question.level);
    random_fill(&random, &question.seed, sizeof question.seed);
    enum error error = engine_think(chair->engine, &question);
    job->thinking = !error;
    if (!error) {
        cpu->asked++;
        cpu->waited_ms += waited_ms(cpu, job);
    }
    if (error == ERR_UNKNOWN)
        job_put_off(job, "the engine does not play this game", true);
    else if (error)
        job_put_off(job, error_text(error), false);
}

/* Whether the engine of its chair is the one for it; says whose it is. */
static bool sits_right(struct job *job, const struct table_view *view)
{
    const struct cpu *cpu = job->cpu;
    bool foreign = false;
    for (unsigned i = 0; i < cpu->chair_count && job->whose != OURS; i++)
        foreign |=
            cpu->chairs[i].foreign && engine_plays(cpu->chairs[i].engine, view->kind, view->rules, level_of(job));
    job->whose = foreign ? FOREIGN : OURS;
    return job->chair->foreign == foreign;
}

static void on_look(void *context, enum error error, const struct table_view *view)
{
    struct job *job = context;
    struct cpu *cpu = job->cpu;
    if (cpu->closing) {
        job_give_back(job);
    } else if (error && error != ERR_NOT_FOUND) {
        job_put_off(job, error_text(error), false);
    } else if (error || strcmp(view->game, job->game) || view->seq != job->seq || !view->turn ||
               strncmp(view->seat[view->turn == 'w'].who, "cpu:", 4)) {
        job_leave_chair(job); /* the game went on without it */
        job_drop(job);
    } else {
        memcpy(job->who, view->seat[view->turn == 'w'].who, sizeof job->who);
        if (sits_right(job, view) && engine_is_ready(job->chair->engine)) {
            ask(job, view);
        } else { /* it is for the other kind of engine, or this one died meanwhile */
            job_leave_chair(job);
            job_wait(job);
        }
    }
    if (!cpu->closing)
        cpu_dispatch(cpu);
    cpu_settle(cpu);
}

/* Brings waiting positions and free engines together. */
void cpu_dispatch(struct cpu *cpu)
{
    for (unsigned i = 0; i < cpu->chair_count && cpu->queue; i++) {
        struct chair *chair = &cpu->chairs[i];
        if (chair->job || !engine_is_ready(chair->engine))
            continue;
        struct job *job = job_take(cpu, chair);
        if (!job)
            continue;
        chair->job = job;
        job->chair = chair;
        cpu->owed++;
        tables_look(cpu->config.tables, job->game, on_look, job);
    }
}

/* ---- opening and closing ---- */

static void on_wake(void *context, const char *subject, const char *text, size_t size)
{
    (void)subject, (void)text, (void)size;
    jobs_claim(context);
}

static unsigned or_default(unsigned value, unsigned otherwise)
{
    return value ? value : otherwise;
}

static enum error copy_argv(char ***copy, const char *const *argv)
{
    size_t count = 0;
    while (argv[count])
        count++;
    *copy = calloc(count + 1, sizeof **copy);
    for (size_t i = 0; *copy && i < count; i++) {
        (*copy)[i] = strdup(argv[i]);
        if (!(*copy)[i])
            return ERR_NO_MEMORY;
    }
    return *copy ? OK : ERR_NO_MEMORY;
}

static enum error copy_foreign(struct cpu *cpu, const struct cpu_config *config)
{
    if (!config->foreign_argv)
        return OK;
    if (config->foreign_games) {
        cpu->foreign_games = strdup(config->foreign_games);
        if (!cpu->foreign_games)
            return ERR_NO_MEMORY;
    }
    enum error error = config->foreign_options ? copy_argv(&cpu->foreign_options, config->foreign_options) : OK;
    return error ? error : copy_argv(&cpu->foreign_argv, config->foreign_argv);
}

static enum error open_chairs(struct cpu *cpu)
{
    unsigned foreign = cpu->foreign_argv ? or_default(cpu->config.foreign_processes, 1) : 0;
    cpu->chairs = calloc(cpu->config.processes + foreign, sizeof *cpu->chairs);
    if (!cpu->chairs)
        return ERR_NO_MEMORY;
    for (unsigned i = 0; i < cpu->config.processes + foreign; i++) {
        bool is_foreign = i >= cpu->config.processes;
        struct engine_config config = {.loop = cpu->config.loop,
                                       .log = cpu->config.log,
                                       .argv = is_foreign ? cpu->foreign_argv : cpu->argv,
                                       .games = is_foreign ? cpu->foreign_games : NULL,
                                       .options = is_foreign ? cpu->foreign_options : NULL,
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
        cpu->chairs[i].foreign = is_foreign;
        enum error error = engine_open(&cpu->chairs[i].engine, &config);
        if (error)
            return error;
        cpu->chair_count++;
    }
    return OK;
}

static bool options_fit(const char *const *options)
{
    unsigned count = 0;
    for (; options && options[count]; count++)
        if (count == CPU_OPTIONS_MAX || strlen(options[count]) > CPU_OPTION_BYTES_MAX)
            return false;
    return true;
}

enum error cpu_open(struct cpu **cpu, const struct cpu_config *config)
{
    *cpu = NULL;
    if (!config->argv || !config->argv[0] || config->processes > PROCESSES_MAX ||
        config->foreign_processes > PROCESSES_MAX || (config->foreign_argv && !config->foreign_argv[0]) ||
        !options_fit(config->foreign_options))
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
    uv_timer_init(config->loop, &it->sweep);
    it->sweep.data = it;
    it->owed = 1; /* the timer */
    uint64_t seed;
    struct random_source random = random_system();
    random_fill(&random, &seed, sizeof seed);
    enum error error = map_init(&it->jobs, seed);
    if (!error)
        error = copy_argv(&it->argv, config->argv);
    if (!error)
        error = copy_foreign(it, config);
    if (!error)
        error = open_chairs(it);
    if (!error)
        error = bus_subscribe(config->bus, TABLE_SUBJECT_JOB, on_wake, it, &it->subscription);
    if (error) {
        cpu_close(it, NULL, NULL);
        return error;
    }
    uv_timer_start(&it->sweep, jobs_on_sweep, 0, it->config.sweep_ms);
    *cpu = it;
    return OK;
}

static void on_part_closed(void *context)
{
    cpu_settle(context);
}

static void on_sweep_closed(uv_handle_t *handle)
{
    cpu_settle(handle->data);
}

void cpu_close(struct cpu *cpu, void (*closed)(void *context), void *context)
{
    cpu->closing = true;
    cpu->closed = closed;
    cpu->closed_context = context;
    bus_unsubscribe(cpu->subscription);
    for (struct job *job; (job = job_take(cpu, NULL));)
        job_give_back(job);
    for (unsigned i = 0; i < cpu->chair_count; i++) {
        struct chair *chair = &cpu->chairs[i];
        struct job *job = chair->job;
        if (job && job->thinking)
            job_give_back(job);
        cpu->owed++;
        engine_close(chair->engine, on_part_closed, cpu);
    }
    uv_close((uv_handle_t *)&cpu->sweep, on_sweep_closed);
}

void cpu_stats(const struct cpu *cpu, struct cpu_stats *stats)
{
    *stats = (struct cpu_stats){.waiting = cpu->waiting,
                                .answered = cpu->answered,
                                .failures = cpu->failures,
                                .stand_ins = cpu->stand_ins,
                                .asked = cpu->asked,
                                .waited_ms = cpu->waited_ms};
    for (const struct job *job = cpu->queue; job; job = job->next) {
        int64_t ms = (int64_t)waited_ms(cpu, job);
        stats->oldest_ms = ms > stats->oldest_ms ? ms : stats->oldest_ms;
    }
    for (unsigned i = 0; i < cpu->chair_count; i++) {
        const struct chair *chair = &cpu->chairs[i];
        unsigned starts = engine_starts(chair->engine);
        stats->processes += engine_is_running(chair->engine);
        stats->ready += engine_is_up(chair->engine);
        stats->thinking += chair->job != NULL;
        stats->restarts += starts ? starts - 1 : 0;
    }
}
