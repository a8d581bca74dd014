#include "server/table/tests/fixture.h"

#include "server/table/internal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { PATIENCE_MS = 60000 };

static void open_all(struct fixture *f)
{
    char message[STORE_MESSAGE_MAX];
    f->store_config.where = f->path;
    f->store_config.loop = &f->loop;
    f->store_config.log = &f->log;
    if (!f->store_config.clock.now)
        f->store_config.clock = clock_system();
    f->store_config.shared = 1; /* with a second node */
    f->store_config.strangers = !f->players_only;
    if (store_open(&f->store, &f->store_config, message))
        fail_msg("%s", message);
    assert_int_equal(bus_local_open(&f->bus), OK);
    f->tables_config.loop = &f->loop;
    f->tables_config.store = f->store;
    f->tables_config.bus = f->bus;
    f->tables_config.random = random_system();
    f->tables_config.log = &f->log;
    if (!f->tables_config.presence_ms)
        f->tables_config.presence_ms = 3600000; /* never, so that it comes between nothing */
    if (!f->tables_config.house_ms)
        f->tables_config.house_ms = 3600000;
    assert_int_equal(tables_open(&f->tables, &f->tables_config), OK);
}

static void on_closed(void *context)
{
    ((struct fixture *)context)->closing--;
}

static void close_all(struct fixture *f)
{
    f->closing = 1;
    tables_close(f->tables, on_closed, f);
    if (f->other) {
        f->closing++;
        tables_close(f->other, on_closed, f);
    }
    while (f->closing)
        uv_run(&f->loop, UV_RUN_ONCE);
    f->tables = f->other = NULL;
    f->closing = 1;
    store_close(f->store, on_closed, f);
    if (f->other_store) {
        f->closing++;
        store_close(f->other_store, on_closed, f);
    }
    f->other_store = NULL;
    while (f->closing)
        uv_run(&f->loop, UV_RUN_ONCE);
    bus_close(f->bus);
}

void fixture_begin(struct fixture *f, const char *kind)
{
    f->kind = kind;
    f->log = (struct log){.fd = 2, .level = getenv("SHOGIKAN_TEST_LOG") ? LOG_DEBUG : LOG_ERROR};
    strcpy(f->folder, "/tmp/shogikan-table-XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    snprintf(f->path, sizeof f->path, "%s/test.db", f->folder);
    assert_int_equal(uv_loop_init(&f->loop), 0);
    open_all(f);
}

void fixture_end(struct fixture *f)
{
    close_all(f);
    uv_run(&f->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&f->loop), 0);
    unlink(f->path);
    rmdir(f->folder);
}

void fixture_restart(struct fixture *f)
{
    close_all(f);
    open_all(f);
}

/* Until the store owes this node nothing. */
static void run_store(struct fixture *f)
{
    while (f->tables->store_asks)
        uv_run(&f->loop, UV_RUN_ONCE);
}

void fixture_settle(struct fixture *f)
{
    tables_drain(f->tables, NULL, NULL);
    run_store(f);
}

void fixture_second_node(struct fixture *f)
{
    char message[STORE_MESSAGE_MAX];
    struct tables_config config = f->tables_config;
    if (store_open(&f->other_store, &f->store_config, message))
        fail_msg("%s", message);
    config.store = f->other_store;
    assert_int_equal(tables_open(&f->other, &config), OK);
}

void fixture_lose_second_node(struct fixture *f)
{
    tables_drain(f->other, NULL, NULL); /* from now on it says nothing to the store */
    f->closing = 1;
    tables_close(f->other, on_closed, f);
    while (f->closing)
        uv_run(&f->loop, UV_RUN_ONCE);
    f->closing = 1;
    store_close(f->other_store, on_closed, f);
    while (f->closing)
        uv_run(&f->loop, UV_RUN_ONCE);
    f->other = NULL;
    f->other_store = NULL;
}

/* ---- the loop ---- */

static void on_timer(uv_timer_t *timer)
{
    *(bool *)timer->data = true;
}

static void run(struct fixture *f, const unsigned *counter, unsigned count, unsigned ms, bool must)
{
    bool over = false;
    uv_timer_t timer;
    uv_timer_init(&f->loop, &timer);
    timer.data = &over;
    uv_update_time(&f->loop);
    uv_timer_start(&timer, on_timer, ms, 0);
    while (!over && !(counter && *counter >= count))
        uv_run(&f->loop, UV_RUN_ONCE);
    uv_close((uv_handle_t *)&timer, NULL);
    uv_run(&f->loop, UV_RUN_NOWAIT);
    if (must && *counter < count)
        fail_msg("waited in vain: %u of %u", *counter, count);
}

void run_until(struct fixture *f, const unsigned *counter, unsigned count)
{
    run(f, counter, count, PATIENCE_MS, true);
}

void run_for(struct fixture *f, unsigned ms)
{
    run(f, NULL, 0, ms, false);
}

void run_through(struct fixture *f, unsigned ms)
{
    run_for(f, ms);
    run_store(f);
    run_for(f, ms);
}

struct asked {
    struct store_rating rating;
    unsigned came;
};

static void on_rating(void *context, enum error error, const struct store_rating *rating)
{
    struct asked *asked = context;
    assert_int_equal(error, OK);
    asked->rating = *rating;
    asked->came = 1;
}

struct store_rating rating_of(struct fixture *f, const char *device)
{
    struct asked asked = {.came = 0};
    assert_int_equal(store_rating_find(f->store, device, f->kind, on_rating, &asked), OK);
    run_until(f, &asked.came, 1);
    return asked.rating;
}

/* ---- clients ---- */

#define COPY(to, from) snprintf(to, sizeof to, "%s", from)

static void take_view(struct client *c, const struct table_view *view)
{
    memcpy(c->seat, view->seat, sizeof c->seat);
    c->watchers = view->watchers;
    c->clock = view->clock;
    c->asleep = view->asleep;
    c->fixed = view->fixed;
    memcpy(c->wins, view->wins, sizeof c->wins);
    c->draws = view->draws;
}

static void on_snapshot(void *context, const struct table_view *view)
{
    struct client *c = context;
    c->back |= view->number < c->number || (view->number == c->number && view->seq < c->seq);
    take_view(c, view);
    COPY(c->id, view->id);
    COPY(c->table, view->table);
    COPY(c->game, view->game);
    COPY(c->rules, view->rules);
    COPY(c->settings, view->settings);
    COPY(c->start, view->start);
    COPY(c->moves, view->moves);
    COPY(c->winner, view->winner);
    COPY(c->reason, view->reason);
    COPY(c->next, view->next);
    c->number = view->number;
    c->seq = view->seq;
    c->turn = view->turn;
    c->snapshots++;
    c->told++;
    if (c->on_view)
        c->on_view(c, view, true);
}

static void on_event(void *context, const char *table, const char *game, const struct table_event *event,
                     const struct table_clock *clock)
{
    struct client *c = context;
    c->clock = *clock;
    assert_string_equal(table, c->table);
    assert_string_equal(game, c->game);
    c->events++;
    c->told++;
    if (event->seq <= c->seq)
        return; /* again, because the client asked for it again */
    c->gap |= event->seq != c->seq + 1;
    c->seq = event->seq;
    COPY(c->event_kind, event->kind);
    COPY(c->event_id, event->id);
    snprintf(c->event_data, sizeof c->event_data, "%s%s%s%s%s", event->usi, event->who, event->next, event->what,
             event->name);
    c->event_left = event->left;
    c->event_change = event->change;
    if (*event->usi) {
        size_t used = strlen(c->moves);
        snprintf(c->moves + used, sizeof c->moves - used, "%s%s", used ? " " : "", event->usi);
    }
    if (!strcmp(event->kind, "seat"))
        COPY(c->seat[event->side == 'w'].who, event->who);
    c->event_side = event->side;
    c->event_at = event->at;
    if (*event->winner) {
        COPY(c->winner, event->winner);
        COPY(c->reason, event->reason);
    }
    c->event = event;
    if (c->on_event)
        c->on_event(c);
}

static void on_presence(void *context, const struct table_view *view)
{
    struct client *c = context;
    take_view(c, view);
    c->presences++;
    c->told++;
    if (c->on_view)
        c->on_view(c, view, false);
}

static void on_record(void *context, const struct table_record *record)
{
    struct client *c = context;
    c->records++;
    c->told++;
    if (c->on_record)
        c->on_record(c, record);
}

static void on_answer(void *context, const struct table_answer *answer)
{
    struct client *c = context;
    c->error = answer->error;
    COPY(c->answer_id, answer->id);
    COPY(c->at, answer->at);
    COPY(c->rule, answer->rule);
    COPY(c->squares, answer->squares);
    COPY(c->message, answer->message);
    c->answer_has_event = answer->event;
    c->answer_event_seq = answer->event ? answer->event->seq : 0;
    c->answer_sent = answer->sent;
    c->answer_seq = answer->seq;
    c->answers++;
    c->told++;
    if (c->on_answer)
        c->on_answer(c, answer);
}

static void on_line(void *context, const struct table_line *line)
{
    struct client *c = context;
    assert_string_equal(line->table, c->table);
    c->line_number = line->number;
    c->line_side = line->side;
    c->line_old = line->old;
    COPY(c->line, line->text);
    COPY(c->line_who, line->who);
    COPY(c->line_id, line->id);
    c->lines++;
    c->told++;
}

static void on_reported(void *context, const char *id, const char *table, const char *who)
{
    struct client *c = context;
    assert_string_equal(table, c->table);
    COPY(c->answer_id, id);
    COPY(c->reported, who);
    c->reports++;
    c->told++;
}

static const struct table_client_callbacks callbacks = {.snapshot = on_snapshot,
                                                        .event = on_event,
                                                        .presence = on_presence,
                                                        .record = on_record,
                                                        .answer = on_answer,
                                                        .line = on_line,
                                                        .reported = on_reported};

void client_open(struct client *client, struct fixture *f, struct tables *tables, const char *device)
{
    *client = (struct client){.f = f};
    assert_int_equal(table_client_open(tables, device, &callbacks, client, &client->it), OK);
}

void client_close(struct client *client)
{
    table_client_close(client->it);
    client->it = NULL;
}

void client_open_table(struct client *client, const char *id, const char *settings, bool computer)
{
    unsigned before = client->snapshots, presences = client->presences;
    table_client_open_table(
        client->it, &(struct table_plan){
                        .id = id, .kind = client->f->kind, .rules = "", .settings = settings, .computer = computer});
    run_until(client->f, &client->snapshots, before + 1);
    run_until(client->f, &client->presences, presences + 1);
    assert_string_equal(client->id, id);
}

void client_watch(struct client *client, const char *table, const char *game, unsigned seq)
{
    unsigned before = client->answers + client->presences;
    table_client_watch(client->it, table, game, seq);
    for (unsigned i = 0; client->answers + client->presences == before && i < PATIENCE_MS; i++)
        run_for(client->f, 1);
    assert_true(client->answers + client->presences > before);
}

void client_send(struct client *client, enum table_verb verb, const char *game, unsigned seq, const char *id,
                 const char *usi)
{
    table_client_command(client->it,
                         &(struct table_command){.verb = verb, .game = game, .seq = seq, .id = id, .usi = usi});
}

enum error client_command(struct client *client, enum table_verb verb, const char *id, const char *usi)
{
    unsigned before = client->answers;
    client_send(client, verb, client->game, client->seq, id, usi);
    run_until(client->f, &client->answers, before + 1);
    assert_int_equal(client->answers, before + 1);
    assert_string_equal(client->answer_id, id);
    return client->error;
}

enum error client_say(struct client *client, struct table_command command)
{
    unsigned before = client->answers;
    char id[TABLE_COMMAND_MAX];
    snprintf(id, sizeof id, "say-%u", ++client->said);
    command.game = client->game;
    command.seq = client->seq;
    command.id = id;
    table_client_command(client->it, &command);
    run_until(client->f, &client->answers, before + 1);
    return client->error;
}

enum error client_move(struct client *client, const char *id, const char *usi)
{
    return client_command(client, TABLE_MOVE, id, usi);
}

void pair_begin(struct pair *p, const char *kind, const char *settings)
{
    fixture_begin(&p->f, kind);
    client_open(&p->anna, &p->f, p->f.tables, "anna");
    client_open(&p->ben, &p->f, p->f.tables, "ben");
    client_open_table(&p->anna, "open-1", settings, false);
    client_watch(&p->ben, p->anna.table, NULL, 0);
    assert_int_equal(client_command(&p->ben, TABLE_SIT, "sit-1", NULL), OK);
    assert_int_equal(p->anna.seq, 1);
}

void pair_end(struct pair *p)
{
    assert_false(p->anna.gap || p->ben.gap);
    if (p->anna.it)
        client_close(&p->anna);
    if (p->ben.it)
        client_close(&p->ben);
    fixture_end(&p->f);
}
