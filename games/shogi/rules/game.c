/*
 * Shogi as the rest of the program sees it: its tables, and how it ends. The rules are R1-R7, R10-R16 of
 * RULES.md beside this folder.
 */
#include "games/shogi/rules/position.h"

static const char *const handicap_values[HANDICAPS + 1] = {
    [HANDICAP_NONE] = "none",
    [HANDICAP_LANCE] = "lance",
    [HANDICAP_BISHOP] = "bishop",
    [HANDICAP_ROOK] = "rook",
    [HANDICAP_ROOK_LANCE] = "rook_lance",
    [HANDICAP_TWO] = "two",
    [HANDICAP_FOUR] = "four",
    [HANDICAP_SIX] = "six",
    [HANDICAP_EIGHT] = "eight",
    [HANDICAP_TEN] = "ten",
    [HANDICAPS] = NULL,
};

static const char *const impasse_values[] = {
    [IMPASSE_OFF] = "off",
    [IMPASSE_POINTS24] = "points24",
    [IMPASSE_POINTS27] = "points27",
    NULL,
};

static const struct local_rule rules[] = {
    RULE_MOVE_LIMIT,
    [RULE_HANDICAP] = {.name = "handicap", .values = handicap_values},
    [RULE_IMPASSE] = {.name = "impasse", .values = impasse_values},
};

static bool ended(const struct position *position)
{
    return shogi_impasse(army9_of_const(position)).reason != REASON_NONE;
}

static struct verdict verdict(const struct position *position, const struct history *history)
{
    unsigned legal_moves = shogi_count(position, history);
    if (legal_moves) {
        struct verdict impasse = shogi_impasse(army9_of_const(position));
        if (impasse.reason != REASON_NONE)
            return impasse;
    }
    return army9_verdict(position, history, legal_moves);
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
    .start_under = shogi_handicap_start,
    .position_size = sizeof(struct army9),
    .adopt = shogi_adopt,
    .generate = shogi_generate,
    .count = shogi_count,
    .ended = ended,
    .apply = shogi_apply,
    .undo = shogi_undo_move,
    .can_apply = army9_can_apply,
    .check = army9_check,
    .verdict = verdict,
    .explain = shogi_explain,
    .audit = shogi_audit,
};
