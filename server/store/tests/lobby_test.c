/* What the store keeps for the lobby: which tables are listed, seeks, and pairings (lobby.h). */
#include "server/store/lobby.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static int64_t test_time = 1700000000000;

static int64_t test_now(void *context)
{
    return __atomic_load_n((int64_t *)context, __ATOMIC_RELAXED);
}

struct fixture {
    uv_loop_t loop;
    char folder[64], path[128];
    struct store *store, *other;
    struct store_config config;
    /* the newest answer */
    unsigned came;
    enum error error;
    char table[STORE_ID_MAX];
    struct store_listing listings[8];
    struct store_seek seeks[8];
    struct store_record record;
    struct store_look looks[4];
    unsigned count;
};

static struct store *open_store(struct fixture *f)
{
    struct store *store;
    char message[STORE_MESSAGE_MAX];
    if (store_open(&store, &f->config, message))
        fail_msg("%s", message);
    return store;
}

static void begin(struct fixture *f, bool shared)
{
    *f = (struct fixture){0};
    strcpy(f->folder, "/tmp/shogikan-lobby-XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    snprintf(f->path, sizeof f->path, "%s/test.db", f->folder);
    assert_int_equal(uv_loop_init(&f->loop), 0);
    f->config = (struct store_config){.where = f->path,
                                      .loop = &f->loop,
                                      .clock = {.now = test_now, .context = &test_time},
                                      .shared = shared,
                                      .strangers = 1};
    f->store = open_store(f);
    f->other = shared ? open_store(f) : NULL;
}

static void on_closed(void *context)
{
    ((struct fixture *)context)->came++;
}

static void close_store(struct fixture *f, struct store *store)
{
    unsigned before = f->came;
    store_close(store, on_closed, f);
    while (f->came == before)
        uv_run(&f->loop, UV_RUN_ONCE);
}

static void end(struct fixture *f)
{
    char path[160];
    static const char *const names[] = {"", "-wal", "-shm", ".lock"};
    close_store(f, f->store);
    if (f->other)
        close_store(f, f->other);
    assert_int_equal(uv_loop_close(&f->loop), 0);
    for (unsigned i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s%s", f->path, names[i]);
        unlink(path);
    }
    rmdir(f->folder);
}

static enum error wait_for(struct fixture *f, enum error asked)
{
    assert_int_equal(asked, OK);
    for (unsigned before = f->came; f->came == before;)
        uv_run(&f->loop, UV_RUN_ONCE);
    return f->error;
}

static void on_plain(void *context, enum error error)
{
    struct fixture *f = context;
    f->error = error;
    f->came++;
}

static void on_opening(void *context, enum error error, const char *table)
{
    struct fixture *f = context;
    snprintf(f->table, sizeof f->table, "%s", table ? table : "");
    on_plain(f, error);
}

static void on_event(void *context, enum error error, const struct store_event *event, unsigned newest)
{
    (void)event, (void)newest;
    on_plain(context, error);
}

static void on_record(void *context, enum error error, const struct store_record *record)
{
    struct fixture *f = context;
    if (record)
        f->record = *record;
    on_plain(f, error);
}

static void on_listings(void *context, enum error error, const struct store_listing *listings, unsigned count)
{
    struct fixture *f = context;
    assert_in_range(count, 0, 8);
    if (count)
        memcpy(f->listings, listings, count * sizeof *listings);
    f->count = count;
    on_plain(f, error);
}

static void on_seeks(void *context, enum error error, const struct store_seek *seeks, unsigned count)
{
    struct fixture *f = context;
    assert_in_range(count, 0, 8);
    if (count)
        memcpy(f->seeks, seeks, count * sizeof *seeks);
    f->count = count;
    on_plain(f, error);
}

static void on_looks(void *context, enum error error, const struct store_look *looks, unsigned count)
{
    struct fixture *f = context;
    assert_in_range(count, 0, 4);
    if (count)
        memcpy(f->looks, looks, count * sizeof *looks);
    f->count = count;
    on_plain(f, error);
}

/* ---- things to store ---- */

static struct store_opening opening(const char *table, const char *a, const char *b)
{
    struct store_opening it = {0};
    strcpy(it.table.id, table);
    strcpy(it.table.kind, "go");
    strcpy(it.table.creator, table);
    snprintf(it.game.id, sizeof it.game.id, "%s-1", table);
    strcpy(it.game.table, table);
    it.game.number = 1;
    strcpy(it.game.kind, "go");
    strcpy(it.game.start, "somewhere");
    strcpy(it.game.seat[0], a);
    strcpy(it.game.seat[1], b);
    strcpy(it.command, table);
    return it;
}

static void add_table(struct fixture *f, const char *table, const char *who)
{
    struct store_opening it = opening(table, who, "");
    assert_int_equal(wait_for(f, store_table_add(f->store, &it, on_opening, f)), OK);
    assert_int_equal(wait_for(f, store_presence(f->store, table, who, true, on_plain, f)), OK);
}

static enum error append(struct fixture *f, const char *table, unsigned seq, enum event_kind kind, char winner)
{
    struct store_append it = {.event = {.seq = seq, .kind = kind, .winner = winner}, .look_in = -1};
    snprintf(it.event.game, sizeof it.event.game, "%s-1", table);
    strcpy(it.event.actor, "anna");
    snprintf(it.event.command, sizeof it.event.command, "c%u", seq);
    return wait_for(f, store_append(f->store, &it, on_event, f));
}

static enum error list_with(struct fixture *f, const char *table, enum store_listing_state state, unsigned seq,
                            const char *sente, const char *gote)
{
    struct store_listing it = {.state = state, .number = 1, .seq = seq};
    strcpy(it.table, table);
    strcpy(it.kind, "go");
    snprintf(it.game, sizeof it.game, "%s-1", table);
    strcpy(it.seat[0], sente);
    strcpy(it.seat[1], gote);
    return wait_for(f, store_listing_put(f->store, &it, on_plain, f));
}

static enum error list(struct fixture *f, const char *table, enum store_listing_state state, unsigned seq)
{
    return list_with(f, table, state, seq, "anna", "");
}

static unsigned listed(struct fixture *f)
{
    assert_int_equal(wait_for(f, store_listings(f->store, 2, 2, on_listings, f)), OK);
    return f->count;
}

static enum error seek(struct fixture *f, struct store *store, const char *device, const char *command)
{
    struct store_seek it = {.rated = true, .turn_seconds = 30};
    strcpy(it.device, device);
    strcpy(it.command, command);
    strcpy(it.kind, "go");
    return wait_for(f, store_seek_put(store, &it, 2, 1000000, on_opening, f));
}

static unsigned seeks(struct fixture *f)
{
    assert_int_equal(wait_for(f, store_seeks(f->store, on_seeks, f)), OK);
    return f->count;
}

static enum error pair(struct fixture *f, struct store *store, const char *table, const char *a, const char *a_command,
                       const char *b, const char *b_command)
{
    struct store_pairing it = {.opening = opening(table, a, b)};
    strcpy(it.seek[0].device, a);
    strcpy(it.seek[0].command, a_command);
    strcpy(it.seek[1].device, b);
    strcpy(it.seek[1].command, b_command);
    return wait_for(f, store_pair(store, &it, on_opening, f));
}

static enum error load(struct fixture *f, const char *table)
{
    return wait_for(f, store_load(f->store, STORE_BY_TABLE, table, on_record, f));
}

/* ---- tests ---- */

static void an_event_takes_a_table_off_the_list_and_a_move_does_not(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f, false);
    add_table(&f, "t1", "anna");
    assert_int_equal(listed(&f), 0);
    assert_int_equal(list(&f, "t1", STORE_LISTING_OPEN, 0), OK);
    assert_int_equal(listed(&f), 1);
    assert_string_equal(f.listings[0].seat[0], "anna");
    assert_int_equal(append(&f, "t1", 1, EVENT_SEAT, 0), OK);
    assert_int_equal(listed(&f), 0);
    assert_int_equal(list(&f, "t1", STORE_LISTING_LIVE, 1), OK);
    __atomic_add_fetch(&test_time, 5000, __ATOMIC_RELAXED);
    assert_int_equal(append(&f, "t1", 2, EVENT_MOVE, 0), OK);
    assert_int_equal(listed(&f), 1);
    assert_int_equal(f.listings[0].state, STORE_LISTING_LIVE);
    assert_int_equal(f.listings[0].moves, 1);
    assert_int_equal(f.listings[0].at, test_time);
    assert_int_equal(append(&f, "t1", 3, EVENT_MOVE, 'b'), OK); /* mate */
    assert_int_equal(listed(&f), 0);
    end(&f);
}

static void news_that_are_late_list_nothing(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f, false);
    add_table(&f, "t1", "anna");
    assert_int_equal(append(&f, "t1", 1, EVENT_SET, 0), OK);
    assert_int_equal(list(&f, "t1", STORE_LISTING_OPEN, 0), OK); /* before "set": perhaps it is not listed any more */
    assert_int_equal(listed(&f), 0);
    assert_int_equal(append(&f, "t1", 2, EVENT_MOVE, 0), OK);
    assert_int_equal(list(&f, "t1", STORE_LISTING_OPEN, 1), OK); /* a move changes nothing about that */
    assert_int_equal(listed(&f), 1);
    assert_int_equal(f.listings[0].moves, 1);
    assert_int_equal(append(&f, "t1", 3, EVENT_RESIGN, 'w'), OK);
    assert_int_equal(list(&f, "t1", STORE_LISTING_LIVE, 3), OK); /* over */
    assert_int_equal(listed(&f), 0);
    end(&f);
}

static void a_table_is_listed_while_somebody_is_there_and_the_newest_first(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f, false);
    for (unsigned i = 1; i <= 3; i++) {
        char table[8];
        snprintf(table, sizeof table, "t%u", i);
        add_table(&f, table, "anna");
        __atomic_add_fetch(&test_time, 1000, __ATOMIC_RELAXED);
        assert_int_equal(list(&f, table, STORE_LISTING_OPEN, 0), OK);
    }
    assert_int_equal(listed(&f), 2); /* at most so many */
    assert_string_equal(f.listings[0].table, "t3");
    assert_string_equal(f.listings[1].table, "t2");
    assert_int_equal(wait_for(&f, store_presence(f.store, "t3", "anna", false, on_plain, &f)), OK);
    assert_int_equal(listed(&f), 2);
    assert_string_equal(f.listings[0].table, "t2");
    assert_int_equal(wait_for(&f, store_presence(f.store, "t3", "anna", true, on_plain, &f)), OK);
    assert_int_equal(wait_for(&f, store_presence(f.store, "t2", "somebody", true, on_plain, &f)), OK);
    assert_int_equal(wait_for(&f, store_presence(f.store, "t2", "anna", false, on_plain, &f)), OK);
    assert_int_equal(listed(&f), 2); /* who does not sit does not count */
    assert_string_equal(f.listings[1].table, "t1");
    end(&f);
}

static void nobody_fills_the_list_alone(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f, false);
    add_table(&f, "honest", "ben");
    assert_int_equal(list_with(&f, "honest", STORE_LISTING_OPEN, 0, "ben", ""), OK);
    for (unsigned i = 0; i < 6; i++) {
        char table[8];
        snprintf(table, sizeof table, "t%u", i);
        __atomic_add_fetch(&test_time, 1000, __ATOMIC_RELAXED);
        add_table(&f, table, "anna");
        assert_int_equal(list(&f, table, STORE_LISTING_OPEN, 0), OK);
    }
    assert_int_equal(wait_for(&f, store_listings(f.store, 8, 8, on_listings, &f)), OK);
    assert_int_equal(f.count, STORE_LISTED_EACH + 1);
    assert_string_equal(f.listings[0].table, "t5");
    assert_string_equal(f.listings[STORE_LISTED_EACH].table, "honest");
    /* Who plays many at once hides none of them from those who play one each. */
    for (unsigned i = 0; i < 6; i++) {
        char table[8], guest[8];
        snprintf(table, sizeof table, "t%u", i);
        snprintf(guest, sizeof guest, "guest%u", i);
        assert_int_equal(list_with(&f, table, STORE_LISTING_LIVE, 0, "anna", guest), OK);
        assert_int_equal(wait_for(&f, store_presence(f.store, table, guest, true, on_plain, &f)), OK);
    }
    assert_int_equal(wait_for(&f, store_listings(f.store, 8, 8, on_listings, &f)), OK);
    assert_int_equal(f.count, 7);
    end(&f);
}

static void a_device_has_one_seek_and_the_same_command_keeps_its_time(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f, false);
    int64_t since = test_time;
    assert_int_equal(seek(&f, f.store, "anna", "s1"), OK);
    __atomic_add_fetch(&test_time, 5000, __ATOMIC_RELAXED);
    assert_int_equal(seek(&f, f.store, "anna", "s1"), OK);
    assert_int_equal(seeks(&f), 1);
    assert_int_equal(f.seeks[0].since, since);
    assert_int_equal(f.seeks[0].rating.value, STORE_RATING_START);
    assert_int_equal(seek(&f, f.store, "anna", "s2"), OK);
    assert_int_equal(seeks(&f), 1);
    assert_string_equal(f.seeks[0].command, "s2");
    assert_int_equal(f.seeks[0].since, test_time);
    assert_int_equal(wait_for(&f, store_seek_drop(f.store, "anna", "s1", on_plain, &f)), ERR_NOT_FOUND);
    assert_int_equal(seeks(&f), 1);
    assert_int_equal(wait_for(&f, store_seek_drop(f.store, "anna", "s2", on_plain, &f)), OK);
    assert_int_equal(seeks(&f), 0);
    end(&f);
}

static void two_seeks_become_a_table_once(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f, true);
    assert_int_equal(seek(&f, f.store, "anna", "s1"), OK);
    assert_int_equal(seek(&f, f.other, "ben", "s1"), OK);
    assert_int_equal(seek(&f, f.store, "carla", "s1"), OK);
    assert_int_equal(pair(&f, f.store, "t1", "anna", "s1", "ben", "s1"), OK);
    assert_string_equal(f.table, "t1");
    assert_int_equal(seeks(&f), 1);
    /* Another node had the same idea, with another partner: nothing of it remains, and carla waits on. */
    assert_int_equal(pair(&f, f.other, "t2", "carla", "s1", "ben", "s1"), ERR_STALE);
    assert_int_equal(pair(&f, f.other, "t2", "anna", "s1", "carla", "s1"), ERR_STALE);
    assert_int_equal(seeks(&f), 1);
    assert_int_equal(load(&f, "t2"), ERR_NOT_FOUND);
    assert_int_equal(load(&f, "t1"), OK);
    assert_string_equal(f.record.game.seat[0], "anna");
    assert_string_equal(f.record.game.seat[1], "ben");
    /* A command sent twice, or asked about later, finds the table. */
    assert_int_equal(seek(&f, f.other, "ben", "s1"), ERR_DUPLICATE);
    assert_string_equal(f.table, "t1");
    assert_int_equal(wait_for(&f, store_pairing_find(f.store, "anna", "s1", on_opening, &f)), OK);
    assert_string_equal(f.table, "t1");
    assert_int_equal(wait_for(&f, store_pairing_find(f.store, "carla", "s1", on_opening, &f)), ERR_NOT_FOUND);
    end(&f);
}

static void whoever_does_not_come_is_away_since_the_pairing(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f, false);
    assert_int_equal(seek(&f, f.store, "anna", "s1"), OK);
    assert_int_equal(seek(&f, f.store, "ben", "s1"), OK);
    assert_int_equal(pair(&f, f.store, "t1", "anna", "s1", "ben", "s1"), OK);
    int64_t hall = store_hall(f.store);
    assert_int_equal(wait_for(&f, store_looks_claim(f.store, 4, 1000, on_looks, &f)), OK);
    assert_int_equal(f.count, 1);
    assert_int_equal(f.looks[0].count, 2);
    for (unsigned i = 0; i < 2; i++) {
        assert_false(f.looks[0].attending[i].here);
        assert_int_equal(f.looks[0].attending[i].since, hall);
    }
    end(&f);
}

static void unfinished_games_are_counted(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f, false);
    for (unsigned i = 1; i <= 2; i++) {
        char table[8], command[8];
        snprintf(table, sizeof table, "t%u", i);
        snprintf(command, sizeof command, "s%u", i);
        assert_int_equal(seek(&f, f.store, "anna", command), OK);
        assert_int_equal(seek(&f, f.store, i == 1 ? "ben" : "carla", command), OK);
        assert_int_equal(pair(&f, f.store, table, "anna", command, i == 1 ? "ben" : "carla", command), OK);
    }
    assert_int_equal(seek(&f, f.store, "anna", "s3"), ERR_BUSY);
    assert_int_equal(seeks(&f), 0);
    assert_int_equal(append(&f, "t1", 1, EVENT_RESIGN, 'b'), OK);
    assert_int_equal(seek(&f, f.store, "anna", "s3"), OK);
    end(&f);
}

static enum error sit(struct fixture *f, const char *table, const char *who)
{
    struct store_append it = {
        .event = {.seq = 1, .kind = EVENT_SEAT, .side = 'w'}, .look_in = -1, .unfinished_max = 2, .window = 1000000};
    snprintf(it.event.game, sizeof it.event.game, "%s-1", table);
    strcpy(it.event.actor, who);
    strcpy(it.event.data, who);
    strcpy(it.event.command, "sit");
    return wait_for(f, store_append(f->store, &it, on_event, f));
}

static void nobody_takes_the_seats_of_all_tables(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f, false);
    for (unsigned i = 1; i <= 4; i++) {
        char table[8];
        snprintf(table, sizeof table, "t%u", i);
        struct store_opening it = opening(table, i == 4 ? "ben" : "anna", "");
        strcpy(it.table.creator, it.game.seat[0]);
        assert_int_equal(wait_for(&f, store_table_add(f.store, &it, on_opening, &f)), OK);
    }
    assert_int_equal(sit(&f, "t1", "ben"), OK);
    assert_int_equal(sit(&f, "t2", "ben"), OK);
    assert_int_equal(sit(&f, "t3", "ben"), ERR_BUSY); /* one's own do not count here */
    assert_int_equal(load(&f, "t3"), OK);
    assert_string_equal(f.record.game.seat[1], "");
    assert_int_equal(append(&f, "t1", 2, EVENT_RESIGN, 'b'), OK);
    assert_int_equal(sit(&f, "t3", "ben"), OK);
    end(&f);
}

static void seeks_of_a_server_that_is_gone_are_gone(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f, false);
    assert_int_equal(seek(&f, f.store, "anna", "s1"), OK);
    close_store(&f, f.store);
    f.store = open_store(&f);
    assert_int_equal(seeks(&f), 0);
    end(&f);
    begin(&f, true); /* one of two */
    assert_int_equal(seek(&f, f.store, "anna", "s1"), OK);
    assert_int_equal(seek(&f, f.other, "ben", "s1"), OK);
    for (unsigned i = 0; i < 10; i++) {
        __atomic_add_fetch(&test_time, STORE_HALL_GAP_MS, __ATOMIC_RELAXED);
        assert_int_equal(wait_for(&f, store_looks_claim(f.store, 4, 1000, on_looks, &f)), OK);
    }
    assert_int_equal(seeks(&f), 1);
    assert_string_equal(f.seeks[0].device, "anna");
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_event_takes_a_table_off_the_list_and_a_move_does_not),
        cmocka_unit_test(news_that_are_late_list_nothing),
        cmocka_unit_test(a_table_is_listed_while_somebody_is_there_and_the_newest_first),
        cmocka_unit_test(nobody_fills_the_list_alone),
        cmocka_unit_test(a_device_has_one_seek_and_the_same_command_keeps_its_time),
        cmocka_unit_test(two_seeks_become_a_table_once),
        cmocka_unit_test(whoever_does_not_come_is_away_since_the_pairing),
        cmocka_unit_test(unfinished_games_are_counted),
        cmocka_unit_test(nobody_takes_the_seats_of_all_tables),
        cmocka_unit_test(seeks_of_a_server_that_is_gone_are_gone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
