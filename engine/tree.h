/*
 * The inside of a search, shared by its files: search.c (creation, control), root.c (iterations), tree.c (the search of
 * one position), quiescence.c, path.c (moving on the board, ends of the game), picker.c (order of moves). Nobody else
 * includes this.
 */
#ifndef ENGINE_TREE_H
#define ENGINE_TREE_H

#include "engine/search.h"
#include <stdatomic.h>

enum {
    REPEAT_FILTER = 1 << 12,
    REPEAT_ENTRIES = 2048,
    PIECES = 128, /* 64 kinds moved, 64 kinds dropped */
    POLL_NODES = 1024,
    HISTORY_MAX = 16384,
    TRIED_MAX = 64,
    JUDGED = 1 << 13, /* evaluations kept */
    SLOTS = 1 << 11,  /* rows of the table of sequels; more slots than that share rows */
};

/* A move's place in tables of experience: what moves, and to where. */
struct slot {
    uint8_t piece; /* its kind, + 64 when dropped */
    square_t to;
};

/* Moves tried at a node in vain, those that win something apart. */
struct tried {
    move_t quiet[TRIED_MAX], taking[TRIED_MAX];
    unsigned quiets, takings;
};

/* One ply of the line being looked at. */
struct frame {
    struct slot slot;  /* of the move being tried here */
    move_t move;       /* the same as a move; MOVE_NONE for a pass */
    move_t killers[2]; /* quiet moves that refuted a sibling */
    move_t excluded;   /* not to be tried here, while it is asked whether any other move does */
    int evaluation;    /* -SCORE_INFINITE in check */
    int16_t *sequels;  /* experience with quiet moves after `slot`, SLOTS entries */
    move_t pv[PLY_MAX];
    unsigned pv_length;
    union undo_store undo;
    union position_store passed; /* the position after a pass made here */
    struct move_list list;
    unsigned best; /* where the move to try first stands, once the list is ordered */
    int32_t order[MOVE_LIST_MAX];
};

/* What the evaluation said of a position. */
struct judged {
    uint64_t key;
    int score;
};

struct root_move {
    move_t move;
    int score, previous;
    move_t pv[PLY_MAX];
    unsigned pv_length;
};

struct search {
    const struct game *game;
    const struct evaluation *evaluation;
    struct tt *table;
    struct engine_clock clock;
    struct search_limits limits;
    atomic_ullong *team_nodes; /* of all threads of this search, in steps of POLL_NODES; NULL: there is only this one */

    struct position *position; /* here, or in a frame after a pass */
    union position_store root;
    struct history history;          /* of the game, then of the line; ours */
    uint8_t repeats[REPEAT_FILTER];  /* plies of the history whose key falls there; a first look at repetition */
    unsigned past_floor;             /* entries before this one lie behind a pass and are no repetition */
    unsigned move_limit;             /* plies, 0: none */
    uint8_t side;                    /* who is to move at the root */
    unsigned kinds, squares;         /* of the game: kinds of pieces and one more, squares of the board */
    struct history_entry *continued; /* REPEAT_ENTRIES, for path_past_verdict() */

    uint64_t nodes;
    unsigned depth, seldepth;
    unsigned null_ply; /* no second pass before this ply, while a pass is being verified */
    int64_t started;
    bool stopped;
    atomic_bool stop, pondering;
    atomic_llong ponderhit_at; /* when pondering ended, in the clock's microseconds; 0: not yet */

    bool learnt;                                /* there is something in the tables that follow */
    int16_t quiet[SIDES][PIECES][SQUARES_MAX];  /* how often a quiet move was good */
    int16_t taking[SIDES][PIECES][SQUARES_MAX]; /* the same of moves that win something */
    int16_t *sequels;                           /* SLOTS rows of SLOTS: how often a quiet move was good after another */
    move_t answers[SIDES][PIECES][SQUARES_MAX]; /* the quiet move that refuted the enemy's last */
    uint16_t reductions[64][64];                /* hundredths of a ply, by depth and place in the order */

    struct judged judged[JUDGED];   /* of this search, by key */
    union evaluation_memory memory; /* of this search */

    struct root_move *moves;                 /* MOVE_LIST_MAX */
    struct root_move *ranked[MOVE_LIST_MAX]; /* the same, best first */
    unsigned move_count;
    struct frame frames[PLY_MAX + 2];
};

/* root.c */
void root_prepare(struct search *s, const struct search_request *request);
void root_iterate(struct search *s, const struct search_request *request, struct search_result *result);

/* path.c */
void path_step(struct search *s, unsigned ply, move_t move);
void path_back(struct search *s, unsigned ply, move_t move);
bool path_pass(struct search *s, unsigned ply);
void path_unpass(struct search *s);
bool path_in_check(const struct search *s);
/* Whether the past decides this node (repetition, move limit): then *score is its score. */
bool path_decided(struct search *s, unsigned ply, int *score);
/* The score of a node without legal moves. */
int path_end_score(const struct search *s, unsigned ply);
/* Whether there is a legal move. */
bool path_can_move(const struct search *s);
/* The moves worth a look here. */
void path_moves(const struct search *s, struct move_list *list);
void path_copy_past(struct search *s, const struct match *match);

/* picker.c */
struct slot slot_of(const struct search *s, move_t move);
/* What a move wins at once, in worth; 0 for a quiet one. */
int move_gain(const struct search *s, move_t move);
/* Whether it is clear at a glance that a move wins nothing: most of them. */
static inline bool move_is_plain(const struct search *s, move_t move)
{
    return !(move & (MOVE_PROMOTE | MOVE_DOUBLE)) && s->position->board[move_to(move)] == PIECE_NONE &&
           !s->evaluation->gain;
}
/* Starts to load what picker_order() will read, while the moves are still being listed. */
void picker_expect(const struct search *s, unsigned ply);
void picker_order(struct search *s, unsigned ply, move_t first);
/* Keeps only what wins something. Returns how many moves win `enough`; without any they are not ordered. *most: the
 * most that one of the others wins, below 0 if there is none. */
unsigned picker_order_tactical(struct search *s, unsigned ply, move_t first, int enough, int *most);
move_t picker_next(struct search *s, struct frame *frame, unsigned index);
/* Whether picker_next() gave this rank to a move because it loses the exchange. */
bool picker_is_losing(const struct frame *frame, unsigned index);
/* The row of experience after a move to that slot. */
int16_t *picker_sequels(const struct search *s, struct slot slot);
/* What experience says of a quiet move, within +-4 * HISTORY_MAX. */
int picker_experience(const struct search *s, unsigned ply, struct slot slot);
/* The move `best` refuted this node; the moves tried before it had not. */
void picker_reward(struct search *s, unsigned ply, move_t best, const struct tried *tried, int depth);

/* tree.c, quiescence.c: the score of the node at `ply` within (alpha, beta), fail-soft. */
int tree_search(struct search *s, int alpha, int beta, int depth, unsigned ply, bool cut);
int quiescence(struct search *s, int alpha, int beta, unsigned ply, int depth);
/* The evaluation of the position now on the board. */
int tree_evaluate(struct search *s);
/* Before each search: games and rules can differ where keys do not. */
void tree_forget_evaluations(struct search *s);
/* Whether the search was told to stop, or its time is up. */
bool tree_is_over(struct search *s);
/* Counts a node and asks whether to go on; once false, always false. */
bool tree_visit(struct search *s, unsigned ply);

#endif
