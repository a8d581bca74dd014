/* What pruning takes and what it leaves, and that a copy is whole or not there. */
#include "server/store/admin.h"
#include "server/store/migrations.h"

#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { OLD = 1000, NEW = 9000, BEFORE = 5000 };

struct fixture {
    char folder[64], path[128];
    char message[STORE_MESSAGE_MAX];
    sqlite3 *db;
    struct admin *admin;
};

static void execute(struct fixture *f, const char *sql)
{
    char *why = NULL;
    if (sqlite3_exec(f->db, sql, NULL, NULL, &why) != SQLITE_OK)
        fail_msg("%s: %s", sql, why);
}

static int64_t number(struct fixture *f, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    assert_int_equal(sqlite3_prepare_v2(f->db, sql, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    int64_t value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return value;
}

static void begin(struct fixture *f)
{
    *f = (struct fixture){0};
    snprintf(f->folder, sizeof f->folder, "/tmp/shogikan-admin-XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    snprintf(f->path, sizeof f->path, "%s/test.db", f->folder);
    assert_int_equal(sqlite3_open(f->path, &f->db), SQLITE_OK);
    execute(f, "PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON;"
               "CREATE TABLE migration (number INTEGER PRIMARY KEY, name TEXT, applied BIGINT)");
    for (unsigned i = 0; i < migration_count; i++) {
        char sql[128];
        execute(f, migration_list[i].sql);
        snprintf(sql, sizeof sql, "INSERT INTO migration VALUES (%u, '%s', 0)", i + 1, migration_list[i].name);
        execute(f, sql);
    }
    assert_int_equal(admin_open(&f->admin, f->path, f->message), OK);
}

static void end(struct fixture *f)
{
    char command[128];
    admin_close(f->admin);
    sqlite3_close(f->db);
    const char *const files[] = {"test.db", "test.db-wal", "test.db-shm", "copy"};
    for (unsigned i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(command, sizeof command, "%s/%s", f->folder, files[i]);
        unlink(command);
    }
    assert_int_equal(rmdir(f->folder), 0);
}

/* A table with one game, made and played at these times; `finished` as in the schema. */
static void add(struct fixture *f, const char *id, int64_t made, int64_t played, int finished)
{
    char sql[1024];
    snprintf(
        sql, sizeof sql,
        "INSERT INTO game_table (id, kind, rules, settings, creator, command, created)"
        " VALUES ('%s', 'k', '', '', 'anna', '%s', %lld);"
        "INSERT INTO game (id, table_id, number, kind, rules, rules_version, start, seat_b, seat_w, finished, created)"
        " VALUES ('g-%s', '%s', 1, 'k', '', 1, '', 'anna', '', %d, %lld);"
        "INSERT INTO event (game, seq, kind, side, actor, data, command, winner, reason, at)"
        " VALUES ('g-%s', 1, 'move', 'b', 'anna', '', 'c', '', '', %lld)",
        id, id, (long long)made, id, id, finished, (long long)made, id, (long long)played);
    execute(f, sql);
}

static void say(struct fixture *f, const char *table, int number_, int64_t at)
{
    char sql[256];
    snprintf(sql, sizeof sql, "INSERT INTO line VALUES ('%s', %d, 'anna', 'b', 'hi', 'c%d', %lld)", table, number_,
             number_, (long long)at);
    execute(f, sql);
}

static void fill(struct fixture *f)
{
    add(f, "old", OLD, OLD, 0);
    add(f, "played", OLD, NEW, 0);
    add(f, "ended", OLD, OLD, 1);
    add(f, "talked", OLD, OLD, 0);
    add(f, "new", NEW, NEW, 0);
    execute(f, "INSERT INTO game (id, table_id, number, kind, rules, rules_version, start, seat_b, seat_w, finished,"
               " created) VALUES ('g2', 'ended', 2, 'k', '', 1, '', 'anna', '', 0, 1000);"
               "INSERT INTO job (game, seq, due, attempts) VALUES ('g-old', 1, 0, 0);"
               "INSERT INTO look (table_id, due) VALUES ('old', 0);"
               "INSERT INTO presence (table_id, who, node, here, since) VALUES ('old', 'anna', 'n', 0, 0);"
               "INSERT INTO report VALUES (1, 'anna', 'old', 0, 'ben', 1, 'x', 1000, 0),"
               " (2, 'anna', 'old', 1, 'ben', 1, 'x', 1000, 2000), (3, 'anna', 'old', 2, 'ben', 1, 'x', 1000, 8000);"
               "INSERT INTO ban VALUES ('a', 0, 0), ('b', 0, 2000), ('c', 0, 8000)");
    say(f, "old", 1, OLD);
    say(f, "ended", 1, OLD);
    say(f, "talked", 1, OLD);
    say(f, "talked", 2, NEW);
}

static void pruning_takes_only_what_was_never_ended_and_is_old(void **state)
{
    struct fixture f;
    struct admin_pruned pruned;
    (void)state;
    begin(&f);
    fill(&f);
    for (int dry = 1; dry >= 0; dry--) {
        assert_int_equal(admin_prune(f.admin, BEFORE, dry, &pruned, f.message), OK);
        assert_int_equal(pruned.tables, 1);
        assert_int_equal(pruned.lines, 3);
        assert_int_equal(pruned.reports, 1);
        assert_int_equal(pruned.bans, 1);
        assert_int_equal(number(&f, "SELECT count(*) FROM game_table"), dry ? 5 : 4);
        assert_int_equal(number(&f, "SELECT count(*) FROM line"), dry ? 4 : 1);
    }
    assert_int_equal(number(&f, "SELECT count(*) FROM game_table WHERE id = 'old'"), 0);
    assert_int_equal(number(&f, "SELECT count(*) FROM game"), 5); /* the ended table keeps both of its games */
    assert_int_equal(number(&f, "SELECT count(*) FROM event WHERE game = 'g-old'"), 0);
    assert_int_equal(number(&f, "SELECT (SELECT count(*) FROM job) + (SELECT count(*) FROM look)"
                                " + (SELECT count(*) FROM presence)"),
                     0);
    assert_int_equal(number(&f, "SELECT count(*) FROM report"), 2); /* an open one outlives its table */
    assert_int_equal(number(&f, "SELECT count(*) FROM ban"), 2);
    assert_int_equal(number(&f, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
    end(&f);
}

static void pruning_goes_through_many_tables(void **state)
{
    struct fixture f;
    struct admin_pruned pruned;
    (void)state;
    begin(&f);
    execute(&f, "BEGIN");
    for (int i = 0; i < 450; i++) {
        char id[16];
        snprintf(id, sizeof id, "t%d", i);
        add(&f, id, OLD, OLD, 0);
    }
    execute(&f, "COMMIT");
    assert_int_equal(admin_prune(f.admin, BEFORE, false, &pruned, f.message), OK);
    assert_int_equal(pruned.tables, 450);
    assert_int_equal(number(&f, "SELECT count(*) FROM event"), 0);
    end(&f);
}

static void a_backup_is_not_written_over_anything_nor_left_half_made(void **state)
{
    struct fixture f;
    char copy[128];
    int64_t bytes;
    (void)state;
    begin(&f);
    fill(&f);
    snprintf(copy, sizeof copy, "%s/copy", f.folder);
    execute(&f, "BEGIN IMMEDIATE; UPDATE ban SET until = 7 WHERE who = 'a'"); /* a write under way is not in it */
    assert_int_equal(admin_backup(f.path, copy, &bytes, f.message), OK);
    execute(&f, "COMMIT");
    assert_true(bytes > 0);
    assert_int_equal(admin_backup(f.path, copy, &bytes, f.message), ERR_DUPLICATE);
    sqlite3 *live = f.db;
    assert_int_equal(sqlite3_open(copy, &f.db), SQLITE_OK);
    assert_int_equal(number(&f, "SELECT until FROM ban WHERE who = 'a'"), 0);
    assert_int_equal(number(&f, "SELECT count(*) FROM line"), 4);
    sqlite3_close(f.db);
    f.db = live;
    assert_int_equal(admin_backup(f.path, "/nowhere/copy", &bytes, f.message), ERR_IO);
    assert_non_null(strstr(f.message, "/nowhere/copy"));
    end(&f); /* which finds no file that it does not know */
}

static void bans_are_replaced_and_taken_back(void **state)
{
    struct fixture f;
    (void)state;
    begin(&f);
    assert_int_equal(admin_ban(f.admin, "192.0.2.1", 5000, f.message), OK);
    assert_int_equal(admin_ban(f.admin, "192.0.2.1", 0, f.message), OK);
    assert_int_equal(number(&f, "SELECT until FROM ban"), 0);
    assert_int_equal(admin_unban(f.admin, "192.0.2.2", f.message), ERR_NOT_FOUND);
    assert_int_equal(admin_unban(f.admin, "192.0.2.1", f.message), OK);
    assert_int_equal(number(&f, "SELECT count(*) FROM ban"), 0);
    end(&f);
}

static void a_database_of_another_version_is_not_touched(void **state)
{
    struct fixture f;
    struct admin *admin;
    (void)state;
    begin(&f);
    execute(&f, "DELETE FROM migration WHERE number = (SELECT max(number) FROM migration)");
    assert_int_equal(admin_open(&admin, f.path, f.message), ERR_VERSION);
    assert_non_null(strstr(f.message, "older program"));
    execute(&f, "INSERT INTO migration VALUES (9999, '9999_hovering', 0)");
    assert_int_equal(admin_open(&admin, f.path, f.message), ERR_VERSION);
    assert_non_null(strstr(f.message, "newer program"));
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pruning_takes_only_what_was_never_ended_and_is_old),
        cmocka_unit_test(pruning_goes_through_many_tables),
        cmocka_unit_test(a_backup_is_not_written_over_anything_nor_left_half_made),
        cmocka_unit_test(bans_are_replaced_and_taken_back),
        cmocka_unit_test(a_database_of_another_version_is_not_touched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
