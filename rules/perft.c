/*
 * Each child is counted on its own, except that a child where the game has ended by itself has no children, which a
 * game's own count only knows below its root.
 */
#include "rules/perft.h"

#include <stddef.h>

static void audit(const struct game *game, const struct position *position)
{
#ifdef SHOGIKAN_AUDIT
    game->audit(position);
#else
    (void)game;
    (void)position;
#endif
}

uint64_t perft_nodes(const struct game *game, struct position *position, unsigned depth)
{
    if (depth == 0)
        return 1;
    if (game->perft)
        return game->perft(position, depth);
    if (depth == 1)
        return game->count(position, NULL);
    struct move_list list;
    uint64_t nodes = 0;
    game->generate(position, NULL, &list);
    for (unsigned i = 0; i < list.count; i++) {
        union undo_store undo;
        game->apply(position, list.moves[i], &undo);
        nodes += perft_nodes(game, position, depth - 1);
        game->undo(position, list.moves[i], &undo);
    }
    return nodes;
}

uint64_t perft_divide(const struct game *game, struct position *position, unsigned depth, perft_visit *visit,
                      void *context)
{
    struct move_list list;
    uint64_t nodes = 0;
    audit(game, position);
    game->generate(position, NULL, &list);
    for (unsigned i = 0; i < list.count; i++) {
        union undo_store undo;
        game->apply(position, list.moves[i], &undo);
        audit(game, position);
        bool ended = depth > 1 && game->count(position, NULL) == 0;
        uint64_t below = ended ? 0 : perft_nodes(game, position, depth - 1);
        game->undo(position, list.moves[i], &undo);
        audit(game, position);
        visit(context, list.moves[i], below);
        nodes += below;
    }
    return nodes;
}
