/*
 * Opening a table: the opponent's word is checked here, everything else where it is known (server/table).
 */
#include "server/lobby/lobby.h"
#include "server/table/table.h"

#include <string.h>

enum { UNFINISHED_MAX = 30, WINDOW_MINUTES = 60, MS_A_MINUTE = 60000 };

void lobby_init(struct lobby *lobby, const struct lobby_config *config)
{
    lobby->config = *config;
    if (!lobby->config.unfinished_max)
        lobby->config.unfinished_max = UNFINISHED_MAX;
    if (!lobby->config.window_minutes)
        lobby->config.window_minutes = WINDOW_MINUTES;
}

void lobby_open(struct lobby *lobby, struct table_client *client, const struct lobby_open *open)
{
    bool computer = !strcmp(open->opponent, "computer");
    if (!computer && strcmp(open->opponent, "friend")) {
        table_client_refuse(client, open->id, ERR_UNKNOWN, "opponent", "computer or friend");
        return;
    }
    table_client_open_table(client, &(struct table_plan){
                                        .id = open->id,
                                        .kind = open->kind,
                                        .rules = open->rules,
                                        .settings = open->settings,
                                        .computer = computer,
                                        .unfinished_max = lobby->config.unfinished_max,
                                        .window = (int64_t)lobby->config.window_minutes * MS_A_MINUTE,
                                    });
}
