/*
 * The tables by which codec.c reads and writes: generated into wire.c, of no concern to anyone else.
 */
#ifndef PROTOCOL_CODEC_H
#define PROTOCOL_CODEC_H

#include "protocol/protocol.h"

enum wire_kind { WIRE_STRING, WIRE_INT, WIRE_BOOL, WIRE_ENUM, WIRE_OBJECT, WIRE_LIST };

#define WIRE_NO_FLAG ((size_t)-1)

struct wire_object;

struct wire_field {
    const char *name;
    enum wire_kind kind;
    bool optional;
    size_t offset;            /* of the value in the struct */
    size_t has;               /* of the bool that says whether an optional value is there, or WIRE_NO_FLAG */
    int64_t min, max;         /* numbers; max also: bytes of a string, last value of an enum, things in a list */
    const char *const *names; /* of an enum's values */
    const struct wire_object *object; /* of an object, or of each thing in a list */
    size_t size, number;              /* of a list: bytes of a thing, and where the struct says how many there are */
};

struct wire_object {
    const char *name;
    const struct wire_field *fields;
    unsigned count;
};

/* By enum client_type and enum server_type. */
extern const struct wire_object *const wire_client_objects[];
extern const struct wire_object *const wire_server_objects[];
extern const unsigned wire_client_count, wire_server_count;

#endif
