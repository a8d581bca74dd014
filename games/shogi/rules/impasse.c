/*
 * Handicaps and impasse (R15), which a table can choose.
 *
 * Both ways of counting need no declaration: points24 counts as soon as both kings have entered and nobody is in check;
 * points27 gives the game to the side to move as soon as it could declare, which it would.
 */
#include "games/shogi/rules/position.h"

static const char *const starts[HANDICAPS] = {
    [HANDICAP_NONE] = ARMY9_START,
    [HANDICAP_LANCE] = "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    [HANDICAP_BISHOP] = "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    [HANDICAP_ROOK] = "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    [HANDICAP_ROOK_LANCE] = "lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    [HANDICAP_TWO] = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    [HANDICAP_FOUR] = "1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    [HANDICAP_SIX] = "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    [HANDICAP_EIGHT] = "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    [HANDICAP_TEN] = "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
};

/* What gote left in the box counts for gote. */
static const uint8_t missing_points[HANDICAPS] = {
    [HANDICAP_LANCE] = 1, [HANDICAP_BISHOP] = 5, [HANDICAP_ROOK] = 5,   [HANDICAP_ROOK_LANCE] = 6, [HANDICAP_TWO] = 10,
    [HANDICAP_FOUR] = 12, [HANDICAP_SIX] = 14,   [HANDICAP_EIGHT] = 16, [HANDICAP_TEN] = 18,
};

enum { GREAT_POINTS = 5, ENOUGH = 24, ENOUGH_SENTE = 28, ENOUGH_GOTE = 27, COMPANIONS = 10 };

const char *shogi_handicap_start(const struct ruleset *rules)
{
    return starts[rules->value[RULE_HANDICAP] < HANDICAPS ? rules->value[RULE_HANDICAP] : HANDICAP_NONE];
}

static bool entered(const struct army9 *p, enum side side)
{
    return (army9_king(p, side) & army9_zone(side)) != 0;
}

/* Points of the pieces of `where` and of the hand; the king counts nothing. */
static unsigned points(const struct army9 *p, enum side side, board9 where)
{
    const board9 *mine = p->pieces[side];
    const uint8_t *hand = p->head.hand[side];
    board9 great = (mine[ROOK] | mine[DRAGON] | mine[BISHOP] | mine[HORSE]) & where;
    board9 small = mine[ALL] & where & ~great & ~mine[KING];
    unsigned sum = GREAT_POINTS * (board9_count(great) + hand[ROOK] + hand[BISHOP]) + board9_count(small);
    for (unsigned kind = PAWN; kind <= SILVER; kind++)
        sum += hand[kind];
    sum += hand[GOLD];
    return side == GOTE ? sum + missing_points[p->head.rules.value[RULE_HANDICAP]] : sum;
}

static struct verdict points24(const struct army9 *p)
{
    if (p->checkers || !entered(p, SENTE) || !entered(p, GOTE))
        return verdict_open();
    bool sente = points(p, SENTE, board9_all()) >= ENOUGH, gote = points(p, GOTE, board9_all()) >= ENOUGH;
    if (sente == gote)
        return verdict_draw(REASON_IMPASSE);
    return verdict_win(sente ? SENTE : GOTE, REASON_IMPASSE);
}

static struct verdict points27(const struct army9 *p)
{
    enum side us = (enum side)p->head.side;
    board9 camp = army9_zone(us);
    if (p->checkers || !entered(p, us) || board9_count(p->pieces[us][ALL] & camp) < 1 + COMPANIONS)
        return verdict_open();
    if (points(p, us, camp) < (us == SENTE ? ENOUGH_SENTE : ENOUGH_GOTE))
        return verdict_open();
    return verdict_win(us, REASON_IMPASSE);
}

struct verdict shogi_impasse(const struct army9 *p)
{
    switch (p->head.rules.value[RULE_IMPASSE]) {
    case IMPASSE_POINTS24:
        return points24(p);
    case IMPASSE_POINTS27:
        return points27(p);
    default:
        return verdict_open();
    }
}
