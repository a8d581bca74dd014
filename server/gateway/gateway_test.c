/* The parts of the gateway that need no socket: headers, addresses, limits, outbox, files. */
#include "base/random.h"
#include "server/gateway/address.h"
#include "server/gateway/assets.h"
#include "server/gateway/header.h"
#include "server/gateway/limits.h"
#include "server/gateway/outbox.h"
#include "server/gateway/saying.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static void a_cookie_is_found_by_its_whole_name(void **state)
{
    (void)state;
    char value[8];
    assert_true(header_cookie("a=1; xb=2;b=3", "b", value, sizeof value));
    assert_string_equal(value, "3");
    assert_true(header_cookie("b=", "b", value, sizeof value));
    assert_string_equal(value, "");
    assert_false(header_cookie("bb=3; b", "b", value, sizeof value));
    assert_false(header_cookie("b=12345678", "b", value, sizeof value));
    assert_false(header_cookie("", "b", value, sizeof value));
}

static void weights_decide_language_and_coding(void **state)
{
    (void)state;
    const char *const languages[] = {"en", "fr", "ja", NULL};
    assert_string_equal(header_language("ja;q=0.9, fr-CH, en;q=0.1", languages), "fr");
    assert_string_equal(header_language("de, ja;q=0.2", languages), "ja");
    assert_string_equal(header_language("", languages), "en");
    assert_string_equal(header_language("fra", languages), "en");
    assert_int_equal(header_weight("gzip;q=0, br;q=0.25", "gzip"), 0);
    assert_int_equal(header_weight("gzip;q=0, br;q=0.25", "br"), 250);
    assert_int_equal(header_weight("gzip, deflate, br", "br"), 1000);
    assert_int_equal(header_weight("brotli", "br"), 0);
}

static void origins_are_compared_with_the_host(void **state)
{
    (void)state;
    assert_true(header_same_origin("http://example.org:8080", "example.org:8080"));
    assert_true(header_same_origin("https://EXAMPLE.org", "example.org"));
    assert_false(header_same_origin("http://example.org.evil", "example.org"));
    assert_false(header_same_origin("http://evil/example.org", "example.org"));
    assert_false(header_same_origin("null", "null"));
    assert_false(header_same_origin("http://", ""));
}

static struct address parsed(const char *text)
{
    struct address address;
    assert_int_equal(address_parse(&address, text), OK);
    return address;
}

static void expect_speaker(const char *peer, const char *forwarded, const char *speaker)
{
    struct network trusted[2];
    assert_int_equal(network_parse(&trusted[0], "10.0.0.0/8"), OK);
    assert_int_equal(network_parse(&trusted[1], "::1"), OK);
    struct address from = parsed(peer), said = parsed(speaker);
    struct address found = address_forwarded(&from, forwarded, trusted, 2);
    assert_memory_equal(&found, &said, sizeof found);
}

static void only_trusted_proxies_say_who_speaks(void **state)
{
    (void)state;
    expect_speaker("1.2.3.4", "5.6.7.8", "1.2.3.4");
    expect_speaker("10.1.1.1", "5.6.7.8", "5.6.7.8");
    expect_speaker("10.1.1.1", "6.6.6.6, 5.6.7.8, 10.2.2.2", "5.6.7.8");
    expect_speaker("::1", "[2001:db8::7]:443", "2001:db8::7");
    expect_speaker("10.1.1.1", "10.3.3.3", "10.3.3.3");
    expect_speaker("10.1.1.1", "rubbish", "10.1.1.1");
    expect_speaker("10.1.1.1", NULL, "10.1.1.1");
    expect_speaker("10.1.1.1", "", "10.1.1.1");
}

static void networks_are_read_strictly(void **state)
{
    (void)state;
    struct network network;
    assert_int_equal(network_parse(&network, "10.0.0.0/33"), ERR_RANGE);
    assert_int_equal(network_parse(&network, "10.0.0.0/x"), ERR_SYNTAX);
    assert_int_equal(network_parse(&network, "10.0.0/8"), ERR_SYNTAX);
    assert_int_equal(network_parse(&network, "2001:db8::/32"), OK);
    struct address inside = parsed("2001:db8:ffff::1"), outside = parsed("2001:db9::1");
    assert_true(network_has(&network, &inside));
    assert_false(network_has(&network, &outside));
    assert_int_equal(network_parse(&network, "192.168.4.0/22"), OK);
    inside = parsed("192.168.7.255");
    outside = parsed("192.168.8.0");
    assert_true(network_has(&network, &inside));
    assert_false(network_has(&network, &outside));
}

static void a_bucket_empties_and_fills(void **state)
{
    (void)state;
    struct bucket bucket = {0};
    for (int i = 0; i < 3; i++)
        assert_true(bucket_take(&bucket, 2, 3, 1000));
    assert_false(bucket_take(&bucket, 2, 3, 1000));
    assert_false(bucket_take(&bucket, 2, 3, 1499));
    assert_true(bucket_take(&bucket, 2, 3, 1500));
    assert_false(bucket_take(&bucket, 2, 3, 1500));
    for (int i = 0; i < 3; i++)
        assert_true(bucket_take(&bucket, 2, 3, (int64_t)1 << 40));
    assert_false(bucket_take(&bucket, 2, 3, (int64_t)1 << 40));
    assert_true(bucket_take(&bucket, 0, 1, 0));
}

static const struct peer_rates rates = {.actions = 1, .devices = 60, .codes = 6, .lookups = 10};

static void peers_are_bounded_and_not_reset_by_leaving(void **state)
{
    (void)state;
    struct peers *peers;
    const uint64_t seed[2] = {1, 2};
    assert_int_equal(peers_open(&peers, 2, &rates, seed), OK);
    struct address a = parsed("1.1.1.1"), b = parsed("2.2.2.2"), c = parsed("3.3.3.3");
    struct peer *first = peer_hold(peers, &a, 5000);
    assert_true(bucket_take(&first->actions, 1, 1, 5000));
    peer_release(first);
    assert_false(bucket_take(&peer_hold(peers, &a, 5000)->actions, 1, 1, 5000));
    peer_release(first);
    assert_non_null(peer_hold(peers, &b, 5000));
    assert_null(peer_hold(peers, &c, 5500)); /* a is not full again, b is held */
    assert_non_null(peer_hold(peers, &c, 7000));
    peers_close(peers);
}

static void a_block_of_addresses_is_spread_over_the_table(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 16; round++) {
        struct peers *peers;
        uint64_t seed[2];
        struct random_source random = random_system();
        random_fill(&random, seed, sizeof seed);
        assert_int_equal(peers_open(&peers, 65536, &rates, seed), OK);
        for (unsigned i = 0; i < 16384; i++) {
            char text[64];
            snprintf(text, sizeof text, round % 2 ? "10.0.%u.%u" : "2001:db8:0:%x%02x::1", i >> 8, i & 255);
            struct address address = parsed(text);
            assert_non_null(peer_hold(peers, &address, 0));
        }
        assert_in_range(peers_longest_chain(peers), 1, 256);
        peers_close(peers);
    }
}

static void neighbours_share_their_64_bits(void **state)
{
    (void)state;
    struct address a = parsed("2001:db8:1:2:3::4"), b = parsed("2001:db8:1:2:9::9"), c = parsed("2001:db8:1:3::4");
    a = address_key(&a), b = address_key(&b), c = address_key(&c);
    assert_memory_equal(&a, &b, sizeof a);
    assert_memory_not_equal(&a, &c, sizeof a);
}

static void an_outbox_is_bounded(void **state)
{
    (void)state;
    static struct outbox outbox;
    struct frame *frame = frame_new("12345", 5, 16);
    assert_int_equal(outbox_push(&outbox, frame, 3), OK); /* an empty one takes anything */
    assert_int_equal(outbox_push(&outbox, frame, 9), ERR_BUSY);
    assert_int_equal(outbox_push(&outbox, frame, 10), OK);
    assert_int_equal(frame->references, 3);
    struct frame *popped = outbox_pop(&outbox);
    assert_ptr_equal(popped, frame);
    frame_release(popped);
    assert_int_equal(outbox.bytes, 5);
    while (outbox_push(&outbox, frame, 1 << 20) == OK)
        ;
    assert_int_equal(outbox.count, OUTBOX_MESSAGES_MAX);
    outbox_clear(&outbox);
    assert_int_equal(frame->references, 1);
    assert_int_equal(outbox.bytes, 0);
    frame_release(frame);
}

static void put_file(const char *folder, const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void files_are_found_by_their_path_only(void **state)
{
    (void)state;
    char folder[] = "/tmp/shogikan-assets-XXXXXX", path[256], message[ASSETS_MESSAGE_MAX];
    assert_non_null(mkdtemp(folder));
    static const char *const folders[] = {"fr", "en", "assets", NULL};
    for (unsigned i = 0; folders[i]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, folders[i]);
        assert_int_equal(mkdir(path, 0700), 0);
    }
    put_file(folder, "en/index.html", "<p>");
    put_file(folder, "fr/index.html", "<p>");
    put_file(folder, "assets/a.js", "1");
    put_file(folder, "assets/a.js.br", "b");
    put_file(folder, "assets/lonely.js.gz", "g");
    put_file(folder, ".hidden", "h");
    snprintf(path, sizeof path, "%s/link", folder);
    assert_int_equal(symlink("/etc/passwd", path), 0);

    struct assets *assets;
    assert_int_equal(assets_open(&assets, folder, message), OK);
    const struct asset *page = assets_find(assets, "/en/");
    assert_non_null(page);
    assert_true(page->html);
    assert_false(page->immutable);
    const struct asset *script = assets_find(assets, "/assets/a.js");
    assert_non_null(script);
    assert_true(script->immutable);
    assert_int_equal(script->body[CODING_BROTLI].size, 1);
    assert_null(script->body[CODING_GZIP].bytes);
    assert_string_not_equal(script->body[CODING_BROTLI].etag, script->body[CODING_NONE].etag);
    assert_null(assets_find(assets, "/assets/lonely.js"));
    assert_null(assets_find(assets, "/link"));
    assert_null(assets_find(assets, "/.hidden"));
    assert_null(assets_find(assets, "/en/../assets/a.js"));
    assert_null(assets_find(assets, "/"));
    assert_null(assets_find(assets, ""));
    assert_string_equal(assets_languages(assets)[0], "en");
    assert_string_equal(assets_languages(assets)[1], "fr");
    assert_null(assets_languages(assets)[2]);
    assets_close(assets);

    snprintf(path, sizeof path, "rm -r %s", folder);
    assert_int_equal(system(path), 0);
    assert_int_equal(assets_open(&assets, folder, message), ERR_IO);
    assert_non_null(strstr(message, folder));
}

static void what_is_said_is_short_and_can_be_read(void **state)
{
    (void)state;
    char text[SAYING_CHARACTERS * 4 + 8] = "";
    for (unsigned i = 0; i < SAYING_CHARACTERS; i++)
        strcat(text, "\U0001F44B");
    assert_int_equal(saying_check(text), OK);
    strcat(text, "x");
    assert_int_equal(saying_check(text), ERR_TOO_LONG);
    assert_int_equal(saying_check("\u5c06\u68cb \u0e01\u0e33 a\u0301"), OK);
    assert_int_equal(saying_check("\U0001F469\u200D\U0001F3A8"), OK); /* joined */
    static const char *const refused[] = {
        "",        " ",        "\u3000\u00a0", "\u200d",  "a\nb",   "\x7f",   "\xc2\x85",    "\u202ea",
        "\u2066a", "a\u200f",  "\u2028",       "\ufeffa", "\ue000", "\ufdd0", "\U000E0041a", "\U0010FFFFa",
        "a\xff",   "\xc0\xaf", "\xed\xa0\x80"};
    for (unsigned i = 0; i < sizeof refused / sizeof *refused; i++)
        assert_int_equal(saying_check(refused[i]), ERR_SYNTAX);
}

static void what_is_written_in_a_day_comes_back_over_the_day(void **state)
{
    (void)state;
    static const uint64_t seed[2] = {1, 2};
    const struct peer_rates daily = {.actions = 1000, .devices = 1000, .daily = {[DAILY_LINES] = 2}};
    enum { DAY = 86400000 };
    struct peers *peers;
    struct address a = {{1}};
    assert_int_equal(peers_open(&peers, 2, &daily, seed), OK);
    struct peer *peer = peer_hold(peers, &a, 0);
    assert_true(peer_may_write(peers, peer, DAILY_LINES, 0));
    assert_true(peer_may_write(peers, peer, DAILY_LINES, 0));
    assert_false(peer_may_write(peers, peer, DAILY_LINES, DAY / 3));
    assert_true(peer_may_write(peers, peer, DAILY_TABLES, 0)); /* no limit */
    assert_true(peer_may_write(peers, peer, DAILY_LINES, DAY / 2 + 1000));
    assert_false(peer_may_write(peers, peer, DAILY_LINES, DAY / 2 + 2000));
    peers_close(peers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cookie_is_found_by_its_whole_name),
        cmocka_unit_test(weights_decide_language_and_coding),
        cmocka_unit_test(origins_are_compared_with_the_host),
        cmocka_unit_test(only_trusted_proxies_say_who_speaks),
        cmocka_unit_test(networks_are_read_strictly),
        cmocka_unit_test(a_bucket_empties_and_fills),
        cmocka_unit_test(peers_are_bounded_and_not_reset_by_leaving),
        cmocka_unit_test(a_block_of_addresses_is_spread_over_the_table),
        cmocka_unit_test(neighbours_share_their_64_bits),
        cmocka_unit_test(what_is_said_is_short_and_can_be_read),
        cmocka_unit_test(what_is_written_in_a_day_comes_back_over_the_day),
        cmocka_unit_test(an_outbox_is_bounded),
        cmocka_unit_test(files_are_found_by_their_path_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
