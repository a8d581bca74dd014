/* What all formats share: the record itself, its texts, its ending, and which writer a format has. */
#include "rules/notation.h"
#include "rules/record_text.h"

#include <string.h>

static const char *const format_names[RECORD_FORMATS] = {
    [RECORD_KIF] = "kif", [RECORD_KI2] = "ki2", [RECORD_CSA] = "csa", [RECORD_USI] = "usi", [RECORD_SFEN] = "sfen",
};

static const struct {
    const char *name, *kif, *csa;
    char winner;
} endings[] = {[ENDING_OPEN] = {"open", NULL, NULL, '-'},
               [ENDING_RULES] = {"rules", NULL, NULL, '-'},
#define X(code, name, kif, csa, winner) [code] = {name, kif, csa, winner},
               ENDING_LIST(X)
#undef X
};

const char *record_format_name(enum record_format format)
{
    return format_names[format];
}

bool record_format_named(const char *name, enum record_format *format)
{
    for (unsigned i = 0; i < RECORD_FORMATS; i++) {
        if (strcmp(name, format_names[i]) == 0) {
            *format = (enum record_format)i;
            return true;
        }
    }
    return false;
}

const char *ending_name(enum ending ending)
{
    return endings[ending].name;
}

const char *ending_kif(enum ending ending)
{
    return endings[ending].kif;
}

const char *ending_csa(enum ending ending)
{
    return endings[ending].csa;
}

void record_init(struct record *record, struct history_entry *entries, struct record_ply *plies, unsigned capacity,
                 char *text, uint32_t size)
{
    memset(record, 0, sizeof *record);
    record->match.history.entries = entries;
    record->plies = plies;
    record->capacity = capacity;
    record->text = text;
    record->text_size = size;
    text[0] = '\0';
}

void record_clear(struct record *record)
{
    struct record room = *record;
    record_init(record, room.match.history.entries, room.plies, room.capacity, room.text, room.text_size);
    record->text_used = 1; /* offset 0 is "" */
    record->winner = NOBODY;
    record->ending_seconds = -1;
    record->plies[0] = (struct record_ply){.seconds = -1};
}

/* The match of a record whose names, headers and comments may be there already. */
static enum error begin(struct record *record, const struct game *game, const struct ruleset *rules, const char *sfen,
                        struct fault *fault)
{
    return match_start(&record->match, game, rules, sfen, record->match.history.entries, record->capacity, fault);
}

enum error record_start(struct record *record, const struct game *game, const struct ruleset *rules, const char *sfen,
                        struct fault *fault)
{
    record_clear(record);
    return begin(record, game, rules, sfen, fault);
}

enum error record_begin(struct record *record, const struct record_source *source, const struct ruleset *rules,
                        const char *sfen)
{
    struct fault fault;
    enum error error = begin(record, source->game, rules, sfen, &fault);
    if (error != OK)
        return record_wrong(source->fault, error, source->line, fault.code, fault.message, (struct slice){NULL, NULL});
    return OK;
}

enum error record_wrong(struct record_fault *fault, enum error error, unsigned line, const char *code,
                        const char *message, struct slice move)
{
    if (!fault)
        return error;
    fault->line = line;
    fault->code = code;
    struct text text = text_into(fault->move, sizeof fault->move);
    move = slice_trim(move);
    /* a move that is cut must not be cut inside a character */
    if (slice_size(move) >= sizeof fault->move) {
        move.end = move.at + sizeof fault->move - 1;
        while (!slice_empty(move) && (*move.end & 0xc0) == 0x80)
            move.end--;
    }
    text_slice(&text, move);
    text = text_into(fault->message, sizeof fault->message);
    text_string(&text, message);
    return error;
}

uint32_t record_keep(struct record *record, struct slice text)
{
    if (slice_empty(text))
        return 0;
    if (slice_size(text) >= record->text_size - record->text_used) {
        record->room_used_up = true;
        return 0;
    }
    uint32_t offset = record->text_last = record->text_used;
    memcpy(record->text + offset, text.at, slice_size(text));
    record->text_used += (uint32_t)slice_size(text) + 1;
    record->text[record->text_used - 1] = '\0';
    return offset;
}

void record_comment(struct record *record, struct slice line)
{
    struct record_ply *ply = &record->plies[record->match.history.count];
    if (!ply->comment) {
        ply->comment = record_keep(record, line); /* an empty text is none */
        return;
    }
    /* its length is not asked for when it is the last text: a long comment would cost the square of its lines */
    bool last = record->text_last == ply->comment;
    size_t old = last ? record->text_used - ply->comment - 1 : strlen(record->text + ply->comment);
    size_t need = slice_size(line) + 1 + (last ? 0 : old + 1);
    if (need >= record->text_size - record->text_used) {
        record->room_used_up = true;
        return;
    }
    if (!last) { /* something was kept after it: it moves to the end */
        memcpy(record->text + record->text_used, record->text + ply->comment, old + 1);
        ply->comment = record->text_last = record->text_used;
        record->text_used += (uint32_t)old + 1;
    }
    char *at = record->text + record->text_used - 1;
    *at++ = '\n';
    if (!slice_empty(line))
        memcpy(at, line.at, slice_size(line));
    at[slice_size(line)] = '\0';
    record->text_used += (uint32_t)slice_size(line) + 1;
}

bool record_add_header(struct record *record, struct slice key, struct slice value)
{
    if (record->header_count == RECORD_HEADERS_MAX)
        return false;
    uint32_t offset = record_keep(record, key);
    if (offset) /* else there is no room for it */
        record->headers[record->header_count++] =
            (struct record_header){.key = offset, .value = record_keep(record, value)};
    return true;
}

enum error record_play(struct record *record, move_t move, unsigned line, struct slice written,
                       struct record_fault *fault)
{
    struct explanation why = {.rule = NULL};
    char message[FAULT_MESSAGE_MAX];
    struct text text = text_into(message, sizeof message);
    enum error error = match_play(&record->match, move, &why);
    switch (error) {
    case OK:
        record->plies[record->match.history.count] = (struct record_ply){.seconds = -1};
        return OK;
    case ERR_ILLEGAL:
        text_string(&text, "the rules forbid this move: ");
        text_string(&text, why.rule);
        return record_wrong(fault, error, line, why.rule, message, written);
    case ERR_GAME_OVER:
        text_string(&text, "a move after the end of the game: ");
        text_string(&text, reason_name(record->match.verdict.reason));
        return record_wrong(fault, error, line, why.rule, message, written);
    default:
        return record_wrong(fault, error, line, error_code(error), "the game has more plies than there is room for",
                            written);
    }
}

enum side ending_winner(enum ending ending, enum side mover)
{
    return endings[ending].winner == 'o' ? side_other(mover) : endings[ending].winner == 'm' ? mover : NOBODY;
}

void record_end(struct record *record, enum ending ending)
{
    record->ending = ending;
    record->winner = ending_winner(ending, (enum side)record->match.now.head.side);
}

void record_close(struct record *record)
{
    const struct verdict *verdict = &record->match.verdict;
    if (record->ending != ENDING_OPEN || verdict->reason == REASON_NONE)
        return;
    record_end(record, verdict->reason == REASON_CHECKMATE    ? ENDING_MATE
                       : verdict->reason == REASON_REPETITION ? ENDING_REPETITION
                                                              : ENDING_RULES);
    record->winner = verdict->winner;
}

enum error record_write(const struct record *record, enum record_format format, char *out, size_t size, size_t *length)
{
    const struct record_words *words = record->match.game->words;
    struct text text = text_into(out, size);
    if (format != RECORD_USI && format != RECORD_SFEN && (!words || (format == RECORD_CSA && !words->csa)))
        return ERR_UNKNOWN;
    switch (format) {
    case RECORD_KIF:
    case RECORD_KI2:
        record_write_kif(record, format == RECORD_KI2, &text);
        break;
    case RECORD_CSA:
        record_write_csa(record, &text);
        break;
    default:
        record_write_usi(record, format == RECORD_SFEN, &text);
    }
    if (length)
        *length = (size_t)(text.at - out);
    return text.cut ? ERR_TOO_LONG : OK;
}

static bool begins_with_any(struct slice line, const char *const *marks)
{
    for (; *marks; marks++)
        if (slice_begins(line, *marks))
            return true;
    return false;
}

/* Ranks parted by '/', of letters, digits and '+'. */
static bool is_board(struct slice word)
{
    unsigned slashes = 0;
    for (; !slice_empty(word); word.at++) {
        char c = *word.at;
        slashes += c == '/';
        if (c != '/' && c != '+' && !(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z'))
            return false;
    }
    return slashes > 1;
}

/* "7g7f", "10c9d", "P*5e": as much of it as tells. */
static bool is_usi_move(struct slice word)
{
    unsigned file;
    if (slice_size(word) > 1 && word.at[1] == '*')
        return true;
    return slice_number(&word, FILES_MAX, &file) && !slice_empty(word) && *word.at >= 'a' && *word.at < 'a' + RANKS_MAX;
}

enum record_format record_detect(const char *text, size_t size)
{
    static const char *const csa[] = {"V1", "V2", "V3", "N+", "N-", "P1", "PI", "'", "$", "+", "-", "%", NULL};
    static const char *const ki2[] = {"▲", "△", "▽", "☗", "☖", "▼", NULL};
    struct slice rest = {text, text + size}, line;
    while (slice_line(&rest, &line)) {
        line = slice_trim(line);
        if (slice_empty(line) || slice_begins(line, "#") || slice_begins(line, "*") || slice_begins(line, "&"))
            continue;
        if (begins_with_any(line, ki2))
            return RECORD_KI2;
        if (slice_begins(line, "position ") || slice_begins(line, "setoption ") || slice_begins(line, "startpos"))
            return RECORD_USI;
        if (slice_begins(line, "+--") || slice_begins(line, "|") || slice_is_numbers(line))
            continue; /* a diagram */
        struct slice word, words = line;
        (void)slice_word(&words, &word);
        if (slice_is(word, "sfen") || is_board(word))
            return RECORD_SFEN;
        if (begins_with_any(line, csa))
            return RECORD_CSA;
        struct slice number = line;
        unsigned ply;
        if (slice_number(&number, 99999, &ply) && (slice_begins(number, " ") || slice_begins(number, "手") ||
                                                   slice_begins(number, "一") || slice_begins(number, "二")))
            return RECORD_KIF;
        if (is_usi_move(word))
            return RECORD_USI;
    }
    return RECORD_KIF;
}
