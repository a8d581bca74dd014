/*
 * Rows of the store become jobs in memory while there is room, wait in a queue, and go away again: because the game
 * went on, or back into their rows, to be claimed later. A row is never lost by what happens here: whoever claims it
 * has it for a while only.
 */
#include "server/cpu/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- held in memory ---- */

/* Forgets those whose next turn is not later than anybody's, or all. */
static void forget_askers(struct cpu *cpu, bool all)
{
    for (struct asker **at = &cpu->askers; *at;) {
        struct asker *asker = *at;
        if (all || asker->next_turn <= cpu->turn) {
            *at = asker->next;
            free(asker);
        } else {
            at = &asker->next;
        }
    }
}

/*
 * Everybody has a turn before anybody has a second one. Turns are numbered: a position's is the one after the last of
 * its asker, and not before the one that is being dealt with. So those who come with one position find those who came
 * with many at their first or second, not at their last; and when nobody waits, all are even again.
 */
static uint64_t next_turn(struct cpu *cpu, const char *who)
{
    if (!cpu->held)
        forget_askers(cpu, true);
    struct asker *asker = cpu->askers;
    while (asker && strcmp(asker->who, who))
        asker = asker->next;
    if (!asker) {
        asker = malloc(sizeof *asker);
        if (!asker)
            return cpu->turn;
        snprintf(asker->who, sizeof asker->who, "%s", who);
        asker->next_turn = cpu->turn;
        asker->next = cpu->askers;
        cpu->askers = asker;
    }
    uint64_t turn = asker->next_turn > cpu->turn ? asker->next_turn : cpu->turn;
    asker->next_turn = turn + 1;
    return turn;
}

void jobs_release(struct cpu *cpu)
{
    forget_askers(cpu, true);
}

struct job *job_make(struct cpu *cpu, const struct store_job *row)
{
    struct job *job = calloc(1, sizeof *job);
    if (!job)
        return NULL;
    job->cpu = cpu;
    memcpy(job->game, row->game, sizeof job->game);
    job->seq = row->seq;
    job->attempts = row->attempts;
    job->priority = row->priority;
    job->since = row->since;
    job->turn = next_turn(cpu, row->asker);
    map_put(&cpu->jobs, &job->node, job->game);
    cpu->held++;
    return job;
}

/* Nothing holds it any more: no queue, no chair, no callback. */
void job_drop(struct job *job)
{
    struct cpu *cpu = job->cpu;
    bool renewed = job->renewed;
    map_remove(&cpu->jobs, &job->node);
    cpu->held--;
    free(job);
    if (!cpu->closing && (renewed || cpu->claim_again))
        jobs_claim(cpu);
}

static bool comes_before(const struct job *a, const struct job *b)
{
    if (a->priority != b->priority)
        return a->priority < b->priority;
    return a->turn != b->turn ? a->turn < b->turn : a->since < b->since;
}

void job_wait(struct job *job)
{
    struct cpu *cpu = job->cpu;
    struct job **at = &cpu->queue;
    while (*at && !comes_before(job, *at))
        at = &(*at)->next;
    job->next = *at;
    *at = job;
    cpu->waiting++;
}

static bool foreign_is_up(const struct cpu *cpu)
{
    for (unsigned i = 0; i < cpu->chair_count; i++)
        if (cpu->chairs[i].foreign && engine_is_up(cpu->chairs[i].engine))
            return true;
    return false;
}

struct job *job_take(struct cpu *cpu, const struct chair *chair)
{
    enum whose others = !chair ? ANYBODYS : chair->foreign ? OURS : foreign_is_up(cpu) ? FOREIGN : ANYBODYS;
    struct job **at = &cpu->queue;
    while (*at && (*at)->whose != ANYBODYS && (*at)->whose == others)
        at = &(*at)->next;
    struct job *job = *at;
    if (!job)
        return NULL;
    *at = job->next;
    cpu->waiting--;
    if (job->turn > cpu->turn) {
        cpu->turn = job->turn;
        forget_askers(cpu, false);
    }
    return job;
}

void job_leave_chair(struct job *job)
{
    if (job->chair)
        job->chair->job = NULL;
    job->chair = NULL;
}

static void sweep_within(struct cpu *cpu, uint64_t ms)
{
    if (!cpu->closing && uv_timer_get_due_in(&cpu->sweep) > ms)
        uv_timer_start(&cpu->sweep, jobs_on_sweep, ms, cpu->config.sweep_ms);
}

void job_give_back(struct job *job)
{
    (void)!store_job_delay(job->cpu->config.store, job->game, job->seq, 0, NULL, NULL);
    job_leave_chair(job);
    job_drop(job);
}

/* Later again, from the row. */
void job_put_off(struct job *job, const char *why, bool failure)
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
    job_leave_chair(job);
    job_drop(job);
}

void job_to_ours(struct job *job, const char *why)
{
    struct cpu *cpu = job->cpu;
    cpu->failures++;
    cpu->stand_ins++;
    log_write(cpu->config.log, LOG_WARN, "cpu.stand_in", "game=%s seq=%u why=\"%s\" by=\"our own engine\"", job->game,
              job->seq, why);
    job_leave_chair(job);
    job->whose = OURS;
    job_wait(job);
}

/* ---- claiming ---- */

static void on_claimed(void *context, enum error error, const struct store_job *rows, unsigned count)
{
    struct cpu *cpu = context;
    cpu->claiming = false;
    if (error)
        log_write(cpu->config.log, LOG_WARN, "cpu.claim", "error=%s", error_code(error));
    bool more = count && count == cpu->claimed;
    for (unsigned i = 0; i < count; i++) {
        if (cpu->closing) {
            (void)!store_job_delay(cpu->config.store, rows[i].game, rows[i].seq, 0, NULL, NULL);
            continue;
        }
        struct map_node *node = map_get(&cpu->jobs, rows[i].game);
        struct job *held = node ? MAP_THING(node, struct job, node) : NULL;
        if (held) {
            more = false; /* asking at once would only bring it again */
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
        cpu_dispatch(cpu);
        if (more || cpu->claim_again)
            jobs_claim(cpu);
    }
    cpu_settle(cpu);
}

void jobs_claim(struct cpu *cpu)
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

void jobs_on_sweep(uv_timer_t *timer)
{
    jobs_claim(timer->data);
}
