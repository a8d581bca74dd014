/*
 * What the search asks about moves: those that take or promote, those that do not lose the last royal at once, and
 * whether one gives check.
 */
#include "games/chu/eval/eval.h"
#include "games/chu/rules/sight.h"

void chu_tactical(const struct position *position, const struct history *history, struct move_list *list)
{
    (void)history;
    chu_generate_tactical(position, list);
}

bool chu_can_move(const struct position *position)
{
    const struct chu_position *p = chu_of_const(position);
    struct square_set left = p->pieces[position->side];
    for (square_t square; (square = chu_pop(&left)) != SQUARE_NONE;) {
        struct movement movement = chu_movements[piece_kind(position->board[square])];
        for (unsigned ways = movement.step | movement.slide | movement.lion; ways; ways &= ways - 1) {
            int delta = chu_delta((unsigned)__builtin_ctz(ways), (enum side)position->side);
            if (p->cells[(cell_t)(cell_of(square) + delta)] == PIECE_NONE)
                return true;
        }
    }
    return false;
}

/* Whether what happens on one cell can open or close a line to the other, or attack it from there: by the difference of
 * the two. A few differences stand for two pairs of cells, and some of those are called related without being it. */
static inline bool related(cell_t a, cell_t b)
{
    static const bool by_difference[CELLS] = {
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0,
        0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 1, 0, 1, 1, 0, 0, 0, 0,
        0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0,
        0, 0, 1, 1, 0, 1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0,
        0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    };
    return by_difference[(cell_t)(a - b)];
}

/* A cell as seen from another one. */
struct bearing {
    unsigned direction; /* DIRECTIONS: no line leads there */
    unsigned distance;  /* in steps along the line */
};

static inline struct bearing bearing_of(cell_t from, cell_t to)
{
    /* By the signs of the differences of files and ranks. */
    static const uint8_t directions[3][3] = {{1, 2, 3}, {0, DIRECTIONS, 4}, {7, 6, 5}};
    int files = to / CELL_STRIDE - from / CELL_STRIDE, ranks = to % CELL_STRIDE - from % CELL_STRIDE;
    int across = files < 0 ? -files : files, along = ranks < 0 ? -ranks : ranks;
    if (across && along && across != along)
        return (struct bearing){DIRECTIONS, 0};
    return (struct bearing){directions[(files > 0) - (files < 0) + 1][(ranks > 0) - (ranks < 0) + 1],
                            (unsigned)(across > along ? across : along)};
}

/* Whether a piece on `from` might attack a royal if nothing is in its way. */
static inline bool might_attack(piece_t piece, enum side side, cell_t royal, cell_t from)
{
    static const uint8_t reaches[] = {REACH_NEXT, REACH_NEXT, REACH_SECOND, REACH_FAR};
    struct bearing bearing = bearing_of(royal, from);
    if (bearing.direction == DIRECTIONS)
        return is_lion(piece_kind(piece));
    return chu_comes_back(piece, side, bearing.direction, reaches[bearing.distance < 3 ? bearing.distance : 3]);
}

/* Whether nothing stands between a royal and a cell on a line with it. */
static inline bool might_open(const struct chu_position *p, cell_t royal, cell_t from)
{
    struct bearing bearing = bearing_of(royal, from);
    if (bearing.direction == DIRECTIONS)
        return false;
    unsigned axis = bearing.direction % AXES;
    return bearing.distance <=
           1 + (bearing.direction < AXES ? chu_gap_down(p, axis, royal) : chu_gap_up(p, axis, royal));
}

/* Not inlined: nearly no move gets that far, and what is inlined is prepared for all of them. */
static __attribute__((noinline)) bool attacks_after(const struct chu_position *p, cell_t royal, move_t move)
{
    struct chu_sight sight = chu_sight_from(p, royal);
    chu_sight_move(&sight, move);
    return chu_sight_attacked(&sight, (enum side)p->head.side);
}

bool chu_gives_check(const struct position *position, move_t move)
{
    const struct chu_position *p = chu_of_const(position);
    enum side us = (enum side)position->side;
    cell_t from = cell_of(move_from(move)), to = cell_of(move_to(move));
    piece_t piece = position->board[move_from(move)];
    if (move_is_promotion(move))
        piece = piece_of(chu_pieces[piece_kind(piece)].promotes, us);
    struct square_set left = p->royal[side_other(us)];
    for (unsigned count = p->royals[side_other(us)]; count > 0; count--) {
        square_t square = chu_pop(&left);
        cell_t royal = cell_of(square);
        if (square == move_to(move) || (move_is_double(move) && square == move_mid(move)))
            continue; /* taken */
        bool close = (related(to, royal) && might_attack(piece, us, royal, to)) ||
                     (related(from, royal) && might_open(p, royal, from)) ||
                     (move_is_double(move) && related(cell_of(move_mid(move)), royal));
        if (close && attacks_after(p, royal, move))
            return true;
    }
    return false;
}

/* Own pieces that alone stand between the royal and an enemy slider. */
static void find_pinned(const struct chu_position *p, cell_t royal, enum side us, struct square_set *pinned)
{
    for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
        int delta = chu_delta(direction, SENTE);
        cell_t cell = royal;
        do
            cell = (cell_t)(cell + delta);
        while (p->cells[cell] == PIECE_NONE);
        if (!is_own(p->cells[cell], us))
            continue;
        cell_t blocker = cell;
        do
            cell = (cell_t)(cell + delta);
        while (p->cells[cell] == PIECE_NONE);
        piece_t piece = p->cells[cell];
        if (is_enemy(piece, us) && chu_comes_back(piece, side_other(us), direction, REACH_FAR))
            square_set_add(pinned, square_of(blocker));
    }
}

/* Whether a move takes the last royal of the enemy. */
static bool wins(const struct chu_position *p, enum side us, move_t move)
{
    const piece_t *board = p->head.board;
    if (p->royals[side_other(us)] != 1 || !position_takes(&p->head, move))
        return false;
    return square_set_has(&p->royal[side_other(us)], move_to(move)) ||
           (move_is_double(move) && is_royal(piece_kind(board[move_mid(move)])));
}

/* Whether the enemy takes the only royal after a move that may expose it. */
static __attribute__((noinline)) bool is_lost(const struct chu_sight *from_king, move_t move)
{
    const struct chu_position *p = from_king->p;
    enum side us = (enum side)p->head.side;
    if (wins(p, us, move))
        return false;
    bool walks = cell_of(move_from(move)) == from_king->from;
    struct chu_sight sight = walks ? chu_sight_from(p, cell_of(move_to(move))) : *from_king;
    chu_sight_move(&sight, move);
    return chu_sight_attacked(&sight, side_other(us));
}

/* What has to be known of a royal that must not be taken. */
struct guard {
    struct chu_sight from_king;
    cell_t king;
    bool in_check;
    struct square_set exposed; /* not in check: the king, and pieces that leave it open when they move */
    struct square_set answers; /* in check: see find_answers() */
};

/* The squares of those who give check and between them and the king: whoever else but the king moves, and neither over
 * nor to one of them, parries nothing. With them the enemy's last royal: who takes it need not parry. */
static struct square_set find_answers(const struct chu_sight *from_king, enum side them)
{
    struct square_set answers = {{0}};
    chu_sight_attackers(from_king, them, &answers);
    struct square_set left = answers;
    for (square_t square; (square = chu_pop(&left)) != SQUARE_NONE;) {
        struct bearing bearing = bearing_of((cell_t)from_king->from, cell_of(square));
        for (unsigned step = 1; bearing.direction < DIRECTIONS && step < bearing.distance; step++)
            square_set_add(&answers,
                           square_of((cell_t)((int)from_king->from + (int)step * chu_delta(bearing.direction, SENTE))));
    }
    if (from_king->p->royals[them] == 1)
        for (unsigned word = 0; word < 3; word++)
            answers.word[word] |= from_king->p->royal[them].word[word];
    return answers;
}

static struct guard guard_of(const struct chu_position *p, enum side us)
{
    square_t king = chu_lowest(&p->royal[us]);
    struct guard guard = {.from_king = chu_sight_from(p, cell_of(king)), .king = cell_of(king)};
    guard.in_check = chu_sight_attacked(&guard.from_king, side_other(us));
    if (guard.in_check) {
        guard.answers = find_answers(&guard.from_king, side_other(us));
    } else {
        find_pinned(p, guard.king, us, &guard.exposed);
        square_set_add(&guard.exposed, king);
    }
    return guard;
}

static void drop_lost(const struct guard *guard, struct move_list *list)
{
    const unsigned count = list->count;
    unsigned kept = 0;
    for (unsigned i = 0; i < count; i++) {
        list->moves[kept] = list->moves[i];
        kept += !is_lost(&guard->from_king, list->moves[kept]);
    }
    list->count = kept;
}

static void drop_exposing(const struct guard *guard, struct move_list *list)
{
    const unsigned count = list->count;
    unsigned kept = 0, from = SQUARES;
    bool exposed = false;
    for (unsigned i = 0; i < count; i++) {
        move_t move = list->moves[i];
        if (move_from(move) != from) { /* moves of one piece follow each other */
            from = move_from(move);
            exposed = square_set_has(&guard->exposed, (square_t)from);
        }
        list->moves[kept++] = move;
        if ((exposed || (move_is_double(move) && related(cell_of(move_mid(move)), guard->king))) &&
            is_lost(&guard->from_king, move))
            kept--;
    }
    list->count = kept;
}

void chu_lasting(const struct position *position, const struct history *history, struct move_list *list)
{
    const struct chu_position *p = chu_of_const(position);
    enum side us = (enum side)position->side;
    if (p->royals[us] != 1 || p->royals[side_other(us)] == 0) {
        chu_generate(position, history, list);
        return;
    }
    const struct guard guard = guard_of(p, us);
    if (guard.in_check) {
        chu_generate_answers(position, history, &guard.answers, list);
        drop_lost(&guard, list);
    } else {
        chu_generate(position, history, list);
        drop_exposing(&guard, list);
    }
}
