/*
 * Positions as sparse rows. A position has some hundred coefficients that are not zero among some thousand weights.
 */
#include "rules/notation.h"
#include "tools/tune/tune.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool out_of_memory(void)
{
    fprintf(stderr, "tune: out of memory\n");
    return false;
}

static bool make_room(struct data *data, unsigned terms)
{
    if (data->count + 2 > data->capacity) {
        size_t capacity = data->capacity ? 2 * data->capacity : 1 << 16;
        struct sample *samples = realloc(data->samples, capacity * sizeof *samples);
        if (!samples)
            return out_of_memory();
        data->samples = samples;
        data->capacity = capacity;
    }
    if (data->term_count + terms > data->term_capacity) {
        uint64_t capacity = data->term_capacity ? data->term_capacity * 3 / 2 : 1 << 24;
        struct term *grown = realloc(data->terms, capacity * sizeof *grown);
        if (!grown)
            return out_of_memory();
        data->terms = grown;
        data->term_capacity = capacity;
    }
    return true;
}

/* One line: sfen, score, result, local rules, between tabs. */
static bool read_line(struct data *data, const struct evaluation *evaluation, char *line, int16_t *coefficients)
{
    const struct tuning *tuning = evaluation->tuning;
    union position_store position;
    struct fault fault = {0};
    struct ruleset rules;
    int score, result, at = 0;
    char *tab = strchr(line, '\t');
    line[strcspn(line, "\n")] = '\0';
    if (!tab || sscanf(tab, "\t%d\t%d%n", &score, &result, &at) != 2 || result < 0 || result > 2 ||
        abs(score) > INT16_MAX || tab[at] != '\t' ||
        ruleset_parse(evaluation->game, &rules, tab + at + 1, NULL) != OK) {
        fprintf(stderr, "tune: not written by selfplay for this game: %s\n", line);
        return false;
    }
    *tab = '\0';
    if (sfen_parse(evaluation->game, &rules, line, &position, &fault) != OK) {
        fprintf(stderr, "tune: %s: %s\n", line, fault.message);
        return false;
    }
    if (!make_room(data, tuning->count))
        return false;
    memset(coefficients, 0, tuning->count * sizeof *coefficients);
    int rest = tuning->trace(&position.head, coefficients);
    unsigned number = position.head.number;
    if (data->count == 0 || number <= data->samples[data->count - 1].number)
        data->games++;
    struct sample *sample = &data->samples[data->count++];
    *sample = (struct sample){.first = data->term_count,
                              .game = data->games,
                              .number = (uint16_t)number,
                              .rest = (int16_t)rest,
                              .score = (int16_t)score,
                              .result = (uint8_t)result};
    for (unsigned i = 0; i < tuning->count; i++) {
        if (coefficients[i])
            data->terms[data->term_count++] = (struct term){(uint16_t)i, coefficients[i]};
    }
    data->samples[data->count].first = data->term_count;
    return true;
}

bool data_read(struct data *data, const struct evaluation *evaluation, const char *path)
{
    int16_t *coefficients = malloc(evaluation->tuning->count * sizeof *coefficients);
    FILE *in = fopen(path, "r");
    char line[SFEN_MAX + RULES_TEXT_MAX + 64];
    bool fine = coefficients && in;
    if (!in)
        fprintf(stderr, "tune: %s: %s\n", path, strerror(errno));
    while (fine && fgets(line, sizeof line, in))
        fine = read_line(data, evaluation, line, coefficients);
    if (in)
        fclose(in);
    free(coefficients);
    return fine;
}

void data_release(struct data *data)
{
    free(data->samples);
    free(data->terms);
}
