/*
 * What a client may send. Whatever it is, the answer must be a message or a fault that can be told to the client in
 * well-formed JSON; the texts of a message that was taken are bounded, and can be sent to others.
 */
#include "protocol/protocol.h"
#include "protocol/utf8.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool condition)
{
    if (!condition)
        abort();
}

static void must_be_utf8(const char *text)
{
    for (size_t length = strlen(text), step; length > 0; text += step, length -= step) {
        step = utf8_length(text, length);
        must(step > 0);
    }
}

static void must_encode(const struct server_message *message)
{
    char out[8192];
    size_t length;
    must(wire_encode(message, out, sizeof out, &length) == OK);
    json_t *tree = json_loadb(out, length, JSON_REJECT_DUPLICATES, NULL);
    must(tree != NULL);
    json_decref(tree);
}

static void echo(const char *game, const char *id, const char *usi)
{
    struct server_message out = {.type = SERVER_EVENT};
    out.event.table = game;
    out.event.game = game;
    out.event.event = (struct wire_game_event){
        .seq = 1, .kind = WIRE_GAME_EVENT_KIND_MOVE, .has_side = true, .usi = usi, .id = id, .at = 1};
    must_encode(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct client_message message;
    struct wire_fault fault;
    enum error error = wire_decode((const char *)data, size, &message, &fault);
    if (error) {
        must(fault.error == error && fault.message[0]);
        must_be_utf8(fault.at);
        must_be_utf8(fault.id);
        struct server_message out = {.type = SERVER_ERROR};
        out.error =
            (struct server_error){.id = fault.id, .code = error_code(error), .at = fault.at, .message = fault.message};
        must_encode(&out);
        return 0;
    }
    must(strcmp(wire_client_name(message.type), "?") != 0);
    switch (message.type) {
    case CLIENT_MOVE:
        echo(message.move.game, message.move.id, message.move.usi);
        break;
    case CLIENT_RESIGN:
        echo(message.resign.game, message.resign.id, NULL);
        break;
    case CLIENT_OPEN:
        must_be_utf8(message.open.rules);
        must_be_utf8(message.open.settings);
        must(message.open.opponent <= WIRE_OPPONENT_FRIEND);
        break;
    case CLIENT_SIT:
        must(message.sit.seq >= 0 && message.sit.seq <= 1000000);
        must(!message.sit.has_side || message.sit.side <= WIRE_SIDE_W);
        break;
    case CLIENT_SET:
        must_be_utf8(message.set.name);
        must_be_utf8(message.set.value);
        break;
    case CLIENT_SAY:
        must_be_utf8(message.say.text);
        break;
    case CLIENT_NAME:
        must_be_utf8(message.name.name);
        break;
    case CLIENT_TRANSFER_USE:
        must_be_utf8(message.transfer_use.code);
        break;
    case CLIENT_REPORT:
        must_be_utf8(message.report.who);
        break;
    case CLIENT_SEEK:
        must_be_utf8(message.seek.kind);
        must(message.seek.turn_seconds >= 0 && message.seek.turn_seconds <= 3600);
        break;
    case CLIENT_OFFER:
        must(message.offer.what <= WIRE_REQUEST_AGAIN);
        break;
    case CLIENT_COMPUTER:
        must(!message.computer.has_side || message.computer.side <= WIRE_SIDE_W);
        break;
    default:
        break;
    }
    return 0;
}
