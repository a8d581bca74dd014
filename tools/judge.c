/*
 * A line is judged in the order in which it is read here: JSON, keys and types, game, rules, position, moves one by
 * one, probe. The first thing that is wrong ends it with an error that says where. Nothing is written before all of the
 * line was judged, so an answer is either whole or an error; what the trace needs is kept meanwhile.
 */
#include "tools/judge.h"
#include "rules/match.h"
#include "rules/notation.h"
#include "tools/tools.h"

#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct trace {
    unsigned legal_count;
    uint32_t legal_crc32;
    bool check;
};

struct judge {
    struct match match;
    struct history_entry entries[MATCH_PLIES_MAX + 1];
    struct trace trace[MATCH_PLIES_MAX];
    struct move_list list;
    char legal[MOVE_LIST_MAX][USI_MAX]; /* spelled, in ASCII order */
    uint32_t crc_table[256];

    /* the first error of the line */
    char at[RULES_TEXT_MAX];
    const char *code;
    char message[256];
};

/* What a line asks, borrowed from its JSON. */
struct question {
    const char *game, *sfen, *probe;
    json_t *rules, *moves;
    bool legal, trace;
};

struct judge *judge_new(void)
{
    struct judge *judge = calloc(1, sizeof *judge);
    if (!judge)
        return NULL;
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t crc = i;
        for (unsigned bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
        judge->crc_table[i] = crc;
    }
    return judge;
}

void judge_free(struct judge *judge)
{
    free(judge);
}

/* Notes an error; false, for the caller to pass on. */
__attribute__((format(printf, 4, 5))) static bool wrong(struct judge *judge, const char *at, const char *code,
                                                        const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    snprintf(judge->at, sizeof judge->at, "%s", at);
    judge->code = code;
    vsnprintf(judge->message, sizeof judge->message, format, arguments);
    va_end(arguments);
    return false;
}

/* Strangers' text inside a message: what is not printable ASCII becomes '?', so a cut one stays valid JSON. */
static void write_string(FILE *out, const char *text)
{
    putc('"', out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            putc('\\', out);
        putc(*text >= ' ' && *text <= '~' ? *text : '?', out);
    }
    putc('"', out);
}

static bool read_text(struct judge *judge, const char *key, json_t *value, const char **text)
{
    *text = json_string_value(value);
    return *text || wrong(judge, key, "syntax", "'%s' is a string", key);
}

static bool read_flag(struct judge *judge, const char *key, json_t *value, bool *flag)
{
    *flag = json_is_true(value);
    return json_is_boolean(value) || wrong(judge, "line", "syntax", "'%s' is true or false", key);
}

static bool read_key(struct judge *judge, struct question *question, const char *key, json_t *value)
{
    if (strcmp(key, "game") == 0)
        return read_text(judge, key, value, &question->game);
    if (strcmp(key, "sfen") == 0)
        return json_is_null(value) || read_text(judge, key, value, &question->sfen);
    if (strcmp(key, "probe") == 0)
        return read_text(judge, key, value, &question->probe);
    if (strcmp(key, "legal") == 0)
        return read_flag(judge, key, value, &question->legal);
    if (strcmp(key, "trace") == 0)
        return read_flag(judge, key, value, &question->trace);
    if (strcmp(key, "rules") == 0) {
        question->rules = value;
        return json_is_object(value) || wrong(judge, "line", "syntax", "'rules' is an object");
    }
    if (strcmp(key, "moves") == 0) {
        question->moves = value;
        return json_is_array(value) || json_is_string(value) ||
               wrong(judge, "line", "syntax", "'moves' is an array of strings or one string");
    }
    return wrong(judge, "line", "unknown", "no such key: %s", key);
}

static bool read_question(struct judge *judge, json_t *line, struct question *question)
{
    const char *key;
    json_t *value;
    if (!json_is_object(line))
        return wrong(judge, "line", "syntax", "a line is a JSON object");
    json_object_foreach(line, key, value)
    {
        if (!read_key(judge, question, key, value))
            return false;
    }
    return question->game || wrong(judge, "game", "syntax", "'game' is missing");
}

static bool read_rules(struct judge *judge, const struct game *game, json_t *rules, struct ruleset *set)
{
    const char *name;
    json_t *value;
    json_object_foreach(rules, name, value)
    {
        char at[RULES_TEXT_MAX], number[32];
        const char *text = json_string_value(value);
        snprintf(at, sizeof at, "rules.%s", name);
        if (json_is_integer(value)) {
            snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
            text = number;
        }
        if (!text)
            return wrong(judge, at, "syntax", "a value is a string or an integer");
        enum error error = ruleset_set(game, set, name, text);
        if (error == ERR_UNKNOWN)
            return wrong(judge, at, "unknown", "%s has no such rule", game->name);
        if (error != OK)
            return wrong(judge, at, "range", "no value of this rule: %s", text);
    }
    return true;
}

static int compare_spellings(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Lists the legal moves where the match stands, spelled and in order. */
static void list_legal(struct judge *judge)
{
    match_moves(&judge->match, &judge->list);
    for (unsigned i = 0; i < judge->list.count; i++)
        usi_format(judge->match.game, judge->list.moves[i], judge->legal[i]);
    qsort(judge->legal, judge->list.count, sizeof *judge->legal, compare_spellings);
}

static uint32_t crc_add(const struct judge *judge, uint32_t crc, const char *text)
{
    for (; *text; text++)
        crc = crc >> 8 ^ judge->crc_table[(crc ^ (unsigned char)*text) & 255];
    return crc;
}

static void note_trace(struct judge *judge, struct trace *trace)
{
    list_legal(judge);
    uint32_t crc = 0xffffffffu;
    for (unsigned i = 0; i < judge->list.count; i++) {
        if (i)
            crc = crc_add(judge, crc, " ");
        crc = crc_add(judge, crc, judge->legal[i]);
    }
    trace->legal_count = judge->list.count;
    trace->legal_crc32 = ~crc;
    trace->check = judge->entries[judge->match.history.count].check;
}

static bool play(struct judge *judge, const char *usi, unsigned index, bool trace)
{
    struct fault fault;
    if (trace && index < MATCH_PLIES_MAX)
        note_trace(judge, &judge->trace[index]);
    if (match_play_usi(&judge->match, usi, NULL, &fault) == OK)
        return true;
    char at[32];
    snprintf(at, sizeof at, "moves[%u]", index);
    return wrong(judge, at, fault.code, "%s", fault.message);
}

/* Plays the moves of one string, separated by spaces. */
static bool play_words(struct judge *judge, const char *text, bool trace)
{
    for (unsigned i = 0; *(text += strspn(text, " ")); i++) {
        char word[64];
        size_t length = strcspn(text, " ");
        /* a word that is too long stays too long to be a move when it is cut */
        snprintf(word, sizeof word, "%.*s", length < sizeof word ? (int)length : (int)sizeof word - 1, text);
        if (!play(judge, word, i, trace))
            return false;
        text += length;
    }
    return true;
}

static bool play_moves(struct judge *judge, json_t *moves, bool trace)
{
    size_t i;
    json_t *move;
    if (json_is_string(moves))
        return play_words(judge, json_string_value(moves), trace);
    json_array_foreach(moves, i, move)
    {
        char at[32];
        snprintf(at, sizeof at, "moves[%zu]", i);
        if (!json_is_string(move))
            return wrong(judge, at, "syntax", "a move is a string");
        if (!play(judge, json_string_value(move), (unsigned)i, trace))
            return false;
    }
    return true;
}

static void write_trace(const struct judge *judge, FILE *out)
{
    unsigned count = judge->match.history.count;
    fputs(",\"trace_legal_count\":[", out);
    for (unsigned i = 0; i < count; i++)
        fprintf(out, "%s%u", i ? "," : "", judge->trace[i].legal_count);
    fputs("],\"trace_legal_crc32\":[", out);
    for (unsigned i = 0; i < count; i++)
        fprintf(out, "%s\"%08x\"", i ? "," : "", judge->trace[i].legal_crc32);
    fputs("],\"trace_check\":[", out);
    for (unsigned i = 0; i < count; i++)
        fprintf(out, "%s%d", i ? "," : "", judge->trace[i].check);
    fputs("]", out);
}

static void write_legal(const struct judge *judge, FILE *out)
{
    fputs(",\"legal\":[", out);
    for (unsigned i = 0; i < judge->list.count; i++)
        fprintf(out, "%s\"%s\"", i ? "," : "", judge->legal[i]);
    fputs("]", out);
}

static void write_answer(struct judge *judge, const struct question *question, const struct explanation *probe,
                         FILE *out)
{
    const struct match *match = &judge->match;
    char sfen[SFEN_MAX];
    sfen_format(match->game, &match->now.head, sfen);
    list_legal(judge);
    fprintf(out, "{\"sfen\":\"%s\",\"legal_count\":%u,\"check\":%s,\"result\":", sfen, judge->list.count,
            judge->entries[match->history.count].check ? "true" : "false");
    if (match->verdict.reason == REASON_NONE)
        fputs("null", out);
    else
        fprintf(out, "{\"winner\":\"%s\",\"reason\":\"%s\"}", winner_name(match->verdict.winner),
                reason_name(match->verdict.reason));
    if (question->legal)
        write_legal(judge, out);
    if (question->probe && probe->rule)
        fprintf(out, ",\"probe\":{\"legal\":false,\"rule\":\"%s\"}", probe->rule);
    else if (question->probe)
        fputs(",\"probe\":{\"legal\":true,\"rule\":null}", out);
    if (question->trace)
        write_trace(judge, out);
    fputs("}\n", out);
}

static bool answer(struct judge *judge, json_t *line, FILE *out)
{
    struct question question = {.game = NULL};
    struct ruleset rules = {0};
    struct fault fault;
    struct explanation probe = {.rule = NULL};
    if (!read_question(judge, line, &question))
        return false;
    const struct game *game = game_find(question.game);
    if (!game)
        return wrong(judge, "game", "unknown", "no such game: %s", question.game);
    if (!read_rules(judge, game, question.rules, &rules))
        return false;
    if (match_start(&judge->match, game, &rules, question.sfen, judge->entries, MATCH_PLIES_MAX + 1, &fault) != OK)
        return wrong(judge, "sfen", fault.code, "%s, at byte %u", fault.message, fault.offset);
    if (question.moves && !play_moves(judge, question.moves, question.trace))
        return false;
    if (question.probe) {
        move_t move;
        if (usi_parse(game, question.probe, &move, &fault) != OK)
            return wrong(judge, "probe", fault.code, "%s", fault.message);
        (void)match_legal(&judge->match, move, &probe);
    }
    write_answer(judge, &question, &probe, out);
    return true;
}

static void write_error(const struct judge *judge, FILE *out)
{
    fputs("{\"error\":{\"at\":", out);
    write_string(out, judge->at);
    fputs(",\"code\":", out);
    write_string(out, judge->code);
    fputs(",\"message\":", out);
    write_string(out, judge->message);
    fputs("}}\n", out);
}

void judge_line(struct judge *judge, const char *line, size_t length, FILE *out)
{
    json_error_t error;
    json_t *root = NULL;
    bool answered;
    if (length > JUDGE_LINE_MAX) {
        answered = wrong(judge, "line", "too_long", "a line has at most %d bytes", JUDGE_LINE_MAX);
    } else if (!(root = json_loadb(line, length, JSON_REJECT_DUPLICATES, &error))) {
        answered = wrong(judge, "line", "syntax", "%s, at byte %d", error.text, error.position);
    } else {
        answered = answer(judge, root, out);
    }
    if (!answered)
        write_error(judge, out);
    json_decref(root);
}

/* Reads a line into `buffer` of JUDGE_LINE_MAX + 1 bytes; of a longer one, all is read but only that much kept. False
 * at the end of the input. */
static bool read_line(FILE *in, char *buffer, size_t *length)
{
    int c = EOF;
    size_t count = 0;
    while ((c = getc_unlocked(in)) != EOF && c != '\n') {
        if (count <= JUDGE_LINE_MAX)
            buffer[count++] = (char)c;
    }
    *length = count;
    return c != EOF || count > 0;
}

int tool_judge(int argc, char **argv)
{
    if (argc > 1) {
        fprintf(stderr,
                "judge: takes no argument: %s\nIt reads JSON lines from its standard input; see tools/judge.h.\n",
                argv[1]);
        return 2;
    }
    struct judge *judge = judge_new();
    char *buffer = malloc(JUDGE_LINE_MAX + 1);
    size_t length;
    int code = 1;
    if (!judge || !buffer) {
        fputs("judge: out of memory\n", stderr);
        goto out;
    }
    while (read_line(stdin, buffer, &length)) {
        judge_line(judge, buffer, length, stdout);
        if (fflush(stdout) != 0)
            break;
    }
    if (ferror(stdin) || ferror(stdout))
        fprintf(stderr, "judge: %s\n", strerror(errno));
    else
        code = 0;
out:
    free(buffer);
    judge_free(judge);
    return code;
}
