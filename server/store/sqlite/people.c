/*
 * Players: names, the codes that move one to another device, forgetting, and what is told about them.
 *
 * A device that takes a code is the other player from then on. Whom it was before has no device left then, most of the
 * time; nobody could ever be that player again, so that player is forgotten in the same transaction.
 */
#include "server/store/sqlite/connection.h"

#include <stdlib.h>
#include <string.h>

/* `kind` and `game` as store_player_find(). */
static enum error read_player(struct connection *connection, const char *who, const char *kind, const char *game,
                              struct store_player *player)
{
    struct query query = query_start(connection, SQL_PLAYER_GET);
    query_text(&query, who);
    query_text(&query, kind);
    query_text(&query, game);
    query_number(&query, STORE_RATING_START);
    enum step step = query_step(&query);
    if (step == STEP_ROW) {
        column_text(&query, 0, player->id, sizeof player->id);
        column_text(&query, 1, player->name, sizeof player->name);
        player->created = column_number(&query, 2);
        player->rating.value = (int)column_number(&query, 3);
        player->rating.games = (unsigned)column_number(&query, 4);
    }
    query_end(&query);
    return step == STEP_ROW ? OK : step == STEP_DONE ? ERR_NOT_FOUND : ERR_STORE;
}

enum error serve_find(struct connection *connection, struct store_request *request)
{
    return read_player(connection, request->in.player.who, request->in.player.kind, request->in.player.game,
                       &request->out.player.player);
}

enum error sitting_add(struct connection *connection, const char *who, const char *game, int64_t at)
{
    if (!*who || !strncmp(who, "cpu:", 4) || !strncmp(who, STORE_GONE, strlen(STORE_GONE)))
        return OK;
    struct query query = query_start(connection, SQL_SITTING_ADD);
    query_text(&query, who);
    query_text(&query, game);
    query_number(&query, at);
    return query_run(&query);
}

/* A statement with one or two texts. */
static enum error run(struct connection *connection, enum sql sql, const char *first, const char *second)
{
    struct query query = query_start(connection, sql);
    query_text(&query, first);
    if (second)
        query_text(&query, second);
    return query_run(&query);
}

enum error serve_rename(struct connection *connection, struct store_request *request)
{
    enum error error = run(connection, SQL_PLAYER_RENAME, request->in.player.who, request->in.player.name);
    return error ? error : sqlite3_changes(connection->db) ? OK : ERR_NOT_FOUND;
}

/* ---- forgetting ---- */

static enum error forget(struct connection *connection, const char *who, const char *pseudonym)
{
    static const enum sql renames[] = {SQL_FORGET_ACTOR, SQL_FORGET_SEATED,   SQL_FORGET_GAMES,    SQL_FORGET_TABLES,
                                       SQL_FORGET_JOBS,  SQL_FORGET_PRESENCE, SQL_FORGET_LISTINGS, SQL_FORGET_REPORTS};
    static const enum sql removals[] = {SQL_FORGET_SEEK,   SQL_FORGET_PAIRINGS, SQL_FORGET_SITTING,
                                        SQL_FORGET_RATING, SQL_FORGET_CHANGES,  SQL_FORGET_LINES,
                                        SQL_FORGET_CODE,   SQL_FORGET_DEVICES,  SQL_FORGET_PLAYER};
    enum error error = OK;
    for (unsigned i = 0; i < sizeof renames / sizeof *renames && !error; i++)
        error = run(connection, renames[i], who, pseudonym);
    for (unsigned i = 0; i < sizeof removals / sizeof *removals && !error; i++)
        error = run(connection, removals[i], who, NULL);
    if (!error && !sqlite3_changes(connection->db)) /* the player itself was removed last */
        error = ERR_NOT_FOUND;
    return error;
}

enum error serve_forget(struct connection *connection, struct store_request *request)
{
    return forget(connection, request->in.player.who, request->in.player.pseudonym);
}

/* ---- codes ---- */

enum error serve_code_put(struct connection *connection, struct store_request *request)
{
    int64_t now = clock_now(&connection->clock);
    struct query query = query_start(connection, SQL_CODE_OLD);
    query_number(&query, now);
    enum error error = query_run(&query);
    if (error)
        return error;
    query = query_start(connection, SQL_CODE_PUT);
    query_text(&query, request->in.player.who);
    query_text(&query, request->in.player.hash);
    query_number(&query, now + request->in.player.lifetime);
    error = query_run(&query);
    return error ? error : sqlite3_changes(connection->db) ? OK : ERR_NOT_FOUND;
}

/* One text or none: OK, ERR_NOT_FOUND. */
static enum error read_who(struct query *query, char who[STORE_WHO_MAX])
{
    enum step step = query_step(query);
    if (step == STEP_ROW)
        column_text(query, 0, who, STORE_WHO_MAX);
    query_end(query);
    return step == STEP_ROW ? OK : step == STEP_DONE ? ERR_NOT_FOUND : ERR_STORE;
}

static enum error leave(struct connection *connection, const char *who, const char *pseudonym, bool *forgotten)
{
    char any[STORE_WHO_MAX];
    struct query query = query_start(connection, SQL_PLAYER_HAS_DEVICE);
    query_text(&query, who);
    enum error error = read_who(&query, any);
    if (error != ERR_NOT_FOUND)
        return error;
    *forgotten = true;
    return forget(connection, who, pseudonym);
}

enum error serve_code_use(struct connection *connection, struct store_request *request)
{
    const char *device = request->in.player.who;
    char *before = request->out.player.before, now[STORE_WHO_MAX];
    struct query query = query_start(connection, SQL_PLAYER_OF_DEVICE);
    query_text(&query, device);
    enum error error = read_who(&query, before);
    if (error)
        return error;
    query = query_start(connection, SQL_CODE_TAKE);
    query_text(&query, request->in.player.hash);
    query_number(&query, clock_now(&connection->clock));
    error = read_who(&query, now);
    if (error)
        return error;
    if (!strcmp(before, now))
        return ERR_DUPLICATE; /* the code is there again, as nothing of a refused request is kept */
    error = run(connection, SQL_DEVICE_MOVE, device, now);
    if (!error)
        error = leave(connection, before, request->in.player.pseudonym, &request->out.player.forgotten);
    return error ? error : read_player(connection, now, "", "", &request->out.player.player);
}

/* ---- documents ---- */

enum error serve_document(struct connection *connection, struct store_request *request)
{
    enum store_document document = request->in.player.document;
    struct query query;
    if (document == STORE_LEADERS) {
        query = query_start(connection, SQL_LEADERS);
        query_text(&query, request->in.player.kind);
        query_number(&query, request->in.player.games);
        query_number(&query, STORE_LEADERS_MAX);
    } else {
        query = query_start(connection, document == STORE_EXPORT ? SQL_EXPORT : SQL_PROFILE);
        query_text(&query, request->in.player.who);
        if (document != STORE_EXPORT) {
            query_number(&query, document == STORE_PROFILE_OWN);
            query_number(&query, STORE_HISTORY_MAX);
            query_number(&query, STORE_RECENT_MAX);
        }
    }
    enum step step = query_step(&query);
    enum error error = step == STEP_ROW ? OK : step == STEP_DONE ? ERR_NOT_FOUND : ERR_STORE;
    if (!error) {
        const char *text = (const char *)sqlite3_column_text(query.statement, 0);
        size_t size = (size_t)sqlite3_column_bytes(query.statement, 0);
        error = !text ? ERR_STORE : size > STORE_DOCUMENT_MAX ? ERR_TOO_LONG : OK;
        char *copy = error ? NULL : malloc(size + 1);
        if (!error && !copy)
            error = ERR_NO_MEMORY;
        if (copy) {
            memcpy(copy, text, size + 1);
            request->list = copy;
            request->count = (unsigned)size;
        }
    }
    query_end(&query);
    return error;
}
