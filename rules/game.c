#include "rules/game.h"
#include "rules/notation.h"

#include <stdlib.h>

void game_start(const struct game *game, const struct ruleset *rules, union position_store *store)
{
    struct fault fault;
    if (sfen_parse(game, rules, game->start_sfen, store, &fault) != OK)
        abort(); /* a game whose own start position is wrong */
}
