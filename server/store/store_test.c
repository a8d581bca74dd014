/* What the store promises: order, arbitration, resends, groups, durability, migrations, full disks. */
#include "server/store/migrations.h"
#include "server/store/store.h"

#include <errno.h>
#include <ftw.h>
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

/* ---- a store in a folder of its own, and waiting for answers ---- */

struct fixture {
    uv_loop_t loop;
    char folder[64], path[128];
    struct store *store;
    struct store_config config;
    unsigned answers;
};

static int64_t fixed_time = 1700000000000;

static int64_t test_now(void *context)
{
    return __atomic_load_n((int64_t *)context, __ATOMIC_RELAXED);
}

static void begin(struct fixture *f)
{
    *f = (struct fixture){0};
    strcpy(f->folder, "/tmp/shogikan-store-XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    snprintf(f->path, sizeof f->path, "%s/deep/down/test.db", f->folder);
    assert_int_equal(uv_loop_init(&f->loop), 0);
    f->config = (struct store_config){
        .where = f->path, .loop = &f->loop, .clock = {.now = test_now, .context = &fixed_time}, .strangers = 1};
}

static void open_store(struct fixture *f)
{
    char message[STORE_MESSAGE_MAX];
    enum error error = store_open(&f->store, &f->config, message);
    if (error)
        fail_msg("%s: %s", error_code(error), message);
}

static void on_closed(void *context)
{
    ((struct fixture *)context)->store = NULL;
}

static void close_store(struct fixture *f)
{
    store_close(f->store, on_closed, f);
    while (f->store)
        uv_run(&f->loop, UV_RUN_ONCE);
}

static int remove_one(const char *path, const struct stat *info, int flag, struct FTW *where)
{
    (void)info, (void)flag, (void)where;
    return remove(path);
}

static void end(struct fixture *f)
{
    if (f->store)
        close_store(f);
    assert_int_equal(uv_run(&f->loop, UV_RUN_DEFAULT), 0);
    assert_int_equal(uv_loop_close(&f->loop), 0);
    nftw(f->folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static void wait_for(struct fixture *f, unsigned answers)
{
    while (f->answers < answers)
        uv_run(&f->loop, UV_RUN_ONCE);
}

/* ---- answers ---- */

struct answer {
    struct fixture *f;
    bool came;
    enum error error;
    struct store_event event;
    unsigned newest;
    char table[STORE_ID_MAX];
    struct store_table row;
    struct store_game game;
    struct store_device device;
    struct store_job jobs[8];
    struct store_event *events;
    unsigned count;
};

static void came(struct answer *a, enum error error)
{
    assert_false(a->came);
    a->came = true;
    a->error = error;
    a->f->answers++;
}

static void on_event(void *context, enum error error, const struct store_event *event, unsigned newest)
{
    struct answer *a = context;
    came(a, error);
    assert_true(!event == (error != OK && error != ERR_DUPLICATE));
    if (event)
        a->event = *event;
    a->newest = newest;
}

static void on_opening(void *context, enum error error, const char *table)
{
    struct answer *a = context;
    came(a, error);
    if (table)
        strcpy(a->table, table);
}

static void on_record(void *context, enum error error, const struct store_record *record)
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

static void on_device(void *context, enum error error, const struct store_device *device)
{
    struct answer *a = context;
    came(a, error);
    if (device)
        a->device = *device;
}

static void on_jobs(void *context, enum error error, const struct store_job *jobs, unsigned count)
{
    struct answer *a = context;
    came(a, error);
    assert_in_range(count, 0, 8);
    a->count = count;
    if (count)
        memcpy(a->jobs, jobs, count * sizeof *jobs);
}

static void await(struct answer *a)
{
    while (!a->came)
        uv_run(&a->f->loop, UV_RUN_ONCE);
}

/* ---- things to store ---- */

static struct store_opening opening(const char *table, const char *game, const char *command)
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

static void add_table(struct fixture *f, const char *table, const char *game)
{
    struct store_opening it = opening(table, game, table);
    struct answer a = {.f = f};
    assert_int_equal(store_table_add(f->store, &it, on_opening, &a), OK);
    await(&a);
    assert_int_equal(a.error, OK);
    assert_string_equal(a.table, table);
}

static struct store_append move(const char *game, unsigned seq, const char *command, const char *data)
{
    struct store_append it = {.event = {.seq = seq, .kind = EVENT_MOVE, .side = 'b'}};
    strcpy(it.event.game, game);
    strcpy(it.event.actor, "anna");
    strcpy(it.event.command, command);
    strcpy(it.event.data, data);
    return it;
}

static enum error append(struct fixture *f, const struct store_append *it, struct answer *a)
{
    *a = (struct answer){.f = f};
    assert_int_equal(store_append(f->store, it, on_event, a), OK);
    await(a);
    return a->error;
}

static struct answer load(struct fixture *f, enum store_by by, const char *id)
{
    struct answer a = {.f = f};
    assert_int_equal(store_load(f->store, by, id, on_record, &a), OK);
    await(&a);
    return a;
}

/* ---- tests ---- */

static void what_was_appended_is_there_after_reopening(void **state)
{
    (void)state;
    struct fixture f;
    struct answer a;
    begin(&f);
    open_store(&f);
    add_table(&f, "t1", "g1");
    struct store_append first = move("g1", 1, "c1", "7g7f"), last = move("g1", 2, "c2", "");
    last.event.kind = EVENT_RESIGN;
    last.event.winner = 'w';
    strcpy(last.event.reason, "resignation");
    assert_int_equal(append(&f, &first, &a), OK);
    assert_int_equal(a.event.at, fixed_time);
    assert_int_equal(append(&f, &last, &a), OK);
    assert_int_equal(a.newest, 2);
    close_store(&f);
    open_store(&f);
    a = load(&f, STORE_BY_TABLE, "t1");
    assert_int_equal(a.error, OK);
    assert_string_equal(a.row.creator, "anna");
    assert_string_equal(a.game.id, "g1");
    assert_string_equal(a.game.seat[0], "anna");
    assert_string_equal(a.game.seat[1], "");
    assert_int_equal(a.count, 2);
    assert_string_equal(a.events[0].data, "7g7f");
    assert_int_equal(a.events[0].side, 'b');
    assert_int_equal(a.events[0].winner, 0);
    assert_int_equal(a.events[1].kind, EVENT_RESIGN);
    assert_int_equal(a.events[1].winner, 'w');
    assert_string_equal(a.events[1].reason, "resignation");
    free(a.events);
    assert_int_equal(load(&f, STORE_BY_TABLE, "t2").error, ERR_NOT_FOUND);
    assert_int_equal(load(&f, STORE_BY_GAME, "g2").error, ERR_NOT_FOUND);
    end(&f);
}

static void the_second_of_two_with_one_seq_is_stale(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    open_store(&f);
    add_table(&f, "t1", "g1");
    struct store_append one = move("g1", 1, "c1", "7g7f"), other = move("g1", 1, "c2", "2g2f");
    struct store_append early = move("g1", 3, "c3", "2g2f"), nowhere = move("g9", 1, "c4", "2g2f");
    struct answer a = {.f = &f}, b = {.f = &f}, c = {.f = &f}, d = {.f = &f};
    /* All in one group. */
    assert_int_equal(store_append(f.store, &one, on_event, &a), OK);
    assert_int_equal(store_append(f.store, &other, on_event, &b), OK);
    assert_int_equal(store_append(f.store, &early, on_event, &c), OK);
    assert_int_equal(store_append(f.store, &nowhere, on_event, &d), OK);
    wait_for(&f, f.answers + 3);
    await(&d);
    assert_int_equal(a.error, OK);
    assert_int_equal(b.error, ERR_STALE);
    assert_int_equal(b.newest, 1);
    assert_int_equal(c.error, ERR_STALE);
    assert_int_equal(c.newest, 1);
    assert_int_equal(d.error, ERR_NOT_FOUND);
    end(&f);
}

static void a_resend_is_answered_with_the_event_it_made(void **state)
{
    (void)state;
    struct fixture f;
    struct answer a;
    begin(&f);
    open_store(&f);
    add_table(&f, "t1", "g1");
    struct store_append one = move("g1", 1, "c1", "7g7f"), two = move("g1", 2, "c2", "3c3d");
    assert_int_equal(append(&f, &one, &a), OK);
    assert_int_equal(append(&f, &two, &a), OK);
    assert_int_equal(append(&f, &one, &a), ERR_DUPLICATE);
    assert_int_equal(a.event.seq, 1);
    assert_string_equal(a.event.data, "7g7f");
    a = (struct answer){.f = &f};
    assert_int_equal(store_event_find(f.store, "g1", "anna", "c2", on_event, &a), OK);
    await(&a);
    assert_int_equal(a.event.seq, 2);
    a = (struct answer){.f = &f};
    assert_int_equal(store_event_find(f.store, "g1", "anna", "c9", on_event, &a), OK);
    await(&a);
    assert_int_equal(a.error, ERR_NOT_FOUND);
    a = load(&f, STORE_BY_GAME, "g1");
    assert_int_equal(a.count, 2);
    free(a.events);
    end(&f);
}

static void command_ids_of_two_devices_do_not_meet(void **state)
{
    (void)state;
    struct fixture f;
    struct answer a;
    begin(&f);
    open_store(&f);
    add_table(&f, "t1", "g1");
    struct store_append anna = move("g1", 1, "c1", "7g7f"), ben = move("g1", 2, "c1", "3c3d");
    strcpy(ben.event.actor, "ben");
    assert_int_equal(append(&f, &anna, &a), OK);
    a = (struct answer){.f = &f};
    assert_int_equal(store_event_find(f.store, "g1", "ben", "c1", on_event, &a), OK);
    await(&a);
    assert_int_equal(a.error, ERR_NOT_FOUND);
    assert_int_equal(append(&f, &ben, &a), OK);
    assert_int_equal(a.event.seq, 2);
    assert_int_equal(append(&f, &ben, &a), ERR_DUPLICATE);
    assert_string_equal(a.event.data, "3c3d");
    end(&f);
}

static void a_failure_in_a_group_leaves_the_others_alone(void **state)
{
    (void)state;
    enum { GAMES = 20 };
    struct fixture f;
    begin(&f);
    open_store(&f);
    char id[16];
    for (int i = 0; i < GAMES; i++) {
        snprintf(id, sizeof id, "g%d", i);
        struct store_opening it = opening(id, id, id);
        struct answer a = {.f = &f};
        assert_int_equal(store_table_add(f.store, &it, on_opening, &a), OK);
        await(&a);
    }
    struct store_stats before, after;
    store_stats(f.store, &before);
    struct answer answers[GAMES * 2];
    unsigned start = f.answers;
    for (int i = 0; i < GAMES; i++) {
        snprintf(id, sizeof id, "g%d", i);
        struct store_append it = move(id, 1, "c1", "7g7f"), again = move(id, 1, "c2", "2g2f");
        /* `again` of an even game fails in the middle of its work: the next game's id is taken. */
        struct store_opening taken = opening(id, "g1", "x");
        if (i % 2 == 0) {
            again.event.seq = 2;
            again.next = &taken.game;
        }
        answers[2 * i] = answers[2 * i + 1] = (struct answer){.f = &f};
        assert_int_equal(store_append(f.store, &it, on_event, &answers[2 * i]), OK);
        assert_int_equal(store_append(f.store, &again, on_event, &answers[2 * i + 1]), OK);
    }
    wait_for(&f, start + GAMES * 2);
    for (int i = 0; i < GAMES; i++) {
        assert_int_equal(answers[2 * i].error, OK);
        assert_int_equal(answers[2 * i + 1].error, i % 2 == 0 ? ERR_STORE : ERR_STALE);
        snprintf(id, sizeof id, "g%d", i);
        struct answer a = load(&f, STORE_BY_GAME, id);
        assert_int_equal(a.count, 1);
        free(a.events);
    }
    store_stats(f.store, &after);
    assert_true(after.commits - before.commits < GAMES);
    assert_int_equal(after.failures, GAMES / 2);
    end(&f);
}

static void a_next_game_and_its_position_come_with_the_event(void **state)
{
    (void)state;
    struct fixture f;
    struct answer a;
    begin(&f);
    open_store(&f);
    add_table(&f, "t1", "g1");
    struct store_append it = move("g1", 1, "c1", "g2");
    struct store_game next = opening("t1", "g2", "").game;
    next.number = 2;
    it.event.kind = EVENT_AGAIN;
    it.next = &next;
    it.next_job = true;
    assert_int_equal(append(&f, &it, &a), OK);
    a = load(&f, STORE_BY_GAME, "g1"); /* by the old game: the newest of its table */
    assert_string_equal(a.game.id, "g2");
    assert_int_equal(a.game.number, 2);
    assert_int_equal(a.count, 0);
    free(a.events);
    a = load(&f, STORE_THAT_GAME, "g1");
    assert_string_equal(a.game.id, "g1");
    assert_int_equal(a.game.number, 1);
    assert_true(a.count > 0 && !strcmp(a.events[a.count - 1].data, "g2"));
    free(a.events);
    assert_int_equal(load(&f, STORE_THAT_GAME, "g3").error, ERR_NOT_FOUND);
    a = (struct answer){.f = &f};
    assert_int_equal(store_jobs_claim(f.store, 8, 1000, on_jobs, &a), OK);
    await(&a);
    assert_int_equal(a.count, 1);
    assert_string_equal(a.jobs[0].game, "g2");
    assert_int_equal(a.jobs[0].seq, 0);
    end(&f);
}

static unsigned claim(struct fixture *f, struct answer *a)
{
    *a = (struct answer){.f = f};
    assert_int_equal(store_jobs_claim(f->store, 8, 1000, on_jobs, a), OK);
    await(a);
    assert_int_equal(a->error, OK);
    return a->count;
}

static void a_position_is_handed_out_once_a_lease_and_goes_with_the_answer(void **state)
{
    (void)state;
    struct fixture f;
    struct answer a;
    begin(&f);
    open_store(&f);
    add_table(&f, "t1", "g1");
    struct store_append it = move("g1", 1, "c1", "7g7f");
    it.job = true;
    assert_int_equal(append(&f, &it, &a), OK);
    assert_int_equal(claim(&f, &a), 1);
    assert_int_equal(a.jobs[0].attempts, 1);
    assert_int_equal(claim(&f, &a), 0);
    fixed_time += 1001;
    assert_int_equal(claim(&f, &a), 1);
    assert_int_equal(a.jobs[0].attempts, 2);
    a = (struct answer){.f = &f};
    assert_int_equal(store_job_delay(f.store, "g1", 1, 50, on_jobs, &a), OK);
    await(&a);
    assert_int_equal(claim(&f, &a), 0);
    fixed_time += 51;
    assert_int_equal(claim(&f, &a), 1);
    close_store(&f);
    open_store(&f); /* whoever was thinking is gone */
    assert_int_equal(claim(&f, &a), 1);
    it = move("g1", 2, "c2", "3c3d");
    assert_int_equal(append(&f, &it, &a), OK);
    fixed_time += 5000;
    assert_int_equal(claim(&f, &a), 0);
    end(&f);
}

/* A table of `creator` with a waiting position of that age. */
static void add_waiting(struct fixture *f, const char *creator, const char *game, enum store_priority priority)
{
    struct store_opening it = opening(game, game, game);
    struct answer a = {.f = f};
    snprintf(it.table.creator, sizeof it.table.creator, "%s", creator);
    assert_int_equal(store_table_add(f->store, &it, on_opening, &a), OK);
    await(&a);
    struct store_append first = move(game, 1, "c1", "7g7f");
    first.job = true;
    first.priority = priority;
    assert_int_equal(append(f, &first, &a), OK);
    fixed_time += 1;
}

static void claims(struct fixture *f, unsigned count, const char *games)
{
    struct answer a = {.f = f};
    char got[64] = "";
    assert_int_equal(store_jobs_claim(f->store, count, 1000, on_jobs, &a), OK);
    await(&a);
    for (unsigned i = 0; i < a.count; i++) {
        strcat(got, i ? " " : "");
        strcat(got, a.jobs[i].game);
    }
    assert_string_equal(got, games);
}

static void positions_go_by_priority_and_each_asker_has_its_turn(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    open_store(&f);
    add_waiting(&f, "anna", "a1", STORE_PLAYER);
    add_waiting(&f, "anna", "a2", STORE_PLAYER);
    add_waiting(&f, "anna", "a3", STORE_PLAYER);
    add_waiting(&f, "anna", "a4", STORE_PLAYER);
    add_waiting(&f, "dora", "d1", STORE_ANALYSIS);
    add_waiting(&f, "dora", "d2", STORE_STAND_IN);
    add_waiting(&f, "ben", "b1", STORE_PLAYER);
    add_waiting(&f, "ben", "b2", STORE_PLAYER);
    claims(&f, 2, "a1 b1");
    claims(&f, 1, "a2");
    claims(&f, 1, "b2"); /* anna has two already */
    add_waiting(&f, "carl", "c1", STORE_PLAYER);
    claims(&f, 1, "c1");
    claims(&f, 3, "a3 a4 d2");
    claims(&f, 8, "d1");
    claims(&f, 8, "");
    end(&f);
}

static void a_position_says_who_waits_for_it_and_since_when(void **state)
{
    (void)state;
    struct fixture f;
    struct answer a;
    begin(&f);
    open_store(&f);
    int64_t then = fixed_time;
    add_waiting(&f, "anna", "g1", STORE_HINT);
    assert_int_equal(claim(&f, &a), 1);
    fixed_time += 1001;
    assert_int_equal(claim(&f, &a), 1); /* claimed again: it has waited all the time */
    assert_string_equal(a.jobs[0].asker, "anna");
    assert_int_equal(a.jobs[0].priority, STORE_HINT);
    assert_int_equal(a.jobs[0].since, then);
    end(&f);
}

static void a_clock_that_goes_back_puts_no_position_off_for_long(void **state)
{
    (void)state;
    struct fixture f;
    int64_t now = fixed_time;
    begin(&f);
    f.config.clock.context = &now;
    open_store(&f);
    struct store_opening it = opening("t1", "g1", "open");
    struct answer a = {.f = &f};
    it.job = true;
    assert_int_equal(store_table_add(f.store, &it, on_opening, &a), OK);
    await(&a);
    a = (struct answer){.f = &f};
    assert_int_equal(store_jobs_claim(f.store, 8, 60000, on_jobs, &a), OK);
    await(&a);
    assert_int_equal(a.count, 1);
    __atomic_store_n(&now, fixed_time - 24 * 3600 * 1000, __ATOMIC_RELAXED);
    a = (struct answer){.f = &f};
    assert_int_equal(store_jobs_claim(f.store, 8, INT64_MAX, on_jobs, &a), OK);
    await(&a);
    assert_int_equal(a.count, 1);
    assert_int_equal(a.jobs[0].attempts, 2);
    a = (struct answer){.f = &f};
    assert_int_equal(store_jobs_claim(f.store, 8, 60000, on_jobs, &a), OK);
    await(&a);
    assert_int_equal(a.count, 0); /* it is handed out, by the clock as it is now */
    end(&f);
}

static void opening_again_finds_the_same_table_and_too_many_are_refused(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    open_store(&f);
    add_table(&f, "t1", "g1");
    struct store_opening it = opening("t2", "g2", "t1");
    struct answer a = {.f = &f};
    assert_int_equal(store_table_add(f.store, &it, on_opening, &a), OK);
    await(&a);
    assert_int_equal(a.error, ERR_DUPLICATE);
    assert_string_equal(a.table, "t1");
    it = opening("t2", "g2", "t2");
    it.unfinished_max = 1;
    it.window = 1000;
    a = (struct answer){.f = &f};
    assert_int_equal(store_table_add(f.store, &it, on_opening, &a), OK);
    await(&a);
    assert_int_equal(a.error, ERR_BUSY);
    struct store_append last = move("g1", 1, "c1", "");
    last.event.winner = 'd';
    assert_int_equal(append(&f, &last, &a), OK);
    a = (struct answer){.f = &f};
    assert_int_equal(store_table_add(f.store, &it, on_opening, &a), OK);
    await(&a);
    assert_int_equal(a.error, OK);
    end(&f);
}

static void devices_are_found_by_hash_only(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    open_store(&f);
    const uint8_t hash[STORE_HASH_BYTES] = {1, 2, 3}, other[STORE_HASH_BYTES] = {1, 2, 4};
    struct answer a = {.f = &f};
    assert_int_equal(store_device_add(f.store, "anna", hash, on_device, &a), OK);
    await(&a);
    assert_int_equal(a.error, OK);
    assert_string_equal(a.device.id, "anna");
    a = (struct answer){.f = &f};
    assert_int_equal(store_device_add(f.store, "ben", hash, on_device, &a), OK);
    await(&a);
    assert_int_equal(a.error, ERR_DUPLICATE);
    a = (struct answer){.f = &f};
    fixed_time += 77;
    assert_int_equal(store_device_seen(f.store, "anna", NULL, NULL), OK);
    assert_int_equal(store_device_find(f.store, other, on_device, &a), OK);
    await(&a);
    assert_int_equal(a.error, ERR_NOT_FOUND);
    close_store(&f);
    open_store(&f);
    a = (struct answer){.f = &f};
    assert_int_equal(store_device_find(f.store, hash, on_device, &a), OK);
    await(&a);
    assert_string_equal(a.device.id, "anna");
    assert_int_equal(a.device.seen, fixed_time);
    end(&f);
}

/* The child appends for ever and says on a pipe what was acknowledged; it is killed at some instant. */
static void append_until_killed(struct fixture *f, int pipe_end)
{
    struct answer a;
    open_store(f);
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
        begin(&f);
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
        open_store(&f);
        struct answer a = load(&f, STORE_BY_TABLE, "t1");
        assert_int_equal(a.error, OK);
        assert_in_range(a.count, acknowledged, acknowledged + 1);
        for (unsigned i = 0; i < a.count; i++)
            assert_int_equal(a.events[i].seq, i + 1);
        free(a.events);
        end(&f);
    }
}

static void closing_carries_out_what_was_asked_and_refuses_more(void **state)
{
    (void)state;
    enum { MANY = 200 };
    struct fixture f;
    begin(&f);
    open_store(&f);
    add_table(&f, "t1", "g1");
    struct answer *answers = calloc(MANY, sizeof *answers);
    for (unsigned i = 0; i < MANY; i++) {
        char command[16];
        snprintf(command, sizeof command, "c%u", i);
        struct store_append it = move("g1", i + 1, command, "7g7f");
        answers[i].f = &f;
        assert_int_equal(store_append(f.store, &it, on_event, &answers[i]), OK);
    }
    store_close(f.store, on_closed, &f);
    assert_int_equal(store_load(f.store, STORE_BY_TABLE, "t1", on_record, NULL), ERR_BUSY);
    while (f.store)
        uv_run(&f.loop, UV_RUN_ONCE);
    for (unsigned i = 0; i < MANY; i++)
        assert_true(answers[i].came && answers[i].error == OK);
    free(answers);
    end(&f);
}

static void a_full_queue_is_refused_at_once(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    f.config.queue_max = 2;
    open_store(&f);
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
    end(&f);
}

static void a_full_disk_is_an_error_and_nothing_half_done(void **state)
{
    (void)state;
    struct fixture f;
    struct answer a;
    begin(&f);
    f.config.bytes_max = 140 * 4096;
    open_store(&f);
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
    close_store(&f);
    f.config.bytes_max = 0; /* somebody made room */
    open_store(&f);
    a = load(&f, STORE_BY_TABLE, "t1");
    assert_int_equal(a.count, kept);
    free(a.events);
    struct store_append it = move("g1", kept + 1, "after", "7g7f");
    assert_int_equal(append(&f, &it, &a), OK);
    end(&f);
}

static void a_file_that_another_program_locks_holds_nobody_up_for_long(void **state)
{
    (void)state;
    enum { MANY = 20, LOCK_MS = 500 };
    struct fixture f;
    struct answer answers[MANY];
    sqlite3 *db;
    begin(&f);
    f.config.lock_ms = LOCK_MS;
    open_store(&f);
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
    wait_for(&f, before + MANY);
    assert_in_range(clock_monotonic() - start, LOCK_MS, MANY * LOCK_MS / 2); /* not MANY times as long */
    for (unsigned i = 0; i < MANY; i++)
        assert_int_equal(answers[i].error, ERR_STORE);
    sqlite3_close(db);
    struct store_append it = move("g1", 1, "c0", "7g7f");
    assert_int_equal(append(&f, &it, &answers[0]), OK);
    end(&f);
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
    came(a, error);
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
        begin(&f);
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
        open_store(&f);
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
        end(&f);
    }
}

static void a_database_of_the_future_or_of_others_is_refused(void **state)
{
    (void)state;
    struct fixture f;
    char message[STORE_MESSAGE_MAX];
    begin(&f);
    open_store(&f);
    close_store(&f);
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
    end(&f);
}

static void a_file_is_one_servers_alone_unless_it_is_meant_to_be_shared(void **state)
{
    (void)state;
    struct fixture f;
    struct store *second = NULL;
    char message[STORE_MESSAGE_MAX];
    begin(&f);
    open_store(&f);
    add_table(&f, "t1", "g1");
    assert_int_equal(store_open(&second, &f.config, message), ERR_BUSY);
    assert_null(second);
    assert_non_null(strstr(message, f.path));
    assert_non_null(strstr(message, "another server"));
    struct store_append it = move("g1", 1, "c1", "7g7f");
    struct answer a;
    assert_int_equal(append(&f, &it, &a), OK);
    close_store(&f);
    open_store(&f); /* given back */
    end(&f);
}

static void what_cannot_be_opened_is_said_with_its_place(void **state)
{
    (void)state;
    struct fixture f;
    char message[STORE_MESSAGE_MAX];
    begin(&f);
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
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_appended_is_there_after_reopening),
        cmocka_unit_test(the_second_of_two_with_one_seq_is_stale),
        cmocka_unit_test(a_resend_is_answered_with_the_event_it_made),
        cmocka_unit_test(command_ids_of_two_devices_do_not_meet),
        cmocka_unit_test(a_failure_in_a_group_leaves_the_others_alone),
        cmocka_unit_test(a_next_game_and_its_position_come_with_the_event),
        cmocka_unit_test(a_position_is_handed_out_once_a_lease_and_goes_with_the_answer),
        cmocka_unit_test(positions_go_by_priority_and_each_asker_has_its_turn),
        cmocka_unit_test(a_position_says_who_waits_for_it_and_since_when),
        cmocka_unit_test(a_clock_that_goes_back_puts_no_position_off_for_long),
        cmocka_unit_test(opening_again_finds_the_same_table_and_too_many_are_refused),
        cmocka_unit_test(devices_are_found_by_hash_only),
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
