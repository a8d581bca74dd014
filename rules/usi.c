/*
 * USI squares and moves, for any board: a file in decimals from the right, a rank as a letter from the far end. What
 * is read here is only spelling; a drop onto an occupied square or a drop that promotes passes, so that explain() can
 * say which rule it breaks.
 */
#include "base/text.h"
#include "rules/notation.h"

void square_format(const struct game *game, square_t square, char *out)
{
    struct text text = text_into(out, 4);
    text_number(&text, square / game->ranks + 1);
    text_char(&text, (char)('a' + square % game->ranks));
}

square_t square_parse(const struct game *game, const char **at)
{
    const char *c = *at;
    unsigned long file;
    if (!text_read_number(&c, game->files, &file) || file == 0)
        return SQUARE_NONE;
    if (*c < 'a' || *c >= 'a' + game->ranks)
        return SQUARE_NONE;
    square_t square = (square_t)((file - 1) * game->ranks + (unsigned)(*c - 'a'));
    *at = c + 1;
    return square;
}

static unsigned kind_of_letter(const struct game *game, char letter)
{
    for (unsigned kind = 1; game->pieces[kind].letter; kind++) {
        if (game->pieces[kind].letter == letter && !game->pieces[kind].promoted)
            return kind;
    }
    return 0;
}

static enum error wrong(struct fault *fault, const char *text, const char *at, const char *message)
{
    fault_set(fault, "syntax", (unsigned)(at - text), message, NULL);
    return ERR_SYNTAX;
}

enum error usi_parse(const struct game *game, const char *text, move_t *move, struct fault *fault)
{
    const char *at = text;
    move_t read;
    unsigned kind = *at && at[1] == '*' ? kind_of_letter(game, *at) : 0;
    if (kind) {
        at += 2;
        square_t to = square_parse(game, &at);
        if (to == SQUARE_NONE)
            return wrong(fault, text, at, "a drop needs a square of the board after '*'");
        read = move_drop(kind, to);
    } else {
        square_t squares[3];
        unsigned count = 0;
        while (count < 3 && (squares[count] = square_parse(game, &at)) != SQUARE_NONE)
            count++;
        if (count < 2)
            return wrong(fault, text, at, "a move needs two squares of the board, or a piece, '*' and a square");
        read = count == 3 ? move_double(squares[0], squares[1], squares[2]) : move_board(squares[0], squares[1]);
    }
    if (*at == '+') {
        read |= MOVE_PROMOTE;
        at++;
    }
    if (*at)
        return wrong(fault, text, at, "the move goes on after its end");
    *move = read;
    return OK;
}

void usi_format(const struct game *game, move_t move, char *out)
{
    struct text text = text_into(out, USI_MAX);
    char square[4];
    if (move_is_drop(move)) {
        text_char(&text, game->pieces[move_kind(move)].letter);
        text_char(&text, '*');
    } else {
        square_format(game, move_from(move), square);
        text_string(&text, square);
    }
    if (move_is_double(move)) {
        square_format(game, move_mid(move), square);
        text_string(&text, square);
    }
    square_format(game, move_to(move), square);
    text_string(&text, square);
    if (move_is_promotion(move))
        text_char(&text, '+');
}
