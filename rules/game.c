#include "rules/game.h"
#include "rules/notation.h"

#include <stdlib.h>

const char *game_start_sfen(const struct game *game, const struct ruleset *rules)
{
    return rules && game->start_under ? game->start_under(rules) : game->start_sfen;
}

void game_start(const struct game *game, const struct ruleset *rules, union position_store *store)
{
    struct fault fault;
    if (sfen_parse(game, rules, game_start_sfen(game, rules), store, &fault) != OK)
        abort(); /* a game whose own start position is wrong */
}
