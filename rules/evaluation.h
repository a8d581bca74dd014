/*
 * What a game tells the engine about the worth of a position. One for each game, in games/<name>/eval/.
 */
#ifndef RULES_EVALUATION_H
#define RULES_EVALUATION_H

#include "rules/game.h"

#include <stddef.h>

/* A run of weights that belong together: a table whose innermost dimension has `row` entries. */
struct weight_group {
    const char *name; /* NULL ends a list */
    uint16_t count, row;
};

#define WEIGHT_GROUP(type, member, inner)                                                                              \
    {                                                                                                                  \
        .name = #member, .count = sizeof((type *)NULL)->member / sizeof(int16_t), .row = (inner)                       \
    }

/*
 * How tools/tune may change an evaluation. It is then a sum of weights, each taken as often as the position says:
 *
 *   score, from sente's view = rest + the sum of coefficient * weight
 *
 * exactly as score() computes it in play. The weights are one constant array in games/<game>/eval/weights.c, which the
 * tuner writes; what they stand for is a struct of int16_t members laid over it (its groups, in order, cover it).
 */
struct tuning {
    const struct weight_group *groups;
    const int16_t *weights;
    unsigned count; /* of weights, at most TUNING_WEIGHTS_MAX */
    /* Adds the coefficients of a position to `coefficients` (`count` zeros, the caller's) and returns the rest: what no
     * weight decides. */
    int (*trace)(const struct position *position, int16_t *coefficients);
};

enum { TUNING_WEIGHTS_MAX = 65535 };

/* A weight taken `times`. `coefficients`, `sign`: where that is noted and for whom (1: sente, -1: gote); NULL in play,
 * known when compiling, so that nothing is paid for it. `base`: the first weight of the array. */
static inline __attribute__((always_inline)) int weigh(int16_t *coefficients, int sign, const int16_t *base,
                                                       const int16_t *weight, int times)
{
    if (coefficients)
        coefficients[weight - base] = (int16_t)(coefficients[weight - base] + sign * times);
    return *weight * times;
}

/* The levels of play, from LEVEL_MIN, the weakest, to LEVEL_MAX, the whole engine. */
enum { LEVEL_MIN = 1, LEVEL_MAX = 10, LEVEL_COUNT = LEVEL_MAX - LEVEL_MIN + 1, CHANCE_ALWAYS = 1000 };

/* How much a level may look at, and how often it is careless about what it saw. */
struct level {
    unsigned depth; /* plies, 0: no limit */
    uint64_t nodes; /* 0: no limit */
    /* How many of CHANCE_ALWAYS moves are drawn among all instead of being the best; 0: none. */
    unsigned chance;
    unsigned temperature; /* of such a draw, centipawns: a move that much worse than the best is half as likely */
};

/* What score_next() keeps. The caller's, all zero at first; opaque to all but the evaluation. */
enum { EVALUATION_MEMORY_BYTES = 8192 };
union evaluation_memory {
    _Alignas(16) unsigned char bytes[EVALUATION_MEMORY_BYTES];
};

struct evaluation {
    const struct game *game;
    /* Centipawns from the side to move's view; pure, any thread. Far below the scores that the engine keeps for mate.
     */
    int (*score)(const struct position *position);
    /* The same score, found by what changed since the last call with this memory: for who judges one position after
     * another. NULL: score() has to do. */
    int (*score_next)(const struct position *position, union evaluation_memory *memory);
    /* Lists the legal moves worth a look: all but those after which the enemy ends the game at once, by taking what may
     * not be lost. When none is left, the side to move is lost. NULL: the game's generate() has to do. */
    void (*lasting)(const struct position *position, const struct history *history, struct move_list *list);
    /* Lists legal captures and promotions, those worth a look when nothing else is; others may be among them. Not asked
     * in check. NULL: the game's generate() has to do. */
    void (*tactical)(const struct position *position, const struct history *history, struct move_list *list);
    /* Whether a legal move will give check; one that there was already need not be told. NULL: it has to be applied to
     * know. */
    bool (*gives_check)(const struct position *position, move_t move);
    /* A quick look that finds a move nearly wherever there is one; false: the game's count() has to decide. NULL:
     * never.
     */
    bool (*can_move)(const struct position *position);
    /* Whether a capture or promotion wins at least `least`, in units of piece_info.worth, when both sides go on taking
     * on its square as long as it pays them. NULL: unknown. */
    bool (*exchange)(const struct position *position, move_t move, int least);
    /* What a move takes, in units of piece_info.worth, where that does not stand on the squares it goes to. NULL: it
     * does.
     */
    int (*gain)(const struct position *position, move_t move);
    /* Whether having to move is surely no burden here, so that the engine may reason from a pass. Not asked in check.
     * NULL: never. */
    bool (*pass_is_sound)(const struct position *position);
    /* What a draw is worth to who searches, centipawns: below 0, it goes on from an even position, and even from one
     * that is a little worse. */
    int16_t draw;
    /* Centipawns of the curve by which a score tells who wins: whoever stands `score` better wins with the chance
     * 1 / (1 + exp(-score / scale)). As tools/tune found it in games of the engine against itself. Above 0. */
    int16_t scale;
    /* LEVEL_COUNT levels of play, the weakest first, as measured in this game. NULL: those of engine/levels.c. */
    const struct level *levels;
    /* How the weights can be tuned. NULL: by hand only. */
    const struct tuning *tuning;
    /* Positions to measure by, NULL-terminated lists or NULL: of the move generator (beside the start), of search. */
    const char *const *perft_sfens;
    const char *const *search_sfens;
    uint8_t search_depth; /* plies at the most, where the usual depth takes too long; 0: the usual depth */
    bool usual;           /* the game that a USI program means when it names none: set in one evaluation */
};

/* Generated from the folders of games/; NULL ends it. */
extern const struct evaluation *const evaluation_list[];

#endif
