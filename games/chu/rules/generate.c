/*
 * Moves. Check need not be answered here, so all that a piece can do is legal but what the rules of the lion forbid
 * (R33, R34: asked only for captures of a lion) and what brings a position for the fourth time (R35: asked only for
 * moves that take nothing, and only when enough plies are behind us).
 *
 * Moves are given by their results (R38). A lion has a direct move for every square it can end on and a double move
 * only when it takes something on the way. Two pieces can have one result together: passing, whoever passes, and igui
 * on one and the same piece. Those are kept back and written at the end, each in its canonical spelling.
 */
#include "games/chu/rules/sight.h"

enum { IGUI_MAX = 46 * DIRECTIONS };

/* A walk: where to write (NULL: only count) and how many moves so far. */
struct walk {
    const struct chu_position *p;
    move_t *out;
    unsigned count;
    enum side us;
    bool tactical; /* only what takes or promotes */
    bool trade;    /* captures of lions have to be asked about */
    move_t pass;   /* the best spelling so far, MOVE_NONE: nobody can */
    unsigned igui_count;
    move_t igui[IGUI_MAX]; /* one for each result, in the best spelling so far */
};

/* The piece whose moves are being walked. */
struct mover {
    unsigned kind;
    square_t square;
    cell_t cell;
    bool promotes, in_zone;
};

static inline __attribute__((always_inline)) void emit(struct walk *walk, unsigned *count, move_t move)
{
    if (walk->out)
        walk->out[*count] = move;
    ++*count;
}

static inline bool takes_lion(const struct walk *walk, cell_t cell)
{
    piece_t piece = walk->p->cells[cell];
    return piece != PIECE_NONE && is_lion(piece_kind(piece));
}

/* A move without a middle to a cell that is empty or the enemy's. */
static inline __attribute__((always_inline)) void emit_direct(struct walk *walk, unsigned *count,
                                                              const struct mover *mover, cell_t to_cell)
{
    const struct chu_position *p = walk->p;
    bool takes = p->cells[to_cell] != PIECE_NONE;
    if (takes && walk->trade && takes_lion(walk, to_cell) && chu_lion_trade(p, mover->cell, mover->cell, to_cell, NULL))
        return;
    square_t to = square_of(to_cell);
    if (takes || !walk->tactical)
        emit(walk, count, move_board(mover->square, to));
    /* Nothing promotes on its way from outside the zone to outside. */
    if (mover->promotes && (mover->in_zone || chu_cell_in_zone(to_cell, walk->us)) &&
        chu_can_promote(&p->head, mover->kind, walk->us, mover->square, to, takes))
        emit(walk, count, move_board(mover->square, to) | MOVE_PROMOTE);
}

static inline bool can_end(const struct walk *walk, cell_t cell)
{
    piece_t piece = walk->p->cells[cell];
    return piece == PIECE_NONE || is_enemy(piece, walk->us);
}

/* Whether quiet moves of a piece in the zone may promote. */
static inline bool promotes_inside(const struct walk *walk, const struct mover *mover)
{
    return walk->p->head.rules.value[RULE_PROMOTION] == PROMOTION_SHOGI || mover->kind == PAWN || mover->kind == LANCE;
}

/* The ways in which quiet slides of a tactical list might promote: into the zone, unless the rule says otherwise. */
static inline unsigned promoting_ways(const struct walk *walk, const struct mover *mover)
{
    enum { AHEAD = 1 << 0 | 1 << 1 | 1 << 7 };
    if (!mover->promotes)
        return 0;
    return !mover->in_zone ? AHEAD : promotes_inside(walk, mover) ? ALL_DIRECTIONS : 0;
}

/* The ways, as the side counts them, in which the first piece met is an enemy's. All eight are looked along, without a
 * branch: which of them end at an enemy cannot be foretold. */
static inline __attribute__((always_inline)) unsigned enemy_ways(const struct chu_position *p, enum side us,
                                                                 cell_t cell)
{
    const struct chu_sight sight = chu_sight_from(p, cell);
#define ENEMY(direction) ((unsigned)is_enemy(chu_meet(&sight, direction).piece, us) << (direction))
    unsigned ways = ENEMY(0) | ENEMY(1) | ENEMY(2) | ENEMY(3) | ENEMY(4) | ENEMY(5) | ENEMY(6) | ENEMY(7);
#undef ENEMY
    return us == SENTE ? ways : (ways << 4 | ways >> 4) & ALL_DIRECTIONS;
}

static inline __attribute__((always_inline)) void walk_slides(struct walk *walk, unsigned *count,
                                                              const struct mover *mover)
{
    const piece_t *cells = walk->p->cells;
    unsigned quiet = walk->tactical ? promoting_ways(walk, mover) : ALL_DIRECTIONS;
    unsigned left = chu_movements[mover->kind].slide;
    if (walk->tactical && __builtin_popcount(left) > 2)
        left &= quiet | enemy_ways(walk->p, walk->us, mover->cell);
    for (; left; left &= left - 1) {
        unsigned direction = (unsigned)__builtin_ctz(left);
        int delta = chu_delta(direction, walk->us);
        cell_t to = (cell_t)(mover->cell + delta);
        if (!walk->tactical || quiet >> direction & 1)
            for (; cells[to] == PIECE_NONE; to = (cell_t)(to + delta))
                emit_direct(walk, count, mover, to);
        else
            while (cells[to] == PIECE_NONE)
                to = (cell_t)(to + delta);
        if (is_enemy(cells[to], walk->us))
            emit_direct(walk, count, mover, to);
    }
}

static inline __attribute__((always_inline)) void walk_steps(struct walk *walk, unsigned *count,
                                                             const struct mover *mover)
{
    struct movement movement = chu_movements[mover->kind];
    uint8_t first = movement.step | movement.lion, second = movement.jump | movement.lion;
    for (unsigned left = first; left; left &= left - 1) {
        cell_t to = (cell_t)(mover->cell + chu_delta((unsigned)__builtin_ctz(left), walk->us));
        if (can_end(walk, to))
            emit_direct(walk, count, mover, to);
    }
    for (unsigned left = second; left; left &= left - 1) {
        cell_t to = (cell_t)(mover->cell + 2 * chu_delta((unsigned)__builtin_ctz(left), walk->us));
        if (can_end(walk, to))
            emit_direct(walk, count, mover, to);
    }
}

/* Keeps the better spelling of each result. */
static void note_igui(struct walk *walk, move_t move)
{
    for (unsigned i = 0; i < walk->igui_count; i++)
        if (chu_same_igui(walk->p, walk->igui[i], move)) {
            if (chu_spelled_before(move, walk->igui[i]))
                walk->igui[i] = move;
            return;
        }
    walk->igui[walk->igui_count++] = move;
}

/* What takes something on the way: go on, or return (igui). */
static void walk_double_steps(struct walk *walk, unsigned kind, square_t from, cell_t from_cell, unsigned direction)
{
    const struct chu_position *p = walk->p;
    cell_t mid = (cell_t)(from_cell + chu_delta(direction, walk->us));
    if (!is_enemy(p->cells[mid], walk->us))
        return;
    unsigned seconds = is_lion(kind) ? ALL_DIRECTIONS : 1u << direction | 1u << (direction ^ 4);
    for (; seconds; seconds &= seconds - 1) {
        cell_t to = (cell_t)(mid + chu_delta((unsigned)__builtin_ctz(seconds), walk->us));
        if (to != from_cell && !can_end(walk, to))
            continue;
        if (walk->trade && (takes_lion(walk, mid) || (to != from_cell && takes_lion(walk, to))) &&
            chu_lion_trade(p, from_cell, mid, to, NULL))
            continue;
        move_t move = move_double(from, square_of(mid), square_of(to));
        if (to == from_cell)
            note_igui(walk, move);
        else
            emit(walk, &walk->count, move);
    }
}

static void walk_lion_power(struct walk *walk, const struct mover *mover)
{
    if (is_lion(mover->kind))
        for (unsigned i = 0; i < sizeof chu_leaps; i++) {
            cell_t to = (cell_t)(mover->cell + chu_leaps[i]);
            if (can_end(walk, to))
                emit_direct(walk, &walk->count, mover, to);
        }
    for (unsigned left = chu_movements[mover->kind].lion; left; left &= left - 1)
        walk_double_steps(walk, mover->kind, mover->square, mover->cell, (unsigned)__builtin_ctz(left));
    if (walk->tactical)
        return;
    cell_t over = chu_pass_over(walk->p, mover->cell);
    if (over) {
        move_t pass = move_double(mover->square, square_of(over), mover->square);
        if (walk->pass == MOVE_NONE || chu_spelled_before(pass, walk->pass))
            walk->pass = pass;
    }
}

/* Where a tactical list looks for steps: of most pieces next to an enemy, of those that jump or have lion power two
 * squares away, and where a piece may promote quietly. */
struct reach {
    struct square_set one, two, any;
};

static inline struct reach reach_of(const struct chu_position *p, enum side us)
{
    static const uint64_t ahead[SIDES][3] = {{0xf03f03f03f03f03f, 0x3f03f03f03f03f03, 0x03f0},
                                             {0x0fc0fc0fc0fc0fc0, 0xc0fc0fc0fc0fc0fc, 0xfc0f}};
    _Static_assert(ZONE_DEPTH + 2 == SIZE / 2, "six ranks are near enough");
    struct reach reach;
    reach.one = chu_around(&p->pieces[side_other(us)]);
    reach.two = chu_around(&reach.one);
    for (unsigned word = 0; word < 3; word++)
        reach.any.word[word] = reach.two.word[word] | ahead[us][word] | p->sliding[us].word[word];
    return reach;
}

static inline bool wants_steps(const struct walk *walk, const struct mover *mover, const struct reach *reach)
{
    bool far = chu_movements[mover->kind].jump | chu_movements[mover->kind].lion;
    if (square_set_has(far ? &reach->two : &reach->one, mover->square))
        return true;
    return mover->promotes &&
           (mover->in_zone ? promotes_inside(walk, mover) : chu_rank(mover->square, walk->us) < ZONE_DEPTH + 1u + far);
}

static inline __attribute__((always_inline)) unsigned enumerate(const struct chu_position *p, enum side us,
                                                                bool tactical, move_t *out)
{
    struct walk walk;
    walk.p = p;
    walk.out = out;
    walk.igui_count = 0;
    unsigned count = 0; /* kept apart, because others than these loops rarely write */
    walk.us = us;
    walk.tactical = tactical;
    walk.trade = p->lions[side_other(us)] && p->head.rules.value[RULE_LION_TRADE] != TRADE_OFF;
    walk.pass = MOVE_NONE;
    struct reach reach = {.any = p->pieces[us]};
    if (tactical)
        reach = reach_of(p, us);
    for (unsigned word = 0; word < 3; word++)
        for (uint64_t left = p->pieces[us].word[word] & reach.any.word[word]; left; left &= left - 1) {
            square_t from = (square_t)(word * 64 + (unsigned)__builtin_ctzll(left));
            unsigned kind = piece_kind(p->head.board[from]);
            struct mover mover = {kind, from, cell_of(from), chu_pieces[kind].promotes != 0,
                                  chu_cell_in_zone(cell_of(from), us)};
            walk_slides(&walk, &count, &mover);
            if (tactical && !wants_steps(&walk, &mover, &reach))
                continue;
            walk_steps(&walk, &count, &mover);
            if (chu_movements[kind].lion) {
                walk.count = count;
                walk_lion_power(&walk, &mover);
                count = walk.count;
            }
        }
    for (unsigned i = 0; i < walk.igui_count; i++)
        emit(&walk, &count, walk.igui[i]);
    if (walk.pass != MOVE_NONE)
        emit(&walk, &count, walk.pass);
    return count;
}

/* R35: takes out of the list what would repeat. */
static void drop_repeating(const struct position *position, const struct history *history, struct move_list *list)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < list->count; i++)
        if (!chu_fourth_occurrence(position, history, list->moves[i]))
            list->moves[kept++] = list->moves[i];
    list->count = kept;
}

/* At most 24 + 64 + 1 moves for each of 46 pieces: no piece has more than a lion. */
_Static_assert(46 * 89 <= MOVE_LIST_MAX, "raise MOVE_LIST_MAX");

void chu_generate(const struct position *position, const struct history *history, struct move_list *list)
{
    const struct chu_position *p = chu_of_const(position);
    list->count =
        position->side == SENTE ? enumerate(p, SENTE, false, list->moves) : enumerate(p, GOTE, false, list->moves);
    if (chu_may_repeat(history))
        drop_repeating(position, history, list);
}

void chu_generate_tactical(const struct position *position, struct move_list *list)
{
    const struct chu_position *p = chu_of_const(position);
    list->count =
        position->side == SENTE ? enumerate(p, SENTE, true, list->moves) : enumerate(p, GOTE, true, list->moves);
}

unsigned chu_count(const struct position *position, const struct history *history)
{
    const struct chu_position *p = chu_of_const(position);
    if (chu_may_repeat(history)) {
        struct move_list list;
        chu_generate(position, history, &list);
        return list.count;
    }
    return position->side == SENTE ? enumerate(p, SENTE, false, NULL) : enumerate(p, GOTE, false, NULL);
}
