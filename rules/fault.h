/*
 * What is wrong with a text that a stranger wrote: a code for programs, a sentence for programmers, and where.
 */
#ifndef RULES_FAULT_H
#define RULES_FAULT_H

enum { FAULT_MESSAGE_MAX = 160 };

struct fault {
    const char *code;                /* static: "bad_square", ... */
    unsigned offset;                 /* byte of the text at which reading failed */
    char message[FAULT_MESSAGE_MAX]; /* English, one sentence without the full stop */
};

/* Fills *fault (ignored when NULL): `message` is cut to fit, `detail` (may be NULL) is appended after ": ". */
void fault_set(struct fault *fault, const char *code, unsigned offset, const char *message, const char *detail);

#endif
