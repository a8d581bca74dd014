#include "rules/fault.h"
#include "base/text.h"

#include <stddef.h>

void fault_set(struct fault *fault, const char *code, unsigned offset, const char *message, const char *detail)
{
    if (!fault)
        return;
    fault->code = code;
    fault->offset = offset;
    struct text text = text_into(fault->message, sizeof fault->message);
    text_string(&text, message);
    if (detail) {
        text_string(&text, ": ");
        text_string(&text, detail);
    }
}
