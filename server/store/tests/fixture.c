/* The store of a test has a folder of its own; whatever is told comes to a struct answer. */
#include "server/store/tests/fixture.h"

#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

int64_t fixture_time = 1700000000000;

static int64_t test_now(void *context)
{
    return __atomic_load_n((int64_t *)context, __ATOMIC_RELAXED);
}

void fixture_begin(struct fixture *f)
{
    *f = (struct fixture){0};
    strcpy(f->folder, "/tmp/shogikan-store-XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    snprintf(f->path, sizeof f->path, "%s/deep/down/test.db", f->folder);
    assert_int_equal(uv_loop_init(&f->loop), 0);
    f->config = (struct store_config){
        .where = f->path, .loop = &f->loop, .clock = {.now = test_now, .context = &fixture_time}, .strangers = 1};
}

void fixture_open(struct fixture *f)
{
    char message[STORE_MESSAGE_MAX];
    enum error error = store_open(&f->store, &f->config, message);
    if (error)
        fail_msg("%s: %s", error_code(error), message);
}

static void closed(void *context)
{
    ((struct fixture *)context)->store = NULL;
}

void fixture_close(struct fixture *f)
{
    store_close(f->store, closed, f);
    while (f->store)
        uv_run(&f->loop, UV_RUN_ONCE);
}

static int remove_one(const char *path, const struct stat *info, int flag, struct FTW *where)
{
    (void)info, (void)flag, (void)where;
    return remove(path);
}

void fixture_end(struct fixture *f)
{
    if (f->store)
        fixture_close(f);
    assert_int_equal(uv_run(&f->loop, UV_RUN_DEFAULT), 0);
    assert_int_equal(uv_loop_close(&f->loop), 0);
    nftw(f->folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

void fixture_wait(struct fixture *f, unsigned answers)
{
    while (f->answers < answers)
        uv_run(&f->loop, UV_RUN_ONCE);
}

static void came(struct answer *a, enum error error)
{
    assert_false(a->came);
    a->came = true;
    a->error = error;
    a->f->answers++;
}

void on_event(void *context, enum error error, const struct store_event *event, unsigned newest)
{
    struct answer *a = context;
    came(a, error);
    assert_true(!event == (error != OK && error != ERR_DUPLICATE));
    if (event)
        a->event = *event;
    a->newest = newest;
}

void on_opening(void *context, enum error error, const char *table)
{
    struct answer *a = context;
    came(a, error);
    if (table)
        strcpy(a->table, table);
}

void on_record(void *context, enum error error, const struct store_record *record)
{
    struct answer *a = context;
    came(a, error);
    if (!record)
        return;
    a->row = record->table;
    a->game = record->game;
    a->count = record->count;
    a->events = calloc(record->count + 1, sizeof *a->events);
    if (record->count)
        memcpy(a->events, record->events, record->count * sizeof *a->events);
}

void on_device(void *context, enum error error, const struct store_device *device)
{
    struct answer *a = context;
    came(a, error);
    if (device)
        a->device = *device;
}

void on_jobs(void *context, enum error error, const struct store_job *jobs, unsigned count)
{
    struct answer *a = context;
    came(a, error);
    assert_in_range(count, 0, 8);
    a->count = count;
    if (count)
        memcpy(a->jobs, jobs, count * sizeof *jobs);
}

void await(struct answer *a)
{
    while (!a->came)
        uv_run(&a->f->loop, UV_RUN_ONCE);
}

struct store_opening opening(const char *table, const char *game, const char *command)
{
    struct store_opening it = {0};
    strcpy(it.table.id, table);
    strcpy(it.table.kind, "go");
    strcpy(it.table.creator, "anna");
    strcpy(it.game.id, game);
    strcpy(it.game.table, table);
    it.game.number = 1;
    strcpy(it.game.kind, "go");
    strcpy(it.game.start, "somewhere");
    strcpy(it.game.seat[0], "anna");
    strcpy(it.command, command);
    return it;
}

void add_table(struct fixture *f, const char *table, const char *game)
{
    struct store_opening it = opening(table, game, table);
    struct answer a = {.f = f};
    assert_int_equal(store_table_add(f->store, &it, on_opening, &a), OK);
    await(&a);
    assert_int_equal(a.error, OK);
    assert_string_equal(a.table, table);
}

void fixture_begin_table(struct fixture *f)
{
    fixture_begin(f);
    fixture_open(f);
    add_table(f, "t1", "g1");
}

struct store_append move(const char *game, unsigned seq, const char *command, const char *data)
{
    struct store_append it = {.event = {.seq = seq, .kind = EVENT_MOVE, .side = 'b'}};
    strcpy(it.event.game, game);
    strcpy(it.event.actor, "anna");
    strcpy(it.event.command, command);
    strcpy(it.event.data, data);
    return it;
}

enum error append(struct fixture *f, const struct store_append *it, struct answer *a)
{
    *a = (struct answer){.f = f};
    assert_int_equal(store_append(f->store, it, on_event, a), OK);
    await(a);
    return a->error;
}

struct answer load(struct fixture *f, enum store_by by, const char *id)
{
    struct answer a = {.f = f};
    assert_int_equal(store_load(f->store, by, id, on_record, &a), OK);
    await(&a);
    return a;
}

unsigned claim(struct fixture *f, struct answer *a)
{
    *a = (struct answer){.f = f};
    assert_int_equal(store_jobs_claim(f->store, 8, 1000, on_jobs, a), OK);
    await(a);
    assert_int_equal(a->error, OK);
    return a->count;
}
