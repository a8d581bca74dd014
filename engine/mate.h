/*
 * Proof that the side to move mates by checks alone (a tsume), by df-pn search through the contract of a game. Memory
 * is had at creation; one thread runs it, another may set the flag that stops it. The same questions in the same order
 * with the same numbers of nodes give the same answers on every machine.
 */
#ifndef ENGINE_MATE_H
#define ENGINE_MATE_H

#include "rules/evaluation.h"
#include "rules/match.h"
#include <stdatomic.h>

enum {
    MATE_PLIES_MAX = 127,
    MATE_ENTRIES_SMALL = 1 << 17, /* of 24 bytes: beside a search */
    MATE_ENTRIES_MAX = 1 << 26,
};

enum mate_answer {
    MATE_OPEN,     /* not known yet: mate_run() may go on */
    MATE_FOUND,    /* mate_line() is one, against the longest defence that was found */
    MATE_NONE,     /* no series of checks mates, whatever its length */
    MATE_GIVEN_UP, /* longer than MATE_PLIES_MAX, or larger than the memory, or ended by a rule of repetition */
};

struct mate;

/* `entries` of the table, a power of two. */
MUST_CHECK enum error mate_create(struct mate **mate, unsigned entries);
void mate_free(struct mate *mate); /* NULL is fine */
/* Forgets all positions; needed when game or local rules change. */
void mate_forget(struct mate *mate);

/* Whether there is such a thing as check in a game. */
bool mate_exists(const struct game *game);
/* Whether looking for mates beside a search pays: where a check must be parried, few answers are legal. */
bool mate_is_forcing(const struct game *game);

/* A new question: the position where `match` stands, which must not be decided. `match` must live until the answer. */
void mate_ask(struct mate *mate, const struct evaluation *evaluation, const struct match *match);
/* Works on it for so many nodes more (0: no limit), until it is answered, or until *stop. */
enum mate_answer mate_run(struct mate *mate, uint64_t nodes, const atomic_bool *stop);

/* Of the last question. */
uint64_t mate_nodes(const struct mate *mate);
/* Within so many plies there is certainly no mate; of an answer that was found, all lengths below its own. */
unsigned mate_excluded(const struct mate *mate);
/* The mate that was found: its moves (*length of them), alive until the next call. */
const move_t *mate_line(const struct mate *mate, unsigned *length);

#endif
