/* A foreign engine beside our own: what it is asked for, and who stands in for it. */
#include "server/cpu/tests/game.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define KIND "shogi"
#define LEVELS "|option name Level type spin default 10 min 1 max 10"
#define SHOGI "option name UCI_Variant type combo default go var go var shogi"

/* Until our engine and the foreign one have said what they play. */
static void await_both(struct game *g)
{
    for (unsigned i = 0; game_stats(g).ready < 2; i++) {
        assert_true(i < 6000);
        run_for(&g->f, 10);
    }
}

/* Begins anew with one beside ours. */
static void begin_with_foreign(struct game *g, const char *mode, const char *times, const char *options)
{
    game_begin(g, KIND, "fair", "0");
    game_close_cpu(g);
    g->config.grace_ms = game_patience(mode, "hang");
    g->foreign_argv[0] = TEST_ENGINE;
    g->foreign_argv[1] = mode;
    g->foreign_argv[2] = times;
    g->foreign_argv[3] = g->foreign_file;
    g->foreign_argv[4] = options;
    g->config.foreign_argv = g->foreign_argv;
    game_open_cpu(g);
    await_both(g);
}

static long questions(const char *path)
{
    FILE *file = fopen(path, "r");
    long count = 0;
    if (!file)
        return 0;
    while (fgetc(file) != EOF)
        count++;
    fclose(file);
    return count;
}

/* Opens a table where the computer moves first, and says who was asked for that move. */
static const char *who_answers(struct game *g, const char *id, const char *kind, const char *rules,
                               const char *settings)
{
    char text[256];
    long ours = questions(g->file), theirs = questions(g->foreign_file);
    struct client client;
    client_open(&client, &g->f, g->f.tables, id);
    snprintf(text, sizeof text, "first=guest%s%s", *settings ? " " : "", settings);
    struct table_plan plan = {.id = id, .kind = kind, .rules = rules, .settings = text, .computer = true};
    table_client_open_table(client.it, &plan);
    run_until(&g->f, &client.events, 1);
    assert_string_equal(client.event_kind, "move");
    client_close(&client);
    ours = questions(g->file) - ours;
    theirs = questions(g->foreign_file) - theirs;
    return theirs && ours ? "both" : theirs ? "foreign" : "ours";
}

static void a_foreign_engine_is_asked_for_what_it_declares(void **state)
{
    (void)state;
    struct game g;
    begin_with_foreign(&g, "fair", "0", SHOGI LEVELS);
    assert_string_equal(who_answers(&g, "a", "shogi", "", "level=3"), "foreign");
    assert_string_equal(who_answers(&g, "b", "annan", "", "level=3"), "ours");
    assert_string_equal(who_answers(&g, "c", "shogi", "impasse=points27", "level=3"), "ours"); /* knows no Rule */
    assert_string_equal(who_answers(&g, "d", "shogi", "", ""), "foreign");
    game_end(&g);
    begin_with_foreign(&g, "fair", "0", SHOGI "|option name Rule type string default <empty>" LEVELS);
    assert_string_equal(who_answers(&g, "a", "shogi", "impasse=points27", ""), "foreign");
    game_end(&g);
    begin_with_foreign(&g, "fair", "0", SHOGI); /* knows no Level: only for the highest */
    assert_string_equal(who_answers(&g, "a", "shogi", "", "level=9"), "ours");
    assert_string_equal(who_answers(&g, "b", "shogi", "", "level=10"), "foreign");
    game_end(&g);
}

static void a_foreign_engine_that_declares_nothing_is_asked_for_the_games_it_was_given(void **state)
{
    (void)state;
    struct game g;
    begin_with_foreign(&g, "fair", "0", "id name plain"); /* which plays the first game of the list */
    assert_string_equal(who_answers(&g, "a", "annan", "", "level=10"), "ours");
    game_close_cpu(&g);
    g.config.foreign_games = "go annan";
    game_open_cpu(&g);
    await_both(&g);
    assert_string_equal(who_answers(&g, "b", "annan", "", "level=10"), "foreign");
    assert_string_equal(who_answers(&g, "c", "shogi", "", "level=10"), "ours");
    game_end(&g);
}

static void stands_in_for(const char *mode)
{
    struct game g;
    begin_with_foreign(&g, mode, "1", SHOGI LEVELS);
    assert_string_equal(who_answers(&g, "a", "shogi", "", ""), "both");
    struct cpu_stats stats = game_stats(&g);
    assert_int_equal(stats.stand_ins, 1);
    assert_int_equal(stats.answered, 1);
    await_both(&g); /* a fresh process is there again */
    assert_string_equal(who_answers(&g, "b", "shogi", "", ""), "foreign");
    assert_int_equal(game_stats(&g).stand_ins, 1);
    game_end(&g);
}

static void our_own_engine_stands_in_for_a_foreign_one_that_answers_illegally(void **state)
{
    (void)state;
    stands_in_for("illegal");
    stands_in_for("nonsense");
}

static void our_own_engine_stands_in_for_a_foreign_one_that_fails(void **state)
{
    (void)state;
    stands_in_for("crash");
    stands_in_for("hang");
}

static void our_own_engine_goes_on_when_a_foreign_one_gives_up_a_persons_game(void **state)
{
    (void)state;
    struct game g;
    struct client ben;
    begin_with_foreign(&g, "resign", "99", SHOGI LEVELS);
    client_open_table(&g.anna, "o", "", false);
    client_open(&ben, &g.f, g.f.tables, "ben");
    client_watch(&ben, g.anna.table, NULL, 0);
    assert_int_equal(client_command(&ben, TABLE_SIT, "s", NULL), OK);
    assert_int_equal(client_say(&g.anna, (struct table_command){.verb = TABLE_COMPUTER, .on = true}), OK);
    run_until(&g.f, &g.anna.seq, 3);
    assert_string_equal(g.anna.event_kind, "move");
    assert_string_equal(g.anna.winner, "");
    assert_int_equal(game_stats(&g).stand_ins, 1);
    assert_int_equal(game_stats(&g).ready, 2); /* nobody was ended for it */
    client_close(&ben);
    game_end(&g);
}

static void our_own_engine_plays_when_the_foreign_one_cannot_be_started(void **state)
{
    (void)state;
    struct game g;
    game_begin(&g, KIND, "fair", "0");
    game_close_cpu(&g);
    g.foreign_argv[0] = "/nonexistent/engine";
    g.config.foreign_argv = g.foreign_argv;
    game_open_cpu(&g);
    assert_string_equal(who_answers(&g, "a", "shogi", "", ""), "ours");
    game_end(&g);
}

static void positions_that_wait_for_a_foreign_engine_are_ours_when_it_goes(void **state)
{
    enum { TABLES = 6 };
    (void)state;
    struct game g;
    struct client clients[TABLES];
    begin_with_foreign(&g, "crash", "99", SHOGI LEVELS);
    g.config.backoff_ms = 60000; /* it does not come back */
    game_close_cpu(&g);
    for (unsigned i = 0; i < TABLES; i++) {
        char name[16];
        snprintf(name, sizeof name, "device-%u", i);
        client_open(&clients[i], &g.f, g.f.tables, name);
        client_open_table(&clients[i], "o", "first=guest", true);
    }
    game_open_cpu(&g);
    for (unsigned i = 0; i < TABLES; i++) {
        run_until(&g.f, &clients[i].events, 1);
        client_close(&clients[i]);
    }
    assert_true(game_stats(&g).stand_ins <= 1);
    game_end(&g);
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_foreign_engine_is_asked_for_what_it_declares),
        cmocka_unit_test(a_foreign_engine_that_declares_nothing_is_asked_for_the_games_it_was_given),
        cmocka_unit_test(our_own_engine_stands_in_for_a_foreign_one_that_answers_illegally),
        cmocka_unit_test(our_own_engine_stands_in_for_a_foreign_one_that_fails),
        cmocka_unit_test(our_own_engine_goes_on_when_a_foreign_one_gives_up_a_persons_game),
        cmocka_unit_test(our_own_engine_plays_when_the_foreign_one_cannot_be_started),
        cmocka_unit_test(positions_that_wait_for_a_foreign_engine_are_ours_when_it_goes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
