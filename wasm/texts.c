/*
 * Moves as people write them, for the page; core.ts is the only caller. Text goes in and out in `file`.
 */
#include "base/text.h"
#include "rules/move_text.h"
#include "rules/notation.h"
#include "wasm/core.h"

#include <string.h>

char file[FILE_MAX];

EXPORT(core_file) char *core_file(void);
EXPORT(core_file_size) int core_file_size(void);
EXPORT(core_text) int core_text(int slot, int style);
EXPORT(core_texts) int core_texts(int slot, int style);

char *core_file(void)
{
    return file;
}

int core_file_size(void)
{
    return FILE_MAX;
}

/* The legal move in `file` in a style (enum move_style); -1: not legal. */
int core_text(int slot, int style)
{
    struct match *match = match_of(slot);
    const struct history *history = &match->history;
    square_t previous = history->count ? move_to(history->entries[history->count - 1].move) : SQUARE_NONE;
    struct move_list legal;
    move_t move;
    if (usi_parse(match->game, file, &move, NULL) != OK || (move = match_legal(match, move, NULL)) == MOVE_NONE)
        return -1;
    match_moves(match, &legal);
    move_text(match->game, &match->now.head, &legal, move, previous, (enum move_style)style, file);
    return (int)strlen(file);
}

/* All plies of a match, a line each. */
int core_texts(int slot, int style)
{
    struct match replay = *match_of(slot); /* borrows the entries, whose first ones never change */
    unsigned count = replay.history.count;
    struct text text = text_into(file, FILE_MAX);
    square_t previous = SQUARE_NONE;
    replay.now = replay.start;
    for (replay.history.count = 0; replay.history.count < count; replay.history.count++) {
        move_t move = replay.history.entries[replay.history.count].move;
        char word[MOVE_TEXT_MAX];
        struct move_list legal;
        union undo_store undo;
        replay.game->generate(&replay.now.head, &replay.history, &legal);
        move_text(replay.game, &replay.now.head, &legal, move, previous, (enum move_style)style, word);
        if (replay.history.count)
            text_char(&text, '\n');
        text_string(&text, word);
        replay.game->apply(&replay.now.head, move, &undo);
        previous = move_to(move);
    }
    return text.cut ? -1 : (int)(text.at - file);
}
