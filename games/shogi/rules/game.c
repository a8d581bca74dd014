/*
 * Shogi as the rest of the program sees it: its tables, and how it ends. The rules are R1-R7, R10-R14 and R16 of
 * RULES.md beside this folder.
 */
#include "games/shogi/rules/position.h"

static const struct local_rule rules[] = {RULE_MOVE_LIMIT};

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
    .start_sfen = ARMY9_START,
    .position_size = sizeof(struct army9),
    .adopt = shogi_adopt,
    .generate = shogi_generate,
    .count = shogi_count,
    .apply = shogi_apply,
    .undo = shogi_undo_move,
    .can_apply = army9_can_apply,
    .check = army9_check,
    .verdict = verdict,
    .explain = shogi_explain,
    .audit = shogi_audit,
};
