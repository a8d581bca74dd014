/* The computer plays on, whatever its processes do. */
#include "base/clock.h"
#include "server/cpu/cpu.h"
#include "server/table/tests/fixture.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

struct game {
    struct fixture f;
    struct client anna;
    struct cpu *cpu;
    char file[128];
    const char *argv[5];
    struct cpu_config config;
    unsigned closed;
};

static void open_cpu(struct game *g)
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

static void close_cpu(struct game *g)
{
    g->closed = 0;
    cpu_close(g->cpu, on_closed, &g->closed);
    run_until(&g->f, &g->closed, 1);
}

/* An engine that misbehaves in `mode` at its first `times` questions. */
static void begin(struct game *g, const char *mode, const char *times)
{
    memset(g, 0, sizeof *g);
    fixture_begin(&g->f, "shogi");
    if (!getenv("SHOGIKAN_TEST_LOG"))
        g->f.log.fd = -1; /* what it complains of is meant */
    snprintf(g->file, sizeof g->file, "%s/asked", g->f.folder);
    g->argv[0] = TEST_ENGINE;
    g->argv[1] = mode;
    g->argv[2] = times;
    g->argv[3] = g->file;
    g->config.movetime_ms = 100;
    g->config.grace_ms = 1000; /* a busy machine is not a hung engine */
    g->config.start_ms = 2000;
    g->config.backoff_ms = 10;
    g->config.sweep_ms = 200;
    g->config.lease_ms = 5000;
    open_cpu(g);
    client_open(&g->anna, &g->f, g->f.tables, "anna");
}

static void end(struct game *g)
{
    if (g->cpu)
        close_cpu(g);
    assert_false(g->anna.gap);
    client_close(&g->anna);
    unlink(g->file);
    fixture_end(&g->f);
}

static struct cpu_stats stats_of(struct game *g)
{
    struct cpu_stats stats;
    cpu_stats(g->cpu, &stats);
    return stats;
}

static void the_computer_answers_every_move(void **state)
{
    (void)state;
    struct game g;
    begin(&g, "fair", "0");
    client_open_table(&g.anna, "o", "level=3", true);
    static const char *const mine[] = {"9g9f", "1g1f"};
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(client_move(&g.anna, mine[i], mine[i]), OK);
        run_until(&g.f, &g.anna.events, 2 * i + 2);
        assert_string_equal(g.anna.event_kind, "move");
        assert_int_equal(g.anna.event_side, 'w');
    }
    run_for(&g.f, 50); /* nothing is left to do */
    assert_int_equal(g.anna.events, 4);
    assert_int_equal(stats_of(&g).answered, 2);
    assert_int_equal(stats_of(&g).thinking, 0);
    end(&g);
}

static void the_computer_begins_when_it_is_sente(void **state)
{
    (void)state;
    struct game g;
    begin(&g, "fair", "0");
    client_open_table(&g.anna, "o", "first=guest", true);
    assert_string_equal(g.anna.seat[0].who, "cpu:5");
    run_until(&g.f, &g.anna.seq, 1);
    assert_int_equal(client_command(&g.anna, TABLE_RESIGN, "r", NULL), OK);
    assert_int_equal(client_command(&g.anna, TABLE_AGAIN, "a", NULL), OK);
    assert_string_equal(g.anna.seat[0].who, "anna");
    assert_int_equal(client_command(&g.anna, TABLE_RESIGN, "r2", NULL), OK);
    assert_int_equal(client_command(&g.anna, TABLE_AGAIN, "a2", NULL), OK);
    assert_string_equal(g.anna.seat[0].who, "cpu:5");
    run_until(&g.f, &g.anna.seq, 1);
    end(&g);
}

/* Two bad answers or none, then a good one. */
static void recovers_from(const char *mode, unsigned failures)
{
    struct game g;
    begin(&g, mode, "2");
    client_open_table(&g.anna, "o", "", true);
    assert_int_equal(client_move(&g.anna, "m", "7g7f"), OK);
    run_until(&g.f, &g.anna.events, 2);
    assert_int_equal(g.anna.event_side, 'w');
    run_for(&g.f, 30);
    struct cpu_stats stats = stats_of(&g);
    assert_int_equal(stats.failures, failures);
    assert_int_equal(stats.restarts, 2);
    assert_int_equal(stats.answered, 1);
    end(&g);
}

static void a_process_that_crashes_is_replaced(void **state)
{
    (void)state;
    recovers_from("crash", 2);
}

static void a_process_that_hangs_is_replaced(void **state)
{
    (void)state;
    recovers_from("hang", 2);
}

static void an_illegal_answer_is_asked_again_of_a_fresh_process(void **state)
{
    (void)state;
    recovers_from("illegal", 2);
}

static void nonsense_is_asked_again_of_a_fresh_process(void **state)
{
    (void)state;
    recovers_from("nonsense", 2);
}

static void a_line_without_end_is_cut_off(void **state)
{
    (void)state;
    recovers_from("flood", 2);
}

static void a_process_that_never_gets_ready_is_replaced(void **state)
{
    (void)state;
    recovers_from("mute", 0);
}

static void a_program_that_is_not_there_blocks_no_table(void **state)
{
    (void)state;
    struct game g;
    begin(&g, "fair", "0");
    close_cpu(&g);
    g.argv[0] = "/nonexistent/engine";
    open_cpu(&g);
    client_open_table(&g.anna, "o", "", true);
    assert_int_equal(client_move(&g.anna, "m", "7g7f"), OK);
    run_for(&g.f, 100);
    assert_int_equal(g.anna.events, 1);
    assert_int_equal(stats_of(&g).processes, 0);
    close_cpu(&g);
    g.argv[0] = TEST_ENGINE; /* the position is still there */
    open_cpu(&g);
    run_until(&g.f, &g.anna.events, 2);
    end(&g);
}

static void the_engine_may_resign(void **state)
{
    (void)state;
    struct game g;
    begin(&g, "resign", "1");
    client_open_table(&g.anna, "o", "", true);
    assert_int_equal(client_move(&g.anna, "m", "7g7f"), OK);
    run_until(&g.f, &g.anna.events, 2);
    assert_string_equal(g.anna.winner, "b");
    assert_string_equal(g.anna.reason, "resignation");
    end(&g);
}

static void a_game_that_ended_meanwhile_is_left_alone(void **state)
{
    (void)state;
    struct game g;
    begin(&g, "late", "1");
    client_open_table(&g.anna, "o", "", true);
    assert_int_equal(client_move(&g.anna, "m", "7g7f"), OK);
    run_for(&g.f, 50);
    assert_int_equal(client_command(&g.anna, TABLE_RESIGN, "r", NULL), OK);
    run_for(&g.f, 500);
    assert_int_equal(g.anna.events, 2);
    assert_int_equal(stats_of(&g).failures, 0);
    assert_int_equal(stats_of(&g).thinking, 0);
    end(&g);
}

static void a_restart_goes_on_with_what_waits(void **state)
{
    (void)state;
    struct game g;
    begin(&g, "hang", "1");
    client_open_table(&g.anna, "o", "", true);
    assert_int_equal(client_move(&g.anna, "m", "7g7f"), OK);
    run_for(&g.f, 30); /* it thinks */
    close_cpu(&g);
    client_close(&g.anna);
    char table[TABLE_ID_MAX];
    strcpy(table, g.anna.table);
    fixture_restart(&g.f);
    open_cpu(&g);
    client_open(&g.anna, &g.f, g.f.tables, "anna");
    client_watch(&g.anna, table, NULL, 0);
    run_until(&g.f, &g.anna.seq, 2);
    end(&g);
}

static void more_positions_than_fit_are_all_answered(void **state)
{
    (void)state;
    enum { TABLES = 12 };
    struct game g;
    struct client clients[TABLES];
    begin(&g, "crash", "3");
    close_cpu(&g);
    g.config.queue_max = 3;
    g.config.processes = 2;
    open_cpu(&g);
    for (unsigned i = 0; i < TABLES; i++) {
        char name[16];
        snprintf(name, sizeof name, "device-%u", i);
        client_open(&clients[i], &g.f, g.f.tables, name);
        client_open_table(&clients[i], "o", "level=1", true);
        client_send(&clients[i], TABLE_MOVE, clients[i].game, 0, "m", "7g7f");
    }
    for (unsigned i = 0; i < TABLES; i++) {
        run_until(&g.f, &clients[i].events, 2);
        assert_int_equal(clients[i].event_side, 'w');
        client_close(&clients[i]);
    }
    assert_int_equal(stats_of(&g).answered, TABLES);
    end(&g);
}

static void many_at_once_do_not_wait_for_each_others_whole_time(void **state)
{
    (void)state;
    enum { TABLES = 12 };
    struct game g;
    struct client clients[TABLES];
    begin(&g, "thorough", "1000");
    close_cpu(&g);
    g.config.movetime_ms = 1500;
    open_cpu(&g);
    for (unsigned i = 0; i < TABLES; i++) {
        char name[16];
        snprintf(name, sizeof name, "device-%u", i);
        client_open(&clients[i], &g.f, g.f.tables, name);
        client_open_table(&clients[i], "o", "level=10 first=guest", true);
    }
    int64_t start = clock_monotonic();
    for (unsigned i = 0; i < TABLES; i++) {
        run_until(&g.f, &clients[i].events, 1);
        client_close(&clients[i]);
    }
    assert_true(clock_monotonic() - start < 9000); /* instead of eighteen seconds */
    end(&g);
}

static void closing_while_it_thinks_leaves_nothing_behind(void **state)
{
    (void)state;
    struct game g;
    begin(&g, "hang", "99");
    client_open_table(&g.anna, "o", "", true);
    client_send(&g.anna, TABLE_MOVE, g.anna.game, 0, "m", "7g7f");
    run_until(&g.f, &g.anna.events, 1);
    close_cpu(&g); /* claimed, looked at or thought about */
    g.cpu = NULL;
    end(&g);
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_computer_answers_every_move),
        cmocka_unit_test(the_computer_begins_when_it_is_sente),
        cmocka_unit_test(a_process_that_crashes_is_replaced),
        cmocka_unit_test(a_process_that_hangs_is_replaced),
        cmocka_unit_test(an_illegal_answer_is_asked_again_of_a_fresh_process),
        cmocka_unit_test(nonsense_is_asked_again_of_a_fresh_process),
        cmocka_unit_test(a_line_without_end_is_cut_off),
        cmocka_unit_test(a_process_that_never_gets_ready_is_replaced),
        cmocka_unit_test(a_program_that_is_not_there_blocks_no_table),
        cmocka_unit_test(the_engine_may_resign),
        cmocka_unit_test(a_game_that_ended_meanwhile_is_left_alone),
        cmocka_unit_test(a_restart_goes_on_with_what_waits),
        cmocka_unit_test(more_positions_than_fit_are_all_answered),
        cmocka_unit_test(many_at_once_do_not_wait_for_each_others_whole_time),
        cmocka_unit_test(closing_while_it_thinks_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
