/*
 * Logistic regression. A score s stands for the chance 1 / (1 + exp(-s / scale)) that sente wins. What is wanted for a
 * position looks ahead in its game: the chance that the search saw there, then, with a weight that fades over `reach`
 * plies, those it saw later, and behind them all the result. The loss is the cross-entropy between wanted and given,
 * and a pull that keeps each weight near its old value unless enough positions speak against it. Full gradients with
 * Adam: nothing is drawn, so the same data gives the same weights.
 */
#include "tools/tune/tune.h"

#include <math.h>
#include <stdlib.h>

static double chance(double score, double scale)
{
    return 1 / (1 + exp(-score / scale));
}

static double score_of(const struct data *data, size_t i, const double *weights)
{
    const struct sample *sample = &data->samples[i];
    double score = sample->rest;
    for (uint64_t at = sample->first; at < sample[1].first; at++)
        score += weights[data->terms[at].weight] * data->terms[at].times;
    return score;
}

static bool is_held(const struct sample *sample)
{
    return sample->game % HELD_GAMES == 0;
}

/* From the last position of each game back to its first. */
static void set_wanted(struct data *data, const struct fit *fit)
{
    double ahead = 0;
    for (size_t i = data->count; i-- > 0;) {
        struct sample *sample = &data->samples[i];
        bool last = i + 1 == data->count || sample[1].game != sample->game;
        double plies = last ? 1 : sample[1].number - sample->number;
        double fading = pow(1 - 1 / fit->reach, plies);
        ahead = fading * (last ? sample->result / 2.0 : ahead) + (1 - fading) * chance(sample->score, fit->scale);
        sample->wanted = (float)ahead;
    }
}

static double cross_entropy(double wanted, double given)
{
    const double least = 1e-9;
    given = fmin(fmax(given, least), 1 - least);
    return -wanted * log(given) - (1 - wanted) * log(1 - given);
}

static double scale_loss(const struct data *data, const double *scores, double scale)
{
    double loss = 0;
    for (size_t i = 0; i < data->count; i++)
        loss += cross_entropy(data->samples[i].result / 2.0, chance(scores[i], scale));
    return loss;
}

/* The loss has one minimum over the scale: a search by thirds. */
double fit_scale(const struct data *data, const struct tuning *tuning)
{
    double *weights = calloc(tuning->count, sizeof *weights), *scores = calloc(data->count, sizeof *scores);
    double low = 50, high = 3000;
    if (weights && scores) {
        for (unsigned i = 0; i < tuning->count; i++)
            weights[i] = tuning->weights[i];
        for (size_t i = 0; i < data->count; i++)
            scores[i] = score_of(data, i, weights);
        while (high - low > 1) {
            double third = (high - low) / 3;
            if (scale_loss(data, scores, low + third) < scale_loss(data, scores, high - third))
                high -= third;
            else
                low += third;
        }
    }
    free(weights);
    free(scores);
    return floor((low + high) / 2);
}

/* The gradient over the positions to learn from; mean losses over those and over the held out ones. */
static void gradient_of(const struct data *data, const struct fit *fit, const double *weights, double *gradient,
                        double *loss, double *held)
{
    size_t learnt = 0, kept = 0;
    *loss = *held = 0;
    for (size_t i = 0; i < data->count; i++) {
        const struct sample *sample = &data->samples[i];
        double given = chance(score_of(data, i, weights), fit->scale), wanted = sample->wanted;
        if (is_held(sample)) {
            *held += cross_entropy(wanted, given);
            kept++;
            continue;
        }
        *loss += cross_entropy(wanted, given);
        learnt++;
        double error = (given - wanted) / fit->scale;
        for (uint64_t at = sample->first; at < sample[1].first; at++)
            gradient[data->terms[at].weight] += error * data->terms[at].times;
    }
    *loss /= learnt ? (double)learnt : 1;
    *held /= kept ? (double)kept : 1;
}

bool fit_weights(struct data *data, const struct tuning *tuning, const struct fit *fit, double *weights,
                 struct losses *losses)
{
    const double keep_mean = 0.9, keep_square = 0.999;
    /* The curvature of one position's loss by a weight that counts once is at most 1 / (4 scale^2). */
    double pull = fit->hold / (4 * fit->scale * fit->scale);
    unsigned count = tuning->count;
    double *memory = calloc(3 * (size_t)count, sizeof *memory);
    if (!memory)
        return false;
    set_wanted(data, fit);
    double *gradient = memory, *mean = memory + count, *square = memory + 2 * (size_t)count;
    for (unsigned round = 0; round <= fit->rounds; round++) {
        double loss, held;
        for (unsigned i = 0; i < count; i++)
            gradient[i] = pull * (weights[i] - tuning->weights[i]);
        gradient_of(data, fit, weights, gradient, &loss, &held);
        if (round == 0)
            *losses = (struct losses){.before = loss, .held_before = held};
        losses->after = loss;
        losses->held_after = held;
        if (round % 25 == 0)
            fprintf(stderr, "  round %u: loss %.6f, held out %.6f\n", round, loss, held);
        if (round == fit->rounds)
            break;
        double rate = fit->rate * (1 - 0.95 * round / fit->rounds);
        double young = 1 - pow(keep_mean, round + 1), young_square = 1 - pow(keep_square, round + 1);
        for (unsigned i = 0; i < count; i++) {
            mean[i] = keep_mean * mean[i] + (1 - keep_mean) * gradient[i];
            square[i] = keep_square * square[i] + (1 - keep_square) * gradient[i] * gradient[i];
            weights[i] -= rate * (mean[i] / young) / (sqrt(square[i] / young_square) + 1e-9);
        }
    }
    free(memory);
    return true;
}
