/* How tables live: restarts, nodes, who comes and goes, what is held in memory, full disks, the end. */
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

static void a_restart_leads_to_the_same_state(void **state)
{
    (void)state;
    struct pair p = {0};
    pair_begin(&p, "shogi", "show_legal=off");
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
    pair_end(&p);
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

static void who_comes_back_gets_what_was_missed_or_everything(void **state)
{
    (void)state;
    struct pair p = {0};
    pair_begin(&p, "shogi", "");
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
    pair_end(&p);
}

static void presence_counts_connections_of_a_device(void **state)
{
    (void)state;
    struct pair p = {0};
    struct client tab, carl;
    p.f.tables_config.presence_ms = 5;
    pair_begin(&p, "shogi", "");
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
    pair_end(&p);
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
    pair_end(&p);
}

static void on_drained(void *context)
{
    ++*(unsigned *)context;
}

static void draining_finishes_what_is_under_way_and_refuses_more(void **state)
{
    (void)state;
    struct pair p = {0};
    pair_begin(&p, "shogi", "");
    unsigned drained = 0;
    client_send(&p.anna, TABLE_MOVE, p.anna.game, 1, "a1", "7g7f");
    tables_drain(p.f.tables, on_drained, &drained);
    assert_int_equal(drained, 0);
    client_send(&p.ben, TABLE_MOVE, p.ben.game, 2, "b1", "3c3d");
    assert_int_equal(p.ben.error, ERR_BUSY);
    run_until(&p.f, &p.anna.answers, 1);
    assert_int_equal(p.anna.error, OK);
    run_until(&p.f, &drained, 1);
    pair_end(&p);
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
    struct pair p = {0};
    struct client carl, dora;
    pair_begin(&p, "shogi", "");
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
    pair_end(&p);
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
    pair_begin(&p, "shogi", "");
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
    pair_end(&p);
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
    pair_begin(&p, "shogi", "");
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
    pair_end(&p);
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
        cmocka_unit_test(a_restart_leads_to_the_same_state),
        cmocka_unit_test(a_long_game_is_kept_whole),
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
