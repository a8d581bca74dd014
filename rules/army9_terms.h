/*
 * What the evaluations of games with the usual army (rules/army9.h) have in common: a sum of weights over pieces,
 * hands, what is attacked how often, and what that means for the kings. A game says how its pieces move (sets by
 * movement, as army9's pieces[side]) and adds what is its own.
 *
 * All is computed afresh at each call. The functions are always inlined: with `coefficients` NULL nothing is left of
 * the tracing, and each side gets code of its own.
 */
#ifndef RULES_ARMY9_TERMS_H
#define RULES_ARMY9_TERMS_H

#include "rules/army9.h"
#include "rules/evaluation.h"
#include "rules/relation9.h"

enum {
    HAND_STEPS = 4,
    SLIDERS9 = 5, /* lance, bishop, rook, horse, dragon */
    SLIDES9 = 17,
    BESIDE_STATES = 27,
    DANGERS = 16,
    THREATS = 8,
    FLIGHTS = 4,
    DROPS = 4,
};

/* Centipawns, from the side that has the piece or the king. */
struct army9_weights {
    int16_t tempo; /* for the side to move */
    int16_t piece[KINDS];
    int16_t hand[HAND_KINDS];                   /* each piece in hand */
    int16_t hand_count[HAND_KINDS][HAND_STEPS]; /* having 1, 2, 3, 4 or more of a kind */
    int16_t place[KINDS][BOARD9_SQUARES];       /* squares as the own side sees them */
    int16_t own_king[KINDS][RELATIONS9];        /* where a piece stands seen from its king */
    int16_t enemy_king[KINDS][RELATIONS9];      /* seen from the king it attacks, in the attacker's view of the board */
    int16_t king_place[BOARD9_SQUARES];
    int16_t mobility[SLIDERS9][SLIDES9]; /* squares that a slider may go to along its lines */
    /* Pieces that the enemy attacks and nobody guards, that are attacked and guarded, and that a pawn attacks; the
     * first row when their side is to move, the second when the enemy is. */
    int16_t loose[2][KINDS], guarded[2][KINDS], by_pawn[2][KINDS];
    /* A square beside the king: before, diagonally before, at the side, diagonally behind, behind. Its state: what
     * stands there (nothing, own, enemy) * 9 + enemy attackers (0, 1, more) * 3 + guards besides the king (0, 1, more).
     */
    int16_t beside[5][BESIDE_STATES];
    /* Squares at distance 2 and 3 of the king: attacked by the enemy, more than once, by the own side, more than once.
     */
    int16_t around[2][4];
    /* By how much is attacked beside the king, and how many squares are left to flee to; each by what the enemy has in
     * hand and at large to make use of it. */
    int16_t danger[DANGERS][THREATS], flights[FLIGHTS][THREATS];
    /* Squares beside the king where the enemy may drop a piece safely; by whether it has a gold, a silver. */
    int16_t drops[DROPS][4];
    int16_t pawnless_file; /* each file without an own pawn while there is one in hand */
};

/* The groups of struct army9_weights as the member `army` of `type`. */
#define ARMY9_WEIGHT_GROUPS(type)                                                                                      \
    WEIGHT_GROUP(type, army.tempo, 1), WEIGHT_GROUP(type, army.piece, KINDS),                                          \
        WEIGHT_GROUP(type, army.hand, HAND_KINDS), WEIGHT_GROUP(type, army.hand_count, HAND_STEPS),                    \
        WEIGHT_GROUP(type, army.place, BOARD9_SQUARES), WEIGHT_GROUP(type, army.own_king, RELATION9_RANKS),            \
        WEIGHT_GROUP(type, army.enemy_king, RELATION9_RANKS), WEIGHT_GROUP(type, army.king_place, BOARD9_SIZE),        \
        WEIGHT_GROUP(type, army.mobility, SLIDES9), WEIGHT_GROUP(type, army.loose, KINDS),                             \
        WEIGHT_GROUP(type, army.guarded, KINDS), WEIGHT_GROUP(type, army.by_pawn, KINDS),                              \
        WEIGHT_GROUP(type, army.beside, BESIDE_STATES), WEIGHT_GROUP(type, army.around, 4),                            \
        WEIGHT_GROUP(type, army.danger, THREATS), WEIGHT_GROUP(type, army.flights, THREATS),                           \
        WEIGHT_GROUP(type, army.drops, 4), WEIGHT_GROUP(type, army.pawnless_file, 1)

#define ALWAYS_INLINE inline __attribute__((always_inline))

/* Where weights come from and where it is noted that they were taken: one for each side. */
struct terms9 {
    int16_t *coefficients; /* NULL in play */
    int sign;              /* 1: sente */
    const int16_t *base;
    const struct army9_weights *w;
};

static ALWAYS_INLINE int take9(struct terms9 t, const int16_t *weight, int times)
{
    return weigh(t.coefficients, t.sign, t.base, weight, times);
}

/* What a side attacks, its king not counted; the king's own reach apart. */
struct control9 {
    board9 once, twice, pawns, king;
};

static ALWAYS_INLINE void control9_add(struct control9 *control, board9 squares)
{
    control->twice |= control->once & squares;
    control->once |= squares;
}

/* Attacks of `movers`, sets of pieces of `side` by movement without the king, and the worth of the sliders' freedom. */
static ALWAYS_INLINE int army9_control(struct terms9 t, const struct army9 *p, enum side side, const board9 *movers,
                                       struct control9 *control)
{
    board9 own = p->pieces[side][ALL], occupied = army9_occupied(p), all = board9_all(),
           not_king = ~army9_king(p, side);
    board9 golds = movers[GOLD_MOVERS] & not_king, silvers = movers[SILVER] & not_king;
    board9 kings = movers[KING] & not_king, horses = movers[HORSE] & not_king, dragons = movers[DRAGON] & not_king;
    board9 pawns = movers[PAWN] & not_king;
    board9 across = golds | kings | horses; /* to the sides and back */
    board9 before = board9_forward(golds | silvers | kings | dragons, side);
    board9 behind = board9_backward(silvers | kings | dragons, side);
    board9 leaps = board9_forward(board9_forward(movers[KNIGHT] & not_king, side), side);
    int value = 0;
    control->pawns = board9_forward(pawns, side);
    control->once = board9_forward(pawns | across | silvers, side);
    control->twice = 0;
    control9_add(control, board9_backward(across, side));
    control9_add(control, across << BOARD9_SIZE);
    control9_add(control, across >> BOARD9_SIZE);
    control9_add(control, before << BOARD9_SIZE);
    control9_add(control, before >> BOARD9_SIZE);
    control9_add(control, behind << BOARD9_SIZE);
    control9_add(control, behind >> BOARD9_SIZE);
    control9_add(control, leaps << BOARD9_SIZE);
    control9_add(control, leaps >> BOARD9_SIZE);
    static const uint8_t kinds[SLIDERS9] = {LANCE, BISHOP, ROOK, HORSE, DRAGON};
#pragma GCC unroll 5
    for (unsigned i = 0; i < SLIDERS9; i++) {
        for (board9 set = movers[kinds[i]] & not_king; set;) {
            square_t square = board9_pop(&set);
            board9 slides = kinds[i] == LANCE                         ? board9_lance(square, occupied, side)
                            : kinds[i] == BISHOP || kinds[i] == HORSE ? board9_bishop(square, occupied)
                                                                      : board9_rook(square, occupied);
            control9_add(control, slides);
            value += take9(t, &t.w->mobility[i][board9_count(slides & ~own)], 1);
        }
    }
    control->once &= all;
    control->twice &= all;
    return value;
}

static ALWAYS_INLINE int army9_hand_value(struct terms9 t, const struct army9 *p, enum side side)
{
    const uint8_t *hand = p->head.hand[side];
    int value = 0;
    for (unsigned kind = PAWN; kind <= GOLD; kind++) {
        unsigned count = hand[kind];
        if (!count)
            continue;
        value += take9(t, &t.w->hand[kind], (int)count);
        value += take9(t, &t.w->hand_count[kind][(count < HAND_STEPS ? count : HAND_STEPS) - 1], 1);
    }
    if (hand[PAWN]) {
        board9 files = board9_files(p->pieces[side][PAWN]) & board9_rank(0);
        value += take9(t, &t.w->pawnless_file, BOARD9_SIZE - (int)board9_count(files));
    }
    return value;
}

/* A piece that is no king, where it stands. */
static ALWAYS_INLINE int army9_piece_value(struct terms9 t, const struct army9 *p, enum side side, unsigned kind,
                                           square_t square)
{
    square_t own = p->king[side], enemy = p->king[side_other(side)], seen = square9_seen(square, side);
    int value = take9(t, &t.w->piece[kind], 1) + take9(t, &t.w->place[kind][seen], 1);
    if (own != SQUARE_NONE)
        value += take9(t, &t.w->own_king[kind][relation9[square9_seen(own, side)][seen]], 1);
    if (enemy != SQUARE_NONE)
        value += take9(t, &t.w->enemy_king[kind][relation9[square9_seen(enemy, side)][seen]], 1);
    return value;
}

/* Pieces of `side` that the enemy attacks. */
static ALWAYS_INLINE int army9_attacked_value(struct terms9 t, const struct army9 *p, enum side side,
                                              const struct control9 *ours, const struct control9 *theirs)
{
    unsigned waits = side != (enum side)p->head.side;
    board9 pieces = p->pieces[side][ALL] & ~army9_king(p, side);
    board9 attacked = pieces & (theirs->once | theirs->king);
    int value = 0;
    for (board9 set = attacked & ~(ours->once | ours->king); set;)
        value += take9(t, &t.w->loose[waits][piece_kind(p->head.board[board9_pop(&set)])], 1);
    for (board9 set = attacked & theirs->once & (ours->once | ours->king); set;)
        value += take9(t, &t.w->guarded[waits][piece_kind(p->head.board[board9_pop(&set)])], 1);
    for (board9 set = attacked & theirs->pawns & ~p->pieces[side][PAWN]; set;)
        value += take9(t, &t.w->by_pawn[waits][piece_kind(p->head.board[board9_pop(&set)])], 1);
    return value;
}

/* What the enemy has in hand and at large against a king, in rough units cut to THREATS. */
static ALWAYS_INLINE unsigned army9_threat(const struct army9 *p, enum side enemy)
{
    const uint8_t *hand = p->head.hand[enemy];
    const board9 *theirs = p->pieces[enemy];
    unsigned heavy = board9_count(theirs[ROOK] | theirs[DRAGON] | theirs[BISHOP] | theirs[HORSE]);
    unsigned units = 5u * hand[ROOK] + 4u * hand[BISHOP] + 5u * hand[GOLD] + 4u * hand[SILVER] + 2u * hand[KNIGHT] +
                     2u * hand[LANCE] + (hand[PAWN] != 0) + 2 * heavy;
    return units / 3 < THREATS ? units / 3 : THREATS - 1;
}

static ALWAYS_INLINE board9 board9_grown(board9 set)
{
    set |= board9_forward(set, SENTE) | board9_forward(set, GOTE);
    return (set | board9_sideways(set)) & board9_all();
}

/* The neighbourhood of a square in one word, itself at bit 10, the squares beside it at 0-2, 9, 11 and 18-20. */
static ALWAYS_INLINE uint64_t board9_window(board9 set, square_t square)
{
    return (uint64_t)(set << 10 >> square);
}

static ALWAYS_INLINE int army9_beside_value(struct terms9 t, const struct army9 *p, enum side side, square_t king,
                                            const struct control9 *ours, const struct control9 *theirs)
{
    /* By bit of the window, as sente sees it, and for gote. */
    static const uint8_t rows[SIDES][21] = {
        {[0] = 1, [1] = 2, [2] = 3, [9] = 0, [11] = 4, [18] = 1, [19] = 2, [20] = 3},
        {[0] = 3, [1] = 2, [2] = 1, [9] = 4, [11] = 0, [18] = 3, [19] = 2, [20] = 1},
    };
    uint64_t own = board9_window(p->pieces[side][ALL], king);
    uint64_t enemy = board9_window(p->pieces[side_other(side)][ALL], king);
    uint64_t attacked = board9_window(theirs->once, king), pressed = board9_window(theirs->twice, king);
    uint64_t guarded = board9_window(ours->once, king), doubly = board9_window(ours->twice, king);
    int value = 0;
    for (uint64_t set = board9_window(board9_king[king], king); set; set &= set - 1) {
        unsigned bit = (unsigned)__builtin_ctzll(set);
        unsigned stands = (own >> bit & 1) + 2 * (enemy >> bit & 1);
        unsigned attackers = (attacked >> bit & 1) + (pressed >> bit & 1);
        unsigned guards = (guarded >> bit & 1) + (doubly >> bit & 1);
        value += take9(t, &t.w->beside[rows[side][bit]][stands * 9 + attackers * 3 + guards], 1);
    }
    return value;
}

static ALWAYS_INLINE int army9_king_value(struct terms9 t, const struct army9 *p, enum side side,
                                          const struct control9 *ours, const struct control9 *theirs)
{
    square_t king = p->king[side];
    if (king == SQUARE_NONE)
        return 0;
    enum side enemy = side_other(side);
    const uint8_t *hand = p->head.hand[enemy];
    unsigned threat = army9_threat(p, enemy);
    board9 beside = board9_king[king], own = p->pieces[side][ALL];
    board9 attacked = beside & theirs->once;
    unsigned holes = board9_count(attacked & ~ours->once), pressed = board9_count(attacked & ours->once);
    unsigned danger = 2 * holes + pressed, flights = board9_count(beside & ~attacked & ~theirs->king & ~own);
    unsigned drops = board9_count(attacked & ~ours->once & ~army9_occupied(p));
    int value = take9(t, &t.w->king_place[square9_seen(king, side)], 1);
    value += take9(t, &t.w->danger[danger < DANGERS ? danger : DANGERS - 1][threat], 1);
    value += take9(t, &t.w->flights[flights < FLIGHTS ? flights : FLIGHTS - 1][threat], 1);
    value += take9(t, &t.w->drops[drops < DROPS ? drops : DROPS - 1][(hand[GOLD] != 0) + 2 * (hand[SILVER] != 0)], 1);
    value += army9_beside_value(t, p, side, king, ours, theirs);
    board9 inner = beside | board9_bit(king);
    for (unsigned ring = 0; ring < 2; ring++) {
        board9 outer = board9_grown(inner), squares = outer & ~inner;
        value += take9(t, &t.w->around[ring][0], (int)board9_count(squares & theirs->once));
        value += take9(t, &t.w->around[ring][1], (int)board9_count(squares & theirs->twice));
        value += take9(t, &t.w->around[ring][2], (int)board9_count(squares & ours->once));
        value += take9(t, &t.w->around[ring][3], (int)board9_count(squares & ours->twice));
        inner = outer;
    }
    return value;
}

/* All that does not depend on single pieces, from sente's view. `movers`: by movement, kings among them; `reach`: what
 * each king attacks. */
static ALWAYS_INLINE int army9_common_value(const struct terms9 t[SIDES], const struct army9 *p,
                                            const board9 *const movers[SIDES], const board9 reach[SIDES])
{
    struct control9 sente, gote;
    int value = army9_control(t[SENTE], p, SENTE, movers[SENTE], &sente);
    value -= army9_control(t[GOTE], p, GOTE, movers[GOTE], &gote);
    sente.king = reach[SENTE];
    gote.king = reach[GOTE];
    value += army9_hand_value(t[SENTE], p, SENTE) - army9_hand_value(t[GOTE], p, GOTE);
    value += army9_attacked_value(t[SENTE], p, SENTE, &sente, &gote);
    value -= army9_attacked_value(t[GOTE], p, GOTE, &gote, &sente);
    value += army9_king_value(t[SENTE], p, SENTE, &sente, &gote);
    value -= army9_king_value(t[GOTE], p, GOTE, &gote, &sente);
    return p->head.side == SENTE ? value + take9(t[SENTE], &t[SENTE].w->tempo, 1)
                                 : value - take9(t[GOTE], &t[GOTE].w->tempo, 1);
}

#endif
