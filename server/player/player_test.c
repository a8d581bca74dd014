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

static void begin(struct fixture *f)
{
    *f = (struct fixture){0};
    char message[STORE_MESSAGE_MAX];
    strcpy(f->folder, "/tmp/shogikan-player-XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    snprintf(f->path, sizeof f->path, "%s/test.db", f->folder);
    assert_int_equal(uv_loop_init(&f->loop), 0);
    struct store_config config = {.where = f->path, .loop = &f->loop, .clock = clock_system()};
    assert_int_equal(store_open(&f->store, &config, message), OK);
    assert_int_equal(players_open(&f->players, f->store, random_system(), NULL), OK);
}

static void end(struct fixture *f)
{
    players_close(f->players);
    store_close(f->store, on_closed, f);
    while (f->store)
        uv_run(&f->loop, UV_RUN_ONCE);
    assert_int_equal(uv_loop_close(&f->loop), 0);
    unlink(f->path);
    rmdir(f->folder);
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

static struct answer identify(struct fixture *f, const char *token)
{
    struct answer a = {0};
    assert_int_equal(player_identify(f->players, token, on_player, &a, NULL), OK);
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

static void what_is_no_token_of_ours_makes_a_new_device(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    struct answer one = identify(&f, NULL);
    char changed[PLAYER_TOKEN_MAX], longer[PLAYER_TOKEN_MAX + 4];
    strcpy(changed, one.token);
    changed[0] = changed[0] == 'A' ? 'B' : 'A';
    snprintf(longer, sizeof longer, "%sAAAA", one.token);
    const char *tokens[] = {"", "x", one.id, changed, longer, "###########################################"};
    for (unsigned i = 0; i < sizeof tokens / sizeof *tokens; i++) {
        struct answer a = identify(&f, tokens[i]);
        assert_int_equal(a.error, OK);
        assert_true(a.fresh);
        assert_string_not_equal(a.id, one.id);
    }
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
    assert_int_equal(player_identify(f.players, NULL, on_player, &a, &request), OK);
    assert_int_equal(player_identify(f.players, NULL, on_player, &b, NULL), OK);
    player_cancel(request);
    while (!b.came)
        uv_run(&f.loop, UV_RUN_ONCE);
    assert_false(a.came);
    assert_int_equal(player_identify(f.players, NULL, on_player, &a, NULL), OK); /* cancelled by closing */
    end(&f);
    assert_false(a.came);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_device_is_known_by_its_token),
        cmocka_unit_test(what_is_no_token_of_ours_makes_a_new_device),
        cmocka_unit_test(finding_makes_no_device),
        cmocka_unit_test(a_cancelled_request_is_never_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
