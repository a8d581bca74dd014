/*
 * The inside of a proof of mate, shared by mate.c (the question, its rounds, what came out) and mate_prove.c (df-pn of
 * one round, and its table). Nobody else includes this.
 */
#ifndef ENGINE_MATE_INSIDE_H
#define ENGINE_MATE_INSIDE_H

#include "engine/mate.h"

enum {
    CHILDREN_MAX = 1 << 15, /* of all nodes on one line together */
    NEVER = 255,            /* as `proof`: no mate is known; as `refuted`: there is none, however long */
    OPEN_MAX = 1 << 28,     /* as a number: cannot be reached */
};

/* What the table keeps of a position. */
struct entry {
    uint64_t key;
    uint32_t proof_number, disproof_number; /* while open */
    uint16_t work;                          /* nodes spent below, in dozens */
    uint8_t proof, refuted;                 /* plies within which there is a mate, and within which there is none */
};

/* The same while it is worked on, as the child of a node that `move` leads to. */
struct child {
    move_t move;
    uint64_t key;
    uint32_t proof_number, disproof_number;
    uint8_t proof, refuted;
};

struct mate {
    const struct game *game;
    const struct evaluation *evaluation;
    const struct match *match;
    const atomic_bool *stop;
    union position_store root;
    struct position *position;
    unsigned plies; /* the question is: mate within so many? */
    unsigned most;
    uint64_t nodes, limit; /* limit 0: none */
    bool broken_off, overflow;
    bool learnt; /* there is something in the table */
    enum mate_answer answer;

    struct entry *table;
    unsigned entries;
    struct child *children; /* CHILDREN_MAX; those of a node lie behind those of the node above */
    unsigned child_count;
    struct move_list list, answers;
    union undo_store undo[MATE_PLIES_MAX + 2];
    move_t line[MATE_PLIES_MAX + 1];
    unsigned line_length;
    struct history_entry *history; /* for the replay */
    uint64_t *circle;              /* keys of the positions of a defence in circles, an open hash table */
    unsigned circle_count;
};

/* Lists the children of the node at `ply` (even: the attacker moves), which has `left` plies left, with what is known
 * of them, behind those of the nodes above; the caller takes them off again. Returns their number. */
unsigned prove_expand(struct mate *m, unsigned ply, unsigned left);
/* Whether the position, at `ply`, is mate within `plies`. Unfinished where m->broken_off or m->overflow is set. */
struct child prove(struct mate *m, unsigned ply, unsigned plies);

#endif
