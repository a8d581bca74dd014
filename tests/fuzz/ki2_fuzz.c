/* Game records in KI2: see record_fuzz.h. */
#include "tests/fuzz/record_fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_read(RECORD_KI2, data, size);
    return 0;
}
