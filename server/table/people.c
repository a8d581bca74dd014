/*
 * Whom the seats of a table show: names and ratings are kept with players and not in games, so they are asked of the
 * store whenever somebody else sits there, and again when the bus says that something about a player has changed. Until
 * the answer comes a seat has no name; then those who watch are told by presence.
 *
 * A player who is forgotten goes out of the states in memory as out of the store.
 */
#include "base/text.h"
#include "server/table/internal.h"

#include <stdlib.h>
#include <string.h>

struct meeting {
    struct tables *tables;
    char table[TABLE_ID_MAX], who[TABLE_WHO_MAX];
};

static bool same(const struct shown *a, const struct shown *b)
{
    return !strcmp(a->name, b->name) && a->known == b->known && a->rating.value == b->rating.value &&
           a->rating.games == b->rating.games;
}

static void on_met(void *context, enum error error, const struct store_player *player)
{
    struct meeting *meeting = context;
    struct tables *tables = meeting->tables;
    struct table *table = tables->closing ? NULL : tables_find(tables, meeting->table);
    for (unsigned i = 0; table && i < 2; i++) {
        struct shown *shown = &table->shown[i], met = {0};
        if (strcmp(shown->who, meeting->who))
            continue;
        if (error && error != ERR_NOT_FOUND) {
            shown->who[0] = '\0'; /* asked again when somebody sits down */
            continue;
        }
        memcpy(met.who, shown->who, sizeof met.who);
        if (player)
            shown_set(&met, player);
        table->met |= player ? !same(shown, &met) : shown->known;
        *shown = met;
    }
    if (table && !--table->meetings && table->met) { /* both seats at once */
        table->met = false;
        watchers_presence(table);
    }
    free(meeting);
    tables_store_answered(tables);
}

static void ask(struct table *table, unsigned i)
{
    struct tables *tables = table->tables;
    const struct state *state = &table->state;
    struct meeting *meeting = calloc(1, sizeof *meeting);
    if (meeting) {
        meeting->tables = tables;
        memcpy(meeting->table, state->table.id, sizeof meeting->table);
        memcpy(meeting->who, table->shown[i].who, sizeof meeting->who);
    }
    if (!meeting || store_player_find(tables->config.store, meeting->who, state->game.kind,
                                      state->winner ? state->game.id : "", on_met, meeting)) {
        free(meeting);
        table->shown[i].who[0] = '\0';
        return;
    }
    table->meetings++;
    tables->store_asks++;
}

void table_meet(struct table *table, bool again)
{
    struct shown before[2];
    memcpy(before, table->shown, sizeof before);
    for (unsigned i = 0; i < 2; i++) {
        const char *who = table->state.seat[i];
        const struct shown *known = !strcmp(before[i].who, who)    ? &before[i]
                                    : !strcmp(before[!i].who, who) ? &before[!i]
                                                                   : NULL;
        table->shown[i] = known ? *known : (struct shown){0};
        if (!who_is_person(who) || who_is_gone(who)) {
            table->shown[i] = (struct shown){0};
            continue;
        }
        memcpy(table->shown[i].who, who, sizeof table->shown[i].who);
        if ((again || !known) && !table->tables->closing)
            ask(table, i);
    }
}

void shown_set(struct shown *shown, const struct store_player *player)
{
    *shown = (struct shown){.known = true, .rating = player->rating};
    memcpy(shown->who, player->id, sizeof shown->who);
    memcpy(shown->name, player->name, sizeof shown->name);
}

void shown_write(const struct shown *shown, const struct state *state, struct table_seat *seat)
{
    if (!shown->known || strcmp(shown->who, seat->who))
        return;
    memcpy(seat->name, shown->name, sizeof seat->name);
    seat->rated = shown->rating.games > 0 || settings_on(&state->settings, SETTING_RATED);
    seat->rating = shown->rating.value;
    seat->provisional = shown->rating.games < RATING_PROVISIONAL;
}

/* ---- news of players ---- */

static bool forget(struct table *table, const char *who, const char *pseudonym)
{
    if (!state_rename(&table->state, who, pseudonym))
        return false;
    for (unsigned i = 0; i < 2; i++)
        if (!strcmp(table->attended[i].who, who))
            field_set(table->attended[i].who, sizeof table->attended[i].who, pseudonym);
    table_meet(table, false);
    watchers_snapshot(table);
    tables_mark_dirty(table);
    table_attend(table);
    return true;
}

void tables_on_player(void *context, const char *subject, const char *text, size_t size)
{
    struct tables *tables = context;
    char copy[BUS_MESSAGE_MAX], *rest = copy;
    (void)subject;
    if (tables->closing || size >= sizeof copy)
        return;
    memcpy(copy, text, size + 1);
    const char *what = strsep(&rest, " "), *who = strsep(&rest, " "), *pseudonym = strsep(&rest, " ");
    bool name = who && *who && !strcmp(what, "name");
    bool gone = who && *who && pseudonym && who_is_gone(pseudonym) && !strcmp(what, "gone");
    if (!gone && !name)
        return;
    for (struct table *table = tables->oldest; table && name; table = table->newer)
        if (state_side_of(&table->state, who))
            table_meet(table, true);
    /* Telling a table's watchers makes it the newest: from the beginning again after each. */
    for (struct table *table = tables->oldest; table && gone;)
        table = forget(table, who, pseudonym) ? tables->oldest : table->newer;
}
