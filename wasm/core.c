/*
 * The flat C interface of one game's rules for a browser; core.ts is its only caller and has the types.
 *
 * All memory is static: `in` for text that comes, `out` for text that goes (it always ends in NUL), and SLOTS matches
 * with their histories. A slot that is not in use is a bug of the caller and traps.
 */
#include "wasm/core.h"
#include "base/text.h"
#include "rules/match.h"
#include "rules/notation.h"
#include "rules/perft.h"

#include <string.h>

enum {
    IN_MAX = SFEN_MAX + RULES_TEXT_MAX,
    OUT_MAX = 128 << 10, /* MOVE_LIST_MAX moves with their counts fit */
    SLOTS = 16,
    DEPTH_MAX = 32,
    HAND_BYTES = SIDES * HAND_KINDS,
};

struct slot {
    bool used;
    struct match match;
    struct history_entry entries[MATCH_PLIES_MAX + 1];
};

static char in[IN_MAX];
static char out[OUT_MAX];
static uint8_t board[SQUARES_MAX + HAND_BYTES];
static struct slot slots[SLOTS];

/* What the module exports, each under its own name. Lengths and yes/no are numbers; text is in `out`. */
EXPORT(core_in) char *core_in(void);
EXPORT(core_in_size) int core_in_size(void);
EXPORT(core_out) char *core_out(void);
EXPORT(core_matches) int core_matches(void);
EXPORT(core_choose) int core_choose(void);
EXPORT(core_info) int core_info(void);
EXPORT(core_start) int core_start(void);
EXPORT(core_free) void core_free(int slot);
EXPORT(core_sfen) int core_sfen(int slot);
EXPORT(core_turn) int core_turn(int slot);
EXPORT(core_ply) int core_ply(int slot);
EXPORT(core_legal) int core_legal(int slot);
EXPORT(core_moves) int core_moves(int slot);
EXPORT(core_play) int core_play(int slot);
EXPORT(core_explain) int core_explain(int slot);
EXPORT(core_check) int core_check(int slot);
EXPORT(core_result) int core_result(int slot);
EXPORT(core_back) int core_back(int slot);
EXPORT(core_board) uint8_t *core_board(int slot);
EXPORT(core_moves_as) int core_moves_as(int slot);
EXPORT(core_captures_left) int core_captures_left(int slot, int side);
EXPORT(core_perft) uint64_t core_perft(int slot, unsigned depth);
EXPORT(core_divide) int core_divide(int slot, unsigned depth);

/* Of a module with several games: the one that it was made to be about. */
static const struct game *chosen;

const struct game *game_only(void)
{
    return game_list_count == 1 ? game_list[0] : chosen;
}

static const struct game *the_game(void)
{
    return chosen ? chosen : game_list[0];
}

/* From now on everything is about the game whose name stands in `in`. -1: there is none of that name. Before any match.
 */
int core_choose(void)
{
    for (unsigned i = 0; i < game_list_count; i++)
        if (strcmp(game_list[i]->name, in) == 0) {
            chosen = game_list[i];
            return 0;
        }
    return -1;
}

struct match *match_of(int slot)
{
    if (slot < 0 || slot >= SLOTS || !slots[slot].used)
        __builtin_trap();
    return &slots[slot].match;
}

static struct text begin(void)
{
    return text_into(out, OUT_MAX);
}

static int length_of(const struct text *text)
{
    return (int)(text->at - out);
}

char *core_in(void)
{
    return in;
}

int core_in_size(void)
{
    return IN_MAX;
}

char *core_out(void)
{
    return out;
}

int core_matches(void)
{
    return SLOTS;
}

/* "key": for the next value; the keys and names of a game are plain words, nothing needs escaping. */
static void write_key(struct text *text, const char *key)
{
    if (text->at[-1] != '{')
        text_char(text, ',');
    text_char(text, '"');
    text_string(text, key);
    text_string(text, "\":");
}

static void write_number(struct text *text, const char *key, long long number)
{
    write_key(text, key);
    text_number(text, number);
}

static void write_flag(struct text *text, const char *key, bool flag)
{
    write_key(text, key);
    text_string(text, flag ? "true" : "false");
}

static void write_text(struct text *text, const char *key, const char *value)
{
    write_key(text, key);
    text_char(text, '"');
    text_string(text, value);
    text_char(text, '"');
}

static void write_piece(struct text *text, unsigned kind, const struct piece_info *piece)
{
    char letter[2] = {piece->letter, '\0'}, sfen[3] = {'+', piece->letter, '\0'};
    text_char(text, '{');
    write_number(text, "kind", kind);
    write_text(text, "letter", letter);
    write_flag(text, "promoted", piece->promoted);
    write_flag(text, "royal", piece->royal);
    write_number(text, "promotes", piece->promotes);
    write_number(text, "inHand", piece->in_hand);
    write_text(text, "sfen", piece->promoted ? sfen : letter);
    text_char(text, '}');
}

static void write_rule(struct text *text, const struct local_rule *rule)
{
    text_char(text, '{');
    write_text(text, "name", rule->name);
    write_key(text, "values");
    if (rule->values) {
        text_char(text, '[');
        for (unsigned i = 0; rule->values[i]; i++) {
            text_string(text, i ? ",\"" : "\"");
            text_string(text, rule->values[i]);
            text_char(text, '"');
        }
        text_char(text, ']');
    } else {
        text_string(text, "null");
    }
    write_number(text, "max", rule->max);
    text_char(text, '}');
}

/* struct game as JSON: `GameInfo` of core.ts. */
int core_info(void)
{
    const struct game *game = the_game();
    struct text text = begin();
    text_char(&text, '{');
    write_text(&text, "name", game->name);
    write_number(&text, "files", game->files);
    write_number(&text, "ranks", game->ranks);
    write_number(&text, "zone", game->zone);
    write_flag(&text, "drops", game->drops);
    write_number(&text, "minutes", game->minutes);
    write_text(&text, "startSfen", game->start_sfen);
    write_text(&text, "handOrder", game->hand_order);
    write_text(&text, "third", game->third == SFEN_HANDS ? "hands" : "mark");
    write_number(&text, "rulesVersion", game->rules_version);
    write_key(&text, "pieces");
    text_char(&text, '[');
    for (unsigned kind = 1; game->pieces[kind].letter; kind++) {
        if (kind > 1)
            text_char(&text, ',');
        write_piece(&text, kind, &game->pieces[kind]);
    }
    text_char(&text, ']');
    write_key(&text, "rules");
    text_char(&text, '[');
    for (unsigned i = 0; i < game->rule_count; i++) {
        if (i)
            text_char(&text, ',');
        write_rule(&text, &game->rules[i]);
    }
    text_string(&text, "]}");
    return length_of(&text);
}

/* "code\nat\nmessage: detail" and a negative number. */
static int refuse(const char *code, const char *at, const char *message, const char *detail)
{
    struct text text = begin();
    text_string(&text, code);
    text_char(&text, '\n');
    text_string(&text, at);
    text_char(&text, '\n');
    text_string(&text, message);
    if (*detail) {
        text_string(&text, ": ");
        text_string(&text, detail);
    }
    return -1;
}

/* Starts from `in`: local rules, then, after a line break, the SFEN (without one: the usual start). The slot. */
int core_start(void)
{
    int slot = 0;
    struct ruleset rules;
    struct fault fault;
    char bad[RULES_TEXT_MAX];
    while (slot < SLOTS && slots[slot].used)
        slot++;
    if (slot == SLOTS)
        return refuse(error_code(ERR_BUSY), "matches", "too many matches at a time; free() those not in use", "");
    char *sfen = strchr(in, '\n');
    if (sfen)
        *sfen++ = '\0';
    enum error error = ruleset_parse(the_game(), &rules, in, bad);
    if (error != OK)
        return refuse(error_code(error), "rules", "no local rule or value of this game", bad);
    struct slot *free = &slots[slot];
    if (match_start(&free->match, the_game(), &rules, sfen, free->entries, MATCH_PLIES_MAX + 1, &fault) != OK)
        return refuse(fault.code, "sfen", fault.message, "");
    free->used = true;
    return slot;
}

void core_free(int slot)
{
    (void)match_of(slot);
    slots[slot].used = false;
}

int core_sfen(int slot)
{
    sfen_format(the_game(), &match_of(slot)->now.head, out);
    return (int)strlen(out);
}

int core_turn(int slot)
{
    return match_of(slot)->now.head.side;
}

int core_ply(int slot)
{
    return (int)match_of(slot)->history.count;
}

static int write_moves(const struct move_list *list)
{
    struct text text = begin();
    for (unsigned i = 0; i < list->count; i++) {
        char usi[USI_MAX];
        usi_format(the_game(), list->moves[i], usi);
        if (i)
            text_char(&text, ' ');
        text_string(&text, usi);
    }
    return (int)list->count;
}

/* The legal moves, separated by spaces, in no particular order; how many. */
int core_legal(int slot)
{
    struct move_list list;
    match_moves(match_of(slot), &list);
    return write_moves(&list);
}

/* What the pieces can do, whether or not the game is over: for pictures of how they move. */
int core_moves(int slot)
{
    struct move_list list;
    the_game()->generate(&match_of(slot)->now.head, NULL, &list);
    return write_moves(&list);
}

static void write_squares(struct text *text, const struct square_set *set)
{
    bool first = true;
    for (square_t square = 0; square < game_squares(the_game()); square++) {
        if (!square_set_has(set, square))
            continue;
        char name[4];
        square_format(the_game(), square, name);
        if (!first)
            text_char(text, ' ');
        first = false;
        text_string(text, name);
    }
}

/* Plays the move in `in`. 0 and its canonical spelling, or a negative number and "code\nrule\nsquares". */
int core_play(int slot)
{
    struct match *match = match_of(slot);
    struct explanation why;
    enum error error = match_play_usi(match, in, &why, NULL);
    struct text text = begin();
    if (error == OK) {
        usi_format(the_game(), match->history.entries[match->history.count - 1].move, out);
        return 0;
    }
    text_string(&text, error_code(error));
    text_char(&text, '\n');
    text_string(&text, error == ERR_ILLEGAL ? why.rule : "");
    text_char(&text, '\n');
    if (error == ERR_ILLEGAL)
        write_squares(&text, &why.squares);
    return -1;
}

/* Why the move in `in` would be refused: 0, or a negative number and "rule\nsquares". */
int core_explain(int slot)
{
    struct explanation why = {.rule = error_code(ERR_SYNTAX)};
    move_t move;
    if (usi_parse(the_game(), in, &move, NULL) == OK && match_legal(match_of(slot), move, &why) != MOVE_NONE)
        return 0;
    struct text text = begin();
    text_string(&text, why.rule);
    text_char(&text, '\n');
    write_squares(&text, &why.squares);
    return -1;
}

/* Whether the side to move is in check; the squares of the pieces that give it. */
int core_check(int slot)
{
    struct square_set givers = {{0}};
    bool check = the_game()->check(&match_of(slot)->now.head, &givers);
    struct text text = begin();
    if (check)
        write_squares(&text, &givers);
    return check;
}

/* "winner reason", or nothing while the game goes on. */
int core_result(int slot)
{
    struct verdict verdict = match_of(slot)->verdict;
    struct text text = begin();
    if (verdict.reason == REASON_NONE)
        return 0;
    text_string(&text, winner_name(verdict.winner));
    text_char(&text, ' ');
    text_string(&text, reason_name(verdict.reason));
    return 1;
}

int core_back(int slot)
{
    return match_back(match_of(slot));
}

/* A byte for each square (rules/piece.h), then the hands: sente's kinds 0..7, gote's. */
uint8_t *core_board(int slot)
{
    const struct position *position = &match_of(slot)->now.head;
    unsigned squares = game_squares(the_game());
    memcpy(board, position->board, squares);
    memcpy(board + squares, position->hand, sizeof position->hand);
    return board;
}

/* "8g:15" for each piece that moves as another kind does, separated by spaces; the length of it. */
int core_moves_as(int slot)
{
    const struct position *position = &match_of(slot)->now.head;
    struct text text = begin();
    for (square_t square = 0; the_game()->moves_as && square < game_squares(the_game()); square++) {
        if (position->board[square] == PIECE_NONE)
            continue;
        unsigned kind = the_game()->moves_as(position, square);
        if (kind == piece_kind(position->board[square]))
            continue;
        char name[4];
        square_format(the_game(), square, name);
        if (text.at != out)
            text_char(&text, ' ');
        text_string(&text, name);
        text_char(&text, ':');
        text_number(&text, kind);
    }
    return length_of(&text);
}

/* Captures that a side (0: sente, 1: gote) still needs to win; -1 where captures do not decide. */
int core_captures_left(int slot, int side)
{
    const struct position *position = &match_of(slot)->now.head;
    if (!the_game()->captures_left)
        return -1;
    return (int)the_game()->captures_left(position, side ? GOTE : SENTE);
}

uint64_t core_perft(int slot, unsigned depth)
{
    union position_store position = match_of(slot)->now;
    return perft_nodes(the_game(), &position.head, depth < DEPTH_MAX ? depth : DEPTH_MAX);
}

static void write_entry(void *context, move_t move, uint64_t nodes)
{
    struct text *text = context;
    char usi[USI_MAX];
    usi_format(the_game(), move, usi);
    if (text->at != out)
        text_char(text, ' ');
    text_string(text, usi);
    text_char(text, ':');
    text_number(text, (long long)nodes);
}

/* "usi:nodes" for each root move, separated by spaces; the length of it. */
int core_divide(int slot, unsigned depth)
{
    struct text text = begin();
    union position_store position = match_of(slot)->now;
    if (depth)
        perft_divide(the_game(), &position.head, depth < DEPTH_MAX ? depth : DEPTH_MAX, write_entry, &text);
    return length_of(&text);
}
