/*
 * Conversations with the real executable over pipes: what a USI program, a table, or a fool might say.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { ANSWER_MAX = 1 << 20 };

struct talk {
    pid_t child;
    FILE *to, *from;
    char answer[ANSWER_MAX]; /* all that was heard so far */
    size_t heard;
};

static int set_up(void **state)
{
    struct talk *talk = calloc(1, sizeof *talk);
    int to[2], from[2];
    assert_non_null(talk);
    assert_int_equal(pipe(to), 0);
    assert_int_equal(pipe(from), 0);
    talk->child = fork();
    assert_true(talk->child >= 0);
    if (talk->child == 0) {
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        close(to[0]);
        close(to[1]);
        close(from[0]);
        close(from[1]);
        alarm(120); /* a hang fails the test */
        execl(ENGINE_EXECUTABLE, ENGINE_EXECUTABLE, "usi", (char *)NULL);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    talk->to = fdopen(to[1], "w");
    talk->from = fdopen(from[0], "r");
    *state = talk;
    return 0;
}

static void say(struct talk *talk, const char *text)
{
    fputs(text, talk->to);
    fflush(talk->to);
}

/* Reads lines until one begins with `start`, which is returned; the test fails at the end of the output. */
static const char *hear(struct talk *talk, const char *start)
{
    for (;;) {
        char *line = talk->answer + talk->heard;
        if (!fgets(line, (int)(ANSWER_MAX - talk->heard), talk->from))
            fail_msg("no \"%s\" in:\n%s", start, talk->answer);
        talk->heard += strlen(line);
        if (strncmp(line, start, strlen(start)) == 0)
            return line;
    }
}

/* Everything was answered and the engine still listens. */
static const char *all(struct talk *talk)
{
    size_t before = talk->heard;
    say(talk, "isready\n");
    hear(talk, "readyok");
    return talk->answer + before;
}

static int tear_down(void **state)
{
    struct talk *talk = *state;
    int status;
    say(talk, "quit\n");
    fclose(talk->to);
    while (fgetc(talk->from) != EOF)
        ;
    fclose(talk->from);
    waitpid(talk->child, &status, 0);
    free(talk);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -1;
}

static void it_introduces_itself(void **state)
{
    struct talk *talk = *state;
    say(talk, "usi\n");
    hear(talk, "usiok");
    assert_non_null(strstr(talk->answer, "id name "));
    assert_non_null(strstr(talk->answer, "id author "));
    assert_non_null(strstr(talk->answer, "option name USI_Hash type spin default 16 "));
    assert_non_null(strstr(talk->answer, "option name UCI_Variant type combo default shogi var "));
    assert_non_null(strstr(talk->answer, "option name Level type spin default 10 min 1 max 10"));
    assert_non_null(strstr(talk->answer, "option name Threads type spin default 1 min 1 max 64"));
    assert_non_null(strstr(talk->answer, "option name MultiPV type spin default 1 min 1 max 500"));
    assert_non_null(strstr(talk->answer, "option name Rule_chu_lion_trade type combo default protected var protected"));
    assert_non_null(strstr(talk->answer, "option name Rule_shogi_move_limit type spin default 0 min 0 max 10000"));
    say(talk, "isready\nusinewgame\n");
    hear(talk, "readyok");
}

static void it_finds_a_mate_and_says_so(void **state)
{
    struct talk *talk = *state;
    say(talk, "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1\ngo depth 4\n");
    assert_string_equal(hear(talk, "bestmove"), "bestmove G*5b\n");
    assert_non_null(strstr(talk->answer, "score mate 1 "));
    say(talk, "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1 moves G*5b\ngo depth 4\n");
    assert_string_equal(hear(talk, "bestmove"), "bestmove resign\n");
    assert_non_null(strstr(talk->answer, "checkmate"));
}

static void stop_ends_an_infinite_search(void **state)
{
    struct talk *talk = *state;
    say(talk, "position startpos moves 7g7f\ngo infinite\n");
    hear(talk, "info depth 5");
    assert_null(strstr(all(talk), "bestmove")); /* isready is answered in the middle of a search */
    say(talk, "stop\n");
    hear(talk, "bestmove");
    /* A search that is through long before (mate) waits for stop as well. */
    say(talk, "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1\ngo infinite\n");
    hear(talk, "info depth");
    assert_null(strstr(all(talk), "bestmove"));
    say(talk, "stop\n");
    assert_string_equal(hear(talk, "bestmove"), "bestmove G*5b\n");
    say(talk, "stop\n"); /* nothing to stop */
    assert_null(strstr(all(talk), "error"));
}

static void several_lines_are_told_apart(void **state)
{
    struct talk *talk = *state;
    say(talk, "setoption name MultiPV value 3\nposition startpos moves 7g7f\ngo depth 4\n");
    hear(talk, "bestmove");
    const char *first = strstr(talk->answer, "info depth 4 "), *second = strstr(first + 1, "info depth 4 ");
    const char *third = strstr(second + 1, "info depth 4 ");
    assert_true(first && second && third && !strstr(third + 1, "info depth 4 "));
    assert_true(strstr(first, "multipv 1 ") < second && strstr(second, "multipv 2 ") < third);
    assert_non_null(strstr(third, "multipv 3 "));
    /* More lines than there are moves. */
    say(talk, "setoption name MultiPV value 500\nposition sfen 8k/6R2/9/9/9/9/9/9/K8 w - 1\ngo depth 2\n");
    hear(talk, "bestmove");
}

static void threads_can_be_had(void **state)
{
    struct talk *talk = *state;
    say(talk, "setoption name Threads value 3\nposition startpos\ngo nodes 20000\n");
    hear(talk, "bestmove");
    say(talk, "go infinite\n");
    hear(talk, "info depth 4");
    say(talk, "stop\n");
    hear(talk, "bestmove");
    say(talk, "setoption name Threads value 1\ngo nodes 500\n");
    hear(talk, "bestmove");
}

static void a_mate_is_proved_on_demand(void **state)
{
    struct talk *talk = *state;
    say(talk, "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1\ngo mate 10000\n");
    assert_string_equal(hear(talk, "checkmate"), "checkmate G*5b\n");
    say(talk, "position sfen l7l/4k4/3pg4/4S4/9/9/9/9/4K4 b 2GBR 1\ngo mate infinite\n");
    const char *line = hear(talk, "checkmate");
    unsigned blanks = 0;
    for (const char *c = line; *c; c++)
        blanks += *c == ' ';
    assert_int_equal(blanks, 5); /* five plies */
    say(talk, "position startpos\ngo mate\n");
    assert_string_equal(hear(talk, "checkmate"), "checkmate nomate\n");
    /* After the end of a game there is nothing to prove. */
    say(talk, "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1 moves G*5b\ngo mate infinite\n");
    assert_string_equal(hear(talk, "checkmate"), "checkmate nomate\n");
    say(talk, "setoption name UCI_Variant value hasami\ngo mate infinite\n");
    assert_string_equal(hear(talk, "checkmate"), "checkmate notimplemented\n");
}

/* The rules of a game are kept for when it is chosen, and used at once where it is. */
static void local_rules_are_options(void **state)
{
    struct talk *talk = *state;
    say(talk, "setoption name Rule_chu_lion_trade value off\nd\n");
    assert_non_null(strstr(all(talk), "rules \"\""));
    say(talk, "setoption name UCI_Variant value chu\nd\n");
    assert_non_null(strstr(all(talk), "rules \"lion_trade=off\""));
    say(talk, "setoption name Rule_chu_move_limit value 300\nd\n");
    assert_non_null(strstr(all(talk), "rules \"move_limit=300 lion_trade=off\""));
    say(talk, "setoption name Rule_chu_lion_trade value perhaps\n");
    assert_non_null(strstr(all(talk), "info string error setoption: Rule_chu_lion_trade \"perhaps\""));
}

/* What a program says around a game. */
static void the_words_around_a_game_are_understood(void **state)
{
    struct talk *talk = *state;
    say(talk, "usi\n");
    hear(talk, "usiok");
    say(talk, "setoption name USI_Ponder value true\nsetoption name USI_Hash value 32\n");
    assert_null(strstr(all(talk), "error"));
    say(talk, "usinewgame\nposition startpos moves 7g7f\ngo btime 60000 wtime 60000 byoyomi 100\n");
    hear(talk, "bestmove");
    say(talk, "gameover win\ngameover lose\ngameover draw\n");
    assert_null(strstr(all(talk), "error"));
}

static void a_new_command_ends_a_running_search(void **state)
{
    struct talk *talk = *state;
    say(talk, "go infinite\nposition startpos moves 2g2f\ngo nodes 500\n");
    hear(talk, "bestmove");
    hear(talk, "bestmove");
}

static void pondering_waits_for_the_hit_or_for_stop(void **state)
{
    struct talk *talk = *state;
    say(talk, "position startpos moves 7g7f 3c3d\ngo ponder btime 0 wtime 0 byoyomi 200\n");
    hear(talk, "info depth 6");
    assert_null(strstr(all(talk), "bestmove"));
    say(talk, "ponderhit\n");
    hear(talk, "bestmove");
    say(talk, "ponderhit\n");
    assert_non_null(strstr(all(talk), "info string error ponderhit"));
    say(talk, "go ponder movetime 100\n");
    hear(talk, "info depth 6");
    say(talk, "stop\n");
    hear(talk, "bestmove");
}

struct wrong {
    const char *line, *error;
};

static void wrong_input_is_named_and_changes_nothing(void **state)
{
    struct talk *talk = *state;
    static const struct wrong lines[] = {
        {"hello\n", "unknown command \"hello\""},
        {"\x01\xff\n", "unknown command \"??\""},
        {"position\n", "position: say startpos or sfen"},
        {"position sfen\n", "position: sfen"},
        {"position sfen 9/9 b - 1\n", "position: sfen at byte"},
        {"position sfen 4k4/9/9/9/9/9/9/9/4K4 b 99G 1\n", "position: sfen at byte"},
        {"position startpos 7g7f\n", "position: \"7g7f\" where moves should begin"},
        {"position startpos moves 7g7e\n", "moves[0] \"7g7e\""},
        {"position startpos moves 7g7f 3c3d 8h2b 1a1d\n", "moves[3] \"1a1d\""},
        {"position startpos moves 7g7f nonsense\n", "moves[1] \"nonsense\""},
        {"go\n", "go: the last position was refused"},
        {"position startpos\n", NULL},
        {"go depth\n", "go: no such value for \"depth\""},
        {"go depth -3\n", "go: no such value"},
        {"go nodes 99999999999999999999999\n", "go: no such value"},
        {"go btime 1e9\n", "go: no such value"},
        {"go quickly\n", "go: unknown limit \"quickly\""},
        {"go mate soon\n", "go: no such value for \"mate\""},
        {"setoption name Threads value 0\n", "Threads wants a number from 1 to 64"},
        {"setoption name MultiPV value many\n", "MultiPV wants"},
        {"setoption name Rule_shogi_weather value fine\n", "no option \"Rule_shogi_weather\""},
        {"setoption name Rule_ value fine\n", "no option \"Rule_\""},
        {"setoption\n", "setoption"},
        {"setoption name Level value 11\n", "Level wants a number from 1 to 10"},
        {"setoption name Level value\n", "Level wants"},
        {"setoption name USI_Hash value 99999999\n", "USI_Hash wants"},
        {"setoption name Colour value red\n", "no option \"Colour\""},
        {"setoption name UCI_Variant value go\n", "no game \"go\""},
        {"setoption name Rule value bad=1\n", "Rule \"bad"},
        {"setoption name Rule value move_limit=-1\n", "Rule \"move_limit=-1\""},
        {"setoption name Rule value move_limit=300\n", NULL},
        {"setoption name Rule value <empty>\n", NULL},
        {"\n   \n\t\n", NULL},
    };
    for (unsigned i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        say(talk, lines[i].line);
        const char *answer = all(talk);
        const char *error = strstr(answer, "info string error");
        if (!!error != !!lines[i].error || (error && !strstr(error, lines[i].error)))
            fail_msg("to \"%s\": %s", lines[i].line, answer);
    }
    say(talk, "position startpos\ngo nodes 300\n");
    hear(talk, "bestmove");
}

static void lines_without_end_are_refused_and_cost_nothing(void **state)
{
    struct talk *talk = *state;
    for (unsigned i = 0; i < 3 * 1024 * 1024 / 8; i++)
        fputs(" startpo", talk->to);
    say(talk, "\n");
    assert_non_null(strstr(all(talk), "info string error a line is longer than"));
    fwrite("position\0startpos\n", 1, 18, talk->to);
    assert_non_null(strstr(all(talk), "NUL"));
    say(talk, "position sfen ");
    for (unsigned i = 0; i < 2000; i++)
        fputc('9', talk->to);
    say(talk, "\n");
    assert_non_null(strstr(all(talk), "info string error position: sfen is longer"));
}

static void a_long_game_fits_and_repetition_ends_it(void **state)
{
    struct talk *talk = *state;
    say(talk, "position startpos moves 5i5h 5a5b 5h5i 5b5a 5i5h 5a5b 5h5i 5b5a\ngo nodes 500\n");
    assert_string_not_equal(hear(talk, "bestmove"), "bestmove resign\n");
    say(talk, "position startpos moves 5i5h 5a5b 5h5i 5b5a 5i5h 5a5b 5h5i 5b5a 5i5h 5a5b 5h5i 5b5a\ngo nodes 500\n");
    assert_string_equal(hear(talk, "bestmove"), "bestmove resign\n");
    assert_non_null(strstr(talk->answer, "the game is over: repetition"));
    say(talk, "position startpos moves");
    for (unsigned i = 0; i < 20000; i++)
        fputs(" 5i5h", talk->to);
    say(talk, "\n");
    assert_non_null(strstr(all(talk), "info string error"));
}

static void levels_and_clocks_are_obeyed(void **state)
{
    struct talk *talk = *state;
    for (int level = 1; level <= 10; level++) {
        fprintf(talk->to, "setoption name Level value %d\nposition startpos moves 7g7f\ngo nodes 2000\n", level);
        fflush(talk->to);
        hear(talk, "bestmove");
    }
    say(talk, "setoption name Level value 10\ngo btime 1000 wtime 100 binc 0 winc 50\n");
    hear(talk, "bestmove");
    say(talk, "go btime -20 wtime -20 byoyomi 50\n");
    hear(talk, "bestmove");
    say(talk, "go movetime 30\n");
    hear(talk, "bestmove");
}

static void the_end_of_the_input_ends_it_after_its_answer(void **state)
{
    struct talk *talk = *state;
    say(talk, "position startpos\ngo nodes 3000\n");
    fflush(talk->to);
    close(fileno(talk->to));
    hear(talk, "bestmove");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        TEST(it_introduces_itself),
        TEST(it_finds_a_mate_and_says_so),
        TEST(stop_ends_an_infinite_search),
        TEST(several_lines_are_told_apart),
        TEST(threads_can_be_had),
        TEST(a_mate_is_proved_on_demand),
        TEST(local_rules_are_options),
        TEST(the_words_around_a_game_are_understood),
        TEST(a_new_command_ends_a_running_search),
        TEST(pondering_waits_for_the_hit_or_for_stop),
        TEST(wrong_input_is_named_and_changes_nothing),
        TEST(lines_without_end_are_refused_and_cost_nothing),
        TEST(a_long_game_fits_and_repetition_ends_it),
        TEST(levels_and_clocks_are_obeyed),
        TEST(the_end_of_the_input_ends_it_after_its_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
