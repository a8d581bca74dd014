/*
 * Chu as the rest of the program sees it: its tables, and how it ends. The rules are R1-R7 and R30-R38 of RULES.md
 * beside this folder.
 */
#include "games/chu/rules/position.h"

static const char *const promotion_values[] = {
    [PROMOTION_ASSOCIATION] = "association",
    [PROMOTION_SHOGI] = "shogi",
    NULL,
};
static const char *const lion_trade_values[] = {
    [TRADE_PROTECTED] = "protected",
    [TRADE_ALWAYS] = "always",
    [TRADE_OFF] = "off",
    NULL,
};
static const char *const bare_king_values[] = {
    [BARE_KING_ON] = "on",
    [BARE_KING_OFF] = "off",
    NULL,
};

static const struct local_rule rules[] = {
    RULE_MOVE_LIMIT,
    [RULE_PROMOTION] = {.name = "promotion", .values = promotion_values},
    [RULE_LION_TRADE] = {.name = "lion_trade", .values = lion_trade_values},
    [RULE_BARE_KING] = {.name = "bare_king", .values = bare_king_values},
};

static bool check(const struct position *position, struct square_set *givers)
{
    const struct chu_position *p = chu_of_const(position);
    if (givers) {
        *givers = (struct square_set){{0}};
        chu_check_givers(p, (enum side)position->side, givers);
    }
    return chu_check(p, (enum side)position->side);
}

/* R36, then R37: what the position says by itself. */
static struct verdict own_verdict(const struct position *position)
{
    const struct chu_position *p = chu_of_const(position);
    enum side us = (enum side)position->side, them = side_other(us);
    if (p->royals[us] == 0)
        return verdict_win(them, REASON_ROYALS_CAPTURED);
    if (p->royals[them] == 0)
        return verdict_win(us, REASON_ROYALS_CAPTURED);
    if (position->rules.value[RULE_BARE_KING] == BARE_KING_OFF || !p->played || !chu_is_bare(p, them))
        return verdict_open();
    if (chu_is_bare(p, us))
        return verdict_draw(REASON_BARE_KING);
    if (p->was_bare && chu_can_win_against_bare(p, us))
        return verdict_win(us, REASON_BARE_KING);
    return verdict_open();
}

static bool ended(const struct position *position)
{
    return own_verdict(position).reason != REASON_NONE;
}

static struct verdict verdict(const struct position *position, const struct history *history)
{
    struct verdict own = own_verdict(position);
    if (own.reason != REASON_NONE)
        return own;
    if (chu_count(position, history) == 0)
        return verdict_win(side_other((enum side)position->side), REASON_NO_LEGAL_MOVE);
    return history && history_at_limit(history, &position->rules) ? verdict_draw(REASON_MOVE_LIMIT) : verdict_open();
}

const struct game chu_game = {
    .name = "chu",
    .files = SIZE,
    .ranks = SIZE,
    .zone = ZONE_DEPTH,
    .drops = false,
    .pieces = chu_pieces,
    .hand_order = "",
    .third = SFEN_MARK,
    .rules = rules,
    .rule_count = sizeof rules / sizeof rules[0],
    .rules_version = 1,
    .minutes = 60,
    .words = &chu_words,
    .start_sfen = "lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/PPPPPPPPPPPP/MVRHDNQDHRVM/"
                  "A1B1TOXT1B1A/LFCSGKEGSCFL b - 1",
    .position_size = sizeof(struct chu_position),
    .adopt = chu_adopt,
    .generate = chu_generate,
    .count = chu_count,
    .ended = ended,
    .apply = chu_apply,
    .undo = chu_undo_move,
    .can_apply = chu_can_apply,
    .check = check,
    .verdict = verdict,
    .explain = chu_explain,
    .canonical = chu_canonical,
    .audit = chu_audit,
};
