/* A game is a link for ever: any game can be read by its id, as it was played. */
#include "server/table/tests/fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int64_t test_time;

static int64_t test_now(void *context)
{
    return __atomic_load_n((int64_t *)context, __ATOMIC_RELAXED);
}

struct evening {
    struct fixture f;
    struct client anna, ben, reader;
    char first[TABLE_ID_MAX]; /* id of the first game */
    /* as last read */
    char game[TABLE_ID_MAX], moves[256], spent[64], next[TABLE_ID_MAX], winner[8], reason[32], seats[2][TABLE_WHO_MAX];
    unsigned number;
    int64_t began, ended;
};

static void on_record(struct client *client, const struct table_record *record)
{
    struct evening *e = client->context;
    const struct table_view *view = &record->view;
    assert_string_equal(record->id, "r");
    assert_string_equal(view->table, e->anna.table);
    snprintf(e->game, sizeof e->game, "%s", view->game);
    snprintf(e->moves, sizeof e->moves, "%s", view->moves);
    snprintf(e->spent, sizeof e->spent, "%s", record->spent);
    snprintf(e->next, sizeof e->next, "%s", view->next);
    snprintf(e->winner, sizeof e->winner, "%s", view->winner);
    snprintf(e->reason, sizeof e->reason, "%s", view->reason);
    for (unsigned i = 0; i < 2; i++)
        memcpy(e->seats[i], view->seat[i].who, sizeof e->seats[i]);
    e->number = view->number;
    e->began = record->began;
    e->ended = record->ended;
}

static void on_told(void *context, enum error error)
{
    assert_int_equal(error, OK);
    ++*(unsigned *)context;
}

/* Hall time goes on with what the store writes. */
static void think(struct evening *e, unsigned seconds)
{
    for (unsigned i = 0; i < seconds; i++) {
        unsigned told = 0;
        __atomic_add_fetch(&test_time, 1000, __ATOMIC_RELAXED);
        assert_int_equal(store_presence(e->f.store, e->anna.table, "anna", true, on_told, &told), OK);
        run_until(&e->f, &told, 1);
    }
}

static void begin(struct evening *e)
{
    memset(e, 0, sizeof *e);
    test_time = 1700000000000;
    e->f.store_config.clock = (struct clock){.now = test_now, .context = &test_time};
    fixture_begin(&e->f, "shogi");
    client_open(&e->anna, &e->f, e->f.tables, "anna");
    client_open(&e->ben, &e->f, e->f.tables, "ben");
    client_open(&e->reader, &e->f, e->f.tables, "carl");
    e->reader.context = e;
    e->reader.on_record = on_record;
    client_open_table(&e->anna, "o", "turn_seconds=60", false);
    client_watch(&e->ben, e->anna.table, NULL, 0);
    assert_int_equal(client_command(&e->ben, TABLE_SIT, "s", NULL), OK);
    snprintf(e->first, sizeof e->first, "%s", e->anna.game);
}

static void end(struct evening *e)
{
    client_close(&e->anna);
    client_close(&e->ben);
    client_close(&e->reader);
    fixture_end(&e->f);
}

static void read_game(struct evening *e, const char *game)
{
    unsigned before = e->reader.records;
    table_client_record(e->reader.it, "r", game);
    run_until(&e->f, &e->reader.records, before + 1);
}

static enum error refusal_of(struct evening *e, const char *id, const char *game)
{
    unsigned before = e->reader.answers;
    table_client_record(e->reader.it, id, game);
    run_until(&e->f, &e->reader.answers, before + 1);
    return e->reader.error;
}

static void a_game_is_read_while_it_goes_on_and_when_the_table_has_gone_on(void **state)
{
    (void)state;
    static struct evening e;
    begin(&e);
    think(&e, 3);
    assert_int_equal(client_move(&e.anna, "a1", "7g7f"), OK);
    think(&e, 7);
    assert_int_equal(client_move(&e.ben, "b1", "3c3d"), OK);
    read_game(&e, e.first);
    assert_string_equal(e.moves, "7g7f 3c3d");
    assert_string_equal(e.winner, "");
    assert_int_equal(e.ended, 0);
    assert_int_equal(e.began, 1700000000000);
    think(&e, 2);
    assert_int_equal(client_command(&e.anna, TABLE_RESIGN, "r", NULL), OK);
    assert_int_equal(client_command(&e.anna, TABLE_AGAIN, "n1", NULL), OK);
    assert_int_equal(client_command(&e.ben, TABLE_AGAIN, "n2", NULL), OK);
    char second[TABLE_ID_MAX];
    snprintf(second, sizeof second, "%s", e.ben.game);
    assert_string_not_equal(second, e.first);
    read_game(&e, e.first);
    assert_string_equal(e.game, e.first);
    assert_int_equal(e.number, 1);
    assert_string_equal(e.moves, "7g7f 3c3d");
    assert_string_equal(e.spent, "3 7");
    assert_string_equal(e.winner, "w");
    assert_string_equal(e.reason, "resignation");
    assert_string_equal(e.next, second);
    assert_string_equal(e.seats[0], "anna");
    assert_int_equal(e.ended, 1700000012000);
    read_game(&e, second);
    assert_int_equal(e.number, 2);
    assert_string_equal(e.moves, "");
    assert_string_equal(e.next, "");
    assert_string_equal(e.seats[0], "ben");
    end(&e);
}

static void what_was_taken_back_is_not_in_it(void **state)
{
    (void)state;
    static struct evening e;
    begin(&e);
    think(&e, 3);
    assert_int_equal(client_move(&e.anna, "a1", "7g7f"), OK);
    assert_int_equal(client_say(&e.anna, (struct table_command){.verb = TABLE_OFFER, .what = "takeback"}), OK);
    assert_int_equal(client_say(&e.ben, (struct table_command){.verb = TABLE_ACCEPT, .what = "takeback"}), OK);
    run_until(&e.f, &e.anna.snapshots, 2);
    think(&e, 4);
    assert_int_equal(client_move(&e.anna, "a2", "2g2f"), OK);
    read_game(&e, e.first);
    assert_string_equal(e.moves, "2g2f");
    assert_string_equal(e.spent, "4");
    end(&e);
}

static void what_cannot_be_read_is_refused(void **state)
{
    (void)state;
    static struct evening e;
    begin(&e);
    assert_int_equal(refusal_of(&e, "r", "nothing"), ERR_NOT_FOUND);
    assert_string_equal(e.reader.at, "game");
    assert_string_equal(e.reader.answer_id, "r");
    assert_int_equal(refusal_of(&e, "r", ""), ERR_NOT_FOUND);
    assert_int_equal(refusal_of(&e, "r", e.anna.table), ERR_NOT_FOUND);
    assert_int_equal(refusal_of(&e, "no id", e.first), ERR_SYNTAX);
    assert_string_equal(e.reader.at, "id");
    /* A reader that goes away before the answer is there. */
    table_client_record(e.reader.it, "r", e.first);
    client_close(&e.reader);
    run_through(&e.f, 50);
    assert_int_equal(e.reader.records, 0);
    client_open(&e.reader, &e.f, e.f.tables, "carl");
    end(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_read_while_it_goes_on_and_when_the_table_has_gone_on),
        cmocka_unit_test(what_was_taken_back_is_not_in_it),
        cmocka_unit_test(what_cannot_be_read_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
