/* The settings of a table are one list, which protocol/wire.json repeats for the page. */
#include "server/table/settings.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void the_page_knows_the_same_settings(void **state)
{
    (void)state;
    json_t *file = json_load_file("protocol/wire.json", 0, NULL), *list = json_object_get(file, "settings");
    assert_int_equal(json_array_size(list), SETTINGS);
    for (unsigned i = 0; i < SETTINGS; i++) {
        const struct setting_kind *kind = &setting_list[i];
        json_t *told = json_array_get(list, i), *words = json_object_get(told, "values");
        assert_string_equal(json_string_value(json_object_get(told, "name")), kind->name);
        assert_true(!words == !kind->words);
        if (!words) {
            assert_int_equal(json_integer_value(json_object_get(told, "min")), 1);
            assert_int_equal(json_integer_value(json_object_get(told, "max")), kind->max);
            assert_int_equal(json_integer_value(json_object_get(told, "initial")), kind->initial);
            continue;
        }
        unsigned count = 0;
        while (kind->words[count])
            count++;
        assert_int_equal(json_array_size(words), count);
        assert_int_equal(kind->initial, 0);
        for (unsigned n = 0; n < count; n++)
            assert_string_equal(json_string_value(json_array_get(words, n)), kind->words[n]);
    }
    json_decref(file);
}

static void every_value_is_written_and_read(void **state)
{
    (void)state;
    char text[TABLE_SETTINGS_MAX], bad[TABLE_SETTINGS_MAX];
    struct settings all, read;
    assert_int_equal(settings_parse("", &all, bad), OK);
    for (unsigned i = 0; i < SETTINGS; i++) {
        unsigned count = 0;
        while (setting_list[i].words && setting_list[i].words[count])
            count++;
        all.value[i] = setting_list[i].words ? count - 1 : setting_list[i].max;
    }
    settings_format(&all, text); /* all of them, none the default: it fits */
    assert_int_equal(settings_parse(text, &read, bad), OK);
    assert_memory_equal(&all, &read, sizeof all);
    assert_int_equal(settings_turn_ms(&read), 60000);
    assert_false(settings_on(&read, SETTING_ALTERNATE_FIRST));
    assert_true(settings_on(&read, SETTING_RATED));
    assert_int_equal(settings_set(&read, "turn_seconds", "45"), ERR_RANGE);
    assert_int_equal(settings_set(&read, "seconds", "30"), ERR_UNKNOWN);
    assert_int_equal(settings_set(&read, "turn_seconds", "30"), OK);
    assert_int_equal(settings_turn_ms(&read), 30000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_page_knows_the_same_settings),
        cmocka_unit_test(every_value_is_written_and_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
