/*
 * Diagrams of KIF: a line "|v香v桂 ・ ...|一" for each rank from the far end, each square a sign of its side (v or
 * space) and a piece of one character, or two where a promoted piece is written with 成; "・" is empty. Boards of more
 * than nine files have squares one character wider. Hands are "飛二　角　歩十八".
 */
#include "rules/record_text.h"

/* The kind whose diagram names begin the slice, the longest; 0: none. */
static unsigned take_kind(struct slice *slice, const struct game *game)
{
    unsigned found = 0;
    size_t longest = 0;
    for (unsigned kind = 1; game->pieces[kind].letter; kind++) {
        size_t size = slice_name(*slice, game->words->pieces[kind].diagram);
        if (size > longest) {
            longest = size;
            found = kind;
        }
    }
    slice->at += longest;
    return found;
}

enum error diagram_rank(struct diagram *diagram, const struct game *game, struct slice line, unsigned number,
                        struct record_fault *fault)
{
    struct slice rest = line;
    struct position *position = &diagram->store.head;
    if (diagram->ranks == game->ranks)
        return record_wrong(fault, ERR_RANGE, number, "bad_board", "the diagram has too many ranks", line);
    (void)slice_take(&rest, "|");
    for (unsigned left = game->files; left-- > 0;) {
        enum side side = SENTE;
        while (slice_take(&rest, " ") || slice_take(&rest, "　"))
            ;
        square_t square = (square_t)(left * game->ranks + diagram->ranks);
        if (slice_take(&rest, "・") || slice_take(&rest, "．") || slice_take(&rest, "*"))
            continue;
        if (slice_take(&rest, "v") || slice_take(&rest, "V"))
            side = GOTE;
        else
            (void)slice_take(&rest, "^");
        unsigned kind = take_kind(&rest, game);
        if (!kind)
            return record_wrong(fault, ERR_SYNTAX, number, "bad_piece",
                                "the diagram has no piece of this game at this place", rest);
        position->board[square] = piece_of(kind, side);
    }
    slice_trim_front(&rest);
    if (!slice_begins(rest, "|"))
        return record_wrong(fault, ERR_RANGE, number, "bad_board",
                            "the rank of the diagram does not end with its files", line);
    diagram->ranks++;
    return OK;
}

enum error diagram_hand(struct diagram *diagram, const struct game *game, enum side side, struct slice line,
                        unsigned number, struct record_fault *fault)
{
    struct slice rest = slice_trim(line);
    if (slice_is(rest, "なし") || slice_empty(rest))
        return OK;
    while (!slice_empty(rest)) {
        unsigned count = 1;
        unsigned kind = take_kind(&rest, game);
        if (!kind || kind >= HAND_KINDS || game->third != SFEN_HANDS)
            return record_wrong(fault, ERR_SYNTAX, number, "bad_hand", "not a piece that can be in hand", line);
        (void)(slice_kanji(&rest, &count) || slice_number(&rest, HAND_COUNT_MAX, &count));
        if (count > HAND_COUNT_MAX || diagram->store.head.hand[side][kind])
            return record_wrong(fault, ERR_RANGE, number, "bad_hand", "more pieces in hand than there are", line);
        diagram->store.head.hand[side][kind] = (uint8_t)count;
        slice_trim_front(&rest);
    }
    return OK;
}

static void write_hand(const struct game *game, const struct position *position, enum side side, struct text *text)
{
    bool any = false;
    if (game->third != SFEN_HANDS)
        return;
    text_string(text, side == SENTE ? "先手の持駒：" : "後手の持駒：");
    for (const char *letter = game->hand_order; *letter; letter++) {
        unsigned kind = 1;
        while (game->pieces[kind].letter != *letter || game->pieces[kind].promoted)
            kind++;
        unsigned count = position->hand[side][kind];
        if (!count)
            continue;
        if (any)
            text_string(text, "　");
        any = true;
        text_name(text, game->words->pieces[kind].diagram);
        if (count > 1)
            text_kanji(text, count);
    }
    text_string(text, any ? "\n" : "なし\n");
}

static unsigned characters(const char *names)
{
    unsigned count = 0;
    for (; *names && *names != ' '; names++)
        count += (*names & 0xc0) != 0x80;
    return count;
}

static void write_square(const struct game *game, piece_t piece, struct text *text)
{
    const char *names = piece == PIECE_NONE ? "・" : game->words->pieces[piece_kind(piece)].diagram;
    bool gote = piece != PIECE_NONE && piece_side(piece) == GOTE;
    unsigned width = game->files > 9 ? 3 : 2;
    for (unsigned used = characters(names) + gote; used < width; used++)
        text_char(text, ' ');
    if (gote)
        text_char(text, 'v');
    text_name(text, names);
}

void diagram_write(const struct game *game, const struct position *position, struct text *text)
{
    bool wide = game->files > 9;
    write_hand(game, position, GOTE, text);
    text_char(text, ' ');
    for (unsigned file = game->files; file > 0; file--) {
        text_string(text, wide && file > 9 ? " " : wide ? "  " : " ");
        text_wide_number(text, file);
    }
    for (unsigned rank = 0; rank <= game->ranks; rank++) {
        if (rank == 0 || rank == game->ranks) {
            text_string(text, rank == 0 ? "\n+" : "+");
            for (unsigned i = 0; i < game->files * (wide ? 4u : 3u); i++)
                text_char(text, '-');
            text_string(text, "+\n");
        }
        if (rank == game->ranks)
            break;
        text_char(text, '|');
        for (unsigned left = game->files; left-- > 0;)
            write_square(game, position->board[left * game->ranks + rank], text);
        text_char(text, '|');
        text_kanji(text, rank + 1);
        text_char(text, '\n');
    }
    write_hand(game, position, SENTE, text);
    if (position->side == GOTE)
        text_string(text, "後手番\n");
}
