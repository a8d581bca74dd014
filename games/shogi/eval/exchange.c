/*
 * Static exchange: both sides take on one square with their cheapest piece first, and each stops when taking no longer
 * pays. A piece that is taken is lost to one side and gained in hand by the other, so it counts for both. Pieces behind
 * others join in as lines open; pins are not looked at.
 */
#include "games/shogi/eval/evaluation.h"

/* What taking a piece of that kind is worth. */
static int prize(unsigned kind)
{
    unsigned in_hand = kind > KING ? kind - PROMOTED : kind;
    return shogi_game.pieces[kind].worth + shogi_game.pieces[in_hand].worth;
}

/* The cheapest kind among the attackers, 0 if there are none. */
static unsigned cheapest(const struct army9 *p, enum side side, board9 attackers)
{
    static const uint8_t order[] = {
        PAWN, LANCE,  KNIGHT, PROMOTED_LANCE, PROMOTED_KNIGHT, TOKIN, SILVER, PROMOTED_SILVER,
        GOLD, BISHOP, ROOK,   HORSE,          DRAGON,          KING};
    if (!attackers)
        return 0;
    for (unsigned i = 0; i < sizeof order; i++) {
        if (p->pieces[side][order[i]] & attackers)
            return order[i];
    }
    return 0;
}

bool shogi_exchange(const struct position *position, move_t move, int least)
{
    const struct army9 *p = army9_of_const(position);
    if (move_is_drop(move))
        return least <= 0;
    square_t to = move_to(move), from = move_from(move);
    unsigned standing = piece_kind(position->board[from]);
    int gain = position->board[to] ? prize(piece_kind(position->board[to])) : 0;
    if (move_is_promotion(move)) {
        gain += shogi_game.pieces[standing + PROMOTED].worth - shogi_game.pieces[standing].worth;
        standing += PROMOTED;
    }
    if (gain < least)
        return false;
    board9 occupied = (army9_occupied(p) & ~board9_bit(from)) | board9_bit(to);
    enum side side = side_other((enum side)position->side);
    /* Does `side`, who may take what is standing there, win no more than `most`? */
    int most = gain - least;
    for (bool answer = true;; answer = !answer, side = side_other(side)) {
        if (prize(standing) <= most)
            return answer;
        board9 attackers = shogi_attackers(p, side, to, occupied) & occupied;
        unsigned kind = cheapest(p, side, attackers & ~board9_bit(to));
        if (!kind ||
            (kind == KING && (shogi_attackers(p, side_other(side), to, occupied) & occupied & ~board9_bit(to))))
            return answer;
        occupied ^= board9_bit(board9_first(p->pieces[side][kind] & attackers));
        /* More, if the other side then wins less than what that leaves over. */
        most = prize(standing) - most - 1;
        standing = kind;
    }
}
