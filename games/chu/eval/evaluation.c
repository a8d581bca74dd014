/*
 * How good a position of chu is: what the pieces are worth, where they stand, what sliders see, how near they have come
 * to the enemy's royal and what stands around the own one, a second life, and how few pieces a side has left.
 *
 * Everything is linear in the weights (weights.h), and nearly everything a sum over the pieces: of what a piece is and
 * where it stands, and of what it sees (tally.h). So whoever judges one position after another keeps what each piece
 * saw and looks again only for those whom a square that changed concerns (memory.c).
 */
#include "games/chu/eval/eval.h"
#include "games/chu/eval/tally.h"

extern const struct game chu_game; /* rules/game.c */

INLINE int count_all(const struct chu_position *p, enum side side, int16_t *coefficients)
{
    struct tally tally = tally_of(p, side, coefficients);
    struct square_set left = p->pieces[side];
    for (square_t square; (square = chu_pop(&left)) != SQUARE_NONE;) {
        unsigned kind = piece_kind(p->head.board[square]);
        count_standing(&tally, kind, cell_of(square));
        count_seen(&tally, kind, cell_of(square));
    }
    count_side(&tally);
    return sum_of(&tally);
}

static int score(const struct position *position)
{
    const struct chu_position *p = chu_of_const(position);
    int sum = count_all(p, SENTE, NULL) - count_all(p, GOTE, NULL);
    return position->side == SENTE ? sum : -sum;
}

static int score_next(const struct position *position, union evaluation_memory *memory)
{
    int next = chu_score_next(position, memory);
#ifdef SHOGIKAN_AUDIT
    if (next != score(position))
        __builtin_trap();
#endif
    return next;
}

static int trace(const struct position *position, int16_t *coefficients)
{
    const struct chu_position *p = chu_of_const(position);
    count_all(p, SENTE, coefficients);
    count_all(p, GOTE, coefficients);
    return 0;
}

#define GROUP(member, inner) WEIGHT_GROUP(struct chu_weights, member, inner)

static const struct weight_group groups[] = {
    GROUP(tempo, 1),
    GROUP(worth, KINDS),
    GROUP(rank, SIZE),
    GROUP(file, HALF_FILES),
    GROUP(near, CLASSES),
    GROUP(slide, CLASSES),
    GROUP(siege, CLASSES),
    GROUP(entry, CLASSES),
    GROUP(aim, CLASSES),
    GROUP(reach, CLASSES),
    GROUP(guard, DIRECTIONS + 1),
    GROUP(second_royal, 1),
    GROUP(few, FEW_PIECES),
    {.name = NULL},
};

static const struct tuning tuning = {
    .groups = groups,
    .weights = chu_weights,
    .count = sizeof(struct chu_weights) / sizeof(int16_t),
    .trace = trace,
};

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
    .levels = chu_levels,
    .scale = 1269, /* weights.c */
    .score = score,
    .score_next = score_next,
    .lasting = chu_lasting,
    .tactical = chu_tactical,
    .gives_check = chu_gives_check,
    .can_move = chu_can_move,
    .exchange = chu_exchange,
    .pass_is_sound = pass_is_sound,
    .tuning = &tuning,
    .perft_sfens = perft_sfens,
    .search_sfens = search_sfens,
};
