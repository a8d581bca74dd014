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

#define INLINE static inline __attribute__((always_inline))

/* What a list is about. Known when compiling but for the position, as long as only what is inlined gets a pointer to
 * it. */
struct scope {
    const struct chu_position *p;
    move_t *out; /* where to write; NULL: only count */
    enum side us;
    bool tactical;                 /* only what takes or promotes */
    bool trade;                    /* captures of lions have to be asked about */
    const struct square_set *only; /* not NULL: only the king's moves and those to or over these squares */
    square_t king;
};

/* A walk over the pieces with lion power. */
struct walk {
    struct scope scope;
    unsigned count; /* moves so far */
    move_t pass;    /* the best spelling so far, MOVE_NONE: nobody can */
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

INLINE void emit(const struct scope *scope, unsigned *count, move_t move)
{
    if (scope->out)
        scope->out[*count] = move;
    ++*count;
}

static inline bool takes_lion(const struct scope *scope, cell_t cell)
{
    piece_t piece = scope->p->cells[cell];
    return piece != PIECE_NONE && is_lion(piece_kind(piece));
}

/* A move without a middle to a cell that is empty or the enemy's. */
INLINE void emit_direct(const struct scope *scope, unsigned *count, const struct mover *mover, cell_t to_cell)
{
    const struct chu_position *p = scope->p;
    bool takes = p->cells[to_cell] != PIECE_NONE;
    if (scope->only && mover->square != scope->king && !square_set_has(scope->only, square_of(to_cell)))
        return;
    if (takes && scope->trade && takes_lion(scope, to_cell) &&
        chu_lion_trade(p, mover->cell, mover->cell, to_cell, NULL))
        return;
    square_t to = square_of(to_cell);
    if (takes || !scope->tactical)
        emit(scope, count, move_board(mover->square, to));
    /* Nothing promotes on its way from outside the zone to outside, what enters or takes always may (R31). */
    if (mover->promotes && (mover->in_zone || chu_cell_in_zone(to_cell, scope->us)) &&
        (takes || !mover->in_zone || chu_can_promote(&p->head, mover->kind, scope->us, mover->square, to, false)))
        emit(scope, count, move_board(mover->square, to) | MOVE_PROMOTE);
}

static inline bool can_end(const struct scope *scope, cell_t cell)
{
    piece_t piece = scope->p->cells[cell];
    return piece == PIECE_NONE || is_enemy(piece, scope->us);
}

/* Whether quiet moves of a piece in the zone may promote. */
static inline bool promotes_inside(const struct scope *scope, const struct mover *mover)
{
    return scope->p->head.rules.value[RULE_PROMOTION] == PROMOTION_SHOGI || mover->kind == PAWN || mover->kind == LANCE;
}

/* The ways in which quiet slides of a tactical list might promote: into the zone, unless the rule says otherwise. */
static inline unsigned promoting_ways(const struct scope *scope, const struct mover *mover)
{
    enum { AHEAD = 1 << 0 | 1 << 1 | 1 << 7 };
    if (!mover->promotes)
        return 0;
    return !mover->in_zone ? AHEAD : promotes_inside(scope, mover) ? ALL_DIRECTIONS : 0;
}

INLINE void walk_slides(const struct scope *scope, unsigned *count, const struct mover *mover)
{
    const piece_t *cells = scope->p->cells;
    for (unsigned left = chu_movements[mover->kind].slide; left; left &= left - 1) {
        int delta = chu_delta((unsigned)__builtin_ctz(left), scope->us);
        cell_t to = (cell_t)(mover->cell + delta);
        for (; cells[to] == PIECE_NONE; to = (cell_t)(to + delta))
            emit_direct(scope, count, mover, to);
        if (is_enemy(cells[to], scope->us))
            emit_direct(scope, count, mover, to);
    }
}

/* Where slides end, by direction as the side counts; only along the axes that were asked for. */
struct ends {
    cell_t cell[DIRECTIONS];
};

/* Looks both ways along the axes of these directions, without a branch: what they end at cannot be foretold. Returns
 * the directions that end at an enemy. */
INLINE unsigned look_along(struct ends *ends, const struct chu_position *p, enum side us, cell_t cell,
                           unsigned directions)
{
    const struct chu_sight sight = chu_sight_from(p, cell);
    unsigned enemies = 0;
#define LOOK(direction)                                                                                                \
    do {                                                                                                               \
        const struct chu_meeting met = chu_meet(&sight, direction);                                                    \
        const unsigned way = us == SENTE ? (direction) : (direction) ^ AXES;                                           \
        ends->cell[way] = (cell_t)met.cell;                                                                            \
        enemies |= (unsigned)is_enemy(met.piece, us) << way;                                                           \
    } while (0)
#define LOOK_BOTH_WAYS(axis)                                                                                           \
    if (directions & (1u << (axis) | 1u << ((axis) + AXES))) {                                                         \
        LOOK(axis);                                                                                                    \
        LOOK((axis) + AXES);                                                                                           \
    }
    LOOK_BOTH_WAYS(0)
    LOOK_BOTH_WAYS(1)
    LOOK_BOTH_WAYS(2)
    LOOK_BOTH_WAYS(3)
#undef LOOK_BOTH_WAYS
#undef LOOK
    return enemies;
}

/* Slides that take or promote. */
INLINE void walk_tactical_slides(const struct scope *scope, unsigned *count, const struct mover *mover)
{
    const unsigned slide = chu_movements[mover->kind].slide, quiet = promoting_ways(scope, mover);
    struct ends ends;
    const unsigned enemies = look_along(&ends, scope->p, scope->us, mover->cell, slide);
    for (unsigned left = slide & (quiet | enemies); left; left &= left - 1) {
        unsigned direction = (unsigned)__builtin_ctz(left);
        int delta = chu_delta(direction, scope->us);
        cell_t end = ends.cell[direction];
        /* From outside the zone it is the last empty cell that lies deepest in it, if any does. */
        if (quiet >> direction & 1 && (mover->in_zone || chu_cell_in_zone((cell_t)(end - delta), scope->us)))
            for (cell_t to = (cell_t)(mover->cell + delta); to != end; to = (cell_t)(to + delta))
                emit_direct(scope, count, mover, to);
        if (enemies >> direction & 1)
            emit_direct(scope, count, mover, end);
    }
}

INLINE void walk_steps(const struct scope *scope, unsigned *count, const struct mover *mover)
{
    struct movement movement = chu_movements[mover->kind];
    uint8_t first = movement.step | movement.lion, second = movement.jump | movement.lion;
    for (unsigned left = first; left; left &= left - 1) {
        cell_t to = (cell_t)(mover->cell + chu_delta((unsigned)__builtin_ctz(left), scope->us));
        if (can_end(scope, to))
            emit_direct(scope, count, mover, to);
    }
    for (unsigned left = second; left; left &= left - 1) {
        cell_t to = (cell_t)(mover->cell + 2 * chu_delta((unsigned)__builtin_ctz(left), scope->us));
        if (can_end(scope, to))
            emit_direct(scope, count, mover, to);
    }
}

/* Keeps the better spelling of each result. */
static void note_igui(struct walk *walk, move_t move)
{
    for (unsigned i = 0; i < walk->igui_count; i++)
        if (chu_same_igui(walk->scope.p, walk->igui[i], move)) {
            if (chu_spelled_before(move, walk->igui[i]))
                walk->igui[i] = move;
            return;
        }
    walk->igui[walk->igui_count++] = move;
}

/* What takes something on the way: go on, or return (igui). */
static void walk_double_steps(struct walk *walk, unsigned kind, square_t from, cell_t from_cell, unsigned direction)
{
    const struct chu_position *p = walk->scope.p;
    cell_t mid = (cell_t)(from_cell + chu_delta(direction, walk->scope.us));
    if (!is_enemy(p->cells[mid], walk->scope.us))
        return;
    unsigned seconds = is_lion(kind) ? ALL_DIRECTIONS : 1u << direction | 1u << (direction ^ 4);
    for (; seconds; seconds &= seconds - 1) {
        cell_t to = (cell_t)(mid + chu_delta((unsigned)__builtin_ctz(seconds), walk->scope.us));
        if (to != from_cell && !can_end(&walk->scope, to))
            continue;
        if (walk->scope.trade && (takes_lion(&walk->scope, mid) || (to != from_cell && takes_lion(&walk->scope, to))) &&
            chu_lion_trade(p, from_cell, mid, to, NULL))
            continue;
        move_t move = move_double(from, square_of(mid), square_of(to));
        if (walk->scope.only && !square_set_has(walk->scope.only, square_of(mid)) &&
            !square_set_has(walk->scope.only, square_of(to)))
            continue;
        if (to == from_cell)
            note_igui(walk, move);
        else
            emit(&walk->scope, &walk->count, move);
    }
}

static void walk_lion_power(struct walk *walk, const struct mover *mover)
{
    if (is_lion(mover->kind))
        for (unsigned i = 0; i < sizeof chu_leaps; i++) {
            cell_t to = (cell_t)(mover->cell + chu_leaps[i]);
            if (can_end(&walk->scope, to))
                emit_direct(&walk->scope, &walk->count, mover, to);
        }
    for (unsigned left = chu_movements[mover->kind].lion; left; left &= left - 1)
        walk_double_steps(walk, mover->kind, mover->square, mover->cell, (unsigned)__builtin_ctz(left));
    if (walk->scope.tactical || walk->scope.only)
        return;
    cell_t over = chu_pass_over(walk->scope.p, mover->cell);
    if (over) {
        move_t pass = move_double(mover->square, square_of(over), mover->square);
        if (walk->pass == MOVE_NONE || chu_spelled_before(pass, walk->pass))
            walk->pass = pass;
    }
}

/* Steps and jumps that take. */
INLINE void walk_tactical_steps(const struct scope *scope, unsigned *count, const struct mover *mover)
{
    struct movement movement = chu_movements[mover->kind];
    for (unsigned left = movement.step | movement.lion; left; left &= left - 1) {
        cell_t to = (cell_t)(mover->cell + chu_delta((unsigned)__builtin_ctz(left), scope->us));
        if (is_enemy(scope->p->cells[to], scope->us))
            emit_direct(scope, count, mover, to);
    }
    for (unsigned left = movement.jump | movement.lion; left; left &= left - 1) {
        cell_t to = (cell_t)(mover->cell + 2 * chu_delta((unsigned)__builtin_ctz(left), scope->us));
        if (is_enemy(scope->p->cells[to], scope->us))
            emit_direct(scope, count, mover, to);
    }
}

/* Whether quiet steps of a piece may promote. */
static inline bool steps_promote(const struct scope *scope, const struct mover *mover, bool far)
{
    if (!mover->promotes || mover->in_zone)
        return mover->promotes && promotes_inside(scope, mover);
    cell_t ahead = (cell_t)(mover->cell + (1 + far) * chu_delta(0, scope->us));
    return chu_cell_in_zone(ahead, scope->us);
}

/* The squares of the ranks whose bits are set. */
#define RANKS(bits)                                                                                                    \
    {                                                                                                                  \
        (bits) * 0x1001001001001001ULL, (bits)*0x100100100100100ULL | (bits) >> 4, (bits)*0x10ULL | (bits) >> 8        \
    }

/* Where a tactical list looks for steps: of most pieces next to an enemy, of those that jump or have lion power two
 * squares away, and where a piece may promote quietly: near the zone, and inside where the rules let it. */
struct reach {
    struct square_set one, two, any;
};

static inline struct reach reach_of(const struct chu_position *p, enum side us)
{
    enum { NEAR_ZONE = 3 << ZONE_DEPTH, LAST_STEP = 1 << 1, INSIDE = (1 << ZONE_DEPTH) - 1 };
    static const uint64_t usual[SIDES][3] = {RANKS(0x032ULL), RANKS(0x4c0ULL)},
                          inside[SIDES][3] = {RANKS(0x03fULL), RANKS(0xfc0ULL)};
    _Static_assert((NEAR_ZONE | LAST_STEP) == 0x032 && (NEAR_ZONE | INSIDE) == 0x03f, "the bits above, gote's turned");
    const uint64_t *ranks = p->head.rules.value[RULE_PROMOTION] == PROMOTION_SHOGI ? inside[us] : usual[us];
    struct reach reach;
    reach.one = chu_around(&p->pieces[side_other(us)]);
    reach.two = chu_around(&reach.one);
    for (unsigned word = 0; word < 3; word++)
        reach.any.word[word] = reach.two.word[word] | ranks[word] | p->sliding[us].word[word];
    return reach;
}

/* What a piece takes, and how it promotes. Returns whether it might take something with lion power. */
INLINE bool walk_tactical_piece(const struct scope *scope, unsigned *count, const struct mover *mover,
                                const struct reach *reach)
{
    struct movement movement = chu_movements[mover->kind];
    if (movement.slide)
        walk_tactical_slides(scope, count, mover);
    bool far = movement.jump | movement.lion;
    if (!(movement.step | far))
        return false;
    bool near = square_set_has(far ? &reach->two : &reach->one, mover->square);
    if (steps_promote(scope, mover, far))
        walk_steps(scope, count, mover);
    else if (near)
        walk_tactical_steps(scope, count, mover);
    return near && movement.lion;
}

/* All moves without a middle. Returns whether it has lion power. */
INLINE bool walk_piece(const struct scope *scope, unsigned *count, const struct mover *mover, const struct reach *reach)
{
    struct movement movement = chu_movements[mover->kind];
    walk_slides(scope, count, mover);
    if (scope->only && mover->square != scope->king &&
        !square_set_has(movement.jump | movement.lion ? &reach->two : &reach->one, mover->square))
        return false;
    walk_steps(scope, count, mover);
    return movement.lion;
}

static inline struct reach reach_of_all(const struct chu_position *p, enum side us)
{
    return (struct reach){.any = p->pieces[us]};
}

/* Only sliders come from afar to where a check is parried. */
static inline struct reach reach_of_answers(const struct scope *scope)
{
    struct reach reach;
    reach.one = chu_around(scope->only);
    reach.two = chu_around(&reach.one);
    for (unsigned word = 0; word < 3; word++)
        reach.any.word[word] = reach.two.word[word] | scope->p->sliding[scope->us].word[word];
    square_set_add(&reach.any, scope->king);
    return reach;
}

INLINE unsigned enumerate(const struct chu_position *p, enum side us, bool tactical, const struct square_set *only,
                          move_t *out)
{
    const struct scope scope = {.p = p,
                                .out = out,
                                .us = us,
                                .tactical = tactical,
                                .trade = p->lions[side_other(us)] && p->head.rules.value[RULE_LION_TRADE] != TRADE_OFF,
                                .only = only,
                                .king = only ? chu_lowest(&p->royal[us]) : SQUARE_NONE};
    struct walk walk;
    walk.scope = scope;
    walk.pass = MOVE_NONE;
    walk.igui_count = 0;
    unsigned count = 0; /* kept apart, because others than these loops rarely write */
    const struct reach reach = tactical ? reach_of(p, us) : only ? reach_of_answers(&scope) : reach_of_all(p, us);
    for (unsigned word = 0; word < 3; word++)
        for (uint64_t left = p->pieces[us].word[word] & reach.any.word[word]; left; left &= left - 1) {
            square_t from = (square_t)(word * 64 + (unsigned)__builtin_ctzll(left));
            unsigned kind = piece_kind(p->head.board[from]);
            struct mover mover = {kind, from, cell_of(from), chu_pieces[kind].promotes != 0,
                                  chu_cell_in_zone(cell_of(from), us)};
            if (tactical ? walk_tactical_piece(&scope, &count, &mover, &reach)
                         : walk_piece(&scope, &count, &mover, &reach)) {
                walk.count = count;
                walk_lion_power(&walk, &mover);
                count = walk.count;
            }
        }
    for (unsigned i = 0; i < walk.igui_count; i++)
        emit(&scope, &count, walk.igui[i]);
    if (walk.pass != MOVE_NONE)
        emit(&scope, &count, walk.pass);
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
    list->count = position->side == SENTE ? enumerate(p, SENTE, false, NULL, list->moves)
                                          : enumerate(p, GOTE, false, NULL, list->moves);
    if (chu_may_repeat(history))
        drop_repeating(position, history, list);
}

void chu_generate_answers(const struct position *position, const struct history *history,
                          const struct square_set *squares, struct move_list *list)
{
    const struct chu_position *p = chu_of_const(position);
    list->count = position->side == SENTE ? enumerate(p, SENTE, false, squares, list->moves)
                                          : enumerate(p, GOTE, false, squares, list->moves);
    if (chu_may_repeat(history))
        drop_repeating(position, history, list);
}

void chu_generate_tactical(const struct position *position, struct move_list *list)
{
    const struct chu_position *p = chu_of_const(position);
    list->count = position->side == SENTE ? enumerate(p, SENTE, true, NULL, list->moves)
                                          : enumerate(p, GOTE, true, NULL, list->moves);
}

unsigned chu_count(const struct position *position, const struct history *history)
{
    const struct chu_position *p = chu_of_const(position);
    if (chu_may_repeat(history)) {
        struct move_list list;
        chu_generate(position, history, &list);
        return list.count;
    }
    return position->side == SENTE ? enumerate(p, SENTE, false, NULL, NULL) : enumerate(p, GOTE, false, NULL, NULL);
}
