/*
 * The wire: reading what a client sends, writing what a server sends. The structs are generated from wire.json into
 * wire.h; docs/protocol.md says what the messages mean. Pure functions, any thread; jansson allocates while reading,
 * in proportion to a text of at most WIRE_MESSAGE_BYTES.
 */
#ifndef PROTOCOL_PROTOCOL_H
#define PROTOCOL_PROTOCOL_H

#include "base/error.h"
#include "protocol/wire.h"
#include <stddef.h>

enum { WIRE_AT_MAX = 65, WIRE_TEXT_MAX = 161, WIRE_ID_MAX = 37 }; /* NUL included */

/* What is wrong with a message. Everything in it is well-formed UTF-8. */
struct wire_fault {
    enum error error;
    char at[WIRE_AT_MAX];        /* the field, "" for the message as a whole; a stranger's text: cut to fit */
    char message[WIRE_TEXT_MAX]; /* English, for programmers; holds nothing of the stranger's */
    char id[WIRE_ID_MAX];        /* the command's id where one could be read, otherwise "" */
};

/*
 * Reads one message. Strict: an unknown, missing or doubled field, a wrong type, bad UTF-8 or a NUL is refused.
 * ERR_TOO_LONG (the message or a string), ERR_SYNTAX, ERR_RANGE (a number), ERR_UNKNOWN (a message, a field or a value
 * of no meaning), ERR_NO_MEMORY. *message is unspecified on failure; *fault is filled on failure only.
 */
MUST_CHECK enum error wire_decode(const char *text, size_t length, struct client_message *message,
                                  struct wire_fault *fault);

/*
 * Writes one message as JSON, without a final NUL; *length is its size in bytes. Text that is not UTF-8 is written with
 * U+FFFD for what is wrong. ERR_TOO_LONG: it does not fit, or a string is longer than the protocol says; ERR_RANGE: a
 * number is. Either is a fault of the caller's, who sent what the protocol does not know.
 */
MUST_CHECK enum error wire_encode(const struct server_message *message, char *out, size_t size, size_t *length);

/* "move" and so on, for logs. */
const char *wire_client_name(enum client_type type);
const char *wire_server_name(enum server_type type);

#endif
