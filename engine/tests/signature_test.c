/*
 * The bench signature is the agreed one. A change of search or evaluation changes it: then look at what changed, and
 * write the new number into engine/bench.signature in the same commit.
 */
#include "engine/bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static void the_signature_is_the_agreed_one(void **state)
{
    (void)state;
    struct bench_total total;
    unsigned long long agreed;
    FILE *file = fopen("engine/bench.signature", "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%llu", &agreed), 1);
    fclose(file);
    assert_true(bench_search(BENCH_DEPTH, NULL, false, &total));
    assert_int_equal(total.nodes, agreed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_signature_is_the_agreed_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
