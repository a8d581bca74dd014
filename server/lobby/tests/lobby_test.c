/* Opening tables, looking for an opponent, and the lists of tables. */
#include "server/lobby/lobby.h"
#include "server/store/lobby.h"
#include "server/table/tests/fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const kinds[] = {"shogi", "annan"};

static void start(struct lobby **lobby, struct fixture *f, struct lobby_config config)
{
    config.loop = &f->loop;
    config.store = f->store;
    config.bus = f->bus;
    config.tables = f->tables;
    config.log = &f->log;
    config.kinds = kinds;
    config.kind_count = 2;
    assert_int_equal(lobby_start(lobby, &config), OK);
}

static void on_stopped(void *context)
{
    *(bool *)context = true;
}

static void stop(struct lobby *lobby, struct fixture *f)
{
    bool stopped = false;
    lobby_stop(lobby, on_stopped, &stopped);
    while (!stopped)
        uv_run(&f->loop, UV_RUN_ONCE);
}

static enum error open_table(struct lobby *lobby, struct client *client, const char *id, const char *opponent)
{
    unsigned told = client->told;
    client->error = OK;
    lobby_open_table(
        lobby, client->it,
        &(struct lobby_open){.id = id, .kind = "shogi", .rules = "", .settings = "level=1", .opponent = opponent});
    run_until(client->f, &client->told, told + 1);
    return client->error;
}

static void the_opponent_is_the_computer_or_a_friend(void **state)
{
    (void)state;
    struct fixture f = {0};
    struct client anna;
    struct lobby *lobby;
    fixture_begin(&f, "shogi");
    start(&lobby, &f, (struct lobby_config){0});
    client_open(&anna, &f, f.tables, "anna");
    assert_int_equal(open_table(lobby, &anna, "o1", "nobody"), ERR_UNKNOWN);
    assert_string_equal(anna.at, "opponent");
    assert_string_equal(anna.answer_id, "o1");
    assert_int_equal(open_table(lobby, &anna, "o1", "computer"), OK);
    assert_string_equal(anna.seat[1].who, "cpu:1");
    assert_int_equal(open_table(lobby, &anna, "o2", "friend"), OK);
    assert_string_equal(anna.seat[1].who, "");
    client_close(&anna);
    stop(lobby, &f);
    fixture_end(&f);
}

static int64_t test_time = 1700000000000;

static int64_t test_now(void *context)
{
    return __atomic_load_n((int64_t *)context, __ATOMIC_RELAXED);
}

static void a_device_leaves_only_so_many_tables_unfinished(void **state)
{
    (void)state;
    struct fixture f = {.store_config.clock = {.now = test_now, .context = &test_time}};
    struct client anna, ben;
    struct lobby *lobby;
    fixture_begin(&f, "shogi");
    start(&lobby, &f, (struct lobby_config){.unfinished_max = 2, .window_minutes = 60});
    client_open(&anna, &f, f.tables, "anna");
    client_open(&ben, &f, f.tables, "ben");
    assert_int_equal(open_table(lobby, &anna, "o1", "computer"), OK);
    assert_int_equal(open_table(lobby, &anna, "o2", "computer"), OK);
    assert_int_equal(open_table(lobby, &anna, "o3", "computer"), ERR_BUSY);
    assert_int_equal(open_table(lobby, &ben, "o1", "computer"), OK); /* everyone on their own account */
    assert_int_equal(client_command(&anna, TABLE_RESIGN, "r", NULL), OK);
    assert_int_equal(open_table(lobby, &anna, "o3", "computer"), OK);
    assert_int_equal(open_table(lobby, &anna, "o4", "computer"), ERR_BUSY);
    __atomic_add_fetch(&test_time, 61 * 60000, __ATOMIC_RELAXED); /* what is old does not count */
    assert_int_equal(open_table(lobby, &anna, "o4", "computer"), OK);
    client_close(&anna);
    client_close(&ben);
    stop(lobby, &f);
    fixture_end(&f);
}

/* ---- looking for an opponent ---- */

/* A connection: what its lobby client was told. */
struct guest {
    struct fixture *f;
    struct client client;
    struct lobby_client *it;
    struct lobby *lobby;
    unsigned seekings, paireds, unpaireds, lists, told;
    char id[TABLE_COMMAND_MAX], table[TABLE_ID_MAX], why[16];
    unsigned range;
    /* of the first kind */
    unsigned open, live, moves;
    char open_table[TABLE_ID_MAX], live_table[TABLE_ID_MAX], open_settings[TABLE_SETTINGS_MAX], host[TABLE_WHO_MAX];
};

static void on_list(void *context, const struct lobby_list *list)
{
    struct guest *g = context;
    g->lists++;
    if (strcmp(list->kind, kinds[0]))
        return;
    g->open = list->open_count;
    g->live = list->live_count;
    if (g->open) {
        snprintf(g->open_table, sizeof g->open_table, "%s", list->open[0].table);
        snprintf(g->open_settings, sizeof g->open_settings, "%s", list->open[0].settings);
        snprintf(g->host, sizeof g->host, "%s", list->open[0].player[0].who);
    }
    if (g->live) {
        snprintf(g->live_table, sizeof g->live_table, "%s", list->live[0].table);
        g->moves = list->live[0].moves;
    }
}

static void on_seeking(void *context, const struct lobby_seeking *seeking)
{
    struct guest *g = context;
    snprintf(g->id, sizeof g->id, "%s", seeking->seek.id);
    g->range = seeking->range;
    g->seekings++;
    g->told++;
}

static void on_paired(void *context, const char *id, const char *table)
{
    struct guest *g = context;
    snprintf(g->id, sizeof g->id, "%s", id);
    snprintf(g->table, sizeof g->table, "%s", table);
    g->paireds++;
    g->told++;
}

static void on_unpaired(void *context, const char *id, const char *why)
{
    struct guest *g = context;
    snprintf(g->id, sizeof g->id, "%s", id);
    snprintf(g->why, sizeof g->why, "%s", why);
    g->unpaireds++;
    g->told++;
}

static const struct lobby_callbacks guest_callbacks = {
    .list = on_list, .seeking = on_seeking, .paired = on_paired, .unpaired = on_unpaired};

static void count_refusal(struct client *client, const struct table_answer *answer)
{
    struct guest *g = client->context;
    (void)answer;
    g->told++;
}

static void come(struct guest *g, struct fixture *f, struct tables *tables, struct lobby *lobby, const char *device)
{
    *g = (struct guest){.f = f, .lobby = lobby};
    client_open(&g->client, f, tables, device);
    g->client.context = g;
    g->client.on_answer = count_refusal;
    assert_int_equal(lobby_client_open(lobby, g->client.it, device, &guest_callbacks, g, &g->it), OK);
}

static void leave(struct guest *g)
{
    lobby_client_close(g->it);
    g->it = NULL;
    client_close(&g->client);
}

/* One node with its lobby, and whoever comes to it. */
struct hall {
    struct fixture f;
    struct lobby *lobby;
    struct guest guest[3];
    unsigned guests;
};

static void open_hall(struct hall *hall, struct lobby_config config)
{
    *hall = (struct hall){0};
    fixture_begin(&hall->f, "shogi");
    start(&hall->lobby, &hall->f, config);
}

/* The guest is the hall's. */
static struct guest *enter(struct hall *hall, const char *device)
{
    assert_true(hall->guests < sizeof hall->guest / sizeof hall->guest[0]);
    struct guest *g = &hall->guest[hall->guests++];
    come(g, &hall->f, hall->f.tables, hall->lobby, device);
    return g;
}

/* Everybody leaves who has not yet. */
static void close_hall(struct hall *hall)
{
    for (unsigned i = 0; i < hall->guests; i++)
        if (hall->guest[i].it)
            leave(&hall->guest[i]);
    stop(hall->lobby, &hall->f);
    fixture_end(&hall->f);
}

static void ask(struct guest *g, const char *id, bool rated, unsigned seconds)
{
    lobby_client_seek(g->it, &(struct lobby_seek){.id = id, .kind = "shogi", .rated = rated, .turn_seconds = seconds});
}

/* Waits until it is answered. */
static void look_for(struct guest *g, const char *id, bool rated, unsigned seconds)
{
    unsigned before = g->told;
    ask(g, id, rated, seconds);
    run_until(g->f, &g->told, before + 1);
}

static void two_who_look_for_the_same_sit_at_one_table(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h, (struct lobby_config){.tick_ms = 20});
    struct guest *anna = enter(&h, "anna"), *ben = enter(&h, "ben"), *carla = enter(&h, "carla");
    look_for(carla, "s1", true, 30); /* rated: not with the others */
    assert_int_equal(carla->range, 200);
    look_for(anna, "s1", false, 30);
    assert_int_equal(anna->seekings, 1);
    assert_int_equal(anna->range, 0);
    look_for(ben, "s9", false, 30);
    run_until(&h.f, &anna->paireds, 1);
    run_until(&h.f, &ben->paireds, 1);
    assert_string_equal(anna->table, ben->table);
    assert_string_equal(anna->id, "s1");
    assert_string_equal(ben->id, "s9");
    client_watch(&anna->client, anna->table, NULL, 0);
    client_watch(&ben->client, ben->table, NULL, 0);
    assert_string_equal(anna->client.settings, "first=draw turn_seconds=30 listed=on");
    bool first = !strcmp(anna->client.seat[0].who, "anna");
    assert_string_equal(anna->client.seat[!first].who, "anna");
    assert_string_equal(anna->client.seat[first].who, "ben");
    /* Nobody is its host. */
    struct guest *mover = first ? anna : ben;
    assert_int_equal(
        client_say(&mover->client, (struct table_command){.verb = TABLE_SET, .name = "rated", .value = "on"}),
        ERR_FORBIDDEN);
    assert_int_equal(client_move(&mover->client, "m1", "7g7f"), OK);
    /* The command sent twice finds the same table. */
    look_for(anna, "s1", false, 30);
    assert_int_equal(anna->paireds, 2);
    assert_string_equal(anna->table, ben->table);
    assert_int_equal(carla->paireds, 0);
    close_hall(&h);
}

static void a_seek_is_cancelled_replaced_or_refused(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h, (struct lobby_config){.tick_ms = 20});
    struct guest *anna = enter(&h, "anna"), *tab = enter(&h, "anna"), *ben = enter(&h, "ben");
    look_for(anna, "s1", false, 0);
    lobby_client_cancel(anna->it, "s1");
    run_until(&h.f, &anna->unpaireds, 1);
    assert_string_equal(anna->why, "cancelled");
    lobby_client_cancel(anna->it, "s1");
    assert_int_equal(anna->client.error, ERR_NOT_FOUND);
    /* A device looks for one game at a time, and never plays with itself. */
    look_for(anna, "s2", false, 0);
    look_for(tab, "s3", false, 0);
    assert_int_equal(anna->unpaireds, 2);
    assert_string_equal(anna->why, "replaced");
    run_for(&h.f, 100);
    assert_int_equal(tab->paireds + anna->paireds, 0);
    leave(tab); /* its seek ends with its connection */
    look_for(ben, "s1", false, 0);
    run_for(&h.f, 100);
    assert_int_equal(ben->paireds, 0);
    /* What cannot be is refused at once. */
    lobby_client_seek(ben->it, &(struct lobby_seek){.id = "s2", .kind = "ludo"});
    assert_int_equal(ben->client.error, ERR_UNKNOWN);
    assert_string_equal(ben->client.at, "kind");
    ask(ben, "s2", false, 31);
    assert_int_equal(ben->client.error, ERR_RANGE);
    assert_string_equal(ben->client.at, "turn_seconds");
    ask(ben, "no id", false, 30);
    assert_int_equal(ben->client.error, ERR_SYNTAX);
    close_hall(&h);
}

static void ignore_seeks(void *context, enum error error, const struct store_seek *seeks, unsigned count)
{
    (void)context, (void)error, (void)seeks, (void)count;
}

/* The one that was to be replaced is in the store still. */
static void a_seek_that_could_not_be_replaced_pairs_nobody_unawares(void **state)
{
    (void)state;
    struct fixture f = {.store_config.queue_max = 64};
    struct lobby *lobby;
    struct guest anna, ben;
    fixture_begin(&f, "shogi");
    start(&lobby, &f, (struct lobby_config){.tick_ms = 20});
    come(&anna, &f, f.tables, lobby, "anna");
    come(&ben, &f, f.tables, lobby, "ben");
    look_for(&anna, "s1", false, 0);
    while (!store_seeks(f.store, ignore_seeks, NULL))
        continue; /* until it takes no more */
    ask(&anna, "s2", false, 30);
    assert_int_equal(anna.client.error, ERR_BUSY);
    assert_string_equal(anna.client.answer_id, "s2");
    run_for(&f, 50);
    look_for(&ben, "s1", false, 0);
    run_until(&f, &ben.paireds, 1);
    run_until(&f, &anna.paireds, 1);
    assert_string_equal(anna.table, ben.table);
    leave(&anna), leave(&ben);
    stop(lobby, &f);
    fixture_end(&f);
}

/*
 * Two look for each other, and the store was asked to bring them together; what became of it was not told. When this
 * thread is held up it is told already: then they leave, and the next two come.
 */
static void begin_a_pair(struct fixture *f, struct lobby *lobby, struct guest *anna, struct guest *ben)
{
    for (unsigned i = 0; i < 1000; i++) {
        char device[2][32];
        snprintf(device[0], sizeof device[0], "anna-%u", i);
        snprintf(device[1], sizeof device[1], "ben-%u", i);
        come(anna, f, f->tables, lobby, device[0]);
        come(ben, f, f->tables, lobby, device[1]);
        look_for(anna, "s1", false, 0);
        look_for(ben, "s1", false, 0);
        if (!anna->paireds)
            return;
        leave(anna), leave(ben);
    }
    fail_msg("always too late");
}

static void a_seek_that_is_paired_while_it_is_replaced_is_told(void **state)
{
    (void)state;
    struct fixture f = {0};
    struct lobby *lobby;
    struct guest anna, ben, carla;
    fixture_begin(&f, "shogi");
    start(&lobby, &f, (struct lobby_config){.tick_ms = 20});
    come(&carla, &f, f.tables, lobby, "carla");
    begin_a_pair(&f, lobby, &anna, &ben);
    ask(&anna, "s2", false, 30);
    run_until(&f, &ben.paireds, 1);
    run_until(&f, &anna.paireds, 1);
    assert_string_equal(anna.id, "s1");
    assert_string_equal(anna.table, ben.table);
    assert_int_equal(anna.unpaireds, 2); /* s1, of which that was said too early, and s2 */
    look_for(&carla, "s1", false, 30);   /* and what anna looked for last is not looked for any more */
    run_for(&f, 100);
    assert_int_equal(carla.paireds, 0);
    leave(&anna), leave(&ben), leave(&carla);
    stop(lobby, &f);
    fixture_end(&f);
}

static void who_is_silent_is_not_paired_meanwhile(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h, (struct lobby_config){.tick_ms = 20});
    struct guest *anna = enter(&h, "anna"), *ben = enter(&h, "ben");
    look_for(anna, "s1", false, 0);
    table_client_silent(anna->client.it, true);
    run_for(&h.f, 100);
    look_for(ben, "s1", false, 0);
    run_for(&h.f, 100);
    assert_int_equal(ben->paireds, 0);
    table_client_silent(anna->client.it, false);
    run_until(&h.f, &ben->paireds, 1);
    run_until(&h.f, &anna->paireds, 1);
    close_hall(&h);
}

static void nodes_pair_over_the_store_even_when_news_are_lost(void **state)
{
    (void)state;
    for (unsigned deaf = 0; deaf < 2; deaf++) {
        struct fixture f = {0};
        struct lobby *lobby, *other;
        struct bus *lonely;
        struct guest anna, ben;
        fixture_begin(&f, "shogi");
        fixture_second_node(&f);
        assert_int_equal(bus_local_open(&lonely), OK);
        start(&lobby, &f, (struct lobby_config){.tick_ms = 20});
        struct lobby_config config = {.loop = &f.loop,
                                      .store = f.other_store,
                                      .bus = deaf ? lonely : f.bus,
                                      .tables = f.other,
                                      .log = &f.log,
                                      .kinds = kinds,
                                      .kind_count = 2,
                                      .tick_ms = 20};
        assert_int_equal(lobby_start(&other, &config), OK);
        come(&anna, &f, f.tables, lobby, "anna");
        come(&ben, &f, f.other, other, "ben");
        ask(&anna, "s1", true, 60);
        ask(&ben, "s1", true, 60);
        run_until(&f, &anna.paireds, 1);
        run_until(&f, &ben.paireds, 1);
        assert_string_equal(anna.table, ben.table);
        leave(&anna), leave(&ben);
        stop(lobby, &f), stop(other, &f);
        bus_close(lonely);
        fixture_end(&f);
    }
}

/* ---- the lists ---- */

static void listed_tables_are_told_and_private_ones_never(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h, (struct lobby_config){.tick_ms = 20});
    struct guest *anna = enter(&h, "anna"), *ben = enter(&h, "ben"), *eve = enter(&h, "eve");
    lobby_client_watch(eve->it, true);
    run_until(&h.f, &eve->lists, 2);
    assert_int_equal(eve->open + eve->live, 0);
    client_open_table(&ben->client, "private", "", false);
    client_open_table(&anna->client, "listed", "turn_seconds=30 listed=on", false);
    run_until(&h.f, &eve->lists, 3);
    assert_int_equal(eve->open, 1);
    assert_string_equal(eve->open_table, anna->client.table);
    assert_string_equal(eve->open_settings, "turn_seconds=30 listed=on");
    assert_string_equal(eve->host, "anna");
    run_for(&h.f, 100);
    assert_int_equal(eve->lists, 3); /* what has not changed is not told again */
    /* Its host goes: it is not open. Comes back: it is. */
    table_client_unwatch(anna->client.it, anna->client.table);
    run_until(&h.f, &eve->lists, 4);
    assert_int_equal(eve->open, 0);
    client_watch(&anna->client, anna->client.table, anna->client.game, anna->client.seq);
    run_until(&h.f, &eve->lists, 5);
    assert_int_equal(eve->open, 1);
    /* Made private, and listed again. */
    assert_int_equal(
        client_say(&anna->client, (struct table_command){.verb = TABLE_SET, .name = "listed", .value = "off"}), OK);
    run_until(&h.f, &eve->lists, 6);
    assert_int_equal(eve->open, 0);
    assert_int_equal(
        client_say(&anna->client, (struct table_command){.verb = TABLE_SET, .name = "listed", .value = "on"}), OK);
    run_until(&h.f, &eve->lists, 7);
    assert_int_equal(eve->open, 1);
    /* Somebody sits down: it is being played. Over: it is not. */
    client_watch(&ben->client, eve->open_table, NULL, 0);
    assert_int_equal(client_command(&ben->client, TABLE_SIT, "sit", NULL), OK);
    run_until(&h.f, &eve->live, 1);
    assert_int_equal(eve->open, 0);
    assert_int_equal(eve->live, 1);
    run_until(&h.f, &anna->client.seq, ben->client.seq);
    assert_int_equal(client_move(&anna->client, "m1", "7g7f"), OK);
    run_until(&h.f, &eve->moves, 1);
    assert_int_equal(eve->moves, 1);
    assert_string_equal(eve->live_table, anna->client.table);
    assert_int_equal(client_command(&anna->client, TABLE_RESIGN, "r", NULL), OK);
    for (unsigned i = 0; i < 3000 && eve->live; i++)
        run_for(&h.f, 20);
    assert_int_equal(eve->live, 0);
    lobby_client_watch(eve->it, false);
    close_hall(&h);
}

/* A connection that lagged: what it was told may be lost. */
static void whoever_may_have_missed_something_is_told_everything_once_more(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h, (struct lobby_config){.tick_ms = 20});
    struct guest *anna = enter(&h, "anna"), *ben = enter(&h, "ben"), *eve = enter(&h, "eve");
    lobby_client_watch(eve->it, true);
    run_until(&h.f, &eve->lists, 2);
    lobby_client_refresh(eve->it);
    run_until(&h.f, &eve->lists, 4);
    look_for(anna, "s1", true, 0);
    lobby_client_refresh(anna->it);
    run_until(&h.f, &anna->seekings, 2);
    assert_int_equal(anna->range, 200);
    look_for(ben, "s1", true, 0);
    run_until(&h.f, &anna->paireds, 1);
    char table[TABLE_ID_MAX];
    memcpy(table, anna->table, sizeof table);
    anna->table[0] = '\0';
    lobby_client_refresh(anna->it);
    assert_int_equal(anna->paireds, 2);
    assert_string_equal(anna->table, table);
    close_hall(&h);
}

static void a_device_leaves_only_so_many_pairings_unfinished(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h, (struct lobby_config){.tick_ms = 20, .unfinished_max = 1});
    struct guest *anna = enter(&h, "anna"), *ben = enter(&h, "ben");
    ask(anna, "s1", false, 0);
    ask(ben, "s1", false, 0);
    run_until(&h.f, &anna->paireds, 1);
    run_until(&h.f, &ben->paireds, 1);
    look_for(anna, "s2", false, 0);
    assert_int_equal(anna->client.error, ERR_BUSY);
    assert_string_equal(anna->client.answer_id, "s2");
    client_watch(&anna->client, anna->table, NULL, 0);
    assert_int_equal(client_command(&anna->client, TABLE_RESIGN, "r", NULL), OK);
    unsigned before = anna->seekings;
    ask(anna, "s3", false, 0);
    run_until(&h.f, &anna->seekings, before + 1);
    close_hall(&h);
}

/* ---- many, at random ---- */

enum { GUESTS = 12, PAIRINGS_MAX = 4096 };

struct crowd {
    struct fixture f;
    struct lobby *lobby[2];
    struct guest guest[GUESTS];
    char device[GUESTS][8];
    unsigned asked[GUESTS]; /* the number of the newest seek */
    bool away[GUESTS];
    /* every seek that led to a table, as told */
    struct {
        char device[8], id[TABLE_COMMAND_MAX], table[TABLE_ID_MAX];
    } pairing[PAIRINGS_MAX];
    unsigned pairings;
};

/* Notes what was told since the last time. */
static void note(struct crowd *c, unsigned i)
{
    struct guest *g = &c->guest[i];
    if (!g->paireds)
        return;
    g->paireds = 0;
    assert_true(c->pairings < PAIRINGS_MAX);
    for (unsigned k = 0; k < c->pairings; k++)
        if (!strcmp(c->pairing[k].device, c->device[i]) && !strcmp(c->pairing[k].id, g->id)) {
            assert_string_equal(c->pairing[k].table, g->table); /* one seek, one table */
            return;
        }
    memcpy(c->pairing[c->pairings].device, c->device[i], sizeof c->device[i]);
    memcpy(c->pairing[c->pairings].id, g->id, sizeof g->id);
    memcpy(c->pairing[c->pairings].table, g->table, sizeof g->table);
    c->pairings++;
}

static void arrive(struct crowd *c, unsigned i)
{
    unsigned node = (unsigned)rand() % 2;
    come(&c->guest[i], &c->f, node ? c->f.other : c->f.tables, c->lobby[node], c->device[i]);
    c->away[i] = false;
}

static void do_something(struct crowd *c)
{
    unsigned i = (unsigned)rand() % GUESTS;
    struct guest *g = &c->guest[i];
    char id[16];
    if (c->away[i]) {
        arrive(c, i);
        return;
    }
    switch (rand() % 8) {
    case 0:
        note(c, i);
        leave(g);
        c->away[i] = true;
        break;
    case 1:
        snprintf(id, sizeof id, "s%u", c->asked[i]);
        lobby_client_cancel(g->it, id);
        break;
    case 2: /* once more */
        snprintf(id, sizeof id, "s%u", c->asked[i]);
        ask(g, id, false, 0);
        break;
    default:
        snprintf(id, sizeof id, "s%u", ++c->asked[i]);
        ask(g, id, rand() % 3 == 0, 0);
        break;
    }
}

static void check_pairings(const struct crowd *c)
{
    for (unsigned a = 0; a < c->pairings; a++) {
        unsigned at_table = 0;
        for (unsigned b = 0; b < c->pairings; b++)
            if (!strcmp(c->pairing[a].table, c->pairing[b].table)) {
                at_table++;
                assert_true(a == b || strcmp(c->pairing[a].device, c->pairing[b].device)); /* nobody with themselves */
            }
        assert_in_range(at_table, 1, 2);
    }
}

/* Devices come, go, look for opponents, change their minds and send things twice, on two nodes. */
static void whatever_happens_a_seek_leads_to_one_table_and_everybody_gets_one(void **state)
{
    (void)state;
    static struct crowd c;
    srand(7);
    c = (struct crowd){.f = {.store_config.durable_off = 1}};
    fixture_begin(&c.f, "shogi");
    fixture_second_node(&c.f);
    for (unsigned n = 0; n < 2; n++) {
        struct lobby_config config = {.loop = &c.f.loop,
                                      .store = n ? c.f.other_store : c.f.store,
                                      .bus = c.f.bus,
                                      .tables = n ? c.f.other : c.f.tables,
                                      .log = &c.f.log,
                                      .kinds = kinds,
                                      .kind_count = 2,
                                      .unfinished_max = 100000,
                                      .tick_ms = 10};
        assert_int_equal(lobby_start(&c.lobby[n], &config), OK);
    }
    for (unsigned i = 0; i < GUESTS; i++) {
        snprintf(c.device[i], sizeof c.device[i], "d%u", i);
        arrive(&c, i);
    }
    for (unsigned step = 0; step < 1500; step++) {
        do_something(&c);
        if (rand() % 4 == 0)
            run_for(&c.f, (unsigned)rand() % 4);
        for (unsigned i = 0; i < GUESTS; i++)
            if (!c.away[i])
                note(&c, i);
    }
    run_for(&c.f, 100);
    for (unsigned i = 0; i < GUESTS; i++) {
        if (c.away[i])
            arrive(&c, i);
        else
            note(&c, i);
    }
    check_pairings(&c);
    assert_true(c.pairings > 50);
    /* Now everybody wants the same and nobody changes their mind: everybody gets it. */
    for (unsigned i = 0; i < GUESTS; i++) {
        char id[16];
        c.guest[i].paireds = 0;
        snprintf(id, sizeof id, "last-%u", i);
        ask(&c.guest[i], id, false, 60);
    }
    for (unsigned i = 0; i < GUESTS; i++) {
        run_until(&c.f, &c.guest[i].paireds, 1);
        note(&c, i);
    }
    check_pairings(&c);
    printf("%u seeks led to a table\n", c.pairings);
    for (unsigned i = 0; i < GUESTS; i++)
        leave(&c.guest[i]);
    stop(c.lobby[0], &c.f), stop(c.lobby[1], &c.f);
    fixture_end(&c.f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_opponent_is_the_computer_or_a_friend),
        cmocka_unit_test(a_device_leaves_only_so_many_tables_unfinished),
        cmocka_unit_test(two_who_look_for_the_same_sit_at_one_table),
        cmocka_unit_test(a_seek_is_cancelled_replaced_or_refused),
        cmocka_unit_test(a_seek_that_could_not_be_replaced_pairs_nobody_unawares),
        cmocka_unit_test(a_seek_that_is_paired_while_it_is_replaced_is_told),
        cmocka_unit_test(who_is_silent_is_not_paired_meanwhile),
        cmocka_unit_test(nodes_pair_over_the_store_even_when_news_are_lost),
        cmocka_unit_test(listed_tables_are_told_and_private_ones_never),
        cmocka_unit_test(whoever_may_have_missed_something_is_told_everything_once_more),
        cmocka_unit_test(a_device_leaves_only_so_many_pairings_unfinished),
        cmocka_unit_test(whatever_happens_a_seek_leads_to_one_table_and_everybody_gets_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
