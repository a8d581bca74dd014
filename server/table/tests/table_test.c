/* Tables as their players see them. */
#include "server/table/tests/fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void opening_seats_the_creator_and_says_what_was_opened(void **state)
{
    (void)state;
    struct fixture f = {0};
    struct client anna;
    fixture_begin(&f, "shogi");
    client_open(&anna, &f, f.tables, "anna");
    client_open_table(&anna, "open-1", "show_legal=on level=7", true);
    assert_string_equal(anna.id, "open-1");
    assert_true(strlen(anna.table) >= 12 && strlen(anna.game) >= 12);
    assert_string_not_equal(anna.table, anna.game);
    assert_string_equal(anna.seat[0].who, "anna");
    assert_true(anna.seat[0].here);
    assert_string_equal(anna.seat[1].who, "cpu:7");
    assert_true(anna.seat[1].here);
    assert_string_equal(anna.settings, "level=7"); /* defaults are left out */
    assert_string_equal(anna.rules, "");
    assert_string_equal(anna.start, "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1");
    assert_int_equal(anna.number, 1);
    assert_int_equal(anna.seq, 0);
    assert_int_equal(anna.turn, 'b');
    char table[TABLE_ID_MAX];
    strcpy(table, anna.table);
    client_open_table(&anna, "open-1", "", true); /* a resend */
    assert_string_equal(anna.table, table);
    client_open_table(&anna, "open-2", "first=guest", false);
    assert_string_not_equal(anna.table, table);
    assert_string_equal(anna.seat[0].who, "");
    assert_string_equal(anna.seat[1].who, "anna");
    client_close(&anna);
    fixture_end(&f);
}

static void a_plan_that_is_not_possible_is_refused_with_its_field(void **state)
{
    (void)state;
    struct fixture f = {0};
    struct client anna;
    fixture_begin(&f, "shogi");
    client_open(&anna, &f, f.tables, "anna");
    const struct {
        const char *id, *kind, *rules, *settings, *at;
        enum error error;
    } cases[] = {
        {"a", "checkers", "", "", "kind", ERR_UNKNOWN},
        {"a", "shogi", "jumping=yes", "", "rules", ERR_UNKNOWN},
        {"a", "shogi", "move_limit=1000000", "", "rules", ERR_RANGE},
        {"a", "shogi", "", "level=11", "settings", ERR_RANGE},
        {"a", "shogi", "", "level=0", "settings", ERR_RANGE},
        {"a", "shogi", "", "level=05", "settings", ERR_RANGE},
        {"a", "shogi", "", "first=me", "settings", ERR_RANGE},
        {"a", "shogi", "", "colour=red", "settings", ERR_UNKNOWN},
        {"a", "shogi", "", "level", "settings", ERR_SYNTAX},
        {"a", "shogi", "", "level=1 level=2", "settings", ERR_SYNTAX},
        {"a", "shogi", "", " level=1", "settings", ERR_SYNTAX},
        {"", "shogi", "", "", "id", ERR_SYNTAX},
        {"cpu:1", "shogi", "", "", "id", ERR_SYNTAX},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        table_client_open_table(anna.it, &(struct table_plan){.id = cases[i].id,
                                                              .kind = cases[i].kind,
                                                              .rules = cases[i].rules,
                                                              .settings = cases[i].settings});
        assert_int_equal(anna.answers, i + 1);
        assert_int_equal(anna.error, cases[i].error);
        assert_string_equal(anna.at, cases[i].at);
    }
    run_through(&f, 20);
    assert_int_equal(anna.snapshots, 0);
    client_close(&anna);
    fixture_end(&f);
}

static void two_devices_play_and_a_third_only_watches(void **state)
{
    (void)state;
    struct pair p = {0};
    struct client carl;
    pair_begin(&p, "shogi", "");
    client_open(&carl, &p.f, p.f.tables, "carl");
    client_watch(&carl, p.anna.table, NULL, 0);
    assert_string_equal(carl.seat[1].who, "ben");
    assert_int_equal(carl.watchers, 1);

    assert_int_equal(client_move(&p.ben, "b1", "3c3d"), ERR_FORBIDDEN); /* not his turn */
    assert_int_equal(client_move(&p.anna, "a1", "7g7f"), OK);
    assert_true(p.anna.answer_sent);
    assert_string_equal(p.ben.event_data, "7g7f");
    assert_int_equal(p.ben.event_side, 'b');
    assert_string_equal(p.anna.event_id, "a1");
    assert_string_equal(carl.event_id, ""); /* a matter between Anna and the table */
    assert_int_equal(client_move(&carl, "c1", "3c3d"), ERR_FORBIDDEN);
    assert_int_equal(client_command(&carl, TABLE_RESIGN, "c2", NULL), ERR_FORBIDDEN);
    assert_int_equal(client_command(&carl, TABLE_SIT, "c3", NULL), ERR_FORBIDDEN);
    assert_int_equal(client_command(&carl, TABLE_AGAIN, "c4", NULL), ERR_ILLEGAL); /* nobody may yet */
    assert_int_equal(client_command(&p.anna, TABLE_SIT, "a2", NULL), ERR_FORBIDDEN);
    assert_int_equal(client_move(&p.anna, "a3", "2g2f"), ERR_FORBIDDEN);
    assert_int_equal(client_move(&p.ben, "b2", "3c3d"), OK);
    assert_int_equal(carl.seq, 3);
    assert_false(carl.gap);
    client_close(&carl);
    pair_end(&p);
}

static void a_device_cannot_take_both_seats_and_resigning_needs_an_opponent(void **state)
{
    (void)state;
    struct fixture f = {0};
    struct client anna;
    fixture_begin(&f, "shogi");
    client_open(&anna, &f, f.tables, "anna");
    client_open_table(&anna, "open-1", "", false);
    assert_int_equal(client_command(&anna, TABLE_SIT, "s", NULL), ERR_FORBIDDEN);
    assert_int_equal(client_command(&anna, TABLE_RESIGN, "r", NULL), ERR_FORBIDDEN);
    assert_int_equal(client_move(&anna, "m", "7g7f"), OK);
    client_close(&anna);
    fixture_end(&f);
}

static void an_illegal_move_names_its_rule_and_changes_nothing(void **state)
{
    (void)state;
    struct pair p = {0};
    pair_begin(&p, "shogi", "");
    const unsigned told = p.ben.told;
    assert_int_equal(client_move(&p.anna, "a1", "7g7e"), ERR_ILLEGAL);
    assert_string_equal(p.anna.rule, "not_reachable");
    assert_string_equal(p.anna.at, "usi");
    assert_int_equal(client_move(&p.anna, "a2", "P*5e"), ERR_ILLEGAL);
    assert_string_equal(p.anna.rule, "no_such_piece_in_hand");
    assert_int_equal(client_move(&p.anna, "a3", "hello"), ERR_SYNTAX);
    assert_int_equal(client_move(&p.anna, "a4", ""), ERR_SYNTAX);
    assert_int_equal(client_move(&p.anna, "a5", "7g7f7g7f7g7f7g7f7g7f"), ERR_SYNTAX);
    assert_int_equal(p.anna.seq, 1);
    assert_int_equal(client_move(&p.anna, "a1", "7g7f"), OK); /* the id of a refused command is free */
    assert_int_equal(p.ben.told, told + 1);
    pair_end(&p);
}

static void a_resend_is_answered_once_more_with_the_same_event(void **state)
{
    (void)state;
    struct pair p = {0};
    pair_begin(&p, "shogi", "");
    assert_int_equal(client_move(&p.anna, "a1", "7g7f"), OK);
    assert_int_equal(client_move(&p.ben, "b1", "3c3d"), OK);
    unsigned events = p.ben.events;
    client_send(&p.anna, TABLE_MOVE, p.anna.game, 1, "a1", "7g7f");
    run_until(&p.f, &p.anna.answers, 2);
    assert_int_equal(p.anna.error, OK);
    assert_int_equal(p.anna.answer_event_seq, 2);
    assert_false(p.anna.answer_sent);
    /* Two at once: the second is answered with what the first made. */
    client_send(&p.anna, TABLE_MOVE, p.anna.game, 3, "a2", "2g2f");
    client_send(&p.anna, TABLE_MOVE, p.anna.game, 3, "a2", "2g2f");
    run_until(&p.f, &p.anna.answers, 4);
    assert_int_equal(p.anna.error, OK);
    assert_int_equal(p.anna.answer_event_seq, 4);
    assert_int_equal(p.ben.events, events + 1);
    pair_end(&p);
}

static void the_same_id_from_another_device_is_another_command(void **state)
{
    (void)state;
    struct pair p = {0};
    struct client carl;
    pair_begin(&p, "shogi", "");
    client_open(&carl, &p.f, p.f.tables, "carl");
    client_watch(&carl, p.anna.table, NULL, 0);
    assert_int_equal(client_move(&p.anna, "one", "7g7f"), OK);
    assert_int_equal(client_move(&p.ben, "one", "3c3d"), OK);
    assert_int_equal(p.ben.answer_event_seq, 3);
    assert_string_equal(p.ben.event_data, "3c3d");
    /* Whatever seq it names: it reveals nothing, and makes nothing. */
    for (unsigned seq = 0; seq < 5; seq++) {
        client_send(&carl, TABLE_MOVE, carl.game, seq, "one", "2g2f");
        run_until(&p.f, &carl.answers, seq + 1);
        assert_int_equal(carl.error, seq == 3 ? ERR_FORBIDDEN : ERR_STALE);
        assert_false(carl.answer_has_event);
    }
    /* Nor does it in a game that is over. */
    char old[TABLE_ID_MAX];
    strcpy(old, p.anna.game);
    assert_int_equal(client_command(&p.anna, TABLE_RESIGN, "two", NULL), OK);
    assert_int_equal(client_command(&p.anna, TABLE_AGAIN, "three", NULL), OK);
    assert_int_equal(client_command(&p.ben, TABLE_AGAIN, "four", NULL), OK);
    client_send(&carl, TABLE_MOVE, old, 1, "one", "7g7f");
    run_until(&p.f, &carl.answers, 6);
    assert_int_equal(carl.error, ERR_GAME_OVER);
    unsigned answers = p.ben.answers;
    client_send(&p.ben, TABLE_MOVE, old, 2, "one", "3c3d");
    run_until(&p.f, &p.ben.answers, answers + 1);
    assert_int_equal(p.ben.error, OK);
    assert_int_equal(p.ben.answer_event_seq, 3);
    client_close(&carl);
    pair_end(&p);
}

static void of_two_commands_at_once_one_wins_and_the_other_is_stale(void **state)
{
    (void)state;
    struct pair p = {0};
    pair_begin(&p, "shogi", "");
    client_send(&p.anna, TABLE_MOVE, p.anna.game, 1, "a1", "7g7f");
    client_send(&p.ben, TABLE_RESIGN, p.ben.game, 1, "b1", NULL);
    run_until(&p.f, &p.ben.answers, 2);
    assert_int_equal(p.anna.error, OK);
    assert_int_equal(p.ben.error, ERR_STALE);
    assert_int_equal(p.ben.answer_seq, 2);
    client_send(&p.ben, TABLE_RESIGN, p.ben.game, 99, "b2", NULL); /* from the future */
    run_until(&p.f, &p.ben.answers, 3);
    assert_int_equal(p.ben.error, ERR_STALE);
    client_send(&p.ben, TABLE_RESIGN, "nosuchgame", 1, "b3", NULL);
    run_until(&p.f, &p.ben.answers, 4);
    assert_int_equal(p.ben.error, ERR_NOT_FOUND);
    pair_end(&p);
}

static void nobody_sees_an_event_before_it_is_durable(void **state)
{
    (void)state;
    struct pair p = {0};
    pair_begin(&p, "shogi", "");
    run_through(&p.f, 20); /* who is there is written, too */
    struct store_stats before, after;
    store_stats(p.f.store, &before);
    unsigned told = p.ben.told;
    client_send(&p.anna, TABLE_MOVE, p.anna.game, 1, "a1", "7g7f");
    assert_int_equal(p.ben.told, told);
    run_until(&p.f, &p.ben.told, told + 1);
    store_stats(p.f.store, &after);
    assert_int_equal(after.commits, before.commits + 1);
    pair_end(&p);
}

static void play_again_alternates_the_sides(void **state)
{
    (void)state;
    struct pair p = {0};
    pair_begin(&p, "shogi", "");
    char first[TABLE_ID_MAX];
    strcpy(first, p.anna.game);
    assert_int_equal(client_command(&p.anna, TABLE_AGAIN, "a0", NULL), ERR_ILLEGAL);
    assert_int_equal(client_move(&p.anna, "a1", "7g7f"), OK);
    assert_int_equal(client_command(&p.anna, TABLE_RESIGN, "a2", NULL), OK);
    assert_string_equal(p.ben.winner, "w");
    assert_string_equal(p.ben.reason, "resignation");
    assert_int_equal(client_move(&p.ben, "b1", "3c3d"), ERR_GAME_OVER);
    /* Both have to want it. */
    assert_int_equal(client_command(&p.anna, TABLE_AGAIN, "a2b", NULL), OK);
    assert_string_equal(p.ben.event_kind, "offer");
    assert_string_equal(p.ben.event_data, "again");
    assert_string_equal(p.anna.game, first);
    assert_int_equal(client_command(&p.anna, TABLE_AGAIN, "a2c", NULL), ERR_FORBIDDEN);
    unsigned snapshots = p.anna.snapshots, seq = p.anna.seq;
    assert_int_equal(client_command(&p.ben, TABLE_AGAIN, "b2", NULL), OK);
    assert_int_equal(p.anna.snapshots, snapshots + 1);
    assert_int_equal(p.anna.wins[0], 1);
    assert_int_equal(p.anna.wins[1], 0);
    assert_string_equal(p.anna.event_kind, "again");
    assert_string_equal(p.anna.event_data, p.anna.game);
    assert_string_not_equal(p.anna.game, first);
    assert_int_equal(p.anna.number, 2);
    assert_int_equal(p.anna.seq, 0);
    assert_string_equal(p.anna.seat[0].who, "ben");
    assert_string_equal(p.anna.seat[1].who, "anna");
    assert_string_equal(p.anna.winner, "");
    assert_int_equal(client_move(&p.anna, "a3", "7g7f"), ERR_FORBIDDEN);
    assert_int_equal(client_move(&p.ben, "b3", "7g7f"), OK);
    /* The old game: a resend is answered, anything else is too late. */
    unsigned answers = p.ben.answers;
    client_send(&p.ben, TABLE_AGAIN, first, seq, "b2", NULL);
    run_until(&p.f, &p.ben.answers, answers + 1);
    assert_int_equal(p.ben.error, OK);
    assert_int_equal(p.ben.answer_event_seq, seq + 1);
    client_send(&p.anna, TABLE_AGAIN, first, seq, "a4", NULL);
    answers = p.anna.answers;
    run_until(&p.f, &p.anna.answers, answers + 1);
    assert_int_equal(p.anna.error, ERR_GAME_OVER);
    pair_end(&p);
}

static void with_alternate_first_off_the_sides_stay(void **state)
{
    (void)state;
    struct pair p = {0};
    pair_begin(&p, "shogi", "alternate_first=off");
    assert_int_equal(client_command(&p.ben, TABLE_RESIGN, "b1", NULL), OK);
    assert_string_equal(p.anna.winner, "b");
    assert_int_equal(client_command(&p.anna, TABLE_AGAIN, "a1", NULL), OK);
    assert_int_equal(client_say(&p.ben, (struct table_command){.verb = TABLE_ACCEPT, .what = "again"}), OK);
    assert_int_equal(p.anna.number, 2);
    assert_int_equal(p.anna.wins[0], 1);
    assert_string_equal(p.anna.seat[0].who, "anna");
    assert_string_equal(p.anna.seat[1].who, "ben");
    pair_end(&p);
}

static void the_move_limit_ends_a_game_as_a_draw(void **state)
{
    (void)state;
    struct fixture f = {0};
    struct client anna, ben;
    fixture_begin(&f, "shogi");
    client_open(&anna, &f, f.tables, "anna");
    client_open(&ben, &f, f.tables, "ben");
    table_client_open_table(anna.it,
                            &(struct table_plan){.id = "o", .kind = "shogi", .rules = "move_limit=2", .settings = ""});
    run_until(&f, &anna.presences, 1);
    assert_string_equal(anna.rules, "move_limit=2");
    client_watch(&ben, anna.table, NULL, 0);
    assert_int_equal(client_command(&ben, TABLE_SIT, "s", NULL), OK);
    assert_int_equal(client_move(&anna, "a1", "7g7f"), OK);
    assert_int_equal(client_move(&ben, "b1", "3c3d"), OK);
    assert_string_equal(anna.winner, "draw");
    assert_string_equal(anna.reason, "move_limit");
    assert_int_equal(client_move(&anna, "a2", "2g2f"), ERR_GAME_OVER);
    client_close(&anna);
    client_close(&ben);
    fixture_end(&f);
}

static void the_fourth_occurrence_ends_a_game(void **state)
{
    (void)state;
    struct pair p = {0};
    pair_begin(&p, "shogi", "");
    /* Rooks step to and fro; the start position comes for the fourth time after twelve plies. */
    static const char *const dance[] = {"2h3h", "8b7b", "3h2h", "7b8b"};
    char id[16];
    for (int i = 0; i < 12; i++) {
        assert_string_equal(p.anna.winner, "");
        snprintf(id, sizeof id, "m%d", i);
        assert_int_equal(client_move(i % 2 ? &p.ben : &p.anna, id, dance[i % 4]), OK);
    }
    assert_string_equal(p.anna.winner, "draw");
    assert_string_equal(p.ben.reason, "repetition");
    pair_end(&p);
}

static void who_begins_may_be_drawn(void **state)
{
    (void)state;
    struct fixture f = {0};
    struct client anna;
    unsigned sente = 0;
    fixture_begin(&f, "shogi");
    client_open(&anna, &f, f.tables, "anna");
    for (unsigned i = 0; i < 40; i++) {
        char id[16];
        snprintf(id, sizeof id, "o%u", i);
        client_open_table(&anna, id, "first=draw", true);
        sente += !strcmp(anna.seat[0].who, "anna");
        assert_string_equal(anna.seat[strcmp(anna.seat[0].who, "anna") ? 0 : 1].who, "cpu:5");
        table_client_unwatch(anna.it, anna.table);
    }
    assert_in_range(sente, 1, 39); /* by chance once in 2^39 runs */
    client_close(&anna);
    fixture_end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opening_seats_the_creator_and_says_what_was_opened),
        cmocka_unit_test(a_plan_that_is_not_possible_is_refused_with_its_field),
        cmocka_unit_test(two_devices_play_and_a_third_only_watches),
        cmocka_unit_test(a_device_cannot_take_both_seats_and_resigning_needs_an_opponent),
        cmocka_unit_test(an_illegal_move_names_its_rule_and_changes_nothing),
        cmocka_unit_test(a_resend_is_answered_once_more_with_the_same_event),
        cmocka_unit_test(the_same_id_from_another_device_is_another_command),
        cmocka_unit_test(of_two_commands_at_once_one_wins_and_the_other_is_stale),
        cmocka_unit_test(nobody_sees_an_event_before_it_is_durable),
        cmocka_unit_test(play_again_alternates_the_sides),
        cmocka_unit_test(with_alternate_first_off_the_sides_stay),
        cmocka_unit_test(the_move_limit_ends_a_game_as_a_draw),
        cmocka_unit_test(the_fourth_occurrence_ends_a_game),
        cmocka_unit_test(who_begins_may_be_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
