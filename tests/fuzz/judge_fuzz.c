/* Lines of judge: any bytes get exactly one line, which is JSON, an object, and an error or an answer. */
#include "tools/judge.h"

#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(int condition)
{
    if (!condition)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct judge *judge; /* one for all inputs, as in the command: nothing of a line may reach the next */
    char *answer = NULL;
    size_t length = 0;
    if (!judge)
        judge = judge_new();
    FILE *out = open_memstream(&answer, &length);
    must(judge && out);
    judge_line(judge, (const char *)data, size, out);
    must(fclose(out) == 0);
    must(length > 1 && answer[length - 1] == '\n' && memchr(answer, '\n', length) == answer + length - 1);
    json_t *json = json_loadb(answer, length, JSON_REJECT_DUPLICATES, NULL);
    must(json_is_object(json));
    must((json_object_get(json, "error") == NULL) == (json_object_get(json, "sfen") != NULL));
    json_decref(json);
    free(answer);
    return 0;
}
