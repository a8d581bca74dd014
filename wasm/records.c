/*
 * Records read and written, in the module records-<game>.wasm, which has all of core-<game>.wasm too, and in
 * records.wasm, which has all games and finds out of which a record is; core.ts is the only caller.
 *
 * `file` is a record to read, then what was in it as JSON; or what to say about a game, then its record.
 */
#include "rules/notation.h"
#include "rules/record_text.h"
#include "wasm/core.h"

#include <string.h>

enum { TEXTS_MAX = 1 << 18 };

static char texts[TEXTS_MAX];
static struct history_entry entries[RECORD_ENTRIES_MAX];
static struct record_ply plies[RECORD_ENTRIES_MAX];
static struct record record;

EXPORT(core_record_read) int core_record_read(int size, int format);
EXPORT(core_record_write) int core_record_write(int slot, int size, int format);

static int length_of(const struct text *text)
{
    return text->cut ? -1 : (int)(text->at - file);
}

/* ---- reading ---- */

static void write_string(struct text *text, const char *string)
{
    static const char digits[] = "0123456789abcdef";
    text_char(text, '"');
    for (; *string; string++) {
        unsigned char c = (unsigned char)*string;
        if (c < ' ') {
            text_string(text, "\\u00");
            text_char(text, digits[c >> 4]);
            text_char(text, digits[c & 15]);
            continue;
        }
        if (c == '"' || c == '\\')
            text_char(text, '\\');
        text_char(text, (char)c);
    }
    text_char(text, '"');
}

static void write_key(struct text *text, const char *key)
{
    text_char(text, text->at[-1] == '{' ? '"' : ',');
    if (text->at[-1] == ',')
        text_char(text, '"');
    text_string(text, key);
    text_string(text, "\":");
}

static void write_text(struct text *text, const char *key, const char *value)
{
    write_key(text, key);
    write_string(text, value);
}

static int write_fault(const struct record_fault *fault)
{
    struct text text = text_into(file, FILE_MAX);
    text_char(&text, '{');
    write_key(&text, "line");
    text_number(&text, fault->line);
    write_text(&text, "game", record.match.game ? record.match.game->name : "");
    write_text(&text, "code", fault->code);
    write_text(&text, "move", fault->move);
    write_text(&text, "message", fault->message);
    text_char(&text, '}');
    return -1;
}

static void write_plies(struct text *text)
{
    unsigned count = record.match.history.count;
    bool first = true;
    char usi[USI_MAX];
    write_key(text, "moves");
    text_char(text, '[');
    for (unsigned i = 0; i < count; i++) {
        usi_format(record.match.game, record.match.history.entries[i].move, usi);
        if (i)
            text_char(text, ',');
        write_string(text, usi);
    }
    text_char(text, ']');
    write_key(text, "seconds");
    text_char(text, '[');
    for (unsigned i = 1; i <= count; i++) {
        if (i > 1)
            text_char(text, ',');
        text_number(text, record.plies[i].seconds);
    }
    text_char(text, ']');
    write_key(text, "comments");
    text_char(text, '[');
    for (unsigned i = 0; i <= count; i++) {
        if (!record.plies[i].comment)
            continue;
        text_string(text, first ? "[" : ",[");
        first = false;
        text_number(text, i);
        text_char(text, ',');
        write_string(text, record_text(&record, record.plies[i].comment));
        text_char(text, ']');
    }
    text_char(text, ']');
}

static void write_headers(struct text *text)
{
    write_key(text, "headers");
    text_char(text, '[');
    for (unsigned i = 0; i < record.header_count; i++) {
        text_string(text, i ? ",[" : "[");
        write_string(text, record_text(&record, record.headers[i].key));
        text_char(text, ',');
        write_string(text, record_text(&record, record.headers[i].value));
        text_char(text, ']');
    }
    text_char(text, ']');
}

/* Reads the record in `file`; `format` -1: found out. The length of a JSON object (GameRecord of core.ts); -1: one of
 * what is wrong. */
int core_record_read(int size, int format)
{
    struct record_fault fault = {.line = 1, .code = "syntax", .message = "no record in it"};
    struct record_cursor cursor = {.offset = 0};
    char sfen[SFEN_MAX], rules[RULES_TEXT_MAX];
    size_t bytes = size < 0 ? 0 : size > FILE_MAX ? FILE_MAX : (size_t)size;
    enum record_format form =
        format < 0 || format >= RECORD_FORMATS ? record_detect(file, bytes) : (enum record_format)format;
    record_init(&record, entries, plies, RECORD_ENTRIES_MAX, texts, sizeof texts);
    if (record_read(&record, form, game_only(), file, bytes, &cursor, &fault) != OK)
        return write_fault(&fault);
    struct text text = text_into(file, FILE_MAX);
    sfen_format(record.match.game, &record.match.start.head, sfen);
    ruleset_format(record.match.game, &record.match.start.head.rules, rules);
    text_char(&text, '{');
    write_text(&text, "game", record.match.game->name);
    write_text(&text, "format", record_format_name(form));
    write_text(&text, "sfen", sfen);
    write_text(&text, "rules", rules);
    write_text(&text, "sente", record_text(&record, record.names[SENTE]));
    write_text(&text, "gote", record_text(&record, record.names[GOTE]));
    write_text(&text, "ending", ending_name(record.ending));
    write_key(&text, "winner");
    text_string(&text, record.winner == SENTE ? "\"b\"" : record.winner == GOTE ? "\"w\"" : "null");
    write_key(&text, "branches");
    text_number(&text, record.branches);
    write_headers(&text);
    write_plies(&text);
    text_char(&text, '}');
    fault = (struct record_fault){.line = 1, .code = "too_long", .message = "more text than there is room for"};
    return text.cut ? write_fault(&fault) : length_of(&text);
}

/* ---- writing ---- */

static void read_seconds(struct slice rest)
{
    struct slice word;
    unsigned seconds;
    for (unsigned i = 1; i <= record.match.history.count && slice_word(&rest, &word); i++)
        record.plies[i].seconds = slice_number(&word, RECORD_SECONDS_MAX, &seconds) ? (int32_t)seconds : -1;
}

static bool take_field(struct slice *line, struct slice *field)
{
    *field = (struct slice){line->at, line->at};
    while (field->end != line->end && *field->end != '\t')
        field->end++;
    line->at = field->end == line->end ? line->end : field->end + 1;
    return !slice_empty(*field);
}

static void read_ending(struct slice name)
{
    for (unsigned i = ENDING_RULES + 1; i <= ENDING_NO_MATE; i++)
        if (slice_is(name, ending_name((enum ending)i)))
            record_end(&record, (enum ending)i);
}

/* "12<tab>text": one line of the comment of a ply (0: of the start), in the order of the plies. */
static void read_comment(struct slice rest, unsigned count)
{
    struct slice number;
    unsigned ply;
    if (!take_field(&rest, &number) || !slice_number(&number, count, &ply))
        return;
    record.match.history.count = ply; /* record_comment() writes to the newest */
    record_comment(&record, rest);
    record.match.history.count = count;
}

/* What is said about the game: lines of a key, a tab, and a value. */
static void read_about(struct slice about)
{
    struct slice line, key, value;
    while (slice_line(&about, &line)) {
        (void)take_field(&line, &key);
        if (slice_is(key, "sente"))
            record.names[SENTE] = record_keep(&record, slice_trim(line));
        else if (slice_is(key, "gote"))
            record.names[GOTE] = record_keep(&record, slice_trim(line));
        else if (slice_is(key, "seconds"))
            read_seconds(line);
        else if (slice_is(key, "ending"))
            read_ending(line);
        else if (slice_is(key, "winner"))
            record.winner = slice_is(line, "b") ? SENTE : slice_is(line, "w") ? GOTE : NOBODY;
        else if (slice_is(key, "comment"))
            read_comment(line, record.match.history.count);
        else if (slice_is(key, "header") && take_field(&line, &value) && slice_is_plain_key(value))
            (void)record_add_header(&record, value, slice_trim(line));
    }
}

/* The record of a match, with what `file` says about it; the length, or -1 when the game has no such format or the
 * text is not UTF-8 or too long. */
int core_record_write(int slot, int size, int format)
{
    size_t length;
    struct slice about = {file, file + (size < 0 ? 0 : size > FILE_MAX ? FILE_MAX : size)};
    if (format < 0 || format >= RECORD_FORMATS || slice_bad_utf8(about))
        return -1;
    record_init(&record, match_of(slot)->history.entries, plies, RECORD_ENTRIES_MAX, texts, sizeof texts);
    record_clear(&record);
    record.match = *match_of(slot);
    for (unsigned i = 0; i <= record.match.history.count; i++)
        record.plies[i] = (struct record_ply){.seconds = -1};
    read_about(about);
    record_close(&record);
    enum error error = record_write(&record, (enum record_format)format, file, FILE_MAX, &length);
    return error == OK ? (int)length : -1;
}
