/* What is kept whatever happens: kills, closing, full queues and disks, locks, earlier schemas, files of others. */
#include "server/store/migrations.h"
#include "server/store/tests/fixture.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* The child appends for ever and says on a pipe what was acknowledged; it is killed at some instant. */
static void append_until_killed(struct fixture *f, int pipe_end)
{
    struct answer a;
    fixture_open(f);
    add_table(f, "t1", "g1");
    for (unsigned seq = 1;; seq++) {
        char command[16];
        snprintf(command, sizeof command, "c%u", seq);
        struct store_append it = move("g1", seq, command, "7g7f");
        if (append(f, &it, &a) || write(pipe_end, &seq, sizeof seq) != sizeof seq)
            _exit(1);
    }
}

static void what_was_acknowledged_survives_a_kill(void **state)
{
    (void)state;
    for (int round = 0; round < 3; round++) {
        struct fixture f;
        int ends[2];
        fixture_begin(&f);
        assert_int_equal(pipe(ends), 0);
        pid_t child = fork();
        assert_true(child >= 0);
        if (!child) {
            uv_loop_fork(&f.loop);
            append_until_killed(&f, ends[1]);
        }
        close(ends[1]);
        unsigned acknowledged = 0, enough = 20 + 37 * (unsigned)round;
        while (acknowledged < enough && read(ends[0], &acknowledged, sizeof acknowledged) == sizeof acknowledged)
            ;
        kill(child, SIGKILL);
        while (read(ends[0], &acknowledged, sizeof acknowledged) == sizeof acknowledged)
            ; /* said before it died */
        close(ends[0]);
        waitpid(child, NULL, 0);
        assert_true(acknowledged >= enough);
        fixture_open(&f);
        struct answer a = load(&f, STORE_BY_TABLE, "t1");
        assert_int_equal(a.error, OK);
        assert_in_range(a.count, acknowledged, acknowledged + 1);
        for (unsigned i = 0; i < a.count; i++)
            assert_int_equal(a.events[i].seq, i + 1);
        free(a.events);
        fixture_end(&f);
    }
}

static void closed(void *context)
{
    ((struct fixture *)context)->store = NULL;
}

static void closing_carries_out_what_was_asked_and_refuses_more(void **state)
{
    (void)state;
    enum { MANY = 200 };
    struct fixture f;
    fixture_begin_table(&f);
    struct answer *answers = calloc(MANY, sizeof *answers);
    for (unsigned i = 0; i < MANY; i++) {
        char command[16];
        snprintf(command, sizeof command, "c%u", i);
        struct store_append it = move("g1", i + 1, command, "7g7f");
        answers[i].f = &f;
        assert_int_equal(store_append(f.store, &it, on_event, &answers[i]), OK);
    }
    store_close(f.store, closed, &f);
    assert_int_equal(store_load(f.store, STORE_BY_TABLE, "t1", on_record, NULL), ERR_BUSY);
    while (f.store)
        uv_run(&f.loop, UV_RUN_ONCE);
    for (unsigned i = 0; i < MANY; i++)
        assert_true(answers[i].came && answers[i].error == OK);
    free(answers);
    fixture_end(&f);
}

static void a_full_queue_is_refused_at_once(void **state)
{
    (void)state;
    struct fixture f;
    fixture_begin(&f);
    f.config.queue_max = 2;
    fixture_open(&f);
    struct answer a = {.f = &f}, b = {.f = &f};
    assert_int_equal(store_load(f.store, STORE_BY_TABLE, "t1", on_record, &a), OK);
    assert_int_equal(store_load(f.store, STORE_BY_TABLE, "t1", on_record, &b), OK);
    assert_int_equal(store_load(f.store, STORE_BY_TABLE, "t1", on_record, NULL), ERR_BUSY);
    await(&a);
    await(&b);
    char long_id[STORE_ID_MAX + 1];
    memset(long_id, 'x', sizeof long_id - 1);
    long_id[sizeof long_id - 1] = '\0';
    assert_int_equal(store_load(f.store, STORE_BY_TABLE, long_id, on_record, NULL), ERR_TOO_LONG);
    fixture_end(&f);
}

static void a_full_disk_is_an_error_and_nothing_half_done(void **state)
{
    (void)state;
    struct fixture f;
    struct answer a;
    fixture_begin(&f);
    f.config.bytes_max = 140 * 4096;
    fixture_open(&f);
    add_table(&f, "t1", "g1");
    unsigned kept = 0;
    enum error error = OK;
    while (error == OK && kept < 5000) {
        char command[16];
        snprintf(command, sizeof command, "c%u", kept);
        struct store_append it = move("g1", kept + 1, command, "7g7f");
        error = append(&f, &it, &a);
        kept += error == OK;
    }
    assert_int_equal(error, ERR_STORE);
    fixture_close(&f);
    f.config.bytes_max = 0; /* somebody made room */
    fixture_open(&f);
    a = load(&f, STORE_BY_TABLE, "t1");
    assert_int_equal(a.count, kept);
    free(a.events);
    struct store_append it = move("g1", kept + 1, "after", "7g7f");
    assert_int_equal(append(&f, &it, &a), OK);
    fixture_end(&f);
}

static void a_file_that_another_program_locks_holds_nobody_up_for_long(void **state)
{
    (void)state;
    enum { MANY = 20, LOCK_MS = 500 };
    struct fixture f;
    struct answer answers[MANY];
    sqlite3 *db;
    fixture_begin(&f);
    f.config.lock_ms = LOCK_MS;
    fixture_open(&f);
    add_table(&f, "t1", "g1");
    assert_int_equal(sqlite3_open(f.path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    int64_t start = clock_monotonic();
    unsigned before = f.answers;
    for (unsigned i = 0; i < MANY; i++) {
        char command[16];
        snprintf(command, sizeof command, "c%u", i);
        struct store_append it = move("g1", i + 1, command, "7g7f");
        answers[i] = (struct answer){.f = &f};
        assert_int_equal(store_append(f.store, &it, on_event, &answers[i]), OK);
    }
    fixture_wait(&f, before + MANY);
    assert_in_range(clock_monotonic() - start, LOCK_MS, MANY * LOCK_MS / 2); /* not MANY times as long */
    for (unsigned i = 0; i < MANY; i++)
        assert_int_equal(answers[i].error, ERR_STORE);
    sqlite3_close(db);
    struct store_append it = move("g1", 1, "c0", "7g7f");
    assert_int_equal(append(&f, &it, &answers[0]), OK);
    fixture_end(&f);
}

static void execute(sqlite3 *db, const char *sql)
{
    char *why = NULL;
    if (sqlite3_exec(db, sql, NULL, NULL, &why) != SQLITE_OK)
        fail_msg("%s: %s", why, sql);
}

/* What every schema since the first has, with its columns by name. */
static const char evening[] =
    "INSERT INTO game_table (id, kind, rules, settings, creator, command, created)"
    " VALUES ('t1', 'go', 'a=b', 'level=3', 'anna', 'open', 3);"
    "INSERT INTO game (id, table_id, number, kind, rules, rules_version, start, seat_b, seat_w, finished, created)"
    " VALUES ('g1', 't1', 1, 'go', 'a=b', 7, 'somewhere', 'anna', 'cpu:3', 0, 4);"
    "INSERT INTO event (game, seq, kind, side, actor, data, command, winner, reason, at)"
    " VALUES ('g1', 1, 'move', 'b', 'anna', '7g7f', 'c1', '', '', 5),"
    " ('g1', 2, 'move', 'w', 'cpu:3', '3c3d', 'cpu:2', '', '', 6);"
    "INSERT INTO job (game, seq, due, attempts) VALUES ('g1', 2, 0, 1);";

/* Where names stood before there were players, and where they stand now. */
enum { PLAYERS_SINCE = 7 };
static const char device_named[] =
    "INSERT INTO device (id, token_hash, name, created, seen) VALUES ('anna', 'ff', 'Anna', 1, 2);";
static const char player_named[] =
    "INSERT INTO player (id, name, created) VALUES ('anna', 'Anna', 1);"
    "INSERT INTO device (id, token_hash, player, created, seen) VALUES ('anna', 'ff', 'anna', 1, 2);";

static void on_player(void *context, enum error error, const struct store_player *player)
{
    struct answer *a = context;
    a->came = true;
    a->error = error;
    if (player)
        strcpy(a->device.name, player->name);
}

static void every_earlier_schema_is_brought_up_to_date_with_all_it_holds(void **state)
{
    (void)state;
    for (unsigned version = 1; version <= migration_count; version++) {
        struct fixture f;
        struct answer a;
        char sql[256];
        sqlite3 *db;
        fixture_begin(&f);
        snprintf(f.path, sizeof f.path, "%s/test.db", f.folder);
        assert_int_equal(sqlite3_open(f.path, &db), SQLITE_OK);
        execute(db, "CREATE TABLE migration (number INTEGER PRIMARY KEY, name TEXT, applied BIGINT)");
        for (unsigned n = 1; n <= version; n++) {
            execute(db, migration_list[n - 1].sql);
            snprintf(sql, sizeof sql, "INSERT INTO migration VALUES (%u, '%s', 0)", n, migration_list[n - 1].name);
            execute(db, sql);
        }
        execute(db, version < PLAYERS_SINCE ? device_named : player_named);
        execute(db, evening);
        sqlite3_close(db);
        fixture_open(&f);
        a = (struct answer){.f = &f};
        assert_int_equal(store_player_find(f.store, "anna", "go", "", on_player, &a), OK);
        await(&a);
        assert_string_equal(a.device.name, "Anna");
        a = load(&f, STORE_BY_GAME, "g1");
        assert_int_equal(a.error, OK);
        assert_string_equal(a.row.settings, "level=3");
        assert_int_equal(a.game.rules_version, 7);
        assert_string_equal(a.game.seat[1], "cpu:3");
        assert_int_equal(a.count, 2);
        assert_string_equal(a.events[1].actor, "cpu:3");
        assert_string_equal(a.events[1].data, "3c3d");
        assert_int_equal(a.events[1].at, 6);
        free(a.events);
        assert_int_equal(claim(&f, &a), 1);
        assert_string_equal(a.jobs[0].asker, version < 3 ? "anna" : ""); /* `evening` knows no later columns */
        assert_int_equal(a.jobs[0].priority, STORE_PLAYER);
        assert_int_equal(a.jobs[0].attempts, 2);
        struct store_append again = move("g1", 1, "c1", "7g7f"), next = move("g1", 3, "c3", "2g2f");
        assert_int_equal(append(&f, &again, &a), ERR_DUPLICATE);
        assert_int_equal(append(&f, &next, &a), OK);
        fixture_end(&f);
    }
}

static void a_database_of_the_future_or_of_others_is_refused(void **state)
{
    (void)state;
    struct fixture f;
    char message[STORE_MESSAGE_MAX];
    fixture_begin(&f);
    fixture_open(&f);
    fixture_close(&f);
    sqlite3 *db;
    assert_int_equal(sqlite3_open(f.path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "INSERT INTO migration VALUES (9999, '9999_hovering', 0)", NULL, NULL, NULL), 0);
    sqlite3_close(db);
    assert_int_equal(store_open(&f.store, &f.config, message), ERR_VERSION);
    assert_null(f.store);
    assert_non_null(strstr(message, f.path));
    assert_non_null(strstr(message, "9999"));
    snprintf(f.path, sizeof f.path, "%s/other.db", f.folder);
    assert_int_equal(sqlite3_open(f.path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "CREATE TABLE recipes (name TEXT)", NULL, NULL, NULL), 0);
    sqlite3_close(db);
    assert_int_equal(store_open(&f.store, &f.config, message), ERR_VERSION);
    assert_non_null(strstr(message, "another program"));
    fixture_end(&f);
}

static void a_file_is_one_servers_alone_unless_it_is_meant_to_be_shared(void **state)
{
    (void)state;
    struct fixture f;
    struct store *second = NULL;
    char message[STORE_MESSAGE_MAX];
    fixture_begin_table(&f);
    assert_int_equal(store_open(&second, &f.config, message), ERR_BUSY);
    assert_null(second);
    assert_non_null(strstr(message, f.path));
    assert_non_null(strstr(message, "another server"));
    struct store_append it = move("g1", 1, "c1", "7g7f");
    struct answer a;
    assert_int_equal(append(&f, &it, &a), OK);
    fixture_close(&f);
    fixture_open(&f); /* given back */
    fixture_end(&f);
}

static void what_cannot_be_opened_is_said_with_its_place(void **state)
{
    (void)state;
    struct fixture f;
    char message[STORE_MESSAGE_MAX];
    fixture_begin(&f);
    FILE *file = fopen(strcat(f.folder, "/file"), "w");
    fputs(
        "not a database, but long enough to be looked at as one, which takes a hundred bytes of text or so, this many.",
        file);
    fclose(file);
    snprintf(f.path, sizeof f.path, "%s/test.db", f.folder);
    assert_int_equal(store_open(&f.store, &f.config, message), ERR_IO);
    assert_non_null(strstr(message, f.folder));
    assert_non_null(strstr(message, strerror(ENOTDIR)));
    strcpy(f.path, f.folder);
    assert_int_equal(store_open(&f.store, &f.config, message), ERR_STORE);
    assert_non_null(strstr(message, "not a database"));
    *strrchr(f.folder, '/') = '\0';
    fixture_end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_acknowledged_survives_a_kill),
        cmocka_unit_test(closing_carries_out_what_was_asked_and_refuses_more),
        cmocka_unit_test(a_full_queue_is_refused_at_once),
        cmocka_unit_test(a_full_disk_is_an_error_and_nothing_half_done),
        cmocka_unit_test(a_file_that_another_program_locks_holds_nobody_up_for_long),
        cmocka_unit_test(every_earlier_schema_is_brought_up_to_date_with_all_it_holds),
        cmocka_unit_test(a_database_of_the_future_or_of_others_is_refused),
        cmocka_unit_test(a_file_is_one_servers_alone_unless_it_is_meant_to_be_shared),
        cmocka_unit_test(what_cannot_be_opened_is_said_with_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
