/* Buffers, maps, ids and log lines. */
#include "base/buffer.h"
#include "base/log.h"
#include "base/map.h"
#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void a_buffer_never_exceeds_its_maximum(void **state)
{
    (void)state;
    struct buffer buffer = buffer_empty(100);
    for (unsigned i = 0; i < 10; i++)
        assert_int_equal(buffer_add(&buffer, "0123456789", 10), OK);
    assert_int_equal(buffer_add(&buffer, "x", 1), ERR_TOO_LONG);
    assert_int_equal(buffer.size, 100);
    buffer_drop(&buffer, 95);
    assert_string_equal(buffer_string(&buffer), "56789");
    assert_int_equal(buffer_add_string(&buffer, "x"), OK);
    assert_string_equal(buffer_string(&buffer), "56789x");
    assert_int_equal(buffer_add(&buffer, "x", (size_t)-1), ERR_TOO_LONG);
    buffer_free(&buffer);
    assert_string_equal(buffer_string(&buffer), "");
    buffer_drop(&buffer, 5); /* of nothing: nothing */
    assert_int_equal(buffer.size, 0);
}

struct thing {
    int number;
    char key[16];
    struct map_node node;
};

static void a_map_finds_what_was_put_and_not_what_was_removed(void **state)
{
    (void)state;
    enum { THINGS = 3000 };
    struct thing *things = calloc(THINGS, sizeof *things);
    struct map map;
    assert_int_equal(map_init(&map, 42), OK);
    for (int i = 0; i < THINGS; i++) {
        things[i].number = i;
        snprintf(things[i].key, sizeof things[i].key, "key%d", i);
        map_put(&map, &things[i].node, things[i].key);
    }
    for (int i = 0; i < THINGS; i += 2)
        map_remove(&map, &things[i].node);
    assert_int_equal(map.count, THINGS / 2);
    for (int i = 0; i < THINGS; i++) {
        struct map_node *node = map_get(&map, things[i].key);
        if (i % 2)
            assert_int_equal(MAP_THING(node, struct thing, node)->number, i);
        else
            assert_null(node);
    }
    map_release(&map);
    free(things);
}

static void ids_have_their_digits_and_differ(void **state)
{
    (void)state;
    struct random_source random = random_system();
    char one[17], other[17];
    random_id(&random, one, 16);
    random_id(&random, other, 16);
    assert_int_equal(strlen(one), 16);
    assert_int_equal(strspn(one, "0123456789abcdefghjkmnpqrstvwxyz"), 16);
    assert_string_not_equal(one, other);
}

static void a_log_line_stays_one_line_and_is_cut(void **state)
{
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    struct log log = {.fd = ends[1], .level = LOG_INFO};
    char text[LOG_LINE_MAX * 2], line[LOG_LINE_MAX * 2];
    log_write(&log, LOG_DEBUG, "test.hidden", "x=1");
    log_write(&log, LOG_WARN, "test.line", "name=%s", "a\nERROR b\x1b[1m");
    ssize_t size = read(ends[0], line, sizeof line);
    assert_true(size > 0);
    line[size] = '\0';
    assert_non_null(strstr(line, "Z warn  test.line name=a?ERROR b?[1m\n"));
    assert_ptr_equal(strchr(line, '\n'), line + size - 1);
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    log_write(&log, LOG_ERROR, "test.long", "%s", text);
    size = read(ends[0], line, sizeof line);
    assert_int_equal(size, LOG_LINE_MAX - 1);
    assert_int_equal(line[size - 1], '\n');
    close(ends[0]);
    close(ends[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_buffer_never_exceeds_its_maximum),
        cmocka_unit_test(a_map_finds_what_was_put_and_not_what_was_removed),
        cmocka_unit_test(ids_have_their_digits_and_differ),
        cmocka_unit_test(a_log_line_stays_one_line_and_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
