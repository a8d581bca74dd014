/*
 * What records call the game and its pieces: the names that lishogi writes, and others that it reads. A piece that was
 * promoted moves like another but never promotes again; in moves most have the name of the piece that they move like
 * (the square where they start tells them apart), in diagrams they are written with 成.
 */
#include "games/chu/rules/position.h"
#include "rules/record_words.h"

/* clang-format off */
static const struct piece_words pieces[] = {
    [KING] = {.names = "玉将 王将 玉 王", .diagram = "玉 王"},
    [ELEPHANT] = {.names = "醉象 酔象 象 醉", .diagram = "象"},
    [GOLD] = {.names = "金将 金", .diagram = "金", .straight = true},
    [SILVER] = {.names = "銀将 銀", .diagram = "銀", .straight = true},
    [COPPER] = {.names = "銅将 銅", .diagram = "銅"},
    [LEOPARD] = {.names = "猛豹 豹", .diagram = "豹"},
    [TIGER] = {.names = "盲虎 虎", .diagram = "虎"},
    [KIRIN] = {.names = "麒麟 麒", .diagram = "麒"},
    [PHOENIX] = {.names = "鳳凰 鳳", .diagram = "鳳"},
    [LION] = {.names = "獅子 獅 師", .diagram = "獅 師"},
    [FREE_KING] = {.names = "奔王 奔", .diagram = "奔"},
    [DRAGON] = {.names = "龍王 竜王 龍玉 竜玉 龍 竜", .diagram = "龍 竜"},
    [HORSE] = {.names = "龍馬 竜馬 馬", .diagram = "馬"},
    [ROOK] = {.names = "飛車 飛", .diagram = "飛"},
    [BISHOP] = {.names = "角行 角", .diagram = "角"},
    [VERTICAL_MOVER] = {.names = "竪行 竪", .diagram = "竪"},
    [SIDE_MOVER] = {.names = "横行 横", .diagram = "横"},
    [CHARIOT] = {.names = "反車 反", .diagram = "反"},
    [LANCE] = {.names = "香車 香", .diagram = "香"},
    [GO_BETWEEN] = {.names = "仲人 仲", .diagram = "仲"},
    [PAWN] = {.names = "歩兵 歩 兵", .diagram = "歩 兵"},
    [PRINCE] = {.names = "太子 太", .diagram = "太"},
    [PROMOTED_GOLD] = {.names = "金飛車 飛車 飛 成金", .diagram = "成飛"},
    [PROMOTED_SILVER] = {.names = "竪行 竪 成竪 成銀", .diagram = "成竪"},
    [PROMOTED_COPPER] = {.names = "横行 横 成横 成銅", .diagram = "成横"},
    [PROMOTED_LEOPARD] = {.names = "小角 角行 角 成角 成豹", .diagram = "成角"},
    [STAG] = {.names = "飛鹿 鹿", .diagram = "鹿"},
    [PROMOTED_KIRIN] = {.names = "獅子 獅 師 成獅 成師", .diagram = "成獅 成師"},
    [PROMOTED_PHOENIX] = {.names = "奔王 奔 成奔", .diagram = "成奔"},
    [EAGLE] = {.names = "飛鷲 鷲", .diagram = "鷲"},
    [FALCON] = {.names = "角鷹 鷹", .diagram = "鷹"},
    [PROMOTED_ROOK] = {.names = "龍王 竜王 龍玉 竜玉 龍 竜 成龍 成竜", .diagram = "成龍 成竜"},
    [PROMOTED_BISHOP] = {.names = "龍馬 竜馬 馬 成馬", .diagram = "成馬"},
    [OX] = {.names = "飛牛 牛", .diagram = "牛"},
    [BOAR] = {.names = "奔猪 猪", .diagram = "猪"},
    [WHALE] = {.names = "鯨鯢 鯨", .diagram = "鯨"},
    [WHITE_HORSE] = {.names = "白駒 駒", .diagram = "駒"},
    [PROMOTED_GO_BETWEEN] = {.names = "醉象 酔象 象 成象", .diagram = "成象"},
    [PROMOTED_PAWN] = {.names = "金将 金 と と金 成歩 成兵", .diagram = "と 杏 仝 成歩 成兵"},
};
/* clang-format on */

static const struct start_words starts[] = {
    {"中将棋", NULL},
    {NULL, NULL},
};

const struct record_words chu_words = {
    .names = "中将棋 chushogi chuushogi chu",
    .pieces = pieces,
    .starts = starts,
};
