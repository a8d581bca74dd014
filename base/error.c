#include "base/error.h"

const char *error_code(enum error error)
{
    switch (error) {
#define X(name, code, text)                                                                                            \
    case name:                                                                                                         \
        return code;
        ERROR_LIST(X)
#undef X
    case OK:
    case ERROR_BEFORE_FIRST:
        break;
    }
    return "ok";
}

const char *error_text(enum error error)
{
    switch (error) {
#define X(name, code, text)                                                                                            \
    case name:                                                                                                         \
        return text;
        ERROR_LIST(X)
#undef X
    case OK:
    case ERROR_BEFORE_FIRST:
        break;
    }
    return "no error";
}
