/*
 * The USI loop; the options are in usi_options.c. Lines are read by the thread that called usi_run(); a search runs in
 * a second one, so `stop`, `isready` and `quit` are heard at once. Any other command first ends a running search.
 *
 * What is not understood is answered with `info string error <command>: ...` and changes nothing, except that `go`
 * refuses to think about anything after a `position` that was refused.
 */
#include "engine/usi.h"
#include "engine/engine.h"
#include "rules/notation.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MATCH_ENTRIES = MATCH_PLIES_MAX + 1 };

void usi_say(struct usi *usi, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    flockfile(usi->out);
    vfprintf(usi->out, format, arguments);
    putc('\n', usi->out);
    fflush(usi->out);
    funlockfile(usi->out);
    va_end(arguments);
}

char *usi_word(char **at)
{
    char *word = *at + strspn(*at, " \t");
    if (*word == '\0')
        return NULL;
    *at = word + strcspn(word, " \t");
    if (**at)
        *(*at)++ = '\0';
    return word;
}

/* The position of a fresh match becomes the one thought about. */
static enum error set_position(struct usi *usi, const char *sfen, struct fault *fault)
{
    struct match match;
    enum error error = match_start(&match, usi->evaluation->game, &usi->rules, sfen, usi->spare, MATCH_ENTRIES, fault);
    if (error != OK)
        return error;
    usi->match = match;
    usi->match.history.entries = usi->spare;
    usi->spare = usi->entries;
    usi->entries = usi->match.history.entries;
    return OK;
}

void usi_start_game(struct usi *usi)
{
    struct fault fault;
    tt_clear(&usi->table);
    crew_forget(usi->crew);
    if (usi->mate)
        mate_forget(usi->mate);
    usi->positioned = set_position(usi, NULL, &fault) == OK;
}

/* Four words of SFEN, the last may be missing; *word is left at what follows. */
static bool read_sfen(char **at, char **word, char *sfen)
{
    size_t length = 0;
    sfen[0] = '\0';
    for (unsigned field = 0; *word && field < 4 && strcmp(*word, "moves") != 0; field++) {
        size_t size = strlen(*word);
        if (length + size + 2 > SFEN_MAX)
            return false;
        if (length)
            sfen[length++] = ' ';
        memcpy(sfen + length, *word, size + 1);
        length += size;
        *word = usi_word(at);
    }
    return true;
}

static void play_moves(struct usi *usi, char *at)
{
    struct fault fault;
    char *word;
    for (unsigned i = 0; (word = usi_word(&at)); i++) {
        struct explanation why;
        enum error error = match_play_usi(&usi->match, word, &why, &fault);
        if (error == OK)
            continue;
        const char *text = error == ERR_ILLEGAL || error == ERR_SYNTAX ? fault.message : error_text(error);
        usi_say(usi, "info string error position: moves[%u] \"%.16s\": %s", i, word, text);
        usi->positioned = false;
        return;
    }
}

static void read_position(struct usi *usi, char *at)
{
    char sfen[SFEN_MAX];
    struct fault fault = {.message = ""};
    char *word = usi_word(&at);
    bool start = word && strcmp(word, "startpos") == 0;
    usi->positioned = false;
    if (!start && (!word || strcmp(word, "sfen") != 0)) {
        usi_say(usi, "info string error position: say startpos or sfen");
        return;
    }
    word = usi_word(&at);
    if (!start && !read_sfen(&at, &word, sfen)) {
        usi_say(usi, "info string error position: sfen is longer than %d bytes", SFEN_MAX - 1);
        return;
    }
    if (word && strcmp(word, "moves") != 0) {
        usi_say(usi, "info string error position: \"%.32s\" where moves should begin", word);
        return;
    }
    enum error error = set_position(usi, start ? NULL : sfen, &fault);
    if (error != OK) {
        usi_say(usi, "info string error position: sfen at byte %u: %s", fault.offset,
                fault.message[0] ? fault.message : error_text(error));
        return;
    }
    usi->positioned = true;
    if (word)
        play_moves(usi, at);
}

static void describe(struct usi *usi)
{
    char sfen[SFEN_MAX], rules[RULES_TEXT_MAX];
    const struct match *match = &usi->match;
    sfen_format(match->game, &match->now.head, sfen);
    ruleset_format(match->game, &usi->rules, rules);
    usi_say(usi, "info string %s sfen %s rules \"%s\" key %016llx moves %u eval %d", match->game->name, sfen, rules,
            (unsigned long long)match->now.head.key, match->game->count(&match->now.head, &match->history),
            usi->evaluation->score(&match->now.head));
}

/* Returns false when the conversation is over. */
static bool obey(struct usi *usi, char *line)
{
    char *command = usi_word(&line);
    if (!command)
        return true;
    if (strcmp(command, "isready") == 0) {
        usi_say(usi, "readyok");
    } else if (strcmp(command, "ponderhit") == 0) {
        usi_ponderhit(usi);
    } else {
        usi_stop(usi);
        if (strcmp(command, "quit") == 0)
            return false;
        if (strcmp(command, "usi") == 0)
            usi_introduce(usi);
        else if (strcmp(command, "setoption") == 0)
            usi_set_option(usi, line);
        else if (strcmp(command, "usinewgame") == 0)
            usi_start_game(usi);
        else if (strcmp(command, "position") == 0)
            read_position(usi, line);
        else if (strcmp(command, "go") == 0)
            usi_go(usi, line);
        else if (strcmp(command, "d") == 0)
            describe(usi);
        else if (strcmp(command, "stop") != 0 && strcmp(command, "gameover") != 0) {
            for (char *c = command; *c; c++)
                *c = isprint((unsigned char)*c) ? *c : '?';
            usi_say(usi, "info string error unknown command \"%.32s\"", command);
        }
    }
    return true;
}

static void converse(struct usi *usi)
{
    for (;;) {
        char *line;
        switch (line_next(&usi->lines, &line)) {
        case LINE_READ:
            if (!obey(usi, line))
                return;
            break;
        case LINE_OVERLONG:
            usi_say(usi, "info string error a line is longer than %d bytes", LINE_BYTES_MAX);
            break;
        case LINE_BINARY:
            usi_say(usi, "info string error a line holds a NUL byte");
            break;
        case LINE_END:
            usi_finish(usi);
            return;
        }
    }
}

enum error usi_run(int in, FILE *out, size_t megabytes)
{
    struct usi *usi = calloc(1, sizeof *usi);
    enum error error = ERR_NO_MEMORY;
    if (!usi)
        return error;
    usi->out = out;
    usi->clock = engine_clock_system();
    usi->entries = calloc(MATCH_ENTRIES, sizeof *usi->entries);
    usi->spare = calloc(MATCH_ENTRIES, sizeof *usi->spare);
    pthread_mutex_init(&usi->thinking.lock, NULL);
    pthread_cond_init(&usi->thinking.change, NULL);
    atomic_init(&usi->thinking.mate_stop, false);
    line_reader_init(&usi->lines, in);
    if (usi->entries && usi->spare && tt_resize(&usi->table, megabytes) == OK && crew_create(&usi->crew) == OK) {
        if (usi_default_options(usi)) {
            error = OK;
            converse(usi);
        }
    }
    pthread_cond_destroy(&usi->thinking.change);
    pthread_mutex_destroy(&usi->thinking.lock);
    crew_free(usi->crew);
    mate_free(usi->mate);
    tt_release(&usi->table);
    free(usi->chosen);
    free(usi->entries);
    free(usi->spare);
    free(usi);
    return error;
}

int engine_usi(int argc, char **argv)
{
    if (argc > 1) {
        fprintf(stderr, "usi: no arguments are taken, but there is \"%.64s\"\n", argv[1]);
        return 2;
    }
    enum error error = usi_run(STDIN_FILENO, stdout, TT_MEGABYTES_USUAL);
    if (error != OK)
        fprintf(stderr, "usi: %s\n", error_text(error));
    return error == OK ? 0 : 1;
}
