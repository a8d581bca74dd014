/*
 * What is said at tables, reports of it, and who may not come. Within a transaction, as in requests.c.
 */
#include "base/text.h"
#include "server/store/sqlite/connection.h"

#include <string.h>

enum { MS_A_DAY = 24 * 60 * 60 * 1000 };

/* ---- lines ---- */

static void read_line(const struct query *query, struct store_line *line)
{
    char side[2];
    column_text(query, 0, line->table, sizeof line->table);
    line->number = (unsigned)column_number(query, 1);
    column_text(query, 2, line->author, sizeof line->author);
    column_text(query, 3, line->name, sizeof line->name);
    column_text(query, 4, side, sizeof side);
    line->side = side[0];
    column_text(query, 5, line->text, sizeof line->text);
    column_text(query, 6, line->command, sizeof line->command);
    line->at = column_number(query, 7);
}

static enum error line_find(struct connection *connection, const struct store_line *said, struct store_line *line)
{
    struct query query = query_start(connection, SQL_LINE_BY_COMMAND);
    query_text(&query, said->table);
    query_text(&query, said->author);
    query_text(&query, said->command);
    enum step step = query_step(&query);
    if (step == STEP_ROW)
        read_line(&query, line);
    query_end(&query);
    return step == STEP_ROW ? OK : step == STEP_DONE ? ERR_NOT_FOUND : ERR_STORE;
}

/* One number, 0 without a row. Ends the query. */
static enum error read_count(struct query *query, int64_t *count)
{
    enum step step = query_step(query);
    *count = step == STEP_ROW ? column_number(query, 0) : 0;
    query_end(query);
    return step == STEP_FAILED ? ERR_STORE : OK;
}

static enum error line_add(struct connection *connection, const struct store_line *line, int64_t now)
{
    const char side[2] = {line->side};
    struct query query = query_start(connection, SQL_LINE_ADD);
    query_text(&query, line->table);
    query_text(&query, line->author);
    query_text(&query, side);
    query_text(&query, line->text);
    query_text(&query, line->command);
    query_number(&query, now);
    return query_run(&query);
}

enum error line_say(struct connection *connection, struct store_request *request)
{
    const struct store_saying *saying = &request->in.saying;
    const struct store_line *line = &saying->line;
    int64_t now = clock_now(&connection->clock), lately;
    enum error error = line_find(connection, line, &request->out.line);
    if (error != ERR_NOT_FOUND)
        return error ? error : ERR_DUPLICATE;
    struct query query = query_start(connection, SQL_LINES_LATELY);
    query_text(&query, line->author);
    query_number(&query, now - saying->window);
    query_number(&query, now); /* what a clock that has gone back since says is no reason to be silent */
    error = read_count(&query, &lately);
    if (!error && lately >= saying->most)
        error = ERR_BUSY;
    if (!error)
        error = line_add(connection, line, now);
    if (error)
        return error;
    query = query_start(connection, SQL_LINES_TRIM);
    query_text(&query, line->table);
    query_number(&query, saying->kept);
    error = query_run(&query);
    return error ? error : line_find(connection, line, &request->out.line);
}

enum error lines_find(struct connection *connection, struct store_request *request)
{
    struct query query = query_start(connection, SQL_LINES);
    query_text(&query, request->in.load.id);
    query_number(&query, STORE_LINES_MAX);
    enum error error = OK;
    enum step step;
    while ((step = query_step(&query)) == STEP_ROW && !error) {
        error = list_grow(&request->list, request->count, sizeof(struct store_line), STORE_LINES_MAX);
        if (!error)
            read_line(&query, (struct store_line *)request->list + request->count++);
    }
    query_end(&query);
    struct store_line *list = request->list;
    for (unsigned i = 0; i < request->count / 2; i++) { /* the oldest first */
        struct store_line line = list[i];
        list[i] = list[request->count - 1 - i];
        list[request->count - 1 - i] = line;
    }
    return error ? error : step == STEP_FAILED ? ERR_STORE : OK;
}

/* ---- reports ---- */

/* "TIME SIDE AUTHOR TEXT", the newest first. ERR_NOT_FOUND: the author said nothing. */
static enum error gather(struct connection *connection, const struct store_report *report, struct text *text)
{
    struct query query = query_start(connection, SQL_LINES_UNTIL);
    query_text(&query, report->table);
    query_text(&query, report->author);
    query_number(&query, STORE_REPORT_LINES);
    enum step step;
    unsigned count = 0;
    for (; (step = query_step(&query)) == STEP_ROW; count++) {
        char side[2], author[STORE_WHO_MAX], said[STORE_LINE_MAX];
        column_text(&query, 1, side, sizeof side);
        column_text(&query, 2, author, sizeof author);
        column_text(&query, 3, said, sizeof said);
        text_number(text, column_number(&query, 0));
        text_char(text, ' ');
        text_string(text, side[0] ? side : "-");
        text_char(text, ' ');
        text_string(text, author);
        text_char(text, ' ');
        text_string(text, said);
        text_char(text, '\n');
    }
    query_end(&query);
    return step == STEP_FAILED ? ERR_STORE : count ? OK : ERR_NOT_FOUND;
}

enum error report_keep(struct connection *connection, struct store_request *request)
{
    const struct store_report *in = &request->in.report;
    char said[STORE_REPORT_MAX];
    struct text text = text_into(said, sizeof said);
    int64_t now = clock_now(&connection->clock), today;
    enum error error = gather(connection, in, &text);
    if (error)
        return error;
    struct query query = query_start(connection, SQL_REPORTS_TODAY);
    query_text(&query, in->reporter);
    query_number(&query, now / MS_A_DAY);
    query_text(&query, in->author);
    query_text(&query, in->table);
    error = read_count(&query, &today);
    if (!error && today >= in->most)
        error = ERR_BUSY;
    if (error)
        return error;
    query = query_start(connection, SQL_REPORT_PUT);
    query_text(&query, in->author);
    query_text(&query, in->table);
    query_number(&query, now / MS_A_DAY);
    query_text(&query, in->reporter);
    query_text(&query, said);
    query_number(&query, now);
    return query_run(&query);
}

/* ---- bans ---- */

enum error bans_find(struct connection *connection, struct store_request *request)
{
    struct query query = query_start(connection, SQL_BANS);
    query_number(&query, clock_now(&connection->clock));
    query_number(&query, STORE_BANS_MAX);
    enum error error = OK;
    enum step step;
    while ((step = query_step(&query)) == STEP_ROW && !error) {
        error = list_grow(&request->list, request->count, sizeof(struct store_ban), STORE_BANS_MAX);
        if (!error) {
            struct store_ban *ban = (struct store_ban *)request->list + request->count++;
            column_text(&query, 0, ban->who, sizeof ban->who);
        }
    }
    query_end(&query);
    return error ? error : step == STEP_FAILED ? ERR_STORE : OK;
}
