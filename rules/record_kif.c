/*
 * Reads KIF and KI2, which differ only in how a move is written. Line by line: the head says what it knows in any
 * order; the first move, ending or closing line starts the game from what was said. A move of lions and their like
 * takes two lines, "一歩目" and "二歩目"; the first is kept until the second comes. From the first "変化" on, the rest
 * of the file is kept as it is.
 */
#include "rules/notation.h"
#include "rules/record_text.h"

#include <string.h>

struct reader {
    struct record *record;
    struct record_source *source;
    struct diagram diagram;
    struct ruleset rules;
    const char *start;   /* SFEN of a named start, NULL: the usual one */
    char sfen[SFEN_MAX]; /* of "開始局面", which goes before a diagram; "" without one */
    bool said_anything, drawn, started;
    enum side side;              /* "後手番" */
    unsigned number;             /* of the last ply line, 0: none */
    square_t step_from, step_to; /* of a first step, SQUARE_NONE: none is open */
    bool step_same;              /* its square was written 仝 */
};

static enum error wrong(const struct reader *reader, const char *code, const char *message, struct slice what)
{
    return record_wrong(reader->source->fault, ERR_SYNTAX, reader->source->line, code, message, what);
}

static enum error start(struct reader *reader)
{
    struct record_source *source = reader->source;
    const struct game *game = source->game;
    char sfen[SFEN_MAX];
    if (reader->started)
        return OK;
    reader->started = true;
    if (*reader->sfen)
        return record_begin(reader->record, source, &reader->rules, reader->sfen);
    if (!reader->drawn) {
        source->only_named = !reader->start;
        return record_begin(reader->record, source, &reader->rules,
                            source->as_others && !reader->start ? game->words->other_start : reader->start);
    }
    struct position *position = &reader->diagram.store.head;
    if (reader->diagram.ranks != game->ranks)
        return wrong(reader, "bad_board", "the diagram has too few ranks", (struct slice){NULL, NULL});
    position->side = reader->side;
    position->mark = SQUARE_NONE;
    position->number = 1;
    sfen_format(game, position, sfen);
    return record_begin(reader->record, source, &reader->rules, sfen);
}

/* ---- the head ---- */

static enum error read_start_name(struct reader *reader, struct slice name)
{
    const struct record_words *words = reader->source->game->words;
    if (slice_is(name, "その他") || slice_empty(name))
        return OK;
    for (const struct start_words *start = words->starts; start->names; start++) {
        if (slice_named(name, start->names)) {
            reader->start = start->sfen;
            return OK;
        }
    }
    if (slice_named(name, words->names) || (slice_is(name, "平手") && !words->usual && reader->source->game->files > 9))
        return OK; /* lishogi calls the usual start of a large board so too */
    return wrong(reader, "unknown", "no start of this game has this name", name);
}

static enum error read_rules(struct reader *reader, struct slice value)
{
    char text[RULES_TEXT_MAX], bad[RULES_TEXT_MAX];
    if (!slice_copy(value, text, sizeof text) || ruleset_parse(reader->source->game, &reader->rules, text, bad) != OK)
        return wrong(reader, "unknown", "no such local rules in this game", value);
    return OK;
}

/* Takes "KEY：" off, with either colon. */
static bool take_key(struct slice *line, struct slice *key)
{
    for (const char *at = line->at; at < line->end; at++) {
        struct slice rest = {at, line->end};
        if (slice_take(&rest, "：") || slice_take(&rest, ":")) {
            *key = slice_trim((struct slice){line->at, at});
            *line = slice_trim(rest);
            return !slice_empty(*key);
        }
    }
    return false;
}

static enum error read_header(struct reader *reader, struct slice key, struct slice value)
{
    struct record *record = reader->record;
    struct record_source *source = reader->source;
    if (slice_is(key, "手合割"))
        return read_start_name(reader, value);
    if (slice_is(key, "ルール"))
        return read_rules(reader, value);
    if (slice_is(key, "開始局面"))
        return slice_copy(value, reader->sfen, sizeof reader->sfen)
                   ? OK
                   : wrong(reader, "too_long", "longer than any position", value);
    if (slice_is(key, "先手") || slice_is(key, "下手"))
        record->names[SENTE] = record_keep(record, value);
    else if (slice_is(key, "後手") || slice_is(key, "上手"))
        record->names[GOTE] = record_keep(record, value);
    else if (slice_is(key, "先手の持駒") || slice_is(key, "下手の持駒"))
        return diagram_hand(&reader->diagram, source->game, SENTE, value, source->line, source->fault);
    else if (slice_is(key, "後手の持駒") || slice_is(key, "上手の持駒"))
        return diagram_hand(&reader->diagram, source->game, GOTE, value, source->line, source->fault);
    else if (!record_add_header(record, key, value))
        return wrong(reader, "too_long", "more lines in the head than there is room for", key);
    return OK;
}

static enum error read_head(struct reader *reader, struct slice line, bool *known)
{
    struct slice key;
    *known = true;
    if (slice_begins(line, "+-") || slice_is_numbers(line))
        return OK;
    if (slice_begins(line, "|")) {
        reader->drawn = true;
        return diagram_rank(&reader->diagram, reader->source->game, line, reader->source->line, reader->source->fault);
    }
    if (slice_begins(line, "後手番") || slice_begins(line, "上手番")) {
        reader->side = GOTE;
        return OK;
    }
    if (slice_begins(line, "先手番") || slice_begins(line, "下手番") || slice_begins(line, "手数＝") ||
        slice_begins(line, "手数="))
        return OK;
    unsigned number;
    struct slice rest = line;
    if (!slice_number(&rest, 99999, &number) && take_key(&line, &key)) /* the time of a move has a colon too */
        return read_header(reader, key, line);
    *known = false;
    return OK;
}

/* ---- moves ---- */

static bool take_side_mark(struct slice *line, enum side *side)
{
    static const char *const marks[] = {"▲", "☗", "△", "▽", "☖", "▼"};
    for (unsigned i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (slice_take(line, marks[i])) {
            *side = i < 2 ? SENTE : i < 5 ? GOTE : SENTE;
            return true;
        }
    }
    return false;
}

/* "( 0:02/00:00:02)" or "(0:02)": what the move took. */
static bool read_seconds(struct slice rest, int32_t *seconds)
{
    unsigned part, total = 0, parts = 0;
    if (!slice_take(&rest, "("))
        return false;
    do {
        slice_trim_front(&rest);
        if (!slice_number(&rest, 35999, &part) || total > RECORD_SECONDS_MAX)
            return false;
        total = total * 60 + part;
    } while (++parts < 3 && slice_take(&rest, ":"));
    if (total > RECORD_SECONDS_MAX || parts < 2)
        return false;
    *seconds = (int32_t)total;
    if (slice_take(&rest, "/")) {
        parts = 0;
        do {
            slice_trim_front(&rest);
            if (!slice_number(&rest, 999999, &part))
                return parts == 0 && slice_take(&rest, ")");
        } while (++parts < 3 && slice_take(&rest, ":"));
    }
    return slice_take(&rest, ")"); /* '+' may follow: other moves come later */
}

static bool read_ending(struct slice *rest, enum ending *ending)
{
    for (unsigned i = ENDING_RULES + 1; i <= ENDING_NO_MATE; i++) {
        if (slice_take(rest, ending_kif((enum ending)i))) {
            *ending = (enum ending)i;
            return true;
        }
    }
    *ending = slice_take(rest, "勝ち宣言")   ? ENDING_DECLARATION
              : slice_take(rest, "時間切れ") ? ENDING_TIME
                                             : ENDING_OPEN;
    return *ending != ENDING_OPEN;
}

static bool is_called(const struct game *game, piece_t piece, struct slice name)
{
    return piece != PIECE_NONE && slice_named(name, game->words->pieces[piece_kind(piece)].names);
}

/* A move with its origin, from the square on: "７六歩(77)", "同　銀成(31)", "５五角打", "7八歩兵 （←7九）". */
struct step {
    square_t from, to;
    struct slice name;
    bool drop, promote, same; /* same: to the square of the last move, 同 */
};

static bool read_origin(struct slice *rest, const struct game *game, square_t *from)
{
    slice_trim_front(rest);
    if (slice_take(rest, "(") || slice_take(rest, "（")) {
        (void)slice_take(rest, "←");
        return slice_square(rest, game, from) && (slice_take(rest, ")") || slice_take(rest, "）"));
    }
    return false;
}

static bool read_step(struct slice *rest, const struct match *match, square_t previous, struct step *step)
{
    const struct game *game = match->game;
    *step = (struct step){.from = SQUARE_NONE};
    if (slice_take(rest, "同") || slice_take(rest, "仝")) {
        if (previous == SQUARE_NONE)
            return false;
        step->to = previous;
        step->same = true;
        slice_trim_front(rest);
    } else if (!slice_square(rest, game, &step->to)) {
        return false;
    }
    size_t longest = 0;
    for (unsigned kind = 1; game->pieces[kind].letter; kind++) {
        size_t size = slice_name(*rest, game->words->pieces[kind].names);
        longest = size > longest ? size : longest;
    }
    if (longest == 0)
        return false;
    step->name = (struct slice){rest->at, rest->at + longest};
    rest->at += longest;
    if (slice_take(rest, "打")) {
        step->drop = true;
        return true;
    }
    if (!slice_take(rest, "不成"))
        step->promote = slice_take(rest, "成");
    (void)slice_take(rest, "まで"); /* the last move, in the manner of problems */
    static const char *const remarks[] = {"（居食い）", "（居喰い）", "（じっと）", "(じっと)"};
    for (unsigned i = 0; i < sizeof remarks / sizeof *remarks; i++)
        (void)slice_take(rest, remarks[i]);
    return read_origin(rest, game, &step->from);
}

static enum error play(struct reader *reader, struct slice written, move_t move)
{
    return record_play(reader->record, move, reader->source->line, written, reader->source->fault);
}

static square_t previous_square(const struct match *match)
{
    const struct history *history = &match->history;
    return history->count ? move_to(history->entries[history->count - 1].move) : SQUARE_NONE;
}

static enum error play_drop(struct reader *reader, struct slice written, const struct step *step)
{
    const struct game *game = reader->source->game;
    for (unsigned kind = 1; game->pieces[kind].letter; kind++)
        if (slice_named(step->name, game->words->pieces[kind].names) && !game->pieces[kind].promoted)
            return play(reader, written, move_drop(kind, step->to));
    return wrong(reader, "syntax", "this piece cannot be dropped", written);
}

static enum error read_move(struct reader *reader, struct slice *rest, unsigned which_step)
{
    struct match *match = &reader->record->match;
    const struct game *game = match->game;
    struct slice written = *rest;
    struct step step;
    square_t previous = which_step == 2 ? reader->step_to : previous_square(match);
    if (!read_step(rest, match, previous, &step))
        return wrong(reader, "syntax", "not a move: a square, a piece, and in brackets where it comes from", written);
    written.end = rest->at;
    if (step.drop)
        return which_step ? wrong(reader, "syntax", "a drop has no steps", written) : play_drop(reader, written, &step);
    square_t first = which_step == 2 ? reader->step_from : step.from;
    if (!is_called(game, match->now.head.board[first], step.name))
        return wrong(reader, "no_piece", "no piece of this name stands where the move begins", written);
    if (which_step == 1) {
        reader->step_from = step.from;
        reader->step_to = step.to;
        reader->step_same = step.same;
        return OK;
    }
    move_t move = move_board(step.from, step.to);
    if (which_step == 2) {
        /* lishogi's page writes 仝 in both lines when the move ends there, wherever the first step goes */
        if (step.from != reader->step_to && !reader->step_same)
            return wrong(reader, "syntax", "the second step does not begin where the first ends", written);
        move = move_double(reader->step_from, step.from, step.to);
        reader->step_from = SQUARE_NONE;
    }
    return play(reader, written, step.promote ? move | MOVE_PROMOTE : move);
}

static enum error end_with(struct reader *reader, enum ending ending, struct slice what)
{
    if (reader->record->ending != ENDING_OPEN)
        return wrong(reader, "syntax", "the record has ended before", what);
    record_end(reader->record, ending);
    return OK;
}

static enum error check_order(struct reader *reader, unsigned number, unsigned which_step, struct slice what)
{
    bool open = reader->step_from != SQUARE_NONE;
    if (reader->record->ending != ENDING_OPEN)
        return wrong(reader, "syntax", "a move after the end of the record", what);
    if (open != (which_step == 2) || (open && number != reader->number))
        return wrong(reader, "syntax", "a first and a second step do not follow each other", what);
    if (!open && reader->number && number != reader->number + 1)
        return wrong(reader, "syntax", "the number of the move does not follow the one before", what);
    reader->number = number;
    return OK;
}

/* "  12 ...", "12手目 ▲...", "12手目一歩目 ▲...", "  12 手目一歩目 ...". */
static enum error read_ply(struct reader *reader, unsigned number, struct slice rest)
{
    struct record *record = reader->record;
    struct slice what = rest;
    enum side side;
    enum ending ending;
    int32_t seconds = -1;
    slice_trim_front(&rest);
    (void)(slice_take(&rest, "手目") || slice_take(&rest, "手"));
    unsigned which_step = slice_take(&rest, "一歩目") ? 1 : slice_take(&rest, "二歩目") ? 2 : 0;
    slice_trim_front(&rest);
    enum error error = start(reader);
    if (error == OK)
        error = check_order(reader, number, which_step, what);
    if (error != OK)
        return error;
    if (take_side_mark(&rest, &side) && side != record->match.now.head.side)
        return wrong(reader, "wrong_turn", "the sign before the move is not of the side to move", rest);
    slice_trim_front(&rest);
    bool ends = read_ending(&rest, &ending);
    error = ends ? end_with(reader, ending, what) : read_move(reader, &rest, which_step);
    if (error != OK)
        return error;
    slice_trim_front(&rest);
    (void)slice_take(&rest, "+");
    slice_trim_front(&rest);
    if (slice_empty(rest))
        return OK;
    if (!read_seconds(rest, &seconds))
        return wrong(reader, "syntax", "what follows the move is not a time", rest);
    if (ends)
        record->ending_seconds = seconds;
    else if (which_step != 1)
        record->plies[record->match.history.count].seconds = seconds;
    return OK;
}

/* KI2: "▲７六歩 △８四歩 ...", several in a line, spaces within a move only after 同. */
static enum error read_ki2(struct reader *reader, struct slice line)
{
    enum side side;
    move_t move;
    enum error error = start(reader);
    while (error == OK && !slice_empty(line)) {
        if (!take_side_mark(&line, &side))
            return wrong(reader, "syntax", "a move begins with ▲ or △", line);
        struct slice written = {line.at, line.at};
        enum side next;
        struct slice rest = line;
        while (!slice_empty(rest) && !take_side_mark(&rest, &next))
            rest.at++;
        written.end = slice_empty(rest) ? line.end : rest.at - strlen("▲");
        line.at = written.end;
        if (reader->record->ending != ENDING_OPEN)
            return wrong(reader, "syntax", "a move after the end of the record", written);
        if (side != reader->record->match.now.head.side)
            return wrong(reader, "wrong_turn", "the sign before the move is not of the side to move", written);
        error = record_find_move(reader->record, written, reader->source->line, reader->source->fault, &move);
        if (error == OK)
            error = play(reader, written, move);
    }
    return error;
}

/* "まで172手で後手の勝ち": only what no ending has said before. */
static enum error read_closing(struct reader *reader, struct slice line)
{
    static const struct {
        const char *word;
        enum ending ending;
    } words[] = {
        {"中断", ENDING_INTERRUPTED}, {"千日手", ENDING_REPETITION}, {"持将棋", ENDING_IMPASSE},
        {"引き分け", ENDING_DRAW},    {"引分", ENDING_DRAW},         {"不詰", ENDING_NO_MATE},
        {"切れ", ENDING_TIME},        {"反則負け", ENDING_ILLEGAL},  {"反則", ENDING_ILLEGAL_BEFORE},
        {"入玉", ENDING_DECLARATION}, {"宣言", ENDING_DECLARATION},  {"不戦", ENDING_FORFEIT},
        {"詰", ENDING_MATE},          {"投了", ENDING_RESIGNATION},
    };
    struct record *record = reader->record;
    enum error error = start(reader);
    if (error != OK || record->ending != ENDING_OPEN)
        return error;
    enum ending ending = ENDING_OPEN;
    for (unsigned i = 0; i < sizeof words / sizeof *words && ending == ENDING_OPEN; i++)
        if (slice_has(line, words[i].word))
            ending = words[i].ending;
    bool sente = slice_has(line, "先手") || slice_has(line, "下手");
    bool gote = slice_has(line, "後手") || slice_has(line, "上手");
    bool wins = slice_has(line, "勝"), loses = slice_has(line, "負");
    if (ending == ENDING_OPEN && wins && record->match.verdict.reason == REASON_NONE)
        ending = ENDING_RESIGNATION;
    if (ending != ENDING_OPEN)
        record_end(record, ending);
    if (ending != ENDING_OPEN && sente != gote && (wins || loses) && record->winner != NOBODY)
        record->winner = sente == (wins && !slice_has(line, "反則負")) ? SENTE : GOTE;
    return OK;
}

static enum error read_line(struct reader *reader, struct slice line)
{
    struct record *record = reader->record;
    struct slice rest = line;
    enum side side;
    unsigned number;
    bool known = false;
    reader->said_anything = true;
    if (slice_take(&rest, "*")) {
        while (!slice_empty(rest) && rest.end[-1] == '\r')
            rest.end--;
        record_comment(record, rest);
        return OK;
    }
    if (slice_begins(line, "&"))
        return OK; /* a bookmark */
    if (slice_begins(line, "手数--"))
        return start(reader);
    if (slice_begins(line, "まで"))
        return read_closing(reader, line);
    if (take_side_mark(&rest, &side))
        return read_ki2(reader, line);
    if (!reader->started) {
        enum error error = read_head(reader, line, &known);
        if (known || error != OK)
            return error;
    }
    if (slice_number(&rest, 99999, &number))
        return read_ply(reader, number, rest);
    return wrong(reader, "syntax", "a line that is no move, no comment and no part of a head", line);
}

enum error record_read_kif(struct record *record, struct record_source *source)
{
    struct reader reader = {.record = record, .source = source, .step_from = SQUARE_NONE};
    struct slice line;
    enum error error = OK;
    if (!source->game->words)
        return record_wrong(source->fault, ERR_UNKNOWN, source->line, "unknown", "this game has no such records",
                            (struct slice){NULL, NULL});
    while (error == OK && slice_line(&source->rest, &line)) {
        source->line++;
        struct slice trimmed = slice_trim(line);
        if (slice_empty(trimmed) || slice_begins(trimmed, "#"))
            continue;
        if (slice_begins(trimmed, "変化")) {
            record->branch_text = record_keep(record, (struct slice){line.at, source->rest.end});
            struct slice rest = {line.at, source->rest.end};
            while (slice_line(&rest, &line)) {
                source->line++;
                record->branches += slice_begins(slice_trim(line), "変化");
            }
            source->rest.at = source->rest.end;
            break;
        }
        /* the text of a comment keeps its spaces */
        error = read_line(&reader, slice_begins(trimmed, "*") ? (struct slice){trimmed.at, line.end} : trimmed);
    }
    if (error != OK)
        return error;
    if (!reader.said_anything)
        return ERR_NOT_FOUND;
    if (reader.step_from != SQUARE_NONE)
        return wrong(&reader, "syntax", "a first step without its second", (struct slice){NULL, NULL});
    return start(&reader);
}
