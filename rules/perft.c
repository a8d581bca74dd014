/* The game lists, makes and unmakes the moves; the last ply it only counts. */
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

/* What lies `depth` plies below a position that was just reached. */
static uint64_t below(const struct game *game, struct position *position, unsigned depth)
{
    if (depth == 0)
        return 1;
    return game->ended && game->ended(position) ? 0 : perft_nodes(game, position, depth);
}

uint64_t perft_nodes(const struct game *game, struct position *position, unsigned depth)
{
    if (depth == 0)
        return 1;
    if (depth == 1)
        return game->count(position, NULL);
    struct move_list list;
    uint64_t nodes = 0;
    game->generate(position, NULL, &list);
    for (unsigned i = 0; i < list.count; i++) {
        union undo_store undo;
        game->apply(position, list.moves[i], &undo);
        nodes += below(game, position, depth - 1);
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
        uint64_t nodes_below = below(game, position, depth - 1);
        game->undo(position, list.moves[i], &undo);
        audit(game, position);
        visit(context, list.moves[i], nodes_below);
        nodes += nodes_below;
    }
    return nodes;
}
