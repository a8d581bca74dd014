/*
 * Positions as text. The first line names the game and local rules ("name=value ..."), the rest is an SFEN. What is
 * accepted must come back the same through its canonical form, and everything that a game answers about it must hold
 * together.
 */
#include "rules/notation.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool condition)
{
    if (!condition)
        abort();
}

static void check_position(const struct game *game, union position_store *store)
{
    static struct move_list list;
    struct position *position = &store->head;
    game->audit(position);
    game->generate(position, NULL, &list);
    must(list.count <= MOVE_LIST_MAX);
    unsigned counted = game->count(position, NULL);
    must(counted == list.count || counted == 0); /* 0: the game has ended by itself */
    struct square_set givers = {{0}};
    must(game->check(position, &givers) == game->check(position, NULL));
    (void)game->verdict(position, NULL);
    uint64_t key = position->key;
    for (unsigned i = 0; i < list.count; i++) {
        move_t move = list.moves[i], read;
        char usi[USI_MAX];
        union undo_store undo;
        usi_format(game, move, usi);
        must(usi_parse(game, usi, &read, NULL) == OK && read == move);
        must(!game->canonical || game->canonical(position, move) == move);
        must(game->explain(position, NULL, move).rule == NULL);
        game->apply(position, move, &undo);
        game->audit(position);
        game->undo(position, move, &undo);
        game->audit(position);
        must(position->key == key);
    }
}

static void check_text(const struct game *game, const struct ruleset *rules, const char *text)
{
    static union position_store store, again;
    char first[SFEN_MAX], second[SFEN_MAX];
    struct fault fault = {.code = NULL};
    if (sfen_parse(game, rules, text, &store, &fault) != OK) {
        must(fault.code && fault.offset <= strlen(text) && strlen(fault.message) < FAULT_MESSAGE_MAX);
        return;
    }
    sfen_format(game, &store.head, first);
    must(sfen_parse(game, rules, first, &again, &fault) == OK);
    sfen_format(game, &again.head, second);
    must(strcmp(first, second) == 0 && store.head.key == again.head.key);
    check_position(game, &store);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *input = malloc(size + 1), *text = input;
    must(input != NULL);
    memcpy(input, data, size);
    input[size] = '\0';
    char *choices = strsep(&text, "\n");
    const struct game *game = game_find(strsep(&choices, " "));
    struct ruleset rules;
    if (game && text && ruleset_parse(game, &rules, choices ? choices : "", NULL) == OK)
        check_text(game, &rules, text);
    free(input);
    return 0;
}
