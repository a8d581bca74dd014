#include "rules/tests/tiny_game.h"

#include <stdlib.h>
#include <string.h>

enum { FILES = 3, RANKS = 4 };

static const struct piece_info pieces[] = {
    [TINY_PAWN] = {.letter = 'P', .promotes = TINY_PROMOTED, .in_hand = TINY_PAWN},
    [TINY_KING] = {.letter = 'K', .royal = true},
    [TINY_PROMOTED] = {.letter = 'P', .promoted = true, .in_hand = TINY_PAWN},
    {.letter = '\0'},
};

static const char *const colours[] = {"red", "blue", NULL};
static const struct local_rule rules[] = {
    RULE_MOVE_LIMIT,
    {.name = "colour", .values = colours},
};

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 31) * 0x9e3779b97f4a7c15ULL;
    return x ^ x >> 29;
}

static uint64_t key_of(const struct position *position)
{
    uint64_t key = position->side + 1u;
    for (unsigned i = 0; i < FILES * RANKS; i++)
        key = mix(key * 257 + position->board[i]);
    return mix(mix(key + position->hand[0][TINY_PAWN]) + position->hand[1][TINY_PAWN]);
}

static bool king_of(const struct position *position, enum side side, square_t *square)
{
    for (square_t i = 0; i < FILES * RANKS; i++) {
        if (position->board[i] == piece_of(TINY_KING, side)) {
            *square = i;
            return true;
        }
    }
    return false;
}

static enum error adopt(struct position *position, struct fault *fault)
{
    square_t king;
    if (!king_of(position, (enum side)position->side, &king)) {
        fault_set(fault, "no_king", 0, "the side to move has no king", NULL);
        return ERR_ILLEGAL;
    }
    position->key = key_of(position);
    return OK;
}

static bool reaches(const struct position *position, square_t from, square_t to)
{
    piece_t piece = position->board[from];
    int files = to / RANKS - from / RANKS, ranks = to % RANKS - from % RANKS;
    if (piece_kind(piece) == TINY_PAWN)
        return files == 0 && ranks == (piece_side(piece) == SENTE ? -1 : 1);
    return from != to && abs(files) <= 1 && abs(ranks) <= 1;
}

static bool last_rank(square_t square, unsigned side)
{
    return square % RANKS == (side == SENTE ? 0 : RANKS - 1);
}

static bool own(const struct position *position, square_t square, unsigned side)
{
    return position->board[square] && piece_side(position->board[square]) == side;
}

static void generate(const struct position *position, const struct history *history, struct move_list *list)
{
    (void)history;
    list->count = 0;
    for (square_t to = 0; to < FILES * RANKS; to++) {
        if (own(position, to, position->side))
            continue;
        if (!position->board[to] && position->hand[position->side][TINY_PAWN] && !last_rank(to, position->side))
            list->moves[list->count++] = move_drop(TINY_PAWN, to);
        for (square_t from = 0; from < FILES * RANKS; from++) {
            if (!own(position, from, position->side) || !reaches(position, from, to))
                continue;
            bool pawn = piece_kind(position->board[from]) == TINY_PAWN;
            list->moves[list->count++] =
                move_board(from, to) | (pawn && last_rank(to, position->side) ? MOVE_PROMOTE : 0);
        }
    }
}

static unsigned count_moves(const struct position *position, const struct history *history)
{
    struct move_list list;
    square_t king;
    if (!king_of(position, (enum side)position->side, &king))
        return 0;
    generate(position, history, &list);
    return list.count;
}

static void apply(struct position *position, move_t move, union undo_store *undo)
{
    memcpy(undo->bytes, position->board, FILES * RANKS);
    memcpy(undo->bytes + 64, position->hand, sizeof position->hand);
    unsigned side = position->side;
    if (move_is_drop(move)) {
        position->board[move_to(move)] = piece_of(move_kind(move), (enum side)side);
        position->hand[side][move_kind(move)]--;
    } else {
        piece_t taken = position->board[move_to(move)], piece = position->board[move_from(move)];
        if (taken && pieces[piece_kind(taken)].in_hand)
            position->hand[side][TINY_PAWN]++;
        if (move_is_promotion(move))
            piece = piece_of(TINY_PROMOTED, (enum side)side);
        position->board[move_from(move)] = PIECE_NONE;
        position->board[move_to(move)] = piece;
    }
    position->side ^= 1;
    position->number++;
    position->key = key_of(position);
}

static void undo_move(struct position *position, move_t move, const union undo_store *undo)
{
    (void)move;
    memcpy(position->board, undo->bytes, FILES * RANKS);
    memcpy(position->hand, undo->bytes + 64, sizeof position->hand);
    position->side ^= 1;
    position->number--;
    position->key = key_of(position);
}

static bool can_apply(const struct position *position, move_t move)
{
    square_t from = move_from(move), to = move_to(move);
    if (move_is_double(move) || to >= FILES * RANKS || own(position, to, position->side))
        return false;
    if (move_is_drop(move))
        return move_kind(move) == TINY_PAWN && position->hand[position->side][TINY_PAWN] && !position->board[to];
    return from < FILES * RANKS && own(position, from, position->side);
}

static bool check(const struct position *position, struct square_set *givers)
{
    square_t king;
    bool any = false;
    if (givers)
        memset(givers, 0, sizeof *givers);
    if (!king_of(position, (enum side)position->side, &king))
        return false;
    for (square_t from = 0; from < FILES * RANKS; from++) {
        if (own(position, from, position->side ^ 1u) && reaches(position, from, king)) {
            any = true;
            if (givers)
                square_set_add(givers, from);
        }
    }
    return any;
}

static struct verdict verdict(const struct position *position, const struct history *history)
{
    square_t king;
    enum side mover = (enum side)position->side;
    if (!king_of(position, mover, &king))
        return verdict_win(side_other(mover), REASON_ROYALS_CAPTURED);
    if (!count_moves(position, NULL))
        return verdict_win(side_other(mover), REASON_NO_LEGAL_MOVE);
    unsigned first = 0;
    if (history && history_occurrences(history, &first) >= 4) {
        bool sente = history_always_checked(history, first, SENTE, mover);
        bool gote = history_always_checked(history, first, GOTE, mover);
        if (sente != gote)
            return verdict_win(sente ? GOTE : SENTE, REASON_PERPETUAL_CHECK);
        return verdict_draw(REASON_REPETITION);
    }
    if (history && position->rules.value[0] && history->count >= position->rules.value[0])
        return verdict_draw(REASON_MOVE_LIMIT);
    return verdict_open();
}

static struct explanation explain(const struct position *position, const struct history *history, move_t move)
{
    struct move_list list;
    generate(position, history, &list);
    for (unsigned i = 0; i < list.count; i++) {
        if (list.moves[i] == move)
            return (struct explanation){.rule = NULL};
    }
    struct explanation why = {.rule = "not_reachable"};
    if (move_is_drop(move) && move_is_promotion(move))
        why.rule = "cannot_promote";
    else if (move_to(move) < FILES * RANKS && own(position, move_to(move), position->side)) {
        why.rule = "own_piece";
        square_set_add(&why.squares, move_to(move));
    }
    return why;
}

static bool ended(const struct position *position)
{
    square_t king;
    return !king_of(position, (enum side)position->side, &king);
}

uint64_t tiny_perft(struct position *position, unsigned depth)
{
    struct move_list list;
    union undo_store undo;
    if (depth == 0)
        return 1;
    if (ended(position))
        return 0;
    generate(position, NULL, &list);
    uint64_t nodes = 0;
    for (unsigned i = 0; i < list.count; i++) {
        apply(position, list.moves[i], &undo);
        nodes += tiny_perft(position, depth - 1);
        undo_move(position, list.moves[i], &undo);
    }
    return nodes;
}

static void audit(const struct position *position)
{
    if (position->key != key_of(position))
        abort();
}

const struct game tiny_game = {
    .name = "tiny",
    .files = FILES,
    .ranks = RANKS,
    .zone = 1,
    .drops = true,
    .pieces = pieces,
    .hand_order = "P",
    .third = SFEN_HANDS,
    .rules = rules,
    .rule_count = 2,
    .rules_version = 1,
    .minutes = 1,
    .start_sfen = "pkp/3/3/PKP b - 1",
    .position_size = sizeof(struct position),
    .adopt = adopt,
    .generate = generate,
    .count = count_moves,
    .ended = ended,
    .apply = apply,
    .undo = undo_move,
    .can_apply = can_apply,
    .check = check,
    .verdict = verdict,
    .explain = explain,
    .audit = audit,
};

const struct game *const game_list[] = {&tiny_game};
const unsigned game_list_count = 1;
