/*
 * Annan as the rest of the program sees it: its tables, and how it ends. The rules are R1-R7 and R20-R25 of RULES.md
 * beside this folder.
 */
#include "games/annan/rules/position.h"

static const char *const dead_piece_values[] = {
    [DEAD_PIECE_SUPPORT] = "support",
    [DEAD_PIECE_BY_TYPE] = "by_type",
    NULL,
};

static const struct local_rule rules[] = {
    RULE_MOVE_LIMIT,
    [RULE_DEAD_PIECE] = {.name = "dead_piece", .values = dead_piece_values},
};

static struct verdict verdict(const struct position *position, const struct history *history)
{
    return army9_verdict(position, history, annan_count(position, history));
}

const struct game annan_game = {
    .name = "annan",
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
    .words = &annan_words,
    .start_sfen = ARMY9_START,
    .position_size = sizeof(struct army9),
    .adopt = annan_adopt,
    .generate = annan_generate,
    .count = annan_count,
    .apply = annan_apply,
    .undo = annan_undo_move,
    .can_apply = army9_can_apply,
    .check = army9_check,
    .verdict = verdict,
    .explain = annan_explain,
    .moves_as = annan_moves_as,
    .audit = annan_audit,
};
