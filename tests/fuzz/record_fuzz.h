/*
 * What the fuzz targets of the record readers share. A record that is read is written in every format that its game
 * has, and comes back the same from its own; one that is refused has a reason and a line.
 */
#ifndef TESTS_FUZZ_RECORD_FUZZ_H
#define TESTS_FUZZ_RECORD_FUZZ_H

#include "tests/records/same.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { FUZZ_PLIES = 300, FUZZ_TEXT = 1 << 14, FUZZ_OUT = 1 << 17, FUZZ_RECORDS = 8 };

struct fuzz_room {
    struct record record;
    struct history_entry entries[FUZZ_PLIES + 1];
    struct record_ply plies[FUZZ_PLIES + 1];
    char text[FUZZ_TEXT];
};

static inline void must(bool condition)
{
    if (!condition)
        abort();
}

static inline struct record *fuzz_use(struct fuzz_room *room)
{
    record_init(&room->record, room->entries, room->plies, FUZZ_PLIES + 1, room->text, sizeof room->text);
    return &room->record;
}

static inline void fuzz_write(const struct record *record, enum record_format from)
{
    static struct fuzz_room back;
    static char out[FUZZ_OUT];
    char rules[RULES_TEXT_MAX];
    ruleset_format(record->match.game, &record->match.start.head.rules, rules);
    for (unsigned format = 0; format < RECORD_FORMATS; format++) {
        size_t size;
        struct record_cursor cursor = {.offset = 0};
        struct record_fault fault;
        if (format == RECORD_SFEN && *rules)
            continue; /* has no place for local rules */
        enum error error = record_write(record, (enum record_format)format, out, sizeof out, &size);
        must(error == OK || error == ERR_UNKNOWN);
        if (error != OK)
            continue;
        must(strlen(out) == size);
        /* texts that are odd may move in the head of another format; the game is the same in all of them */
        bool whole = format == (unsigned)from && !record->room_used_up;
        must(record_read(fuzz_use(&back), (enum record_format)format, record->match.game, out, size, &cursor, &fault) ==
             OK);
        must(record_difference(record, &back.record, whole && format == RECORD_KIF ? SAME_ENDING | SAME_TIMES : 0) ==
             NULL);
    }
}

static inline void fuzz_read(enum record_format format, const uint8_t *data, size_t size)
{
    static struct fuzz_room room;
    struct record_fault fault = {.line = 0};
    const char *text = (const char *)data;
    struct record_cursor cursor = {.offset = 0};
    enum error error = OK;
    (void)record_detect(text, size);
    for (unsigned i = 0; i < FUZZ_RECORDS && error == OK; i++) {
        size_t before = cursor.offset;
        error = record_read(fuzz_use(&room), format, NULL, text, size, &cursor, &fault);
        must(cursor.offset >= before && cursor.offset <= size);
        if (error == OK)
            fuzz_write(&room.record, format);
    }
    must(error == OK || error == ERR_NOT_FOUND || (fault.code && *fault.message && fault.line >= 1));
}

#endif
