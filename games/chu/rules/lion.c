/*
 * The paths of lions, falcons and eagles, and which of several spellings of a move is the one we write (R32, R38).
 */
#include "games/chu/rules/position.h"

/* The direction of a single step, as the side sees it; DIRECTIONS if it is none. */
static unsigned direction_of(cell_t from, cell_t to, enum side side)
{
    for (unsigned direction = 0; direction < DIRECTIONS; direction++)
        if (to == (cell_t)(from + chu_delta(direction, side)))
            return direction;
    return DIRECTIONS;
}

bool chu_lion_path(const struct chu_position *p, cell_t from, cell_t mid, cell_t to)
{
    piece_t piece = p->cells[from];
    enum side side = piece_side(piece);
    unsigned kind = piece_kind(piece), first = direction_of(from, mid, side), second = direction_of(mid, to, side);
    if (first == DIRECTIONS || second == DIRECTIONS || !(chu_movements[kind].lion >> first & 1))
        return false;
    if (!is_lion(kind) && second != first && second != (first ^ 4))
        return false;
    return p->cells[mid] == PIECE_NONE || is_enemy(p->cells[mid], side);
}

cell_t chu_pass_over(const struct chu_position *p, cell_t from)
{
    piece_t piece = p->cells[from];
    enum side side = piece_side(piece);
    /* The shortest spelling, then the first in ASCII order, is the lowest file and then rank: the lowest cell. */
    cell_t over = 0;
    for (unsigned left = chu_movements[piece_kind(piece)].lion; left; left &= left - 1) {
        cell_t cell = (cell_t)(from + chu_delta((unsigned)__builtin_ctz(left), side));
        if (p->cells[cell] == PIECE_NONE && (!over || cell < over))
            over = cell;
    }
    return over;
}

/* Bytes of a square's name: "9l" or "10l". */
static unsigned name_length(square_t square)
{
    return square / SIZE + 1 >= 10 ? 3 : 2;
}

bool chu_spelled_before(move_t a, move_t b)
{
    /* For names of one length ASCII order is the order of squares; lengths together decide the rest. */
    unsigned length_a = 2 * name_length(move_from(a)) + name_length(move_mid(a));
    unsigned length_b = 2 * name_length(move_from(b)) + name_length(move_mid(b));
    if (length_a != length_b)
        return length_a < length_b;
    if (move_from(a) != move_from(b))
        return move_from(a) < move_from(b);
    return move_mid(a) < move_mid(b);
}

/* Whether an igui leaves a mark (R34): a lion taken by a piece that is none. */
static bool marks(const struct chu_position *p, move_t igui)
{
    return is_lion(piece_kind(p->head.board[move_mid(igui)])) && !is_lion(piece_kind(p->head.board[move_from(igui)]));
}

bool chu_same_igui(const struct chu_position *p, move_t a, move_t b)
{
    return move_mid(a) == move_mid(b) && marks(p, a) == marks(p, b);
}

static bool is_legal_igui(const struct chu_position *p, square_t from, square_t mid)
{
    return is_own(p->head.board[from], (enum side)p->head.side) &&
           chu_lion_path(p, cell_of(from), cell_of(mid), cell_of(from)) &&
           !chu_lion_trade(p, cell_of(from), cell_of(mid), cell_of(from), NULL);
}

/* The best spelling of what comes back to its square: a pass, or an igui on one piece. */
static move_t best_return(const struct chu_position *p, move_t move)
{
    bool pass = p->head.board[move_mid(move)] == PIECE_NONE;
    move_t best = move;
    if (!pass && !is_legal_igui(p, move_from(move), move_mid(move)))
        return move;
    for (square_t from = 0; from < SQUARES; from++) {
        piece_t piece = p->head.board[from];
        if (!is_own(piece, (enum side)p->head.side) || !chu_movements[piece_kind(piece)].lion)
            continue;
        move_t other = move_double(from, move_mid(move), from);
        if (pass) {
            cell_t over = chu_pass_over(p, cell_of(from));
            if (!over)
                continue;
            other = move_double(from, square_of(over), from);
        } else if (!is_legal_igui(p, from, move_mid(move)) || !chu_same_igui(p, other, move)) {
            continue;
        }
        if (chu_spelled_before(other, best))
            best = other;
    }
    return best;
}

move_t chu_canonical(const struct position *position, move_t move)
{
    const struct chu_position *p = chu_of_const(position);
    if (!move_is_double(move) || move_is_drop(move) || move_is_promotion(move))
        return move;
    square_t from = move_from(move), mid = move_mid(move), to = move_to(move);
    if (from >= SQUARES || mid >= SQUARES || to >= SQUARES || position->board[from] == PIECE_NONE)
        return move;
    if (!is_own(position->board[from], (enum side)position->side) ||
        !chu_lion_path(p, cell_of(from), cell_of(mid), cell_of(to)))
        return move;
    if (to == from)
        return best_return(p, move);
    return position->board[mid] == PIECE_NONE ? move_board(from, to) : move;
}
