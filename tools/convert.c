/*
 * Reads all of the file, makes UTF-8 of it, then reads and writes record by record. Nothing is written before all was
 * read, so a fault never leaves half a file behind.
 */
#include "tools/convert.h"
#include "rules/record.h"
#include "tools/encoding.h"
#include "tools/tools.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct arguments {
    const char *file; /* NULL: the standard input */
    const struct game *game;
    enum record_format from, to;
    enum encoding encoding;
    bool from_given;
    unsigned long only; /* 0: all records */
};

struct work {
    struct record record;
    struct history_entry entries[RECORD_ENTRIES_MAX];
    struct record_ply plies[RECORD_ENTRIES_MAX];
    char text[CONVERT_BYTES_MAX + 1];
    char out[CONVERT_BYTES_MAX];
};

static int refuse(const char *what, const char *detail)
{
    fprintf(stderr, "convert: %s: %s\n", what, detail);
    return 2;
}

static int read_value(struct arguments *arguments, const char *name, const char *value)
{
    char *end;
    if (strcmp(name, "--from") == 0) {
        arguments->from_given = true;
        return record_format_named(value, &arguments->from) ? 0 : refuse("--from: no such format", value);
    }
    if (strcmp(name, "--to") == 0)
        return record_format_named(value, &arguments->to) ? 0 : refuse("--to: no such format", value);
    if (strcmp(name, "--game") == 0) {
        arguments->game = game_find(value);
        return arguments->game ? 0 : refuse("--game: no such game", value);
    }
    if (strcmp(name, "--encoding") == 0) {
        arguments->encoding = strcmp(value, "sjis") == 0 ? ENCODING_SJIS : ENCODING_UTF8;
        return strcmp(value, "sjis") && strcmp(value, "utf8") ? refuse("--encoding is utf8 or sjis", value) : 0;
    }
    errno = 0;
    arguments->only = strtoul(value, &end, 10);
    if (*value < '1' || *value > '9' || *end || errno)
        return refuse("--record is a number from 1", value);
    return 0;
}

static int read_arguments(int argc, char **argv, struct arguments *arguments)
{
    for (int i = 1; i < argc; i++) {
        const char *name = argv[i];
        if (strncmp(name, "--", 2) != 0) {
            if (arguments->file)
                return refuse("one file at a time", name);
            arguments->file = name;
            continue;
        }
        if (strcmp(name, "--from") && strcmp(name, "--to") && strcmp(name, "--game") && strcmp(name, "--encoding") &&
            strcmp(name, "--record"))
            return refuse("no such argument", name);
        if (++i == argc)
            return refuse(name, "a value is missing");
        int code = read_value(arguments, name, argv[i]);
        if (code)
            return code;
    }
    return 0;
}

static const char *file_name(const struct arguments *arguments)
{
    return arguments->file ? arguments->file : "standard input";
}

static int read_file(const struct arguments *arguments, struct buffer *bytes)
{
    FILE *in = arguments->file ? fopen(arguments->file, "rb") : stdin;
    char part[4096];
    size_t count;
    int code = 0;
    if (!in) {
        fprintf(stderr, "convert: %s: %s\n", arguments->file, strerror(errno));
        return 2;
    }
    while (code == 0 && (count = fread(part, 1, sizeof part, in)) > 0) {
        enum error error = buffer_add(bytes, part, count);
        if (error == ERR_TOO_LONG)
            code = refuse(file_name(arguments), "longer than 4 MiB");
        else if (error != OK)
            code = refuse(file_name(arguments), error_text(error));
    }
    if (ferror(in)) {
        fprintf(stderr, "convert: %s: %s\n", file_name(arguments), strerror(errno));
        code = 1;
    }
    if (in != stdin)
        fclose(in);
    return code;
}

static unsigned line_of(const char *bytes, size_t at)
{
    unsigned line = 1;
    for (size_t i = 0; i < at; i++)
        line += bytes[i] == '\n';
    return line;
}

/* Replaces the bytes of a file by UTF-8. */
static int decode(const struct arguments *arguments, struct buffer *bytes)
{
    struct buffer utf8 = buffer_empty(CONVERT_BYTES_MAX);
    size_t bad;
    if (encoding_detect(bytes->bytes ? bytes->bytes : "", bytes->size) == ENCODING_UTF8)
        return 0;
    enum error error = encoding_convert(ENCODING_SJIS, ENCODING_UTF8, bytes->bytes, bytes->size, &utf8, &bad);
    if (error == OK) {
        buffer_free(bytes);
        *bytes = utf8;
        return 0;
    }
    if (error == ERR_SYNTAX)
        fprintf(stderr, "convert: %s: line %u: neither UTF-8 nor Shift_JIS text (encoding)\n", file_name(arguments),
                line_of(bytes->bytes, bad));
    else
        fprintf(stderr, "convert: %s: %s\n", file_name(arguments), error_text(error));
    buffer_free(&utf8);
    return 2;
}

static int tell_fault(const struct arguments *arguments, const struct record_fault *fault)
{
    fprintf(stderr, "convert: %s: line %u: %s", file_name(arguments), fault->line, fault->message);
    if (*fault->move)
        fprintf(stderr, ": %s", fault->move);
    fprintf(stderr, " (%s)\n", fault->code);
    return 2;
}

/* What is in the record but not in the format. */
static void tell_losses(const struct arguments *arguments, const struct record *record, unsigned long number)
{
    bool moves_only = arguments->to == RECORD_USI || arguments->to == RECORD_SFEN;
    unsigned comments = 0, times = 0;
    for (unsigned i = 0; i <= record->match.history.count; i++) {
        comments += record->plies[i].comment != 0;
        times += record->plies[i].seconds >= 0;
    }
    if (record->branches)
        fprintf(stderr, "convert: record %lu: %u variations are %s; the main line is converted\n", number,
                record->branches, arguments->to == RECORD_KIF && record->branch_text ? "kept as text" : "left out");
    if (record->room_used_up)
        fprintf(stderr, "convert: record %lu: some names or comments were too long and are left out\n", number);
    if (moves_only && (comments || times || record->header_count || record->names[SENTE] || record->names[GOTE] ||
                       (record->ending != ENDING_OPEN && record->match.verdict.reason == REASON_NONE)))
        fprintf(stderr,
                "convert: record %lu: %s holds position and moves only; names, comments, times and the ending "
                "are left out\n",
                number, record_format_name(arguments->to));
    else if (arguments->to == RECORD_KI2 && times)
        fprintf(stderr, "convert: record %lu: ki2 holds no times; they are left out\n", number);
}

static int write_one(struct work *work, const struct arguments *arguments, unsigned long number, bool first,
                     struct buffer *out)
{
    enum error error = record_write(&work->record, arguments->to, work->out, sizeof work->out, NULL);
    if (error == ERR_UNKNOWN) {
        fprintf(stderr, "convert: %s has no records in %s\n", work->record.match.game->name,
                record_format_name(arguments->to));
        return 2;
    }
    const char *text = work->out;
    if (error == OK && arguments->to == RECORD_CSA) {
        /* the first line of the file says its encoding; further records follow a line "/" */
        text = strchr(text, '\n') + 1;
        error = buffer_add_string(out, !first                                 ? "/\n"
                                       : arguments->encoding == ENCODING_SJIS ? "'CSA encoding=SHIFT_JIS\n"
                                                                              : "'CSA encoding=UTF-8\n");
    }
    if (error == OK)
        error = buffer_add_string(out, text);
    if (error != OK)
        return refuse("writing", error_text(error));
    tell_losses(arguments, &work->record, number);
    return 0;
}

static int convert_all(struct work *work, const struct arguments *arguments, const struct buffer *bytes,
                       struct buffer *out)
{
    struct record_fault fault = {.line = 0};
    const char *text = buffer_string(bytes);
    enum record_format from = arguments->from_given ? arguments->from : record_detect(text, bytes->size);
    struct record_cursor cursor = {.offset = 0};
    unsigned long number = 0, written = 0;
    record_init(&work->record, work->entries, work->plies, RECORD_ENTRIES_MAX, work->text, sizeof work->text);
    for (;;) {
        enum error error = record_read(&work->record, from, arguments->game, text, bytes->size, &cursor, &fault);
        if (error == ERR_NOT_FOUND)
            break;
        number++;
        if (error != OK)
            return tell_fault(arguments, &fault);
        if (arguments->only && number != arguments->only)
            continue;
        if (written && (arguments->to == RECORD_KIF || arguments->to == RECORD_KI2))
            return refuse("several records, but this format holds one; choose with --record",
                          record_format_name(arguments->to));
        int code = write_one(work, arguments, number, written == 0, out);
        if (code)
            return code;
        written++;
    }
    if (written == 0)
        return refuse(file_name(arguments), number ? "there is no record of that number" : "no record in it");
    return 0;
}

static int encode(const struct arguments *arguments, struct buffer *out)
{
    struct buffer sjis = buffer_empty(CONVERT_BYTES_MAX);
    size_t bad;
    if (arguments->encoding == ENCODING_UTF8)
        return 0;
    enum error error = encoding_convert(ENCODING_UTF8, ENCODING_SJIS, buffer_string(out), out->size, &sjis, &bad);
    if (error != OK) {
        fprintf(stderr, "convert: line %u of the result cannot be written in Shift_JIS\n",
                line_of(buffer_string(out), bad));
        buffer_free(&sjis);
        return 2;
    }
    buffer_free(out);
    *out = sjis;
    return 0;
}

int tool_convert(int argc, char **argv)
{
    struct arguments arguments = {.to = RECORD_KIF};
    struct buffer bytes = buffer_empty(CONVERT_BYTES_MAX), out = buffer_empty(CONVERT_BYTES_MAX);
    int code = read_arguments(argc, argv, &arguments);
    if (code)
        return code;
    struct work *work = malloc(sizeof *work);
    if (!work) {
        fputs("convert: out of memory\n", stderr);
        return 1;
    }
    code = read_file(&arguments, &bytes);
    if (code == 0)
        code = decode(&arguments, &bytes);
    if (code == 0)
        code = convert_all(work, &arguments, &bytes, &out);
    if (code == 0)
        code = encode(&arguments, &out);
    if (code == 0 && (fwrite(buffer_string(&out), 1, out.size, stdout) != out.size || fflush(stdout) != 0)) {
        fprintf(stderr, "convert: %s\n", strerror(errno));
        code = 1;
    }
    buffer_free(&bytes);
    buffer_free(&out);
    free(work);
    return code;
}
