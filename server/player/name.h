/*
 * Display names: chosen, not registered, so two players may have the same. What a name may be:
 *
 *   - at most NAME_CHARACTERS_MAX characters and PLAYER_NAME_MAX - 1 bytes of UTF-8; none at all takes the name away
 *   - letters of Latin (with accents), Greek, Cyrillic, Armenian, Hebrew, Arabic, Devanagari, Thai, Hangul, kana and
 *     kanji; the digits 0 to 9; and between them one of space, - ' ’ . _ ・ (a dot also before a space, and at the end)
 *   - at least one letter
 *   - composed (NFC): combining marks are refused, but for the vowel signs of Devanagari and Thai, which have no other
 *     form. Nothing that is allowed can be composed further, so what is accepted is in NFC
 *   - within a word not letters of two of Latin, Greek and Cyrillic, whose letters look alike
 *   - nothing that reads like the computer or the house: compared in small letters without accents, with digits for the
 *     letters that they look like
 *
 * Control characters, marks of direction, zero-width characters, private ones, and whole-width or mathematical doubles
 * of letters are among what is not allowed. Pure; any thread.
 */
#ifndef SERVER_PLAYER_NAME_H
#define SERVER_PLAYER_NAME_H

#include "server/player/player.h"

enum { NAME_CHARACTERS_MAX = 20 };

/* X(name, code, English sentence) */
#define NAME_FAULT_LIST(X)                                                                                             \
    X(NAME_FINE, "", "")                                                                                               \
    X(NAME_LONG, "name_long", "a name has at most 20 characters and 40 bytes")                                         \
    X(NAME_CHARACTER, "name_character", "a name has letters, digits, and single spaces or - ' . _ between them")       \
    X(NAME_MARK, "name_mark", "a name is composed (NFC), without combining marks")                                     \
    X(NAME_LETTERS, "name_letters", "a name has at least one letter")                                                  \
    X(NAME_MIXED, "name_mixed", "a word has letters of one of Latin, Greek and Cyrillic, which look alike")            \
    X(NAME_RESERVED, "name_reserved", "a name does not read like the computer or the house")

/* clang-format off */
enum name_fault {
#define X(name, code, text) name,
    NAME_FAULT_LIST(X)
#undef X
    NAME_FAULTS
};
/* clang-format on */

/* Whether this is a name, and if so, as it is kept, without spaces around it. `out` is "" on a fault. */
enum name_fault name_check(const char *text, char out[PLAYER_NAME_MAX]);
/* "name_mixed", and what is wrong, in English. */
const char *name_fault_code(enum name_fault fault);
const char *name_fault_text(enum name_fault fault);

#endif
