/* What is set at a table, and what two players agree on. */
#include "server/table/tests/fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SAY(...) ((struct table_command){__VA_ARGS__})

/* Anna has made the table and is sente; everything that is told comes at once. */
static void begin_pair(struct pair *p, const char *settings)
{
    memset(p, 0, sizeof *p);
    p->f.tables_config.presence_ms = 1;
    pair_begin(p, "shogi", settings);
    run_through(&p->f, 10);
}

static enum error set(struct client *client, const char *name, const char *value)
{
    return client_say(client, SAY(.verb = TABLE_SET, .name = name, .value = value));
}

static void who_made_the_table_sets_it_until_the_first_move(void **state)
{
    (void)state;
    struct pair p;
    begin_pair(&p, "");
    assert_int_equal(set(&p.ben, "turn_seconds", "30"), ERR_FORBIDDEN);
    assert_int_equal(set(&p.anna, "turn_seconds", "31"), ERR_RANGE);
    assert_string_equal(p.anna.at, "value");
    assert_int_equal(set(&p.anna, "colour", "red"), ERR_UNKNOWN);
    assert_string_equal(p.anna.at, "name");
    assert_int_equal(set(&p.anna, "a-name-that-is-longer-than-any", "on"), ERR_TOO_LONG);
    assert_int_equal(set(&p.anna, "show_legal", "on"), ERR_FORBIDDEN); /* as it is */
    unsigned snapshots = p.ben.snapshots;
    assert_int_equal(set(&p.anna, "turn_seconds", "30"), OK);
    assert_string_equal(p.ben.event_kind, "set");
    assert_int_equal(p.ben.snapshots, snapshots + 1);
    assert_string_equal(p.ben.settings, "turn_seconds=30");
    assert_int_equal(p.ben.clock.whole, 30000);
    assert_int_equal(set(&p.anna, "move_limit", "50"), OK); /* a local rule */
    assert_string_equal(p.ben.rules, "move_limit=50");
    assert_false(p.ben.fixed);
    /* Who comes later is told by a snapshot, and so is who missed it. */
    client_watch(&p.ben, p.anna.table, p.anna.game, 1);
    assert_int_equal(p.ben.snapshots, snapshots + 3);
    assert_int_equal(client_move(&p.anna, "a1", "7g7f"), OK);
    assert_int_equal(set(&p.anna, "turn_seconds", "60"), ERR_FORBIDDEN);
    assert_int_equal(client_command(&p.anna, TABLE_RESIGN, "r", NULL), OK);
    assert_int_equal(set(&p.anna, "turn_seconds", "60"), ERR_GAME_OVER);
    /* The next game begins as this one was, and may be set anew. */
    assert_int_equal(client_command(&p.anna, TABLE_AGAIN, "n", NULL), OK);
    assert_int_equal(client_command(&p.ben, TABLE_AGAIN, "n", NULL), OK);
    assert_string_equal(p.ben.settings, "turn_seconds=30");
    assert_string_equal(p.ben.rules, "move_limit=50");
    assert_int_equal(set(&p.anna, "turn_seconds", "60"), OK);
    assert_string_equal(p.ben.settings, "turn_seconds=60");
    pair_end(&p);
}

static void settings_survive_a_restart(void **state)
{
    (void)state;
    struct pair p;
    begin_pair(&p, "");
    assert_int_equal(set(&p.anna, "handicap", "rook"), OK);
    assert_int_equal(set(&p.anna, "level", "9"), OK);
    char table[TABLE_ID_MAX];
    strcpy(table, p.anna.table);
    client_close(&p.anna);
    client_close(&p.ben);
    fixture_restart(&p.f);
    client_open(&p.anna, &p.f, p.f.tables, "anna");
    client_open(&p.ben, &p.f, p.f.tables, "ben");
    client_watch(&p.anna, table, NULL, 0);
    client_watch(&p.ben, table, NULL, 0);
    assert_string_equal(p.anna.rules, "handicap=rook");
    assert_string_equal(p.anna.settings, "level=9");
    assert_string_equal(p.anna.start, "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
    assert_int_equal(client_move(&p.ben, "b1", "8c8d"), OK);
    pair_end(&p);
}

static void the_seat_of_gote_gives_a_handicap_and_begins(void **state)
{
    (void)state;
    struct pair p;
    begin_pair(&p, "");
    assert_int_equal(set(&p.anna, "handicap", "two"), OK);
    assert_int_equal(p.ben.turn, 'w');
    assert_string_equal(p.ben.seat[1].who, "ben");
    assert_int_equal(client_move(&p.anna, "a1", "7g7f"), ERR_FORBIDDEN);
    assert_int_equal(client_move(&p.ben, "b1", "8c8d"), OK);
    assert_int_equal(client_command(&p.ben, TABLE_RESIGN, "r", NULL), OK);
    assert_int_equal(client_command(&p.anna, TABLE_AGAIN, "n", NULL), OK);
    assert_int_equal(client_command(&p.ben, TABLE_AGAIN, "n", NULL), OK);
    assert_string_equal(p.ben.seat[1].who, "anna"); /* sides alternate, and with them who gives */
    assert_int_equal(p.ben.turn, 'w');
    pair_end(&p);
}

static void who_begins_can_be_chosen_and_drawn_again(void **state)
{
    (void)state;
    struct pair p;
    begin_pair(&p, "");
    assert_int_equal(set(&p.anna, "first", "guest"), OK);
    assert_string_equal(p.anna.seat[0].who, "ben");
    assert_string_equal(p.anna.seat[1].who, "anna");
    assert_int_equal(set(&p.anna, "first", "creator"), OK);
    assert_string_equal(p.ben.seat[0].who, "anna");
    unsigned drawn[2] = {0};
    for (unsigned i = 0; i < 20; i++) {
        assert_int_equal(set(&p.anna, "first", "draw"), OK);
        drawn[!strcmp(p.ben.seat[0].who, "ben")]++;
        assert_int_equal(set(&p.anna, "first", "draw"), ERR_FORBIDDEN); /* not until the lot is right */
        assert_int_equal(set(&p.anna, "first", "creator"), OK);
    }
    assert_true(drawn[0] && drawn[1]);
    pair_end(&p);
}

static void a_draw_is_offered_and_answered(void **state)
{
    (void)state;
    struct pair p;
    begin_pair(&p, "");
    assert_int_equal(client_say(&p.anna, SAY(.verb = TABLE_ACCEPT, .what = "draw")), ERR_FORBIDDEN);
    assert_int_equal(client_say(&p.anna, SAY(.verb = TABLE_OFFER, .what = "money")), ERR_UNKNOWN);
    assert_int_equal(client_say(&p.anna, SAY(.verb = TABLE_OFFER, .what = "again")), ERR_FORBIDDEN);
    assert_int_equal(client_say(&p.anna, SAY(.verb = TABLE_OFFER, .what = "draw")), OK);
    assert_string_equal(p.ben.event_kind, "offer");
    run_through(&p.f, 10);
    assert_string_equal(p.ben.seat[0].offers, "draw");
    assert_int_equal(client_say(&p.anna, SAY(.verb = TABLE_OFFER, .what = "draw")), ERR_FORBIDDEN);
    assert_int_equal(client_say(&p.anna, SAY(.verb = TABLE_ACCEPT, .what = "draw")), ERR_FORBIDDEN);
    assert_int_equal(client_say(&p.ben, SAY(.verb = TABLE_DECLINE, .what = "draw")), OK);
    run_through(&p.f, 10);
    assert_string_equal(p.ben.seat[0].offers, "");
    assert_int_equal(client_say(&p.anna, SAY(.verb = TABLE_OFFER, .what = "draw")), ERR_FORBIDDEN); /* not at once */
    assert_int_equal(client_move(&p.anna, "a1", "7g7f"), OK);
    assert_int_equal(client_say(&p.anna, SAY(.verb = TABLE_OFFER, .what = "draw")), OK);
    assert_int_equal(client_move(&p.ben, "b1", "3c3d"), OK); /* an answer, too */
    assert_int_equal(client_say(&p.ben, SAY(.verb = TABLE_ACCEPT, .what = "draw")), ERR_FORBIDDEN);
    assert_int_equal(client_say(&p.ben, SAY(.verb = TABLE_OFFER, .what = "draw")), OK);
    assert_int_equal(client_say(&p.anna, SAY(.verb = TABLE_ACCEPT, .what = "draw")), OK);
    assert_string_equal(p.ben.event_kind, "draw");
    assert_string_equal(p.ben.winner, "draw");
    assert_string_equal(p.ben.reason, "agreement");
    assert_int_equal(client_command(&p.anna, TABLE_AGAIN, "n", NULL), OK);
    assert_int_equal(client_command(&p.ben, TABLE_AGAIN, "n", NULL), OK);
    assert_int_equal(p.ben.draws, 1);
    pair_end(&p);
}

static void moves_are_taken_back_when_the_other_side_agrees(void **state)
{
    (void)state;
    struct pair p;
    begin_pair(&p, "");
    assert_int_equal(client_say(&p.anna, SAY(.verb = TABLE_OFFER, .what = "takeback")), ERR_FORBIDDEN); /* none */
    assert_int_equal(client_move(&p.anna, "a1", "7g7f"), OK);
    assert_int_equal(client_say(&p.ben, SAY(.verb = TABLE_OFFER, .what = "takeback")), ERR_FORBIDDEN);
    assert_int_equal(client_say(&p.anna, SAY(.verb = TABLE_OFFER, .what = "takeback")), OK);
    assert_int_equal(client_say(&p.ben, SAY(.verb = TABLE_OFFER, .what = "takeback")), ERR_FORBIDDEN);
    assert_int_equal(client_say(&p.ben, SAY(.verb = TABLE_ACCEPT, .what = "takeback")), OK);
    assert_string_equal(p.anna.event_kind, "takeback");
    assert_string_equal(p.anna.moves, "");
    assert_int_equal(p.anna.turn, 'b');
    assert_true(p.anna.fixed); /* the game has begun all the same */
    assert_int_equal(client_move(&p.anna, "a2", "2g2f"), OK);
    assert_int_equal(client_move(&p.ben, "b1", "8c8d"), OK);
    /* On one's own turn, two. */
    assert_int_equal(client_say(&p.anna, SAY(.verb = TABLE_OFFER, .what = "takeback")), OK);
    assert_int_equal(client_say(&p.ben, SAY(.verb = TABLE_ACCEPT, .what = "takeback")), OK);
    assert_string_equal(p.ben.moves, "");
    assert_int_equal(client_move(&p.anna, "a3", "7g7f"), OK);
    assert_string_equal(p.ben.moves, "7g7f");
    char table[TABLE_ID_MAX];
    strcpy(table, p.anna.table);
    client_close(&p.anna);
    client_close(&p.ben);
    fixture_restart(&p.f);
    client_open(&p.anna, &p.f, p.f.tables, "anna");
    client_open(&p.ben, &p.f, p.f.tables, "ben");
    client_watch(&p.anna, table, NULL, 0);
    client_watch(&p.ben, table, NULL, 0);
    assert_string_equal(p.ben.moves, "7g7f");
    assert_int_equal(client_move(&p.ben, "b2", "3c3d"), OK);
    pair_end(&p);
}

static void the_computer_takes_back_and_plays_again_at_once_but_gives_no_draw(void **state)
{
    (void)state;
    struct fixture f = {0};
    struct client anna;
    fixture_begin(&f, "shogi");
    client_open(&anna, &f, f.tables, "anna");
    client_open_table(&anna, "o", "", true);
    assert_int_equal(client_move(&anna, "a1", "7g7f"), OK);
    assert_int_equal(client_say(&anna, SAY(.verb = TABLE_OFFER, .what = "draw")), ERR_FORBIDDEN);
    assert_int_equal(client_say(&anna, SAY(.verb = TABLE_OFFER, .what = "takeback")), OK);
    assert_string_equal(anna.event_kind, "takeback");
    assert_string_equal(anna.moves, "");
    assert_int_equal(client_command(&anna, TABLE_RESIGN, "r", NULL), OK);
    assert_int_equal(client_command(&anna, TABLE_AGAIN, "n", NULL), OK);
    assert_int_equal(anna.number, 2);
    assert_string_equal(anna.seat[0].who, "cpu:5");
    client_close(&anna);
    fixture_end(&f);
}

static void a_rated_game_has_neither_and_no_computer(void **state)
{
    (void)state;
    struct pair p;
    begin_pair(&p, "rated=on");
    assert_int_equal(client_move(&p.anna, "a1", "7g7f"), OK);
    assert_int_equal(client_say(&p.anna, SAY(.verb = TABLE_OFFER, .what = "takeback")), ERR_FORBIDDEN);
    assert_int_equal(client_say(&p.anna, SAY(.verb = TABLE_OFFER, .what = "draw")), ERR_FORBIDDEN);
    assert_int_equal(client_say(&p.anna, SAY(.verb = TABLE_COMPUTER, .on = true)), ERR_FORBIDDEN);
    table_client_open_table(
        p.anna.it,
        &(struct table_plan){.id = "o2", .kind = "shogi", .rules = "", .settings = "rated=on", .computer = true});
    assert_int_equal(p.anna.error, ERR_FORBIDDEN);
    pair_end(&p);
}

static void a_rated_game_changes_both_ratings_once(void **state)
{
    (void)state;
    struct pair p;
    begin_pair(&p, "rated=on");
    assert_int_equal(rating_of(&p.f, "anna").value, 1500);
    assert_int_equal(rating_of(&p.f, "anna").games, 0);
    assert_int_equal(client_move(&p.anna, "a1", "7g7f"), OK);
    assert_int_equal(client_move(&p.ben, "b1", "3c3d"), OK);
    unsigned seq = p.anna.seq, answers = p.anna.answers;
    assert_int_equal(client_command(&p.anna, TABLE_RESIGN, "r", NULL), OK);
    client_send(&p.anna, TABLE_RESIGN, p.anna.game, seq, "r", NULL); /* a resend */
    run_until(&p.f, &p.anna.answers, answers + 2);
    assert_int_equal(p.ben.event_change, -20); /* of sente, who is anna */
    assert_int_equal(rating_of(&p.f, "anna").value, 1480);
    assert_int_equal(rating_of(&p.f, "ben").value, 1520);
    assert_int_equal(rating_of(&p.f, "ben").games, 1);
    /* The next one, sides changed: a draw by repetition between unequal players. */
    assert_int_equal(client_command(&p.anna, TABLE_AGAIN, "n", NULL), OK);
    assert_int_equal(client_command(&p.ben, TABLE_AGAIN, "n", NULL), OK);
    static const char *const dance[] = {"2h3h", "8b7b", "3h2h", "7b8b"};
    for (unsigned i = 0; i < 12; i++) {
        char id[8];
        snprintf(id, sizeof id, "d%u", i);
        assert_int_equal(client_move(i % 2 ? &p.anna : &p.ben, id, dance[i % 4]), OK);
    }
    assert_string_equal(p.ben.winner, "draw");
    assert_int_equal(p.ben.event_change, -2); /* 40 * (0.5 - 0.557) = -2.3 */
    assert_int_equal(rating_of(&p.f, "ben").value, 1518);
    assert_int_equal(rating_of(&p.f, "anna").value, 1482);
    assert_int_equal(rating_of(&p.f, "anna").games, 2);
    pair_end(&p);
}

static void nobody_is_made_to_play_for_their_rating(void **state)
{
    (void)state;
    struct pair p;
    begin_pair(&p, "");
    assert_int_equal(set(&p.anna, "rated", "on"), ERR_FORBIDDEN); /* ben sat down to a friendly game */
    assert_int_equal(client_command(&p.anna, TABLE_RESIGN, "r", NULL), OK);
    assert_int_equal(rating_of(&p.f, "anna").games, 0);
    pair_end(&p);
}

static void a_rated_game_counts_when_both_have_moved(void **state)
{
    (void)state;
    struct pair p;
    begin_pair(&p, "rated=on");
    assert_int_equal(client_command(&p.ben, TABLE_RESIGN, "r", NULL), OK);
    assert_int_equal(p.ben.event_change, 0);
    assert_int_equal(client_command(&p.anna, TABLE_AGAIN, "n", NULL), OK);
    assert_int_equal(client_command(&p.ben, TABLE_AGAIN, "n", NULL), OK);
    assert_int_equal(client_move(&p.ben, "b1", "7g7f"), OK);
    assert_int_equal(client_command(&p.anna, TABLE_RESIGN, "r2", NULL), OK);
    assert_int_equal(p.ben.event_change, 0);
    assert_int_equal(rating_of(&p.f, "anna").games, 0);
    assert_int_equal(rating_of(&p.f, "ben").games, 0);
    pair_end(&p);
}

static void what_a_rated_game_is_about_is_fixed_when_both_have_sat_down(void **state)
{
    (void)state;
    struct pair p;
    memset(&p, 0, sizeof p);
    fixture_begin(&p.f, "shogi");
    client_open(&p.anna, &p.f, p.f.tables, "anna");
    client_open(&p.ben, &p.f, p.f.tables, "ben");
    client_open_table(&p.anna, "open-1", "rated=on", false);
    assert_int_equal(set(&p.anna, "handicap", "lance"), OK); /* whoever sits down knows of it */
    client_watch(&p.ben, p.anna.table, NULL, 0);
    assert_int_equal(client_command(&p.ben, TABLE_SIT, "sit", NULL), OK);
    static const char *const changes[][2] = {{"handicap", "ten"},    {"impasse", "points24"},     {"first", "guest"},
                                             {"turn_seconds", "30"}, {"on_timeout", "cpu_moves"}, {"level", "1"}};
    for (unsigned i = 0; i < sizeof changes / sizeof *changes; i++)
        assert_int_equal(set(&p.anna, changes[i][0], changes[i][1]), ERR_FORBIDDEN);
    assert_string_equal(p.ben.rules, "handicap=lance");
    /* Nobody's rating suffers when it counts for nobody; it never counts again. */
    assert_int_equal(set(&p.anna, "rated", "off"), OK);
    assert_int_equal(set(&p.anna, "handicap", "none"), OK);
    assert_int_equal(set(&p.anna, "rated", "on"), ERR_FORBIDDEN);
    pair_end(&p);
}

static void who_waits_can_begin_against_the_computer(void **state)
{
    (void)state;
    struct fixture f = {0};
    struct client anna, ben;
    fixture_begin(&f, "shogi");
    client_open(&anna, &f, f.tables, "anna");
    client_open(&ben, &f, f.tables, "ben");
    client_open_table(&anna, "o", "level=3", false);
    client_watch(&ben, anna.table, NULL, 0);
    assert_int_equal(client_say(&ben, SAY(.verb = TABLE_COMPUTER, .on = true, .side = 'w')), ERR_FORBIDDEN);
    assert_int_equal(client_say(&anna, SAY(.verb = TABLE_COMPUTER, .on = true, .side = 'w')), OK);
    assert_string_equal(ben.event_kind, "seat");
    assert_string_equal(ben.seat[1].who, "cpu:3");
    assert_int_equal(client_command(&ben, TABLE_SIT, "s", NULL), ERR_FORBIDDEN);
    assert_int_equal(set(&anna, "level", "8"), OK);
    assert_string_equal(ben.seat[1].who, "cpu:8");
    assert_int_equal(set(&anna, "rated", "on"), ERR_FORBIDDEN);
    client_close(&anna);
    client_close(&ben);
    fixture_end(&f);
}

static void a_seat_is_lent_to_the_computer_and_taken_back(void **state)
{
    (void)state;
    struct pair p;
    begin_pair(&p, "level=2");
    assert_int_equal(client_say(&p.anna, SAY(.verb = TABLE_COMPUTER, .on = true, .side = 'w')), ERR_FORBIDDEN);
    assert_int_equal(client_say(&p.anna, SAY(.verb = TABLE_COMPUTER, .on = true)), OK);
    assert_string_equal(p.ben.event_kind, "computer");
    assert_string_equal(p.ben.event_data, "cpu:2");
    run_through(&p.f, 10);
    assert_string_equal(p.ben.seat[0].who, "anna");
    assert_string_equal(p.ben.seat[0].plays, "cpu:2");
    assert_string_equal(p.ben.seat[0].why, "asked");
    assert_int_equal(client_move(&p.anna, "a1", "7g7f"), ERR_FORBIDDEN);
    assert_int_equal(client_say(&p.ben, SAY(.verb = TABLE_COMPUTER, .on = true)), ERR_FORBIDDEN); /* somebody plays */
    assert_int_equal(client_say(&p.ben, SAY(.verb = TABLE_OFFER, .what = "draw")), ERR_FORBIDDEN);
    assert_int_equal(client_say(&p.anna, SAY(.verb = TABLE_COMPUTER, .on = false)), OK);
    assert_string_equal(p.ben.event_kind, "back");
    assert_int_equal(client_say(&p.anna, SAY(.verb = TABLE_COMPUTER, .on = false)), ERR_FORBIDDEN);
    assert_int_equal(client_move(&p.anna, "a2", "7g7f"), OK);
    pair_end(&p);
}

static void who_does_not_want_to_play_again_says_so(void **state)
{
    (void)state;
    struct pair p;
    begin_pair(&p, "");
    assert_int_equal(client_command(&p.anna, TABLE_RESIGN, "r", NULL), OK);
    assert_int_equal(client_say(&p.ben, SAY(.verb = TABLE_DECLINE, .what = "again")), ERR_FORBIDDEN);
    assert_int_equal(client_command(&p.anna, TABLE_AGAIN, "n", NULL), OK);
    assert_int_equal(client_say(&p.ben, SAY(.verb = TABLE_DECLINE, .what = "again")), OK);
    assert_int_equal(client_command(&p.anna, TABLE_AGAIN, "n2", NULL), ERR_FORBIDDEN); /* it was heard */
    assert_int_equal(client_command(&p.ben, TABLE_AGAIN, "n", NULL), OK);              /* after all */
    assert_int_equal(client_command(&p.anna, TABLE_AGAIN, "n3", NULL), OK);
    assert_int_equal(p.ben.number, 2);
    pair_end(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_made_the_table_sets_it_until_the_first_move),
        cmocka_unit_test(settings_survive_a_restart),
        cmocka_unit_test(the_seat_of_gote_gives_a_handicap_and_begins),
        cmocka_unit_test(who_begins_can_be_chosen_and_drawn_again),
        cmocka_unit_test(a_draw_is_offered_and_answered),
        cmocka_unit_test(moves_are_taken_back_when_the_other_side_agrees),
        cmocka_unit_test(the_computer_takes_back_and_plays_again_at_once_but_gives_no_draw),
        cmocka_unit_test(a_rated_game_has_neither_and_no_computer),
        cmocka_unit_test(a_rated_game_changes_both_ratings_once),
        cmocka_unit_test(nobody_is_made_to_play_for_their_rating),
        cmocka_unit_test(a_rated_game_counts_when_both_have_moved),
        cmocka_unit_test(what_a_rated_game_is_about_is_fixed_when_both_have_sat_down),
        cmocka_unit_test(who_waits_can_begin_against_the_computer),
        cmocka_unit_test(a_seat_is_lent_to_the_computer_and_taken_back),
        cmocka_unit_test(who_does_not_want_to_play_again_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
