/*
 * Many tables at once, a hundred thousand random commands: right ones, late ones, from the wrong people, on old news,
 * twice, in the wrong order; players who go and come back, connections that are cut with commands under way, time that
 * passes in small and large steps, servers that go down and come back. A witness at each table compares what it is told
 * with a model of a few lines: whose turn it is, who sits where, how the clock may stand, how the sitting stands.
 *
 *   never two moves for a ply, never a seat lost, never a clock that gains time, never two ends of a game; and what one
 *   player's rating gains the other's loses
 *
 * SHOGIKAN_TEST_SEED=N plays that evening only.
 */
#include "server/table/tests/fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TABLES = 25, STEPS = 100000, PEOPLE = 3, PLIES_MAX = 600, KEPT = 16, LEAST_MS = 10000, RESTART_EVERY = 1500 };

static const char *const people[PEOPLE] = {"anna", "ben", "carl"};
static const char *const words[] = {"draw", "takeback", "again"};

struct kept {
    char game[TABLE_ID_MAX], id[TABLE_COMMAND_MAX];
    struct table_command command;
    unsigned made;
};

struct model {
    char game[TABLE_ID_MAX];
    unsigned number, seq, plies, seats;
    bool begun, over, gote_begins, alternates;
    char seat[2][TABLE_WHO_MAX];
    int64_t whole, most;     /* of each turn; of this turn at its beginning */
    int64_t bound, from;     /* the clock has not shown more since then */
    int64_t left[PLIES_MAX]; /* at each move */
    unsigned wins[2], draws;
};

struct desk {
    struct evening *evening;
    struct client witness, players[PEOPLE];
    bool there[PEOPLE];
    bool returning; /* the witness, after a restart */
    unsigned quiet; /* rounds in which nobody says anything */
    unsigned named, kept_count;
    struct kept kept[KEPT];
    struct model model;
};

struct evening {
    struct fixture f;
    struct desk desks[TABLES];
    uint32_t random;
    unsigned steps, told, moves, ends, times, stand_ins, takebacks, games, rated, resent;
    int rating; /* of anna, as told: all changes added up */
};

static struct evening evening;
static int64_t test_time;

static int64_t test_now(void *context)
{
    return __atomic_load_n((int64_t *)context, __ATOMIC_RELAXED);
}

static uint32_t roll(uint32_t sides)
{
    evening.random = evening.random * 1664525u + 1013904223u;
    return (evening.random >> 8) % sides;
}

/* ---- the model ---- */

static char turn_of(const struct model *m)
{
    return (m->plies % 2 == 1) != m->gote_begins ? 'w' : 'b';
}

static void begin_turn(struct model *m, int64_t bound, int64_t at)
{
    m->bound = m->most = bound;
    m->from = at;
}

static int64_t again(const struct model *m, int64_t left)
{
    int64_t least = m->whole < LEAST_MS ? m->whole : LEAST_MS;
    return left < least ? least : left;
}

/* It stopped then, and ran on for those who had not heard of it. */
static void clock_stopped(struct model *m, const struct table_event *event)
{
    m->bound += test_time - event->at;
    m->bound = m->bound < m->most ? m->bound : m->most;
}

static void swap_seats(struct model *m)
{
    char kept[TABLE_WHO_MAX];
    unsigned wins = m->wins[0];
    memcpy(kept, m->seat[0], sizeof kept);
    memcpy(m->seat[0], m->seat[1], sizeof kept);
    memcpy(m->seat[1], kept, sizeof kept);
    m->wins[0] = m->wins[1];
    m->wins[1] = wins;
}

static void model_set(struct model *m, const struct table_event *event)
{
    assert_false(m->begun);
    if (!strcmp(event->name, "turn_seconds"))
        m->whole = strtol(event->value, NULL, 10) * 1000;
    if (!strcmp(event->name, "alternate_first"))
        m->alternates = !strcmp(event->value, "on");
    if (!strcmp(event->name, "handicap"))
        m->gote_begins = strcmp(event->value, "none") != 0;
    if (event->side && strcmp(m->seat[event->side == 'w'], "anna")) {
        unsigned wins[2] = {m->wins[0], m->wins[1]};
        swap_seats(m);
        memcpy(m->wins, wins, sizeof wins); /* told of the game's start */
    }
    begin_turn(m, m->whole, event->at);
}

static void model_move(struct model *m, const struct table_event *event)
{
    assert_int_equal(event->side, turn_of(m));
    assert_true(m->plies < PLIES_MAX);
    assert_true(event->left <= m->most || !m->whole); /* when it came, which was before it was told */
    m->left[m->plies++] = event->left;
    m->begun = true;
    evening.moves++;
    begin_turn(m, m->whole, event->at);
}

static void model_takeback(struct model *m, const struct table_event *event)
{
    assert_true(event->plies >= 1 && event->plies <= 2 && event->plies <= m->plies);
    m->plies -= event->plies;
    assert_int_equal(event->side, turn_of(m));
    int64_t left = m->left[m->plies] < 0 ? m->whole : m->left[m->plies];
    assert_int_equal(event->left, again(m, left));
    evening.takebacks++;
    begin_turn(m, event->left, event->at);
}

static void model_again(struct model *m, const struct table_event *event)
{
    struct model next = *m;
    assert_true(m->over);
    snprintf(next.game, sizeof next.game, "%s", event->next);
    next.number++;
    next.seq = next.plies = 0;
    next.begun = next.over = false;
    if (m->alternates)
        swap_seats(&next);
    begin_turn(&next, next.whole, event->at);
    evening.games++;
    *m = next;
}

/* What an end does; the score is told with the next game. */
static void model_end(struct model *m, const struct table_event *event)
{
    assert_false(m->over);
    m->over = true;
    evening.ends++;
    assert_true(abs(event->change) <= 40);
    if (event->rated) {
        evening.rated++;
        evening.rating += strcmp(m->seat[0], "anna") ? -event->change : event->change;
    }
    if (*event->winner == 'd')
        m->draws++;
    else
        m->wins[*event->winner == 'w']++;
}

static void model_event(struct model *m, const struct table_event *event)
{
    const char *kind = event->kind;
    assert_int_equal(event->seq, ++m->seq);
    assert_true(!m->over || !strcmp(kind, "offer") || !strcmp(kind, "decline") || !strcmp(kind, "again"));
    if (!strcmp(kind, "move"))
        model_move(m, event);
    else if (!strcmp(kind, "takeback"))
        model_takeback(m, event);
    else if (!strcmp(kind, "set"))
        model_set(m, event);
    else if (!strcmp(kind, "seat")) {
        assert_string_equal(m->seat[event->side == 'w'], "");
        snprintf(m->seat[event->side == 'w'], TABLE_WHO_MAX, "%s", event->who);
        begin_turn(m, m->whole, event->at);
    } else if (!strcmp(kind, "sleep")) {
        assert_true(event->left <= m->most); /* when the last of them went */
        begin_turn(m, event->left, event->at);
    } else if (!strcmp(kind, "wake") || (!strcmp(kind, "back") && event->side == turn_of(m))) {
        begin_turn(m, again(m, m->bound), event->at);
    } else if (!strcmp(kind, "time")) {
        evening.times++;
        assert_int_equal(event->side, turn_of(m));
        assert_true(m->whole && event->at - m->from >= m->bound);
    } else if (!strcmp(kind, "computer")) {
        evening.stand_ins++;
        if (event->side == turn_of(m))
            clock_stopped(m, event);
    }
    if (*event->winner) {
        clock_stopped(m, event);
        model_end(m, event);
    }
    if (!strcmp(kind, "again"))
        model_again(m, event);
}

static void see_clock(struct model *m, const struct table_clock *clock)
{
    if (!clock->whole)
        return;
    assert_int_equal(clock->whole, m->whole);
    if (clock->left > m->bound)
        fail_msg("game %s seq %u: the clock shows %lld after %lld", m->game, m->seq, (long long)clock->left,
                 (long long)m->bound);
    int64_t shown = m->bound - clock->left; /* what is shown binds from now on */
    m->bound -= shown;
    m->from += shown;
}

/* ---- the witness ---- */

static void witness_event(struct client *client)
{
    struct desk *desk = client->context;
    const struct table_event *event = client->event;
    const char *kind = event->kind;
    evening.told++;
    if (getenv("SHOGIKAN_TEST_LOG"))
        print_message("%s %s %u %s %c%s%s%s at %lld left %lld, clock %lld%s\n", client->table, client->game, event->seq,
                      kind, event->side ? event->side : '-', event->usi, event->name, event->value,
                      (long long)event->at, (long long)event->left, (long long)client->clock.left,
                      client->clock.runs ? "" : " stands");
    model_event(&desk->model, client->event);
    if (!strcmp(kind, "again"))
        return; /* it shows the clock of the game before */
    if (client->clock.whole && !strcmp(kind, "back") && event->side == turn_of(&desk->model)) {
        /* The model does not know how much was left when the computer came, only how much not more. */
        struct model *m = &desk->model;
        assert_true(client->clock.left <= m->bound);
        begin_turn(m, client->clock.left, event->at);
        m->most += test_time - event->at; /* a move may have come in before this was told */
    }
    see_clock(&desk->model, &client->clock);
}

static unsigned count_plies(const char *moves)
{
    unsigned count = *moves != '\0';
    for (; *moves; moves++)
        count += *moves == ' ';
    return count;
}

static void witness_view(struct client *client, const struct table_view *view, bool all)
{
    struct desk *desk = client->context;
    struct model *m = &desk->model;
    if (!*m->game) { /* the table is new */
        snprintf(m->game, sizeof m->game, "%s", view->game);
        memcpy(m->seat[0], view->seat[0].who, TABLE_WHO_MAX);
        memcpy(m->seat[1], view->seat[1].who, TABLE_WHO_MAX);
        m->number = 1;
        m->alternates = true;
        m->whole = m->most = m->bound = view->clock.whole;
        m->from = test_time;
    }
    if (strcmp(view->game, m->game)) {
        if (desk->returning)
            return; /* see witness() */
        /* The table was read again while the store was answering whoever began the next game. */
        assert_true(all);
        assert_int_equal(view->number, m->number + 1);
        model_again(m, &(struct table_event){.next = view->game, .at = test_time});
    }
    assert_string_equal(view->game, m->game);
    assert_int_equal(view->seq, m->seq);
    for (unsigned i = 0; i < 2; i++)
        assert_string_equal(view->seat[i].who, m->seat[i]);
    see_clock(m, &view->clock);
    if (!all)
        return;
    assert_int_equal(view->number, m->number);
    assert_int_equal(count_plies(view->moves), m->plies);
    assert_int_equal(*view->winner != 0, m->over);
    assert_int_equal(view->fixed, m->begun || m->over);
    if (!m->begun && !m->over && !m->seq) {
        assert_int_equal(view->wins[0], m->wins[0]);
        assert_int_equal(view->wins[1], m->wins[1]);
        assert_int_equal(view->draws, m->draws);
    }
}

/* ---- the players ---- */

static void player_answer(struct client *client, const struct table_answer *answer)
{
    struct desk *desk = client->context;
    if (answer->error)
        return;
    for (unsigned i = 0; i < KEPT; i++) {
        struct kept *kept = &desk->kept[i];
        if (!strcmp(kept->id, answer->id) && !strcmp(kept->game, answer->game)) {
            assert_true(!kept->made || kept->made == answer->event->seq); /* sent twice, it is the same event */
            kept->made = answer->event->seq;
        }
    }
}

static void join(struct desk *desk, unsigned who)
{
    struct client *client = &desk->players[who];
    client_open(client, &desk->evening->f, desk->evening->f.tables, people[who]);
    client->context = desk;
    client->on_answer = player_answer;
    memcpy(client->table, desk->witness.table, sizeof client->table);
    table_client_watch(client->it, client->table, NULL, 0);
    desk->there[who] = true;
}

static void leave(struct desk *desk, unsigned who)
{
    client_close(&desk->players[who]);
    desk->there[who] = false;
}

/* Both sides walk their rooks to and fro; in the usual place or not, as often as they have moved. */
static const char *walk(const char *moves, bool gote_begins)
{
    unsigned plies = count_plies(moves);
    bool gote = (plies % 2 == 1) != gote_begins, out = plies / 2 % 2 == 0;
    return gote ? (out ? "8b7b" : "7b8b") : (out ? "2h3h" : "3h2h");
}

static void choose(const struct client *client, struct table_command *command)
{
    static const char *const settings[][2] = {
        {"turn_seconds", "0"},      {"turn_seconds", "30"},     {"turn_seconds", "60"}, {"handicap", "lance"},
        {"handicap", "none"},       {"on_timeout", "lose"},     {"first", "draw"},      {"first", "creator"},
        {"alternate_first", "off"}, {"on_timeout", "cpu_moves"}};
    uint32_t what = roll(100);
    command->what = words[roll(3)];
    command->usi = walk(client->moves, strstr(client->start, " w ") != NULL);
    command->verb = TABLE_MOVE;
    if (*client->winner || roll(60) == 0)
        command->verb = roll(8) ? TABLE_AGAIN : TABLE_DECLINE;
    else if (!*client->seat[1].who || !*client->seat[0].who)
        command->verb = TABLE_SIT;
    else if (what < 8)
        command->verb = TABLE_OFFER;
    else if (what < 20)
        command->verb = TABLE_ACCEPT;
    else if (what < 22)
        command->verb = TABLE_DECLINE;
    else if (what < 24)
        command->verb = TABLE_COMPUTER;
    else if (what < 25)
        command->verb = TABLE_RESIGN;
    else if (what < 28 || (!*client->moves && what < 40)) {
        const char *const *setting = settings[roll(sizeof settings / sizeof *settings)];
        command->verb = TABLE_SET;
        command->name = setting[0];
        command->value = setting[1];
    }
    command->on = roll(3) == 0;
}

static void say(struct desk *desk, unsigned who)
{
    struct client *client = &desk->players[who];
    char id[TABLE_COMMAND_MAX];
    snprintf(id, sizeof id, "%s-%u", people[who], desk->named++);
    struct table_command command = {.game = client->game, .seq = client->seq, .id = id};
    if (!client->snapshots)
        return;
    choose(client, &command);
    if (roll(12) == 0)
        command.seq += roll(4) - 2u;
    table_client_command(client->it, &command);
    struct kept *kept = &desk->kept[desk->kept_count++ % KEPT];
    *kept = (struct kept){.command = command};
    memcpy(kept->game, client->game, sizeof kept->game);
    memcpy(kept->id, id, sizeof id);
}

/* Something said before, again, in any order. */
static void say_again(struct desk *desk, unsigned who)
{
    struct kept *kept = &desk->kept[roll(KEPT)];
    if (strncmp(kept->id, people[who], strlen(people[who])))
        return;
    kept->command.game = kept->game;
    kept->command.id = kept->id;
    evening.resent++;
    table_client_command(desk->players[who].it, &kept->command);
}

static void step(struct desk *desk)
{
    unsigned who = roll(20) ? roll(2) : 2;
    uint32_t what = roll(100);
    if (desk->quiet) {
        desk->quiet--;
        return;
    }
    evening.steps++;
    if (roll(600) == 0)
        desk->quiet = 150; /* deep in thought, for more than any turn */
    if (!desk->there[who]) {
        if (what < 3)
            join(desk, who);
    } else if (what < 1) {
        leave(desk, who);
    } else if (what < 2) { /* cut, and back at once */
        leave(desk, who);
        join(desk, who);
    } else if (what < 14) {
        say_again(desk, who);
    } else {
        say(desk, who);
    }
}

/* ---- the computer ---- */

static void on_look(void *context, enum error error, const struct table_view *view)
{
    (void)context;
    char id[TABLE_COMMAND_MAX];
    if (error || !view->turn || strncmp(view->seat[view->turn == 'w'].who, "cpu:", 4))
        return;
    snprintf(id, sizeof id, "cpu:%u", view->seq + 1);
    tables_command(evening.f.tables, view->seat[view->turn == 'w'].who,
                   &(struct table_command){.verb = TABLE_MOVE,
                                           .game = view->game,
                                           .seq = view->seq,
                                           .id = id,
                                           .usi = walk(view->moves, strstr(view->start, " w ") != NULL)},
                   NULL, NULL);
}

static void on_jobs(void *context, enum error error, const struct store_job *jobs, unsigned count)
{
    (void)context;
    for (unsigned i = 0; !error && i < count; i++)
        tables_look(evening.f.tables, jobs[i].game, on_look, NULL);
}

/* ---- the evening ---- */

static void witness(struct desk *desk, const char *table)
{
    client_open(&desk->witness, &evening.f, evening.f.tables, "witness");
    desk->witness.context = desk;
    desk->witness.on_event = witness_event;
    desk->witness.on_view = witness_view;
    snprintf(desk->witness.table, sizeof desk->witness.table, "%s", table);
    snprintf(desk->witness.game, sizeof desk->witness.game, "%s", desk->model.game);
    desk->witness.seq = desk->model.seq;
    desk->returning = *desk->model.game;
    client_watch(&desk->witness, table, desk->model.game, desk->model.seq);
    if (strcmp(desk->witness.game, desk->model.game)) { /* the house has begun the next game before we were here */
        model_again(&desk->model, &(struct table_event){.next = desk->witness.game, .at = test_time});
        desk->witness.seq = 0;
        client_watch(&desk->witness, table, desk->model.game, 0);
    }
    desk->returning = false;
}

/* Everybody is thrown out, with what is under way; what was told is still so afterwards. */
static void restart(void)
{
    static char tables[TABLES][TABLE_ID_MAX];
    for (unsigned i = 0; i < TABLES; i++) {
        struct desk *desk = &evening.desks[i];
        memcpy(tables[i], desk->witness.table, sizeof tables[i]);
        for (unsigned who = 0; who < PEOPLE; who++)
            if (desk->there[who])
                leave(desk, who);
    }
    fixture_settle(&evening.f); /* whatever was under way is told to the witnesses, who cannot be told of it later */
    for (unsigned i = 0; i < TABLES; i++)
        client_close(&evening.desks[i].witness);
    __atomic_add_fetch(&test_time, roll(3) * 100000, __ATOMIC_RELAXED);
    fixture_restart(&evening.f);
    for (unsigned i = 0; i < TABLES; i++) {
        struct desk *desk = &evening.desks[i];
        witness(desk, tables[i]);
        for (unsigned who = 0; who < PEOPLE; who++)
            join(desk, who);
    }
}

static void sit_down(void)
{
    for (unsigned i = 0; i < TABLES; i++) {
        struct desk *desk = &evening.desks[i];
        struct client *anna = &desk->players[0];
        static const char *const settings[] = {"", "turn_seconds=30", "turn_seconds=60 on_timeout=cpu_moves",
                                               "turn_seconds=30 rated=on"};
        desk->evening = &evening;
        client_open(anna, &evening.f, evening.f.tables, "anna");
        anna->context = desk;
        char id[16];
        snprintf(id, sizeof id, "open-%u", i);
        client_open_table(anna, id, settings[i % 4], i % 4 != 3 && i % 7 == 6);
        anna->on_answer = player_answer;
        desk->there[0] = true;
        witness(desk, anna->table);
        join(desk, 1);
        join(desk, 2);
    }
}

/* Lets the house look around often enough for all that is under way to be told. */
static void come_to_rest(void)
{
    struct store_stats first, now;
    store_stats(evening.f.store, &first);
    do {
        run_through(&evening.f, 100);
        store_stats(evening.f.store, &now);
    } while (now.writes < first.writes + 20);
}

static void play(uint32_t seed)
{
    memset(&evening, 0, sizeof evening);
    evening.random = seed;
    test_time = 1700000000000;
    evening.f.store_config.clock = (struct clock){.now = test_now, .context = &test_time};
    evening.f.store_config.durable_off = 1;
    evening.f.tables_config.presence_ms = 1;
    evening.f.tables_config.house_ms = 1;
    fixture_begin(&evening.f, "shogi");
    sit_down();
    for (unsigned round = 1; evening.steps < STEPS; round++) {
        for (unsigned i = 0; i < TABLES; i++)
            step(&evening.desks[i]);
        __atomic_add_fetch(&test_time, roll(50) ? roll(600) : roll(20000), __ATOMIC_RELAXED);
        if (round % 4 == 0)
            assert_int_equal(store_jobs_claim(evening.f.store, 64, 5000, on_jobs, NULL), OK);
        for (unsigned n = 1 + roll(3); n; n--)
            uv_run(&evening.f.loop, roll(4) ? UV_RUN_ONCE : UV_RUN_NOWAIT);
        if (round % RESTART_EVERY == 0)
            restart();
    }
    come_to_rest();
    print_message(
        "%u steps: %u events told, %u moves, %u games ended (%u by time), %u next ones, %u times the computer "
        "stood in, %u take-backs, %u resent\n",
        evening.steps, evening.told, evening.moves, evening.ends, evening.times, evening.games, evening.stand_ins,
        evening.takebacks, evening.resent);
    assert_true(evening.moves > STEPS / 50 && evening.times && evening.games && evening.stand_ins && evening.takebacks);
    struct store_rating anna = rating_of(&evening.f, "anna"), ben = rating_of(&evening.f, "ben");
    assert_int_equal(anna.value + ben.value + rating_of(&evening.f, "carl").value, PEOPLE * STORE_RATING_START);
    assert_int_equal(anna.value, STORE_RATING_START + evening.rating);
    assert_int_equal(anna.games, evening.rated);
    assert_true(evening.rated);
    for (unsigned i = 0; i < TABLES; i++) {
        struct desk *desk = &evening.desks[i];
        assert_false(desk->witness.gap || desk->witness.back);
        for (unsigned who = 0; who < PEOPLE; who++)
            if (desk->there[who])
                leave(desk, who);
        client_close(&desk->witness);
    }
    fixture_end(&evening.f);
}

static void whatever_is_said_a_few_things_always_hold(void **state)
{
    (void)state;
    const char *only = getenv("SHOGIKAN_TEST_SEED");
    play(only ? (uint32_t)strtoul(only, NULL, 10) : 20261130);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whatever_is_said_a_few_things_always_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
