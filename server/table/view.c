/*
 * How a table looks to those who watch it, now.
 */
#include "base/text.h"
#include "server/table/internal.h"

#include <string.h>

struct table_clock table_clock_of(const struct table *table)
{
    const struct state *state = &table->state;
    return (struct table_clock){.whole = state->winner ? 0 : settings_turn_ms(&state->settings),
                                .left = state_left(state, store_hall(table->tables->config.store)),
                                .runs = state->turn_since >= 0};
}

static void write_offers(unsigned offers, char *out, size_t size)
{
    struct text text = text_into(out, size);
    for (unsigned bit = 1; bit <= OFFER_AGAIN; bit <<= 1)
        if (offers & bit) {
            if (text.at != out)
                text_char(&text, ' ');
            text_string(&text, offer_name((enum offer)bit));
        }
}

/* The event that ended the game, or those after it, which only ask for the next. */
static const struct store_event *last_rated(const struct state *state)
{
    for (unsigned i = state->winner ? state->seq : 0; i > 0; i--)
        if (state->events[i - 1].winner)
            return state->events[i - 1].rated ? &state->events[i - 1] : NULL;
    return NULL;
}

struct table_view state_view(const struct state *state, const char *id)
{
    const struct store_event *rated = last_rated(state);
    struct table_view view = {
        .id = id,
        .table = state->table.id,
        .kind = state->game.kind,
        .rules = state->game.rules,
        .settings = state->game.settings,
        .game = state->game.id,
        .number = state->game.number,
        .seq = state->seq,
        .start = state->game.start,
        .moves = buffer_string(&state->moves),
        .turn = state_turn(state),
        .winner = winner_text(state->winner),
        .reason = state->reason,
        .rated = rated,
        .change = rated ? rated->change : 0,
        .next = state->next,
        .host = strcmp(state->table.creator, state->table.id) ? state->table.creator : "",
        .fixed = state->begun || state->winner,
        .asleep = state->asleep,
        .wins = {state->game.wins[0], state->game.wins[1]},
        .draws = state->game.draws,
    };
    for (unsigned i = 0; i < 2; i++) {
        memcpy(view.seat[i].who, state->seat[i], sizeof view.seat[i].who);
        view.seat[i].here = who_is_computer(state->seat[i]);
        view.seat[i].why = stand_in_name(state->stand_in[i]);
        if (state->stand_in[i])
            memcpy(view.seat[i].plays, state->computer[i], sizeof view.seat[i].plays);
        write_offers(state->offers[i], view.seat[i].offers, sizeof view.seat[i].offers);
    }
    return view;
}

struct table_view table_view_of(const struct table *table, const char *id)
{
    const struct state *state = &table->state;
    struct table_view view = state_view(state, id);
    view.clock = table_clock_of(table);
    view.now = store_now(table->tables->config.store);
    for (unsigned i = 0; i < 2; i++)
        shown_write(&table->shown[i], state, &view.seat[i]);
    for (const struct watch *watch = table->watches; watch; watch = watch->next) {
        if (!watch->client)
            continue;
        char side = state_side_of(state, watch->client->device);
        if (side)
            view.seat[side_index(side)].here |= !watch->client->silent;
        else
            view.watchers++;
    }
    return view;
}
