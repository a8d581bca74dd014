/* The computer plays on, whatever its processes do. */
#include "base/clock.h"
#include "server/cpu/tests/game.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define KIND "shogi"

static void the_computer_answers_every_move(void **state)
{
    (void)state;
    struct game g;
    game_begin(&g, KIND, "fair", "0");
    client_open_table(&g.anna, "o", "level=3", true);
    static const char *const mine[] = {"9g9f", "1g1f"};
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(client_move(&g.anna, mine[i], mine[i]), OK);
        run_until(&g.f, &g.anna.events, 2 * i + 2);
        assert_string_equal(g.anna.event_kind, "move");
        assert_int_equal(g.anna.event_side, 'w');
    }
    game_await_thinking(&g, 0);
    run_for(&g.f, 50); /* nothing is left to do */
    assert_int_equal(g.anna.events, 4);
    assert_int_equal(game_stats(&g).answered, 2);
    assert_int_equal(game_stats(&g).thinking, 0);
    game_end(&g);
}

static void the_computer_begins_when_it_is_sente(void **state)
{
    (void)state;
    struct game g;
    game_begin(&g, KIND, "fair", "0");
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
    game_end(&g);
}

/* Two bad answers or none, then a good one. */
static void recovers_from(const char *mode, unsigned failures)
{
    struct game g;
    game_begin(&g, KIND, mode, "2");
    client_open_table(&g.anna, "o", "", true);
    assert_int_equal(client_move(&g.anna, "m", "7g7f"), OK);
    run_until(&g.f, &g.anna.events, 2);
    assert_int_equal(g.anna.event_side, 'w');
    game_await_thinking(&g, 0);
    run_for(&g.f, 30);
    struct cpu_stats stats = game_stats(&g);
    assert_int_equal(stats.failures, failures);
    assert_int_equal(stats.restarts, 2);
    assert_int_equal(stats.answered, 1);
    game_end(&g);
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
    game_begin(&g, KIND, "fair", "0");
    game_close_cpu(&g);
    g.argv[0] = "/nonexistent/engine";
    game_open_cpu(&g);
    client_open_table(&g.anna, "o", "", true);
    assert_int_equal(client_move(&g.anna, "m", "7g7f"), OK);
    run_for(&g.f, 100);
    assert_int_equal(g.anna.events, 1);
    assert_int_equal(game_stats(&g).processes, 0);
    game_close_cpu(&g);
    g.argv[0] = TEST_ENGINE; /* the position is still there */
    game_open_cpu(&g);
    run_until(&g.f, &g.anna.events, 2);
    game_end(&g);
}

static void the_engine_may_resign(void **state)
{
    (void)state;
    struct game g;
    game_begin(&g, KIND, "resign", "1");
    client_open_table(&g.anna, "o", "", true);
    assert_int_equal(client_move(&g.anna, "m", "7g7f"), OK);
    run_until(&g.f, &g.anna.events, 2);
    assert_string_equal(g.anna.winner, "b");
    assert_string_equal(g.anna.reason, "resignation");
    game_end(&g);
}

static void a_game_that_ended_meanwhile_is_left_alone(void **state)
{
    (void)state;
    struct game g;
    game_begin(&g, KIND, "late", "1");
    client_open_table(&g.anna, "o", "", true);
    assert_int_equal(client_move(&g.anna, "m", "7g7f"), OK);
    game_await_thinking(&g, 1);
    assert_int_equal(client_command(&g.anna, TABLE_RESIGN, "r", NULL), OK);
    game_await_thinking(&g, 0);
    run_for(&g.f, 200);
    assert_int_equal(g.anna.events, 2);
    assert_int_equal(game_stats(&g).failures, 0);
    assert_int_equal(game_stats(&g).thinking, 0);
    game_end(&g);
}

static void a_restart_goes_on_with_what_waits(void **state)
{
    (void)state;
    struct game g;
    game_begin(&g, KIND, "hang", "1");
    client_open_table(&g.anna, "o", "", true);
    assert_int_equal(client_move(&g.anna, "m", "7g7f"), OK);
    game_await_thinking(&g, 1);
    game_close_cpu(&g);
    client_close(&g.anna);
    char table[TABLE_ID_MAX];
    strcpy(table, g.anna.table);
    fixture_restart(&g.f);
    game_open_cpu(&g);
    client_open(&g.anna, &g.f, g.f.tables, "anna");
    client_watch(&g.anna, table, NULL, 0);
    run_until(&g.f, &g.anna.seq, 2);
    game_end(&g);
}

static void more_positions_than_fit_are_all_answered(void **state)
{
    (void)state;
    enum { TABLES = 12 };
    struct game g;
    struct client clients[TABLES];
    game_begin(&g, KIND, "crash", "3");
    game_close_cpu(&g);
    g.config.queue_max = 3;
    g.config.processes = 2;
    game_open_cpu(&g);
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
    assert_int_equal(game_stats(&g).answered, TABLES);
    game_end(&g);
}

static void many_at_once_do_not_wait_for_each_others_whole_time(void **state)
{
    (void)state;
    enum { TABLES = 12 };
    struct game g;
    struct client clients[TABLES];
    game_begin(&g, KIND, "thorough", "1000");
    game_close_cpu(&g);
    g.config.movetime_ms = 6000;
    game_open_cpu(&g);
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
    assert_true(clock_monotonic() - start < 36000); /* instead of 72 seconds */
    game_end(&g);
}

static void closing_while_it_thinks_leaves_nothing_behind(void **state)
{
    (void)state;
    struct game g;
    game_begin(&g, KIND, "hang", "99");
    client_open_table(&g.anna, "o", "", true);
    client_send(&g.anna, TABLE_MOVE, g.anna.game, 0, "m", "7g7f");
    run_until(&g.f, &g.anna.events, 1);
    game_close_cpu(&g); /* claimed, looked at or thought about */
    g.cpu = NULL;
    game_end(&g);
}

/* ---- many at once ---- */

enum { MANY = 60 };

struct crowd {
    struct client clients[MANY];
    unsigned answers[MANY]; /* numbers of the tables in the order in which the computer moved there */
    unsigned answered, ended;
};

static void on_move(struct client *client)
{
    struct crowd *crowd = client->context;
    if (!strcmp(client->event_kind, "move"))
        crowd->answers[crowd->answered++] = (unsigned)(client - crowd->clients);
    else if (!strcmp(client->event_kind, "resign"))
        crowd->ended++;
}

/* Tables at which the computer is to move, made by the devices named, `each` by each; nobody thinks yet. */
static struct crowd *gather(struct game *g, const unsigned *each, unsigned devices)
{
    struct crowd *crowd = calloc(1, sizeof *crowd);
    unsigned table = 0;
    game_close_cpu(g);
    for (unsigned device = 0; device < devices; device++) {
        for (unsigned i = 0; i < each[device]; i++, table++) {
            struct client *client = &crowd->clients[table];
            char name[24], id[16];
            snprintf(name, sizeof name, "device-%u", device);
            snprintf(id, sizeof id, "o%u", table);
            client_open(client, &g->f, g->f.tables, name);
            client->context = crowd;
            client->on_event = on_move;
            client_open_table(client, id, "level=1 first=guest alternate_first=off", true);
        }
    }
    assert_int_equal(table, MANY);
    return crowd;
}

static void disperse(struct crowd *crowd)
{
    for (unsigned i = 0; i < MANY; i++) {
        assert_false(crowd->clients[i].gap);
        client_close(&crowd->clients[i]);
    }
    free(crowd);
}

static void sixty_tables_of_one_engine_get_their_answers_in_turn(void **state)
{
    enum { DEVICES = 6, ROUNDS = 3 };
    static const unsigned queue_max[] = {64, 8}; /* the order is that of memory, or that of the store as well */
    (void)state;
    for (unsigned run = 0; run < 2; run++) {
        struct game g;
        game_begin(&g, KIND, "fair", "0");
        const unsigned each[DEVICES] = {10, 10, 10, 10, 10, 10};
        struct crowd *crowd = gather(&g, each, DEVICES);
        g.config.queue_max = queue_max[run];
        g.config.processes = 1;
        game_open_cpu(&g);
        for (unsigned round = 0; round < ROUNDS; round++) {
            unsigned served[DEVICES] = {0};
            run_until(&g.f, &crowd->answered, MANY);
            for (unsigned i = 0; i < MANY; i++) {
                unsigned least = MANY, most = 0;
                served[crowd->answers[i] / 10]++;
                for (unsigned device = 0; device < DEVICES; device++) {
                    least = served[device] < least ? served[device] : least;
                    most = served[device] > most ? served[device] : most;
                }
                assert_true(round || most - least <= 1); /* all were there from the start */
            }

            crowd->answered = crowd->ended = 0;
            for (unsigned i = 0; i < MANY; i++)
                client_send(&crowd->clients[i], TABLE_RESIGN, crowd->clients[i].game, 1, "resign", NULL);
            run_until(&g.f, &crowd->ended, MANY);
            for (unsigned i = 0; i < MANY; i++) /* the next game, where it moves first again */
                client_send(&crowd->clients[i], TABLE_AGAIN, crowd->clients[i].game, 2, "again", NULL);
        }
        run_until(&g.f, &crowd->answered, MANY);
        struct cpu_stats stats = game_stats(&g);
        assert_int_equal(stats.asked, MANY * (ROUNDS + 1));
        assert_int_equal(stats.failures, 0);
        disperse(crowd);
        game_end(&g);
    }
}

static void many_tables_of_one_device_do_not_hold_up_the_others(void **state)
{
    static const unsigned queue_max[] = {64, 8};
    (void)state;
    for (unsigned run = 0; run < 2; run++) {
        struct game g;
        game_begin(&g, KIND, "fair", "0");
        const unsigned each[] = {50, 1, 1, 2, 1, 5};
        struct crowd *crowd = gather(&g, each, 6);
        g.config.queue_max = queue_max[run];
        g.config.processes = 1;
        game_open_cpu(&g);
        run_until(&g.f, &crowd->answered, MANY);
        unsigned of_the_first = 0;
        for (unsigned i = 0; i < MANY; i++) {
            unsigned table = crowd->answers[i];
            of_the_first += table < 50;
            if (table == 50 || table == 51 || table == 54)
                assert_true(of_the_first <= 1); /* who came with one table had a turn in the first round */
            if (table >= 55)
                assert_true(of_the_first <= 5);
        }
        disperse(crowd);
        game_end(&g);
    }
}

static void who_comes_later_with_one_table_waits_for_no_queue(void **state)
{
    (void)state;
    struct game g;
    game_begin(&g, KIND, "fair", "0");
    const unsigned each[] = {60};
    struct crowd *crowd = gather(&g, each, 1);
    g.config.queue_max = 8;
    game_open_cpu(&g);
    run_until(&g.f, &crowd->answered, 10);
    client_open_table(&g.anna, "o", "level=1 first=guest", true);
    unsigned before = crowd->answered;
    run_until(&g.f, &g.anna.events, 1);
    assert_true(crowd->answered - before <= 8);
    assert_true(crowd->answered < MANY);
    run_until(&g.f, &crowd->answered, MANY);
    disperse(crowd);
    game_end(&g);
}

static void how_long_positions_wait_is_measured(void **state)
{
    (void)state;
    struct game g;
    game_begin(&g, KIND, "hang", "1");
    client_open_table(&g.anna, "o", "first=guest", true);
    game_await_thinking(&g, 1); /* the only engine is asked, and says nothing */
    struct client ben;
    client_open(&ben, &g.f, g.f.tables, "ben");
    client_open_table(&ben, "o", "first=guest", true);
    for (unsigned i = 0; !game_stats(&g).waiting; i++) {
        assert_true(i < 6000);
        run_for(&g.f, 10);
    }
    run_for(&g.f, 150);
    struct cpu_stats stats = game_stats(&g);
    assert_int_equal(stats.asked, 1);
    assert_int_equal(stats.waiting, 1);
    assert_true(stats.oldest_ms >= 100);
    run_until(&g.f, &ben.events, 1);
    stats = game_stats(&g);
    assert_int_equal(stats.oldest_ms, 0);
    assert_true(stats.waited_ms >= 100);
    client_close(&ben);
    game_end(&g);
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
        cmocka_unit_test(sixty_tables_of_one_engine_get_their_answers_in_turn),
        cmocka_unit_test(many_tables_of_one_device_do_not_hold_up_the_others),
        cmocka_unit_test(who_comes_later_with_one_table_waits_for_no_queue),
        cmocka_unit_test(how_long_positions_wait_is_measured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
