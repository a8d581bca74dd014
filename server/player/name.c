/*
 * A name is read once, character by character: what script each is of says whether it may stand there. Then what it
 * reads like is compared with what is reserved.
 */
#include "server/player/name.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum script { NONE, JOINER, MARK, DIGIT, LETTER, LATIN, GREEK, CYRILLIC };

/* The scripts whose letters look alike; any others are LETTER. In order; what lies between is NONE. */
static const struct range {
    uint32_t first, last;
    enum script script;
} ranges[] = {
    {' ', ' ', JOINER},         {'\'', '\'', JOINER},       {'-', '.', JOINER},
    {'0', '9', DIGIT},          {'A', 'Z', LATIN},          {'_', '_', JOINER},
    {'a', 'z', LATIN},          {0xC0, 0xD6, LATIN},        {0xD8, 0xF6, LATIN},
    {0xF8, 0x17F, LATIN},       {0x180, 0x1BF, LATIN},      {0x1C4, 0x24F, LATIN}, /* 01C0..01C3 look like | and ! */
    {0x300, 0x36F, MARK},       {0x386, 0x386, GREEK},      {0x388, 0x38A, GREEK},
    {0x38C, 0x38C, GREEK},      {0x38E, 0x3A1, GREEK},      {0x3A3, 0x3CE, GREEK},
    {0x400, 0x481, CYRILLIC},   {0x483, 0x489, MARK},       {0x48A, 0x52F, CYRILLIC},
    {0x531, 0x556, LETTER},                                                         /* Armenian */
    {0x561, 0x586, LETTER},     {0x591, 0x5C7, MARK},       {0x5D0, 0x5EA, LETTER}, /* Hebrew */
    {0x620, 0x63F, LETTER},                                                         /* Arabic; 0640 only stretches */
    {0x641, 0x64A, LETTER},     {0x64B, 0x65F, MARK},       {0x671, 0x6D3, LETTER},
    {0x904, 0x939, LETTER}, /* Devanagari, whose vowel signs stand behind a letter; no nukta, which composes */
    {0x93C, 0x93C, MARK},       {0x93E, 0x94D, LETTER},     {0xE01, 0xE3A, LETTER}, /* Thai */
    {0xE40, 0xE4E, LETTER},     {0x1AB0, 0x1AFF, MARK},     {0x1DC0, 0x1DFF, MARK},
    {0x1E00, 0x1EFF, LATIN},    {0x2019, 0x2019, JOINER},   {0x20D0, 0x20FF, MARK},
    {0x3005, 0x3007, LETTER},   {0x3041, 0x3096, LETTER}, /* kana */
    {0x3099, 0x309A, MARK},     {0x309D, 0x309E, LETTER},   {0x30A1, 0x30FA, LETTER},
    {0x30FB, 0x30FB, JOINER},   {0x30FC, 0x30FE, LETTER},   {0x31F0, 0x31FF, LETTER},
    {0x3400, 0x4DBF, LETTER},                             /* kanji */
    {0x4E00, 0x9FFF, LETTER},   {0xAC00, 0xD7A3, LETTER}, /* Hangul */
    {0xFE20, 0xFE2F, MARK},     {0x20000, 0x2A6DF, LETTER}, {0x2A700, 0x2EBE0, LETTER},
    {0x30000, 0x323AF, LETTER},
};

static enum script script_of(uint32_t character)
{
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges && ranges[i].first <= character; i++)
        if (character <= ranges[i].last)
            return ranges[i].script;
    return NONE;
}

/* A vowel sign, which needs a letter before it. */
static bool leans(uint32_t character)
{
    return (character >= 0x93E && character <= 0x94D) || character == 0xE31 ||
           (character >= 0xE34 && character <= 0xE3A) || (character >= 0xE47 && character <= 0xE4E);
}

/* The next character of well-formed UTF-8; 0 at the end, and for what is malformed (then *at is not at the end). */
static uint32_t next_character(const char **at)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *bytes = (const unsigned char *)*at;
    unsigned length = bytes[0] < 0x80 ? 1 : bytes[0] < 0xC0 ? 0 : bytes[0] < 0xE0 ? 2 : bytes[0] < 0xF0 ? 3 : 4;
    if (!bytes[0] || !length || bytes[0] > 0xF4)
        return 0;
    uint32_t character = length == 1 ? bytes[0] : bytes[0] & (0x7Fu >> length);
    for (unsigned i = 1; i < length; i++) {
        if ((bytes[i] & 0xC0) != 0x80)
            return 0;
        character = character << 6 | (bytes[i] & 0x3F);
    }
    if (character < least[length])
        return 0;
    *at += length;
    return character;
}

/* ---- what a name reads like ---- */

/* A small Latin letter, or the letter that a digit looks like; 0: no such. */
static char plain(uint32_t c)
{
    static const char digits[] = "oizeasbtbg";
    static const char accents[] = "aaaaaaaceeeeiiiidnooooo.ouuuuyps"; /* C0..DF */
    static const char more[] = "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkkllllllllll"
                               "nnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";
    /* 100..17F */
    _Static_assert(sizeof accents == 33 && sizeof more == 129, "one letter each");
    if (c >= 'A' && c <= 'Z')
        return (char)(c - 'A' + 'a');
    if (c >= 'a' && c <= 'z')
        return (char)c;
    if (c >= '0' && c <= '9')
        return digits[c - '0'];
    if (c >= 0xC0 && c <= 0xFF)
        return accents[(c - 0xC0) & 31];
    return c >= 0x100 && c <= 0x17F ? more[c - 0x100] : 0;
}

/* l and i look alike. Every other script keeps its bytes, joiners are dropped. `out` has room for the name. */
static void read_as(const char *name, char *out)
{
    for (const char *at = name, *from = at; *at; from = at) {
        uint32_t character = next_character(&at);
        char letter = plain(character);
        if (letter) {
            *out++ = letter == 'l' ? 'i' : letter;
        } else if (script_of(character) != JOINER) {
            memcpy(out, from, (size_t)(at - from));
            out += at - from;
        }
    }
    *out = '\0';
}

static bool is_reserved(const char *name)
{
    /* As read_as() writes them. Whole names, and how names begin. */
    static const char *const whole[] = {"bot",  "engine", "moteur",  "house",  "admin",
                                        "root", "system", "systeme", "server", "serveur"};
    static const char *const beginnings[] = {"cpu",         "computer",     "ordinateur", "shogikan", "moderat",
                                             "administrat", "コンピュータ", "将棋館",     "運営",     "管理者"};
    char reads[PLAYER_NAME_MAX];
    read_as(name, reads);
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        if (!strcmp(reads, whole[i]))
            return true;
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (!strncmp(reads, beginnings[i], strlen(beginnings[i])))
            return true;
    return false;
}

/* ---- reading ---- */

/* Checks `size` bytes, without spaces around them. */
static enum name_fault check(const char *text, size_t size)
{
    unsigned count = 0;
    bool letters = false, dot = false;        /* dot: "J. R." may have one before a space, and at its end */
    enum script before = JOINER, word = NONE; /* word: of Latin, Greek, Cyrillic, which this word has */
    for (const char *at = text; at < text + size; count++) {
        uint32_t character = next_character(&at);
        enum script script = character ? script_of(character) : NONE;
        if (script == MARK || (leans(character) && before != LETTER))
            return NAME_MARK;
        if (script == NONE || (script == JOINER && before == JOINER && !(dot && character == ' ')))
            return NAME_CHARACTER;
        if (script == JOINER)
            word = NONE;
        if (script >= LATIN) {
            if (word != NONE && word != script)
                return NAME_MIXED;
            word = script;
        }
        letters |= script >= LETTER;
        before = script;
        dot = character == '.';
    }
    if (before == JOINER && !dot)
        return NAME_CHARACTER;
    return count > NAME_CHARACTERS_MAX ? NAME_LONG : letters ? NAME_FINE : NAME_LETTERS;
}

enum name_fault name_check(const char *text, char out[PLAYER_NAME_MAX])
{
    out[0] = '\0';
    text += strspn(text, " ");
    size_t size = strlen(text);
    while (size && text[size - 1] == ' ')
        size--;
    if (!size)
        return NAME_FINE;
    if (size >= PLAYER_NAME_MAX)
        return NAME_LONG;
    char name[PLAYER_NAME_MAX];
    memcpy(name, text, size);
    name[size] = '\0';
    enum name_fault fault = check(name, size);
    if (fault)
        return fault;
    if (is_reserved(name))
        return NAME_RESERVED;
    memcpy(out, name, size + 1);
    return NAME_FINE;
}

static const struct {
    const char *code, *text;
} faults[] = {
#define X(name, code, text) {code, text},
    NAME_FAULT_LIST(X)
#undef X
};

const char *name_fault_code(enum name_fault fault)
{
    return faults[fault].code;
}

const char *name_fault_text(enum name_fault fault)
{
    return faults[fault].text;
}
