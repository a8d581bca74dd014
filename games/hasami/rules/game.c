/*
 * Hasami as the rest of the program sees it: its tables, its moves, how it ends, and why not. The rules are R1-R7 and
 * R40-R45 of RULES.md beside this folder.
 */
#include "games/hasami/rules/position.h"

static const struct piece_info pieces[] = {
    [PAWN] = {'P', .in_hand = PAWN, .worth = 100},
    {.letter = '\0'},
};

static const char *const win_values[] = {
    [WIN_FIVE] = "five",
    [WIN_LEAD3] = "lead3",
    [WIN_ALL] = "all",
    NULL,
};

static const struct local_rule rules[] = {
    RULE_MOVE_LIMIT,
    [RULE_WIN] = {.name = "win", .values = win_values},
};

/* At most 16 squares for each of 81 pieces. */
_Static_assert(BOARD9_SQUARES * 16 <= MOVE_LIST_MAX, "raise MOVE_LIST_MAX");

void hasami_generate(const struct position *position, const struct history *history, struct move_list *list)
{
    const struct hasami_position *p = hasami_of_const(position);
    (void)history; /* nothing that was played makes a move illegal here */
    list->count = 0;
    for (board9 set = p->pieces[position->side]; set;) {
        square_t from = board9_pop(&set);
        for (board9 targets = hasami_targets(p, from); targets;)
            list->moves[list->count++] = move_board(from, board9_pop(&targets));
    }
}

unsigned hasami_count(const struct position *position, const struct history *history)
{
    const struct hasami_position *p = hasami_of_const(position);
    unsigned count = 0;
    (void)history;
    for (board9 set = p->pieces[position->side]; set;)
        count += board9_count(hasami_targets(p, board9_pop(&set)));
    return count;
}

/* Nobody attacks a king here. */
static bool check(const struct position *position, struct square_set *givers)
{
    (void)position;
    if (givers)
        *givers = (struct square_set){{0}};
    return false;
}

static bool ended(const struct position *position)
{
    return hasami_has_won(position, SENTE) || hasami_has_won(position, GOTE);
}

/* R44: captures, the side that just moved first; R45: no move, then repetition; R3: the limit. */
static struct verdict verdict(const struct position *position, const struct history *history)
{
    enum side us = (enum side)position->side, them = side_other(us);
    if (hasami_has_won(position, them))
        return verdict_win(them, REASON_CAPTURES);
    if (hasami_has_won(position, us))
        return verdict_win(us, REASON_CAPTURES);
    if (hasami_count(position, history) == 0)
        return verdict_win(them, REASON_NO_LEGAL_MOVE);
    if (!history)
        return verdict_open();
    if (history_occurrences(history, NULL) >= 4)
        return verdict_draw(REASON_REPETITION);
    return history_at_limit(history, &position->rules) ? verdict_draw(REASON_MOVE_LIMIT) : verdict_open();
}

static struct explanation forbidden(const char *rule, board9 squares)
{
    struct explanation why = {.rule = rule};
    board9_to_set(squares & board9_all(), &why.squares);
    return why;
}

struct explanation hasami_explain(const struct position *position, const struct history *history, move_t move)
{
    const struct hasami_position *p = hasami_of_const(position);
    (void)history;
    if (move_is_drop(move))
        return forbidden("no_drops", 0);
    square_t from = move_from(move), to = move_to(move);
    if (from >= BOARD9_SQUARES || to >= BOARD9_SQUARES || move_is_double(move))
        return forbidden("not_reachable", 0);
    piece_t piece = position->board[from];
    if (piece == PIECE_NONE)
        return forbidden("no_piece", board9_bit(from));
    if (piece_side(piece) != position->side)
        return forbidden("wrong_turn", board9_bit(from));
    if (from == to)
        return forbidden("passing", board9_bit(from));
    board9 occupied = p->pieces[SENTE] | p->pieces[GOTE], target = board9_bit(to);
    if (p->pieces[position->side] & target)
        return forbidden("own_piece", target);
    if (occupied & target)
        return forbidden("occupied", target); /* pieces are never taken by moving onto them */
    if (!(hasami_targets(p, from) & target)) {
        bool line = board9_rook_lines[from] & target;
        return forbidden("not_reachable", line ? board9_between(from, to) & occupied : 0);
    }
    return move_is_promotion(move) ? forbidden("cannot_promote", board9_bit(from)) : (struct explanation){.rule = NULL};
}

const struct game hasami_game = {
    .name = "hasami",
    .files = 9,
    .ranks = 9,
    .zone = 0,
    .drops = false,
    .pieces = pieces,
    .hand_order = "P",
    .third = SFEN_HANDS,
    .rules = rules,
    .rule_count = sizeof rules / sizeof rules[0],
    .rules_version = 1,
    .minutes = 10,
    .words = &hasami_words,
    .start_sfen = "ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b - 1",
    .position_size = sizeof(struct hasami_position),
    .adopt = hasami_adopt,
    .generate = hasami_generate,
    .count = hasami_count,
    .ended = ended,
    .apply = hasami_apply,
    .undo = hasami_undo_move,
    .can_apply = hasami_can_apply,
    .check = check,
    .verdict = verdict,
    .explain = hasami_explain,
    .captures_left = hasami_captures_left,
    .audit = hasami_audit,
};
