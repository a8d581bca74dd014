/*
 * The pieces (R30): letters, movements, promotions. Directions are written as they look from sente's side.
 */
#include "games/chu/rules/position.h"

enum {
    F = 1 << 0,
    FR = 1 << 1,
    R = 1 << 2,
    BR = 1 << 3,
    B = 1 << 4,
    BL = 1 << 5,
    L = 1 << 6,
    FL = 1 << 7,
    FILE_ = F | B,
    RANK = L | R,
    ORTHOGONAL = FILE_ | RANK,
    FRONT = FL | FR,
    REAR = BL | BR,
    DIAGONAL = FRONT | REAR,
};

const struct movement chu_movements[KINDS] = {
    [KING] = {.step = ALL_DIRECTIONS},
    [ELEPHANT] = {.step = ALL_DIRECTIONS & ~B},
    [GOLD] = {.step = ORTHOGONAL | FRONT},
    [SILVER] = {.step = F | DIAGONAL},
    [COPPER] = {.step = F | FRONT | B},
    [LEOPARD] = {.step = DIAGONAL | FILE_},
    [TIGER] = {.step = ALL_DIRECTIONS & ~F},
    [KIRIN] = {.step = DIAGONAL, .jump = ORTHOGONAL},
    [PHOENIX] = {.step = ORTHOGONAL, .jump = DIAGONAL},
    [LION] = {.lion = ALL_DIRECTIONS},
    [FREE_KING] = {.slide = ALL_DIRECTIONS},
    [DRAGON] = {.slide = ORTHOGONAL, .step = DIAGONAL},
    [HORSE] = {.slide = DIAGONAL, .step = ORTHOGONAL},
    [ROOK] = {.slide = ORTHOGONAL},
    [BISHOP] = {.slide = DIAGONAL},
    [VERTICAL_MOVER] = {.slide = FILE_, .step = RANK},
    [SIDE_MOVER] = {.slide = RANK, .step = FILE_},
    [CHARIOT] = {.slide = FILE_},
    [LANCE] = {.slide = F},
    [GO_BETWEEN] = {.step = FILE_},
    [PAWN] = {.step = F},
    [PRINCE] = {.step = ALL_DIRECTIONS},
    [PROMOTED_GOLD] = {.slide = ORTHOGONAL},
    [PROMOTED_SILVER] = {.slide = FILE_, .step = RANK},
    [PROMOTED_COPPER] = {.slide = RANK, .step = FILE_},
    [PROMOTED_LEOPARD] = {.slide = DIAGONAL},
    [STAG] = {.slide = FILE_, .step = RANK | DIAGONAL},
    [PROMOTED_KIRIN] = {.lion = ALL_DIRECTIONS},
    [PROMOTED_PHOENIX] = {.slide = ALL_DIRECTIONS},
    [EAGLE] = {.slide = ALL_DIRECTIONS & ~FRONT, .lion = FRONT},
    [FALCON] = {.slide = ALL_DIRECTIONS & ~F, .lion = F},
    [PROMOTED_ROOK] = {.slide = ORTHOGONAL, .step = DIAGONAL},
    [PROMOTED_BISHOP] = {.slide = DIAGONAL, .step = ORTHOGONAL},
    [OX] = {.slide = FILE_ | DIAGONAL},
    [BOAR] = {.slide = RANK | DIAGONAL},
    [WHALE] = {.slide = FILE_ | REAR},
    [WHITE_HORSE] = {.slide = FILE_ | FRONT},
    [PROMOTED_GO_BETWEEN] = {.step = ALL_DIRECTIONS & ~B},
    [PROMOTED_PAWN] = {.step = ORTHOGONAL | FRONT},
};

const struct piece_info chu_pieces[] = {
    [KING] = {'K', .royal = true, .worth = 15000},
    [ELEPHANT] = {'E', .promotes = PRINCE, .worth = 400},
    [GOLD] = {'G', .promotes = PROMOTED_GOLD, .worth = 300},
    [SILVER] = {'S', .promotes = PROMOTED_SILVER, .worth = 200},
    [COPPER] = {'C', .promotes = PROMOTED_COPPER, .worth = 180},
    [LEOPARD] = {'F', .promotes = PROMOTED_LEOPARD, .worth = 260},
    [TIGER] = {'T', .promotes = STAG, .worth = 300},
    [KIRIN] = {'O', .promotes = PROMOTED_KIRIN, .worth = 400},
    [PHOENIX] = {'X', .promotes = PROMOTED_PHOENIX, .worth = 360},
    [LION] = {'N', .worth = 2000},
    [FREE_KING] = {'Q', .worth = 1100},
    [DRAGON] = {'D', .promotes = EAGLE, .worth = 800},
    [HORSE] = {'H', .promotes = FALCON, .worth = 750},
    [ROOK] = {'R', .promotes = PROMOTED_ROOK, .worth = 560},
    [BISHOP] = {'B', .promotes = PROMOTED_BISHOP, .worth = 450},
    [VERTICAL_MOVER] = {'V', .promotes = OX, .worth = 360},
    [SIDE_MOVER] = {'M', .promotes = BOAR, .worth = 360},
    [CHARIOT] = {'A', .promotes = WHALE, .worth = 280},
    [LANCE] = {'L', .promotes = WHITE_HORSE, .worth = 220},
    [GO_BETWEEN] = {'I', .promotes = PROMOTED_GO_BETWEEN, .worth = 120},
    [PAWN] = {'P', .promotes = PROMOTED_PAWN, .worth = 100},
    [PRINCE] = {'E', .promoted = true, .royal = true, .worth = 1500},
    [PROMOTED_GOLD] = {'G', .promoted = true, .worth = 560},
    [PROMOTED_SILVER] = {'S', .promoted = true, .worth = 360},
    [PROMOTED_COPPER] = {'C', .promoted = true, .worth = 360},
    [PROMOTED_LEOPARD] = {'F', .promoted = true, .worth = 450},
    [STAG] = {'T', .promoted = true, .worth = 480},
    [PROMOTED_KIRIN] = {'O', .promoted = true, .worth = 2000},
    [PROMOTED_PHOENIX] = {'X', .promoted = true, .worth = 1100},
    [EAGLE] = {'D', .promoted = true, .worth = 1150},
    [FALCON] = {'H', .promoted = true, .worth = 1100},
    [PROMOTED_ROOK] = {'R', .promoted = true, .worth = 800},
    [PROMOTED_BISHOP] = {'B', .promoted = true, .worth = 750},
    [OX] = {'V', .promoted = true, .worth = 850},
    [BOAR] = {'M', .promoted = true, .worth = 850},
    [WHALE] = {'A', .promoted = true, .worth = 500},
    [WHITE_HORSE] = {'L', .promoted = true, .worth = 500},
    [PROMOTED_GO_BETWEEN] = {'I', .promoted = true, .worth = 380},
    [PROMOTED_PAWN] = {'P', .promoted = true, .worth = 300},
    {.letter = '\0'},
};

_Static_assert(sizeof chu_pieces / sizeof chu_pieces[0] == KINDS + 1, "a row for each kind and one at the end");

bool chu_can_promote(const struct position *position, unsigned kind, enum side side, square_t from, square_t to,
                     bool captures)
{
    if (!chu_pieces[kind].promotes)
        return false;
    bool leaves = chu_in_zone(from, side), arrives = chu_in_zone(to, side);
    if (position->rules.value[RULE_PROMOTION] == PROMOTION_SHOGI)
        return leaves || arrives;
    if ((arrives && !leaves) || (captures && (arrives || leaves)))
        return true;
    return (kind == PAWN || kind == LANCE) && chu_rank(to, side) == 0;
}
