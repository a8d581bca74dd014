/* A computer over the fixture of the tables, whose engine is tests/cpu/test_engine.c. */
#include "server/cpu/tests/game.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

void game_open_cpu(struct game *g)
{
    g->config.loop = &g->f.loop;
    g->config.store = g->f.store;
    g->config.bus = g->f.bus;
    g->config.tables = g->f.tables;
    g->config.log = &g->f.log;
    g->config.argv = g->argv;
    assert_int_equal(cpu_open(&g->cpu, &g->config), OK);
}

static void on_closed(void *context)
{
    ++*(unsigned *)context;
}

void game_close_cpu(struct game *g)
{
    g->closed = 0;
    cpu_close(g->cpu, on_closed, &g->closed);
    run_until(&g->f, &g->closed, 1);
}

unsigned game_patience(const char *mode, const char *in_vain)
{
    return strcmp(mode, in_vain) ? 30000 : 3000;
}

void game_begin(struct game *g, const char *kind, const char *mode, const char *times)
{
    memset(g, 0, sizeof *g);
    fixture_begin(&g->f, kind);
    if (!getenv("SHOGIKAN_TEST_LOG"))
        g->f.log.fd = -1; /* what it complains of is meant */
    snprintf(g->file, sizeof g->file, "%s/asked", g->f.folder);
    g->argv[0] = TEST_ENGINE;
    g->argv[1] = mode;
    g->argv[2] = times;
    g->argv[3] = g->file;
    snprintf(g->foreign_file, sizeof g->foreign_file, "%s/asked_too", g->f.folder);
    g->config.movetime_ms = 100;
    g->config.grace_ms = game_patience(mode, "hang"); /* a busy machine is not a hung engine */
    g->config.start_ms = game_patience(mode, "mute");
    g->config.backoff_ms = 10;
    g->config.sweep_ms = 200;
    g->config.lease_ms = 30000;
    game_open_cpu(g);
    client_open(&g->anna, &g->f, g->f.tables, "anna");
}

void game_end(struct game *g)
{
    if (g->cpu)
        game_close_cpu(g);
    assert_false(g->anna.gap);
    client_close(&g->anna);
    unlink(g->file);
    unlink(g->foreign_file);
    fixture_end(&g->f);
}

struct cpu_stats game_stats(struct game *g)
{
    struct cpu_stats stats;
    cpu_stats(g->cpu, &stats);
    return stats;
}

void game_await_thinking(struct game *g, unsigned count)
{
    for (unsigned i = 0; game_stats(g).thinking != count; i++) {
        assert_true(i < 6000);
        run_for(&g->f, 10);
    }
}
