/*
 * Reads CSA, versions 1 to 3. A line is cut at commas into statements; each begins with a character that says what it
 * is. The position is put together until the line with the side to move; then come moves, times and an ending. A line
 * "/" parts two records.
 */
#include "rules/notation.h"
#include "rules/record_text.h"

#include <string.h>

struct reader {
    struct record *record;
    struct record_source *source;
    struct position *position; /* of `store`: the start as it is put together */
    union position_store store;
    struct ruleset rules;
    bool started, said_anything, usual; /* usual: no line has placed anything yet */
};

static const struct {
    const char *csa, *kif;
} keys[] = {
    {"EVENT", "棋戦"},          {"SITE", "場所"},    {"START_TIME", "開始日時"}, {"END_TIME", "終了日時"},
    {"TIME_LIMIT", "持ち時間"}, {"OPENING", "戦型"}, {"MAX_MOVES", "最大手数"},  {"NOTE", "備考"},
};

const char *csa_key(struct slice kif)
{
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
        if (slice_is(kif, keys[i].kif))
            return keys[i].csa;
    return NULL;
}

static enum error wrong(const struct reader *reader, const char *code, const char *message, struct slice what)
{
    return record_wrong(reader->source->fault, ERR_SYNTAX, reader->source->line, code, message, what);
}

static const char *code_of(const struct game *game, unsigned kind)
{
    return game->words->pieces[kind].csa;
}

static unsigned take_kind(struct slice *slice, const struct game *game)
{
    for (unsigned kind = 1; game->pieces[kind].letter; kind++)
        if (code_of(game, kind) && slice_take(slice, code_of(game, kind)))
            return kind;
    return 0;
}

/* Two digits; *square is SQUARE_NONE for "00", the hand. */
static bool take_square(struct slice *slice, const struct game *game, square_t *square)
{
    if (slice_take(slice, "00")) {
        *square = SQUARE_NONE;
        return true;
    }
    return !slice_empty(*slice) && *slice->at >= '1' && *slice->at <= '9' && slice_square(slice, game, square);
}

/* ---- the position ---- */

static void place_usual(struct reader *reader)
{
    union position_store usual;
    game_start(reader->source->game, NULL, &usual);
    memcpy(reader->position->board, usual.head.board, sizeof usual.head.board);
    reader->usual = false;
}

/* Empties the board before the first line that places pieces. */
static void place_none(struct reader *reader)
{
    if (reader->usual)
        memset(reader->position->board, 0, sizeof reader->position->board);
    reader->usual = false;
}

static enum error read_without(struct reader *reader, struct slice rest)
{
    const struct game *game = reader->source->game;
    place_usual(reader);
    while (!slice_empty(rest)) {
        struct slice what = rest;
        square_t square;
        if (!take_square(&rest, game, &square) || square == SQUARE_NONE)
            return wrong(reader, "bad_board", "PI is followed by squares and pieces", what);
        unsigned kind = take_kind(&rest, game);
        if (!kind || piece_kind(reader->position->board[square]) != kind)
            return wrong(reader, "bad_piece", "PI takes away a piece that does not stand there", what);
        reader->position->board[square] = PIECE_NONE;
    }
    return OK;
}

static enum error read_rank(struct reader *reader, unsigned rank, struct slice rest)
{
    const struct game *game = reader->source->game;
    struct slice what = rest;
    if (rank >= game->ranks)
        return wrong(reader, "bad_board", "the board has no such rank", what);
    place_none(reader);
    for (unsigned left = game->files; left-- > 0;) {
        square_t square = (square_t)(left * game->ranks + rank);
        if (slice_take(&rest, " * ") || slice_is(rest, " *"))
            continue;
        bool sente = slice_begins(rest, "+");
        if (slice_empty(rest)) /* empty squares at the end may be missing */
            return slice_size(what) ? OK : wrong(reader, "bad_board", "the rank is empty", what);
        if (!slice_take(&rest, "+") && !slice_take(&rest, "-"))
            return wrong(reader, "bad_board", "a square of a rank is ' * ' or a sign and a piece", what);
        unsigned kind = take_kind(&rest, game);
        if (!kind)
            return wrong(reader, "bad_piece", "no piece of this game", rest);
        reader->position->board[square] = piece_of(kind, sente ? SENTE : GOTE);
    }
    return slice_empty(slice_trim(rest)) ? OK : wrong(reader, "bad_board", "the rank has too many squares", what);
}

/* AL: all pieces of the usual set that are nowhere yet. */
static void take_all(struct reader *reader, enum side side)
{
    const struct game *game = reader->source->game;
    union position_store usual;
    int left[KIND_MAX + 1] = {0};
    game_start(game, NULL, &usual);
    for (unsigned square = 0; square < game_squares(game); square++) {
        left[piece_kind(usual.head.board[square])]++;
        unsigned kind = piece_kind(reader->position->board[square]);
        unsigned in_hand = game->pieces[kind].in_hand;
        left[kind && in_hand ? in_hand : kind]--;
    }
    for (unsigned kind = 1; kind < HAND_KINDS && game->pieces[kind].letter; kind++) {
        int count = left[kind] - reader->position->hand[SENTE][kind] - reader->position->hand[GOTE][kind];
        if (game->pieces[kind].in_hand == kind && count > 0)
            reader->position->hand[side][kind] = (uint8_t)(reader->position->hand[side][kind] + count);
    }
}

static enum error read_pieces(struct reader *reader, enum side side, struct slice rest)
{
    const struct game *game = reader->source->game;
    place_none(reader);
    while (!slice_empty(rest)) {
        struct slice what = rest;
        square_t square;
        if (!take_square(&rest, game, &square))
            return wrong(reader, "bad_board", "a square and a piece are expected", what);
        if (square == SQUARE_NONE && slice_take(&rest, "AL")) {
            take_all(reader, side);
            continue;
        }
        unsigned kind = take_kind(&rest, game);
        if (!kind)
            return wrong(reader, "bad_piece", "no piece of this game", what);
        if (square != SQUARE_NONE) {
            reader->position->board[square] = piece_of(kind, side);
            continue;
        }
        if (kind >= HAND_KINDS || game->pieces[kind].in_hand != kind ||
            reader->position->hand[side][kind] == HAND_COUNT_MAX)
            return wrong(reader, "bad_hand", "not a piece that can be in hand, or too many", what);
        reader->position->hand[side][kind]++;
    }
    return OK;
}

static enum error read_position(struct reader *reader, struct slice rest)
{
    struct slice what = rest;
    unsigned rank;
    if (reader->started)
        return wrong(reader, "syntax", "a position after the first move", what);
    if (slice_take(&rest, "I"))
        return read_without(reader, rest);
    if (slice_take(&rest, "+"))
        return read_pieces(reader, SENTE, rest);
    if (slice_take(&rest, "-"))
        return read_pieces(reader, GOTE, rest);
    if (slice_empty(rest) || *rest.at < '1' || *rest.at > '9')
        return wrong(reader, "syntax", "P is followed by I, +, - or the number of a rank", what);
    rank = (unsigned)(*rest.at++ - '1');
    return read_rank(reader, rank, rest);
}

static enum error start(struct reader *reader, enum side side)
{
    char sfen[SFEN_MAX];
    if (reader->started)
        return OK;
    if (reader->usual)
        place_usual(reader);
    reader->started = true;
    reader->position->side = side;
    reader->position->mark = SQUARE_NONE;
    reader->position->number = 1;
    sfen_format(reader->source->game, reader->position, sfen);
    return record_begin(reader->record, reader->source, &reader->rules, sfen);
}

/* ---- moves ---- */

static enum error read_move(struct reader *reader, struct slice rest)
{
    struct record *record = reader->record;
    const struct game *game = reader->source->game;
    const struct position *position = &record->match.now.head;
    struct slice what = rest;
    enum side side = *rest.at++ == '+' ? SENTE : GOTE;
    square_t from, to;
    if (slice_empty(rest)) { /* the side to move, before the first move */
        if (reader->started)
            return wrong(reader, "syntax", "the side to move is said once", what);
        return start(reader, side);
    }
    enum error error = start(reader, side);
    if (error != OK)
        return error;
    if (record->ending != ENDING_OPEN)
        return wrong(reader, "syntax", "a move after the end of the record", what);
    if (!take_square(&rest, game, &from) || !take_square(&rest, game, &to) || to == SQUARE_NONE)
        return wrong(reader, "syntax", "a move is a sign, two squares and a piece", what);
    unsigned kind = take_kind(&rest, game);
    if (!kind || !slice_empty(rest))
        return wrong(reader, "syntax", "a move ends with a piece of this game", what);
    if (side != position->side)
        return wrong(reader, "wrong_turn", "the sign before the move is not of the side to move", what);
    if (from == SQUARE_NONE)
        return record_play(record, move_drop(kind, to), reader->source->line, what, reader->source->fault);
    unsigned stands = piece_kind(position->board[from]);
    move_t move = move_board(from, to);
    if (stands && stands != kind && game->pieces[stands].promotes == kind)
        move |= MOVE_PROMOTE;
    else if (stands != kind)
        return wrong(reader, "no_piece", "this piece does not stand where the move begins", what);
    return record_play(record, move, reader->source->line, what, reader->source->fault);
}

/* Whole seconds; fractions, which version 3 has, are dropped. */
static enum error read_time(struct reader *reader, struct slice rest)
{
    struct record *record = reader->record;
    struct slice what = rest;
    unsigned seconds = 0, fraction;
    bool any = slice_number(&rest, RECORD_SECONDS_MAX, &seconds);
    if (slice_take(&rest, "."))
        any = slice_number(&rest, 999999, &fraction);
    if (!any || !slice_empty(rest))
        return wrong(reader, "syntax", "T is followed by seconds", what);
    if (record->ending != ENDING_OPEN)
        record->ending_seconds = (int32_t)seconds;
    else if (reader->started && record->match.history.count)
        record->plies[record->match.history.count].seconds = (int32_t)seconds;
    return OK;
}

static enum error read_ending(struct reader *reader, struct slice rest)
{
    struct record *record = reader->record;
    enum error error = start(reader, SENTE);
    if (error != OK)
        return error;
    if (record->ending != ENDING_OPEN)
        return wrong(reader, "syntax", "the record has ended before", rest);
    for (unsigned i = ENDING_RULES + 1; i <= ENDING_NO_MATE; i++) {
        if (ending_csa((enum ending)i) && slice_is(rest, ending_csa((enum ending)i))) {
            record_end(record, (enum ending)i);
            return OK;
        }
    }
    bool sente = slice_is(rest, "+ILLEGAL_ACTION");
    if (sente || slice_is(rest, "-ILLEGAL_ACTION")) {
        enum side culprit = sente ? SENTE : GOTE;
        record_end(record, culprit == record->match.now.head.side ? ENDING_ILLEGAL : ENDING_ILLEGAL_BEFORE);
        return OK;
    }
    if (slice_is(rest, "MATTA") || slice_is(rest, "ERROR")) {
        record_end(record, ENDING_INTERRUPTED);
        return OK;
    }
    return wrong(reader, "unknown", "no such ending", rest);
}

/* ---- lines ---- */

static enum error read_rules(struct reader *reader, struct slice value)
{
    char text[RULES_TEXT_MAX], bad[RULES_TEXT_MAX];
    if (!slice_copy(value, text, sizeof text) || ruleset_parse(reader->source->game, &reader->rules, text, bad) != OK)
        return wrong(reader, "unknown", "no such local rules in this game", value);
    return OK;
}

static enum error read_comment(struct reader *reader, struct slice rest)
{
    struct slice colon = rest;
    if (slice_begins(rest, "CSA encoding"))
        return OK;
    if (slice_take(&rest, "*")) {
        record_comment(reader->record, rest);
        return OK;
    }
    while (!slice_empty(colon) && !slice_begins(colon, "："))
        colon.at++;
    struct slice key = {rest.at, colon.at};
    if (!reader->started && slice_take(&colon, "：")) {
        if (slice_is(key, "ルール"))
            return read_rules(reader, slice_trim(colon));
        /* a head line of KIF, as record_write_csa() keeps it */
        if (slice_is_plain_key(key) && record_add_header(reader->record, key, slice_trim(colon)))
            return OK;
    }
    record_comment(reader->record, rest);
    return OK;
}

static enum error read_information(struct reader *reader, struct slice rest)
{
    struct slice key = rest;
    while (!slice_empty(rest) && *rest.at != ':')
        rest.at++;
    key.end = rest.at;
    if (!slice_take(&rest, ":"))
        return wrong(reader, "syntax", "'$' is followed by a word and ':'", key);
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (slice_is(key, keys[i].csa)) {
            if (!record_add_header(reader->record, (struct slice){keys[i].kif, keys[i].kif + strlen(keys[i].kif)},
                                   slice_trim(rest)))
                return wrong(reader, "too_long", "more lines in the head than there is room for", key);
            return OK;
        }
    }
    return OK; /* words of later versions */
}

static enum error read_statement(struct reader *reader, struct slice what)
{
    struct slice rest = what;
    char first = *rest.at++;
    switch (first) {
    case 'P':
        return read_position(reader, rest);
    case '+':
    case '-':
        return read_move(reader, what);
    case 'T':
        return read_time(reader, rest);
    case '%':
        return read_ending(reader, rest);
    case '\'':
        return OK; /* the rest of a line of statements */
    default:
        return wrong(reader, "syntax", "no such statement", what);
    }
}

static enum error read_line(struct reader *reader, struct slice line)
{
    struct slice rest = line;
    enum error error = OK;
    reader->said_anything = true;
    if (slice_take(&rest, "'"))
        return read_comment(reader, rest);
    if (slice_take(&rest, "$"))
        return read_information(reader, rest);
    if (slice_take(&rest, "N+") || slice_take(&rest, "N-")) {
        reader->record->names[rest.at[-1] == '+' ? SENTE : GOTE] = record_keep(reader->record, slice_trim(rest));
        return OK;
    }
    if (slice_begins(line, "V"))
        return OK;
    while (error == OK && !slice_empty(line)) {
        struct slice statement = {line.at, line.at};
        while (statement.end != line.end && *statement.end != ',')
            statement.end++;
        line.at = statement.end == line.end ? line.end : statement.end + 1;
        bool rank = slice_begins(statement, "P"); /* spaces count there */
        struct slice trimmed = slice_trim(statement);
        if (slice_empty(trimmed))
            continue;
        if (*trimmed.at == '\'')
            break;
        error = read_statement(reader, rank ? (struct slice){statement.at, statement.end} : trimmed);
    }
    return error;
}

enum error record_read_csa(struct record *record, struct record_source *source)
{
    struct reader reader = {.record = record, .source = source, .usual = true};
    struct slice line;
    enum error error = OK;
    reader.position = &reader.store.head;
    if (!source->game->words || !source->game->words->csa)
        return record_wrong(source->fault, ERR_UNKNOWN, source->line, "unknown", "this game has no such records",
                            (struct slice){NULL, NULL});
    while (error == OK && slice_line(&source->rest, &line)) {
        source->line++;
        while (!slice_empty(line) && line.end[-1] == '\r')
            line.end--;
        if (slice_is(slice_trim(line), "/")) {
            if (reader.said_anything)
                break;
        } else if (!slice_empty(line)) {
            error = read_line(&reader, line);
        }
    }
    if (error != OK)
        return error;
    return reader.said_anything ? start(&reader, SENTE) : ERR_NOT_FOUND;
}
