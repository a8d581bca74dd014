/* How a game's state comes from what is stored, also when the rules were corrected since. */
#include "rules/notation.h"
#include "server/table/judge.h"
#include "server/table/state.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PLIES = 300, GAMES = 40 };

static struct store_table table_of(const struct game *kind)
{
    struct store_table table = {.id = "t1"};
    strcpy(table.kind, kind->name);
    return table;
}

static struct store_game game_of(const struct game *kind, unsigned rules_version)
{
    struct store_game game = {.id = "g1", .table = "t1", .number = 1, .rules_version = rules_version};
    strcpy(game.kind, kind->name);
    strcpy(game.start, kind->start_sfen);
    strcpy(game.seat[0], "anna");
    strcpy(game.seat[1], "ben");
    return game;
}

static struct store_event move_event(unsigned seq, const char *usi)
{
    struct store_event event = {.game = "g1", .seq = seq, .kind = EVENT_MOVE, .side = seq % 2 ? 'b' : 'w'};
    strcpy(event.data, usi);
    return event;
}

static void moves_stay_played_when_the_rules_are_corrected(void **state)
{
    (void)state;
    const struct game *kind = game_find("shogi");
    struct store_table table = table_of(kind);
    struct store_event events[] = {move_event(1, "7g7e"), move_event(2, "3c3d")}; /* a pawn's leap */
    struct store_game now = game_of(kind, kind->rules_version), then = game_of(kind, kind->rules_version + 1u);
    struct store_record record = {.table = table, .game = now, .events = events, .count = 2};
    struct state it;
    assert_int_equal(state_load(&it, &record), ERR_VERSION); /* never legal by these rules */
    record.game = then;
    assert_int_equal(state_load(&it, &record), OK);
    assert_string_equal(buffer_string(&it.moves), "7g7e 3c3d");
    assert_int_equal(state_turn(&it), 'b');
    /* What cannot have been played is no game of ours. */
    struct store_event nonsense = move_event(3, "5e5d");
    assert_int_equal(state_apply(&it, &nonsense), ERR_VERSION);
    assert_int_equal(it.seq, 2);
    assert_string_equal(buffer_string(&it.moves), "7g7e 3c3d");
    state_free(&it);
}

static void a_clock_of_a_sleeping_table_stands_whatever_is_said(void **state)
{
    (void)state;
    const struct game *kind = game_find("shogi");
    struct store_table table = table_of(kind);
    strcpy(table.creator, "anna");
    struct store_game game = game_of(kind, kind->rules_version);
    strcpy(game.settings, "turn_seconds=30");
    struct store_event events[] = {
        {.game = "g1", .seq = 1, .kind = EVENT_COMPUTER, .side = 'b', .data = "cpu:1 asked", .hall = 1000},
        {.game = "g1", .seq = 2, .kind = EVENT_SLEEP, .hall = 40000, .left = 29000},
        {.game = "g1", .seq = 3, .kind = EVENT_SET, .data = "on_timeout=cpu_moves", .hall = 50000},
        {.game = "g1", .seq = 4, .kind = EVENT_BACK, .side = 'b', .hall = 50500},
        {.game = "g1", .seq = 5, .kind = EVENT_WAKE, .hall = 51000}};
    struct store_record record = {.table = table, .game = game, .events = events, .count = 4};
    struct state it;
    assert_int_equal(state_load(&it, &record), OK);
    assert_true(it.asleep);
    assert_int_equal(it.turn_since, -1);
    assert_int_equal(state_apply(&it, &events[4]), OK);
    assert_false(it.asleep);
    assert_int_equal(it.turn_since, 51000);
    assert_int_equal(it.turn_left, 30000);
    state_free(&it);
}

static uint32_t roll(uint32_t *random, uint32_t sides)
{
    *random = *random * 1664525u + 1013904223u;
    return (*random >> 8) % sides;
}

/* Any spelling there is. */
static move_t random_move(const struct game *kind, uint32_t *random)
{
    unsigned squares = game_squares(kind), mostly = roll(random, 8);
    square_t from = (square_t)roll(random, squares), to = (square_t)roll(random, squares);
    move_t move = mostly == 0   ? move_double(from, (square_t)roll(random, squares), roll(random, 2) ? to : from)
                  : mostly == 1 ? move_drop(1 + roll(random, 8), to)
                                : move_board(from, to);
    return roll(random, 6) ? move : move | MOVE_PROMOTE;
}

static void assert_comes_back(const struct game *kind, const union position_store *now, move_t move)
{
    union position_store trial = *now;
    union undo_store undo;
    kind->apply(&trial.head, move, &undo);
    kind->undo(&trial.head, move, &undo);
    assert_memory_equal(&trial, now, kind->position_size);
}

/* Whatever can be carried out is: no position that comes of it may harm anybody, it can be undone, and what the present
 * rules think of it stays what they compute from nothing (audit builds). */
static void wild_replay(const struct game *kind, uint32_t random)
{
    struct store_table table = table_of(kind);
    struct store_game game = game_of(kind, kind->rules_version + 1u);
    struct state it;
    static struct move_list list;
    assert_int_equal(state_start(&it, &table, &game), OK);
    for (unsigned tries = 0; it.seq < PLIES && tries < 300000; tries++) {
        move_t move = random_move(kind, &random);
        char usi[USI_MAX];
        bool can = kind->can_apply(&it.match.now.head, move);
        if (!can && roll(&random, 64))
            continue;
        if (move_is_drop(move) && (!kind->drops || move_kind(move) >= HAND_KINDS))
            continue; /* has no spelling */
        usi_format(kind, move, usi);
        if (can)
            assert_comes_back(kind, &it.match.now, move);
        struct store_event event = move_event(it.seq + 1, usi);
        assert_int_equal(state_apply(&it, &event), can ? OK : ERR_VERSION);
        kind->generate(&it.match.now.head, &it.match.history, &list);
        assert_int_equal(kind->count(&it.match.now.head, &it.match.history), list.count);
        (void)match_legal(&it.match, random_move(kind, &random), NULL);
        /* The present rules' own moves, where they still find any. */
        if (list.count && it.match.verdict.reason == REASON_NONE) {
            struct match trial = it.match;
            struct history_entry kept = it.entries[it.match.history.count];
            enum error error = match_play(&trial, list.moves[roll(&random, list.count)], NULL);
            assert_true(error == OK || error == ERR_ILLEGAL || error == ERR_TOO_LONG);
            it.entries[it.match.history.count] = kept;
        }
    }
    assert_true(it.seq > PLIES / 10);
    state_free(&it);
}

static void no_replay_does_harm(void **state)
{
    (void)state;
    for (unsigned i = 0; i < game_list_count; i++)
        for (uint32_t seed = 0; seed < GAMES; seed++)
            wild_replay(game_list[i], seed);
}

static enum error ask(struct state *it, const struct table_command *command)
{
    struct store_append append;
    struct store_game next;
    struct refusal refusal;
    const struct random_source random = random_system();
    return judge_command(it, "anna", command, &random, &append, &next, &refusal);
}

/* A game has room for so many events; whoever fills it with wishes must not keep it from ending. */
static void wishes_leave_room_for_a_whole_game(void **state)
{
    (void)state;
    const struct game *kind = game_find("shogi");
    struct store_table table = table_of(kind);
    struct store_game game = game_of(kind, kind->rules_version);
    struct state it;
    strcpy(table.creator, "anna");
    assert_int_equal(state_start(&it, &table, &game), OK);
    const struct table_command wishes[] = {{.verb = TABLE_SET, .id = "s", .name = "show_legal", .value = "off"},
                                           {.verb = TABLE_OFFER, .id = "o", .what = "draw"},
                                           {.verb = TABLE_COMPUTER, .id = "c", .on = true}};
    const struct table_command moves[] = {{.verb = TABLE_MOVE, .id = "m", .usi = "7g7f"},
                                          {.verb = TABLE_RESIGN, .id = "r"}};
    for (unsigned i = 0; i < sizeof wishes / sizeof *wishes; i++)
        assert_int_equal(ask(&it, &wishes[i]), OK);
    it.seq = STORE_EVENTS_MAX - MATCH_PLIES_MAX; /* of which none was a move */
    for (unsigned i = 0; i < sizeof wishes / sizeof *wishes; i++)
        assert_int_equal(ask(&it, &wishes[i]), ERR_FORBIDDEN);
    for (unsigned i = 0; i < sizeof moves / sizeof *moves; i++)
        assert_int_equal(ask(&it, &moves[i]), OK);
    it.seq = 0;
    state_free(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clock_of_a_sleeping_table_stands_whatever_is_said),
        cmocka_unit_test(moves_stay_played_when_the_rules_are_corrected),
        cmocka_unit_test(no_replay_does_harm),
        cmocka_unit_test(wishes_leave_room_for_a_whole_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
