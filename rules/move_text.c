/*
 * A Japanese move names the square it goes to and the piece. Where legal moves of several pieces with that name go
 * there, marks are added, as the Japanese association asks: first how it moves (up, sideways, down), then 直 for one
 * that steps straight ahead, then left or right, then both. The first that leaves one piece is written; if none does
 * (possible only with pieces that no set has), the square it comes from is. Left, right, up and down are seen by the
 * side that moves.
 */
#include "rules/move_text.h"
#include "rules/notation.h"
#include "rules/record_text.h"

#include <string.h>

static int file_of(const struct game *game, square_t square)
{
    return square / game->ranks;
}

static int rank_of(const struct game *game, square_t square)
{
    return square % game->ranks;
}

/* How far to the right and ahead a step goes, seen by its side. */
static int rightward(const struct game *game, enum side side, square_t from, square_t to)
{
    int files = file_of(game, from) - file_of(game, to);
    return side == SENTE ? files : -files;
}

static int forward(const struct game *game, enum side side, square_t from, square_t to)
{
    int ranks = rank_of(game, from) - rank_of(game, to);
    return side == SENTE ? ranks : -ranks;
}

static bool fits_motion(int ahead, enum mark_motion motion)
{
    return motion == MOTION_ANY || (motion == MOTION_UP && ahead > 0) || (motion == MOTION_SIDE && ahead == 0) ||
           (motion == MOTION_DOWN && ahead < 0);
}

unsigned marks_filter(const struct game *game, enum side side, square_t to, enum mark_motion motion,
                      enum mark_lateral lateral, square_t *from, unsigned count)
{
    unsigned left = 0;
    int extreme = 0;
    for (unsigned i = 0; i < count; i++) {
        int ahead = forward(game, side, from[i], to), right = rightward(game, side, from[i], to);
        if (!fits_motion(ahead, motion) || (lateral == LATERAL_STRAIGHT && !(ahead == 1 && right == 0)))
            continue;
        /* a piece on the left goes rightward */
        if (left == 0 || (lateral == LATERAL_LEFT && right > extreme) || (lateral == LATERAL_RIGHT && right < extreme))
            extreme = right;
        from[left++] = from[i];
    }
    if (lateral != LATERAL_LEFT && lateral != LATERAL_RIGHT)
        return left;
    count = left;
    left = 0;
    for (unsigned i = 0; i < count; i++)
        if (rightward(game, side, from[i], to) == extreme)
            from[left++] = from[i];
    return left;
}

static void wide_square(struct text *text, const struct game *game, square_t square)
{
    text_wide_number(text, (unsigned)file_of(game, square) + 1);
    text_kanji(text, (unsigned)rank_of(game, square) + 1);
}

static void origin(struct text *text, const struct game *game, square_t square)
{
    text_char(text, '(');
    text_number(text, file_of(game, square) + 1);
    if (game->files > 9)
        text_kanji(text, (unsigned)rank_of(game, square) + 1);
    else
        text_number(text, rank_of(game, square) + 1);
    text_char(text, ')');
}

static bool is_igui(const struct position *position, move_t move)
{
    return move_is_double(move) && move_from(move) == move_to(move) && position->board[move_mid(move)] != PIECE_NONE;
}

static bool is_pass(const struct position *position, move_t move)
{
    return move_is_double(move) && move_from(move) == move_to(move) && !is_igui(position, move);
}

/* The square that a move is named by: igui by what it takes. */
static square_t named_square(const struct position *position, move_t move)
{
    return is_igui(position, move) ? move_mid(move) : move_to(move);
}

static const char *name_of(const struct game *game, const struct position *position, move_t move)
{
    unsigned kind = move_is_drop(move) ? move_kind(move) : piece_kind(position->board[move_from(move)]);
    return game->words->pieces[kind].names;
}

/* Whether two moves would be written alike but for marks. */
static bool rivals(const struct game *game, const struct position *position, move_t a, move_t b)
{
    return move_is_double(a) == move_is_double(b) && is_igui(position, a) == is_igui(position, b) &&
           named_square(position, a) == named_square(position, b) &&
           (!move_is_double(a) || is_igui(position, a) || move_mid(a) == move_mid(b)) &&
           (is_igui(position, a) || same_first_name(name_of(game, position, a), name_of(game, position, b)));
}

/* The squares from which a move written like this one may come, its own first; also whether it could be a drop, or be
 * played with or without promotion. */
struct company {
    square_t from[SQUARES_MAX];
    unsigned count;
    bool other_promotes, other_stays;
};

static void find_company(const struct game *game, const struct position *position, const struct move_list *legal,
                         move_t move, struct company *company)
{
    bool seen[SQUARES_MAX] = {false};
    company->count = 0;
    company->other_promotes = company->other_stays = false;
    if (!move_is_drop(move)) {
        company->from[company->count++] = move_from(move);
        seen[move_from(move)] = true;
    }
    for (unsigned i = 0; i < legal->count; i++) {
        move_t other = legal->moves[i];
        if (move_is_drop(other) || !rivals(game, position, move, other))
            continue;
        if (!move_is_drop(move) && move_from(other) == move_from(move)) {
            company->other_promotes |= move_is_promotion(other);
            company->other_stays |= !move_is_promotion(other);
        }
        if (!seen[move_from(other)])
            company->from[company->count++] = move_from(other);
        seen[move_from(other)] = true;
    }
}

static bool tells(const struct game *game, enum side side, square_t to, const struct company *company,
                  enum mark_motion motion, enum mark_lateral lateral)
{
    square_t from[SQUARES_MAX];
    memcpy(from, company->from, sizeof from);
    return marks_filter(game, side, to, motion, lateral, from, company->count) == 1 && from[0] == company->from[0];
}

static void write_marks(struct text *text, const struct game *game, const struct position *position, move_t move,
                        const struct company *company)
{
    static const char *const motions[] = {"", "上", "寄", "引"}, *const laterals[] = {"", "左", "右", "直"};
    enum side side = (enum side)position->side;
    square_t from = move_from(move), to = named_square(position, move);
    if (company->count <= 1)
        return;
    int ahead = forward(game, side, from, to);
    enum mark_motion motion = ahead > 0 ? MOTION_UP : ahead < 0 ? MOTION_DOWN : MOTION_SIDE;
    bool straight = game->words->pieces[piece_kind(position->board[from])].straight;
    for (unsigned with_motion = 0; with_motion < 2; with_motion++) {
        if (!with_motion && tells(game, side, to, company, motion, LATERAL_ANY)) {
            text_string(text, motions[motion]);
            return;
        }
        for (int lateral = LATERAL_STRAIGHT; lateral >= LATERAL_LEFT; lateral--) {
            enum mark_motion also = with_motion ? motion : MOTION_ANY;
            if ((lateral == LATERAL_STRAIGHT && (!straight || with_motion)) ||
                !tells(game, side, to, company, also, (enum mark_lateral)lateral))
                continue;
            text_string(text, laterals[lateral]);
            text_string(text, motions[also]);
            return;
        }
    }
    origin(text, game, from);
}

static void write_japanese(struct text *text, const struct game *game, const struct position *position,
                           const struct move_list *legal, move_t move, square_t previous)
{
    struct company company;
    if (is_pass(position, move)) {
        text_string(text, "じっと");
        return;
    }
    find_company(game, position, legal, move, &company);
    if (is_igui(position, move)) {
        wide_square(text, game, move_mid(move));
        text_string(text, "居喰い");
        if (company.count > 1)
            origin(text, game, move_from(move));
        return;
    }
    if (move_is_double(move)) {
        wide_square(text, game, move_mid(move));
        text_string(text, "・");
        wide_square(text, game, move_to(move));
    } else if (move_to(move) == previous) {
        text_string(text, "同　");
    } else {
        wide_square(text, game, move_to(move));
    }
    text_name(text, name_of(game, position, move));
    if (move_is_drop(move)) {
        if (company.count > 0)
            text_string(text, "打");
        return;
    }
    write_marks(text, game, position, move, &company);
    if (move_is_promotion(move))
        text_string(text, "成");
    else if (company.other_promotes)
        text_string(text, "不成");
}

static void write_kif(struct text *text, const struct game *game, const struct position *position, move_t move,
                      square_t previous)
{
    if (move_is_double(move)) {
        wide_square(text, game, move_mid(move));
        text_string(text, "・");
    }
    if (!move_is_double(move) && move_to(move) == previous)
        text_string(text, "同　");
    else
        wide_square(text, game, move_to(move));
    text_name(text, name_of(game, position, move));
    if (move_is_drop(move)) {
        text_string(text, "打");
        return;
    }
    if (move_is_promotion(move))
        text_string(text, "成");
    origin(text, game, move_from(move));
}

static void usi_square(struct text *text, const struct game *game, square_t square)
{
    char word[4];
    square_format(game, square, word);
    text_string(text, word);
}

static void step_to(struct text *text, const struct game *game, const struct position *position, square_t square)
{
    text_char(text, position->board[square] != PIECE_NONE ? 'x' : '-');
    usi_square(text, game, square);
}

static void write_western(struct text *text, const struct game *game, const struct position *position,
                          const struct move_list *legal, move_t move)
{
    struct company company;
    if (is_pass(position, move)) {
        text_string(text, "--");
        return;
    }
    if (move_is_drop(move)) {
        text_char(text, game->pieces[move_kind(move)].letter);
        text_char(text, '*');
        usi_square(text, game, move_to(move));
        return;
    }
    find_company(game, position, legal, move, &company);
    const struct piece_info *info = &game->pieces[piece_kind(position->board[move_from(move)])];
    bool ambiguous = false;
    for (unsigned i = 1; i < company.count; i++)
        ambiguous |= position->board[company.from[i]] == position->board[move_from(move)];
    if (info->promoted)
        text_char(text, '+');
    text_char(text, info->letter);
    if (ambiguous)
        usi_square(text, game, move_from(move));
    if (is_igui(position, move)) {
        text_string(text, "x!");
        usi_square(text, game, move_mid(move));
        return;
    }
    if (move_is_double(move))
        step_to(text, game, position, move_mid(move));
    step_to(text, game, position, move_to(move));
    if (move_is_promotion(move))
        text_char(text, '+');
    else if (company.other_promotes)
        text_char(text, '=');
}

void move_text(const struct game *game, const struct position *position, const struct move_list *legal, move_t move,
               square_t previous, enum move_style style, char *out)
{
    struct text text = text_into(out, MOVE_TEXT_MAX);
    char usi[USI_MAX];
    if (style == MOVE_USI || !game->words) {
        usi_format(game, move, usi);
        text_string(&text, usi);
    } else if (style == MOVE_WESTERN) {
        write_western(&text, game, position, legal, move);
    } else if (style == MOVE_KIF) {
        write_kif(&text, game, position, move, previous);
    } else {
        write_japanese(&text, game, position, legal, move, previous);
    }
}
