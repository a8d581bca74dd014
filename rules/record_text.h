/*
 * Inside the readers and writers of records: pieces of text that need no NUL, Japanese numbers and squares, names.
 */
#ifndef RULES_RECORD_TEXT_H
#define RULES_RECORD_TEXT_H

#include "base/text.h"
#include "rules/record.h"
#include "rules/record_words.h"

struct slice {
    const char *at, *end;
};

static inline bool slice_empty(struct slice slice)
{
    return slice.at == slice.end;
}

static inline size_t slice_size(struct slice slice)
{
    return (size_t)(slice.end - slice.at);
}

/* Whether it begins with a literal; slice_take() also moves behind it. */
bool slice_begins(struct slice slice, const char *literal);
bool slice_take(struct slice *slice, const char *literal);
bool slice_is(struct slice slice, const char *literal);
bool slice_has(struct slice slice, const char *literal);
/* Without spaces (ASCII, tab, CR, and the wide one) in front and at the end; the mark of UTF-8, which stands there in
 * files that were put together, counts as one. */
void slice_trim_front(struct slice *slice);
struct slice slice_trim(struct slice slice);
/* Takes the next line off the text, without its line break; false at the end. */
bool slice_line(struct slice *text, struct slice *line);
/* Takes the next word between spaces. */
bool slice_word(struct slice *text, struct slice *word);
/* A decimal number in half or full width, at most `max`; leading zeros allowed. */
bool slice_number(struct slice *slice, unsigned max, unsigned *number);
/* Whether it is numbers and spaces only, as the line over a diagram. */
bool slice_is_numbers(struct slice slice);
/* Whether it can be the key of a line in the head of KIF that has no meaning of its own: Japanese only. */
bool slice_is_plain_key(struct slice slice);
/* A number in kanji from 1 to 99: "十二". */
bool slice_kanji(struct slice *slice, unsigned *number);
/* A square in Japanese: a file and a rank, in any kind of digits. */
bool slice_square(struct slice *slice, const struct game *game, square_t *square);
/* The length of the longest name of a list ("a b c") that the slice begins with, 0: none. */
size_t slice_name(struct slice slice, const char *names);
/* Whether one of the names is exactly this. */
bool slice_named(struct slice slice, const char *names);
/* Copies with a NUL; false if it does not fit. */
bool slice_copy(struct slice slice, char *out, size_t size);
/* The first byte that is not well-formed UTF-8, NULL if all is. */
const char *slice_bad_utf8(struct slice slice);

/* The first name of a list. */
void text_name(struct text *text, const char *names);
void text_slice(struct text *text, struct slice slice);
void text_wide_number(struct text *text, unsigned number);
void text_kanji(struct text *text, unsigned number); /* 1 to 99 */
/* Whether the first names of two lists are the same. */
bool same_first_name(const char *a, const char *b);

/* Fills the fault and returns `error`. `move` may be empty. */
enum error record_wrong(struct record_fault *fault, enum error error, unsigned line, const char *code,
                        const char *message, struct slice move);

/* Empty again, with the same memory. */
void record_clear(struct record *record);
/* Keeps a text in the record; 0 when there is no room (room_used_up is set) or nothing to keep. */
uint32_t record_keep(struct record *record, struct slice text);
/* Adds a line to the comment of the newest ply (or the start). */
void record_comment(struct record *record, struct slice line);
/* Adds a header; false when there are too many. */
bool record_add_header(struct record *record, struct slice key, struct slice value);
/* Plays a move and fills the fault where it is refused. */
enum error record_play(struct record *record, move_t move, unsigned line, struct slice written,
                       struct record_fault *fault);
/* Who wins by an ending said when it is the turn of `mover`. */
enum side ending_winner(enum ending ending, enum side mover);
/* Says how it ended; who won follows from the ending. */
void record_end(struct record *record, enum ending ending);
/* After the last line: an ending that only the rules know. */
void record_close(struct record *record);
/* What an ending is called; NULL where the format has no word. */
const char *ending_kif(enum ending ending);
const char *ending_csa(enum ending ending);

/* One for each format; `rest` begins at the record and is moved behind it, *line counts the lines taken. */
struct record_source {
    struct slice rest;
    unsigned line;
    const struct game *game;
    struct record_fault *fault;
    bool as_others;  /* where only the game's name says the start, it is the one that others mean by it */
    bool only_named; /* set by the reader: so it was */
};
/* Starts the match at the source's line. */
enum error record_begin(struct record *record, const struct record_source *source, const struct ruleset *rules,
                        const char *sfen);
enum error record_read_kif(struct record *record, struct record_source *source);
enum error record_read_csa(struct record *record, struct record_source *source);
enum error record_read_usi(struct record *record, struct record_source *source);
/* The word of CSA for a key of KIF, NULL: none. */
const char *csa_key(struct slice kif);
void record_write_kif(const struct record *record, bool ki2, struct text *text);
void record_write_csa(const struct record *record, struct text *text);
void record_write_usi(const struct record *record, bool sfen, struct text *text);

/* A move without its origin, as in KI2: the slice begins behind the mark of the side. */
enum error record_find_move(struct record *record, struct slice written, unsigned line, struct record_fault *fault,
                            move_t *move);

/* Diagrams and hands (record_diagram.c). */
struct diagram {
    union position_store store; /* only board, hands and side are filled in */
    unsigned ranks;             /* read so far */
};
enum error diagram_rank(struct diagram *diagram, const struct game *game, struct slice line, unsigned number,
                        struct record_fault *fault);
enum error diagram_hand(struct diagram *diagram, const struct game *game, enum side side, struct slice line,
                        unsigned number, struct record_fault *fault);
void diagram_write(const struct game *game, const struct position *position, struct text *text);

/* The distance that tells moves to one square apart (move_text.c): 上 寄 引 and 左 右 直. */
enum mark_motion { MOTION_ANY, MOTION_UP, MOTION_SIDE, MOTION_DOWN };
enum mark_lateral { LATERAL_ANY, LATERAL_LEFT, LATERAL_RIGHT, LATERAL_STRAIGHT };
/* Keeps of the squares `from` those that the marks fit; returns how many are left. */
unsigned marks_filter(const struct game *game, enum side side, square_t to, enum mark_motion motion,
                      enum mark_lateral lateral, square_t *from, unsigned count);

#endif
