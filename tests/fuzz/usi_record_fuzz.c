/* Game records in USI and SFEN, which have one reader: see record_fuzz.h. */
#include "tests/fuzz/record_fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_read(RECORD_USI, data, size);
    return 0;
}
