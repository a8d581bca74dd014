/*
 * Finds the weights of a game's evaluation from games that the engine played (tools/selfplay).
 *
 *   tune --game G [--rounds N] [--reach PLIES] [--hold POSITIONS] [--rate WEIGHTS] [--note TEXT] data... > weights.c
 *
 * The present weights, those the program was built with, are the start and what the new ones are held to. Without data
 * the present weights are written as they are. The new source says what it was made from; it has no date, and the same
 * data gives the same file.
 */
#include "tools/tune/tune.h"

#include <stdlib.h>
#include <string.h>

enum { COMMENT_MAX = 2048 };

struct options {
    const struct evaluation *evaluation;
    struct fit fit;
    const char *note;
    char **paths;
    int path_count;
};

static int refuse(const char *what, const char *detail)
{
    fprintf(stderr, "tune: %s: %s\n", what, detail);
    return 2;
}

static int read_option(struct options *options, const char *name, const char *value)
{
    char *end;
    double number = strtod(value, &end);
    bool is_number = end != value && !*end && number >= 0;
    if (strcmp(name, "--note") == 0) {
        options->note = value;
        return 0;
    }
    if (!is_number)
        return refuse(name, "no such argument, or its value is no number");
    if (strcmp(name, "--rounds") == 0 && number <= 100000)
        options->fit.rounds = (unsigned)number;
    else if (strcmp(name, "--reach") == 0 && number >= 1)
        options->fit.reach = number;
    else if (strcmp(name, "--hold") == 0)
        options->fit.hold = number;
    else if (strcmp(name, "--rate") == 0)
        options->fit.rate = number;
    else
        return refuse(name, "no such argument, or out of range");
    return 0;
}

static int read_arguments(int argc, char **argv, struct options *options)
{
    *options = (struct options){.fit = {.rounds = 100, .reach = 20, .hold = 1000, .rate = 4}};
    if (argc < 3 || strcmp(argv[1], "--game"))
        return refuse("--game", "comes first");
    for (unsigned i = 0; evaluation_list[i]; i++) {
        if (strcmp(evaluation_list[i]->game->name, argv[2]) == 0)
            options->evaluation = evaluation_list[i];
    }
    if (!options->evaluation)
        return refuse("--game: no such game", argv[2]);
    if (!options->evaluation->tuning)
        return refuse("--game: its evaluation has no weights to tune", argv[2]);
    int i = 3;
    for (; i + 1 < argc && strncmp(argv[i], "--", 2) == 0; i += 2) {
        int code = read_option(options, argv[i], argv[i + 1]);
        if (code)
            return code;
    }
    options->paths = argv + i;
    options->path_count = argc - i;
    return 0;
}

static void describe(char *comment, const struct options *options, const struct data *data, const struct losses *losses)
{
    const struct fit *fit = &options->fit;
    const char *note = options->note ? options->note : "";
    snprintf(comment, COMMENT_MAX,
             "tune --game %s --rounds %u --reach %.0f --hold %.0f --rate %.0f\n"
             "%zu positions of %u games, scale %.0f; loss %.5f -> %.5f, held out %.5f -> %.5f%s%s\n",
             options->evaluation->game->name, fit->rounds, fit->reach, fit->hold, fit->rate, data->count, data->games,
             fit->scale, losses->before, losses->after, losses->held_before, losses->held_after, *note ? "\n" : "",
             note);
}

static bool tune(struct options *options, struct data *data, double *weights)
{
    const struct tuning *tuning = options->evaluation->tuning;
    struct losses losses;
    char comment[COMMENT_MAX];
    for (int i = 0; i < options->path_count; i++) {
        if (!data_read(data, options->evaluation, options->paths[i]))
            return false;
    }
    for (unsigned i = 0; i < tuning->count; i++)
        weights[i] = tuning->weights[i];
    if (data->count == 0)
        return write_weights(stdout, options->evaluation, weights, options->note ? options->note : "as they were");
    options->fit.scale = fit_scale(data, tuning);
    fprintf(stderr, "tune: %zu positions, %.1f terms each, scale %.0f\n", data->count,
            (double)data->term_count / (double)data->count, options->fit.scale);
    if (!fit_weights(data, tuning, &options->fit, weights, &losses))
        return false;
    describe(comment, options, data, &losses);
    return write_weights(stdout, options->evaluation, weights, comment);
}

int main(int argc, char **argv)
{
    struct options options;
    struct data data = {0};
    int code = read_arguments(argc, argv, &options);
    if (code)
        return code;
    double *weights = calloc(options.evaluation->tuning->count, sizeof *weights);
    code = weights && tune(&options, &data, weights) ? 0 : 1;
    free(weights);
    data_release(&data);
    return code;
}
