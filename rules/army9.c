/* The parts of rules/army9.h that are not in a hot loop. */
#include "rules/army9.h"

const struct piece_info army9_pieces[] = {
    [PAWN] = {'P', .promotes = TOKIN, .in_hand = PAWN, .worth = 100},
    [LANCE] = {'L', .promotes = PROMOTED_LANCE, .in_hand = LANCE, .worth = 300},
    [KNIGHT] = {'N', .promotes = PROMOTED_KNIGHT, .in_hand = KNIGHT, .worth = 350},
    [SILVER] = {'S', .promotes = PROMOTED_SILVER, .in_hand = SILVER, .worth = 500},
    [BISHOP] = {'B', .promotes = HORSE, .in_hand = BISHOP, .worth = 800},
    [ROOK] = {'R', .promotes = DRAGON, .in_hand = ROOK, .worth = 950},
    [GOLD] = {'G', .in_hand = GOLD, .worth = 550},
    [KING] = {'K', .royal = true, .worth = 15000},
    [TOKIN] = {'P', .promoted = true, .in_hand = PAWN, .worth = 500},
    [PROMOTED_LANCE] = {'L', .promoted = true, .in_hand = LANCE, .worth = 500},
    [PROMOTED_KNIGHT] = {'N', .promoted = true, .in_hand = KNIGHT, .worth = 520},
    [PROMOTED_SILVER] = {'S', .promoted = true, .in_hand = SILVER, .worth = 540},
    [HORSE] = {'B', .promoted = true, .in_hand = BISHOP, .worth = 1100},
    [DRAGON] = {'R', .promoted = true, .in_hand = ROOK, .worth = 1300},
    {.letter = '\0'},
};

/* clang-format off */
const struct piece_words army9_words[] = {
    [PAWN] = {.names = "歩 兵 歩兵", .diagram = "歩 兵", .csa = "FU"},
    [LANCE] = {.names = "香 香車", .diagram = "香", .csa = "KY"},
    [KNIGHT] = {.names = "桂 桂馬", .diagram = "桂", .csa = "KE"},
    [SILVER] = {.names = "銀 銀将", .diagram = "銀", .csa = "GI", .straight = true},
    [BISHOP] = {.names = "角 角行", .diagram = "角", .csa = "KA"},
    [ROOK] = {.names = "飛 飛車", .diagram = "飛", .csa = "HI"},
    [GOLD] = {.names = "金 金将", .diagram = "金", .csa = "KI", .straight = true},
    [KING] = {.names = "玉 王 玉将 王将", .diagram = "玉 王", .csa = "OU"},
    [TOKIN] = {.names = "と と金 成歩", .diagram = "と", .csa = "TO", .straight = true},
    [PROMOTED_LANCE] = {.names = "成香 杏", .diagram = "杏 成香", .csa = "NY", .straight = true},
    [PROMOTED_KNIGHT] = {.names = "成桂 圭", .diagram = "圭 成桂", .csa = "NK", .straight = true},
    [PROMOTED_SILVER] = {.names = "成銀 全", .diagram = "全 成銀", .csa = "NG", .straight = true},
    [HORSE] = {.names = "馬 龍馬 竜馬 成角", .diagram = "馬", .csa = "UM"},
    [DRAGON] = {.names = "龍 竜 龍王 竜王 成飛", .diagram = "龍 竜", .csa = "RY"},
};
/* clang-format on */

void army9_derive(struct army9 *p)
{
    struct position *head = &p->head;
    __builtin_memset(p->pieces, 0, sizeof p->pieces);
    p->checkers = p->pinned = 0;
    p->king[SENTE] = p->king[GOTE] = SQUARE_NONE;
    head->mark = SQUARE_NONE;
    head->key = head->side == GOTE ? zobrist_gote() : 0;
    for (square_t square = 0; square < BOARD9_SQUARES; square++) {
        piece_t piece = head->board[square];
        if (piece == PIECE_NONE)
            continue;
        enum side side = piece_side(piece);
        army9_toggle(p, side, piece_kind(piece), board9_bit(square));
        head->key ^= zobrist_piece(piece, square);
        if (piece_kind(piece) == KING)
            p->king[side] = square;
    }
    for (unsigned side = 0; side < SIDES; side++)
        for (unsigned kind = PAWN; kind <= GOLD; kind++)
            for (unsigned n = 1; n <= head->hand[side][kind]; n++)
                head->key ^= zobrist_hand(piece_of(kind, (enum side)side), n);
}

enum error army9_check_set(const struct position *head, struct fault *fault)
{
    unsigned have[KING + 1] = {0}, kings[SIDES] = {0};
    for (square_t square = 0; square < BOARD9_SQUARES; square++) {
        unsigned kind = piece_kind(head->board[square]);
        have[army9_in_hand(kind)]++;
        if (kind == KING)
            kings[piece_side(head->board[square])]++;
    }
    if (kings[SENTE] > 1 || kings[GOTE] > 1) {
        fault_set(fault, "too_many_kings", 0, "a side has more than one king", NULL);
        return ERR_RANGE;
    }
    for (unsigned kind = PAWN; kind <= GOLD; kind++)
        if (have[kind] + head->hand[SENTE][kind] + head->hand[GOTE][kind] > HAND_COUNT_MAX) {
            char letter[2] = {army9_pieces[kind].letter, '\0'};
            fault_set(fault, "too_many_pieces", 0, "more than 18 pieces of a kind", letter);
            return ERR_RANGE;
        }
    return OK;
}

static bool same(const struct army9 *a, const struct army9 *b)
{
    return a->head.key == b->head.key && a->checkers == b->checkers && a->pinned == b->pinned &&
           a->king[SENTE] == b->king[SENTE] && a->king[GOTE] == b->king[GOTE] &&
           __builtin_memcmp(a->pieces, b->pieces, sizeof a->pieces) == 0;
}

enum error army9_adopt(struct position *position, army9_refresh *refresh, struct fault *fault)
{
    struct army9 *p = army9_of(position);
    enum error error = army9_check_set(position, fault);
    if (error != OK)
        return error;
    army9_derive(p);
    position->side ^= 1; /* the other side's checkers are what could take the king that waits */
    refresh(p);
    bool capturable = p->checkers != 0;
    position->side ^= 1;
    refresh(p);
    if (capturable) {
        fault_set(fault, "king_capturable", 0, "the side that just moved stands in check", NULL);
        return ERR_RANGE;
    }
    return OK;
}

void army9_audit(const struct position *position, army9_refresh *refresh)
{
    struct army9 fresh = *army9_of_const(position);
    army9_derive(&fresh);
    refresh(&fresh);
    if (!same(&fresh, army9_of_const(position)) || army9_check_set(position, NULL) != OK)
        __builtin_trap();
}

struct verdict army9_verdict(const struct position *position, const struct history *history, unsigned legal_moves)
{
    enum side us = (enum side)position->side, them = side_other(us);
    if (legal_moves == 0)
        return verdict_win(them, army9_of_const(position)->checkers ? REASON_CHECKMATE : REASON_NO_LEGAL_MOVE);
    if (!history)
        return verdict_open();
    unsigned first;
    if (history_occurrences(history, &first) >= 4) {
        bool we_checked = history_always_checked(history, first, us, us);
        bool they_checked = history_always_checked(history, first, them, us);
        if (we_checked != they_checked)
            return verdict_win(we_checked ? them : us, REASON_PERPETUAL_CHECK);
        return verdict_draw(REASON_REPETITION);
    }
    return history_at_limit(history, &position->rules) ? verdict_draw(REASON_MOVE_LIMIT) : verdict_open();
}

bool army9_check(const struct position *position, struct square_set *givers)
{
    const struct army9 *p = army9_of_const(position);
    if (givers) {
        *givers = (struct square_set){{0}};
        board9_to_set(p->checkers, givers);
    }
    return p->checkers != 0;
}

static struct explanation explain_first_of_drop(const struct army9 *p, move_t move)
{
    unsigned kind = move_kind(move);
    board9 target = board9_bit(move_to(move));
    if (kind < PAWN || kind > GOLD || p->head.hand[p->head.side][kind] == 0)
        return army9_forbidden("no_such_piece_in_hand", 0);
    if (army9_occupied(p) & target)
        return army9_forbidden("occupied", target);
    return army9_forbidden(move_is_promotion(move) ? "cannot_promote" : NULL, move_is_promotion(move) ? target : 0);
}

struct explanation army9_explain_first(const struct army9 *p, move_t move)
{
    square_t from = move_from(move), to = move_to(move);
    if (to >= BOARD9_SQUARES || move_is_double(move) || (!move_is_drop(move) && from >= BOARD9_SQUARES))
        return army9_forbidden("not_reachable", 0);
    if (move_is_drop(move))
        return explain_first_of_drop(p, move);
    piece_t piece = p->head.board[from];
    if (piece == PIECE_NONE)
        return army9_forbidden("no_piece", board9_bit(from));
    if (piece_side(piece) != p->head.side)
        return army9_forbidden("wrong_turn", board9_bit(from));
    if (from == to)
        return army9_forbidden("passing", board9_bit(from));
    bool own = p->pieces[p->head.side][ALL] & board9_bit(to);
    return army9_forbidden(own ? "own_piece" : NULL, own ? board9_bit(to) : 0);
}

bool army9_can_apply(const struct position *position, move_t move)
{
    const struct army9 *p = army9_of_const(position);
    if (army9_explain_first(p, move).rule)
        return false;
    if (move_is_drop(move))
        return true;
    unsigned kind = piece_kind(position->board[move_from(move)]);
    return piece_kind(position->board[move_to(move)]) != KING && (!move_is_promotion(move) || army9_promotes(kind));
}
