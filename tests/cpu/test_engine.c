/*
 * A USI engine for tests: it plays a random legal move, and misbehaves on demand.
 *
 *   test_engine MODE TIMES FILE [OPTIONS]
 *
 * The first TIMES questions, counted in FILE over all processes, are answered as MODE says, later ones properly:
 *   fair, crash (ends), hang (says nothing), illegal, nonsense, flood (a line without end), late (after 300 ms),
 *   resign, thorough (after all of its time). MODE mute: the first TIMES processes do not even say usiok.
 * OPTIONS is what it says of its options, lines separated by '|'; without it, all games of the house and levels.
 */
#include "rules/match.h"
#include "rules/notation.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static struct history_entry entries[MATCH_PLIES_MAX + 1];
static char line[200000];

/* Counts one question; true while the first TIMES are not over. */
static int misbehaves(const char *file, long times)
{
    FILE *f = fopen(file, "a+");
    if (!f)
        exit(3);
    fputc('x', f);
    fflush(f);
    fseek(f, 0, SEEK_END);
    long asked = ftell(f);
    fclose(f);
    return asked <= times;
}

static void set_position(struct match *match, const struct game *game, char *text)
{
    char *moves = strstr(text, " moves ");
    if (moves)
        *moves = '\0';
    if (match_start(match, game, NULL, text, entries, MATCH_PLIES_MAX + 1, NULL))
        exit(4);
    for (char *move = moves ? strtok(moves + 7, " ") : NULL; move; move = strtok(NULL, " "))
        if (match_play_usi(match, move, NULL, NULL))
            exit(5);
}

static void answer(const struct match *match, const char *mode, long movetime)
{
    static struct move_list list;
    char usi[USI_MAX];
    if (!strcmp(mode, "crash"))
        raise(SIGKILL);
    if (!strcmp(mode, "hang"))
        return;
    if (!strcmp(mode, "flood"))
        for (;;)
            fputs("info string and on and on ", stdout);
    if (!strcmp(mode, "late"))
        nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    if (!strcmp(mode, "thorough"))
        nanosleep(&(struct timespec){.tv_sec = movetime / 1000, .tv_nsec = movetime % 1000 * 1000000}, NULL);
    match_moves(match, &list);
    if (!strcmp(mode, "illegal"))
        puts("bestmove 5e5e");
    else if (!strcmp(mode, "nonsense"))
        puts("bestmove certainly, dear opponent");
    else if (!strcmp(mode, "resign") || !list.count)
        puts("bestmove resign");
    else {
        usi_format(match->game, list.moves[(unsigned)rand() % list.count], usi);
        printf("info depth 1 score cp 0 pv %s\nbestmove %s\n", usi, usi);
    }
}

static void say_options(const char *options)
{
    if (options) {
        for (; *options; options++)
            putchar(*options == '|' ? '\n' : *options);
    } else {
        printf("option name UCI_Variant type combo default %s", game_list[0]->name);
        for (unsigned i = 0; i < game_list_count; i++)
            printf(" var %s", game_list[i]->name);
        fputs("\noption name Rule type string default <empty>\n"
              "option name Level type spin default 10 min 1 max 10",
              stdout);
    }
    puts("\nusiok");
}

int main(int argc, char **argv)
{
    static struct match match;
    if (argc != 4 && argc != 5)
        return 2;
    const char *mode = argv[1];
    long times = strtol(argv[2], NULL, 10);
    const struct game *game = game_list[0];
    srand((unsigned)getpid());
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (!strcmp(mode, "mute") && misbehaves(argv[3], times))
        pause();
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (!strcmp(line, "usi"))
            say_options(argc == 5 ? argv[4] : NULL);
        else if (!strcmp(line, "isready"))
            puts("readyok");
        else if (!strncmp(line, "setoption name UCI_Variant value ", 33))
            game = game_find(line + 33) ? game_find(line + 33) : game;
        else if (!strncmp(line, "position sfen ", 14))
            set_position(&match, game, line + 14);
        else if (!strncmp(line, "go ", 3))
            answer(&match, strcmp(mode, "mute") && misbehaves(argv[3], times) ? mode : "fair",
                   strncmp(line, "go movetime ", 12) ? 0 : strtol(line + 12, NULL, 10));
        else if (!strcmp(line, "quit"))
            break;
    }
    return 0;
}
