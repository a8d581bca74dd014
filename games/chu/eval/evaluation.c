/*
 * How good a position of chu is: what the pieces are worth, where they stand, what sliders see, how near they have come
 * to the enemy's royal and what stands around the own one, a second life, and how few pieces a side has left.
 *
 * Everything is counted afresh at each call and is linear in the weights (weights.h).
 */
#include "games/chu/eval/eval.h"
#include "games/chu/eval/weights.h"

extern const struct game chu_game; /* rules/game.c */

static const uint8_t classes[KINDS] = {
    [KING] = CLASS_ROYAL,
    [ELEPHANT] = CLASS_STEPPER,
    [GOLD] = CLASS_STEPPER,
    [SILVER] = CLASS_STEPPER,
    [COPPER] = CLASS_STEPPER,
    [LEOPARD] = CLASS_STEPPER,
    [TIGER] = CLASS_STEPPER,
    [KIRIN] = CLASS_STEPPER,
    [PHOENIX] = CLASS_STEPPER,
    [LION] = CLASS_LION,
    [FREE_KING] = CLASS_GREAT,
    [DRAGON] = CLASS_MAJOR,
    [HORSE] = CLASS_MAJOR,
    [ROOK] = CLASS_MAJOR,
    [BISHOP] = CLASS_MAJOR,
    [VERTICAL_MOVER] = CLASS_LINER,
    [SIDE_MOVER] = CLASS_LINER,
    [CHARIOT] = CLASS_LINER,
    [LANCE] = CLASS_LINER,
    [GO_BETWEEN] = CLASS_GO_BETWEEN,
    [PAWN] = CLASS_PAWN,
    [PRINCE] = CLASS_ROYAL,
    [PROMOTED_GOLD] = CLASS_PROMOTED,
    [PROMOTED_SILVER] = CLASS_PROMOTED,
    [PROMOTED_COPPER] = CLASS_PROMOTED,
    [PROMOTED_LEOPARD] = CLASS_PROMOTED,
    [STAG] = CLASS_PROMOTED,
    [PROMOTED_KIRIN] = CLASS_LION,
    [PROMOTED_PHOENIX] = CLASS_GREAT,
    [EAGLE] = CLASS_GREAT,
    [FALCON] = CLASS_GREAT,
    [PROMOTED_ROOK] = CLASS_PROMOTED,
    [PROMOTED_BISHOP] = CLASS_PROMOTED,
    [OX] = CLASS_PROMOTED,
    [BOAR] = CLASS_PROMOTED,
    [WHALE] = CLASS_PROMOTED,
    [WHITE_HORSE] = CLASS_PROMOTED,
    [PROMOTED_GO_BETWEEN] = CLASS_PROMOTED,
    [PROMOTED_PAWN] = CLASS_PROMOTED,
};

/* A sum under way. */
struct tally {
    const struct chu_position *p;
    int sum;
};

static inline void count(struct tally *tally, unsigned weight, int times)
{
    tally->sum += chu_weights[weight] * times;
}

/* What a sliding piece sees before it meets something, and what that is. */
static inline void count_slides(struct tally *tally, cell_t from, unsigned kind, enum side side)
{
    const piece_t *cells = tally->p->cells;
    int seen = 0;
    for (unsigned left = chu_movements[kind].slide; left; left &= left - 1) {
        int delta = chu_delta((unsigned)__builtin_ctz(left), side);
        cell_t cell = (cell_t)(from + delta);
        for (; cells[cell] == PIECE_NONE; cell = (cell_t)(cell + delta))
            seen++;
        piece_t met = cells[cell];
        if (is_enemy(met, side) && chu_pieces[piece_kind(met)].worth > chu_pieces[kind].worth)
            count(tally, W_AIM + classes[piece_kind(met)], 1);
    }
    count(tally, W_SLIDE + classes[kind], seen);
}

static inline void count_guards(struct tally *tally, cell_t royal, enum side side)
{
    int guards = 0;
    for (unsigned direction = 0; direction < DIRECTIONS; direction++)
        guards += is_own(tally->p->cells[(cell_t)(royal + chu_delta(direction, SENTE))], side);
    count(tally, W_GUARD, guards);
}

static inline int steps(cell_t a, cell_t b)
{
    int files = a / CELL_STRIDE - b / CELL_STRIDE, ranks = a % CELL_STRIDE - b % CELL_STRIDE;
    files = files < 0 ? -files : files;
    ranks = ranks < 0 ? -ranks : ranks;
    return files > ranks ? files : ranks;
}

static inline int count_side(const struct chu_position *p, enum side side)
{
    struct tally tally = {.p = p};
    struct square_set enemy = p->royal[side_other(side)];
    square_t target = chu_pop(&enemy);
    cell_t royal = target == SQUARE_NONE ? 0 : cell_of(target);
    unsigned pieces = 0;
    for (unsigned word = 0; word < 3; word++)
        for (uint64_t left = p->pieces[side].word[word]; left; left &= left - 1) {
            square_t square = (square_t)(word * 64 + (unsigned)__builtin_ctzll(left));
            unsigned kind = piece_kind(p->head.board[square]), class = classes[kind], file = square / SIZE;
            cell_t cell = cell_of(square);
            pieces++;
            count(&tally, W_WORTH + kind, 1);
            count(&tally, W_RANK + class * SIZE + chu_rank(square, side), 1);
            count(&tally, W_FILE + class * HALF_FILES + (file < HALF_FILES ? file : SIZE - 1 - file), 1);
            if (royal) {
                int away = steps(cell, royal);
                count(&tally, W_NEAR + class, away < NEAR_STEPS ? NEAR_STEPS - away : 0);
            }
            if (chu_movements[kind].slide)
                count_slides(&tally, cell, kind, side);
            if (class == CLASS_ROYAL)
                count_guards(&tally, cell, side);
        }
    if (p->royals[side] > 1)
        count(&tally, W_SECOND_ROYAL, 1);
    if (pieces && pieces < FEW_PIECES + 1)
        count(&tally, W_FEW + FEW_PIECES - pieces, 1);
    return tally.sum;
}

static int score(const struct position *position)
{
    const struct chu_position *p = chu_of_const(position);
    int sente = count_side(p, SENTE), gote = count_side(p, GOTE);
    return (position->side == SENTE ? sente - gote : gote - sente) + chu_weights[W_TEMPO];
}

/* Passing is never better than the best move while both sides have pieces that can make room for each other. */
static bool pass_is_sound(const struct position *position)
{
    const struct chu_position *p = chu_of_const(position);
    for (unsigned side = 0; side < SIDES; side++) {
        unsigned count = 0;
        for (unsigned word = 0; word < 3; word++)
            count += (unsigned)__builtin_popcountll(p->pieces[side].word[word]);
        if (count < FEW_PIECES)
            return false;
    }
    return true;
}

static const char *const perft_sfens[] = {
    "kg10/12/12/4p7/3pp1pp4/5+H6/12/4+D7/12/12/12/10GK b - 1",
    NULL,
};
static const char *const search_sfens[] = {
    "lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/PPPPPPPPPPPP/MVRHDNQDHRVM/A1B1TOXT1B1A/"
    "LFCSGKEGSCFL b - 1",
    "lf1sgekgs1fl/ac1dtxotcb1a/mvr6rvm/pp+Rp3dpppp/5N1pi3/12/4h7/3n3PI3/1P3D2PPPP/MV6HRVM/AFBTHOXT1B1A/L1CSGKEGSCFL b "
    "- 51",
    "lfc1gekgscfl/a2stxot3a/m5r4m/pvpp3bppvp/3ipp1p4/HpP4d2pA/5RP1i3/3IPP1P1DP1/PP1P4P3/M9V1/A1VCTOXTSF2/LF1SGKG2C1L b "
    "- 101",
    "5ekg3l/5g1t3a/7s1f2/4+V1ocp2p/1p8p1/7+x4/1P4p3v1/3+B1+r4F1/+l2P3+b2PP/2M7MA/2F1TOXTC3/2CSGKEGS2L b - 201",
    NULL,
};

const struct evaluation chu_evaluation = {
    .game = &chu_game,
    .score = score,
    .lasting = chu_lasting,
    .tactical = chu_tactical,
    .gives_check = chu_gives_check,
    .can_move = chu_can_move,
    .exchange = chu_exchange,
    .pass_is_sound = pass_is_sound,
    .perft_sfens = perft_sfens,
    .search_sfens = search_sfens,
};
