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

/* Kind; step, slide, jump, lion (struct movement). */
#define MOVEMENTS(ROW)                                                                                                 \
    ROW(KING, ALL_DIRECTIONS, 0, 0, 0)                                                                                 \
    ROW(ELEPHANT, ALL_DIRECTIONS & ~B, 0, 0, 0)                                                                        \
    ROW(GOLD, ORTHOGONAL | FRONT, 0, 0, 0)                                                                             \
    ROW(SILVER, F | DIAGONAL, 0, 0, 0)                                                                                 \
    ROW(COPPER, F | FRONT | B, 0, 0, 0)                                                                                \
    ROW(LEOPARD, DIAGONAL | FILE_, 0, 0, 0)                                                                            \
    ROW(TIGER, ALL_DIRECTIONS & ~F, 0, 0, 0)                                                                           \
    ROW(KIRIN, DIAGONAL, 0, ORTHOGONAL, 0)                                                                             \
    ROW(PHOENIX, ORTHOGONAL, 0, DIAGONAL, 0)                                                                           \
    ROW(LION, 0, 0, 0, ALL_DIRECTIONS)                                                                                 \
    ROW(FREE_KING, 0, ALL_DIRECTIONS, 0, 0)                                                                            \
    ROW(DRAGON, DIAGONAL, ORTHOGONAL, 0, 0)                                                                            \
    ROW(HORSE, ORTHOGONAL, DIAGONAL, 0, 0)                                                                             \
    ROW(ROOK, 0, ORTHOGONAL, 0, 0)                                                                                     \
    ROW(BISHOP, 0, DIAGONAL, 0, 0)                                                                                     \
    ROW(VERTICAL_MOVER, RANK, FILE_, 0, 0)                                                                             \
    ROW(SIDE_MOVER, FILE_, RANK, 0, 0)                                                                                 \
    ROW(CHARIOT, 0, FILE_, 0, 0)                                                                                       \
    ROW(LANCE, 0, F, 0, 0)                                                                                             \
    ROW(GO_BETWEEN, FILE_, 0, 0, 0)                                                                                    \
    ROW(PAWN, F, 0, 0, 0)                                                                                              \
    ROW(PRINCE, ALL_DIRECTIONS, 0, 0, 0)                                                                               \
    ROW(PROMOTED_GOLD, 0, ORTHOGONAL, 0, 0)                                                                            \
    ROW(PROMOTED_SILVER, RANK, FILE_, 0, 0)                                                                            \
    ROW(PROMOTED_COPPER, FILE_, RANK, 0, 0)                                                                            \
    ROW(PROMOTED_LEOPARD, 0, DIAGONAL, 0, 0)                                                                           \
    ROW(STAG, RANK | DIAGONAL, FILE_, 0, 0)                                                                            \
    ROW(PROMOTED_KIRIN, 0, 0, 0, ALL_DIRECTIONS)                                                                       \
    ROW(PROMOTED_PHOENIX, 0, ALL_DIRECTIONS, 0, 0)                                                                     \
    ROW(EAGLE, 0, ALL_DIRECTIONS & ~FRONT, 0, FRONT)                                                                   \
    ROW(FALCON, 0, ALL_DIRECTIONS & ~F, 0, F)                                                                          \
    ROW(PROMOTED_ROOK, DIAGONAL, ORTHOGONAL, 0, 0)                                                                     \
    ROW(PROMOTED_BISHOP, ORTHOGONAL, DIAGONAL, 0, 0)                                                                   \
    ROW(OX, 0, FILE_ | DIAGONAL, 0, 0)                                                                                 \
    ROW(BOAR, 0, RANK | DIAGONAL, 0, 0)                                                                                \
    ROW(WHALE, 0, FILE_ | REAR, 0, 0)                                                                                  \
    ROW(WHITE_HORSE, 0, FILE_ | FRONT, 0, 0)                                                                           \
    ROW(PROMOTED_GO_BETWEEN, ALL_DIRECTIONS & ~B, 0, 0, 0)                                                             \
    ROW(PROMOTED_PAWN, ORTHOGONAL | FRONT, 0, 0, 0)

#define MOVEMENT(kind, steps, slides, jumps, lions)                                                                    \
    [kind] = {.step = (steps), .slide = (slides), .jump = (jumps), .lion = (lions)},

const struct movement chu_movements[KINDS] = {MOVEMENTS(MOVEMENT)};

/* What gote's piece goes towards, sente's comes from, and the other way round. */
#define TURNED(directions) ((directions) >> 4 | ((directions)&15) << 4)
#define AS_IT_IS(directions) (directions)
#define COMES(turned, step, slide, jump, lion)                                                                         \
    {                                                                                                                  \
        [REACH_NEXT] = turned((step) | (slide) | (lion)), [REACH_OVER] = turned((jump) | (lion)),                      \
        [REACH_SECOND] = turned((slide) | (jump) | (lion)), [REACH_FAR] = turned(slide)                                \
    }
#define SENTE_COMES(kind, step, slide, jump, lion) [kind] = COMES(TURNED, step, slide, jump, lion),
#define GOTE_COMES(kind, step, slide, jump, lion) [kind | PIECE_SIDE_BIT] = COMES(AS_IT_IS, step, slide, jump, lion),

const uint8_t chu_reaches[SIDES][WALL + 1][REACHES] = {{MOVEMENTS(SENTE_COMES)}, {MOVEMENTS(GOTE_COMES)}};

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
