/*
 * Messages that are commands of a game, in the words of the tables.
 */
#include "server/gateway/internal.h"

static char letter_of(enum wire_side side)
{
    return side == WIRE_SIDE_W ? 'w' : 'b';
}

/* What all commands have in common. */
#define COMMAND(table_verb, said)                                                                                      \
    .verb = (table_verb), .game = (said).game, .seq = (unsigned)(said).seq, .id = (said).id

bool command_read(const struct client_message *said, struct table_command *command)
{
    switch (said->type) {
    case CLIENT_SIT:
        *command = (struct table_command){COMMAND(TABLE_SIT, said->sit),
                                          .side = said->sit.has_side ? letter_of(said->sit.side) : 0};
        return true;
    case CLIENT_MOVE:
        *command = (struct table_command){COMMAND(TABLE_MOVE, said->move), .usi = said->move.usi};
        return true;
    case CLIENT_RESIGN:
        *command = (struct table_command){COMMAND(TABLE_RESIGN, said->resign)};
        return true;
    case CLIENT_AGAIN:
        *command = (struct table_command){COMMAND(TABLE_AGAIN, said->again)};
        return true;
    case CLIENT_SET:
        *command =
            (struct table_command){COMMAND(TABLE_SET, said->set), .name = said->set.name, .value = said->set.value};
        return true;
    case CLIENT_OFFER:
        *command =
            (struct table_command){COMMAND(TABLE_OFFER, said->offer), .what = wire_request_names[said->offer.what]};
        return true;
    case CLIENT_ACCEPT:
        *command =
            (struct table_command){COMMAND(TABLE_ACCEPT, said->accept), .what = wire_request_names[said->accept.what]};
        return true;
    case CLIENT_DECLINE:
        *command = (struct table_command){COMMAND(TABLE_DECLINE, said->decline),
                                          .what = wire_request_names[said->decline.what]};
        return true;
    case CLIENT_COMPUTER:
        *command = (struct table_command){COMMAND(TABLE_COMPUTER, said->computer), .on = said->computer.on,
                                          .side = said->computer.has_side ? letter_of(said->computer.side) : 0};
        return true;
    default:
        return false;
    }
}
