/*
 * Moves as text. The first line names the game and local rules ("name=value ..."), the second is a position (empty: the
 * usual start), each other one a move that is tried on the match. A move that is refused changes nothing and has a
 * reason; one that is played is written as it is read, and can be taken back.
 */
#include "rules/match.h"
#include "rules/notation.h"

#include <stdlib.h>
#include <string.h>

enum { PLIES = 64, TRIES = 128 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool condition)
{
    if (!condition)
        abort();
}

static void try_move(struct match *match, const char *usi)
{
    const struct game *game = match->game;
    struct explanation why = {.rule = NULL};
    struct fault fault = {.code = NULL};
    move_t move = MOVE_NONE;
    char before[SFEN_MAX], after[SFEN_MAX], spelled[USI_MAX];
    sfen_format(game, &match->now.head, before);
    uint64_t key = match->now.head.key;
    unsigned plies = match->history.count;
    if (usi_parse(game, usi, &move, &fault) == OK) {
        usi_format(game, move, spelled);
        must(strcmp(spelled, usi) == 0); /* what can be read has one spelling; only the game may know better ones */
        must((match_legal(match, move, &why) == MOVE_NONE) == (why.rule != NULL));
    } else {
        must(fault.offset <= strlen(usi));
    }
    enum error error = match_play_usi(match, usi, &why, &fault);
    if (error == OK) {
        must(match->history.count == plies + 1 && why.rule == NULL);
        sfen_format(game, &match->now.head, after);
        must(strcmp(before, after) != 0);
        if (plies % 8 == 7) {
            must(match_back(match));
            must(match->now.head.key == key && match_play_usi(match, usi, NULL, NULL) == OK);
        }
        return;
    }
    must(fault.code != NULL && match->history.count == plies && match->now.head.key == key);
    must(error == ERR_SYNTAX || error == ERR_TOO_LONG || why.rule != NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct match match;
    static struct history_entry entries[PLIES + 1];
    char *input = malloc(size + 1), *rest = input;
    must(input != NULL);
    memcpy(input, data, size);
    input[size] = '\0';
    char *choices = strsep(&rest, "\n");
    const struct game *game = game_find(strsep(&choices, " "));
    const char *line = strsep(&rest, "\n");
    struct ruleset rules;
    if (game && line && ruleset_parse(game, &rules, choices ? choices : "", NULL) == OK &&
        match_start(&match, game, &rules, *line ? line : NULL, entries, PLIES + 1, NULL) == OK) {
        for (unsigned i = 0; i < TRIES && (line = strsep(&rest, "\n")); i++)
            try_move(&match, line);
    }
    free(input);
    return 0;
}
