/* Text of strangers, looked at in place: a slice never reads behind its end. */
#include "rules/record_text.h"

#include <string.h>

static const char *const digits_wide[10] = {"０", "１", "２", "３", "４", "５", "６", "７", "８", "９"};
static const char *const digits_kanji[10] = {"〇", "一", "二", "三", "四", "五", "六", "七", "八", "九"};
static const char wide_space[] = "　";
static const char utf8_mark[] = "\xef\xbb\xbf";
_Static_assert(sizeof utf8_mark == sizeof wide_space, "slice_trim() takes one size from the end");

bool slice_begins(struct slice slice, const char *literal)
{
    size_t size = strlen(literal);
    return slice_size(slice) >= size && memcmp(slice.at, literal, size) == 0;
}

bool slice_take(struct slice *slice, const char *literal)
{
    if (!slice_begins(*slice, literal))
        return false;
    slice->at += strlen(literal);
    return true;
}

bool slice_is(struct slice slice, const char *literal)
{
    return slice_size(slice) == strlen(literal) && slice_begins(slice, literal);
}

bool slice_has(struct slice slice, const char *literal)
{
    for (; !slice_empty(slice); slice.at++)
        if (slice_begins(slice, literal))
            return true;
    return false;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

void slice_trim_front(struct slice *slice)
{
    for (;;) {
        if (!slice_empty(*slice) && is_space(*slice->at))
            slice->at++;
        else if (!slice_take(slice, wide_space) && !slice_take(slice, utf8_mark))
            return;
    }
}

struct slice slice_trim(struct slice slice)
{
    const size_t wide = sizeof wide_space - 1;
    slice_trim_front(&slice);
    for (;;) {
        if (!slice_empty(slice) && is_space(slice.end[-1]))
            slice.end--;
        else if (slice_size(slice) >= wide &&
                 (memcmp(slice.end - wide, wide_space, wide) == 0 || memcmp(slice.end - wide, utf8_mark, wide) == 0))
            slice.end -= wide;
        else
            return slice;
    }
}

bool slice_line(struct slice *text, struct slice *line)
{
    if (slice_empty(*text))
        return false;
    const char *end = memchr(text->at, '\n', slice_size(*text));
    *line = (struct slice){text->at, end ? end : text->end};
    text->at = end ? end + 1 : text->end;
    return true;
}

bool slice_word(struct slice *text, struct slice *word)
{
    slice_trim_front(text);
    *word = (struct slice){text->at, text->at};
    while (word->end != text->end && !is_space(*word->end))
        word->end++;
    text->at = word->end;
    return !slice_empty(*word);
}

static bool take_of(struct slice *slice, const char *const *digits, unsigned *digit)
{
    for (unsigned i = 0; i < 10; i++) {
        if (slice_take(slice, digits[i])) {
            *digit = i;
            return true;
        }
    }
    return false;
}

static bool take_digit(struct slice *slice, unsigned *digit)
{
    if (!slice_empty(*slice) && *slice->at >= '0' && *slice->at <= '9') {
        *digit = (unsigned)(*slice->at++ - '0');
        return true;
    }
    return take_of(slice, digits_wide, digit);
}

bool slice_number(struct slice *slice, unsigned max, unsigned *number)
{
    struct slice rest = *slice;
    unsigned value = 0, digit;
    bool any = false;
    for (; take_digit(&rest, &digit); any = true) {
        if (digit > max || value > (max - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    if (!any)
        return false;
    *slice = rest;
    *number = value;
    return true;
}

bool slice_is_numbers(struct slice slice)
{
    unsigned number;
    while (slice_number(&slice, 999999, &number))
        slice_trim_front(&slice);
    return slice_empty(slice);
}

bool slice_is_plain_key(struct slice slice)
{
    static const char *const taken[] = {"先手", "後手", "下手", "上手", "手", "変化", "まで", "ルール", "開始局面",
                                        "▲",    "△",    "▽",    "▼",    "☗",  "☖",    "　",   NULL};
    unsigned number;
    struct slice rest = slice;
    if (slice_empty(slice) || slice_number(&rest, 999999, &number))
        return false;
    for (unsigned i = 0; taken[i]; i++)
        if (slice_begins(slice, taken[i]))
            return false;
    for (; !slice_empty(slice); slice.at++)
        if ((*slice.at & 0x80) == 0)
            return false;
    return true;
}

bool slice_kanji(struct slice *slice, unsigned *number)
{
    struct slice rest = *slice;
    unsigned tens = 0, units = 0;
    bool any = take_of(&rest, digits_kanji, &units);
    if (slice_take(&rest, "十")) {
        tens = any ? units : 1;
        units = 0;
        any = true;
        (void)take_of(&rest, digits_kanji, &units);
    }
    if (!any)
        return false;
    *slice = rest;
    *number = tens * 10 + units;
    return true;
}

/* One digit where there are no more than nine, so that "7776" are two squares there; otherwise a whole number. */
static bool take_coordinate(struct slice *slice, unsigned count, unsigned *number)
{
    return count > 9 ? slice_number(slice, count, number) : take_digit(slice, number);
}

bool slice_square(struct slice *slice, const struct game *game, square_t *square)
{
    struct slice rest = *slice;
    unsigned file, rank;
    if (!take_coordinate(&rest, game->files, &file) ||
        !(slice_kanji(&rest, &rank) || take_coordinate(&rest, game->ranks, &rank)))
        return false;
    if (file < 1 || file > game->files || rank < 1 || rank > game->ranks)
        return false;
    *slice = rest;
    *square = (square_t)((file - 1) * game->ranks + rank - 1);
    return true;
}

/* Calls off the names of a list one by one. */
static bool next_name(const char **names, struct slice *name)
{
    if (!**names)
        return false;
    name->at = *names;
    name->end = name->at + strcspn(name->at, " ");
    *names = *name->end ? name->end + 1 : name->end;
    return true;
}

size_t slice_name(struct slice slice, const char *names)
{
    size_t longest = 0;
    struct slice name;
    while (next_name(&names, &name)) {
        size_t size = slice_size(name);
        if (size > longest && slice_size(slice) >= size && memcmp(slice.at, name.at, size) == 0)
            longest = size;
    }
    return longest;
}

bool slice_named(struct slice slice, const char *names)
{
    struct slice name;
    while (next_name(&names, &name)) {
        if (slice_size(name) == slice_size(slice) && memcmp(slice.at, name.at, slice_size(name)) == 0)
            return true;
    }
    return false;
}

bool slice_copy(struct slice slice, char *out, size_t size)
{
    if (slice_size(slice) >= size || memchr(slice.at, '\0', slice_size(slice)))
        return false;
    memcpy(out, slice.at, slice_size(slice));
    out[slice_size(slice)] = '\0';
    return true;
}

/* The bytes of the character at `at`, 0 if it is malformed (overlong, surrogate, cut). */
static size_t utf8_size(const unsigned char *at, size_t left)
{
    unsigned char lead = at[0];
    size_t size = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
    if (size == 0 || size > left)
        return 0;
    for (size_t i = 1; i < size; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    if ((lead == 0xe0 && at[1] < 0xa0) || (lead == 0xed && at[1] > 0x9f) || (lead == 0xf0 && at[1] < 0x90) ||
        (lead == 0xf4 && at[1] > 0x8f))
        return 0;
    return size;
}

const char *slice_bad_utf8(struct slice slice)
{
    while (!slice_empty(slice)) {
        size_t size = utf8_size((const unsigned char *)slice.at, slice_size(slice));
        if (size == 0 || *slice.at == '\0')
            return slice.at;
        slice.at += size;
    }
    return NULL;
}

void text_slice(struct text *text, struct slice slice)
{
    while (!slice_empty(slice))
        text_char(text, *slice.at++);
}

void text_name(struct text *text, const char *names)
{
    struct slice name;
    if (next_name(&names, &name))
        text_slice(text, name);
}

bool same_first_name(const char *a, const char *b)
{
    size_t size = strcspn(a, " ");
    return size == strcspn(b, " ") && memcmp(a, b, size) == 0;
}

void text_wide_number(struct text *text, unsigned number)
{
    if (number >= 10)
        text_wide_number(text, number / 10);
    text_string(text, digits_wide[number % 10]);
}

void text_kanji(struct text *text, unsigned number)
{
    if (number >= 20)
        text_string(text, digits_kanji[number / 10 % 10]);
    if (number >= 10)
        text_string(text, "十");
    if (number % 10)
        text_string(text, digits_kanji[number % 10]);
}
