/*
 * Shogi as the rest of the program sees it: its tables, and how it ends. The rules are R1-R7, R10-R14 and R16 of
 * RULES.md beside this folder.
 */
#include "games/shogi/rules/position.h"

static const struct piece_info pieces[] = {
    [PAWN] = {'P', .promotes = TOKIN, .in_hand = PAWN, .worth = 100},
    [LANCE] = {'L', .promotes = PROMOTED_LANCE, .in_hand = LANCE, .worth = 300},
    [KNIGHT] = {'N', .promotes = PROMOTED_KNIGHT, .in_hand = KNIGHT, .worth = 350},
    [SILVER] = {'S', .promotes = PROMOTED_SILVER, .in_hand = SILVER, .worth = 500},
    [BISHOP] = {'B', .promotes = HORSE, .in_hand = BISHOP, .worth = 800},
    [ROOK] = {'R', .promotes = DRAGON, .in_hand = ROOK, .worth = 950},
    [GOLD] = {'G', .in_hand = GOLD, .worth = 550},
    [KING] = {'K', .royal = true, .worth = 15000},
    [TOKIN] = {'P', .promoted = true, .in_hand = PAWN, .worth = 500},
    [PROMOTED_LANCE] = {'L', .promoted = true, .in_hand = LANCE, .worth = 500},
    [PROMOTED_KNIGHT] = {'N', .promoted = true, .in_hand = KNIGHT, .worth = 520},
    [PROMOTED_SILVER] = {'S', .promoted = true, .in_hand = SILVER, .worth = 540},
    [HORSE] = {'B', .promoted = true, .in_hand = BISHOP, .worth = 1100},
    [DRAGON] = {'R', .promoted = true, .in_hand = ROOK, .worth = 1300},
    {.letter = '\0'},
};

static const struct local_rule rules[] = {RULE_MOVE_LIMIT};

static bool check(const struct position *position, struct square_set *givers)
{
    const struct shogi_position *p = shogi_of_const(position);
    if (givers) {
        *givers = (struct square_set){{0}};
        board9_to_set(p->checkers, givers);
    }
    return p->checkers != 0;
}

/* R2, R13: no legal move; R14: repetition; R3: the limit, when nothing else ended the game. */
static struct verdict verdict(const struct position *position, const struct history *history)
{
    enum side us = (enum side)position->side;
    if (shogi_count(position, history) == 0)
        return verdict_win(side_other(us), check(position, NULL) ? REASON_CHECKMATE : REASON_NO_LEGAL_MOVE);
    if (!history)
        return verdict_open();
    unsigned first;
    if (history_occurrences(history, &first) >= 4) {
        bool we_checked = history_always_checked(history, first, us, us);
        bool they_checked = history_always_checked(history, first, side_other(us), us);
        if (we_checked != they_checked)
            return verdict_win(we_checked ? side_other(us) : us, REASON_PERPETUAL_CHECK);
        return verdict_draw(REASON_REPETITION);
    }
    return history_at_limit(history, &position->rules) ? verdict_draw(REASON_MOVE_LIMIT) : verdict_open();
}

const struct game shogi_game = {
    .name = "shogi",
    .files = 9,
    .ranks = 9,
    .zone = 3,
    .drops = true,
    .pieces = pieces,
    .hand_order = "RBGSNLP",
    .third = SFEN_HANDS,
    .rules = rules,
    .rule_count = sizeof rules / sizeof rules[0],
    .rules_version = 1,
    .minutes = 20,
    .start_sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    .position_size = sizeof(struct shogi_position),
    .adopt = shogi_adopt,
    .generate = shogi_generate,
    .count = shogi_count,
    .apply = shogi_apply,
    .undo = shogi_undo_move,
    .check = check,
    .verdict = verdict,
    .explain = shogi_explain,
    .perft = shogi_perft,
    .audit = shogi_audit,
};
