/* Clocks (R4), absence (R8) and what the house does about them, with a clock that the test turns. */
#include "server/table/tests/fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SAY(...) ((struct table_command){__VA_ARGS__})

enum { STEP_MS = 1900, HOUSE_MS = 1 };

static int64_t test_time;

static int64_t test_now(void *context)
{
    return __atomic_load_n((int64_t *)context, __ATOMIC_RELAXED);
}

static void prepare(struct fixture *f)
{
    test_time = 1700000000000;
    f->store_config.clock = (struct clock){.now = test_now, .context = &test_time};
    f->store_config.durable_off = 1;
    f->tables_config.presence_ms = 1;
    f->tables_config.house_ms = HOUSE_MS;
}

/* Waits for so many beats of the house, and for what follows from them. */
static void beats(struct fixture *f, unsigned count)
{
    struct store_stats before, now;
    store_stats(f->store, &before);
    do {
        run_for(f, HOUSE_MS);
        store_stats(f->store, &now);
    } while (now.writes < before.writes + count);
}

/* Lets what is under way come to rest. */
static void settle(struct fixture *f)
{
    beats(f, 12);
}

/* Waits until a text that a client was told is this one: what follows from an event is an event of its own. */
static void await(struct fixture *f, const char *text, const char *wanted)
{
    for (unsigned i = 0; i < 3000 && strcmp(text, wanted); i++)
        run_for(f, 20);
    assert_string_equal(text, wanted);
}

/* Turns the clock, in steps that are as short as a server's beats. */
static void pass(struct fixture *f, int64_t ms)
{
    settle(f);
    for (int64_t step; ms > 0; ms -= step) {
        step = ms < STEP_MS ? ms : STEP_MS;
        __atomic_add_fetch(&test_time, step, __ATOMIC_RELAXED);
        beats(f, 2);
    }
    settle(f);
}

static void begin_pair(struct pair *p, const char *settings)
{
    memset(p, 0, sizeof *p);
    prepare(&p->f);
    pair_begin(p, "shogi", settings);
    settle(&p->f);
}

static void leave(struct pair *p, struct client *client)
{
    client_close(client);
    settle(&p->f);
}

static void come_back(struct pair *p, struct client *client, const char *device)
{
    char table[TABLE_ID_MAX];
    strcpy(table, client->table);
    client_open(client, &p->f, p->f.tables, device);
    client_watch(client, table, NULL, 0);
    settle(&p->f);
}

/* ---- clocks ---- */

static void who_is_there_and_runs_out_of_time_loses(void **state)
{
    (void)state;
    struct pair p;
    begin_pair(&p, "turn_seconds=30");
    assert_true(p.anna.clock.runs);
    assert_int_equal(p.anna.clock.whole, 30000);
    assert_int_equal(p.anna.clock.left, 30000);
    pass(&p.f, 20000);
    assert_int_equal(client_move(&p.anna, "a1", "7g7f"), OK);
    assert_in_range(p.ben.event_left, 9000, 10000);
    assert_int_equal(p.ben.clock.left, 30000); /* each turn has its own */
    pass(&p.f, 29000);
    assert_string_equal(p.ben.winner, "");
    pass(&p.f, 3000);
    assert_string_equal(p.anna.event_kind, "time");
    assert_int_equal(p.anna.event_side, 'w');
    assert_string_equal(p.anna.winner, "b");
    assert_string_equal(p.anna.reason, "time");
    assert_int_equal(client_move(&p.ben, "b1", "3c3d"), ERR_GAME_OVER);
    pair_end(&p);
}

static void the_computer_may_move_instead(void **state)
{
    (void)state;
    struct pair p;
    begin_pair(&p, "turn_seconds=30 on_timeout=cpu_moves level=4");
    pass(&p.f, 33000);
    assert_string_equal(p.ben.event_kind, "computer");
    assert_string_equal(p.ben.winner, "");
    assert_string_equal(p.ben.seat[0].plays, "cpu:4");
    assert_string_equal(p.ben.seat[0].why, "time");
    assert_false(p.ben.clock.runs);
    assert_int_equal(client_move(&p.anna, "a1", "7g7f"), ERR_FORBIDDEN);
    tables_command(p.f.tables, "cpu:4",
                   &SAY(.verb = TABLE_MOVE, .game = p.anna.game, .seq = p.anna.seq, .id = "cpu:x", .usi = "7g7f"), NULL,
                   NULL);
    settle(&p.f);
    await(&p.f, p.ben.moves, "7g7f");
    await(&p.f, p.ben.seat[0].plays, ""); /* that one move */
    assert_true(p.ben.clock.runs);
    assert_int_equal(client_move(&p.ben, "b1", "3c3d"), OK);
    assert_int_equal(client_move(&p.anna, "a2", "2g2f"), OK);
    pair_end(&p);
}

static void a_move_that_reached_the_server_in_time_counts(void **state)
{
    (void)state;
    struct pair p;
    begin_pair(&p, "turn_seconds=30");
    pass(&p.f, 29000);
    __atomic_add_fetch(&test_time, 950, __ATOMIC_RELAXED);
    client_send(&p.anna, TABLE_MOVE, p.anna.game, p.anna.seq, "a1", "7g7f");
    unsigned answers = p.anna.answers;
    __atomic_add_fetch(&test_time, 1900, __ATOMIC_RELAXED); /* the store takes its time */
    run_until(&p.f, &p.anna.answers, answers + 1);
    assert_int_equal(p.anna.error, OK);
    assert_string_equal(p.ben.moves, "7g7f");
    pair_end(&p);
}

static void a_delay_that_was_measured_is_forgiven_up_to_a_second(void **state)
{
    (void)state;
    static const struct {
        unsigned delay;
        int64_t late;
        enum error error;
    } cases[] = {{0, 200, ERR_FORBIDDEN}, {300, 200, OK}, {300, 400, ERR_FORBIDDEN}, {60000, 950, OK}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pair p;
        begin_pair(&p, "turn_seconds=30");
        table_client_delay(p.anna.it, cases[i].delay);
        pass(&p.f, 29500);
        __atomic_add_fetch(&test_time, 500 + cases[i].late, __ATOMIC_RELAXED);
        assert_int_equal(client_move(&p.anna, "a1", "7g7f"), cases[i].error);
        pass(&p.f, 2000);
        assert_string_equal(p.anna.winner, cases[i].error ? "w" : "");
        pair_end(&p);
    }
}

static void the_clock_waits_for_both_and_is_set_anew_with_the_settings(void **state)
{
    (void)state;
    struct fixture f = {0};
    struct client anna, ben;
    prepare(&f);
    fixture_begin(&f, "shogi");
    client_open(&anna, &f, f.tables, "anna");
    client_open(&ben, &f, f.tables, "ben");
    client_open_table(&anna, "o", "turn_seconds=30", false);
    pass(&f, 100000);
    assert_string_equal(anna.winner, "");
    assert_false(anna.clock.runs);
    client_watch(&ben, anna.table, NULL, 0);
    assert_int_equal(client_command(&ben, TABLE_SIT, "s", NULL), OK);
    pass(&f, 20000);
    assert_int_equal(client_say(&anna, SAY(.verb = TABLE_SET, .name = "move_limit", .value = "9")), OK);
    assert_int_equal(anna.clock.left, 30000);
    pass(&f, 20000);
    assert_string_equal(anna.winner, "");
    client_close(&anna);
    client_close(&ben);
    fixture_end(&f);
}

static void clocks_stand_while_no_server_is_up(void **state)
{
    (void)state;
    struct pair p;
    begin_pair(&p, "turn_seconds=60");
    assert_int_equal(client_move(&p.anna, "a1", "7g7f"), OK);
    pass(&p.f, 10000);
    client_watch(&p.ben, p.ben.table, NULL, 0);
    int64_t before = p.ben.clock.left;
    assert_in_range(before, 49000, 50000);
    client_close(&p.anna);
    client_close(&p.ben);
    __atomic_add_fetch(&test_time, 3600000, __ATOMIC_RELAXED); /* down for an hour */
    fixture_restart(&p.f);
    come_back(&p, &p.anna, "anna");
    come_back(&p, &p.ben, "ben");
    client_watch(&p.ben, p.ben.table, NULL, 0);
    assert_true(p.ben.clock.left <= before); /* it did not grow */
    assert_in_range(p.ben.clock.left, before - STORE_HALL_GAP_MS, before);
    assert_int_equal(client_move(&p.ben, "b1", "3c3d"), OK);
    pair_end(&p);
}

static void a_system_clock_that_jumps_moves_no_clock(void **state)
{
    (void)state;
    struct pair p;
    begin_pair(&p, "turn_seconds=60");
    pass(&p.f, 5000);
    __atomic_add_fetch(&test_time, 86400000, __ATOMIC_RELAXED);
    settle(&p.f);
    client_watch(&p.anna, p.anna.table, NULL, 0);
    assert_in_range(p.anna.clock.left, 53000, 55000);
    __atomic_sub_fetch(&test_time, 2 * 86400000, __ATOMIC_RELAXED);
    pass(&p.f, 5000);
    client_watch(&p.anna, p.anna.table, NULL, 0);
    assert_in_range(p.anna.clock.left, 47000, 50000);
    assert_int_equal(client_move(&p.anna, "a1", "7g7f"), OK);
    pair_end(&p);
}

static void a_turn_that_is_taken_back_has_what_was_left_of_it(void **state)
{
    (void)state;
    struct pair p;
    begin_pair(&p, "turn_seconds=60");
    pass(&p.f, 25000);
    assert_int_equal(client_move(&p.anna, "a1", "7g7f"), OK);
    pass(&p.f, 12000);
    assert_int_equal(client_say(&p.anna, SAY(.verb = TABLE_OFFER, .what = "takeback")), OK);
    client_watch(&p.anna, p.anna.table, NULL, 0);
    assert_in_range(p.anna.clock.left, 47000, 48000); /* an offer stops nothing */
    assert_int_equal(client_say(&p.ben, SAY(.verb = TABLE_ACCEPT, .what = "takeback")), OK);
    assert_in_range(p.anna.clock.left, 34000, 35000);
    assert_true(p.anna.clock.runs);
    pass(&p.f, 33000);
    assert_int_equal(client_move(&p.anna, "a2", "7g7f"), OK);
    assert_int_equal(client_say(&p.anna, SAY(.verb = TABLE_OFFER, .what = "takeback")), OK);
    assert_int_equal(client_say(&p.ben, SAY(.verb = TABLE_ACCEPT, .what = "takeback")), OK);
    assert_in_range(p.anna.clock.left, 9000, 10000); /* enough to make another */
    pair_end(&p);
}

/* ---- absence ---- */

static void who_stays_away_is_replaced_and_comes_back(void **state)
{
    (void)state;
    struct pair p;
    begin_pair(&p, "level=6");
    assert_int_equal(client_move(&p.anna, "a1", "7g7f"), OK);
    leave(&p, &p.ben);
    assert_false(p.anna.seat[1].here);
    pass(&p.f, 55000);
    assert_string_equal(p.anna.seat[1].plays, "");
    pass(&p.f, 7000);
    assert_string_equal(p.anna.event_kind, "computer");
    assert_string_equal(p.anna.seat[1].who, "ben"); /* the seat stays his */
    assert_string_equal(p.anna.seat[1].plays, "cpu:6");
    assert_string_equal(p.anna.seat[1].why, "away");
    come_back(&p, &p.ben, "ben");
    assert_string_equal(p.anna.event_kind, "back"); /* no clock: at once */
    assert_string_equal(p.anna.seat[1].plays, "");
    assert_int_equal(client_move(&p.ben, "b1", "3c3d"), OK);
    pair_end(&p);
}

static void who_was_away_for_a_moment_is_not(void **state)
{
    (void)state;
    struct pair p;
    begin_pair(&p, "");
    for (unsigned i = 0; i < 4; i++) {
        leave(&p, &p.ben);
        pass(&p.f, 40000);
        come_back(&p, &p.ben, "ben");
    }
    assert_string_equal(p.anna.seat[1].plays, "");
    assert_int_equal(p.anna.seq, 1);
    pair_end(&p);
}

static void an_absent_player_does_not_lose_on_time_and_gains_none(void **state)
{
    (void)state;
    struct pair p;
    begin_pair(&p, "turn_seconds=30");
    assert_int_equal(client_move(&p.anna, "a1", "7g7f"), OK);
    pass(&p.f, 10000);
    leave(&p, &p.ben);
    pass(&p.f, 18000);
    assert_string_equal(p.anna.seat[1].plays, "");
    pass(&p.f, 5000); /* the turn is over, the grace is not */
    assert_string_equal(p.anna.event_kind, "computer");
    assert_string_equal(p.anna.seat[1].why, "away");
    assert_string_equal(p.anna.winner, "");
    come_back(&p, &p.ben, "ben");
    assert_string_equal(p.anna.seat[1].plays, "cpu:5"); /* this move is the computer's */
    assert_int_equal(client_move(&p.ben, "b1", "3c3d"), ERR_FORBIDDEN);
    tables_command(p.f.tables, "cpu:5",
                   &SAY(.verb = TABLE_MOVE, .game = p.anna.game, .seq = p.anna.seq, .id = "cpu:x", .usi = "3c3d"), NULL,
                   NULL);
    settle(&p.f);
    await(&p.f, p.anna.moves, "7g7f 3c3d");
    await(&p.f, p.anna.seat[1].plays, "");
    assert_int_equal(client_move(&p.anna, "a2", "2g2f"), OK);
    assert_int_equal(client_move(&p.ben, "b2", "8c8d"), OK);
    pair_end(&p);
}

static void a_connection_that_falls_silent_is_away(void **state)
{
    (void)state;
    struct pair p;
    begin_pair(&p, "turn_seconds=30");
    assert_int_equal(client_move(&p.anna, "a1", "7g7f"), OK);
    table_client_silent(p.ben.it, true);
    settle(&p.f);
    assert_false(p.anna.seat[1].here);
    pass(&p.f, 10000);
    table_client_silent(p.ben.it, false);
    settle(&p.f);
    assert_true(p.anna.seat[1].here);
    table_client_silent(p.ben.it, true);
    pass(&p.f, 23000);
    assert_string_equal(p.anna.seat[1].plays, "cpu:5");
    assert_string_equal(p.anna.seat[1].why, "away");
    assert_string_equal(p.anna.winner, "");
    pair_end(&p);
}

static void with_nobody_there_the_table_sleeps(void **state)
{
    (void)state;
    struct pair p;
    begin_pair(&p, "turn_seconds=60");
    assert_int_equal(client_move(&p.anna, "a1", "7g7f"), OK);
    pass(&p.f, 20000);
    leave(&p, &p.ben);
    leave(&p, &p.anna);
    pass(&p.f, 120000);
    come_back(&p, &p.ben, "ben");
    assert_string_equal(p.ben.winner, "");
    client_watch(&p.ben, p.ben.table, NULL, 0);
    assert_false(p.ben.asleep);
    assert_true(p.ben.clock.runs);
    assert_in_range(p.ben.clock.left, 38000, 40000); /* as they left it */
    assert_int_equal(client_move(&p.ben, "b1", "3c3d"), OK);
    pass(&p.f, 3000);
    assert_string_equal(p.ben.seat[0].plays, "cpu:5"); /* anna has been away for long */
    come_back(&p, &p.anna, "anna");
    pair_end(&p);
}

static void alone_against_the_computer_a_table_sleeps_as_well(void **state)
{
    (void)state;
    struct pair p;
    memset(&p, 0, sizeof p);
    prepare(&p.f);
    fixture_begin(&p.f, "shogi");
    client_open(&p.anna, &p.f, p.f.tables, "anna");
    client_open_table(&p.anna, "o", "turn_seconds=30", true);
    pass(&p.f, 10000);
    leave(&p, &p.anna);
    pass(&p.f, 200000);
    come_back(&p, &p.anna, "anna");
    assert_string_equal(p.anna.winner, "");
    client_watch(&p.anna, p.anna.table, NULL, 0);
    assert_in_range(p.anna.clock.left, 18000, 20000);
    pair_end(&p);
}

static void a_rematch_with_somebody_who_left_does_not_hang(void **state)
{
    (void)state;
    struct pair p;
    begin_pair(&p, "");
    assert_int_equal(client_move(&p.anna, "a1", "7g7f"), OK);
    assert_int_equal(client_command(&p.ben, TABLE_RESIGN, "r", NULL), OK);
    leave(&p, &p.ben);
    assert_int_equal(client_command(&p.anna, TABLE_AGAIN, "n", NULL), OK);
    pass(&p.f, 30000);
    assert_int_equal(p.anna.number, 1);
    pass(&p.f, 35000);
    assert_int_equal(p.anna.number, 2);
    assert_string_equal(p.anna.seat[0].who, "ben");
    assert_string_equal(p.anna.seat[0].plays, "cpu:5");
    come_back(&p, &p.ben, "ben");
    assert_string_equal(p.anna.seat[0].plays, "");
    assert_int_equal(client_move(&p.ben, "b1", "7g7f"), OK);
    pair_end(&p);
}

static void no_rating_depends_on_a_game_that_its_player_does_not_know_of(void **state)
{
    (void)state;
    struct pair p;
    begin_pair(&p, "rated=on");
    assert_int_equal(client_move(&p.anna, "a1", "7g7f"), OK);
    assert_int_equal(client_command(&p.ben, TABLE_RESIGN, "r", NULL), OK);
    leave(&p, &p.ben);
    assert_int_equal(client_command(&p.anna, TABLE_AGAIN, "n", NULL), OK);
    pass(&p.f, 65000);
    assert_int_equal(p.anna.number, 2);
    assert_string_equal(p.anna.settings, "");
    pair_end(&p);
}

/* Ben leaves when it is his move, for so long that the computer makes it. */
static void begin_stood_in_for(struct pair *p, const char *settings, const char *who)
{
    begin_pair(p, settings);
    assert_int_equal(client_move(&p->anna, "a1", "7g7f"), OK);
    leave(p, &p->ben);
    pass(&p->f, 63000);
    assert_string_equal(p->anna.seat[1].plays, who);
}

static void in_a_rated_game_the_computer_stands_in_weakly(void **state)
{
    (void)state;
    struct pair p;
    begin_stood_in_for(&p, "rated=on level=9", "cpu:1");
    tables_command(p.f.tables, "cpu:1",
                   &SAY(.verb = TABLE_MOVE, .game = p.anna.game, .seq = p.anna.seq, .id = "cpu:x", .usi = "3c3d"), NULL,
                   NULL);
    settle(&p.f);
    /* The game counts for the one who left. */
    assert_int_equal(client_command(&p.anna, TABLE_RESIGN, "r", NULL), OK);
    assert_int_equal(rating_of(&p.f, "ben").value, 1520);
    pair_end(&p);
}

static enum error refused;

static void keep_error(void *context, const struct table_answer *answer)
{
    (void)context;
    refused = answer->error;
}

static void the_computer_gives_up_no_game_of_a_person(void **state)
{
    (void)state;
    struct pair p;
    begin_stood_in_for(&p, "level=9", "cpu:9");
    tables_command(p.f.tables, "cpu:9",
                   &SAY(.verb = TABLE_RESIGN, .game = p.anna.game, .seq = p.anna.seq, .id = "cpu:x"), keep_error, NULL);
    settle(&p.f);
    assert_int_equal(refused, ERR_FORBIDDEN);
    assert_string_equal(p.anna.winner, "");
    assert_int_equal(client_command(&p.anna, TABLE_RESIGN, "r", NULL), OK); /* persons may */
    pair_end(&p);
}

static void a_crash_does_not_count_as_leaving_for_long(void **state)
{
    (void)state;
    struct pair p;
    begin_pair(&p, "");
    assert_int_equal(client_move(&p.anna, "a1", "7g7f"), OK);
    client_close(&p.anna);
    client_close(&p.ben);
    __atomic_add_fetch(&test_time, 600000, __ATOMIC_RELAXED);
    fixture_restart(&p.f);
    come_back(&p, &p.anna, "anna");
    pass(&p.f, 30000);
    assert_string_equal(p.anna.seat[1].plays, "");
    pass(&p.f, 35000);
    assert_string_equal(p.anna.seat[1].plays, "cpu:5");
    pair_end(&p);
}

static void another_node_looks_after_the_table_when_one_is_gone(void **state)
{
    (void)state;
    struct pair p;
    memset(&p, 0, sizeof p);
    prepare(&p.f);
    fixture_begin(&p.f, "shogi");
    fixture_second_node(&p.f);
    client_open(&p.anna, &p.f, p.f.tables, "anna");
    client_open(&p.ben, &p.f, p.f.other, "ben");
    client_open_table(&p.anna, "o", "", false);
    client_watch(&p.ben, p.anna.table, NULL, 0);
    assert_int_equal(client_command(&p.ben, TABLE_SIT, "s", NULL), OK);
    settle(&p.f);
    assert_int_equal(client_move(&p.anna, "a1", "7g7f"), OK);
    fixture_lose_second_node(&p.f); /* without a word: ben's row says that he is here */
    p.ben.it = NULL;
    pass(&p.f, 50000);
    assert_string_equal(p.anna.seat[1].plays, "");
    pass(&p.f, 25000);
    assert_string_equal(p.anna.seat[1].plays, "cpu:5");
    pair_end(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_is_there_and_runs_out_of_time_loses),
        cmocka_unit_test(the_computer_may_move_instead),
        cmocka_unit_test(a_move_that_reached_the_server_in_time_counts),
        cmocka_unit_test(a_delay_that_was_measured_is_forgiven_up_to_a_second),
        cmocka_unit_test(the_clock_waits_for_both_and_is_set_anew_with_the_settings),
        cmocka_unit_test(clocks_stand_while_no_server_is_up),
        cmocka_unit_test(a_system_clock_that_jumps_moves_no_clock),
        cmocka_unit_test(a_turn_that_is_taken_back_has_what_was_left_of_it),
        cmocka_unit_test(who_stays_away_is_replaced_and_comes_back),
        cmocka_unit_test(who_was_away_for_a_moment_is_not),
        cmocka_unit_test(an_absent_player_does_not_lose_on_time_and_gains_none),
        cmocka_unit_test(a_connection_that_falls_silent_is_away),
        cmocka_unit_test(with_nobody_there_the_table_sleeps),
        cmocka_unit_test(alone_against_the_computer_a_table_sleeps_as_well),
        cmocka_unit_test(a_rematch_with_somebody_who_left_does_not_hang),
        cmocka_unit_test(no_rating_depends_on_a_game_that_its_player_does_not_know_of),
        cmocka_unit_test(in_a_rated_game_the_computer_stands_in_weakly),
        cmocka_unit_test(the_computer_gives_up_no_game_of_a_person),
        cmocka_unit_test(a_crash_does_not_count_as_leaving_for_long),
        cmocka_unit_test(another_node_looks_after_the_table_when_one_is_gone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
