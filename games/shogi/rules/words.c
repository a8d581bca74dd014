/*
 * What records call the game, its pieces and its handicaps. The handicaps are those of the KIF format; the stronger
 * player, who moves first, gives the pieces named: right and left are that player's.
 */
#include "games/shogi/rules/position.h"

#define ARMY "/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"

static const struct start_words starts[] = {
    {"平手", NULL},
    {"香落ち 左香落ち", "lnsgkgsn1/1r5b1" ARMY},
    {"右香落ち", "1nsgkgsnl/1r5b1" ARMY},
    {"角落ち", "lnsgkgsnl/1r7" ARMY},
    {"飛車落ち 飛落ち", "lnsgkgsnl/7b1" ARMY},
    {"飛香落ち", "lnsgkgsn1/7b1" ARMY},
    {"二枚落ち", "lnsgkgsnl/9" ARMY},
    {"三枚落ち", "lnsgkgsn1/9" ARMY},
    {"四枚落ち", "1nsgkgsn1/9" ARMY},
    {"五枚落ち 右五枚落ち", "2sgkgsn1/9" ARMY},
    {"左五枚落ち", "1nsgkgs2/9" ARMY},
    {"六枚落ち", "2sgkgs2/9" ARMY},
    {"左七枚落ち", "2sgkg3/9" ARMY},
    {"右七枚落ち", "3gkgs2/9" ARMY},
    {"八枚落ち", "3gkg3/9" ARMY},
    {"十枚落ち", "4k4/9" ARMY},
    {NULL, NULL},
};

const struct record_words shogi_words = {
    .names = "将棋 本将棋 shogi",
    .pieces = army9_words,
    .starts = starts,
    .usual = true,
    .csa = true,
};
