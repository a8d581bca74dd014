/*
 * A move without its origin, as KI2 and people write it: the legal moves that it can mean are narrowed down by each of
 * its words until one is left. Where none can be meant, the rule that forbids it is asked for.
 */
#include "rules/record_text.h"

#include <string.h>

/* What a written move says. */
struct words {
    square_t to, mid; /* mid: of a double move, or SQUARE_NONE */
    square_t from;    /* where it says so, or SQUARE_NONE */
    struct slice name;
    bool igui, pass, promotes, stays, drops;
    enum mark_motion motion;
    enum mark_lateral lateral;
};

static void read_marks(struct slice *rest, struct words *words)
{
    for (;;) {
        if (slice_take(rest, "不成") || slice_take(rest, "生"))
            words->stays = true;
        else if (slice_take(rest, "成"))
            words->promotes = true;
        else if (slice_take(rest, "打"))
            words->drops = true;
        else if (slice_take(rest, "左"))
            words->lateral = LATERAL_LEFT;
        else if (slice_take(rest, "右"))
            words->lateral = LATERAL_RIGHT;
        else if (slice_take(rest, "直"))
            words->lateral = LATERAL_STRAIGHT;
        else if (slice_take(rest, "上") || slice_take(rest, "行") || slice_take(rest, "入"))
            words->motion = MOTION_UP;
        else if (slice_take(rest, "寄"))
            words->motion = MOTION_SIDE;
        else if (slice_take(rest, "引"))
            words->motion = MOTION_DOWN;
        else
            return;
    }
}

static bool read_origin(struct slice *rest, const struct game *game, struct words *words)
{
    if (!slice_take(rest, "("))
        return true;
    return slice_square(rest, game, &words->from) && slice_take(rest, ")");
}

/* The square that the last move went to. */
static bool previous_square(const struct match *match, square_t *square)
{
    if (match->history.count == 0)
        return false;
    *square = move_to(match->history.entries[match->history.count - 1].move);
    return true;
}

static bool read_square(struct slice *rest, const struct match *match, square_t *square)
{
    if (slice_take(rest, "同") || slice_take(rest, "仝")) {
        slice_trim_front(rest);
        return previous_square(match, square);
    }
    return slice_square(rest, match->game, square);
}

static bool read_name(struct slice *rest, const struct game *game, struct words *words)
{
    size_t longest = 0;
    for (unsigned kind = 1; game->pieces[kind].letter; kind++) {
        size_t size = slice_name(*rest, game->words->pieces[kind].names);
        longest = size > longest ? size : longest;
    }
    words->name = (struct slice){rest->at, rest->at + longest};
    rest->at += longest;
    return longest > 0;
}

static bool read_words(struct slice rest, const struct match *match, struct words *words)
{
    *words = (struct words){.mid = SQUARE_NONE, .from = SQUARE_NONE};
    if (slice_take(&rest, "じっと")) {
        words->pass = true;
        return slice_empty(rest);
    }
    if (!read_square(&rest, match, &words->to))
        return false;
    if (slice_take(&rest, "居喰い") || slice_take(&rest, "居食い")) {
        words->igui = true;
        return read_origin(&rest, match->game, words) && slice_empty(rest);
    }
    if (slice_take(&rest, "・")) {
        words->mid = words->to;
        if (!slice_square(&rest, match->game, &words->to))
            return false;
    }
    if (!read_name(&rest, match->game, words))
        return false;
    read_marks(&rest, words);
    if (!read_origin(&rest, match->game, words))
        return false;
    read_marks(&rest, words);
    return slice_empty(rest);
}

static bool is_called(const struct game *game, unsigned kind, struct slice name, bool first_only)
{
    const char *names = game->words->pieces[kind].names;
    if (first_only)
        return slice_size(name) == strcspn(names, " ") && memcmp(names, name.at, slice_size(name)) == 0;
    return slice_named(name, names);
}

/* Whether a legal move may be meant, marks left aside. */
static bool may_be(const struct match *match, move_t move, const struct words *words, bool first_only)
{
    const struct position *position = &match->now.head;
    bool comes_back = move_is_double(move) && move_from(move) == move_to(move);
    if (words->pass)
        return comes_back && position->board[move_mid(move)] == PIECE_NONE;
    if (words->from != SQUARE_NONE && (move_is_drop(move) || move_from(move) != words->from))
        return false;
    if (words->igui)
        return comes_back && move_mid(move) == words->to;
    if (move_to(move) != words->to || move_is_promotion(move) != words->promotes)
        return false;
    if (move_is_double(move) ? move_mid(move) != words->mid : words->mid != SQUARE_NONE)
        return false;
    unsigned kind = move_is_drop(move) ? move_kind(move) : piece_kind(position->board[move_from(move)]);
    return is_called(match->game, kind, words->name, first_only);
}

/* The one move of the candidates that the marks leave, MOVE_NONE: none or several (*many). */
static move_t choose(const struct match *match, const struct move_list *legal, const struct words *words,
                     bool first_only, bool *many)
{
    square_t from[SQUARES_MAX];
    unsigned count = 0, total = 0;
    move_t drop = MOVE_NONE, last = MOVE_NONE;
    *many = false;
    for (unsigned i = 0; i < legal->count; i++) {
        move_t move = legal->moves[i];
        if (!may_be(match, move, words, first_only))
            continue;
        if (move_is_drop(move)) {
            drop = move;
        } else if (!words->drops && count < SQUARES_MAX) {
            from[count++] = move_from(move);
            last = move;
        }
    }
    total = count;
    if (total == 0)
        return words->lateral == LATERAL_ANY && words->motion == MOTION_ANY ? drop : MOVE_NONE;
    if (total == 1)
        return last; /* marks that only a forbidden move of another piece made necessary do no harm */
    count = marks_filter(match->game, (enum side)match->now.head.side, words->to, words->motion, words->lateral, from,
                         count);
    *many = count > 1;
    for (unsigned i = 0; count == 1 && i < legal->count; i++)
        if (!move_is_drop(legal->moves[i]) && move_from(legal->moves[i]) == from[0] &&
            may_be(match, legal->moves[i], words, first_only))
            return legal->moves[i];
    return MOVE_NONE;
}

/* Why nothing can be meant: the rule of the first own piece of that name that breaks one other than "cannot go there".
 */
static enum error explain(const struct match *match, const struct words *words, struct slice written, unsigned line,
                          struct record_fault *fault)
{
    const struct game *game = match->game;
    const struct position *position = &match->now.head;
    const char *rule = "no_piece";
    char message[FAULT_MESSAGE_MAX];
    struct text text = text_into(message, sizeof message);
    for (unsigned square = 0; square < game_squares(game) && !words->drops && !words->pass; square++) {
        piece_t piece = position->board[square];
        if (piece == PIECE_NONE || piece_side(piece) != position->side || words->igui ||
            !is_called(game, piece_kind(piece), words->name, false))
            continue;
        move_t move = words->mid == SQUARE_NONE ? move_board((square_t)square, words->to)
                                                : move_double((square_t)square, words->mid, words->to);
        struct explanation why = game->explain(position, &match->history, words->promotes ? move | MOVE_PROMOTE : move);
        if (why.rule && strcmp(rule, "no_piece") == 0)
            rule = why.rule;
        if (why.rule && strcmp(why.rule, "not_reachable") != 0)
            rule = why.rule;
    }
    for (unsigned kind = 1; game->drops && kind < HAND_KINDS && game->pieces[kind].letter; kind++) {
        if (position->hand[position->side][kind] && is_called(game, kind, words->name, false)) {
            struct explanation why = game->explain(position, &match->history, move_drop(kind, words->to));
            if (why.rule && (words->drops || strcmp(rule, "no_piece") == 0 || strcmp(rule, "not_reachable") == 0))
                rule = why.rule;
        }
    }
    text_string(&text, "no legal move is meant by this: ");
    text_string(&text, rule);
    return record_wrong(fault, ERR_ILLEGAL, line, rule, message, written);
}

enum error record_find_move(struct record *record, struct slice written, unsigned line, struct record_fault *fault,
                            move_t *move)
{
    const struct match *match = &record->match;
    struct move_list legal;
    struct words words;
    bool many = false;
    struct slice rest = slice_trim(written);
    if (!read_words(rest, match, &words))
        return record_wrong(fault, ERR_SYNTAX, line, "syntax", "not a move: a square, a piece, and what tells it apart",
                            written);
    if (match->verdict.reason != REASON_NONE)
        return record_play(record, MOVE_NONE, line, written, fault); /* says that the game is over */
    match_moves(match, &legal);
    *move = choose(match, &legal, &words, true, &many);
    if (*move == MOVE_NONE && !many)
        *move = choose(match, &legal, &words, false, &many);
    if (*move != MOVE_NONE)
        return OK;
    if (many)
        return record_wrong(fault, ERR_SYNTAX, line, "ambiguous", "more than one legal move is meant by this", written);
    return explain(match, &words, written, line, fault);
}
