#include "rules/game.h"
#include "rules/notation.h"

#include <stdlib.h>
#include <string.h>

void game_start(const struct game *game, const struct ruleset *rules, union position_store *store)
{
    struct fault fault;
    if (sfen_parse(game, rules, game->start_sfen, store, &fault) != OK)
        abort(); /* a game whose own start position is wrong */
}

const struct game *game_find(const char *name)
{
    for (unsigned i = 0; i < game_list_count; i++) {
        if (strcmp(game_list[i]->name, name) == 0)
            return game_list[i];
    }
    return NULL;
}
