/*
 * The weights as a C source. One array, a comment before each group, a line (or more) for each row, so that a diff
 * shows what changed.
 */
#include "tools/tune/tune.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum { COLUMNS = 120 };

static void write_row(FILE *out, const double *weights, unsigned count)
{
    int column = fprintf(out, "   ");
    for (unsigned i = 0; i < count; i++) {
        char number[32];
        int length = snprintf(number, sizeof number, " %.0f,", round(weights[i]) + 0.0);
        if (column + length > COLUMNS) {
            fputs("\n   ", out);
            column = 3;
        }
        fputs(number, out);
        column += length;
    }
    fputc('\n', out);
}

bool write_weights(FILE *out, const struct evaluation *evaluation, const double *weights, const char *comment)
{
    const struct tuning *tuning = evaluation->tuning;
    const char *game = evaluation->game->name;
    fprintf(out, "/*\n * The weights of the evaluation, written by tools/tune; see docs/tuning.md. Do not edit.\n *\n");
    for (const char *line = comment, *end; *line; line = *end ? end + 1 : end) {
        end = line + strcspn(line, "\n");
        fprintf(out, " * %.*s\n", (int)(end - line), line);
    }
    fprintf(out, " */\n#include \"games/%s/eval/weights.h\"\n\n", game);
    fprintf(out, "/* clang-format off */\nconst int16_t %s_weights[] = {\n", game);
    for (const struct weight_group *group = tuning->groups; group->name; group++) {
        fprintf(out, "    /* %s */\n", group->name);
        for (unsigned at = 0; at < group->count; at += group->row, weights += group->row)
            write_row(out, weights, group->row);
    }
    fprintf(out,
            "};\n\n_Static_assert(sizeof %s_weights == sizeof(struct %s_weights), \"one weight for each member\");\n",
            game, game);
    return fflush(out) == 0 && !ferror(out);
}
