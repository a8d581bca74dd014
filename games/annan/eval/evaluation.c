/*
 * How good a position of annan is.
 *
 *   material     by own type, which promotion and hands go by, and by the movement that the piece has just now
 *   placement    how far a piece has come, how near it is to the enemy's king
 *   kings        which squares around them the enemy attacks, and which are left to flee to
 *   tempo        for the side to move
 *
 * Everything is computed afresh at each call; nothing is kept.
 */
#include "rules/evaluation.h"
#include "games/annan/rules/position.h"

extern const struct game annan_game; /* rules/game.c */

enum { TEMPO = 20, NEAR = 3, HOLE = 24, PRESSED = 14, FLIGHT = 10 };

/* What a movement is worth on the board, and a type beyond its movement: what it is in the captor's hand. */
static const int16_t value_of_movement[KINDS] = {
    [PAWN] = 60,  [LANCE] = 180,  [KNIGHT] = 170, [SILVER] = 330, [GOLD] = 380,   [GOLD_MOVERS] = 380,
    [KING] = 420, [BISHOP] = 520, [ROOK] = 620,   [HORSE] = 780,  [DRAGON] = 880,
};
static const int16_t value_of_type[KINDS] = {
    [PAWN] = 40,
    [LANCE] = 110,
    [KNIGHT] = 110,
    [SILVER] = 190,
    [GOLD] = 200,
    [BISHOP] = 330,
    [ROOK] = 380,
    [TOKIN] = 60,
    [PROMOTED_LANCE] = 120,
    [PROMOTED_KNIGHT] = 120,
    [PROMOTED_SILVER] = 190,
    [HORSE] = 360,
    [DRAGON] = 420,
};
static const int16_t value_in_hand[HAND_KINDS] = {
    [PAWN] = 110, [LANCE] = 290, [KNIGHT] = 280, [SILVER] = 520, [GOLD] = 570, [BISHOP] = 850, [ROOK] = 1000,
};

static unsigned distance(square_t a, square_t b)
{
    int files = a / BOARD9_SIZE - b / BOARD9_SIZE, ranks = a % BOARD9_SIZE - b % BOARD9_SIZE;
    unsigned across = (unsigned)(files < 0 ? -files : files), along = (unsigned)(ranks < 0 ? -ranks : ranks);
    return across > along ? across : along;
}

static int material(const struct army9 *p, enum side side, const struct movers *movers)
{
    static const uint8_t movements[] = {PAWN, LANCE, KNIGHT, SILVER, BISHOP, ROOK, GOLD_MOVERS, KING, HORSE, DRAGON};
    square_t enemy = p->king[side_other(side)];
    board9 pieces = p->pieces[side][ALL] & ~p->pieces[side][KING];
    int value = 0;
    for (unsigned kind = PAWN; kind <= GOLD; kind++)
        value += p->head.hand[side][kind] * value_in_hand[kind];
    for (unsigned i = 0; i < sizeof movements; i++)
        value += (int)board9_count(movers->as[movements[i]] & pieces) * value_of_movement[movements[i]];
    while (pieces) {
        square_t square = board9_pop(&pieces);
        unsigned kind = piece_kind(p->head.board[square]), rank = square % BOARD9_SIZE;
        value += value_of_type[kind];
        value += 2 * (int)(side == SENTE ? BOARD9_SIZE - 1 - rank : rank);
        if (enemy != SQUARE_NONE && distance(square, enemy) <= NEAR)
            value += 12 * (int)(NEAR + 1 - distance(square, enemy));
    }
    return value;
}

/* The squares around the king of `side`, by what the enemy's movements attack of them. */
static int king_value(const struct army9 *p, enum side side, const struct movers *theirs)
{
    square_t king = p->king[side];
    if (king == SQUARE_NONE)
        return 0;
    board9 around = board9_king[king], own = p->pieces[side][ALL];
    board9 attacked = annan_danger(theirs, side_other(side), around, army9_occupied(p) & ~board9_bit(king));
    unsigned rank = king % BOARD9_SIZE;
    int forward = (int)(side == SENTE ? BOARD9_SIZE - 1 - rank : rank);
    return FLIGHT * (int)board9_count(around & ~attacked & ~own) - HOLE * (int)board9_count(attacked & ~own) -
           PRESSED * (int)board9_count(attacked & own) - 12 * forward;
}

static int score(const struct position *position)
{
    const struct army9 *p = army9_of_const(position);
    struct movers movers[SIDES] = {annan_movers(p, SENTE), annan_movers(p, GOTE)};
    int value[SIDES];
    for (unsigned side = 0; side < SIDES; side++)
        value[side] = material(p, (enum side)side, &movers[side]) + king_value(p, (enum side)side, &movers[side ^ 1]);
    return value[position->side] - value[position->side ^ 1] + TEMPO;
}

static const char *const perft_sfens[] = {
    "ln5+P+P/1gskp4/pp4g1+P/2ppbNrP1/p3L1ppP/2G1S4/1G1K5/p3SbPs1/1+p+l5+l w r2n2p 146",
    NULL,
};
static const char *const search_sfens[] = {
    ARMY9_START,
    "ln1gk2nl/1Pl2g1s1/3+R2p2/p1p1pp2p/n2P1G1P1/P5Bp1/P1P+b1SP1P/5K3/r1+s3g+nL b s3p 75",
    "+N8/3g1g2l/n1s1pkp1n/1P1p3Pp/B4P3/1SPPp2pP/1S2G4/LB4SR1/P2GK3L b RNL5P 69",
    NULL,
};

const struct evaluation annan_evaluation = {
    .game = &annan_game,
    .score = score,
    .perft_sfens = perft_sfens,
    .search_sfens = search_sfens,
};
