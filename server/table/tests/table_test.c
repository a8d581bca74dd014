/* Tables as their players see them. */
#include "rules/match.h"
#include "rules/notation.h"
#include "server/table/tests/fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const opening[] = {"7g7f", "8c8d", "7f7e", "8d8e", "8h7g", "7a6b", "6g6f", "6c6d", NULL};

struct pair {
    struct fixture f;
    struct client anna, ben;
};

/* A friend's table with both seated: anna is sente. Of the pair nothing but its fixture's settings is filled in. */
static void seat_pair(struct pair *p, const char *settings)
{
    fixture_begin(&p->f, "shogi");
    client_open(&p->anna, &p->f, p->f.tables, "anna");
    client_open(&p->ben, &p->f, p->f.tables, "ben");
    client_open_table(&p->anna, "open-1", settings, false);
    client_watch(&p->ben, p->anna.table, NULL, 0);
    assert_int_equal(client_command(&p->ben, TABLE_SIT, "sit-1", NULL), OK);
    assert_int_equal(p->anna.seq, 1);
}

static void begin_pair_with_presence(struct pair *p, const char *settings, unsigned presence_ms)
{
    memset(p, 0, sizeof *p);
    p->f.tables_config.presence_ms = presence_ms;
    seat_pair(p, settings);
}

static void begin_pair(struct pair *p, const char *settings)
{
    begin_pair_with_presence(p, settings, 0);
}

static void end_pair(struct pair *p)
{
    assert_false(p->anna.gap || p->ben.gap);
    client_close(&p->anna);
    client_close(&p->ben);
    fixture_end(&p->f);
}

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
    struct pair p;
    struct client carl;
    begin_pair(&p, "");
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
    end_pair(&p);
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
    struct pair p;
    begin_pair(&p, "");
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
    end_pair(&p);
}

static void a_resend_is_answered_once_more_with_the_same_event(void **state)
{
    (void)state;
    struct pair p;
    begin_pair(&p, "");
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
    end_pair(&p);
}

static void the_same_id_from_another_device_is_another_command(void **state)
{
    (void)state;
    struct pair p;
    struct client carl;
    begin_pair(&p, "");
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
    end_pair(&p);
}

static void of_two_commands_at_once_one_wins_and_the_other_is_stale(void **state)
{
    (void)state;
    struct pair p;
    begin_pair(&p, "");
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
    end_pair(&p);
}

static void nobody_sees_an_event_before_it_is_durable(void **state)
{
    (void)state;
    struct pair p;
    begin_pair(&p, "");
    run_through(&p.f, 20); /* who is there is written, too */
    struct store_stats before, after;
    store_stats(p.f.store, &before);
    unsigned told = p.ben.told;
    client_send(&p.anna, TABLE_MOVE, p.anna.game, 1, "a1", "7g7f");
    assert_int_equal(p.ben.told, told);
    run_until(&p.f, &p.ben.told, told + 1);
    store_stats(p.f.store, &after);
    assert_int_equal(after.commits, before.commits + 1);
    end_pair(&p);
}

static void play_again_alternates_the_sides(void **state)
{
    (void)state;
    struct pair p;
    begin_pair(&p, "");
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
    end_pair(&p);
}

static void with_alternate_first_off_the_sides_stay(void **state)
{
    (void)state;
    struct pair p;
    begin_pair(&p, "alternate_first=off");
    assert_int_equal(client_command(&p.ben, TABLE_RESIGN, "b1", NULL), OK);
    assert_string_equal(p.anna.winner, "b");
    assert_int_equal(client_command(&p.anna, TABLE_AGAIN, "a1", NULL), OK);
    assert_int_equal(client_say(&p.ben, (struct table_command){.verb = TABLE_ACCEPT, .what = "again"}), OK);
    assert_int_equal(p.anna.number, 2);
    assert_int_equal(p.anna.wins[0], 1);
    assert_string_equal(p.anna.seat[0].who, "anna");
    assert_string_equal(p.anna.seat[1].who, "ben");
    end_pair(&p);
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
    struct pair p;
    begin_pair(&p, "");
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
    end_pair(&p);
}

static void a_restart_leads_to_the_same_state(void **state)
{
    (void)state;
    struct pair p;
    begin_pair(&p, "show_legal=off");
    char id[16];
    for (int i = 0; opening[i]; i++) {
        snprintf(id, sizeof id, "m%d", i);
        assert_int_equal(client_move(i % 2 ? &p.ben : &p.anna, id, opening[i]), OK);
    }
    client_watch(&p.anna, p.anna.table, NULL, 0);
    struct client before = p.anna, after;
    client_close(&p.anna);
    client_close(&p.ben);
    fixture_restart(&p.f);
    client_open(&p.anna, &p.f, p.f.tables, "anna");
    client_open(&p.ben, &p.f, p.f.tables, "ben");
    client_watch(&p.anna, before.table, NULL, 0);
    after = p.anna;
    assert_string_equal(after.moves, before.moves);
    assert_string_equal(after.moves, "7g7f 8c8d 7f7e 8d8e 8h7g 7a6b 6g6f 6c6d");
    assert_string_equal(after.game, before.game);
    assert_string_equal(after.start, before.start);
    assert_string_equal(after.settings, "show_legal=off");
    assert_string_equal(after.seat[0].who, "anna");
    assert_string_equal(after.seat[1].who, "ben");
    assert_int_equal(after.seq, before.seq);
    assert_int_equal(after.turn, before.turn);
    /* A resend from before the restart. */
    client_send(&p.anna, TABLE_MOVE, after.game, 1, "m0", "7g7f");
    run_until(&p.f, &p.anna.answers, 1);
    assert_int_equal(p.anna.error, OK);
    assert_int_equal(p.anna.answer_event_seq, 2);
    client_watch(&p.ben, before.table, NULL, 0);
    assert_int_equal(client_move(&p.anna, "go-on", "7i6h"), OK);
    end_pair(&p);
}

/* Longer than the memory that a game starts with, in many steps. */
static void a_long_game_is_kept_whole(void **state)
{
    (void)state;
    static struct history_entry entries[300];
    static struct match match;
    static struct move_list list;
    struct fixture f = {0};
    struct client anna, ben;
    fixture_begin(&f, "shogi");
    client_open(&anna, &f, f.tables, "anna");
    client_open(&ben, &f, f.tables, "ben");
    table_client_open_table(
        anna.it, &(struct table_plan){.id = "o", .kind = "shogi", .rules = "move_limit=250", .settings = ""});
    run_until(&f, &anna.presences, 1);
    client_watch(&ben, anna.table, NULL, 0);
    assert_int_equal(client_command(&ben, TABLE_SIT, "s", NULL), OK);
    struct ruleset rules;
    assert_int_equal(ruleset_parse(game_find("shogi"), &rules, "move_limit=250", NULL), OK);
    assert_int_equal(match_start(&match, game_find("shogi"), &rules, NULL, entries, 300, NULL), OK);
    uint32_t random = 7;
    char id[16], usi[USI_MAX], moves[sizeof anna.moves];
    for (unsigned ply = 0; match.verdict.reason == REASON_NONE; ply++) {
        match_moves(&match, &list);
        random = random * 1664525u + 1013904223u;
        move_t move = list.moves[(random >> 8) % list.count];
        usi_format(match.game, move, usi);
        assert_int_equal(match_play(&match, move, NULL), OK);
        snprintf(id, sizeof id, "m%u", ply);
        assert_int_equal(client_move(ply % 2 ? &ben : &anna, id, usi), OK);
        assert_string_equal(anna.winner, match.verdict.reason == REASON_NONE ? ""
                                         : match.verdict.winner == NOBODY    ? "draw"
                                                                             : winner_name(match.verdict.winner));
    }
    assert_true(match.history.count > 130);
    assert_string_equal(anna.reason, reason_name(match.verdict.reason));
    memcpy(moves, anna.moves, sizeof moves);
    client_close(&ben);
    client_close(&anna);
    fixture_restart(&f);
    client_open(&anna, &f, f.tables, "anna");
    client_watch(&anna, ben.table, NULL, 0);
    assert_string_equal(anna.moves, moves);
    assert_string_equal(anna.reason, reason_name(match.verdict.reason));
    assert_int_equal(anna.seq, match.history.count + 1);
    client_close(&anna);
    fixture_end(&f);
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

static void who_comes_back_gets_what_was_missed_or_everything(void **state)
{
    (void)state;
    struct pair p;
    begin_pair(&p, "");
    assert_int_equal(client_move(&p.anna, "a1", "7g7f"), OK);
    assert_int_equal(client_move(&p.ben, "b1", "3c3d"), OK);
    unsigned snapshots = p.ben.snapshots, events = p.ben.events;
    p.ben.seq = 1;
    client_watch(&p.ben, p.ben.table, p.ben.game, 1);
    assert_int_equal(p.ben.snapshots, snapshots);
    assert_int_equal(p.ben.events, events + 2);
    client_watch(&p.ben, p.ben.table, p.ben.game, 3); /* nothing missed: presence only */
    assert_int_equal(p.ben.events, events + 2);
    client_watch(&p.ben, p.ben.table, p.ben.game, 4); /* more than there is: everything */
    assert_int_equal(p.ben.snapshots, snapshots + 1);
    client_watch(&p.ben, p.ben.table, "another", 1);
    assert_int_equal(p.ben.snapshots, snapshots + 2);
    client_watch(&p.ben, "nosuchtable", NULL, 0);
    assert_int_equal(p.ben.error, ERR_NOT_FOUND);
    assert_string_equal(p.ben.at, "table");
    end_pair(&p);
}

static void presence_counts_connections_of_a_device(void **state)
{
    (void)state;
    struct pair p;
    struct client tab, carl;
    begin_pair_with_presence(&p, "", 5);
    client_open(&tab, &p.f, p.f.tables, "ben");
    client_open(&carl, &p.f, p.f.tables, "carl");
    client_watch(&tab, p.anna.table, NULL, 0);
    client_watch(&carl, p.anna.table, NULL, 0);
    run_through(&p.f, 30);
    assert_true(p.anna.seat[0].here && p.anna.seat[1].here);
    assert_int_equal(p.anna.watchers, 1);
    table_client_unwatch(p.ben.it, p.ben.table);
    run_through(&p.f, 30);
    assert_true(p.anna.seat[1].here); /* the other tab */
    client_close(&tab);
    client_close(&carl);
    run_through(&p.f, 30);
    assert_false(p.anna.seat[1].here);
    assert_int_equal(p.anna.watchers, 0);
    unsigned told = p.ben.told;
    assert_int_equal(client_move(&p.anna, "a1", "7g7f"), OK);
    assert_int_equal(p.ben.told, told);
    end_pair(&p);
}

static void two_nodes_on_one_store_agree(void **state)
{
    (void)state;
    struct fixture f = {0};
    struct client anna, ben;
    fixture_begin(&f, "shogi");
    fixture_second_node(&f);
    client_open(&anna, &f, f.tables, "anna");
    client_open(&ben, &f, f.other, "ben");
    client_open_table(&anna, "o", "", false);
    client_watch(&ben, anna.table, NULL, 0);
    assert_int_equal(client_command(&ben, TABLE_SIT, "s", NULL), OK);
    run_until(&f, &anna.events, 1);
    assert_int_equal(client_move(&anna, "a1", "7g7f"), OK);
    run_until(&f, &ben.events, 2);
    /* Both at once, on different nodes: the store decides. */
    for (int i = 0; i < 5; i++) {
        unsigned seq = anna.seq, a = anna.answers, b = ben.answers;
        char mine[16], yours[16];
        snprintf(mine, sizeof mine, "ra%d", i);
        snprintf(yours, sizeof yours, "rb%d", i);
        struct client *mover = i % 2 ? &anna : &ben;
        const char *const usi[] = {"3c3d", "2g2f", "4a3b", "3g3f", "5c5d"};
        client_send(mover, TABLE_MOVE, mover->game, seq, mine, usi[i]);
        client_send(mover == &anna ? &ben : &anna, TABLE_MOVE, anna.game, seq, yours, "9g9f");
        run_until(&f, &anna.answers, a + 1);
        run_until(&f, &ben.answers, b + 1);
        assert_int_equal(mover->error, OK);
        assert_true((mover == &anna ? &ben : &anna)->error != OK);
        run_until(&f, &anna.seq, seq + 1);
        run_until(&f, &ben.seq, seq + 1);
    }
    client_send(&anna, TABLE_RESIGN, anna.game, anna.seq, "ar", NULL);
    client_send(&ben, TABLE_RESIGN, ben.game, ben.seq, "br", NULL);
    unsigned seq = anna.seq;
    run_until(&f, &anna.seq, seq + 1);
    run_until(&f, &ben.seq, seq + 1);
    assert_string_equal(anna.winner, ben.winner);
    run_through(&f, 20);
    assert_int_equal((anna.error == ERR_STALE) + (ben.error == ERR_STALE), 1);
    unsigned snapshots = ben.snapshots;
    assert_int_equal(client_command(&anna, TABLE_AGAIN, "again", NULL), OK);
    seq = anna.seq;
    run_until(&f, &ben.seq, seq);
    assert_int_equal(client_command(&ben, TABLE_AGAIN, "again", NULL), OK);
    run_until(&f, &anna.number, 2);
    run_until(&f, &ben.snapshots, snapshots + 1);
    assert_string_equal(ben.game, anna.game);
    assert_string_equal(ben.seat[0].who, "ben");
    assert_false(anna.gap || ben.gap);
    client_close(&anna);
    client_close(&ben);
    fixture_end(&f);
}

static void a_full_disk_refuses_the_move_and_nobody_sees_it(void **state)
{
    (void)state;
    struct pair p;
    memset(&p, 0, sizeof p);
    p.f.store_config.bytes_max = 100 * 4096;
    fixture_begin(&p.f, "shogi");
    p.f.log.level = LOG_ERROR;
    p.f.log.fd = -1; /* what it says is meant */
    client_open(&p.anna, &p.f, p.f.tables, "anna");
    client_open(&p.ben, &p.f, p.f.tables, "ben");
    client_open_table(&p.anna, "open-1", "", false);
    client_watch(&p.ben, p.anna.table, NULL, 0);
    assert_int_equal(client_command(&p.ben, TABLE_SIT, "sit-1", NULL), OK);
    static const char *const dance[] = {"2h3h", "8b7b", "3h2h", "7b8b"};
    enum error error = OK;
    char id[16];
    unsigned seq = 0, again = 0, i = 0;
    while (!error && i < 2000) {
        seq = p.anna.seq;
        snprintf(id, sizeof id, "m%u", i);
        if (*p.anna.winner) {
            error = client_command(&p.anna, TABLE_AGAIN, id, NULL);
            if (!error) {
                seq = p.anna.seq;
                error = client_command(&p.ben, TABLE_AGAIN, id, NULL);
            }
            again += !error;
            i++;
            continue;
        }
        bool sente = p.anna.seq % 2 == (again == 0);
        bool annas = again % 2 == 0 ? sente : !sente;
        unsigned ply = again == 0 ? p.anna.seq - 1 : p.anna.seq;
        error = client_move(annas ? &p.anna : &p.ben, id, dance[ply % 4]);
        i++;
    }
    assert_int_equal(error, ERR_STORE);
    assert_int_equal(p.anna.seq, seq);
    assert_int_equal(p.ben.seq, seq);
    run_through(&p.f, 20);
    assert_int_equal(p.ben.seq, seq);
    unsigned snapshots = p.ben.snapshots;
    client_watch(&p.ben, p.ben.table, NULL, 0); /* watching still works, and shows the same */
    assert_int_equal(p.ben.snapshots, snapshots + 1);
    assert_int_equal(p.ben.seq, seq);
    p.f.store_config.bytes_max = 0;
    end_pair(&p);
}

static void on_drained(void *context)
{
    ++*(unsigned *)context;
}

static void draining_finishes_what_is_under_way_and_refuses_more(void **state)
{
    (void)state;
    struct pair p;
    begin_pair(&p, "");
    unsigned drained = 0;
    client_send(&p.anna, TABLE_MOVE, p.anna.game, 1, "a1", "7g7f");
    tables_drain(p.f.tables, on_drained, &drained);
    assert_int_equal(drained, 0);
    client_send(&p.ben, TABLE_MOVE, p.ben.game, 2, "b1", "3c3d");
    assert_int_equal(p.ben.error, ERR_BUSY);
    run_until(&p.f, &p.anna.answers, 1);
    assert_int_equal(p.anna.error, OK);
    run_until(&p.f, &drained, 1);
    end_pair(&p);
}

static void close_on_event(struct client *client)
{
    client_close(client);
}

static void rewatch_on_event(struct client *client)
{
    client->on_event = NULL;
    table_client_watch(client->it, client->table, NULL, 0);
    client_send(client, TABLE_MOVE, client->game, client->seq, "from-within", "3c3d");
}

static void a_callback_may_close_watch_and_command(void **state)
{
    (void)state;
    struct pair p;
    struct client carl, dora;
    begin_pair(&p, "");
    client_open(&carl, &p.f, p.f.tables, "carl");
    client_open(&dora, &p.f, p.f.tables, "dora");
    client_watch(&carl, p.anna.table, NULL, 0);
    client_watch(&dora, p.anna.table, NULL, 0);
    carl.on_event = close_on_event;
    p.ben.on_event = rewatch_on_event;
    unsigned snapshots = p.ben.snapshots;
    assert_int_equal(client_move(&p.anna, "a1", "7g7f"), OK);
    run_until(&p.f, &dora.events, 2);
    assert_int_equal(carl.events, 1);
    assert_int_equal(p.ben.snapshots, snapshots + 1);
    assert_string_equal(p.anna.event_data, "3c3d");
    /* Closed with a command under way: it is carried out all the same. */
    client_send(&p.anna, TABLE_MOVE, p.anna.game, 3, "a2", "2g2f");
    client_close(&p.anna);
    run_until(&p.f, &dora.events, 3);
    assert_string_equal(dora.event_data, "2g2f");
    client_close(&dora);
    end_pair(&p);
}

static void unwatched_tables_are_forgotten_and_come_back(void **state)
{
    (void)state;
    struct fixture f = {0};
    struct client anna;
    f.tables_config.idle_ms = 20;
    f.tables_config.presence_ms = 5;
    fixture_begin(&f, "shogi");
    client_open(&anna, &f, f.tables, "anna");
    client_open_table(&anna, "o", "", false);
    assert_int_equal(client_move(&anna, "m", "7g7f"), OK);
    struct tables_stats stats;
    run_through(&f, 60); /* watched, it stays however long it is idle */
    tables_stats(f.tables, &stats);
    assert_int_equal(stats.loaded, 1);
    table_client_unwatch(anna.it, anna.table);
    for (unsigned i = 0; stats.loaded && i < 600; i++) {
        run_through(&f, 50);
        tables_stats(f.tables, &stats);
    }
    assert_int_equal(stats.loaded, 0);
    anna.moves[0] = '\0';
    client_watch(&anna, anna.table, NULL, 0);
    assert_string_equal(anna.moves, "7g7f");
    client_close(&anna);
    fixture_end(&f);
}

static void strangers_keep_nobody_from_their_own_game(void **state)
{
    (void)state;
    struct pair p = {0};
    struct client carl, dora, back;
    p.f.tables_config.watchers_max = 3;
    p.f.tables_config.waiting_max = 4;
    seat_pair(&p, "");
    client_open(&carl, &p.f, p.f.tables, "carl");
    client_open(&dora, &p.f, p.f.tables, "dora");
    client_watch(&carl, p.anna.table, NULL, 0);
    client_watch(&dora, p.anna.table, NULL, 0);
    assert_int_equal(dora.error, ERR_BUSY);      /* three are here */
    client_open(&back, &p.f, p.f.tables, "ben"); /* a reload of the page, say */
    client_watch(&back, p.anna.table, NULL, 0);
    assert_int_equal(back.error, OK);
    assert_string_equal(back.game, p.anna.game);
    /* While the store works on a move, the line is full of what strangers want. */
    char id[16];
    client_send(&p.anna, TABLE_MOVE, p.anna.game, 1, "a1", "7g7f");
    unsigned answers = carl.answers;
    for (unsigned i = 0; i < 10; i++) {
        snprintf(id, sizeof id, "c%u", i);
        client_send(&carl, TABLE_SIT, carl.game, 2, id, NULL);
    }
    assert_int_equal(carl.answers, answers + 6);
    assert_int_equal(carl.error, ERR_BUSY);
    answers = p.ben.answers;
    client_send(&p.ben, TABLE_MOVE, p.ben.game, 2, "b1", "3c3d");
    run_until(&p.f, &p.ben.answers, answers + 1);
    assert_int_equal(p.ben.error, OK);
    client_close(&back);
    client_close(&dora);
    client_close(&carl);
    end_pair(&p);
}

static void note_watch(struct client *client, const struct table_answer *answer)
{
    *(bool *)client->context = answer->watch;
}

static void a_watch_that_cannot_be_renewed_goes_on(void **state)
{
    (void)state;
    enum { WAITING = 4 };
    struct pair p = {0};
    struct client carl, dora, emil;
    bool dora_is_out = true, emil_is_out = false;
    p.f.tables_config.watchers_max = WAITING;
    seat_pair(&p, "");
    client_open(&carl, &p.f, p.f.tables, "carl");
    client_open(&dora, &p.f, p.f.tables, "dora");
    client_open(&emil, &p.f, p.f.tables, "emil");
    client_watch(&carl, p.anna.table, NULL, 0);
    client_watch(&dora, p.anna.table, NULL, 0);
    dora.on_answer = emil.on_answer = note_watch;
    dora.context = &dora_is_out;
    emil.context = &emil_is_out;
    client_watch(&emil, p.anna.table, NULL, 0);
    assert_int_equal(emil.error, ERR_BUSY); /* four are here */
    assert_true(emil_is_out);
    /* Whoever has seen more waits until the table was read again; dora finds the line full of carl. */
    for (unsigned i = 0; i < WAITING; i++)
        table_client_watch(carl.it, p.anna.table, p.anna.game, p.anna.seq + 1);
    table_client_watch(dora.it, p.anna.table, p.anna.game, p.anna.seq + 1);
    assert_int_equal(dora.error, ERR_BUSY);
    assert_false(dora_is_out);
    unsigned events = dora.events;
    assert_int_equal(client_move(&p.anna, "a1", "7g7f"), OK);
    run_until(&p.f, &dora.events, events + 1);
    assert_false(dora.gap);
    client_close(&emil);
    client_close(&dora);
    client_close(&carl);
    end_pair(&p);
}

static void too_many_tables_in_memory_or_watched_are_refused(void **state)
{
    (void)state;
    struct fixture f = {0};
    struct client anna, ben;
    f.tables_config.loaded_max = 2;
    f.tables_config.watchers_max = 1;
    f.tables_config.presence_ms = 5;
    fixture_begin(&f, "shogi");
    client_open(&anna, &f, f.tables, "anna");
    client_open(&ben, &f, f.tables, "ben");
    client_open_table(&anna, "o1", "", false);
    client_watch(&ben, anna.table, NULL, 0);
    assert_int_equal(ben.error, ERR_BUSY);
    client_open_table(&anna, "o2", "", false);
    unsigned answers = anna.answers;
    table_client_open_table(anna.it, &(struct table_plan){.id = "o3", .kind = "shogi", .rules = "", .settings = ""});
    run_until(&f, &anna.answers, answers + 1);
    assert_int_equal(anna.error, ERR_BUSY);
    table_client_unwatch(anna.it, anna.table);
    run_through(&f, 30);
    client_open_table(&anna, "o3", "", false); /* the resend shows what was made */
    client_close(&anna);
    client_close(&ben);
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
        cmocka_unit_test(a_restart_leads_to_the_same_state),
        cmocka_unit_test(a_long_game_is_kept_whole),
        cmocka_unit_test(who_begins_may_be_drawn),
        cmocka_unit_test(who_comes_back_gets_what_was_missed_or_everything),
        cmocka_unit_test(presence_counts_connections_of_a_device),
        cmocka_unit_test(two_nodes_on_one_store_agree),
        cmocka_unit_test(a_full_disk_refuses_the_move_and_nobody_sees_it),
        cmocka_unit_test(draining_finishes_what_is_under_way_and_refuses_more),
        cmocka_unit_test(a_callback_may_close_watch_and_command),
        cmocka_unit_test(unwatched_tables_are_forgotten_and_come_back),
        cmocka_unit_test(strangers_keep_nobody_from_their_own_game),
        cmocka_unit_test(a_watch_that_cannot_be_renewed_goes_on),
        cmocka_unit_test(too_many_tables_in_memory_or_watched_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
