/*
 * Game records: a played game with what files say about it, read from and written to KIF, KI2, CSA, USI and SFEN
 * (docs/records.md). Nothing here allocates or knows a game: what a format calls things stands in the game's
 * record_words. Text is UTF-8 and needs no NUL at its end.
 *
 * The caller owns the struct and the memory that record_init() is given. Any thread, one at a time for each record.
 * Every read move is judged by the rules; what is wrong is told with its line, and nothing a file holds can do harm.
 *
 *   record_init(&record, entries, plies, CAPACITY, text, sizeof text);
 *   struct record_cursor cursor = {.offset = 0};
 *   error = record_read(&record, RECORD_KIF, NULL, file, size, &cursor, &fault);
 */
#ifndef RULES_RECORD_H
#define RULES_RECORD_H

#include "rules/match.h"
#include <stddef.h>

enum {
    RECORD_HEADERS_MAX = 32,
    RECORD_MOVE_MAX = 64,                          /* of a move as it was written, NUL included; cut when longer */
    RECORD_ENTRIES_MAX = MATCH_PLIES_MAX + 1,      /* what the longest game needs */
    RECORD_SECONDS_MAX = 99 * 3600 + 59 * 60 + 59, /* of one move */
};

enum record_format { RECORD_KIF, RECORD_KI2, RECORD_CSA, RECORD_USI, RECORD_SFEN, RECORD_FORMATS };

/* How a record says that it ends. X(code, name, KIF, CSA, who wins): '-' nobody, 'o' the side that has just moved, 'm'
 * the side to move. NULL: the format has no word for it. */
#define ENDING_LIST(X)                                                                                                 \
    X(ENDING_RESIGNATION, "resignation", "投了", "TORYO", 'o')                                                         \
    X(ENDING_INTERRUPTED, "interrupted", "中断", "CHUDAN", '-')                                                        \
    X(ENDING_REPETITION, "repetition", "千日手", "SENNICHITE", '-')                                                    \
    X(ENDING_IMPASSE, "impasse", "持将棋", "JISHOGI", '-')                                                             \
    X(ENDING_DRAW, "draw", "引き分け", "HIKIWAKE", '-')                                                                \
    X(ENDING_TIME, "time", "切れ負け", "TIME_UP", 'o')                                                                 \
    X(ENDING_ILLEGAL, "illegal", "反則負け", "ILLEGAL_MOVE", 'o')                                                      \
    X(ENDING_ILLEGAL_BEFORE, "illegal_before", "反則勝ち", NULL,                                                       \
      'm') /* CSA: %+ILLEGAL_ACTION, with the sign of who did it */                                                    \
    X(ENDING_DECLARATION, "declaration", "入玉勝ち", "KACHI", 'm')                                                     \
    X(ENDING_FORFEIT, "forfeit", "不戦敗", NULL, 'o')                                                                  \
    X(ENDING_MATE, "mate", "詰み", "TSUMI", 'o')                                                                       \
    X(ENDING_NO_MATE, "no_mate", "不詰", "FUZUMI", '-')

/* clang-format off */
enum ending {
    ENDING_OPEN = 0, /* the record just stops */
    ENDING_RULES,    /* by the rules in a way that has no word of its own: match.verdict */
#define X(code, name, kif, csa, winner) code,
    ENDING_LIST(X)
#undef X
};
/* clang-format on */

/* Texts are offsets into the record's text; 0 is "". */
struct record_ply {
    uint32_t comment; /* lines separated by '\n' */
    int32_t seconds;  /* that the move took; -1: not said */
};

struct record_header {
    uint32_t key, value; /* the key as KIF has it: "棋戦" */
};

struct record {
    struct match match;       /* game, rules, start, plies, and how it stands */
    struct record_ply *plies; /* [0]: before the first move; [i]: after ply i */
    unsigned capacity;        /* of match.history and plies */
    char *text;
    uint32_t text_size, text_used;
    uint32_t text_last;    /* the newest of them */
    uint32_t names[SIDES]; /* of the players */
    struct record_header headers[RECORD_HEADERS_MAX];
    unsigned header_count;
    enum ending ending;
    enum side winner; /* NOBODY: drawn or not said */
    int32_t ending_seconds;
    unsigned branches;    /* variations in the file: not played, kept as they are written */
    uint32_t branch_text; /* only KIF can write them again */
    bool room_used_up;    /* some text did not fit */
};

/* How far a text was read: zero to begin with, then only passed on. */
struct record_cursor {
    size_t offset;
    unsigned line; /* lines before it */
};

struct record_fault {
    unsigned line;              /* from 1 */
    const char *code;           /* static: a rule of the game, or "syntax", "encoding", ... */
    char move[RECORD_MOVE_MAX]; /* as written; "" when it is not about a move */
    char message[FAULT_MESSAGE_MAX];
};

/* Memory for records, again and again: `entries` and `plies` have `capacity` (at least 1) elements, `text` has `size`
 * (at least 1) bytes for names, headers and comments. All of it must outlive the record. */
void record_init(struct record *record, struct history_entry *entries, struct record_ply *plies, unsigned capacity,
                 char *text, uint32_t size);

/* Begins an empty record of a game. Errors as match_start(). */
MUST_CHECK enum error record_start(struct record *record, const struct game *game, const struct ruleset *rules,
                                   const char *sfen, struct fault *fault);

/* Reads the next record of the text and moves the cursor behind it. `game` NULL: the one that the text names, or
 * the usual one, or else the first that can read it. ERR_NOT_FOUND: there is no further record. Otherwise, on failure,
 * *fault says what and where, and the record holds what was read before. ERR_TOO_LONG: more than the record has room
 * for. */
MUST_CHECK enum error record_read(struct record *record, enum record_format format, const struct game *game,
                                  const char *text, size_t size, struct record_cursor *cursor,
                                  struct record_fault *fault);

/* Writes a record and a NUL; *length (may be NULL) is without it. ERR_TOO_LONG: `size` bytes are too few. ERR_UNKNOWN:
 * the game has no records of this format. */
MUST_CHECK enum error record_write(const struct record *record, enum record_format format, char *out, size_t size,
                                   size_t *length);

/* What the text looks like. Anything can be asked; reading says what is wrong. */
enum record_format record_detect(const char *text, size_t size);

/* "kif", "ki2", "csa", "usi", "sfen", and back. */
const char *record_format_name(enum record_format format);
bool record_format_named(const char *name, enum record_format *format);

/* "resignation", ... of an ending; "open" and "rules" too. */
const char *ending_name(enum ending ending);

static inline const char *record_text(const struct record *record, uint32_t offset)
{
    return record->text + offset;
}

#endif
