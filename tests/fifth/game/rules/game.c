/*
 * A throw-away game for tests/fifth: five stones a side on 5 x 5. A stone steps straight ahead or sideways and takes
 * what it meets. Who cannot move has lost.
 */
#include "rules/game.h"
#include "rules/zobrist.h"

enum { SIZE = 5, SQUARES = SIZE * SIZE, STONE = 1 };

struct undo {
    uint64_t key;
    piece_t taken;
};

static const struct piece_info pieces[] = {[STONE] = {'P', .worth = 100}, {.letter = '\0'}};
static const struct local_rule rules[] = {RULE_MOVE_LIMIT};

static void derive(struct position *position)
{
    position->mark = SQUARE_NONE;
    position->key = position->side == GOTE ? zobrist_gote() : 0;
    for (square_t square = 0; square < SQUARES; square++)
        if (position->board[square])
            position->key ^= zobrist_piece(position->board[square], square);
}

static enum error adopt(struct position *position, struct fault *fault)
{
    (void)fault;
    derive(position);
    return OK;
}

static bool reaches(const struct position *position, square_t from, square_t to)
{
    int files = to / SIZE - from / SIZE, ranks = to % SIZE - from % SIZE;
    int forward = position->side == SENTE ? -1 : 1;
    return (files == 0 && ranks == forward) || (ranks == 0 && (files == 1 || files == -1));
}

static bool is_own(const struct position *position, square_t square)
{
    piece_t piece = position->board[square];
    return piece != PIECE_NONE && piece_side(piece) == position->side;
}

static void generate(const struct position *position, const struct history *history, struct move_list *list)
{
    (void)history;
    list->count = 0;
    for (square_t from = 0; from < SQUARES; from++)
        for (square_t to = 0; to < SQUARES; to++)
            if (is_own(position, from) && !is_own(position, to) && reaches(position, from, to))
                list->moves[list->count++] = move_board(from, to);
}

static unsigned count(const struct position *position, const struct history *history)
{
    struct move_list list;
    generate(position, history, &list);
    return list.count;
}

static void apply(struct position *position, move_t move, union undo_store *store)
{
    struct undo *undo = (struct undo *)store;
    *undo = (struct undo){.key = position->key, .taken = position->board[move_to(move)]};
    position->board[move_to(move)] = position->board[move_from(move)];
    position->board[move_from(move)] = PIECE_NONE;
    position->side ^= 1;
    position->number++;
    derive(position);
}

static void undo(struct position *position, move_t move, const union undo_store *store)
{
    const struct undo *undo = (const struct undo *)store;
    position->board[move_from(move)] = position->board[move_to(move)];
    position->board[move_to(move)] = undo->taken;
    position->side ^= 1;
    position->number--;
    position->key = undo->key;
}

static bool can_apply(const struct position *position, move_t move)
{
    return !move_is_drop(move) && move_from(move) < SQUARES && move_to(move) < SQUARES &&
           is_own(position, move_from(move)) && !is_own(position, move_to(move));
}

static bool check(const struct position *position, struct square_set *givers)
{
    (void)position;
    if (givers)
        *givers = (struct square_set){{0}};
    return false;
}

static struct verdict verdict(const struct position *position, const struct history *history)
{
    if (count(position, history) == 0)
        return verdict_win(side_other((enum side)position->side), REASON_NO_LEGAL_MOVE);
    return history && history_at_limit(history, &position->rules) ? verdict_draw(REASON_MOVE_LIMIT) : verdict_open();
}

static struct explanation explain(const struct position *position, const struct history *history, move_t move)
{
    struct explanation why = {.rule = NULL};
    (void)history;
    if (move_is_drop(move) || move_is_double(move) || move_from(move) >= SQUARES || move_to(move) >= SQUARES)
        why.rule = "not_reachable";
    else if (position->board[move_from(move)] == PIECE_NONE)
        why.rule = "no_piece";
    else if (!is_own(position, move_from(move)))
        why.rule = "wrong_turn";
    else if (is_own(position, move_to(move)))
        why.rule = "own_piece";
    else if (!reaches(position, move_from(move), move_to(move)))
        why.rule = "too_far";
    else if (move_is_promotion(move))
        why.rule = "cannot_promote";
    return why;
}

static void audit(const struct position *position)
{
    struct position fresh = *position;
    derive(&fresh);
    if (fresh.key != position->key)
        __builtin_trap();
}

const struct game pebbles_game = {
    .name = "pebbles",
    .files = SIZE,
    .ranks = SIZE,
    .pieces = pieces,
    .hand_order = "",
    .third = SFEN_HANDS,
    .rules = rules,
    .rule_count = sizeof rules / sizeof rules[0],
    .rules_version = 1,
    .minutes = 5,
    .start_sfen = "ppppp/5/5/5/PPPPP b - 1",
    .position_size = sizeof(struct position),
    .adopt = adopt,
    .generate = generate,
    .count = count,
    .apply = apply,
    .undo = undo,
    .can_apply = can_apply,
    .check = check,
    .verdict = verdict,
    .explain = explain,
    .audit = audit,
};
