/* Devices: a token is worth exactly its device, and nothing else opens one. */
#include "server/player/player.h"
#include "server/store/store.h"

#include <setjmp.h>
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
    struct players *players;
};

static void on_closed(void *context)
{
    ((struct fixture *)context)->store = NULL;
}

/* 0 bytes: as the disk allows. */
static void begin_with_room(struct fixture *f, uint64_t bytes)
{
    *f = (struct fixture){0};
    char message[STORE_MESSAGE_MAX];
    strcpy(f->folder, "/tmp/shogikan-player-XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    snprintf(f->path, sizeof f->path, "%s/test.db", f->folder);
    assert_int_equal(uv_loop_init(&f->loop), 0);
    struct store_config config = {
        .where = f->path, .loop = &f->loop, .clock = clock_system(), .bytes_max = bytes, .durable_off = bytes > 0};
    assert_int_equal(store_open(&f->store, &config, message), OK);
    assert_int_equal(players_open(&f->players, f->store, random_system(), NULL), OK);
}

static void begin(struct fixture *f)
{
    begin_with_room(f, 0);
}

static void end(struct fixture *f)
{
    players_close(f->players);
    store_close(f->store, on_closed, f);
    while (f->store)
        uv_run(&f->loop, UV_RUN_ONCE);
    assert_int_equal(uv_loop_close(&f->loop), 0);
    char lock[sizeof f->path + sizeof ".lock"];
    snprintf(lock, sizeof lock, "%s.lock", f->path);
    unlink(lock);
    unlink(f->path);
    assert_int_equal(rmdir(f->folder), 0);
}

struct answer {
    bool came, fresh;
    enum error error;
    char id[PLAYER_ID_MAX], token[PLAYER_TOKEN_MAX];
};

static void on_player(void *context, enum error error, const struct player *player, const char *token, bool fresh)
{
    struct answer *a = context;
    *a = (struct answer){.came = true, .fresh = fresh, .error = error};
    if (player) {
        strcpy(a->id, player->id);
        strcpy(a->token, token);
    }
}

/* Who comes with this token; NULL: with one that nobody has yet. */
static struct answer identify(struct fixture *f, const char *token)
{
    struct answer a = {0};
    char fresh[PLAYER_TOKEN_MAX];
    player_token(f->players, fresh);
    assert_int_equal(player_adopt(f->players, token ? token : fresh, on_player, &a, NULL), OK);
    assert_false(a.came);
    while (!a.came)
        uv_run(&f->loop, UV_RUN_ONCE);
    return a;
}

static void a_new_device_is_known_by_its_token(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    struct answer one = identify(&f, NULL), other = identify(&f, NULL);
    assert_true(one.fresh && other.fresh);
    assert_int_equal(strlen(one.token), 43);
    assert_string_not_equal(one.token, other.token);
    assert_string_not_equal(one.id, other.id);
    struct answer back = identify(&f, one.token);
    assert_false(back.fresh);
    assert_string_equal(back.id, one.id);
    assert_string_equal(back.token, one.token);
    end(&f);
}

static void what_is_no_token_is_refused_and_what_is_nobodys_is_a_new_device(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    struct answer one = identify(&f, NULL);
    char changed[PLAYER_TOKEN_MAX], longer[PLAYER_TOKEN_MAX + 4];
    strcpy(changed, one.token);
    changed[0] = changed[0] == 'A' ? 'B' : 'A';
    snprintf(longer, sizeof longer, "%sAAAA", one.token);
    const char *tokens[] = {"", "x", one.id, longer, "###########################################"};
    struct answer none = {0};
    for (unsigned i = 0; i < sizeof tokens / sizeof *tokens; i++) {
        assert_false(player_token_valid(tokens[i]));
        assert_int_equal(player_adopt(f.players, tokens[i], on_player, &none, NULL), ERR_SYNTAX);
        assert_false(none.came);
    }
    struct answer other = identify(&f, changed);
    assert_int_equal(other.error, OK);
    assert_true(other.fresh);
    assert_string_not_equal(other.id, one.id);
    end(&f);
}

static void finding_makes_no_device(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    struct answer a = {0};
    assert_int_equal(player_find(f.players, NULL, on_player, &a, NULL), OK);
    while (!a.came)
        uv_run(&f.loop, UV_RUN_ONCE);
    assert_int_equal(a.error, ERR_NOT_FOUND);
    end(&f);
}

static void a_cancelled_request_is_never_answered(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    struct answer a = {0}, b = {0};
    struct player_request *request;
    char token[PLAYER_TOKEN_MAX];
    player_token(f.players, token);
    assert_int_equal(player_adopt(f.players, token, on_player, &a, &request), OK);
    assert_int_equal(player_adopt(f.players, token, on_player, &b, NULL), OK);
    player_cancel(request);
    while (!b.came)
        uv_run(&f.loop, UV_RUN_ONCE);
    assert_false(a.came);
    assert_int_equal(player_adopt(f.players, token, on_player, &a, NULL), OK); /* cancelled by closing */
    end(&f);
    assert_false(a.came);
}

static void a_device_that_could_not_be_kept_is_not_fresh(void **state)
{
    (void)state;
    enum { MORE_THAN_FIT = 20000 };
    struct fixture f;
    begin_with_room(&f, 140 * 4096);
    struct answer a = identify(&f, NULL);
    assert_int_equal(a.error, OK);
    assert_true(a.fresh);
    for (unsigned i = 0; !a.error && i < MORE_THAN_FIT; i++)
        a = identify(&f, NULL);
    assert_int_equal(a.error, ERR_STORE);
    assert_false(a.fresh); /* nothing was made, so it counts against nobody */
    end(&f);
}

/* ---- errands ---- */

struct news {
    bool came;
    enum error error;
    char id[PLAYER_ID_MAX], name[PLAYER_NAME_MAX], before[PLAYER_ID_MAX], pseudonym[PLAYER_ID_MAX], code[32];
    char text[4096];
};

static void on_news(void *context, const struct player_news *told)
{
    struct news *news = context;
    assert_false(news->came);
    *news = (struct news){.came = true, .error = told->error};
    if (told->player) {
        strcpy(news->id, told->player->id);
        strcpy(news->name, told->player->name);
    }
    if (told->before)
        strcpy(news->before, told->before);
    if (told->pseudonym)
        strcpy(news->pseudonym, told->pseudonym);
    if (told->code)
        strcpy(news->code, told->code);
    if (told->text)
        strcpy(news->text, told->text);
}

static struct news wait_for_news(struct fixture *f, struct news *news, enum error started)
{
    assert_int_equal(started, OK);
    assert_false(news->came);
    while (!news->came)
        uv_run(&f->loop, UV_RUN_ONCE);
    return *news;
}

static void a_code_of_one_device_makes_another_the_same_player(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    struct answer first = identify(&f, NULL), second = identify(&f, NULL);
    struct news news = {0}, code = {0}, moved = {0}, again = {0};
    assert_int_equal(wait_for_news(&f, &news, player_rename(f.players, first.id, "Anna", on_news, &news, NULL)).error,
                     OK);
    wait_for_news(&f, &code, player_code(f.players, first.id, on_news, &code, NULL));
    assert_int_equal(strlen(code.code), 14);
    assert_int_equal(player_move(f.players, second.id, "no code", on_news, &moved, NULL), ERR_SYNTAX);
    wait_for_news(&f, &moved, player_move(f.players, second.id, code.code, on_news, &moved, NULL));
    assert_int_equal(moved.error, OK);
    assert_string_equal(moved.id, first.id);
    assert_string_equal(moved.name, "Anna");
    assert_string_equal(moved.before, second.id);
    assert_int_equal(strncmp(moved.pseudonym, "gone:", 5), 0);
    assert_string_equal(identify(&f, second.token).id, first.id);
    assert_string_equal(identify(&f, first.token).id, first.id);
    struct answer third = identify(&f, NULL);
    wait_for_news(&f, &again, player_move(f.players, third.id, code.code, on_news, &again, NULL));
    assert_int_equal(again.error, ERR_NOT_FOUND);
    end(&f);
}

static void who_is_forgotten_has_no_token_any_more(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    struct answer device = identify(&f, NULL);
    struct news own = {0}, gone = {0}, after = {0};
    wait_for_news(&f, &own, player_read_own(f.players, PLAYER_EXPORT, device.token, on_news, &own, NULL));
    assert_non_null(strstr(own.text, device.id));
    assert_null(strstr(own.text, device.token));
    wait_for_news(&f, &gone, player_forget(f.players, device.id, on_news, &gone, NULL));
    assert_int_equal(gone.error, OK);
    wait_for_news(&f, &after, player_read_own(f.players, PLAYER_PROFILE_OWN, device.token, on_news, &after, NULL));
    assert_int_equal(after.error, ERR_NOT_FOUND);
    struct answer back = identify(&f, device.token);
    assert_true(back.fresh);
    assert_string_not_equal(back.id, device.id);
    end(&f);
}

static void an_errand_that_is_cancelled_is_done_and_never_answered(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    struct answer device = identify(&f, NULL);
    struct news news = {0}, code = {0}, read = {0};
    struct player_errand *errand;
    assert_int_equal(player_rename(f.players, device.id, "Anna", on_news, &news, &errand), OK);
    player_errand_cancel(errand);
    wait_for_news(&f, &code, player_code(f.players, device.id, on_news, &code, NULL)); /* written after it */
    wait_for_news(&f, &read, player_read(f.players, PLAYER_PROFILE, device.id, "", 0, on_news, &read, NULL));
    assert_non_null(strstr(read.text, "Anna"));
    assert_false(news.came);
    /* Under way at the end: */
    assert_int_equal(player_read_own(f.players, PLAYER_PROFILE, device.token, on_news, &news, NULL), OK);
    end(&f);
    assert_false(news.came);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_device_is_known_by_its_token),
        cmocka_unit_test(what_is_no_token_is_refused_and_what_is_nobodys_is_a_new_device),
        cmocka_unit_test(finding_makes_no_device),
        cmocka_unit_test(a_cancelled_request_is_never_answered),
        cmocka_unit_test(a_device_that_could_not_be_kept_is_not_fresh),
        cmocka_unit_test(a_code_of_one_device_makes_another_the_same_player),
        cmocka_unit_test(who_is_forgotten_has_no_token_any_more),
        cmocka_unit_test(an_errand_that_is_cancelled_is_done_and_never_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
