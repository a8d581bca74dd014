/* Whom seats show: names and ratings come from the store, follow its news, and go away with who is forgotten. */
#include "server/table/tests/fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void on_added(void *context, enum error error, const struct store_device *device)
{
    (void)device;
    assert_int_equal(error, OK);
    ++*(unsigned *)context;
}

static void on_done(void *context, enum error error)
{
    assert_int_equal(error, OK);
    ++*(unsigned *)context;
}

static void add_player(struct fixture *f, const char *id, const char *name)
{
    unsigned done = 0;
    const uint8_t hash[STORE_HASH_BYTES] = {(uint8_t)id[0], (uint8_t)id[1]};
    assert_int_equal(store_device_add(f->store, id, hash, on_added, &done), OK);
    assert_int_equal(store_player_rename(f->store, id, name, on_done, &done), OK);
    run_until(f, &done, 2);
}

static void tell(struct fixture *f, const char *text)
{
    assert_int_equal(bus_publish(f->bus, TABLE_SUBJECT_PLAYER, text, strlen(text)), OK);
}

/* Until the seat has this name. */
static void wait_for_name(struct client *client, unsigned seat, const char *name)
{
    for (unsigned i = 0; i < 6000 && strcmp(client->seat[seat].name, name) != 0; i++)
        run_for(client->f, 10);
    assert_string_equal(client->seat[seat].name, name);
}

static void seats_show_names_and_follow_a_change_of_them(void **state)
{
    (void)state;
    struct fixture f = {0};
    struct client anna, ben;
    unsigned done = 0;
    fixture_begin(&f, "shogi");
    add_player(&f, "anna", "Anna");
    add_player(&f, "ben", "");
    client_open(&anna, &f, f.tables, "anna");
    client_open(&ben, &f, f.tables, "ben");
    client_open_table(&anna, "open", "", false);
    wait_for_name(&anna, 0, "Anna");
    assert_false(anna.seat[0].rated); /* a friendly table, and nobody who has played a rated game */
    client_watch(&ben, anna.table, NULL, 0);
    assert_string_equal(ben.seat[0].name, "Anna");
    assert_int_equal(client_command(&ben, TABLE_SIT, "sit", NULL), OK);
    assert_int_equal(store_player_rename(f.store, "ben", "Benjamin", on_done, &done), OK);
    run_until(&f, &done, 1);
    tell(&f, "name ben");
    wait_for_name(&anna, 1, "Benjamin");
    for (const char *const *text =
             (const char *const[]){"", "name", "name ", "gone", "gone ben", "gone ben ben", "x y z", NULL};
         *text; text++)
        tell(&f, *text); /* nothing comes of it */
    run_through(&f, 50);
    assert_string_equal(anna.seat[1].name, "Benjamin");
    assert_string_equal(anna.seat[1].who, "ben");
    client_close(&anna);
    client_close(&ben);
    fixture_end(&f);
}

/* Anna and Ben, who have names, sit at her table with these settings. */
static void seat_two(struct fixture *f, struct client *anna, struct client *ben, const char *settings)
{
    fixture_begin(f, "shogi");
    add_player(f, "anna", "Anna");
    add_player(f, "ben", "Ben");
    client_open(anna, f, f->tables, "anna");
    client_open(ben, f, f->tables, "ben");
    client_open_table(anna, "open", settings, false);
    client_watch(ben, anna->table, NULL, 0);
    assert_int_equal(client_command(ben, TABLE_SIT, "sit", NULL), OK);
}

/* Only then a game counts. */
static void move_once_each(struct client *sente, struct client *gote)
{
    assert_int_equal(client_move(sente, "sente", "7g7f"), OK);
    assert_int_equal(client_move(gote, "gote", "3c3d"), OK);
}

static void ratings_are_shown_at_rated_tables_and_after_the_game_as_it_left_them(void **state)
{
    (void)state;
    struct fixture f = {0};
    struct client anna, ben;
    seat_two(&f, &anna, &ben, "rated=on");
    wait_for_name(&anna, 1, "Ben");
    assert_true(anna.seat[0].rated && anna.seat[1].rated);
    assert_int_equal(anna.seat[1].rating, 1500);
    assert_true(anna.seat[1].provisional);
    move_once_each(&anna, &ben);
    assert_int_equal(client_command(&ben, TABLE_RESIGN, "resign", NULL), OK);
    for (unsigned i = 0; i < 6000 && anna.seat[0].rating == 1500; i++)
        run_through(&f, 10);
    assert_int_equal(anna.event_change, 20);
    assert_int_equal(anna.seat[0].rating, 1520);
    assert_int_equal(anna.seat[1].rating, 1480);
    /* One more at another table does not change what this one tells, whoever looks at it later. */
    struct client first = anna;
    client_open_table(&anna, "open2", "rated=on", false);
    client_watch(&ben, anna.table, NULL, 0);
    assert_int_equal(client_command(&ben, TABLE_SIT, "sit2", NULL), OK);
    move_once_each(&anna, &ben);
    assert_int_equal(client_command(&ben, TABLE_RESIGN, "resign2", NULL), OK);
    client_close(&anna);
    client_close(&ben);
    fixture_restart(&f);
    client_open(&anna, &f, f.tables, "anna");
    client_watch(&anna, first.table, NULL, 0);
    wait_for_name(&anna, 0, "Anna");
    assert_int_equal(anna.seat[0].rating, 1520);
    client_close(&anna);
    fixture_end(&f);
}

static void who_is_forgotten_loses_the_seat_and_the_game_does_not_count(void **state)
{
    (void)state;
    struct fixture f = {0};
    struct client anna, ben;
    unsigned done = 0;
    seat_two(&f, &anna, &ben, "rated=on");
    wait_for_name(&ben, 0, "Anna");
    move_once_each(&anna, &ben);
    assert_int_equal(store_player_forget(f.store, "anna", "gone:1", on_done, &done), OK);
    run_until(&f, &done, 1);
    tell(&f, "gone anna gone:1");
    wait_for_name(&ben, 0, "");
    assert_string_equal(ben.seat[0].who, "gone:1");
    assert_false(ben.seat[0].here);
    assert_int_equal(client_command(&anna, TABLE_MOVE, "move", "7g7f"), ERR_FORBIDDEN);
    assert_int_equal(client_command(&ben, TABLE_RESIGN, "resign", NULL), OK);
    assert_int_equal(ben.event_change, 0);
    assert_int_equal(rating_of(&f, "ben").games, 0);
    client_close(&anna);
    client_close(&ben);
    fixture_restart(&f); /* the file says the same as the memory did */
    client_open(&ben, &f, f.tables, "ben");
    client_watch(&ben, anna.table, NULL, 0);
    assert_string_equal(ben.seat[0].who, "gone:1");
    assert_string_equal(ben.winner, "b");
    client_close(&ben);
    fixture_end(&f);
}

static void a_table_finds_out_by_itself_that_somebody_was_forgotten(void **state)
{
    (void)state;
    struct fixture f = {.players_only = true};
    struct client anna, ben;
    unsigned done = 0;
    seat_two(&f, &anna, &ben, "rated=on listed=on");
    move_once_each(&anna, &ben);
    assert_int_equal(store_player_forget(f.store, "anna", "gone:1", on_done, &done), OK);
    run_until(&f, &done, 1);
    /* Nobody has told this table yet. */
    assert_int_equal(client_command(&anna, TABLE_MOVE, "late", "2g2f"), ERR_STORE);
    for (unsigned i = 0; i < 6000 && strcmp(ben.seat[0].who, "gone:1") != 0; i++)
        run_through(&f, 10);
    assert_string_equal(ben.seat[0].who, "gone:1");
    assert_int_equal(client_command(&anna, TABLE_MOVE, "later", "2g2f"), ERR_FORBIDDEN);
    assert_int_equal(client_command(&ben, TABLE_RESIGN, "resign", NULL), OK);
    assert_int_equal(ben.event_change, 0);
    client_close(&anna);
    client_close(&ben);
    fixture_end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seats_show_names_and_follow_a_change_of_them),
        cmocka_unit_test(ratings_are_shown_at_rated_tables_and_after_the_game_as_it_left_them),
        cmocka_unit_test(a_table_finds_out_by_itself_that_somebody_was_forgotten),
        cmocka_unit_test(who_is_forgotten_loses_the_seat_and_the_game_does_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
