/*
 * Reads a record of any format. Compiled with the generated list of games, as find.c.
 *
 * When no game is given, the usual one is tried first. Another is taken only if the usual one fails within its first
 * plies (a damaged record must not become a record of another game) and the other reads the record to its end.
 * Otherwise the fault of the game that came furthest is told. In the same way a record whose start has a name by which
 * others mean another start is read from theirs only if it cannot be from ours and is read to its end.
 */
#include "rules/record_text.h"

enum { PLIES_OF_ANOTHER_GAME = 4 }; /* so many may be legal in the usual game by chance */

static enum error read_from(struct record *record, enum record_format format, struct record_source *source)
{
    record_clear(record);
    enum error error = format == RECORD_CSA                           ? record_read_csa(record, source)
                       : format == RECORD_KIF || format == RECORD_KI2 ? record_read_kif(record, source)
                                                                      : record_read_usi(record, source);
    if (error == OK)
        record_close(record);
    return error;
}

static enum error read_as(struct record *record, enum record_format format, struct record_source *source)
{
    const struct record_source begin = *source;
    struct record_fault ignored;
    enum error error = read_from(record, format, source);
    bool another = error != OK && error != ERR_NOT_FOUND && source->only_named && source->game->words->other_start;
    if (!another)
        return error;
    *source = begin;
    source->as_others = true;
    source->fault = &ignored;
    error = read_from(record, format, source);
    source->fault = begin.fault;
    if (error == OK)
        return OK;
    *source = begin;
    return read_from(record, format, source);
}

static const struct game *usual_game(void)
{
    for (unsigned i = 0; i < game_list_count; i++)
        if (game_list[i]->words && game_list[i]->words->usual)
            return game_list[i];
    return game_list[0];
}

static enum error read_any(struct record *record, enum record_format format, struct record_source *source)
{
    const struct record_source start = *source;
    struct record_fault fault, *told = source->fault;
    source->fault = &fault;
    source->game = usual_game();
    enum error first_error = read_as(record, format, source);
    const struct game *furthest = source->game;
    unsigned plies = record->match.history.count, line = fault.line;
    if (first_error == OK || first_error == ERR_NOT_FOUND || plies >= PLIES_OF_ANOTHER_GAME) {
        if (first_error != OK && told)
            *told = fault;
        return first_error;
    }
    for (unsigned i = 0; i < game_list_count; i++) {
        if (game_list[i] == usual_game())
            continue;
        *source = start;
        source->fault = &fault;
        source->game = game_list[i];
        if (read_as(record, format, source) == OK)
            return OK;
        if (record->match.history.count > plies || (plies == 0 && fault.line > line)) {
            furthest = game_list[i];
            plies = record->match.history.count;
            line = fault.line;
        }
    }
    *source = start;
    source->fault = told;
    source->game = furthest;
    return read_as(record, format, source);
}

/* All of the text, before its first record. */
static enum error check_encoding(struct slice text, struct record_fault *fault)
{
    const char *bad = slice_bad_utf8(text);
    unsigned line = 1;
    if (!bad)
        return OK;
    for (const char *at = text.at; at < bad; at++)
        line += *at == '\n';
    return record_wrong(fault, ERR_SYNTAX, line, "encoding", "not UTF-8 text, or cut inside a character",
                        (struct slice){NULL, NULL});
}

enum error record_read(struct record *record, enum record_format format, const struct game *game, const char *text,
                       size_t size, struct record_cursor *cursor, struct record_fault *fault)
{
    struct record_source source = {.line = cursor->line, .game = game, .fault = fault};
    source.rest = (struct slice){text + cursor->offset, text + size};
    record_clear(record);
    if (cursor->offset == 0) {
        enum error error = check_encoding(source.rest, fault);
        if (error != OK)
            return error;
        (void)slice_take(&source.rest, "\xef\xbb\xbf"); /* the mark of UTF-8 */
    }
    enum error error = game ? read_as(record, format, &source) : read_any(record, format, &source);
    cursor->offset = (size_t)(source.rest.at - text);
    cursor->line = source.line;
    return error;
}
