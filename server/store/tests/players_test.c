/* Players: names, codes, forgetting, what is told of them, and what the migration made of older games. */
#include "server/store/lobby.h"
#include "server/store/migrations.h"
#include "server/store/store.h"
#include "server/store/talk.h"

#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

struct fixture {
    uv_loop_t loop;
    char folder[64], path[128];
    struct store *store;
    /* of the newest answer */
    bool came, forgotten;
    enum error error;
    struct store_player player;
    struct store_device device;
    struct store_event event;
    char before[STORE_WHO_MAX], *text;
};

static int64_t time_now = 1700000000000;

static int64_t test_now(void *context)
{
    return __atomic_load_n((int64_t *)context, __ATOMIC_RELAXED);
}

static void begin(struct fixture *f)
{
    *f = (struct fixture){0};
    strcpy(f->folder, "/tmp/shogikan-players-XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    snprintf(f->path, sizeof f->path, "%s/test.db", f->folder);
    assert_int_equal(uv_loop_init(&f->loop), 0);
}

static void open_store(struct fixture *f)
{
    char message[STORE_MESSAGE_MAX];
    struct store_config config = {.where = f->path, .loop = &f->loop, .clock = {.now = test_now, .context = &time_now}};
    if (store_open(&f->store, &config, message))
        fail_msg("%s", message);
}

static void on_closed(void *context)
{
    ((struct fixture *)context)->store = NULL;
}

static void end(struct fixture *f)
{
    char lock[160];
    store_close(f->store, on_closed, f);
    while (f->store)
        uv_run(&f->loop, UV_RUN_ONCE);
    assert_int_equal(uv_loop_close(&f->loop), 0);
    free(f->text);
    snprintf(lock, sizeof lock, "%s.lock", f->path);
    unlink(lock);
    unlink(f->path);
    assert_int_equal(rmdir(f->folder), 0);
}

/* ---- answers ---- */

static void came(struct fixture *f, enum error error)
{
    assert_false(f->came);
    f->came = true;
    f->error = error;
}

static void on_done(void *context, enum error error)
{
    came(context, error);
}

static void on_player(void *context, enum error error, const struct store_player *player)
{
    struct fixture *f = context;
    came(f, error);
    if (player)
        f->player = *player;
}

static void on_device(void *context, enum error error, const struct store_device *device)
{
    struct fixture *f = context;
    came(f, error);
    if (device)
        f->device = *device;
}

static void on_moved(void *context, enum error error, const struct store_player *player, const char *before,
                     bool forgotten)
{
    struct fixture *f = context;
    came(f, error);
    if (player)
        f->player = *player;
    strcpy(f->before, before);
    f->forgotten = forgotten;
}

static void on_text(void *context, enum error error, const char *text, size_t size)
{
    struct fixture *f = context;
    came(f, error);
    assert_int_equal(size, text ? strlen(text) : 0);
    free(f->text);
    f->text = text ? strdup(text) : NULL;
}

static void on_opening(void *context, enum error error, const char *table)
{
    (void)table;
    came(context, error);
}

static void on_event(void *context, enum error error, const struct store_event *event, unsigned newest)
{
    struct fixture *f = context;
    (void)newest;
    came(f, error);
    if (event)
        f->event = *event;
}

static enum error wait_for(struct fixture *f, enum error asked)
{
    assert_int_equal(asked, OK);
    while (!f->came)
        uv_run(&f->loop, UV_RUN_ONCE);
    f->came = false;
    return f->error;
}

/* Every device has the hash that its first letter makes. */
static const uint8_t *hash_of(const char *name)
{
    static uint8_t hash[STORE_HASH_BYTES];
    hash[0] = (uint8_t)name[0];
    return hash;
}

static void add_device(struct fixture *f, const char *id)
{
    assert_int_equal(wait_for(f, store_device_add(f->store, id, hash_of(id), on_device, f)), OK);
}

static const char *player_of(struct fixture *f, const char *device)
{
    enum error error = wait_for(f, store_device_find(f->store, hash_of(device), on_device, f));
    return error == ERR_NOT_FOUND ? "" : f->device.id;
}

static enum error find(struct fixture *f, const char *who)
{
    return wait_for(f, store_player_find(f->store, who, "go", "", on_player, f));
}

static const char *read_document(struct fixture *f, enum store_document document, const char *who)
{
    assert_int_equal(wait_for(f, store_document_read(f->store, document, who, "go", 1, on_text, f)), OK);
    return f->text;
}

/* ---- games ---- */

static int ten(const struct store_rating *sente, const struct store_rating *gote, char winner)
{
    (void)sente, (void)gote;
    return winner == 'b' ? 10 : -10;
}

/* A table of `host` (sente), at which `guest` sits down (event 1). */
static void open_game(struct fixture *f, const char *game, const char *host, const char *guest)
{
    struct store_opening it = {0};
    strcpy(it.table.kind, "go");
    snprintf(it.table.id, sizeof it.table.id, "t-%s", game);
    strcpy(it.table.creator, host);
    strcpy(it.game.id, game);
    strcpy(it.game.table, it.table.id);
    it.game.number = 1;
    strcpy(it.game.kind, "go");
    strcpy(it.game.seat[0], host);
    strcpy(it.command, game);
    assert_int_equal(wait_for(f, store_table_add(f->store, &it, on_opening, f)), OK);
    struct store_append sit = {.event = {.seq = 1, .kind = EVENT_SEAT, .side = 'w', .left = -1}, .look_in = -1};
    strcpy(sit.event.game, game);
    strcpy(sit.event.actor, guest);
    strcpy(sit.event.data, guest);
    strcpy(sit.event.command, "sit");
    assert_int_equal(wait_for(f, store_append(f->store, &sit, on_event, f)), OK);
}

/* Gote gives up (event 2). */
static void finish(struct fixture *f, const char *game, const char *host, const char *guest, bool rated, bool open)
{
    struct store_append it = {.event = {.seq = 2, .kind = EVENT_RESIGN, .side = 'w', .winner = 'b', .left = -1},
                              .open = open,
                              .rate = rated ? ten : NULL,
                              .look_in = -1};
    strcpy(it.event.game, game);
    strcpy(it.event.actor, guest);
    strcpy(it.event.command, "resign");
    strcpy(it.event.reason, "resignation");
    strcpy(it.kind, "go");
    strcpy(it.players[0], host);
    strcpy(it.players[1], guest);
    assert_int_equal(wait_for(f, store_append(f->store, &it, on_event, f)), OK);
}

static unsigned count(struct fixture *f, const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_open_v2(f->path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
        fail_msg("%s", sqlite3_errmsg(db));
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    unsigned number = (unsigned)sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return number;
}

/* Writes beside the store, what other tests have the store write. */
static void execute(struct fixture *f, const char *sql)
{
    sqlite3 *db;
    char *why = NULL;
    assert_int_equal(sqlite3_open_v2(f->path, &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, &why) != SQLITE_OK)
        fail_msg("%s", why);
    sqlite3_close(db);
}

/* A store that knows anna and ben. */
static void begin_with_two(struct fixture *f)
{
    begin(f);
    open_store(f);
    add_device(f, "anna");
    add_device(f, "ben");
}

/* ---- tests ---- */

static void a_name_is_kept_and_found_with_the_rating(void **state)
{
    (void)state;
    struct fixture f;
    begin_with_two(&f);
    assert_int_equal(wait_for(&f, store_player_rename(f.store, "anna", "Änne 将", on_done, &f)), OK);
    assert_int_equal(wait_for(&f, store_player_rename(f.store, "nobody", "x", on_done, &f)), ERR_NOT_FOUND);
    assert_int_equal(find(&f, "anna"), OK);
    assert_string_equal(f.player.name, "Änne 将");
    assert_int_equal(f.player.rating.value, STORE_RATING_START);
    assert_int_equal(f.player.rating.games, 0);
    open_game(&f, "g1", "anna", "ben");
    finish(&f, "g1", "anna", "ben", true, false);
    open_game(&f, "g2", "anna", "ben");
    finish(&f, "g2", "anna", "ben", true, false);
    find(&f, "anna");
    assert_int_equal(f.player.rating.value, STORE_RATING_START + 20);
    assert_int_equal(f.player.rating.games, 2);
    assert_int_equal(wait_for(&f, store_player_find(f.store, "anna", "go", "g1", on_player, &f)), OK);
    assert_int_equal(f.player.rating.value, STORE_RATING_START + 10); /* as that game left it */
    assert_int_equal(wait_for(&f, store_player_find(f.store, "anna", "chess", "g1", on_player, &f)), OK);
    assert_int_equal(f.player.rating.value, STORE_RATING_START);
    assert_int_equal(find(&f, "cpu:3"), ERR_NOT_FOUND);
    end(&f);
}

static void a_code_moves_a_player_once_and_the_one_before_is_forgotten(void **state)
{
    (void)state;
    struct fixture f;
    begin_with_two(&f);
    add_device(&f, "carl");
    const uint8_t code[STORE_HASH_BYTES] = {9}, other[STORE_HASH_BYTES] = {8};
    open_game(&f, "g1", "anna", "ben");
    finish(&f, "g1", "anna", "ben", true, false);
    assert_int_equal(wait_for(&f, store_code_put(f.store, "anna", code, 1000, on_done, &f)), OK);
    assert_int_equal(wait_for(&f, store_code_put(f.store, "nobody", other, 1000, on_done, &f)), ERR_NOT_FOUND);
    assert_int_equal(wait_for(&f, store_code_use(f.store, "ben", other, "gone:1", on_moved, &f)), ERR_NOT_FOUND);
    assert_int_equal(wait_for(&f, store_code_use(f.store, "anna", code, "gone:1", on_moved, &f)), ERR_DUPLICATE);
    assert_int_equal(wait_for(&f, store_code_use(f.store, "ben", code, "gone:1", on_moved, &f)), OK);
    assert_string_equal(f.player.id, "anna");
    assert_string_equal(f.before, "ben");
    assert_true(f.forgotten);
    assert_string_equal(player_of(&f, "ben"), "anna");
    assert_string_equal(player_of(&f, "anna"), "anna");
    assert_int_equal(find(&f, "ben"), ERR_NOT_FOUND);
    assert_int_equal(count(&f, "SELECT count(*) FROM game WHERE end_w = 'gone:1'"), 1);
    assert_int_equal(wait_for(&f, store_code_use(f.store, "carl", code, "gone:2", on_moved, &f)), ERR_NOT_FOUND);
    /* Anna's first device becomes Carl's; she has another one, and stays. */
    assert_int_equal(wait_for(&f, store_code_put(f.store, "carl", code, 1000, on_done, &f)), OK);
    assert_int_equal(wait_for(&f, store_code_use(f.store, "anna", code, "gone:3", on_moved, &f)), OK);
    assert_false(f.forgotten);
    assert_int_equal(find(&f, "anna"), OK);
    assert_string_equal(player_of(&f, "anna"), "carl");
    assert_string_equal(player_of(&f, "ben"), "anna");
    end(&f);
}

static void a_code_is_over_when_its_time_is_or_a_newer_one_is_there(void **state)
{
    (void)state;
    struct fixture f;
    begin_with_two(&f);
    const uint8_t first[STORE_HASH_BYTES] = {1}, second[STORE_HASH_BYTES] = {2};
    assert_int_equal(wait_for(&f, store_code_put(f.store, "anna", first, 1000, on_done, &f)), OK);
    assert_int_equal(wait_for(&f, store_code_put(f.store, "anna", second, 1000, on_done, &f)), OK);
    assert_int_equal(wait_for(&f, store_code_use(f.store, "ben", first, "gone:1", on_moved, &f)), ERR_NOT_FOUND);
    time_now += 1000;
    assert_int_equal(wait_for(&f, store_code_use(f.store, "ben", second, "gone:1", on_moved, &f)), ERR_NOT_FOUND);
    assert_string_equal(player_of(&f, "ben"), "ben");
    assert_int_equal(wait_for(&f, store_code_put(f.store, "ben", first, 1000, on_done, &f)), OK);
    assert_int_equal(count(&f, "SELECT count(*) FROM transfer"), 1); /* what is over is cleared away */
    end(&f);
}

static void who_is_forgotten_stands_nowhere_and_the_games_stay(void **state)
{
    (void)state;
    struct fixture f;
    begin_with_two(&f);
    assert_int_equal(wait_for(&f, store_player_rename(f.store, "anna", "Anna", on_done, &f)), OK);
    assert_int_equal(wait_for(&f, store_code_put(f.store, "anna", hash_of("c"), 1000, on_done, &f)), OK);
    open_game(&f, "g1", "anna", "ben");
    finish(&f, "g1", "anna", "ben", true, false);
    open_game(&f, "g2", "ben", "anna");
    assert_int_equal(wait_for(&f, store_presence(f.store, "t-g2", "anna", true, on_done, &f)), OK);
    execute(&f, "INSERT INTO listing VALUES ('t-g2', 'go', 2, '', '', 'ben', 'anna', 3, 4);"
                "INSERT INTO seek VALUES ('anna', 'c', 'go', 1, 30, 'node', 5);"
                "INSERT INTO pairing VALUES ('anna', 'c', 't-g1', 6)");
    const char *export = read_document(&f, STORE_EXPORT, "anna");
    assert_non_null(strstr(export, "\"seeks\":[{\"kind\":\"go\",\"rated\":1"));
    assert_non_null(strstr(export, "\"pairings\":[{\"command\":\"c\",\"table\":\"t-g1\""));
    assert_int_equal(wait_for(&f, store_player_forget(f.store, "anna", "gone:x", on_done, &f)), OK);
    assert_int_equal(find(&f, "anna"), ERR_NOT_FOUND);
    assert_string_equal(player_of(&f, "anna"), "");
    static const char *const places[] = {
        "device WHERE player = 'anna'",
        "player WHERE id = 'anna'",
        "rating WHERE device = 'anna'",
        "rating_change WHERE device = 'anna'",
        "transfer WHERE player = 'anna'",
        "game_table WHERE creator = 'anna'",
        "event WHERE actor = 'anna'",
        "event WHERE data = 'anna'",
        "game WHERE 'anna' IN (seat_b, seat_w, end_b, end_w)",
        "presence WHERE who = 'anna'",
        "sitting WHERE who = 'anna'",
        "listing WHERE 'anna' IN (seat_b, seat_w)",
        "seek WHERE device = 'anna'",
        "pairing WHERE device = 'anna'",
    };
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++) {
        char sql[128];
        snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", places[i]);
        if (count(&f, sql))
            fail_msg("still there: %s", places[i]);
    }
    assert_int_equal(count(&f, "SELECT count(*) FROM event"), 3);
    assert_int_equal(count(&f, "SELECT count(*) FROM event WHERE data = 'gone:x'"), 1);
    assert_int_equal(count(&f, "SELECT count(*) FROM listing WHERE seat_w = 'gone:x'"), 1);
    find(&f, "ben");
    assert_int_equal(f.player.rating.value, STORE_RATING_START - 10); /* the other one's stays */
    assert_int_equal(wait_for(&f, store_player_forget(f.store, "anna", "gone:y", on_done, &f)), ERR_NOT_FOUND);
    finish(&f, "g2", "ben", "gone:x", true, false); /* counts no more */
    assert_false(f.event.rated);
    find(&f, "ben");
    assert_int_equal(f.player.rating.games, 1);
    end(&f);
}

/* ---- what is on its way while somebody is forgotten ---- */

static enum error append(struct fixture *f, const char *actor, enum event_kind kind, const char *data,
                         const char *sente)
{
    struct store_append it = {.event = {.seq = 2, .kind = kind, .side = 'w', .left = -1}, .look_in = -1};
    strcpy(it.event.game, "g1");
    strcpy(it.event.actor, actor);
    strcpy(it.event.command, "late");
    strcpy(it.event.data, data);
    if (kind == EVENT_RESIGN) {
        it.event.winner = 'b';
        it.rate = ten;
        strcpy(it.kind, "go");
        strcpy(it.players[0], sente);
        strcpy(it.players[1], "ben");
    }
    return wait_for(f, store_append(f->store, &it, on_event, f));
}

static void on_line(void *context, enum error error, const struct store_line *line)
{
    (void)line;
    came(context, error);
}

static enum error say(struct fixture *f, const char *who)
{
    struct store_saying it = {.most = 5, .window = 1000, .kept = 10};
    strcpy(it.line.table, "t-g1");
    strcpy(it.line.author, who);
    strcpy(it.line.command, "say");
    strcpy(it.line.text, "here I am");
    return wait_for(f, store_say(f->store, &it, on_line, f));
}

static enum error seek(struct fixture *f, const char *who)
{
    struct store_seek it = {.turn_seconds = 30};
    strcpy(it.device, who);
    strcpy(it.command, "seek");
    strcpy(it.kind, "go");
    return wait_for(f, store_seek_put(f->store, &it, 0, 0, on_opening, f));
}

static enum error list(struct fixture *f, const char *sente)
{
    struct store_listing it = {.state = STORE_LISTING_LIVE, .number = 1, .seq = 1};
    strcpy(it.table, "t-g1");
    strcpy(it.kind, "go");
    strcpy(it.game, "g1");
    strcpy(it.seat[0], sente);
    strcpy(it.seat[1], "ben");
    return wait_for(f, store_listing_put(f->store, &it, on_done, f));
}

static enum error open_table(struct fixture *f, const char *who)
{
    struct store_opening it = {.command = "late"};
    strcpy(it.table.kind, "go");
    strcpy(it.table.id, "t-late");
    strcpy(it.table.creator, who);
    strcpy(it.game.id, "late");
    strcpy(it.game.table, "t-late");
    strcpy(it.game.kind, "go");
    strcpy(it.game.seat[0], who);
    return wait_for(f, store_table_add(f->store, &it, on_opening, f));
}

static void what_was_on_its_way_when_somebody_was_forgotten_is_refused(void **state)
{
    (void)state;
    struct fixture f;
    begin_with_two(&f);
    open_game(&f, "g1", "anna", "ben");
    assert_int_equal(wait_for(&f, store_player_forget(f.store, "anna", "gone:x", on_done, &f)), OK);
    assert_int_equal(append(&f, "anna", EVENT_MOVE, "7g7f", ""), ERR_NOT_FOUND);
    assert_int_equal(append(&f, "ben", EVENT_SEAT, "anna", ""), ERR_NOT_FOUND);
    assert_int_equal(append(&f, "ben", EVENT_RESIGN, "", "anna"), ERR_NOT_FOUND);
    assert_int_equal(open_table(&f, "anna"), ERR_NOT_FOUND);
    assert_int_equal(say(&f, "anna"), ERR_NOT_FOUND);
    assert_int_equal(seek(&f, "anna"), ERR_NOT_FOUND);
    assert_int_equal(list(&f, "anna"), ERR_NOT_FOUND);
    assert_int_equal(wait_for(&f, store_presence(f.store, "t-g1", "anna", true, on_done, &f)), ERR_NOT_FOUND);
    assert_int_equal(count(&f, "SELECT (SELECT count(*) FROM event WHERE 'anna' IN (actor, data)) + (SELECT count(*)"
                               " FROM rating) + (SELECT count(*) FROM line) + (SELECT count(*) FROM seek) + (SELECT"
                               " count(*) FROM presence) + (SELECT count(*) FROM listing) + (SELECT count(*) FROM game"
                               " WHERE 'anna' IN (seat_b, seat_w, end_b, end_w))"),
                     0);
    /* As soon as everybody knows of it. */
    assert_int_equal(list(&f, "gone:x"), OK);
    assert_int_equal(wait_for(&f, store_presence(f.store, "t-g1", "gone:x", false, on_done, &f)), OK);
    assert_int_equal(append(&f, "ben", EVENT_RESIGN, "", "gone:x"), OK);
    end(&f);
}

static void others_are_told_of_open_games_only(void **state)
{
    (void)state;
    struct fixture f;
    begin_with_two(&f);
    open_game(&f, "private", "anna", "ben");
    finish(&f, "private", "anna", "ben", false, false);
    open_game(&f, "listed", "anna", "ben");
    finish(&f, "listed", "anna", "ben", false, true);
    open_game(&f, "rated", "anna", "ben");
    finish(&f, "rated", "anna", "ben", true, false);
    open_game(&f, "unfinished", "anna", "ben");
    const char *text = read_document(&f, STORE_PROFILE, "anna");
    assert_null(strstr(text, "\"game\":\"private\""));
    assert_non_null(strstr(text, "\"game\":\"listed\""));
    assert_non_null(strstr(text, "\"game\":\"rated\""));
    assert_null(strstr(text, "unfinished"));
    assert_non_null(strstr(text, "\"ratings\":[{\"kind\":\"go\",\"value\":1510,\"games\":1}]"));
    assert_non_null(strstr(text, "\"value\":1510,\"change\":10,\"game\":\"rated\""));
    text = read_document(&f, STORE_PROFILE_OWN, "anna");
    assert_non_null(strstr(text, "\"game\":\"private\""));
    assert_null(strstr(text, "unfinished"));
    assert_int_equal(wait_for(&f, store_document_read(f.store, STORE_PROFILE, "x", "", 0, on_text, &f)), ERR_NOT_FOUND);
    end(&f);
}

static void the_export_holds_everything_of_one_player_and_nothing_of_others(void **state)
{
    (void)state;
    struct fixture f;
    begin_with_two(&f);
    assert_int_equal(wait_for(&f, store_player_rename(f.store, "anna", "A \"q\" \\", on_done, &f)), OK);
    assert_int_equal(wait_for(&f, store_player_rename(f.store, "ben", "Benjamin", on_done, &f)), OK);
    open_game(&f, "g1", "anna", "ben");
    finish(&f, "g1", "anna", "ben", true, false);
    open_game(&f, "g2", "ben", "anna");
    const char *text = read_document(&f, STORE_EXPORT, "anna");
    static const char *const parts[] = {"\"name\":\"A \\\"q\\\" \\\\\"",
                                        "\"devices\":[{",
                                        "\"rating_changes\":[{\"game\":\"g1\"",
                                        "\"tables\":[{\"table\":\"t-g1\"",
                                        "\"game\":\"g2\"",
                                        "\"command\":\"sit\"",
                                        "\"side\":\"b\""};
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!strstr(text, parts[i]))
            fail_msg("%s is missing in %s", parts[i], text);
    assert_null(strstr(text, "Benjamin"));
    assert_null(strstr(text, "\"command\":\"resign\"")); /* that was Ben */
    end(&f);
}

static void leaders_are_those_with_enough_games_the_best_first(void **state)
{
    (void)state;
    struct fixture f;
    begin_with_two(&f);
    open_game(&f, "g1", "anna", "ben");
    finish(&f, "g1", "anna", "ben", true, false);
    const char *text = read_document(&f, STORE_LEADERS, "");
    const char *first = strstr(text, "\"anna\""), *second = strstr(text, "\"ben\"");
    assert_true(first && second && first < second);
    assert_int_equal(wait_for(&f, store_document_read(f.store, STORE_LEADERS, "", "go", 2, on_text, &f)), OK);
    assert_string_equal(f.text, "{\"kind\":\"go\",\"players\":[]}");
    end(&f);
}

/* Before 0007 a game did not know how it ended, nor who sat there then. */
static const char past[] =
    "INSERT INTO game_table (id, kind, rules, settings, creator, command, created)"
    " VALUES ('t1', 'go', '', '', 'anna', 'open', 3), ('t2', 'go', '', '', 'anna', 'open2', 3);"
    "INSERT INTO game (id, table_id, number, kind, rules, rules_version, start, seat_b, seat_w, finished, created)"
    " VALUES ('g1', 't1', 1, 'go', '', 7, '', 'anna', '', 1, 4), ('g2', 't2', 1, 'go', '', 7, '', 'anna', '', 1, 4),"
    " ('g3', 't2', 2, 'go', '', 7, '', 'ben', 'anna', 0, 9);"
    "INSERT INTO event (game, seq, kind, side, actor, data, command, winner, reason, at)"
    " VALUES ('g1', 1, 'seat', 'w', 'ben', 'ben', 'c1', '', '', 5),"
    " ('g1', 2, 'resign', 'w', 'ben', '', 'c2', 'b', 'resignation', 6),"
    " ('g2', 1, 'set', 'w', 'anna', 'first=guest', 'c1', '', '', 5),"
    " ('g2', 2, 'seat', 'b', 'ben', 'ben', 'c2', '', '', 6),"
    " ('g2', 3, 'resign', 'w', 'anna', '', 'c3', 'b', 'resignation', 7);";

static void games_that_were_over_before_there_were_players_know_how_they_ended(void **state)
{
    (void)state;
    struct fixture f;
    sqlite3 *db;
    char sql[256];
    begin(&f);
    assert_int_equal(sqlite3_open(f.path, &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(db, "CREATE TABLE migration (number INTEGER PRIMARY KEY, name TEXT, applied BIGINT)", 0, 0, 0),
        SQLITE_OK);
    for (unsigned n = 1; n <= 6; n++) {
        assert_int_equal(sqlite3_exec(db, migration_list[n - 1].sql, 0, 0, 0), SQLITE_OK);
        snprintf(sql, sizeof sql, "INSERT INTO migration VALUES (%u, '%s', 0)", n, migration_list[n - 1].name);
        assert_int_equal(sqlite3_exec(db, sql, 0, 0, 0), SQLITE_OK);
    }
    assert_int_equal(sqlite3_exec(db, past, 0, 0, 0), SQLITE_OK);
    sqlite3_close(db);
    open_store(&f);
    assert_int_equal(count(&f, "SELECT count(*) FROM game WHERE id = 'g1' AND end_b = 'anna' AND end_w = 'ben'"
                               " AND winner = 'b' AND reason = 'resignation' AND ended = 6 AND open = 0"),
                     1);
    assert_int_equal(count(&f, "SELECT count(*) FROM game WHERE id = 'g2' AND end_b = 'ben' AND end_w = 'anna'"), 1);
    assert_int_equal(count(&f, "SELECT count(*) FROM game WHERE id = 'g3' AND end_b = '' AND ended = 0"), 1);
    assert_int_equal(count(&f, "SELECT count(*) FROM sitting WHERE who = 'ben'"), 3);
    assert_int_equal(count(&f, "SELECT count(*) FROM sitting WHERE who = 'anna'"), 3);
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_is_kept_and_found_with_the_rating),
        cmocka_unit_test(a_code_moves_a_player_once_and_the_one_before_is_forgotten),
        cmocka_unit_test(a_code_is_over_when_its_time_is_or_a_newer_one_is_there),
        cmocka_unit_test(who_is_forgotten_stands_nowhere_and_the_games_stay),
        cmocka_unit_test(what_was_on_its_way_when_somebody_was_forgotten_is_refused),
        cmocka_unit_test(others_are_told_of_open_games_only),
        cmocka_unit_test(the_export_holds_everything_of_one_player_and_nothing_of_others),
        cmocka_unit_test(leaders_are_those_with_enough_games_the_best_first),
        cmocka_unit_test(games_that_were_over_before_there_were_players_know_how_they_ended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
