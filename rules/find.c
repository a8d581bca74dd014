/* Compiled with the generated list of games (games/CMakeLists.txt), which `rules` alone does not have. */
#include "rules/game.h"

#include <stddef.h>
#include <string.h>

const struct game *game_find(const char *name)
{
    for (unsigned i = 0; i < game_list_count; i++) {
        if (strcmp(game_list[i]->name, name) == 0)
            return game_list[i];
    }
    return NULL;
}
