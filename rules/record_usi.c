/*
 * USI and SFEN lines. A record is one line: "position startpos moves 7g7f ...", "sfen SFEN moves ...", a bare SFEN with
 * or without moves, or bare moves. Lines "setoption name UCI_Variant value GAME" and "setoption name Rule value ..."
 * before it say the game and its local rules, as the engine takes them; '#' begins a comment.
 */
#include "rules/notation.h"
#include "rules/record_text.h"

#include <string.h>

static enum error wrong(const struct record_source *source, const char *code, const char *message, struct slice what)
{
    return record_wrong(source->fault, ERR_SYNTAX, source->line, code, message, what);
}

static enum error read_option(struct record_source *source, struct slice rest, char *rules)
{
    struct slice word, name;
    char text[RULES_TEXT_MAX];
    (void)slice_word(&rest, &word);
    (void)slice_word(&rest, &name);
    bool value = slice_word(&rest, &word) && slice_is(word, "value");
    rest = slice_trim(rest);
    if (!value || !slice_copy(rest, text, sizeof text))
        return wrong(source, "syntax", "an option is: setoption name NAME value VALUE", rest);
    if (slice_is(name, "UCI_Variant")) {
        if (strcmp(text, source->game->name) != 0)
            return wrong(source, "unknown", "the record is of another game", rest);
    } else if (slice_is(name, "Rule")) {
        memcpy(rules, text, sizeof text);
    }
    return OK;
}

/* Takes the fields of a position off: four, or three when no move number is there. */
static bool take_sfen(struct slice *rest, char *sfen)
{
    struct slice word, before = *rest, all = *rest;
    slice_trim_front(&all);
    all.end = all.at;
    for (unsigned field = 0; field < 4 && slice_word(rest, &word); field++) {
        if (field == 3 && slice_is(word, "moves")) {
            *rest = before;
            break;
        }
        all.end = word.end;
        before = *rest;
    }
    return slice_copy(all, sfen, SFEN_MAX);
}

static enum error read_moves(struct record *record, const struct record_source *source, struct slice rest)
{
    struct slice word;
    struct fault fault;
    enum error error = OK;
    while (error == OK && slice_word(&rest, &word)) {
        char usi[USI_MAX];
        move_t move;
        if (!slice_copy(word, usi, sizeof usi))
            return wrong(source, "syntax", "longer than any move", word);
        if (usi_parse(source->game, usi, &move, &fault) != OK)
            return wrong(source, fault.code, fault.message, word);
        error = record_play(record, move, source->line, word, source->fault);
    }
    return error;
}

static enum error read_position(struct record *record, struct record_source *source, struct slice rest,
                                const char *rule_text)
{
    char sfen[SFEN_MAX] = "", bad[RULES_TEXT_MAX];
    struct slice word, first = rest;
    struct ruleset rules;
    if (ruleset_parse(source->game, &rules, rule_text, bad) != OK)
        return wrong(source, "unknown", "no such local rules in this game", (struct slice){bad, bad + strlen(bad)});
    (void)slice_word(&first, &word);
    if (slice_is(word, "position")) {
        rest = first;
        (void)slice_word(&first, &word);
    }
    bool named = slice_is(word, "sfen");
    if (slice_is(word, "startpos") || named)
        rest = first;
    if (named || slice_has(word, "/")) {
        if (!take_sfen(&rest, sfen))
            return wrong(source, "too_long", "longer than any position", (struct slice){NULL, NULL});
    }
    enum error error = record_begin(record, source, &rules, *sfen ? sfen : NULL);
    if (error != OK)
        return error;
    first = rest;
    if (slice_word(&first, &word) && slice_is(word, "moves"))
        rest = first;
    return read_moves(record, source, rest);
}

enum error record_read_usi(struct record *record, struct record_source *source)
{
    char rules[RULES_TEXT_MAX] = "";
    struct slice line;
    while (slice_line(&source->rest, &line)) {
        source->line++;
        struct slice rest = slice_trim(line);
        if (slice_empty(rest) || slice_begins(rest, "#"))
            continue;
        if (!slice_take(&rest, "setoption "))
            return read_position(record, source, rest, rules);
        enum error error = read_option(source, rest, rules);
        if (error != OK)
            return error;
    }
    return ERR_NOT_FOUND;
}

void record_write_usi(const struct record *record, bool sfen, struct text *text)
{
    const struct game *game = record->match.game;
    char position[SFEN_MAX], usual[SFEN_MAX], rules[RULES_TEXT_MAX], usi[USI_MAX];
    union position_store start;
    game_start(game, NULL, &start);
    sfen_format(game, &start.head, usual);
    sfen_format(game, &record->match.start.head, position);
    ruleset_format(game, &record->match.start.head.rules, rules);
    if (!sfen) {
        if (!game->words || !game->words->usual) {
            text_string(text, "setoption name UCI_Variant value ");
            text_string(text, game->name);
            text_char(text, '\n');
        }
        if (*rules) {
            text_string(text, "setoption name Rule value ");
            text_string(text, rules);
            text_char(text, '\n');
        }
        text_string(text, "position ");
    }
    if (!sfen && strcmp(position, usual) == 0) {
        text_string(text, "startpos");
    } else {
        text_string(text, sfen ? "" : "sfen ");
        text_string(text, position);
    }
    if (record->match.history.count)
        text_string(text, " moves");
    for (unsigned i = 0; i < record->match.history.count && !text->cut; i++) {
        text_char(text, ' ');
        usi_format(game, record->match.history.entries[i].move, usi);
        text_string(text, usi);
    }
    text_char(text, '\n');
}
