/*
 * The tests' clock moves only when it is looked at, so no test depends on the speed of the machine.
 */
#include "engine/tests/arena.h"
#include "engine/mate.h"
#include "rules/notation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

const struct evaluation *arena_evaluation(const char *game)
{
    unsigned i = 0;
    while (evaluation_list[i] && strcmp(evaluation_list[i]->game->name, game) != 0)
        i++;
    return evaluation_list[i];
}

struct arena *arena_new(const char *game)
{
    struct arena *arena = calloc(1, sizeof *arena);
    assert_non_null(arena);
    arena->evaluation = arena_evaluation(game);
    assert_non_null(arena->evaluation);
    assert_int_equal(search_create(&arena->search), OK);
    assert_int_equal(tt_resize(&arena->table, 8), OK);
    arena->tick = 1;
    arena_position(arena, NULL, NULL, NULL);
    return arena;
}

void arena_free(struct arena *arena)
{
    search_free(arena->search);
    mate_free(arena->mate);
    tt_release(&arena->table);
    free(arena);
}

void arena_position(struct arena *arena, const char *rules, const char *sfen, const char *moves)
{
    struct ruleset set;
    struct fault fault;
    char text[4096], *at = text;
    assert_int_equal(ruleset_parse(arena->evaluation->game, &set, rules ? rules : "", NULL), OK);
    if (match_start(&arena->match, arena->evaluation->game, &set, sfen, arena->entries, MATCH_PLIES_MAX + 1, &fault))
        fail_msg("%s: %s", sfen, fault.message);
    assert_true(!moves || strlen(moves) < sizeof text);
    strcpy(text, moves ? moves : "");
    for (char *move; (move = strsep(&at, " "));) {
        if (*move && match_play_usi(&arena->match, move, NULL, &fault) != OK)
            fail_msg("%s: %s", move, fault.message);
    }
}

void arena_play(struct arena *arena, move_t move)
{
    struct explanation why;
    if (match_play(&arena->match, move, &why) != OK)
        fail_msg("%s: %s", arena_text(arena, move), why.rule);
}

void arena_clear(struct arena *arena)
{
    tt_clear(&arena->table);
    search_forget(arena->search);
    if (arena->mate)
        mate_forget(arena->mate);
}

static int64_t look(void *context)
{
    struct arena *arena = context;
    arena->looks++;
    return arena->microseconds += arena->tick;
}

static void note(void *context, const struct search_info *info)
{
    struct arena *arena = context;
    if (info->rank == 2) {
        arena->pair[0] = arena->last;
        arena->pair[1] = *info;
    }
    arena->last = *info;
}

struct search_result arena_search(struct arena *arena, const struct search_limits *limits)
{
    struct search_result result;
    struct search_request request = {
        .evaluation = arena->evaluation,
        .match = &arena->match,
        .table = &arena->table,
        .clock = {.now = look, .context = arena},
        .limits = *limits,
        .report = note,
        .context = arena,
        .mate = limits->temperature ? NULL : arena->mate,
    };
    search_arm(arena->search, false);
    search_run(arena->search, &request, &result);
    return result;
}

struct search_result arena_search_depth(struct arena *arena, unsigned depth)
{
    return arena_search(arena, &(struct search_limits){.depth = depth});
}

struct search_result arena_search_nodes(struct arena *arena, uint64_t nodes)
{
    return arena_search(arena, &(struct search_limits){.nodes = nodes});
}

const char *arena_text(const struct arena *arena, move_t move)
{
    static char text[USI_MAX];
    usi_format(arena->match.game, move, text);
    return text;
}

static bool wins(const struct game *game, const union position_store *position, move_t move, unsigned plies)
{
    union position_store after = *position;
    union undo_store undo;
    enum side us = (enum side)position->head.side;
    game->apply(&after.head, move, &undo);
    struct verdict verdict = game->verdict(&after.head, NULL);
    if (verdict.reason != REASON_NONE)
        return verdict.winner == us;
    if (plies < 3)
        return false;
    struct move_list *answers = malloc(2 * sizeof *answers), *ours = answers + 1;
    assert_non_null(answers);
    game->generate(&after.head, NULL, answers);
    bool forced = true;
    for (unsigned i = 0; forced && i < answers->count; i++) {
        union position_store next = after;
        game->apply(&next.head, answers->moves[i], &undo);
        game->generate(&next.head, NULL, ours);
        forced = false;
        for (unsigned j = 0; !forced && j < ours->count; j++)
            forced = wins(game, &next, ours->moves[j], plies - 2);
    }
    free(answers);
    return forced;
}

bool arena_forces_win(const struct arena *arena, move_t first, unsigned plies)
{
    return wins(arena->match.game, &arena->match.now, first, plies);
}

int arena_gain(const struct arena *arena, move_t move)
{
    const struct game *game = arena->match.game;
    union position_store after = arena->match.now;
    union undo_store undo;
    int before = 0, behind = 0;
    enum side us = (enum side)after.head.side;
    for (unsigned i = 0; i < game_squares(game); i++) {
        piece_t piece = after.head.board[i];
        before += piece && piece_side(piece) != us ? game->pieces[piece_kind(piece)].worth : 0;
    }
    game->apply(&after.head, move, &undo);
    struct verdict verdict = game->verdict(&after.head, NULL);
    if (verdict.reason != REASON_NONE && verdict.winner == us)
        return 1 << 20;
    for (unsigned i = 0; i < game_squares(game); i++) {
        piece_t piece = after.head.board[i];
        behind += piece && piece_side(piece) != us ? game->pieces[piece_kind(piece)].worth : 0;
    }
    return before - behind;
}
