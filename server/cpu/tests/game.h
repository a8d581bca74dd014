/*
 * For the tests of the computer: tables, a client, and the computer with an engine that misbehaves as it is told
 * (tests/cpu/test_engine.c).
 */
#ifndef SERVER_CPU_TESTS_GAME_H
#define SERVER_CPU_TESTS_GAME_H

#include "server/cpu/cpu.h"
#include "server/table/tests/fixture.h"

struct game {
    struct fixture f;
    struct client anna;
    struct cpu *cpu;                   /* NULL while there is none */
    char file[128], foreign_file[128]; /* the engines write a letter there for each question */
    const char *argv[5], *foreign_argv[6];
    struct cpu_config config; /* may be changed between game_close_cpu() and game_open_cpu() */
    unsigned closed;
};

/* An engine that misbehaves in `mode` at its first `times` questions. */
void game_begin(struct game *g, const char *kind, const char *mode, const char *times);
void game_end(struct game *g);
void game_open_cpu(struct game *g);
void game_close_cpu(struct game *g);
/* How long, in ms, what a test of this mode waits for may take: not long where it waits in vain, which it must wait
 * for. */
unsigned game_patience(const char *mode, const char *in_vain);
struct cpu_stats game_stats(struct game *g);
/* Until so many processes think. */
void game_await_thinking(struct game *g, unsigned count);

#endif
