/*
 * Static exchange: both sides take on one square with their cheapest piece first, and each stops when taking no longer
 * pays. Every capture changes who stands behind whom, so movements are worked out anew before each. Pins are not looked
 * at. A piece that is taken is lost to one side and gained in hand by the other, so it counts for both.
 */
#include "games/annan/eval/evaluation.h"

#include <string.h>

static int prize(unsigned kind)
{
    return annan_game.pieces[kind].worth + annan_game.pieces[army9_in_hand(kind)].worth;
}

/* The cheapest kind among the attackers, 0 if there are none. */
static unsigned cheapest(const board9 *mine, board9 attackers)
{
    static const uint8_t order[] = {
        PAWN, LANCE,  KNIGHT, PROMOTED_LANCE, PROMOTED_KNIGHT, TOKIN, SILVER, PROMOTED_SILVER,
        GOLD, BISHOP, ROOK,   HORSE,          DRAGON,          KING};
    for (unsigned i = 0; attackers && i < sizeof order; i++) {
        if (mine[order[i]] & attackers)
            return order[i];
    }
    return 0;
}

static board9 attackers_of(const struct army9 *p, enum side side, square_t to)
{
    struct movers movers = annan_movers(p, side);
    return annan_attackers(&movers, side, to, army9_occupied(p));
}

bool annan_exchange(const struct position *position, move_t move, int least)
{
    if (move_is_drop(move))
        return least <= 0;
    square_t to = move_to(move), from = move_from(move);
    board9 target = board9_bit(to);
    enum side side = (enum side)position->side;
    unsigned standing = piece_kind(position->board[from]), taken = piece_kind(position->board[to]);
    int gain = taken ? prize(taken) : 0;
    unsigned moved = standing;
    if (move_is_promotion(move)) {
        gain += annan_game.pieces[standing + PROMOTED].worth - annan_game.pieces[standing].worth;
        standing += PROMOTED;
    }
    if (gain < least)
        return false;
    int most = gain - least;
    if (prize(standing) <= most)
        return true;
    struct army9 p; /* only its bitboards are kept up to date */
    memcpy(p.pieces, army9_of_const(position)->pieces, sizeof p.pieces);
    army9_toggle(&p, side, moved, board9_bit(from));
    /* Does the other side, who may take what is standing there, win no more than `most`? */
    for (bool answer = true;; answer = !answer) {
        if (prize(standing) <= most)
            return answer;
        if (taken)
            army9_toggle(&p, side_other(side), taken, target);
        army9_toggle(&p, side, standing, target);
        side = side_other(side);
        board9 attackers = attackers_of(&p, side, to);
        unsigned kind = cheapest(p.pieces[side], attackers);
        if (!kind || (kind == KING && attackers_of(&p, side_other(side), to)))
            return answer;
        army9_toggle(&p, side, kind, board9_bit(board9_first(p.pieces[side][kind] & attackers)));
        /* More, if the other side then wins less than what that leaves over. */
        most = prize(standing) - most - 1;
        taken = standing;
        standing = kind;
    }
}
