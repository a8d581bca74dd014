/* Reading and writing of the wire messages (protocol.h). */
#include "protocol/protocol.h"
#include "protocol/utf8.h"
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct client_message message;
static struct wire_fault fault;

static enum error decode(const char *text)
{
    return wire_decode(text, strlen(text), &message, &fault);
}

static void expect_refusal(const char *text, enum error error, const char *at)
{
    assert_int_equal(decode(text), error);
    assert_int_equal(fault.error, error);
    assert_string_equal(fault.at, at);
    assert_true(fault.message[0] != '\0');
}

static void a_move_is_read(void **state)
{
    (void)state;
    assert_int_equal(decode("{\"t\":\"move\",\"game\":\"g1\",\"seq\":12,\"id\":\"i1\",\"usi\":\"7g7f\"}"), OK);
    assert_int_equal(message.type, CLIENT_MOVE);
    assert_string_equal(message.move.game, "g1");
    assert_int_equal(message.move.seq, 12);
    assert_string_equal(message.move.id, "i1");
    assert_string_equal(message.move.usi, "7g7f");
}

static void optional_fields_say_whether_they_are_there(void **state)
{
    (void)state;
    assert_int_equal(decode("{\"t\":\"watch\",\"table\":\"x\"}"), OK);
    assert_false(message.watch.has_game);
    assert_false(message.watch.has_seq);
    assert_int_equal(decode("{\"seq\":0,\"t\":\"watch\",\"table\":\"x\",\"game\":\"y\"}"), OK);
    assert_true(message.watch.has_game);
    assert_true(message.watch.has_seq);
    assert_int_equal(decode("{\"t\":\"sit\",\"game\":\"g\",\"seq\":1,\"id\":\"i\",\"side\":\"w\"}"), OK);
    assert_true(message.sit.has_side);
    assert_int_equal(message.sit.side, WIRE_SIDE_W);
}

static void what_is_not_a_message_is_refused(void **state)
{
    (void)state;
    expect_refusal("", ERR_SYNTAX, "");
    expect_refusal("[]", ERR_SYNTAX, "");
    expect_refusal("{\"t\":\"ping\",\"n\":1", ERR_SYNTAX, "");
    expect_refusal("{\"t\":\"ping\",\"n\":1} x", ERR_SYNTAX, "");
    expect_refusal("{\"n\":1}", ERR_SYNTAX, "t");
    expect_refusal("{\"t\":1,\"n\":1}", ERR_SYNTAX, "t");
    expect_refusal("{\"t\":\"pang\",\"n\":1}", ERR_UNKNOWN, "t");
}

static void wrong_fields_are_named(void **state)
{
    (void)state;
    expect_refusal("{\"t\":\"ping\"}", ERR_SYNTAX, "n");
    expect_refusal("{\"t\":\"ping\",\"n\":\"1\"}", ERR_SYNTAX, "n");
    expect_refusal("{\"t\":\"ping\",\"n\":1.0}", ERR_SYNTAX, "n");
    expect_refusal("{\"t\":\"ping\",\"n\":null}", ERR_SYNTAX, "n");
    expect_refusal("{\"t\":\"ping\",\"n\":-1}", ERR_RANGE, "n");
    expect_refusal("{\"t\":\"ping\",\"n\":4294967296}", ERR_RANGE, "n");
    expect_refusal("{\"t\":\"ping\",\"n\":99999999999999999999}", ERR_RANGE, "");
    expect_refusal("{\"t\":\"ping\",\"n\":1,\"m\":1}", ERR_UNKNOWN, "m");
    expect_refusal("{\"t\":\"ping\",\"n\":1,\"n\":1}", ERR_SYNTAX, "");
    expect_refusal("{\"t\":\"unwatch\",\"table\":\"1234567890123456789012345\"}", ERR_TOO_LONG, "table");
    expect_refusal("{\"t\":\"unwatch\",\"table\":\"a\\u0000b\"}", ERR_SYNTAX, "");
    expect_refusal("{\"t\":\"unwatch\",\"table\":\"\xff\"}", ERR_SYNTAX, "");
    expect_refusal("{\"t\":\"unwatch\",\"table\":\"\xed\xa0\x80\"}", ERR_SYNTAX, "");
    expect_refusal("{\"t\":\"unwatch\",\"table\":\"\\ud800\"}", ERR_SYNTAX, "");
    expect_refusal("{\"t\":\"sit\",\"game\":\"g\",\"seq\":1,\"id\":\"i\",\"side\":\"x\"}", ERR_UNKNOWN, "side");
}

static void a_refusal_keeps_the_id(void **state)
{
    (void)state;
    expect_refusal("{\"t\":\"move\",\"id\":\"abc\",\"game\":\"g\",\"seq\":-1,\"usi\":\"7g7f\"}", ERR_RANGE, "seq");
    assert_string_equal(fault.id, "abc");
    expect_refusal("{\"t\":\"move\",\"id\":7}", ERR_SYNTAX, "game");
    assert_string_equal(fault.id, "");
}

static void deep_nesting_and_length_are_refused(void **state)
{
    (void)state;
    char text[WIRE_MESSAGE_BYTES + 2];
    memset(text, '[', sizeof text);
    assert_int_equal(wire_decode(text, WIRE_MESSAGE_BYTES, &message, &fault), ERR_SYNTAX);
    assert_int_equal(wire_decode(text, sizeof text, &message, &fault), ERR_TOO_LONG);
}

static void a_strangers_field_name_is_cut_at_a_character(void **state)
{
    (void)state;
    char text[512] = "{\"t\":\"ping\",\"n\":1,\"";
    for (int i = 0; i < 30; i++)
        strcat(text, "\xe5\xb0\x86"); /* 3 bytes each: 64 is not a multiple */
    strcat(text, "\":1}");
    assert_int_equal(decode(text), ERR_UNKNOWN);
    assert_int_equal(strlen(fault.at), 63);
}

static void expect_text(const struct server_message *out, const char *text)
{
    char buffer[1024];
    size_t length;
    assert_int_equal(wire_encode(out, buffer, sizeof buffer, &length), OK);
    assert_int_equal(length, strlen(text));
    assert_memory_equal(buffer, text, length);
}

static void a_servers_message_is_written(void **state)
{
    (void)state;
    struct server_message out = {.type = SERVER_EVENT};
    out.event.table = "t1";
    out.event.game = "g1";
    out.event.event = (struct wire_game_event){.seq = 3,
                                               .kind = WIRE_GAME_EVENT_KIND_MOVE,
                                               .has_side = true,
                                               .side = WIRE_SIDE_W,
                                               .usi = "3c3d",
                                               .has_result = true,
                                               .result = {.winner = WIRE_RESULT_WINNER_DRAW, .reason = "repetition"},
                                               .at = 5};
    expect_text(&out, "{\"t\":\"event\",\"table\":\"t1\",\"game\":\"g1\",\"event\":{\"seq\":3,\"kind\":\"move\","
                      "\"side\":\"w\",\"usi\":\"3c3d\",\"result\":{\"winner\":\"draw\",\"reason\":\"repetition\"},"
                      "\"at\":5}}");
}

static void lists_are_written(void **state)
{
    (void)state;
    struct wire_listed_table rows[31];
    for (unsigned i = 0; i < 31; i++)
        rows[i] = (struct wire_listed_table){.table = "t1",
                                             .rules = "",
                                             .settings = "listed=on",
                                             .b = {.who = "a", .name = "", .has_rating = true, .rating = 1500},
                                             .w = {.who = "", .name = ""},
                                             .at = 5};
    struct server_message out = {.type = SERVER_LOBBY};
    out.lobby = (struct server_lobby){.kind = "k", .now = 6};
    expect_text(&out, "{\"t\":\"lobby\",\"kind\":\"k\",\"open\":[],\"live\":[],\"now\":6}");
    out.lobby.open = rows;
    out.lobby.open_count = 2;
#define ROW                                                                                                            \
    "{\"table\":\"t1\",\"rules\":\"\",\"settings\":\"listed=on\",\"b\":{\"who\":\"a\",\"name\":\"\",\"rating\":1500}," \
    "\"w\":{\"who\":\"\",\"name\":\"\"},\"moves\":0,\"at\":5}"
    expect_text(&out, "{\"t\":\"lobby\",\"kind\":\"k\",\"open\":[" ROW "," ROW "],\"live\":[],\"now\":6}");
    char buffer[65536];
    size_t length;
    out.lobby.open_count = 31; /* one too many */
    assert_int_equal(wire_encode(&out, buffer, sizeof buffer, &length), ERR_TOO_LONG);
    out.lobby.open_count = 30;
    assert_int_equal(wire_encode(&out, buffer, sizeof buffer, &length), OK);
    rows[29].w.who = NULL;
    assert_int_equal(wire_encode(&out, buffer, sizeof buffer, &length), ERR_RANGE);
}

static void text_is_escaped(void **state)
{
    (void)state;
    struct server_message out = {.type = SERVER_ERROR};
    out.error.code = "a\"b\\c\n\x01";
    out.error.message = "\xe5\xb0\x86 \xff \xed\xa0\x80";
    expect_text(&out, "{\"t\":\"error\",\"code\":\"a\\\"b\\\\c\\u000a\\u0001\","
                      "\"message\":\"\xe5\xb0\x86 \\ufffd \\ufffd\\ufffd\\ufffd\"}");
}

static void what_does_not_fit_is_an_error(void **state)
{
    (void)state;
    struct server_message out = {.type = SERVER_PONG, .pong = {.n = 7}};
    char buffer[19];
    size_t length;
    assert_int_equal(wire_encode(&out, buffer, sizeof buffer - 1, &length), ERR_TOO_LONG);
    assert_int_equal(wire_encode(&out, buffer, sizeof buffer, &length), OK);
    assert_int_equal(length, 18);
    out.pong.n = -1;
    assert_int_equal(wire_encode(&out, buffer, sizeof buffer, &length), ERR_RANGE);
    struct server_message unfinished = {.type = SERVER_WELCOME};
    assert_int_equal(wire_encode(&unfinished, buffer, sizeof buffer, &length), ERR_RANGE);
}

static void utf8_has_its_limits(void **state)
{
    (void)state;
    assert_int_equal(utf8_length("\xc0\x80", 2), 0);         /* overlong */
    assert_int_equal(utf8_length("\xe0\x9f\xbf", 3), 0);     /* overlong */
    assert_int_equal(utf8_length("\xf0\x8f\xbf\xbf", 4), 0); /* overlong */
    assert_int_equal(utf8_length("\xed\xbf\xbf", 3), 0);     /* surrogate */
    assert_int_equal(utf8_length("\xf4\x90\x80\x80", 4), 0); /* above U+10FFFF */
    assert_int_equal(utf8_length("\xf4\x8f\xbf\xbf", 4), 4);
    assert_int_equal(utf8_length("\xe5\xb0", 2), 0); /* cut */
    assert_int_equal(utf8_length("", 0), 0);
}

/* protocol/wire_cases.json, which wire.test.mjs reads too. */
static void clients_messages_are_judged_as_the_page_judges_them(void **state)
{
    (void)state;
    json_t *file = json_load_file("protocol/wire_cases.json", 0, NULL);
    json_t *cases = json_object_get(file, "cases"), *one;
    size_t index;
    assert_true(json_array_size(cases) > 40);
    json_array_foreach(cases, index, one)
    {
        char *text = json_dumps(json_object_get(one, "message"), JSON_COMPACT);
        const char *code = json_string_value(json_object_get(one, "code"));
        assert_non_null(text);
        enum error error = decode(text);
        if (code) {
            assert_string_equal(error_code(error), code);
            assert_string_equal(fault.at, json_string_value(json_object_get(one, "at")));
        } else if (error) {
            fail_msg("%s: %s %s", text, fault.at, fault.message);
        }
        free(text);
    }
    json_decref(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_is_read),
        cmocka_unit_test(optional_fields_say_whether_they_are_there),
        cmocka_unit_test(what_is_not_a_message_is_refused),
        cmocka_unit_test(wrong_fields_are_named),
        cmocka_unit_test(a_refusal_keeps_the_id),
        cmocka_unit_test(deep_nesting_and_length_are_refused),
        cmocka_unit_test(a_strangers_field_name_is_cut_at_a_character),
        cmocka_unit_test(a_servers_message_is_written),
        cmocka_unit_test(lists_are_written),
        cmocka_unit_test(text_is_escaped),
        cmocka_unit_test(what_does_not_fit_is_an_error),
        cmocka_unit_test(utf8_has_its_limits),
        cmocka_unit_test(clients_messages_are_judged_as_the_page_judges_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
