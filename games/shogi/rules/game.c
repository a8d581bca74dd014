/*
 * Shogi as the rest of the program sees it: its tables, and how it ends. The rules are R1-R7, R10-R14 and R16 of
 * RULES.md beside this folder.
 */
#include "games/shogi/rules/position.h"

static const struct local_rule rules[] = {RULE_MOVE_LIMIT};

static bool check(const struct position *position, struct square_set *givers)
{
    const struct army9 *p = army9_of_const(position);
    if (givers) {
        *givers = (struct square_set){{0}};
        board9_to_set(p->checkers, givers);
    }
    return p->checkers != 0;
}

static struct verdict verdict(const struct position *position, const struct history *history)
{
    return army9_verdict(position, history, shogi_count(position, history));
}

const struct game shogi_game = {
    .name = "shogi",
    .files = 9,
    .ranks = 9,
    .zone = 3,
    .drops = true,
    .pieces = army9_pieces,
    .hand_order = ARMY9_HAND_ORDER,
    .third = SFEN_HANDS,
    .rules = rules,
    .rule_count = sizeof rules / sizeof rules[0],
    .rules_version = 1,
    .minutes = 20,
    .words = &shogi_words,
    .start_sfen = ARMY9_START,
    .position_size = sizeof(struct army9),
    .adopt = shogi_adopt,
    .generate = shogi_generate,
    .count = shogi_count,
    .apply = shogi_apply,
    .undo = shogi_undo_move,
    .check = check,
    .verdict = verdict,
    .explain = shogi_explain,
    .audit = shogi_audit,
};
