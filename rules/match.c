/*
 * A move goes in five steps: is the game still on and is there room, is the move in the list of legal ones (in its
 * canonical form), apply it, write the new position into the history, ask the game for the verdict. Taking back keeps
 * no undo data: it applies the plies again from the start, which costs less than a microsecond each. Replaying a stored
 * game goes without the second step: what was legal once stays played, whatever the rules say since.
 */
#include "rules/match.h"
#include "rules/notation.h"

#include <stdlib.h>
#include <string.h>

/* The code of a move after the end; rules have codes of their own (RULES.md of a game). */
static const char game_over[] = "game_over";

static void audit(const struct match *match)
{
#ifdef SHOGIKAN_AUDIT
    match->game->audit(&match->now.head);
#else
    (void)match;
#endif
}

/* Writes the newest position into the history and judges it. */
static void note_position(struct match *match, bool took)
{
    match->history.entries[match->history.count] = (struct history_entry){
        .key = match->now.head.key,
        .move = MOVE_NONE,
        .check = match->game->check(&match->now.head, NULL),
        .took = took,
    };
    match->verdict = match->game->verdict(&match->now.head, &match->history);
}

enum error match_start(struct match *match, const struct game *game, const struct ruleset *rules, const char *sfen,
                       struct history_entry *entries, unsigned capacity, struct fault *fault)
{
    if (capacity == 0) {
        fault_set(fault, error_code(ERR_TOO_LONG), 0, "no room for a position", NULL);
        return ERR_TOO_LONG;
    }
    enum error error = sfen_parse(game, rules, sfen ? sfen : game_start_sfen(game, rules), &match->start, fault);
    if (error != OK)
        return error;
    match->game = game;
    match->now = match->start;
    match->history = (struct history){.entries = entries, .capacity = capacity, .count = 0};
    audit(match);
    note_position(match, false);
    return OK;
}

void match_moves(const struct match *match, struct move_list *list)
{
    list->count = 0;
    if (match->verdict.reason == REASON_NONE)
        match->game->generate(&match->now.head, &match->history, list);
}

static bool list_has(const struct move_list *list, move_t move)
{
    for (unsigned i = 0; i < list->count; i++) {
        if (list->moves[i] == move)
            return true;
    }
    return false;
}

move_t match_legal(const struct match *match, move_t move, struct explanation *why)
{
    const struct game *game = match->game;
    struct explanation reason = {.rule = game_over};
    if (match->verdict.reason == REASON_NONE) {
        struct move_list list;
        move_t canonical = game->canonical ? game->canonical(&match->now.head, move) : move;
        match_moves(match, &list);
        if (list_has(&list, canonical)) {
            if (why)
                *why = (struct explanation){.rule = NULL};
            return canonical;
        }
        reason = game->explain(&match->now.head, &match->history, move);
#ifdef SHOGIKAN_AUDIT
        if (!reason.rule)
            abort(); /* explain() calls legal what generate() does not list */
#endif
        if (!reason.rule)
            reason.rule = error_code(ERR_ILLEGAL);
    }
    if (why)
        *why = reason;
    return MOVE_NONE;
}

/* Applies a move that can be applied, and judges the new position. */
static void go_on(struct match *match, move_t canonical)
{
    union undo_store undo;
#ifdef SHOGIKAN_AUDIT
    uint64_t key = match->now.head.key;
    match->game->apply(&match->now.head, canonical, &undo);
    match->game->undo(&match->now.head, canonical, &undo);
    audit(match);
    if (match->now.head.key != key)
        abort(); /* undo() does not restore what apply() changed */
#endif
    bool took = position_takes(&match->now.head, canonical);
    match->game->apply(&match->now.head, canonical, &undo);
    audit(match);
    match->history.entries[match->history.count].move = canonical;
    match->history.count++;
    note_position(match, took);
}

enum error match_play(struct match *match, move_t move, struct explanation *why)
{
    if (match->verdict.reason != REASON_NONE) {
        if (why)
            *why = (struct explanation){.rule = game_over};
        return ERR_GAME_OVER;
    }
    move_t canonical = match_legal(match, move, why);
    if (canonical == MOVE_NONE)
        return ERR_ILLEGAL;
    if (!match->game->can_apply(&match->now.head, canonical)) {
        /* Only where a replayed game stands as the present rules never let one stand. */
        if (why)
            *why = (struct explanation){.rule = error_code(ERR_ILLEGAL)};
        return ERR_ILLEGAL;
    }
    if (match->history.count + 1 >= match->history.capacity)
        return ERR_TOO_LONG;
    go_on(match, canonical);
    return OK;
}

enum error match_replay(struct match *match, const char *usi, struct fault *fault)
{
    move_t move;
    enum error error = usi_parse(match->game, usi, &move, fault);
    if (error != OK)
        return error;
    if (!match->game->can_apply(&match->now.head, move)) {
        fault_set(fault, error_code(ERR_ILLEGAL), 0, "there is no such piece to move", usi);
        return ERR_ILLEGAL;
    }
    if (match->history.count + 1 >= match->history.capacity) {
        fault_set(fault, error_code(ERR_TOO_LONG), 0, error_text(ERR_TOO_LONG), NULL);
        return ERR_TOO_LONG;
    }
    go_on(match, move);
    return OK;
}

enum error match_play_usi(struct match *match, const char *usi, struct explanation *why, struct fault *fault)
{
    struct explanation reason = {.rule = NULL};
    move_t move;
    enum error error = match->verdict.reason == REASON_NONE ? OK : ERR_GAME_OVER;
    if (error == OK)
        error = usi_parse(match->game, usi, &move, fault);
    if (error == ERR_GAME_OVER) {
        reason.rule = game_over;
        fault_set(fault, game_over, 0, "the game has ended", reason_name(match->verdict.reason));
    } else if (error == OK) {
        error = match_play(match, move, &reason);
        if (error == ERR_ILLEGAL)
            fault_set(fault, reason.rule, 0, "the rules forbid this move", usi);
        else if (error != OK)
            fault_set(fault, error_code(error), 0, error_text(error), NULL);
    }
    if (why)
        *why = reason;
    return error;
}

bool match_back(struct match *match)
{
    if (match->history.count == 0)
        return false;
    match->history.count--;
    match->now = match->start;
    for (unsigned i = 0; i < match->history.count; i++) {
        union undo_store undo;
        match->game->apply(&match->now.head, match->history.entries[i].move, &undo);
    }
    audit(match);
    note_position(match, match->history.entries[match->history.count].took);
    return true;
}
