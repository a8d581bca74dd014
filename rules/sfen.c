/*
 * SFEN for any board. The four fields are read in order by one reader each; a reader leaves `at` behind what it took.
 * The board comes rank by rank from the far end, each rank from the highest file down. What the letters mean stands in
 * the game's table of pieces. At the end the game itself checks the position and computes what it derives (adopt).
 */
#include "base/text.h"
#include "rules/notation.h"

#include <string.h>

struct reader {
    const struct game *game;
    const char *text, *at;
    struct position *position;
    struct fault *fault;
};

static enum error wrong(const struct reader *reader, enum error error, const char *code, const char *message)
{
    fault_set(reader->fault, code, (unsigned)(reader->at - reader->text), message, NULL);
    return error;
}

/* The kind written as `letter` in upper case, with '+' before it or not; 0 if the game has none. */
static unsigned kind_named(const struct game *game, char letter, bool promoted)
{
    for (unsigned kind = 1; game->pieces[kind].letter; kind++) {
        if (game->pieces[kind].letter == letter && game->pieces[kind].promoted == promoted)
            return kind;
    }
    return 0;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Upper case is sente's. */
static char upper(char c)
{
    return (char)(c & ~32);
}

static enum side side_of(char c)
{
    return c & 32 ? GOTE : SENTE;
}

/* Reads one piece at `at`, 0 if there is none. */
static piece_t read_piece(struct reader *reader)
{
    const char *c = reader->at;
    bool promoted = *c == '+';
    c += promoted;
    if (!is_letter(*c))
        return PIECE_NONE;
    unsigned kind = kind_named(reader->game, upper(*c), promoted);
    if (!kind)
        return PIECE_NONE;
    reader->at = c + 1;
    return piece_of(kind, side_of(*c));
}

static enum error read_rank(struct reader *reader, unsigned rank)
{
    const struct game *game = reader->game;
    unsigned left = game->files;
    while (left) {
        unsigned long empty;
        if (*reader->at >= '0' && *reader->at <= '9') {
            if (*reader->at == '0' || !text_read_number(&reader->at, left, &empty))
                return wrong(reader, ERR_RANGE, "bad_board", "that many empty squares do not fit into the rank");
            left -= (unsigned)empty;
            continue;
        }
        if (*reader->at == '/' || *reader->at == ' ' || !*reader->at)
            return wrong(reader, ERR_RANGE, "bad_board", "the rank has too few squares");
        piece_t piece = read_piece(reader);
        if (piece == PIECE_NONE)
            return wrong(reader, ERR_SYNTAX, "bad_piece", "no piece of this game");
        left--;
        reader->position->board[left * game->ranks + rank] = piece;
    }
    return OK;
}

static enum error read_board(struct reader *reader)
{
    for (unsigned rank = 0; rank < reader->game->ranks; rank++) {
        if (rank) {
            if (*reader->at == ' ' || !*reader->at)
                return wrong(reader, ERR_RANGE, "bad_board", "the board has too few ranks");
            if (*reader->at != '/')
                return wrong(reader, ERR_RANGE, "bad_board", "the rank has too many squares");
            reader->at++;
        }
        enum error error = read_rank(reader, rank);
        if (error != OK)
            return error;
    }
    if (*reader->at == '/')
        return wrong(reader, ERR_RANGE, "bad_board", "the board has too many ranks");
    return OK;
}

static enum error read_space(struct reader *reader, const char *message)
{
    if (*reader->at != ' ')
        return wrong(reader, ERR_SYNTAX, "syntax", message);
    reader->at++;
    return OK;
}

static enum error read_side(struct reader *reader)
{
    if (*reader->at != 'b' && *reader->at != 'w')
        return wrong(reader, ERR_SYNTAX, "bad_side", "the side to move is b or w");
    reader->position->side = *reader->at == 'b' ? SENTE : GOTE;
    reader->at++;
    return OK;
}

static enum error read_hands(struct reader *reader)
{
    bool seen[SIDES][HAND_KINDS] = {{false}};
    while (*reader->at && *reader->at != ' ') {
        unsigned long count = 1;
        bool counted = *reader->at >= '0' && *reader->at <= '9';
        if (counted && (*reader->at == '0' || !text_read_number(&reader->at, HAND_COUNT_MAX, &count)))
            return wrong(reader, ERR_RANGE, "bad_hand", "a count in hand is from 1 to 18");
        char letter = *reader->at;
        unsigned kind = is_letter(letter) && strchr(reader->game->hand_order, upper(letter))
                            ? kind_named(reader->game, upper(letter), false)
                            : 0;
        if (!kind)
            return wrong(reader, ERR_SYNTAX, "bad_hand", "not a piece that can be in hand");
        if (seen[side_of(letter)][kind])
            return wrong(reader, ERR_SYNTAX, "bad_hand", "the same piece twice");
        seen[side_of(letter)][kind] = true;
        reader->position->hand[side_of(letter)][kind] = (uint8_t)count;
        reader->at++;
    }
    return OK;
}

static enum error read_mark(struct reader *reader)
{
    square_t mark = square_parse(reader->game, &reader->at);
    if (mark == SQUARE_NONE)
        return wrong(reader, ERR_SYNTAX, "bad_mark", "the third field is - or a square of the board");
    reader->position->mark = mark;
    return OK;
}

static enum error read_third(struct reader *reader)
{
    if (*reader->at == '-') {
        reader->at++;
        return OK;
    }
    if (!*reader->at || *reader->at == ' ')
        return wrong(reader, ERR_SYNTAX, "syntax", "the third field is empty");
    return reader->game->third == SFEN_MARK ? read_mark(reader) : read_hands(reader);
}

static enum error read_number(struct reader *reader)
{
    unsigned long number;
    if (*reader->at == '0' || !text_read_number(&reader->at, SFEN_NUMBER_MAX, &number))
        return wrong(reader, ERR_RANGE, "bad_number", "the move number is from 1 to 55535");
    reader->position->number = (uint16_t)number;
    return OK;
}

static enum error read_fields(struct reader *reader)
{
    enum error error = read_board(reader);
    if (error == OK)
        error = read_space(reader, "a space and the side to move come after the board");
    if (error == OK)
        error = read_side(reader);
    if (error == OK)
        error = read_space(reader, "a space and the third field come after the side to move");
    if (error == OK)
        error = read_third(reader);
    if (error == OK && *reader->at) {
        error = read_space(reader, "the third field goes on after its end");
        if (error == OK)
            error = read_number(reader);
        if (error == OK && *reader->at)
            error = wrong(reader, ERR_SYNTAX, "syntax", "the position goes on after its end");
    }
    return error;
}

enum error sfen_parse(const struct game *game, const struct ruleset *rules, const char *text,
                      union position_store *store, struct fault *fault)
{
    memset(store, 0, sizeof *store);
    struct reader reader = {.game = game, .text = text, .at = text, .position = &store->head, .fault = fault};
    store->head.mark = SQUARE_NONE;
    store->head.number = 1;
    if (rules)
        store->head.rules = *rules;
    enum error error = read_fields(&reader);
    return error == OK ? game->adopt(&store->head, fault) : error;
}

static void write_piece(struct text *text, const struct game *game, piece_t piece)
{
    const struct piece_info *info = &game->pieces[piece_kind(piece)];
    if (info->promoted)
        text_char(text, '+');
    text_char(text, piece_side(piece) == GOTE ? (char)(info->letter | 32) : info->letter);
}

static void write_rank(struct text *text, const struct game *game, const struct position *position, unsigned rank)
{
    unsigned empty = 0;
    for (unsigned left = game->files; left-- > 0;) {
        piece_t piece = position->board[left * game->ranks + rank];
        if (piece == PIECE_NONE) {
            empty++;
            continue;
        }
        if (empty)
            text_number(text, empty);
        empty = 0;
        write_piece(text, game, piece);
    }
    if (empty)
        text_number(text, empty);
}

static void write_hands(struct text *text, const struct game *game, const struct position *position)
{
    bool any = false;
    for (unsigned side = SENTE; side < SIDES; side++) {
        for (const char *letter = game->hand_order; *letter; letter++) {
            unsigned kind = kind_named(game, *letter, false);
            unsigned count = position->hand[side][kind];
            if (!count)
                continue;
            any = true;
            if (count > 1)
                text_number(text, count);
            write_piece(text, game, piece_of(kind, (enum side)side));
        }
    }
    if (!any)
        text_char(text, '-');
}

void sfen_format(const struct game *game, const struct position *position, char *out)
{
    struct text text = text_into(out, SFEN_MAX);
    for (unsigned rank = 0; rank < game->ranks; rank++) {
        if (rank)
            text_char(&text, '/');
        write_rank(&text, game, position, rank);
    }
    text_string(&text, position->side == GOTE ? " w " : " b ");
    if (game->third == SFEN_HANDS) {
        write_hands(&text, game, position);
    } else if (position->mark == SQUARE_NONE) {
        text_char(&text, '-');
    } else {
        char square[4];
        square_format(game, position->mark, square);
        text_string(&text, square);
    }
    text_char(&text, ' ');
    text_number(&text, position->number);
}
