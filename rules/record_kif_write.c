/*
 * Writes KIF and KI2. Boards of more than nine files are written in lishogi's dialect: "12八歩兵 （←12九）", 仝 for the
 * same square, and a double move in two lines.
 */
#include "rules/move_text.h"
#include "rules/notation.h"
#include "rules/record_text.h"

#include <string.h>

enum { MINUTE = 60, HOUR = 3600, KI2_MOVES_A_LINE = 6 };

struct writer {
    const struct record *record;
    const struct game *game;
    struct text *text;
    struct match match;   /* replays the record; borrows the entries of the record */
    int32_t total[SIDES]; /* seconds used */
};

static void header(struct text *text, const char *key, const char *value)
{
    text_string(text, key);
    text_string(text, "：");
    text_string(text, value);
    text_char(text, '\n');
}

static const char *without_number(const char *sfen)
{
    const char *space = strrchr(sfen, ' ');
    return space ? space : sfen + strlen(sfen);
}

static bool same_start(const char *a, const char *b)
{
    size_t size = (size_t)(without_number(a) - a);
    return size == (size_t)(without_number(b) - b) && memcmp(a, b, size) == 0;
}

/* The table's entry of the record's start, NULL: none. */
static const struct start_words *named_start(const struct game *game, const char *sfen)
{
    for (const struct start_words *start = game->words->starts; start->names; start++)
        if (same_start(sfen, start->sfen ? start->sfen : game->start_sfen))
            return start;
    return NULL;
}

static void write_head(const struct writer *writer)
{
    const struct record *record = writer->record;
    const struct game *game = writer->game;
    struct text *text = writer->text;
    char sfen[SFEN_MAX], rules[RULES_TEXT_MAX];
    for (unsigned i = 0; i < record->header_count; i++)
        header(text, record_text(record, record->headers[i].key), record_text(record, record->headers[i].value));
    sfen_format(game, &record->match.start.head, sfen);
    const struct start_words *start = named_start(game, sfen);
    text_string(text, "手合割：");
    text_name(text, start ? start->names : game->words->usual ? "その他" : game->words->names);
    text_char(text, '\n');
    if (!start || (!start->sfen && game->words->other_start))
        diagram_write(game, &record->match.start.head, text);
    if (record->match.start.head.mark != SQUARE_NONE)
        header(text, "開始局面", sfen); /* a diagram does not show the mark */
    ruleset_format(game, &record->match.start.head.rules, rules);
    if (*rules)
        header(text, "ルール", rules);
    bool handicap = start && start->sfen;
    header(text, handicap ? "下手" : "先手", record_text(record, record->names[SENTE]));
    header(text, handicap ? "上手" : "後手", record_text(record, record->names[GOTE]));
}

static void write_comment(const struct writer *writer, unsigned ply)
{
    const char *at = record_text(writer->record, writer->record->plies[ply].comment);
    if (!*at)
        return;
    text_char(writer->text, '*');
    for (; *at; at++) {
        text_char(writer->text, *at);
        if (*at == '\n')
            text_char(writer->text, '*');
    }
    text_char(writer->text, '\n');
}

/* A number in `width` columns. */
static void column(struct text *text, unsigned number, unsigned width, char pad)
{
    unsigned digits = 1;
    for (unsigned rest = number; rest >= 10; rest /= 10)
        digits++;
    for (; digits < width; digits++)
        text_char(text, pad);
    text_number(text, number);
}

static void write_time(struct writer *writer, int32_t seconds)
{
    struct text *text = writer->text;
    enum side side = (enum side)writer->match.now.head.side;
    if (seconds < 0)
        return;
    writer->total[side] += seconds;
    unsigned spent = (unsigned)seconds, total = (unsigned)writer->total[side];
    text_string(text, "   (");
    column(text, spent / MINUTE, 2, ' ');
    text_char(text, ':');
    column(text, spent % MINUTE, 2, '0');
    text_char(text, '/');
    column(text, total / HOUR, 2, '0');
    text_char(text, ':');
    column(text, total / MINUTE % MINUTE, 2, '0');
    text_char(text, ':');
    column(text, total % MINUTE, 2, '0');
    text_char(text, ')');
}

static square_t previous_square(const struct match *match)
{
    unsigned count = match->history.count;
    return count ? move_to(match->history.entries[count - 1].move) : SQUARE_NONE;
}

static void large_square(struct text *text, const struct game *game, square_t square)
{
    text_number(text, square / game->ranks + 1);
    text_kanji(text, (unsigned)(square % game->ranks) + 1);
}

/* One step in the dialect of large boards. */
static void write_step(const struct writer *writer, square_t from, square_t to, square_t previous, piece_t piece,
                       const char *more)
{
    struct text *text = writer->text;
    if (to == previous)
        text_string(text, "仝");
    else
        large_square(text, writer->game, to);
    text_name(text, writer->game->words->pieces[piece_kind(piece)].names);
    text_string(text, more);
    text_string(text, " （←");
    large_square(text, writer->game, from);
    text_string(text, "）");
}

static void write_large(const struct writer *writer, move_t move, unsigned number)
{
    struct text *text = writer->text;
    const struct position *position = &writer->match.now.head;
    square_t from = move_from(move), to = move_to(move), previous = previous_square(&writer->match);
    piece_t piece = position->board[from];
    column(text, number, 4, ' ');
    if (!move_is_double(move)) {
        text_char(text, ' ');
        write_step(writer, from, to, previous, piece, move_is_promotion(move) ? "成" : "");
        return;
    }
    square_t mid = move_mid(move);
    bool igui = from == to && position->board[mid] != PIECE_NONE;
    text_string(text, "手目一歩目 ");
    write_step(writer, from, mid, previous, piece, "");
    text_char(text, '\n');
    column(text, number, 4, ' ');
    text_string(text, "手目二歩目 ");
    write_step(writer, mid, to, SQUARE_NONE, piece, igui ? "（居食い）" : move_is_promotion(move) ? "成" : "");
}

static void write_move(struct writer *writer, move_t move, unsigned number, bool ki2)
{
    const struct match *match = &writer->match;
    struct text *text = writer->text;
    struct move_list legal = {.count = 0};
    char word[MOVE_TEXT_MAX];
    if (ki2) {
        match_moves(match, &legal);
        move_text(writer->game, &match->now.head, &legal, move, previous_square(match), MOVE_JAPANESE, word);
        text_string(text, match->now.head.side == SENTE ? "▲" : "△");
        text_string(text, word);
    } else if (writer->game->files > 9) {
        write_large(writer, move, number);
    } else {
        move_text(writer->game, &match->now.head, &legal, move, previous_square(match), MOVE_KIF, word);
        column(text, number, 4, ' ');
        text_char(text, ' ');
        text_string(text, word);
    }
}

static void write_closing(const struct writer *writer)
{
    const struct record *record = writer->record;
    const char *word = ending_kif(record->ending);
    struct text *text = writer->text;
    const char *winner = record->winner == SENTE ? "先手" : "後手";
    if (record->ending == ENDING_OPEN)
        return;
    text_string(text, "まで");
    text_number(text, record->match.history.count);
    text_string(text, "手で");
    if (record->ending == ENDING_TIME)
        text_string(text, "時間切れにより");
    if (record->ending == ENDING_RESIGNATION && record->match.verdict.reason != REASON_NONE)
        text_string(text, "投了により"); /* after a mate, say */
    if (record->winner == NOBODY) {
        text_string(text, word ? word : "引き分け");
    } else if (record->ending == ENDING_ILLEGAL) {
        text_string(text, record->winner == SENTE ? "後手の反則負け" : "先手の反則負け");
    } else {
        text_string(text, winner);
        text_string(text, record->ending == ENDING_ILLEGAL_BEFORE ? "の反則勝ち"
                          : record->ending == ENDING_DECLARATION  ? "の入玉勝ち"
                          : record->ending == ENDING_FORFEIT      ? "の不戦勝ち"
                          : record->ending == ENDING_MATE         ? "の勝ち（詰み）"
                                                                  : "の勝ち");
    }
    text_char(text, '\n');
}

static void write_ending(struct writer *writer)
{
    const struct record *record = writer->record;
    const char *word = ending_kif(record->ending);
    /* who won against the turn is said by the closing line alone */
    if (!word || record->winner != ending_winner(record->ending, (enum side)record->match.now.head.side))
        return;
    column(writer->text, record->match.history.count + 1, 4, ' ');
    text_char(writer->text, ' ');
    text_string(writer->text, word);
    write_time(writer, record->ending_seconds);
    text_char(writer->text, '\n');
}

void record_write_kif(const struct record *record, bool ki2, struct text *text)
{
    const struct game *game = record->match.game;
    struct writer writer = {.record = record, .game = game, .text = text, .match = record->match};
    writer.match.now = record->match.start;
    writer.match.history.count = 0;
    writer.match.verdict = verdict_open();
    write_head(&writer);
    if (!ki2)
        text_string(text, "手数----指手---------消費時間--\n");
    write_comment(&writer, 0);
    for (unsigned i = 0; i < record->match.history.count && !text->cut; i++) {
        move_t move = record->match.history.entries[i].move;
        union undo_store undo;
        write_move(&writer, move, i + 1, ki2);
        if (!ki2)
            write_time(&writer, record->plies[i + 1].seconds);
        bool breaks = !ki2 || i + 1 == record->match.history.count || (i + 1) % KI2_MOVES_A_LINE == 0 ||
                      record->plies[i + 1].comment;
        text_string(text, breaks ? "\n" : " ");
        write_comment(&writer, i + 1);
        game->apply(&writer.match.now.head, move, &undo);
        writer.match.history.count++;
    }
    if (!ki2)
        write_ending(&writer);
    write_closing(&writer);
    if (!ki2 && record->branch_text) {
        text_char(text, '\n');
        text_string(text, record_text(record, record->branch_text));
    }
}
