/* The tables of rules/board9.h, written at build time by rules/gen/board9_tables.c. */
#include "rules/board9.h"

#define SET(high, low) BOARD9(high##ULL, low##ULL)
#include "rules/board9_tables.inc"
