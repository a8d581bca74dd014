/*
 * The contract of a game: all that code outside games/ may know about one.
 *
 * A `struct game` is constant data. Its functions are pure: they read and write only what is passed to them, never
 * allocate, and may be called from any thread. Positions passed in must come from game_start(), sfen_parse() or
 * apply(); moves given to apply() must be legal, or at least such that can_apply() says so. Where the past decides,
 * `history` is the caller's (NULL: no past).
 */
#ifndef RULES_GAME_H
#define RULES_GAME_H

#include "rules/fault.h"
#include "rules/history.h"
#include "rules/position.h"
#include "rules/verdict.h"

enum { EXPLAIN_CODE_MAX = 32 };

/* Why a move is not legal. */
struct explanation {
    const char *rule;          /* a code of the game's RULES.md, static; NULL: the move is legal */
    struct square_set squares; /* the squares that cause it, possibly none */
};

enum sfen_third { SFEN_HANDS, SFEN_MARK };

struct record_words;

struct game {
    const char *name; /* machine key, also the folder's name */
    uint8_t files, ranks;
    uint8_t zone;                    /* depth of the promotion zone in ranks, 0: none */
    bool drops;                      /* pieces in hand may be dropped */
    const struct piece_info *pieces; /* by kind; index 0 is unused, a letter of '\0' ends it */
    const char *hand_order;          /* letters of the hand kinds in SFEN's order, "" for none */
    enum sfen_third third;
    const struct local_rule *rules;
    uint8_t rule_count;
    uint16_t rules_version; /* raised when a correction changes what is legal; stored with each game */
    uint16_t minutes;       /* usual length of a game */
    const char *start_sfen;
    /* The start under these rules, where one of them changes it (handicaps); NULL: start_sfen in any case. */
    const char *(*start_under)(const struct ruleset *rules);
    uint16_t position_size;           /* bytes of its own position struct, at most POSITION_BYTES */
    const struct record_words *words; /* for game records (record_words.h); NULL: only USI and SFEN */

    /* Checks a position whose head was just filled in and computes everything derived from it. */
    enum error (*adopt)(struct position *position, struct fault *fault);
    /* Lists the legal moves, each result once, in canonical form, in no particular order. */
    void (*generate)(const struct position *position, const struct history *history, struct move_list *list);
    /* The number of moves generate() lists, by counting. */
    unsigned (*count)(const struct position *position, const struct history *history);
    /* Whether the position by itself ends the game though moves are left (a king taken, enough captured); NULL: never.
     * generate() and count() do not ask this: what the pieces can do, they list. */
    bool (*ended)(const struct position *position);
    void (*apply)(struct position *position, move_t move, union undo_store *undo);
    void (*undo)(struct position *position, move_t move, const union undo_store *undo);
    /* Whether apply() can carry out a move: the piece that moves is there, and what it meets can be taken. Whether the
     * rules allow it does not matter; this is how games are replayed that were played by earlier rules. Any move_t is
     * safe. */
    bool (*can_apply)(const struct position *position, move_t move);
    /* Whether the side to move is in check; *givers, when not NULL, gets the squares of the pieces that give it. */
    bool (*check)(const struct position *position, struct square_set *givers);
    /* How the game stands after the newest ply. Resignation, time and agreement are the table's business. */
    struct verdict (*verdict)(const struct position *position, const struct history *history);
    /* Names the rule that a move breaks, for moves that generate() does not list. Any move_t is safe. */
    struct explanation (*explain)(const struct position *position, const struct history *history, move_t move);
    /* The canonical spelling of a move that may be spelled otherwise; NULL where every move has one spelling. Any
     * move_t is safe; one that is not legal may come back as it is. */
    move_t (*canonical)(const struct position *position, move_t move);
    /* The kind whose movement the piece on an occupied square has now; NULL where every piece moves as itself. For
     * display only: moves come from generate(). */
    unsigned (*moves_as)(const struct position *position, square_t square);
    /* How many more pieces that side must capture to win, as things stand; NULL where captures do not decide. */
    unsigned (*captures_left)(const struct position *position, enum side side);
    /* Aborts when incremental state differs from what a fresh computation gives. */
    void (*audit)(const struct position *position);
};

/* The SFEN of the start under these rules (NULL: defaults); static. */
const char *game_start_sfen(const struct game *game, const struct ruleset *rules);

/* The start position under these rules (NULL: defaults). *store is the caller's. */
void game_start(const struct game *game, const struct ruleset *rules, union position_store *store);

static inline unsigned game_squares(const struct game *game)
{
    return (unsigned)game->files * game->ranks;
}

/* The games of this program, in the order of their folders' names; the list is generated from games/. */
extern const struct game *const game_list[];
extern const unsigned game_list_count;
/* NULL if there is none of that name. */
const struct game *game_find(const char *name);

#endif
