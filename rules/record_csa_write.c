/* Writes CSA 2.2, in UTF-8 as version 3 says it in the first line. */
#include "rules/notation.h"
#include "rules/record_text.h"

#include <string.h>

static void write_rank(const struct record *record, unsigned rank, struct text *text)
{
    const struct game *game = record->match.game;
    text_char(text, 'P');
    text_number(text, rank + 1);
    for (unsigned left = game->files; left-- > 0;) {
        piece_t piece = record->match.start.head.board[left * game->ranks + rank];
        if (piece == PIECE_NONE) {
            text_string(text, " * ");
            continue;
        }
        text_char(text, piece_side(piece) == SENTE ? '+' : '-');
        text_string(text, game->words->pieces[piece_kind(piece)].csa);
    }
    text_char(text, '\n');
}

static void write_hand(const struct record *record, enum side side, struct text *text)
{
    const struct game *game = record->match.game;
    bool any = false;
    for (unsigned kind = 1; kind < HAND_KINDS && game->pieces[kind].letter; kind++) {
        for (unsigned n = record->match.start.head.hand[side][kind]; n > 0; n--) {
            if (!any)
                text_string(text, side == SENTE ? "P+" : "P-");
            any = true;
            text_string(text, "00");
            text_string(text, game->words->pieces[kind].csa);
        }
    }
    if (any)
        text_char(text, '\n');
}

static bool is_time_limit(const char *value)
{
    return *value && strspn(value, "0123456789:+") == strlen(value) && strchr(value, '+') && strchr(value, ':');
}

static void write_head(const struct record *record, struct text *text)
{
    static const char *const marks[SIDES] = {"N+", "N-"};
    char rules[RULES_TEXT_MAX];
    text_string(text, "'CSA encoding=UTF-8\nV2.2\n");
    for (unsigned side = 0; side < SIDES; side++) {
        if (!record->names[side])
            continue;
        text_string(text, marks[side]);
        text_string(text, record_text(record, record->names[side]));
        text_char(text, '\n');
    }
    for (unsigned i = 0; i < record->header_count; i++) {
        const char *key = record_text(record, record->headers[i].key);
        const char *value = record_text(record, record->headers[i].value);
        const char *word = csa_key((struct slice){key, key + strlen(key)});
        if (word && strcmp(word, "TIME_LIMIT") == 0 && !is_time_limit(value))
            word = NULL;
        text_string(text, word ? "$" : "'");
        text_string(text, word ? word : key);
        text_string(text, word ? ":" : "：");
        text_string(text, value);
        text_char(text, '\n');
    }
    ruleset_format(record->match.game, &record->match.start.head.rules, rules);
    if (*rules) {
        text_string(text, "'ルール：");
        text_string(text, rules);
        text_char(text, '\n');
    }
    for (unsigned rank = 0; rank < record->match.game->ranks; rank++)
        write_rank(record, rank, text);
    write_hand(record, SENTE, text);
    write_hand(record, GOTE, text);
    text_string(text, record->match.start.head.side == SENTE ? "+\n" : "-\n");
}

static void write_comment(const struct record *record, unsigned ply, struct text *text)
{
    const char *at = record_text(record, record->plies[ply].comment);
    if (!*at)
        return;
    text_string(text, "'*");
    for (; *at; at++) {
        text_char(text, *at);
        if (*at == '\n')
            text_string(text, "'*");
    }
    text_char(text, '\n');
}

static void write_time(int32_t seconds, struct text *text)
{
    if (seconds >= 0) {
        text_string(text, ",T");
        text_number(text, seconds);
    }
    text_char(text, '\n');
}

static void write_square(const struct game *game, square_t square, struct text *text)
{
    text_number(text, square / game->ranks + 1);
    text_number(text, square % game->ranks + 1);
}

static void write_move(const struct game *game, const struct position *position, move_t move, struct text *text)
{
    unsigned kind = move_is_drop(move) ? move_kind(move) : piece_kind(position->board[move_from(move)]);
    text_char(text, position->side == SENTE ? '+' : '-');
    if (move_is_drop(move))
        text_string(text, "00");
    else
        write_square(game, move_from(move), text);
    write_square(game, move_to(move), text);
    if (move_is_promotion(move))
        kind = game->pieces[kind].promotes;
    text_string(text, game->words->pieces[kind].csa);
}

static void write_ending(const struct record *record, struct text *text)
{
    const char *word = ending_csa(record->ending);
    enum side mover = (enum side)record->match.now.head.side;
    if (record->ending == ENDING_ILLEGAL_BEFORE)
        word = mover == SENTE ? "-ILLEGAL_ACTION" : "+ILLEGAL_ACTION";
    if (record->ending == ENDING_RULES && record->winner == NOBODY)
        word = "HIKIWAKE";
    if (!word)
        return;
    text_char(text, '%');
    text_string(text, word);
    write_time(record->ending_seconds, text);
}

void record_write_csa(const struct record *record, struct text *text)
{
    const struct game *game = record->match.game;
    union position_store now = record->match.start;
    write_head(record, text);
    write_comment(record, 0, text);
    for (unsigned i = 0; i < record->match.history.count && !text->cut; i++) {
        move_t move = record->match.history.entries[i].move;
        union undo_store undo;
        write_move(game, &now.head, move, text);
        write_time(record->plies[i + 1].seconds, text);
        write_comment(record, i + 1, text);
        game->apply(&now.head, move, &undo);
    }
    write_ending(record, text);
}
