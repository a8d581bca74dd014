/* Names: what may stand in one, what is refused and why. Codes: written, and read however people type them. */
#include "server/player/code.h"
#include "server/player/name.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void fine(const char *text)
{
    char out[PLAYER_NAME_MAX];
    enum name_fault fault = name_check(text, out);
    if (fault)
        fail_msg("%s: %s", text, name_fault_text(fault));
    assert_string_equal(out, text);
}

static void refused(const char *text, enum name_fault wanted)
{
    char out[PLAYER_NAME_MAX];
    enum name_fault fault = name_check(text, out);
    if (fault != wanted)
        fail_msg("%s: '%s' instead of '%s'", text, name_fault_code(fault), name_fault_code(wanted));
    assert_string_equal(out, "");
}

static void names_of_many_scripts_are_fine(void **state)
{
    (void)state;
    static const char *const names[] = {
        "Anna",
        "Jean-Luc",
        "O'Neil",
        "D’Artagnan",
        "Þórunn",
        "Łukasz",
        "Đặng",
        "Иван Петров",
        "Ελένη",
        "羽生善治",
        "さくら",
        "サクラ",
        "ジャン・ルック",
        "太郎X",
        "佐々木",
        "한글",
        "דוד",
        "محمد",
        "राम",
        "สมชาย",
        "Anna 2",
        "x_y",
        "J. R. Ewing Jr.",
        "Ai",
    };
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        fine(names[i]);
}

static void spaces_around_a_name_are_not_part_of_it_and_none_takes_it_away(void **state)
{
    (void)state;
    char out[PLAYER_NAME_MAX];
    assert_int_equal(name_check("  Anna  ", out), NAME_FINE);
    assert_string_equal(out, "Anna");
    assert_int_equal(name_check("", out), NAME_FINE);
    assert_string_equal(out, "");
    assert_int_equal(name_check("   ", out), NAME_FINE);
    assert_string_equal(out, "");
}

static void what_is_too_long_is_refused(void **state)
{
    (void)state;
    fine("abcdefghijklmnopqrst");
    refused("abcdefghijklmnopqrstu", NAME_LONG);
    fine("一二三四五六七八九十一二三");
    refused("一二三四五六七八九十一二三四", NAME_LONG); /* 42 bytes */
}

static void control_direction_and_invisible_characters_are_refused(void **state)
{
    (void)state;
    static const char *const names[] = {
        "a\tb",
        "a\nb",
        "a\x7f",
        "a\xc2\x85",
        "a\xe2\x80\xae"
        "b" /* right-to-left override */,
        "a\xe2\x81\xa6"
        "b" /* isolate */,
        "a\xe2\x80\x8b"
        "b" /* zero-width space */,
        "a\xe2\x80\x8d"
        "b" /* joiner */,
        "a\xef\xbb\xbf" /* byte order mark */,
        "\xef\xbc\xa1nna" /* whole-width A */,
        "\xf0\x9d\x90\x80nna" /* mathematical A */,
        "\xe2\x98\xba\xef\xb8\x8f" /* a face */,
        "a<b",
        "a&b",
        "a\"b",
        "a/b",
        "a:b",
        "a@b",
        "\xe3\x80\x80x" /* wide space */,
        "\xee\x80\x80" /* private */,
        "a\xff",
        "\xc3",
        "\xed\xa0\x80" /* surrogate */,
        "\xc0\x80",
        "-a",
        "a-",
        "a  b",
        "a--b",
        "a. .b",
        "a..",
        ".",
    };
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        refused(names[i], NAME_CHARACTER);
}

static void combining_marks_are_refused_but_for_vowels_that_have_a_letter(void **state)
{
    (void)state;
    refused("e\xcc\x81", NAME_MARK); /* e and acute accent */
    refused("Z\xcc\x81\xcc\x82\xcc\x83", NAME_MARK);
    refused("\xe3\x81\x8b\xe3\x82\x99", NAME_MARK); /* ka and the sign that makes it ga */
    refused("\xe0\xa4\xbe", NAME_MARK);             /* a vowel sign of Devanagari alone */
    refused("a\xe0\xb8\xb1", NAME_MARK);            /* one of Thai behind a Latin letter */
}

static void letters_that_look_alike_do_not_stand_in_one_word(void **state)
{
    (void)state;
    refused("Аnna", NAME_MIXED); /* the first is Cyrillic */
    refused("Annа", NAME_MIXED); /* the last is */
    refused("Αnna", NAME_MIXED); /* Greek */
    fine("Анна Smith");
    fine("Anna-Анна");
    fine("AnnaさんX");
    refused("Annaさんа", NAME_MIXED);
}

static void a_name_has_a_letter(void **state)
{
    (void)state;
    refused("1234", NAME_LETTERS);
    refused("1-2", NAME_LETTERS);
    fine("1a");
}

static void nobody_is_called_like_the_computer_or_the_house(void **state)
{
    (void)state;
    static const char *const names[] = {
        "cpu",        "CPU 5",           "C.P.U.",         "cpu3",          "Cpü",      "Computer",
        "c0mputer",   "Ordinateur",      "コンピューター", "コンピュータ3", "Shogikan", "Shōgikan",
        "sh0g1kan",   "S-h-o-g-i-k-a-n", "将棋館",         "Admin",         "adm1n",    "Moderator",
        "Modérateur", "house",           "Système",        "Administrateur"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        refused(names[i], NAME_RESERVED);
    fine("Administra");
    fine("Househusband");
    fine("Capucine");
}

static void every_fault_has_a_code_and_a_sentence(void **state)
{
    (void)state;
    for (unsigned i = 1; i < NAME_FAULTS; i++) {
        assert_int_equal(strncmp(name_fault_code(i), "name_", 5), 0);
        assert_true(strlen(name_fault_text(i)) > 10);
    }
}

/* ---- codes ---- */

static void codes_have_three_groups_and_differ(void **state)
{
    (void)state;
    struct random_source random = random_system();
    char code[CODE_TEXT_MAX], other[CODE_TEXT_MAX];
    code_make(&random, code);
    code_make(&random, other);
    assert_string_not_equal(code, other);
    assert_int_equal(strlen(code), CODE_TEXT_MAX - 1);
    assert_true(code[4] == '-' && code[9] == '-');
    assert_int_equal(strspn(code, "0123456789ABCDEFGHJKMNPQRSTVWXYZ-"), CODE_TEXT_MAX - 1);
    assert_true(code_read(code, other));
    assert_string_equal(code, other);
}

static void codes_are_read_however_they_are_typed(void **state)
{
    (void)state;
    char out[CODE_TEXT_MAX];
    static const char *const ways[] = {"A0B1-C2D3-E4F1", "a0b1c2d3e4f1", " aObl c2d3 e4fI ", "AOBI-C2D3-E4FL"};
    for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++) {
        assert_true(code_read(ways[i], out));
        assert_string_equal(out, "A0B1-C2D3-E4F1");
    }
    static const char *const wrong[] = {
        "", "A0B1-C2D3-E4F", "A0B1-C2D3-E4F12", "U0B1-C2D3-E4F1", "A0B1_C2D3-E4F1", "\xef\xbc\xa1-0B1C2D3E4F1"};
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(code_read(wrong[i], out));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_many_scripts_are_fine),
        cmocka_unit_test(spaces_around_a_name_are_not_part_of_it_and_none_takes_it_away),
        cmocka_unit_test(what_is_too_long_is_refused),
        cmocka_unit_test(control_direction_and_invisible_characters_are_refused),
        cmocka_unit_test(combining_marks_are_refused_but_for_vowels_that_have_a_letter),
        cmocka_unit_test(letters_that_look_alike_do_not_stand_in_one_word),
        cmocka_unit_test(a_name_has_a_letter),
        cmocka_unit_test(nobody_is_called_like_the_computer_or_the_house),
        cmocka_unit_test(every_fault_has_a_code_and_a_sentence),
        cmocka_unit_test(codes_have_three_groups_and_differ),
        cmocka_unit_test(codes_are_read_however_they_are_typed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
