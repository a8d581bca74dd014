/*
 * Talking at a table. What is said is no event of the game: it has numbers of its own, and nothing that is judged looks
 * at it. Like an event it is durable before anybody sees it, and reaches other nodes by the bus; who missed it finds it
 * among the newest lines.
 *
 * Who may talk: whoever watches the table, players among them. Who hears it: the author, and all who listen (pages from
 * before there was talk do not know what a line is), with one exception: while a rated game goes on, its players are
 * not told what watchers say, neither then nor when they ask, so that nobody is helped. After its end they are told
 * when they ask again.
 *
 * On the bus a line is "line" and its fields, separated by tabs, the text last; no field can hold a tab.
 */
#include "base/text.h"
#include "server/table/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)TABLE_LINE_MAX == (int)STORE_LINE_MAX, "same text");

/* ---- telling ---- */

static bool is_kept_from(const struct table *table, const struct store_line *line, const struct table_client *client)
{
    const struct state *state = &table->state;
    return !line->side && !state->winner && settings_on(&state->settings, SETTING_RATED) &&
           state_side_of(state, client->device);
}

static void tell(const struct table *table, struct table_client *client, const struct store_line *line, bool old)
{
    if (is_kept_from(table, line, client))
        return;
    struct table_line view = {.table = line->table,
                              .number = line->number,
                              .who = line->author,
                              .name = line->name,
                              .side = line->side,
                              .text = line->text,
                              .id = strcmp(line->author, client->device) ? "" : line->command,
                              .old = old,
                              .at = line->at};
    client->callbacks->line(client->context, &view);
}

static void tell_all(struct table *table, const struct store_line *line)
{
    table->walking++;
    for (struct watch *watch = table->watches; watch; watch = watch->next)
        if (watch->client && (watch->listens || !strcmp(watch->client->device, line->author)))
            tell(table, watch->client, line, false);
    table_leave(table);
}

static bool field_take(char **rest, char *out, size_t size)
{
    char *field = strsep(rest, "\t");
    return field && field_set(out, size, field);
}

bool talk_hear(struct table *table, const char *text)
{
    char copy[BUS_MESSAGE_MAX], word[8], number[24], at[24], side[2];
    struct store_line line = {0};
    if (strncmp(text, "line\t", 5) || !field_set(copy, sizeof copy, text))
        return false;
    char *rest = copy;
    if (!field_take(&rest, word, sizeof word) || !field_take(&rest, number, sizeof number) ||
        !field_take(&rest, at, sizeof at) || !field_take(&rest, side, sizeof side) ||
        !field_take(&rest, line.author, sizeof line.author) || !field_take(&rest, line.command, sizeof line.command) ||
        !field_take(&rest, line.name, sizeof line.name) || !field_take(&rest, line.text, sizeof line.text) || rest) {
        log_write(table->tables->config.log, LOG_WARN, "table.bus", "table=%s not a line", table->state.table.id);
        return true;
    }
    memcpy(line.table, table->state.table.id, sizeof line.table);
    line.number = (unsigned)strtoul(number, NULL, 10);
    line.at = strtoll(at, NULL, 10);
    line.side = side[0] == '-' ? 0 : side[0];
    tell_all(table, &line);
    return true;
}

/* The local bus brings it back to this node's own table. */
static void publish(struct tables *tables, const struct store_line *line)
{
    char subject[BUS_SUBJECT_MAX], message[BUS_MESSAGE_MAX];
    snprintf(subject, sizeof subject, "table.%s", line->table);
    struct text text = text_into(message, sizeof message);
    text_string(&text, "line\t");
    text_number(&text, line->number);
    text_char(&text, '\t');
    text_number(&text, (long long)line->at);
    text_char(&text, '\t');
    text_char(&text, line->side ? line->side : '-');
    const char *const fields[] = {line->author, line->command, line->name, line->text};
    for (unsigned i = 0; i < sizeof fields / sizeof *fields; i++) {
        text_char(&text, '\t');
        text_string(&text, fields[i]);
    }
    enum error error = bus_publish(tables->config.bus, subject, message, strlen(message));
    if (!error)
        return;
    log_write(tables->config.log, LOG_WARN, "table.publish", "table=%s line=%u error=%s", line->table, line->number,
              error_code(error));
    struct table *table = tables_find(tables, line->table);
    if (table)
        tell_all(table, line);
}

/* ---- asking ---- */

/* A request about a table that the client watches, or NULL after it was refused. */
static struct request *begin(struct table_client *client, const char *table, const char *id)
{
    struct request *request = client_request(client, REQUEST_TALK, id);
    if (!request)
        return NULL;
    if (client->tables->draining)
        request_refuse_at(request, ERR_BUSY, "", "the server is being stopped");
    else if (!field_set(request->table, sizeof request->table, table) || !request_watched(request))
        request_refuse_at(request, ERR_FORBIDDEN, "table", "only who watches a table may talk there");
    else
        return request;
    return NULL;
}

/* The store was asked for it, or not. */
static void asked(struct request *request, enum error error)
{
    if (error)
        request_refuse(request, error, NULL, 0);
    else
        request->tables->store_asks++;
}

static void on_said(void *context, enum error error, const struct store_line *line)
{
    struct request *request = context;
    struct tables *tables = request->tables;
    struct table *table;
    if (tables->closing) {
        request_free(request);
    } else if (!error) {
        publish(tables, line);
        request_free(request);
    } else if (error == ERR_DUPLICATE) {
        if ((table = request_watched(request)))
            tell(table, request->client, line, false);
        request_free(request);
    } else if (error == ERR_BUSY) {
        request_refuse_at(request, error, "text", "too much in so short a time; say it again in a moment");
    } else {
        request_refuse(request, ERR_STORE, NULL, 0);
    }
    tables_store_answered(tables);
}

void table_client_say(struct table_client *client, const char *table, const char *id, const char *text)
{
    const struct tables_config *config = &client->tables->config;
    struct request *request = begin(client, table, id);
    if (!request)
        return;
    struct store_saying saying = {.most = config->lines_most, .window = config->lines_ms, .kept = config->lines_kept};
    if (!command_id_fits(id, false)) {
        request_refuse_at(request, ERR_SYNTAX, "id", "1 to 36 of A-Z a-z 0-9 . _ -");
        return;
    }
    if (!field_set(saying.line.text, sizeof saying.line.text, text)) {
        request_refuse_at(request, ERR_TOO_LONG, "text", "longer than any line");
        return;
    }
    memcpy(saying.line.table, request->table, sizeof saying.line.table);
    memcpy(saying.line.author, client->device, sizeof saying.line.author);
    memcpy(saying.line.command, request->id, sizeof saying.line.command);
    saying.line.side = state_side_of(&request_watched(request)->state, client->device);
    asked(request, store_say(config->store, &saying, on_said, request));
}

static void on_lines(void *context, enum error error, const struct store_line *lines, unsigned count)
{
    struct request *request = context;
    struct tables *tables = request->tables;
    if (error && !tables->closing) {
        request_refuse(request, error, NULL, 0);
    } else {
        struct table *table;
        for (unsigned i = 0; i < count && !tables->closing && (table = request_watched(request)); i++)
            tell(table, request->client, &lines[i], true); /* which may close the client, or end the watch */
        request_free(request);
    }
    tables_store_answered(tables);
}

void table_client_listen(struct table_client *client, const char *table, bool on)
{
    struct request *request = begin(client, table, "");
    if (!request)
        return;
    /* Before the store is asked: what is said meanwhile may come twice, but it comes. */
    client_watch_of(client, request_watched(request))->listens = on;
    if (on)
        asked(request, store_lines(client->tables->config.store, request->table, on_lines, request));
    else
        request_free(request);
}

static void on_reported(void *context, enum error error)
{
    struct request *request = context;
    struct tables *tables = request->tables;
    if (tables->closing) {
        request_free(request);
    } else if (!error) {
        struct table_client *client = request->client;
        if (client)
            client->callbacks->reported(client->context, request->id, request->table, request->reported);
        request_free(request);
    } else if (error == ERR_NOT_FOUND) {
        request_refuse_at(request, error, "who", "said nothing at this table");
    } else if (error == ERR_BUSY) {
        request_refuse_at(request, error, "", "too many reports today");
    } else {
        request_refuse(request, ERR_STORE, NULL, 0);
    }
    tables_store_answered(tables);
}

void table_client_report(struct table_client *client, const char *table, const char *id, const char *who)
{
    const struct tables_config *config = &client->tables->config;
    struct request *request = begin(client, table, id);
    if (!request)
        return;
    struct store_report report = {.most = config->reports_most};
    if (!field_set(report.author, sizeof report.author, who) ||
        !field_set(request->reported, sizeof request->reported, who)) {
        request_refuse_at(request, ERR_NOT_FOUND, "who", "said nothing at this table");
        return;
    }
    memcpy(report.table, request->table, sizeof report.table);
    memcpy(report.reporter, client->device, sizeof report.reporter);
    asked(request, store_report(config->store, &report, on_reported, request));
}
