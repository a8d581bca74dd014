/*
 * Reading: jansson makes a tree of the text and refuses what is not JSON (RFC 8259, doubled keys, bad UTF-8, NUL in a
 * string); then the table of the message named by "t" says for each field what it must be and where in the struct it
 * goes. A field is searched by name in the tree; what is left over in the tree is unknown and refused.
 *
 * Writing goes by the same kind of table straight into the caller's buffer.
 */
#include "protocol/codec.h"
#include "base/text.h"
#include "protocol/utf8.h"
#include <jansson.h>
#include <string.h>

static enum error refuse(struct wire_fault *fault, enum error error, const char *at, const char *message)
{
    fault->error = error;
    utf8_copy(fault->at, sizeof fault->at, at);
    utf8_copy(fault->message, sizeof fault->message, message);
    return error;
}

/* jansson's own texts quote the input, so they are not passed on. */
static enum error refuse_json(struct wire_fault *fault, const json_error_t *json)
{
    const char *what = "not JSON";
    enum error error = ERR_SYNTAX;
    switch (json_error_code(json)) {
    case json_error_out_of_memory:
        error = ERR_NO_MEMORY;
        what = "out of memory";
        break;
    case json_error_stack_overflow:
        what = "nested too deeply";
        break;
    case json_error_invalid_utf8:
        what = "not UTF-8";
        break;
    case json_error_duplicate_key:
        what = "a field is given twice";
        break;
    case json_error_numeric_overflow:
        error = ERR_RANGE;
        what = "a number out of all range";
        break;
    case json_error_null_character:
    case json_error_null_byte_in_key:
        what = "a NUL in a string";
        break;
    case json_error_premature_end_of_input:
        what = "the message ends too early";
        break;
    case json_error_end_of_input_expected:
        what = "something follows the message";
        break;
    default:
        break;
    }
    char message[WIRE_TEXT_MAX];
    struct text text = text_into(message, sizeof message);
    text_string(&text, what);
    text_string(&text, ", at byte ");
    text_number(&text, json->position);
    return refuse(fault, error, "", message);
}

static enum error read_string(const struct wire_field *field, const json_t *value, char *out, struct wire_fault *fault)
{
    if (!json_is_string(value))
        return refuse(fault, ERR_SYNTAX, field->name, "not a string");
    size_t length = json_string_length(value);
    if (length > (size_t)field->max)
        return refuse(fault, ERR_TOO_LONG, field->name, "longer than this field may be");
    memcpy(out, json_string_value(value), length);
    out[length] = '\0';
    return OK;
}

static enum error read_enum(const struct wire_field *field, const json_t *value, void *out, struct wire_fault *fault)
{
    if (!json_is_string(value))
        return refuse(fault, ERR_SYNTAX, field->name, "not a string");
    for (unsigned i = 0; i <= (unsigned)field->max; i++)
        if (strcmp(json_string_value(value), field->names[i]) == 0) {
            memcpy(out, &i, sizeof i);
            return OK;
        }
    return refuse(fault, ERR_UNKNOWN, field->name, "not one of the values of this field");
}

static enum error read_int(const struct wire_field *field, const json_t *value, void *out, struct wire_fault *fault)
{
    if (!json_is_integer(value))
        return refuse(fault, ERR_SYNTAX, field->name, "not an integer");
    int64_t number = json_integer_value(value);
    if (number < field->min || number > field->max)
        return refuse(fault, ERR_RANGE, field->name, "outside the range of this field");
    memcpy(out, &number, sizeof number);
    return OK;
}

static enum error read_value(const struct wire_field *field, const json_t *value, char *base, struct wire_fault *fault)
{
    void *out = base + field->offset;
    switch (field->kind) {
    case WIRE_STRING:
        return read_string(field, value, out, fault);
    case WIRE_ENUM:
        return read_enum(field, value, out, fault);
    case WIRE_INT:
        return read_int(field, value, out, fault);
    case WIRE_BOOL:
        if (!json_is_boolean(value))
            return refuse(fault, ERR_SYNTAX, field->name, "not true or false");
        *(bool *)out = json_is_true(value);
        return OK;
    case WIRE_OBJECT: /* the generator makes none for clients' messages */
    case WIRE_LIST:
        break;
    }
    return refuse(fault, ERR_SYNTAX, field->name, "cannot be read");
}

static bool has_field(const struct wire_object *object, const char *name)
{
    for (unsigned i = 0; i < object->count; i++)
        if (strcmp(object->fields[i].name, name) == 0)
            return true;
    return false;
}

static enum error read_fields(const struct wire_object *object, json_t *tree, char *base, struct wire_fault *fault)
{
    const char *name;
    json_t *value;
    json_object_foreach(tree, name, value)
    {
        if (strcmp(name, "t") != 0 && !has_field(object, name))
            return refuse(fault, ERR_UNKNOWN, name, "no such field in this message");
    }
    for (unsigned i = 0; i < object->count; i++) {
        const struct wire_field *field = &object->fields[i];
        value = json_object_get(tree, field->name);
        if (!value && !field->optional)
            return refuse(fault, ERR_SYNTAX, field->name, "missing");
        if (field->optional)
            *(bool *)(base + field->has) = value != NULL;
        if (!value)
            continue;
        enum error error = read_value(field, value, base, fault);
        if (error)
            return error;
    }
    return OK;
}

static void keep_id(const json_t *tree, struct wire_fault *fault)
{
    const json_t *id = json_object_get(tree, "id");
    if (json_is_string(id) && json_string_length(id) < sizeof fault->id)
        memcpy(fault->id, json_string_value(id), json_string_length(id) + 1);
}

static enum error read_tree(json_t *tree, struct client_message *message, struct wire_fault *fault)
{
    if (!json_is_object(tree))
        return refuse(fault, ERR_SYNTAX, "", "not an object");
    keep_id(tree, fault);
    const json_t *type = json_object_get(tree, "t");
    if (!json_is_string(type))
        return refuse(fault, ERR_SYNTAX, "t", type ? "not a string" : "missing");
    for (unsigned i = 0; i < wire_client_count; i++)
        if (strcmp(json_string_value(type), wire_client_objects[i]->name) == 0) {
            message->type = (enum client_type)i;
            /* All members of the union start at its own address. */
            return read_fields(wire_client_objects[i], tree, (char *)&message->hello, fault);
        }
    return refuse(fault, ERR_UNKNOWN, "t", "no such message");
}

enum error wire_decode(const char *text, size_t length, struct client_message *message, struct wire_fault *fault)
{
    memset(fault, 0, sizeof *fault);
    if (length > WIRE_MESSAGE_BYTES)
        return refuse(fault, ERR_TOO_LONG, "", "longer than a message may be");
    memset(message, 0, sizeof *message);
    json_error_t json;
    json_t *tree = json_loadb(text, length, JSON_REJECT_DUPLICATES, &json);
    if (!tree)
        return refuse_json(fault, &json);
    enum error error = read_tree(tree, message, fault);
    json_decref(tree);
    return error;
}

static void write_escaped(struct text *out, const char *string, size_t length)
{
    static const char digits[] = "0123456789abcdef";
    text_char(out, '"');
    for (size_t at = 0; at < length;) {
        unsigned char byte = (unsigned char)string[at];
        size_t character = utf8_length(string + at, length - at);
        if (byte == '"' || byte == '\\') {
            text_char(out, '\\');
            text_char(out, (char)byte);
        } else if (byte < 0x20) {
            text_string(out, "\\u00");
            text_char(out, digits[byte >> 4]);
            text_char(out, digits[byte & 15]);
        } else if (character == 0) {
            text_string(out, "\\ufffd");
        } else {
            for (size_t i = 0; i < character; i++)
                text_char(out, string[at + i]);
        }
        at += character ? character : 1;
    }
    text_char(out, '"');
}

static bool is_present(const struct wire_field *field, const char *base)
{
    if (!field->optional)
        return true;
    if (field->has != WIRE_NO_FLAG)
        return *(const bool *)(base + field->has);
    return *(const char *const *)(base + field->offset) != NULL;
}

static enum error write_fields(const struct wire_object *object, const char *base, bool first, struct text *out);

/* `base` is the struct that has the list. */
static enum error write_list(const struct wire_field *field, const char *base, struct text *out)
{
    const char *thing;
    unsigned count;
    memcpy(&thing, base + field->offset, sizeof thing);
    memcpy(&count, base + field->number, sizeof count);
    if (count > (unsigned)field->max)
        return ERR_TOO_LONG;
    enum error error = OK;
    text_char(out, '[');
    for (unsigned i = 0; i < count && !error; i++, thing += field->size) {
        text_string(out, i ? ",{" : "{");
        error = write_fields(field->object, thing, true, out);
        text_char(out, '}');
    }
    text_char(out, ']');
    return error;
}

static enum error write_value(const struct wire_field *field, const void *value, struct text *out)
{
    switch (field->kind) {
    case WIRE_STRING: {
        const char *string = *(const char *const *)value;
        if (!string)
            return ERR_RANGE;
        size_t length = strlen(string);
        if (length > (size_t)field->max)
            return ERR_TOO_LONG;
        write_escaped(out, string, length);
        return OK;
    }
    case WIRE_INT: {
        int64_t number = *(const int64_t *)value;
        if (number < field->min || number > field->max)
            return ERR_RANGE;
        text_number(out, number);
        return OK;
    }
    case WIRE_BOOL:
        text_string(out, *(const bool *)value ? "true" : "false");
        return OK;
    case WIRE_ENUM: {
        unsigned number;
        memcpy(&number, value, sizeof number);
        if (number > (unsigned)field->max)
            return ERR_RANGE;
        text_char(out, '"');
        text_string(out, field->names[number]);
        text_char(out, '"');
        return OK;
    }
    case WIRE_OBJECT: {
        text_char(out, '{');
        enum error error = write_fields(field->object, value, true, out);
        text_char(out, '}');
        return error;
    }
    case WIRE_LIST:
        return write_list(field, (const char *)value - field->offset, out);
    }
    return ERR_RANGE;
}

static enum error write_fields(const struct wire_object *object, const char *base, bool first, struct text *out)
{
    for (unsigned i = 0; i < object->count; i++) {
        const struct wire_field *field = &object->fields[i];
        if (!is_present(field, base))
            continue;
        if (!first)
            text_char(out, ',');
        first = false;
        text_char(out, '"');
        text_string(out, field->name);
        text_string(out, "\":");
        enum error error = write_value(field, base + field->offset, out);
        if (error)
            return error;
    }
    return OK;
}

enum error wire_encode(const struct server_message *message, char *out, size_t size, size_t *length)
{
    if ((unsigned)message->type >= wire_server_count)
        return ERR_RANGE;
    const struct wire_object *object = wire_server_objects[message->type];
    struct text text = text_into(out, size);
    text_string(&text, "{\"t\":\"");
    text_string(&text, object->name);
    text_char(&text, '"');
    enum error error = write_fields(object, (const char *)&message->welcome, false, &text);
    text_char(&text, '}');
    if (error)
        return error;
    if (text.cut)
        return ERR_TOO_LONG;
    *length = (size_t)(text.at - out);
    return OK;
}

const char *wire_client_name(enum client_type type)
{
    return (unsigned)type < wire_client_count ? wire_client_objects[type]->name : "?";
}

const char *wire_server_name(enum server_type type)
{
    return (unsigned)type < wire_server_count ? wire_server_objects[type]->name : "?";
}
