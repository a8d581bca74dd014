/*
 * Records of real games (tests/vectors/records) and of random ones, through every format and back; the same files
 * damaged; and every legal move of random positions, written and found again.
 */
#include "rules/move_text.h"
#include "rules/record_text.h"
#include "tests/records/same.h"
#include "tools/encoding.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <jansson.h>

enum { TEXT_BYTES = 1 << 18, FILE_BYTES = 1 << 18 };

struct room {
    struct record record;
    struct history_entry entries[RECORD_ENTRIES_MAX];
    struct record_ply plies[RECORD_ENTRIES_MAX];
    char text[TEXT_BYTES];
};

static struct room first, second;
static char written[FILE_BYTES];

static struct record *use(struct room *room)
{
    record_init(&room->record, room->entries, room->plies, RECORD_ENTRIES_MAX, room->text, sizeof room->text);
    return &room->record;
}

static char *read_file(const char *path, size_t *size)
{
    FILE *in = fopen(path, "rb");
    char *bytes = malloc(FILE_BYTES);
    assert_non_null(in);
    assert_non_null(bytes);
    *size = fread(bytes, 1, FILE_BYTES, in);
    assert_true(*size > 0 && *size < FILE_BYTES);
    fclose(in);
    return bytes;
}

#define FOLDER "tests/vectors/records/"
static const struct {
    const char *path;
    enum record_format format;
    unsigned records, plies; /* in all */
} files[] = {
    {FOLDER "shogi/jkf-2005_GPS_K-SHOGI.csa", RECORD_CSA, 1, 173},
    {FOLDER "shogi/jkf-2005_YAMADA_GPS.csa", RECORD_CSA, 1, 107},
    {FOLDER "shogi/jkf-8mai.csa", RECORD_CSA, 1, 25},
    {FOLDER "shogi/jkf-chudan.csa", RECORD_CSA, 1, 3},
    {FOLDER "shogi/jkf-example.csa", RECORD_CSA, 1, 2},
    {FOLDER "shogi/jkf-illegal_lose.csa", RECORD_CSA, 1, 2},
    {FOLDER "shogi/jkf-20091203.ki2", RECORD_KI2, 1, 172},
    {FOLDER "shogi/jkf-8mai.ki2u", RECORD_KI2, 1, 25},
    {FOLDER "shogi/shogihome-1.kif", RECORD_KIF, 1, 169},
    {FOLDER "shogi/shogihome-5.kif", RECORD_KIF, 1, 12},
    {FOLDER "shogi/lishogi-12-games.usi", RECORD_USI, 12, 0},
    {FOLDER "chu/historic-problems-40.sfen", RECORD_SFEN, 40, 0},
    {FOLDER "chu/lishogi-kif-dialect.kif", RECORD_KIF, 1, 129},
};
enum { FILE_COUNT = sizeof files / sizeof *files };

/* What a format keeps of a record. */
static unsigned kept(enum record_format format)
{
    switch (format) {
    case RECORD_KIF:
        return SAME_ALL;
    case RECORD_CSA:
        return SAME_ALL;
    case RECORD_KI2:
        return SAME_NAMES | SAME_ENDING | SAME_COMMENTS | SAME_HEADERS;
    default:
        return 0;
    }
}

static void expect_back(const struct record *record, enum record_format format, const char *text, size_t size,
                        const char *what)
{
    struct record_fault fault = {.line = 0};
    struct record_cursor cursor = {.offset = 0};
    /* a position alone does not say of which game it is, and few words do not tell */
    const struct game *game = format == RECORD_SFEN ? record->match.game : NULL;
    enum error error = record_read(use(&second), format, game, text, size, &cursor, &fault);
    if (error != OK)
        fail_msg("%s as %s: line %u: %s: %s\n%s", what, record_format_name(format), fault.line, fault.message,
                 fault.move, text);
    const char *difference = record_difference(record, &second.record, kept(format));
    if (difference)
        fail_msg("%s as %s and back differs: %s\n%s", what, record_format_name(format), difference, text);
}

static void expect_round_trips(const struct record *record, const char *what)
{
    for (unsigned format = 0; format < RECORD_FORMATS; format++) {
        size_t size;
        enum error error = record_write(record, (enum record_format)format, written, sizeof written, &size);
        if (error == ERR_UNKNOWN && format == RECORD_CSA && !record->match.game->words->csa)
            continue;
        assert_int_equal(error, OK);
        assert_int_equal(strlen(written), size);
        if (format != RECORD_SFEN && record->match.history.count)
            assert_int_equal(record_detect(written, size), format);
        expect_back(record, (enum record_format)format, written, size, what);
    }
}

static void every_file_goes_through_every_format_and_back(void **state)
{
    (void)state;
    for (unsigned i = 0; i < FILE_COUNT; i++) {
        size_t size;
        struct record_cursor cursor = {.offset = 0};
        char *text = read_file(files[i].path, &size);
        struct record_fault fault = {.line = 0};
        unsigned records = 0, plies = 0;
        enum error error;
        assert_int_equal(record_detect(text, size), files[i].format);
        while ((error = record_read(use(&first), files[i].format, NULL, text, size, &cursor, &fault)) == OK) {
            records++;
            plies += first.record.match.history.count;
            expect_round_trips(&first.record, files[i].path);
        }
        if (error != ERR_NOT_FOUND)
            fail_msg("%s: line %u: %s: %s", files[i].path, fault.line, fault.message, fault.move);
        assert_int_equal(records, files[i].records);
        if (files[i].plies)
            assert_int_equal(plies, files[i].plies);
        free(text);
    }
}

static void what_files_say_is_read(void **state)
{
    (void)state;
    size_t size;
    struct record_cursor cursor = {.offset = 0};
    char *text = read_file(FOLDER "shogi/jkf-8mai.csa", &size);
    struct record *record = use(&first);
    assert_int_equal(record_read(record, RECORD_CSA, NULL, text, size, &cursor, NULL), OK);
    free(text);
    assert_string_equal(record_text(record, record->names[GOTE]), "player");
    assert_int_equal(record->ending, ENDING_INTERRUPTED);
    assert_int_equal(record->ending_seconds, 39);
    assert_int_equal(record->plies[1].seconds, 3);
    assert_int_equal(record->match.start.head.side, GOTE);
    assert_int_equal(record_write(record, RECORD_KIF, written, sizeof written, &size), OK);
    assert_non_null(strstr(written, "手合割：八枚落ち\n"));
    assert_non_null(strstr(written, "下手：player\n上手：player\n"));
    assert_non_null(strstr(written, "   1 ７二金(61)   ( 0:03/00:00:03)\n"));
    assert_non_null(strstr(written, "  26 中断   ( 0:39/"));
    assert_non_null(strstr(written, "まで25手で中断\n"));
}

/* ---- chu games of lishogi: bare king and repetition are other rules there ---- */

static void games_of_lishogi_go_through_every_format(void **state)
{
    (void)state;
    FILE *in = fopen(FOLDER "chu/lishogi-10-games.ndjson", "rb");
    static char line[1 << 16];
    unsigned whole = 0, barred = 0;
    assert_non_null(in);
    while (fgets(line, sizeof line, in)) {
        json_t *game = json_loads(line, 0, NULL);
        assert_non_null(game);
        snprintf(written, sizeof written, "%s moves %s", json_string_value(json_object_get(game, "initial_sfen")),
                 json_string_value(json_object_get(game, "moves")));
        const char *id = json_string_value(json_object_get(game, "id"));
        struct record_fault fault = {.line = 0};
        struct record_cursor cursor = {.offset = 0};
        enum error error =
            record_read(use(&first), RECORD_USI, game_find("chu"), written, strlen(written), &cursor, &fault);
        if (error == OK) {
            whole++;
        } else {
            assert_string_equal(id, "OGH2sJc2"); /* its last move brings a position for the fourth time */
            assert_int_equal(error, ERR_ILLEGAL);
            assert_string_equal(fault.code, "fourth_occurrence");
            assert_string_equal(fault.move, "11f10e");
            assert_int_equal(fault.line, 1);
            barred++;
        }
        expect_round_trips(&first.record, id);
        json_decref(game);
    }
    fclose(in);
    assert_int_equal(whole, 9);
    assert_int_equal(barred, 1);
}

/* ---- damage ---- */

/* Reads a copy of exactly that size, so that a sanitizer sees a byte too far. */
static enum error read_exact(enum record_format format, const char *text, size_t size, struct record_fault *fault)
{
    char *exact = malloc(size ? size : 1);
    struct record_cursor cursor = {.offset = 0};
    enum error error;
    assert_non_null(exact);
    memcpy(exact, text, size);
    *fault = (struct record_fault){.line = 0};
    do
        error = record_read(use(&second), format, NULL, exact, size, &cursor, fault);
    while (error == OK);
    free(exact);
    return error == ERR_NOT_FOUND ? OK : error;
}

static unsigned count_lines(const char *text, size_t size)
{
    unsigned lines = 1;
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    return lines;
}

static void expect_fault(const struct record_fault *fault, const char *text, size_t size)
{
    assert_non_null(fault->code);
    assert_true(*fault->message);
    assert_true(fault->line >= 1 && fault->line <= count_lines(text, size));
}

static void files_cut_anywhere_say_line_and_reason(void **state)
{
    (void)state;
    for (unsigned i = 0; i < FILE_COUNT; i++) {
        size_t size;
        char *text = read_file(files[i].path, &size);
        struct record_fault fault;
        for (size_t cut = 0; cut < size; cut += 50)
            if (read_exact(files[i].format, text, cut, &fault) != OK)
                expect_fault(&fault, text, cut);
        free(text);
    }
}

static void wrong_bytes_are_told_with_their_line(void **state)
{
    (void)state;
    for (unsigned i = 0; i < FILE_COUNT; i++) {
        size_t size;
        char *text = read_file(files[i].path, &size);
        struct record_fault fault;
        for (size_t at = 0; at < size; at += 50) {
            char was = text[at];
            text[at] = (char)0xff;
            assert_int_not_equal(read_exact(files[i].format, text, size, &fault), OK);
            assert_string_equal(fault.code, "encoding");
            /* within a character of several bytes the character before is where it fails */
            assert_int_equal(fault.line, count_lines(text, at));
            text[at] = was;
        }
        free(text);
    }
}

/* Cuts, and a byte that is never text, at every 50th byte. */
static void expect_damage_told(enum record_format format, char *text, size_t size)
{
    struct record_fault fault;
    for (size_t at = 0; at < size; at += 50) {
        char was = text[at];
        if (read_exact(format, text, at, &fault) != OK)
            expect_fault(&fault, text, at);
        text[at] = (char)0xff;
        assert_int_not_equal(read_exact(format, text, size, &fault), OK);
        assert_string_equal(fault.code, "encoding");
        expect_fault(&fault, text, size);
        text[at] = was;
    }
}

static void files_written_in_every_format_and_damaged_say_line_and_reason(void **state)
{
    (void)state;
    for (unsigned i = 0; i < FILE_COUNT; i++) {
        size_t size;
        struct record_cursor cursor = {.offset = 0};
        char *text = read_file(files[i].path, &size);
        for (unsigned n = 0; n < 3 && record_read(use(&first), files[i].format, NULL, text, size, &cursor, NULL) == OK;
             n++)
            for (unsigned format = 0; format < RECORD_FORMATS; format++) {
                size_t length;
                if (record_write(&first.record, (enum record_format)format, written, sizeof written, &length) == OK)
                    expect_damage_told((enum record_format)format, written, length);
            }
        free(text);
    }
}

/* As the command does it: what the bytes are is found out, then it is read. */
static void files_in_shift_jis_cut_anywhere_say_line_and_reason(void **state)
{
    (void)state;
    for (unsigned i = 0; i < FILE_COUNT; i++) {
        size_t size, bad;
        char *text = read_file(files[i].path, &size);
        struct buffer sjis = buffer_empty(FILE_BYTES), utf8 = buffer_empty(FILE_BYTES);
        struct record_fault fault;
        assert_int_equal(encoding_convert(ENCODING_UTF8, ENCODING_SJIS, text, size, &sjis, &bad), OK);
        for (size_t cut = 50; cut < sjis.size; cut += 50) {
            enum encoding encoding = encoding_detect(sjis.bytes, cut);
            if (encoding_convert(encoding, ENCODING_UTF8, sjis.bytes, cut, &utf8, &bad) != OK)
                assert_true(bad < cut); /* cut inside a character */
            else if (read_exact(files[i].format, utf8.bytes, utf8.size, &fault) != OK)
                expect_fault(&fault, utf8.bytes, utf8.size);
        }
        buffer_free(&sjis);
        buffer_free(&utf8);
        free(text);
    }
}

static void lines_taken_out_never_make_another_game(void **state)
{
    (void)state;
    for (unsigned i = 0; i < FILE_COUNT; i++) {
        size_t size;
        char *text = read_file(files[i].path, &size), *changed = malloc(size);
        struct record_fault fault;
        assert_non_null(changed);
        for (char *line = text; line < text + size;) {
            char *end = memchr(line, '\n', (size_t)(text + size - line));
            end = end ? end + 1 : text + size;
            memcpy(changed, text, (size_t)(line - text));
            memcpy(changed + (line - text), end, (size_t)(text + size - end));
            size_t left = size - (size_t)(end - line);
            if (read_exact(files[i].format, changed, left, &fault) != OK)
                expect_fault(&fault, changed, left);
            line = end;
        }
        free(changed);
        free(text);
    }
}

/* A move that no position of the files allows, as their formats write it. */
static const char *impossible(enum record_format format, const char *line, char *out, size_t size)
{
    unsigned ply = (unsigned)strtoul(line, NULL, 10);
    bool large = strstr(line, "手目") != NULL;
    switch (format) {
    case RECORD_CSA:
        snprintf(out, size, "%c5115FU\n", *line);
        return out;
    case RECORD_KIF:
        snprintf(out, size, large ? "%u手目 1一奔王 （←12十二）\n" : "%4u ５五歩(11)\n", ply);
        return out;
    case RECORD_KI2:
        snprintf(out, size, "%.3s５五玉\n", line);
        return out;
    default:
        snprintf(out, size, "7g7f 5a5a\n");
        return out;
    }
}

static bool is_move_line(enum record_format format, const char *line)
{
    if (format == RECORD_CSA)
        return (*line == '+' || *line == '-') && line[1] >= '0' && line[1] <= '9';
    if (format == RECORD_KIF)
        return strtoul(line, NULL, 10) > 0 && !strstr(line, "歩目");
    return format != RECORD_KI2 || strncmp(line, "▲", 3) == 0 || strncmp(line, "△", 3) == 0;
}

static void an_impossible_move_in_any_line_of_a_file_is_told(void **state)
{
    (void)state;
    static char changed[FILE_BYTES], line[1 << 15], bad[128];
    unsigned tried = 0;
    for (unsigned i = 0; i < FILE_COUNT; i++) {
        size_t size;
        char *text = read_file(files[i].path, &size);
        unsigned number = 0;
        for (const char *at = text; at < text + size && files[i].format != RECORD_SFEN;) {
            const char *end = memchr(at, '\n', (size_t)(text + size - at));
            end = end ? end + 1 : text + size;
            number++;
            snprintf(line, sizeof line, "%.*s", (int)(end - at), at);
            if (is_move_line(files[i].format, line)) {
                struct record_fault fault = {.line = 0};
                impossible(files[i].format, line, bad, sizeof bad);
                size_t before = (size_t)(at - text), after = (size_t)(text + size - end);
                memcpy(changed, text, before);
                memcpy(changed + before, bad, strlen(bad));
                memcpy(changed + before + strlen(bad), end, after);
                if (read_exact(files[i].format, changed, before + strlen(bad) + after, &fault) == OK)
                    fail_msg("%s: line %u: read: %s", files[i].path, number, bad);
                if (fault.line != number || !*fault.move || !fault.code)
                    fail_msg("%s: line %u: told of line %u: %s", files[i].path, number, fault.line, fault.message);
                tried++;
            }
            at = end;
        }
        free(text);
    }
    assert_true(tried > 500);
}

static void impossible_moves_are_told_with_line_move_and_rule(void **state)
{
    static const struct {
        const char *game, *text;
        enum record_format format;
        unsigned line;
        const char *code, *move;
    } cases[] = {
        {"shogi", "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ７七角打\n", RECORD_KIF, 4,
         "no_such_piece_in_hand", "７七角打"},
        {"shogi", "手合割：平手\n   1 ７五歩(77)\n", RECORD_KIF, 2, "not_reachable", "７五歩(77)"},
        {"shogi", "手合割：平手\n   1 ７六銀(77)\n", RECORD_KIF, 2, "no_piece", "７六銀(77)"},
        {"shogi", "手合割：平手\n   1 ７六歩(77)\n   3 ３四歩(33)\n", RECORD_KIF, 3, "syntax", "３四歩(33)"},
        {"shogi", "手合割：平手\n   1 ７六歩(77) (0:xx)\n", RECORD_KIF, 2, "syntax", "(0:xx)"},
        {"shogi", "手合割：平手\n   1 投了\n   2 ３四歩(33)\n", RECORD_KIF, 3, "syntax", "３四歩(33)"},
        {"shogi", "手合割：百枚落ち\n   1 ７六歩(77)\n", RECORD_KIF, 1, "unknown", "百枚落ち"},
        {"shogi", "▲７六歩 △３四歩\n▲８八銀\n", RECORD_KI2, 2, "own_piece", "８八銀"},
        {"shogi", "▲７六歩 ▲３四歩\n", RECORD_KI2, 1, "wrong_turn", "３四歩"},
        {"shogi", "▲７六歩 △３四歩 ▲５八金\n", RECORD_KI2, 1, "ambiguous", "５八金"},
        {"shogi", "PI\n+\n+7776FU\n-3334FU\n+8854KA\n", RECORD_CSA, 5, "not_reachable", "+8854KA"},
        {"shogi", "PI\n+\n+7776KI\n", RECORD_CSA, 3, "no_piece", "+7776KI"},
        {"shogi", "PI\n+\n-7776FU\n", RECORD_CSA, 3, "wrong_turn", "-7776FU"},
        {"shogi", "P1-KY-XX\n", RECORD_CSA, 1, "bad_piece", "XX"},
        {"shogi", "PI11KE\n+\n", RECORD_CSA, 1, "bad_piece", "11KE"},
        {"shogi", "position startpos moves 7g7f 3c3d 8h3b\n", RECORD_USI, 1, "not_reachable", "8h3b"},
        {"shogi", "position startpos moves 7g7f 3c\n", RECORD_USI, 1, "syntax", "3c"},
        {"chu", "手合割：中将棋\n   1手目一歩目 7八獅子 （←7九）\n", RECORD_KIF, 2, "no_piece", NULL},
        {"chu", "手合割：中将棋\n   1手目一歩目 7九獅子 （←7十）\n", RECORD_KIF, 2, "syntax", NULL},
        {"hasami", "手合割：はさみ将棋\n   1 ５八歩(59)\n   2 ５九歩(51)\n", RECORD_KIF, 3, NULL, "５九歩(51)"},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct record_fault fault = {.line = 0};
        struct record_cursor cursor = {.offset = 0};
        enum error error = record_read(use(&first), cases[i].format, game_find(cases[i].game), cases[i].text,
                                       strlen(cases[i].text), &cursor, &fault);
        if (error == OK)
            fail_msg("read: %s", cases[i].text);
        if (fault.line != cases[i].line || (cases[i].code && strcmp(fault.code, cases[i].code) != 0) ||
            (cases[i].move && strcmp(fault.move, cases[i].move) != 0))
            fail_msg("%sline %u, %s: %s: %s", cases[i].text, fault.line, fault.code, fault.message, fault.move);
    }
}

/* ---- random games ---- */

static uint64_t next_random(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

/* Every legal move is written differently, and what is written in Japanese is found again. */
static void expect_unmistakable(struct record *record, const struct move_list *legal)
{
    static char japanese[MOVE_LIST_MAX][MOVE_TEXT_MAX], western[MOVE_LIST_MAX][MOVE_TEXT_MAX];
    const struct match *match = &record->match;
    for (unsigned i = 0; i < legal->count; i++) {
        struct record_fault fault = {.line = 0};
        move_t found = MOVE_NONE;
        char usi[USI_MAX];
        usi_format(match->game, legal->moves[i], usi);
        move_text(match->game, &match->now.head, legal, legal->moves[i], SQUARE_NONE, MOVE_JAPANESE, japanese[i]);
        move_text(match->game, &match->now.head, legal, legal->moves[i], SQUARE_NONE, MOVE_WESTERN, western[i]);
        struct slice slice = {japanese[i], japanese[i] + strlen(japanese[i])};
        if (record_find_move(record, slice, 1, &fault, &found) != OK || found != legal->moves[i])
            fail_msg("%s is written %s and not found again: %s", usi, japanese[i], fault.message);
        for (unsigned j = 0; j < i; j++)
            if (strcmp(japanese[i], japanese[j]) == 0 || strcmp(western[i], western[j]) == 0)
                fail_msg("two moves are written %s or %s", japanese[i], western[i]);
    }
}

static void play_random(const struct game *game, const char *sfen, uint64_t seed, unsigned plies)
{
    static struct move_list legal;
    struct record *record = use(&first);
    struct fault start_fault;
    assert_int_equal(record_start(record, game, NULL, sfen, &start_fault), OK);
    for (unsigned ply = 0; ply < plies && record->match.verdict.reason == REASON_NONE; ply++) {
        match_moves(&record->match, &legal);
        if (ply % 7 == 3)
            expect_unmistakable(record, &legal);
        move_t move = legal.moves[next_random(&seed) % legal.count];
        assert_int_equal(record_play(record, move, 1, (struct slice){NULL, NULL}, NULL), OK);
        record->plies[record->match.history.count].seconds = (int32_t)(next_random(&seed) % 4000);
    }
    record_close(record);
    expect_round_trips(record, game->name);
}

static void random_games_of_every_game_go_through_every_format(void **state)
{
    (void)state;
    for (unsigned i = 0; i < game_list_count; i++)
        for (unsigned n = 1; n <= 12; n++)
            play_random(game_list[i], NULL, 0x9e3779b97f4a7c15u * n + i, 300);
}

static void crowds_of_one_piece_are_told_apart(void **state)
{
    (void)state;
    play_random(game_find("shogi"), "4k4/9/9/2+P+P+P4/2+P1+P4/2+P+P+P4/9/9/4K4 b 4G4S 1", 1, 60);
    play_random(game_find("shogi"), "k8/9/3G1G3/3S1S3/2GSGS3/9/9/4+B4/4K3+B b 2R2r 1", 2, 60);
    play_random(game_find("shogi"), "4k4/9/1+R5+R1/9/9/9/9/9/4K4 b 2B 1", 3, 60);
    play_random(game_find("annan"), "4k4/9/2NGN4/2SGS4/2PPP4/9/9/9/4K4 b RB 1", 4, 60);
    play_random(game_find("chu"), "5k6/12/2N2N6/3pp7/2N1pN6/12/3+H+H7/4+D+D6/3+O8/12/12/5K6 b - 1", 5, 60);
    play_random(game_find("chu"), "5k6/12/2Q2+X6/12/2R2+G6/3V+S7/3M+C7/2B2+F6/12/12/12/5K6 b - 1", 6, 60);
}

/* ---- what formats have of their own ---- */

static enum error read_text(enum record_format format, const char *text, struct record_fault *fault)
{
    struct record_cursor cursor = {.offset = 0};
    return record_read(use(&first), format, NULL, text, strlen(text), &cursor, fault);
}

static void variations_are_kept_as_text(void **state)
{
    (void)state;
    static const char text[] = "手合割：平手\n先手：甲\n後手：乙\n手数----指手---------消費時間--\n*はじめに\n"
                               "   1 ７六歩(77)+\n*一\n*二\n   2 ３四歩(33)\n   3 投了\nまで2手で後手の勝ち\n\n"
                               "変化：2手\n   2 ８四歩(83)\n\n変化：1手\n   1 ２六歩(27)\n";
    struct record_fault fault;
    assert_int_equal(read_text(RECORD_KIF, text, &fault), OK);
    assert_int_equal(first.record.match.history.count, 2);
    assert_int_equal(first.record.branches, 2);
    assert_int_equal(first.record.ending, ENDING_RESIGNATION);
    assert_int_equal(first.record.winner, GOTE);
    assert_string_equal(record_text(&first.record, first.record.plies[0].comment), "はじめに");
    assert_string_equal(record_text(&first.record, first.record.plies[1].comment), "一\n二");
    assert_int_equal(record_write(&first.record, RECORD_KIF, written, sizeof written, NULL), OK);
    assert_non_null(strstr(written, "変化：2手\n   2 ８四歩(83)\n"));
    expect_round_trips(&first.record, "variations");
}

static void every_ending_comes_back(void **state)
{
    (void)state;
    static const enum record_format formats[] = {RECORD_KIF, RECORD_CSA, RECORD_KI2};
    for (unsigned ending = ENDING_RULES + 1; ending <= ENDING_NO_MATE; ending++) {
        struct fault fault;
        assert_int_equal(record_start(use(&first), game_find("shogi"), NULL, NULL, &fault), OK);
        assert_int_equal(record_play(&first.record, move_board(60, 59), 1, (struct slice){NULL, NULL}, NULL), OK);
        record_end(&first.record, (enum ending)ending);
        for (unsigned i = 0; i < 3; i++) {
            size_t size;
            if (formats[i] == RECORD_CSA && ending == ENDING_FORFEIT)
                continue; /* CSA has no word for it */
            assert_int_equal(record_write(&first.record, formats[i], written, sizeof written, &size), OK);
            expect_back(&first.record, formats[i], written, size, ending_name((enum ending)ending));
        }
    }
}

static void local_rules_travel_in_kif_and_usi(void **state)
{
    (void)state;
    struct record_fault fault;
    assert_int_equal(read_text(RECORD_KIF, "手合割：中将棋\nルール：lion_trade=off\n   1 7八歩兵 （←7九）\n", &fault),
                     OK);
    assert_int_equal(ruleset_value(first.record.match.game, &first.record.match.start.head.rules, "lion_trade"), 2);
    for (unsigned i = 0; i < 2; i++) {
        size_t size;
        enum record_format format = i ? RECORD_USI : RECORD_KIF;
        assert_int_equal(record_write(&first.record, format, written, sizeof written, &size), OK);
        expect_back(&first.record, format, written, size, "rules");
    }
    assert_int_equal(read_text(RECORD_KIF, "手合割：中将棋\nルール：lion_trade=maybe\n", &fault), ERR_SYNTAX);
    assert_int_equal(fault.line, 2);
}

static void handicaps_of_kif_and_csa_are_positions(void **state)
{
    (void)state;
    struct record_fault fault;
    char sfen[SFEN_MAX];
    assert_int_equal(read_text(RECORD_KIF, "手合割：飛香落ち\n   1 ３四歩(33)\n", &fault), OK);
    sfen_format(first.record.match.game, &first.record.match.start.head, sfen);
    assert_string_equal(sfen, "lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
    assert_int_equal(read_text(RECORD_CSA, "PI82HI11KY\n-\n-3334FU\n", &fault), OK);
    sfen_format(first.record.match.game, &first.record.match.start.head, sfen);
    assert_string_equal(sfen, "lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
    assert_int_equal(read_text(RECORD_CSA, "P-51OU\nP+59OU00KI00KI\nP-00AL\n+\n+0052KI\n", &fault), OK);
    sfen_format(first.record.match.game, &first.record.match.start.head, sfen);
    assert_string_equal(sfen, "4k4/9/9/9/9/9/9/9/4K4 b 2G2r2b2g4s4n4l18p 1");
}

static void shift_jis_is_told_from_utf8(void **state)
{
    (void)state;
    size_t size, bad;
    struct record_cursor cursor = {.offset = 0};
    char *text = read_file(FOLDER "shogi/shogihome-1.kif", &size);
    struct buffer sjis = buffer_empty(FILE_BYTES), utf8 = buffer_empty(FILE_BYTES);
    assert_int_equal(encoding_detect(text, size), ENCODING_UTF8);
    assert_int_equal(encoding_convert(ENCODING_UTF8, ENCODING_SJIS, text, size, &sjis, &bad), OK);
    assert_int_equal(encoding_detect(sjis.bytes, sjis.size), ENCODING_SJIS);
    assert_int_equal(encoding_convert(ENCODING_SJIS, ENCODING_UTF8, sjis.bytes, sjis.size, &utf8, &bad), OK);
    assert_int_equal(utf8.size, size);
    assert_memory_equal(utf8.bytes, text, size);
    for (size_t cut = 100; cut < size; cut += 50)
        assert_int_equal(encoding_detect(text, cut), ENCODING_UTF8);
    /* read as UTF-8 it says where it stops being that */
    struct record_fault fault = {.line = 0};
    assert_int_equal(record_read(use(&first), RECORD_KIF, NULL, sjis.bytes, sjis.size, &cursor, &fault), ERR_SYNTAX);
    assert_string_equal(fault.code, "encoding");
    assert_int_equal(fault.line, 1);
    buffer_free(&sjis);
    buffer_free(&utf8);
    free(text);
}

static void a_record_too_large_for_its_room_says_so(void **state)
{
    (void)state;
    struct history_entry entries[3];
    struct record_ply plies[3];
    struct record record;
    struct record_fault fault = {.line = 0};
    char text[8];
    struct record_cursor cursor = {.offset = 0};
    static const char usi[] = "7g7f 3c3d 2g2f";
    static const char kif[] = "先手：長い名前\n手合割：平手\n   1 ７六歩(77)\n";
    record_init(&record, entries, plies, 3, text, sizeof text);
    assert_int_equal(record_read(&record, RECORD_USI, NULL, usi, strlen(usi), &cursor, &fault), ERR_TOO_LONG);
    assert_string_equal(fault.move, "2g2f");
    cursor = (struct record_cursor){.offset = 0};
    assert_int_equal(record_read(&record, RECORD_KIF, NULL, kif, strlen(kif), &cursor, &fault), OK);
    assert_true(record.room_used_up);
    assert_string_equal(record_text(&record, record.names[SENTE]), "");
    char small[40];
    assert_int_equal(record_write(&record, RECORD_KIF, small, sizeof small, NULL), ERR_TOO_LONG);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_file_goes_through_every_format_and_back),
        cmocka_unit_test(what_files_say_is_read),
        cmocka_unit_test(games_of_lishogi_go_through_every_format),
        cmocka_unit_test(files_cut_anywhere_say_line_and_reason),
        cmocka_unit_test(wrong_bytes_are_told_with_their_line),
        cmocka_unit_test(files_written_in_every_format_and_damaged_say_line_and_reason),
        cmocka_unit_test(files_in_shift_jis_cut_anywhere_say_line_and_reason),
        cmocka_unit_test(lines_taken_out_never_make_another_game),
        cmocka_unit_test(an_impossible_move_in_any_line_of_a_file_is_told),
        cmocka_unit_test(impossible_moves_are_told_with_line_move_and_rule),
        cmocka_unit_test(random_games_of_every_game_go_through_every_format),
        cmocka_unit_test(crowds_of_one_piece_are_told_apart),
        cmocka_unit_test(variations_are_kept_as_text),
        cmocka_unit_test(every_ending_comes_back),
        cmocka_unit_test(local_rules_travel_in_kif_and_usi),
        cmocka_unit_test(handicaps_of_kif_and_csa_are_positions),
        cmocka_unit_test(shift_jis_is_told_from_utf8),
        cmocka_unit_test(a_record_too_large_for_its_room_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
