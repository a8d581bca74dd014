/* Talking at a table: who is told what, in which order, how much, and that it is durable and the same at every node. */
#include "server/store/talk.h"
#include "server/table/tests/fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* The game of the rated tables: any will do. */
#define KIND "shogi"

/* Sente, gote and somebody who watches. */
struct party {
    struct fixture f;
    struct client sente, gote, guest;
};

/* Everything that was asked for is answered. */
static void settle(struct fixture *f)
{
    struct tables_stats stats = {.waiting = 1};
    for (unsigned i = 0; stats.waiting && i < 60000; i++) {
        run_for(f, 1);
        tables_stats(f->tables, &stats);
    }
    assert_int_equal(stats.waiting, 0);
}

static void seat(struct party *p, const char *settings)
{
    memset(p, 0, sizeof *p);
    fixture_begin(&p->f, KIND);
    client_open(&p->sente, &p->f, p->f.tables, "sente");
    client_open(&p->gote, &p->f, p->f.tables, "gote");
    client_open(&p->guest, &p->f, p->f.tables, "guest");
    client_open_table(&p->sente, "open", settings, false);
    client_watch(&p->gote, p->sente.table, NULL, 0);
    assert_int_equal(client_command(&p->gote, TABLE_SIT, "sit", ""), OK);
    client_watch(&p->guest, p->sente.table, NULL, 0);
    table_client_listen(p->sente.it, p->sente.table, true);
    table_client_listen(p->gote.it, p->sente.table, true);
    table_client_listen(p->guest.it, p->sente.table, true);
    settle(&p->f);
}

static void leave(struct party *p)
{
    client_close(&p->sente);
    client_close(&p->gote);
    client_close(&p->guest);
    fixture_end(&p->f);
}

/* Says it and waits for the line or the refusal. */
static enum error say(struct client *client, const char *id, const char *text)
{
    unsigned lines = client->lines, answers = client->answers;
    table_client_say(client->it, client->table, id, text);
    for (unsigned i = 0; client->lines == lines && client->answers == answers && i < 60000; i++)
        run_for(client->f, 1);
    assert_true(client->lines > lines || client->answers > answers);
    return client->answers > answers ? client->error : OK;
}

static unsigned hear(struct client *client)
{
    unsigned lines = client->lines;
    table_client_listen(client->it, client->table, true);
    settle(client->f);
    return client->lines - lines;
}

static void a_line_is_told_to_all_who_watch_with_where_its_author_sat(void **state)
{
    struct party p;
    (void)state;
    seat(&p, "");
    assert_int_equal(say(&p.sente, "a", "hello"), OK);
    assert_string_equal(p.gote.line, "hello");
    assert_string_equal(p.gote.line_who, "sente");
    assert_int_equal(p.gote.line_side, 'b');
    assert_string_equal(p.gote.line_id, "");
    assert_string_equal(p.sente.line_id, "a");
    assert_int_equal(p.guest.lines, 1);
    assert_int_equal(say(&p.guest, "a", "good luck"), OK);
    assert_int_equal(p.sente.line_side, 0);
    assert_int_equal(p.sente.line_number, 2);
    assert_int_equal(p.sente.events + p.gote.events + p.guest.events, 2); /* the seat, told to two */
    assert_int_equal(client_move(&p.sente, "m", "7g7f"), OK);             /* the game knows nothing of it */
    leave(&p);
}

static void the_same_message_twice_is_one_line(void **state)
{
    struct party p;
    (void)state;
    seat(&p, "");
    assert_int_equal(say(&p.sente, "a", "hello"), OK);
    assert_int_equal(say(&p.sente, "a", "hello"), OK);
    assert_int_equal(p.sente.lines, 2);
    assert_int_equal(p.sente.line_number, 1);
    assert_int_equal(p.gote.lines, 1);
    assert_int_equal(hear(&p.gote), 1);
    leave(&p);
}

static void only_who_watches_may_talk_listen_or_report(void **state)
{
    struct party p;
    (void)state;
    seat(&p, "");
    table_client_unwatch(p.guest.it, p.guest.table);
    assert_int_equal(say(&p.guest, "a", "hello"), ERR_FORBIDDEN);
    assert_string_equal(p.guest.at, "table");
    unsigned answers = p.guest.answers;
    table_client_listen(p.guest.it, p.guest.table, true);
    table_client_report(p.guest.it, p.guest.table, "r", "sente");
    table_client_say(p.guest.it, "nosuchtable", "b", "hello");
    assert_int_equal(p.guest.answers, answers + 3);
    assert_int_equal(p.guest.error, ERR_FORBIDDEN);
    assert_int_equal(p.sente.lines, 0);
    leave(&p);
}

static void who_does_not_listen_is_told_only_what_they_say_themselves(void **state)
{
    struct party p;
    (void)state;
    seat(&p, "");
    table_client_listen(p.gote.it, p.gote.table, false);
    assert_int_equal(say(&p.sente, "a", "hello"), OK);
    settle(&p.f);
    assert_int_equal(p.gote.lines, 0);
    assert_int_equal(say(&p.gote, "a", "hello"), OK);
    assert_int_equal(p.gote.line_number, 2);
    leave(&p);
}

static void too_much_in_a_short_time_is_refused_wherever_it_is_said(void **state)
{
    struct party p;
    char id[8];
    (void)state;
    seat(&p, "");
    for (unsigned i = 0; i < 5; i++) {
        snprintf(id, sizeof id, "a%u", i);
        assert_int_equal(say(&p.sente, id, "hello"), OK);
    }
    assert_int_equal(say(&p.sente, "a5", "hello"), ERR_BUSY);
    assert_int_equal(say(&p.gote, "a5", "hello"), OK);
    struct client again; /* a new connection of the device changes nothing */
    client_open(&again, &p.f, p.f.tables, "sente");
    client_watch(&again, p.sente.table, NULL, 0);
    assert_int_equal(say(&again, "b", "hello"), ERR_BUSY);
    client_close(&again);
    leave(&p);
}

static void players_of_a_rated_game_do_not_hear_watchers_before_its_end(void **state)
{
    struct party p;
    (void)state;
    seat(&p, "rated=on");
    assert_int_equal(say(&p.guest, "a", "take the rook"), OK);
    settle(&p.f);
    assert_int_equal(p.guest.lines, 1);
    assert_int_equal(p.sente.lines + p.gote.lines, 0);
    assert_int_equal(hear(&p.sente), 0);
    assert_int_equal(say(&p.gote, "b", "hello"), OK);
    assert_int_equal(p.sente.lines, 1);
    assert_int_equal(p.sente.line_number, 2);
    assert_int_equal(client_move(&p.sente, "m", "7g7f"), OK);
    assert_int_equal(client_command(&p.sente, TABLE_RESIGN, "r", ""), OK);
    assert_int_equal(hear(&p.sente), 2);
    assert_true(p.sente.line_old);
    leave(&p);
}

static void lines_outlive_a_restart_and_only_the_newest_stay(void **state)
{
    struct party p;
    char id[8];
    (void)state;
    seat(&p, "");
    client_close(&p.gote);
    client_close(&p.guest);
    client_close(&p.sente);
    p.f.tables_config.lines_kept = 3;
    p.f.tables_config.lines_most = 100;
    fixture_restart(&p.f);
    struct client watcher;
    client_open(&watcher, &p.f, p.f.tables, "guest");
    client_watch(&watcher, p.sente.table, NULL, 0);
    for (unsigned i = 0; i < 8; i++) {
        snprintf(id, sizeof id, "a%u", i);
        assert_int_equal(say(&watcher, id, id), OK);
    }
    client_close(&watcher);
    fixture_restart(&p.f);
    client_open(&watcher, &p.f, p.f.tables, "guest");
    client_watch(&watcher, p.sente.table, NULL, 0);
    assert_int_equal(hear(&watcher), 3);
    assert_string_equal(watcher.line, "a7");
    assert_int_equal(watcher.line_number, 8);
    client_close(&watcher);
    fixture_end(&p.f);
}

static void another_node_hears_it_too(void **state)
{
    struct party p;
    struct client far;
    (void)state;
    seat(&p, "");
    fixture_second_node(&p.f);
    client_open(&far, &p.f, p.f.other, "far");
    client_watch(&far, p.sente.table, NULL, 0);
    table_client_listen(far.it, far.table, true);
    assert_int_equal(say(&p.sente, "a", "hello"), OK);
    run_until(&p.f, &far.lines, 1);
    assert_string_equal(far.line, "hello");
    assert_int_equal(say(&far, "b", "I see you"), OK);
    run_until(&p.f, &p.gote.lines, 2);
    assert_string_equal(p.gote.line, "I see you");
    client_close(&far);
    leave(&p);
}

static void a_report_needs_something_that_was_said(void **state)
{
    struct party p;
    (void)state;
    seat(&p, "");
    table_client_report(p.gote.it, p.gote.table, "r1", "sente");
    run_until(&p.f, &p.gote.answers, 2); /* after that of sit */
    assert_int_equal(p.gote.error, ERR_NOT_FOUND);
    assert_int_equal(say(&p.sente, "a", "something bad"), OK);
    table_client_report(p.gote.it, p.gote.table, "r2", "sente");
    run_until(&p.f, &p.gote.reports, 1);
    assert_string_equal(p.gote.reported, "sente");
    assert_string_equal(p.gote.answer_id, "r2");
    table_client_report(p.guest.it, p.guest.table, "r3", "sente"); /* the same one, once more */
    run_until(&p.f, &p.guest.reports, 1);
    leave(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_told_to_all_who_watch_with_where_its_author_sat),
        cmocka_unit_test(the_same_message_twice_is_one_line),
        cmocka_unit_test(only_who_watches_may_talk_listen_or_report),
        cmocka_unit_test(who_does_not_listen_is_told_only_what_they_say_themselves),
        cmocka_unit_test(too_much_in_a_short_time_is_refused_wherever_it_is_said),
        cmocka_unit_test(players_of_a_rated_game_do_not_hear_watchers_before_its_end),
        cmocka_unit_test(lines_outlive_a_restart_and_only_the_newest_stay),
        cmocka_unit_test(another_node_hears_it_too),
        cmocka_unit_test(a_report_needs_something_that_was_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
