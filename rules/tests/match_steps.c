/* The steps of match_steps.h. */
#include "rules/tests/match_steps.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct match match;
static struct history_entry entries[STEPS_PLIES + 1];

void start_game(const char *name, const char *sfen, const char *rules_text)
{
    const struct game *game = game_find(name);
    struct ruleset rules;
    struct fault fault = {0};
    assert_non_null(game);
    assert_int_equal(ruleset_parse(game, &rules, rules_text, NULL), OK);
    if (match_start(&match, game, &rules, sfen, entries, STEPS_PLIES + 1, &fault) != OK)
        fail_msg("%s: %s", sfen, fault.message);
}

void play(const char *moves)
{
    char text[2048];
    assert_true(strlen(moves) < sizeof text);
    strcpy(text, moves);
    for (char *rest, *usi = strtok_r(text, " ", &rest); usi; usi = strtok_r(NULL, " ", &rest)) {
        struct fault fault = {0};
        if (match_play_usi(&match, usi, NULL, &fault) != OK)
            fail_msg("%s: %s", usi, fault.message);
    }
}

void assert_legal(const char *usi)
{
    move_t move;
    struct explanation why;
    assert_int_equal(usi_parse(match.game, usi, &move, NULL), OK);
    if (match_legal(&match, move, &why) == MOVE_NONE)
        fail_msg("%s is forbidden by %s", usi, why.rule);
}

void assert_forbidden(const char *usi, const char *rule, const char *squares)
{
    move_t move;
    struct explanation why = {0};
    char shown[SQUARES_MAX * 4] = "";
    assert_int_equal(usi_parse(match.game, usi, &move, NULL), OK);
    if (match_legal(&match, move, &why) != MOVE_NONE)
        fail_msg("%s is legal", usi);
    assert_non_null(why.rule);
    assert_string_equal(why.rule, rule);
    for (square_t square = 0; square < game_squares(match.game); square++)
        if (square_set_has(&why.squares, square)) {
            char name[4];
            square_format(match.game, square, name);
            if (*shown)
                strcat(shown, " ");
            strcat(shown, name);
        }
    assert_string_equal(shown, squares);
}

void assert_costs_nothing(const char *usi, const char *rule)
{
    static union position_store before;
    struct explanation why = {0};
    unsigned plies = match.history.count;
    memcpy(&before, &match.now, match.game->position_size);
    assert_int_equal(match_play_usi(&match, usi, &why, NULL), ERR_ILLEGAL);
    assert_string_equal(why.rule, rule);
    assert_memory_equal(&match.now, &before, match.game->position_size);
    assert_int_equal(match.history.count, plies);
    assert_result(NULL, NOBODY);
}

void assert_result(const char *reason, enum side winner)
{
    const char *name = reason_name(match.verdict.reason);
    if (!reason) {
        if (name)
            fail_msg("the game has ended: %s", name);
        return;
    }
    assert_non_null(name);
    assert_string_equal(name, reason);
    assert_int_equal(match.verdict.winner, winner);
}

void assert_position(const char *fields)
{
    char sfen[SFEN_MAX];
    sfen_format(match.game, &match.now.head, sfen);
    *strrchr(sfen, ' ') = '\0';
    assert_string_equal(sfen, fields);
}

void assert_move_count(unsigned count)
{
    struct move_list list;
    match_moves(&match, &list);
    assert_int_equal(list.count, count);
}

void assert_written(enum move_style style, const char *usi, const char *text)
{
    static struct move_list legal;
    char written[MOVE_TEXT_MAX];
    move_t move;
    unsigned count = match.history.count;
    assert_int_equal(usi_parse(match.game, usi, &move, NULL), OK);
    move = match_legal(&match, move, NULL);
    assert_int_not_equal(move, MOVE_NONE);
    match_moves(&match, &legal);
    move_text(match.game, &match.now.head, &legal, move,
              count ? move_to(match.history.entries[count - 1].move) : SQUARE_NONE, style, written);
    assert_string_equal(written, text);
}

void assert_refused(const char *game, const char *sfen, const char *code)
{
    union position_store store;
    struct fault fault = {0};
    assert_int_equal(sfen_parse(game_find(game), NULL, sfen, &store, &fault), ERR_RANGE);
    assert_string_equal(fault.code, code);
}

static int by_number(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return left < right ? -1 : left > right;
}

static uint64_t sorted[MOVE_LIST_MAX];
static unsigned sorted_count;

static bool is_listed(move_t move)
{
    uint64_t key = move;
    return bsearch(&key, sorted, sorted_count, sizeof *sorted, by_number) != NULL;
}

static void report(move_t move, const char *what)
{
    char usi[USI_MAX], sfen[SFEN_MAX];
    usi_format(match.game, move, usi);
    sfen_format(match.game, &match.now.head, sfen);
    fail_msg("%s in %s %s", usi, sfen, what);
}

static void check_spelling(move_t move)
{
    const struct game *game = match.game;
    const struct position *position = &match.now.head;
    move_t canonical = game->canonical ? game->canonical(position, move) : move;
    if (game->canonical && game->canonical(position, canonical) != canonical)
        report(move, "has a canonical spelling that is not canonical");
    bool listed = is_listed(canonical);
    if ((game->explain(position, &match.history, move).rule == NULL) != listed)
        report(move, listed ? "is listed and explained as forbidden" : "is explained as legal and not listed");
    if (is_listed(move) && canonical != move)
        report(move, "is listed in a spelling that is not canonical");
}

/* The squares within `steps` of one, itself included; returns how many. */
static unsigned squares_near(unsigned center, int steps, square_t *near)
{
    const struct game *game = match.game;
    int file = (int)(center / game->ranks), rank = (int)(center % game->ranks);
    unsigned count = 0;
    for (int x = file - steps; x <= file + steps; x++)
        for (int y = rank - steps; y <= rank + steps; y++)
            if (x >= 0 && x < game->files && y >= 0 && y < game->ranks)
                near[count++] = (square_t)(x * game->ranks + y);
    return count;
}

static void check_doubles(void)
{
    for (unsigned from = 0; from < game_squares(match.game); from++) {
        if (from % 16 && match.now.head.board[from] == PIECE_NONE)
            continue; /* of the many moves of nothing, some will do */
        square_t mids[25], targets[49];
        unsigned mid_count = squares_near(from, 2, mids), target_count = squares_near(from, 3, targets);
        for (unsigned i = 0; i < mid_count; i++)
            for (unsigned j = 0; j < target_count; j++) {
                move_t move = move_double((square_t)from, mids[i], targets[j]);
                check_spelling(move);
                check_spelling(move | MOVE_PROMOTE);
            }
    }
}

static void check_results(const struct move_list *list)
{
    static union position_store before;
    static uint64_t keys[MOVE_LIST_MAX];
    const struct game *game = match.game;
    before = match.now;
    for (unsigned i = 0; i < list->count; i++) {
        union undo_store undo;
        game->apply(&match.now.head, list->moves[i], &undo);
        game->audit(&match.now.head);
        keys[i] = match.now.head.key;
        game->undo(&match.now.head, list->moves[i], &undo);
        if (memcmp(&match.now, &before, game->position_size) != 0)
            report(list->moves[i], "is not undone");
    }
    qsort(keys, list->count, sizeof *keys, by_number);
    for (unsigned i = 1; i < list->count; i++)
        assert_true(keys[i - 1] != keys[i]); /* one result, one move */
}

void assert_moves_hold_together(bool doubles)
{
    static struct move_list list;
    const struct game *game = match.game;
    unsigned squares = game_squares(game);
    game->generate(&match.now.head, NULL, &list);
    assert_int_equal(list.count, game->count(&match.now.head, NULL));
    check_results(&list);
    game->generate(&match.now.head, &match.history, &list);
    assert_int_equal(list.count, game->count(&match.now.head, &match.history));
    for (unsigned i = 0; i < list.count; i++)
        sorted[i] = list.moves[i];
    sorted_count = list.count;
    qsort(sorted, sorted_count, sizeof *sorted, by_number);
    for (unsigned i = 0; i < list.count; i++)
        check_spelling(list.moves[i]);
    for (unsigned promote = 0; promote <= MOVE_PROMOTE; promote += MOVE_PROMOTE)
        for (unsigned to = 0; to < squares; to++) {
            for (unsigned from = 0; from < squares; from++)
                check_spelling(move_board((square_t)from, (square_t)to) | promote);
            for (unsigned kind = 0; kind <= KIND_MAX; kind++)
                check_spelling(move_drop(kind, (square_t)to) | promote);
        }
    if (doubles)
        check_doubles();
}

void play_random_games(const char *game, const char *sfen, const char *rules, unsigned games, uint64_t seed,
                       bool doubles)
{
    static struct move_list list;
    uint64_t random = seed;
    for (unsigned i = 0; i < games; i++) {
        start_game(game, sfen, rules);
        while (match.verdict.reason == REASON_NONE && match.history.count < STEPS_PLIES) {
            if (match.history.count % 10 == i % 10)
                assert_moves_hold_together(doubles);
            match_moves(&match, &list);
            random = random * 6364136223846793005ULL + 1442695040888963407ULL;
            assert_int_equal(match_play(&match, list.moves[(random >> 33) % list.count], NULL), OK);
            match.game->audit(&match.now.head);
        }
    }
}
