/*
 * One connection to an SQLite file with its prepared statements, used by one thread at a time.
 */
#ifndef SERVER_STORE_SQLITE_CONNECTION_H
#define SERVER_STORE_SQLITE_CONNECTION_H

#include "server/store/request.h"
#include "server/store/sqlite/documents.h"
#include "server/store/sqlite/talk_sql.h"

#include <sqlite3.h>

#define EVENT_COLUMNS "game, seq, kind, side, actor, data, command, winner, reason, at, hall, time_left, rated, change"
#define GAME_COLUMNS                                                                                                   \
    "id, table_id, number, kind, rules, rules_version, start, seat_b, seat_w, created, settings, hall, wins_b, "       \
    "wins_w,"                                                                                                          \
    " draws"

#define SQL_GAMES_OF " (SELECT game FROM sitting WHERE who = ?1)"

/* X(name, SQL) */
#define SQL_LIST(X)                                                                                                    \
    X(SQL_BEGIN_READ, "BEGIN")                                                                                         \
    X(SQL_BEGIN_WRITE, "BEGIN IMMEDIATE")                                                                              \
    X(SQL_COMMIT, "COMMIT")                                                                                            \
    X(SQL_ROLLBACK, "ROLLBACK")                                                                                        \
    X(SQL_SAVEPOINT, "SAVEPOINT request")                                                                              \
    X(SQL_RELEASE, "RELEASE request")                                                                                  \
    X(SQL_ROLLBACK_TO, "ROLLBACK TO request")                                                                          \
    X(SQL_DEVICE_FIND, "SELECT d.id, p.id, p.name, p.created, d.seen FROM device d JOIN player p ON p.id = d.player"   \
                       " WHERE d.token_hash = ?")                                                                      \
    X(SQL_DEVICE_ADD, "INSERT INTO device (id, token_hash, player, created, seen) VALUES (?1, ?2, ?1, ?3, ?3)"         \
                      " ON CONFLICT DO NOTHING")                                                                       \
    X(SQL_PLAYER_ADD, "INSERT INTO player (id, name, created) VALUES (?, '', ?)")                                      \
    X(SQL_DEVICE_SEEN, "UPDATE device SET seen = ? WHERE id = ?")                                                      \
    X(SQL_TABLE_BY_COMMAND, "SELECT id FROM game_table WHERE creator = ? AND command = ?")                             \
    X(SQL_TABLE_UNFINISHED, "SELECT count(*) FROM game_table t JOIN game g ON g.table_id = t.id"                       \
                            " WHERE t.creator = ? AND t.created > ? AND g.finished = 0")                               \
    X(SQL_TABLE_ADD, "INSERT INTO game_table (id, kind, rules, settings, creator, command, created)"                   \
                     " VALUES (?, ?, ?, ?, ?, ?, ?)")                                                                  \
    X(SQL_TABLE_GET, "SELECT id, kind, rules, settings, creator, created FROM game_table WHERE id = ?")                \
    X(SQL_GAME_ADD,                                                                                                    \
      "INSERT INTO game (id, table_id, number, kind, rules, rules_version, start, seat_b, seat_w, finished, created,"  \
      " settings, hall, wins_b, wins_w, draws) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?)")               \
    X(SQL_GAME_TABLE, "SELECT table_id FROM game WHERE id = ?")                                                        \
    X(SQL_GAME_NEWEST, "SELECT " GAME_COLUMNS " FROM game WHERE table_id = ? ORDER BY number DESC LIMIT 1")            \
    X(SQL_GAME_GET, "SELECT " GAME_COLUMNS " FROM game WHERE id = ?")                                                  \
    X(SQL_GAME_FINISH, "UPDATE game SET finished = 1, winner = ?2, reason = ?3, ended = ?4, end_b = ?5, end_w = ?6,"   \
                       " open = ?7 WHERE id = ?1")                                                                     \
    X(SQL_SITTING_ADD, "INSERT INTO sitting (who, game, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")                  \
    X(SQL_GAME_STATE,                                                                                                  \
      "SELECT (SELECT coalesce(max(seq), 0) FROM event WHERE game = ?1), table_id FROM game WHERE id = ?1")            \
    X(SQL_EVENTS, "SELECT " EVENT_COLUMNS " FROM event WHERE game = ? ORDER BY seq")                                   \
    X(SQL_EVENT_BY_COMMAND, "SELECT " EVENT_COLUMNS " FROM event WHERE game = ? AND actor = ? AND command = ?")        \
    X(SQL_EVENT_ADD, "INSERT INTO event (" EVENT_COLUMNS ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")        \
    X(SQL_JOB_ADD, "INSERT INTO job (game, seq, due, attempts, priority, asker, since)"                                \
                   " SELECT g.id, ?2, ?3, 0, ?4, t.creator, ?3 FROM game g JOIN game_table t ON t.id = g.table_id"     \
                   " WHERE g.id = ?1")                                                                                 \
    X(SQL_JOB_REMOVE, "DELETE FROM job WHERE game = ?")                                                                \
    X(SQL_JOB_CLAIM, "UPDATE job SET due = ?1 + ?2, attempts = attempts + 1 WHERE game IN (SELECT game FROM"           \
                     " (SELECT game, priority, since, free, row_number() OVER"                                         \
                     " (PARTITION BY priority, asker ORDER BY free, since) AS turn FROM"                               \
                     " (SELECT game, priority, asker, since,"                                                          \
                     " CASE WHEN due <= ?1 OR due > ?1 + ?4 THEN 1 ELSE 0 END AS free FROM job) AS rows) AS turns"     \
                     " WHERE free = 1 ORDER BY priority, turn, since LIMIT ?3)"                                        \
                     " RETURNING game, seq, attempts, priority, asker, since")                                         \
    X(SQL_JOB_DELAY, "UPDATE job SET due = ? WHERE game = ? AND seq = ?")                                              \
    X(SQL_JOB_RELEASE, "UPDATE job SET due = ?1 WHERE due > ?1")                                                       \
    X(SQL_RATING_GET, "SELECT value, games FROM rating WHERE device = ? AND kind = ?")                                 \
    X(SQL_RATING_PUT, "INSERT INTO rating (device, kind, value, games) VALUES (?, ?, ?, ?)"                            \
                      " ON CONFLICT (device, kind) DO UPDATE SET value = excluded.value, games = excluded.games")      \
    X(SQL_RATING_CHANGE,                                                                                               \
      "INSERT INTO rating_change (device, kind, value, game, change, at) VALUES (?, ?, ?, ?, ?, ?)")                   \
    X(SQL_LISTING_PUT,                                                                                                 \
      "INSERT INTO listing (table_id, kind, state, rules, settings, seat_b, seat_w, moves, at)"                        \
      " SELECT ?1, ?2, ?4, ?5, ?6, ?7, ?8, ?9 + (SELECT count(*) FROM event WHERE game = ?3 AND seq > ?10), ?11"       \
      " WHERE NOT EXISTS (SELECT 1 FROM event WHERE game = ?3 AND seq > ?10 AND kind <> 'move')"                       \
      " AND NOT EXISTS (SELECT 1 FROM game WHERE id = ?3 AND finished = 1)"                                            \
      " AND NOT EXISTS (SELECT 1 FROM game WHERE table_id = ?1 AND number > ?12)"                                      \
      " ON CONFLICT (table_id) DO UPDATE SET state = excluded.state, rules = excluded.rules,"                          \
      " settings = excluded.settings, seat_b = excluded.seat_b, seat_w = excluded.seat_w, moves = excluded.moves,"     \
      " at = excluded.at")                                                                                             \
    X(SQL_LISTING_MOVE, "UPDATE listing SET at = ?2, moves = moves + 1 WHERE table_id = ?1 AND state > 0")             \
    X(SQL_LISTING_HIDE, "UPDATE listing SET state = 0 WHERE table_id = ? AND state > 0")                               \
    X(SQL_LISTINGS,                                                                                                    \
      "SELECT l.table_id, l.kind, l.state, l.rules, l.settings, l.seat_b, l.seat_w, l.moves, l.at,"                    \
      " coalesce(db.name, ''), coalesce(dw.name, ''), coalesce(rb.value, ?3), coalesce(rb.games, 0),"                  \
      " coalesce(rw.value, ?3), coalesce(rw.games, 0) FROM"                                                            \
      " (SELECT table_id, kind, state, rules, settings, seat_b, seat_w, moves, at,"                                    \
      " row_number() OVER (PARTITION BY kind, state ORDER BY at DESC, table_id) AS place FROM"                         \
      " (SELECT DISTINCT table_id, kind, state, rules, settings, seat_b, seat_w, moves, at FROM"                       \
      " (SELECT t.table_id, t.kind, t.state, t.rules, t.settings, t.seat_b, t.seat_w, t.moves, t.at,"                  \
      " dense_rank() OVER (PARTITION BY t.kind, t.state, p.who ORDER BY t.at DESC, t.table_id) AS own"                 \
      " FROM presence p CROSS JOIN listing t WHERE p.here = 1 AND t.table_id = p.table_id AND t.state > 0"             \
      " AND p.who IN (t.seat_b, t.seat_w)) AS shown WHERE own <= ?5) AS some) AS l"                                    \
      " LEFT JOIN player db ON db.id = l.seat_b LEFT JOIN player dw ON dw.id = l.seat_w"                               \
      " LEFT JOIN rating rb ON rb.device = l.seat_b AND rb.kind = l.kind"                                              \
      " LEFT JOIN rating rw ON rw.device = l.seat_w AND rw.kind = l.kind"                                              \
      " WHERE l.place <= CASE l.state WHEN 1 THEN ?1 ELSE ?2 END"                                                      \
      " ORDER BY l.kind, l.state, l.at DESC, l.table_id LIMIT ?4")                                                     \
    X(SQL_SEEK_PUT,                                                                                                    \
      "INSERT INTO seek (device, command, kind, rated, turn_seconds, node, since) VALUES (?, ?, ?, ?, ?, ?, ?)"        \
      " ON CONFLICT (device) DO UPDATE SET"                                                                            \
      " since = CASE WHEN seek.command = excluded.command THEN seek.since ELSE excluded.since END,"                    \
      " command = excluded.command, kind = excluded.kind, rated = excluded.rated,"                                     \
      " turn_seconds = excluded.turn_seconds, node = excluded.node")                                                   \
    X(SQL_SEEK_DROP, "DELETE FROM seek WHERE device = ? AND command = ? AND node = ?")                                 \
    X(SQL_SEEK_TAKE, "DELETE FROM seek WHERE device = ? AND command = ?")                                              \
    X(SQL_SEEK_NONE, "DELETE FROM seek")                                                                               \
    X(SQL_SEEK_OF_GONE, "DELETE FROM seek WHERE node IN (SELECT id FROM node WHERE beat < ?1)")                        \
    X(SQL_SEEKS, "SELECT s.device, s.command, s.kind, s.rated, s.turn_seconds, s.since, coalesce(r.value, ?1),"        \
                 " coalesce(r.games, 0) FROM seek s LEFT JOIN rating r ON r.device = s.device AND r.kind = s.kind"     \
                 " ORDER BY s.since, s.device LIMIT ?2")                                                               \
    X(SQL_PAIRING_FIND, "SELECT table_id FROM pairing WHERE device = ? AND command = ?")                               \
    X(SQL_PAIRING_ADD, "INSERT INTO pairing (device, command, table_id, at) VALUES (?, ?, ?, ?)")                      \
    X(SQL_PAIRING_UNFINISHED, "SELECT count(*) FROM pairing p JOIN game g ON g.table_id = p.table_id"                  \
                              " WHERE p.device = ? AND p.at > ? AND g.finished = 0")                                   \
    X(SQL_SEATS_UNFINISHED, "SELECT count(*) FROM sitting s JOIN game g ON g.id = s.game JOIN game_table t"            \
                            " ON t.id = g.table_id WHERE s.who = ?1 AND s.at > ?2 AND g.finished = 0"                  \
                            " AND t.creator <> ?1")                                                                    \
    X(SQL_PAIRING_PRUNE, "DELETE FROM pairing WHERE at < ?")                                                           \
    X(SQL_HALL_GET, "SELECT time, wall FROM hall")                                                                     \
    X(SQL_HALL_SET, "UPDATE hall SET time = ?, wall = ?")                                                              \
    X(SQL_NODE_BEAT, "INSERT INTO node (id, beat) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET beat = excluded.beat")  \
    X(SQL_NODE_NONE, "DELETE FROM node")                                                                               \
    X(SQL_NODE_GONE, "DELETE FROM node WHERE beat < ?")                                                                \
    X(SQL_PRESENCE_PUT,                                                                                                \
      "INSERT INTO presence (table_id, who, node, here, since) VALUES (?, ?, ?, ?, ?)"                                 \
      " ON CONFLICT (table_id, who, node) DO UPDATE SET here = excluded.here, since = excluded.since")                 \
    X(SQL_PRESENCE_OF, "SELECT who, max(here), max(since) FROM presence WHERE table_id = ? GROUP BY who")              \
    X(SQL_PRESENCE_AWAY,                                                                                               \
      "SELECT min(since), count(*) FROM (SELECT max(here) AS here, max(since) AS since FROM presence"                  \
      " WHERE table_id = ? GROUP BY who) WHERE here = 0")                                                              \
    X(SQL_PRESENCE_NOBODY, "UPDATE presence SET here = 0, since = ? WHERE here = 1")                                   \
    X(SQL_PRESENCE_PRUNE, "DELETE FROM presence WHERE here = 0 AND since < ?")                                         \
    X(SQL_PRESENCE_OF_GONE, "UPDATE presence SET here = 0, since = ?1"                                                 \
                            " WHERE here = 1 AND node IN (SELECT id FROM node WHERE beat < ?1)")                       \
    X(SQL_LOOK_OF_GONE, "INSERT INTO look (table_id, due) SELECT DISTINCT table_id, ?1 FROM presence"                  \
                        " WHERE here = 1 AND node IN (SELECT id FROM node WHERE beat < ?1)"                            \
                        " ON CONFLICT (table_id) DO UPDATE SET due = min(look.due - 1, excluded.due)")                 \
    X(SQL_LOOK_ANY, "SELECT 1 FROM look LIMIT 1")                                                                      \
    X(SQL_LOOK_PUT,                                                                                                    \
      "INSERT INTO look (table_id, due) VALUES (?, ?) ON CONFLICT (table_id) DO UPDATE SET due = excluded.due")        \
    X(SQL_LOOK_SOON, "INSERT INTO look (table_id, due) VALUES (?, ?)"                                                  \
                     " ON CONFLICT (table_id) DO UPDATE SET due = min(look.due - 1, excluded.due)")                    \
    X(SQL_LOOK_REMOVE, "DELETE FROM look WHERE table_id = ?")                                                          \
    X(SQL_LOOK_CLAIM, "UPDATE look SET due = ?1 + ?2"                                                                  \
                      " WHERE table_id IN (SELECT table_id FROM look WHERE due <= ?1 ORDER BY due LIMIT ?3)"           \
                      " RETURNING table_id, due")                                                                      \
    X(SQL_LOOK_DROP, "DELETE FROM look WHERE table_id = ? AND due = ?")                                                \
    X(SQL_LOOK_DELAY, "UPDATE look SET due = ?3 WHERE table_id = ?1 AND due = ?2")                                     \
    X(SQL_PLAYER_GET, "SELECT p.id, p.name, p.created, coalesce(c.value, r.value, ?4), coalesce(r.games, 0)"           \
                      " FROM player p LEFT JOIN rating r ON r.device = p.id AND r.kind = ?2"                           \
                      " LEFT JOIN rating_change c ON c.game = ?3 AND c.device = p.id AND c.kind = ?2 WHERE p.id = ?1") \
    X(SQL_PLAYER_HAS, "SELECT 1 FROM player WHERE id = ?")                                                             \
    X(SQL_PLAYER_RENAME, "UPDATE player SET name = ?2 WHERE id = ?1")                                                  \
    X(SQL_PLAYER_OF_DEVICE, "SELECT player FROM device WHERE id = ?")                                                  \
    X(SQL_PLAYER_HAS_DEVICE, "SELECT 1 FROM device WHERE player = ? LIMIT 1")                                          \
    X(SQL_DEVICE_MOVE, "UPDATE device SET player = ?2 WHERE id = ?1")                                                  \
    X(SQL_CODE_OLD, "DELETE FROM transfer WHERE expires <= ?")                                                         \
    X(SQL_CODE_PUT, "INSERT INTO transfer (player, hash, expires) SELECT id, ?2, ?3 FROM player WHERE id = ?1"         \
                    " ON CONFLICT (player) DO UPDATE SET hash = excluded.hash, expires = excluded.expires")            \
    X(SQL_CODE_TAKE, "DELETE FROM transfer WHERE hash = ?1 AND expires > ?2 RETURNING player")                         \
    X(SQL_FORGET_ACTOR, "UPDATE event SET actor = ?2 WHERE actor = ?1 AND game IN" SQL_GAMES_OF)                       \
    X(SQL_FORGET_SEATED, "UPDATE event SET data = ?2 WHERE kind = 'seat' AND data = ?1 AND game IN" SQL_GAMES_OF)      \
    X(SQL_FORGET_GAMES, "UPDATE game SET seat_b = CASE seat_b WHEN ?1 THEN ?2 ELSE seat_b END,"                        \
                        " seat_w = CASE seat_w WHEN ?1 THEN ?2 ELSE seat_w END,"                                       \
                        " end_b = CASE end_b WHEN ?1 THEN ?2 ELSE end_b END,"                                          \
                        " end_w = CASE end_w WHEN ?1 THEN ?2 ELSE end_w END WHERE id IN" SQL_GAMES_OF)                 \
    X(SQL_FORGET_TABLES, "UPDATE game_table SET creator = ?2 WHERE creator = ?1")                                      \
    X(SQL_FORGET_JOBS, "UPDATE job SET asker = ?2 WHERE asker = ?1")                                                   \
    X(SQL_FORGET_PRESENCE, "UPDATE presence SET who = ?2 WHERE who = ?1 AND table_id IN"                               \
                           " (SELECT table_id FROM game WHERE id IN" SQL_GAMES_OF ")")                                 \
    X(SQL_FORGET_LISTINGS, "UPDATE listing SET seat_b = CASE seat_b WHEN ?1 THEN ?2 ELSE seat_b END,"                  \
                           " seat_w = CASE seat_w WHEN ?1 THEN ?2 ELSE seat_w END WHERE table_id IN"                   \
                           " (SELECT table_id FROM game WHERE id IN" SQL_GAMES_OF ")")                                 \
    X(SQL_FORGET_SEEK, "DELETE FROM seek WHERE device = ?")                                                            \
    X(SQL_FORGET_PAIRINGS, "DELETE FROM pairing WHERE device = ?")                                                     \
    X(SQL_FORGET_SITTING, "DELETE FROM sitting WHERE who = ?")                                                         \
    X(SQL_FORGET_RATING, "DELETE FROM rating WHERE device = ?")                                                        \
    X(SQL_FORGET_CHANGES, "DELETE FROM rating_change WHERE device = ?")                                                \
    X(SQL_FORGET_CODE, "DELETE FROM transfer WHERE player = ?")                                                        \
    X(SQL_FORGET_DEVICES, "DELETE FROM device WHERE player = ?")                                                       \
    X(SQL_FORGET_PLAYER, "DELETE FROM player WHERE id = ?")                                                            \
    X(SQL_PROFILE, SQL_PROFILE_TEXT)                                                                                   \
    X(SQL_LEADERS, SQL_LEADERS_TEXT)                                                                                   \
    X(SQL_EXPORT, SQL_EXPORT_TEXT)                                                                                     \
    TALK_SQL_LIST(X)

/* clang-format off */
enum sql {
#define X(name, text) name,
    SQL_LIST(X)
#undef X
    SQLS
};
/* clang-format on */

struct connection {
    sqlite3 *db;
    sqlite3_stmt *statements[SQLS]; /* prepared when first needed */
    const struct log *log;          /* may be NULL */
    struct clock clock;
    char node[17];       /* this node's id, of the writer only */
    bool shared;         /* others write to the file, too */
    bool strangers;      /* whoever writes need not be a player */
    bool hall_known;     /* in the transaction under way: the next two are now's */
    int64_t hall, wall;  /* hall time as of the store's time */
    unsigned complaints; /* failures logged in a row, to keep a full disk from filling the log */
};

/* ---- opening (open.c) ---- */

/* Makes the entries of a folder durable. 0, or -1 with errno. */
int folder_sync(const char *path);

/* Makes the folder when missing, and takes the file for this process alone, for as long as *fd is open: a lock on
 * FILE.lock, which is never removed. ERR_BUSY: another has it. */
MUST_CHECK enum error file_take(const char *where, int *fd, char *message);
/* Makes the folder and the file when missing; sets durability and limits. `message` says what failed and where. */
MUST_CHECK enum error connection_open(struct connection *connection, const struct store_config *config, bool writer,
                                      char *message);
void connection_close(struct connection *connection);
/* Brings the database to the newest schema: each missing migration in one transaction with its record. */
MUST_CHECK enum error connection_migrate(struct connection *connection, const char *where, char *message);

/* ---- statements (connection.c) ---- */

/* A statement being filled with values from left to right. */
struct query {
    struct connection *connection;
    sqlite3_stmt *statement; /* NULL: preparing failed, and so will query_step() */
    int at;
};

enum step { STEP_ROW, STEP_DONE, STEP_FAILED };

struct query query_start(struct connection *connection, enum sql sql);
void query_text(struct query *query, const char *text); /* the text must stay until query_end() */
void query_number(struct query *query, int64_t number);
/* Failures are logged. */
enum step query_step(struct query *query);
void query_end(struct query *query);

/* A statement without result: OK or ERR_STORE. Ends the query. */
MUST_CHECK enum error query_run(struct query *query);
/* A statement without values. */
MUST_CHECK enum error connection_run(struct connection *connection, enum sql sql);

/* Column `column` of the row; a text longer than the field is cut. */
void column_text(const struct query *query, int column, char *out, size_t size);
int64_t column_number(const struct query *query, int column);

/* ---- who writes (known.c) ---- */

/* Whether all whom this write names are players; ERR_NOT_FOUND: one is not, or no longer. */
MUST_CHECK enum error known_check(struct connection *connection, const struct store_request *request);

/* ---- requests (requests.c) ---- */

/* Carries out one request within a transaction that the caller holds; fills request->error and what it found. */
void connection_serve(struct connection *connection, struct store_request *request);
/* A table and its first game; after hall_now(). */
MUST_CHECK enum error table_and_game_add(struct connection *connection, const struct store_opening *opening);
/* Makes room for one more thing in a list that doubles; ERR_TOO_LONG beyond `max` things. */
MUST_CHECK enum error list_grow(void **list, unsigned count, size_t size, unsigned max);

/* ---- ratings (ratings.c) ---- */

/* The event ends a rated game: changes both ratings and says in the event by how much. */
MUST_CHECK enum error ratings_change(struct connection *connection, const struct store_append *append,
                                     struct store_event *event);
enum error rating_find(struct connection *connection, struct store_request *request);

/* ---- the lobby (lobby.c) ---- */

/* What an event does to the listing of its table, in its transaction. */
MUST_CHECK enum error listing_after(struct connection *connection, const char *table, const struct store_event *event);
/* Requests, as in requests.c. */
enum error listing_put(struct connection *connection, struct store_request *request);
enum error listings(struct connection *connection, struct store_request *request);
/* Whether the one who takes a seat may; ERR_BUSY. */
MUST_CHECK enum error seats_check(struct connection *connection, const struct store_append *append);
enum error seek_put(struct connection *connection, struct store_request *request);
enum error seek_drop(struct connection *connection, struct store_request *request);
enum error seeks(struct connection *connection, struct store_request *request);
enum error pair(struct connection *connection, struct store_request *request);
enum error pairing_find(struct connection *connection, struct store_request *request);
/* ---- players (people.c), as requests.c ---- */

enum error serve_find(struct connection *connection, struct store_request *request);
enum error serve_rename(struct connection *connection, struct store_request *request);
enum error serve_forget(struct connection *connection, struct store_request *request);
enum error serve_code_put(struct connection *connection, struct store_request *request);
enum error serve_code_use(struct connection *connection, struct store_request *request);
enum error serve_document(struct connection *connection, struct store_request *request);
/* Somebody sits in this game from now on; computers and free seats ("") are not noted. */
MUST_CHECK enum error sitting_add(struct connection *connection, const char *who, const char *game, int64_t at);
/* ---- what is said, reports, bans (talk.c): requests, as in requests.c ---- */

enum error line_say(struct connection *connection, struct store_request *request);
enum error lines_find(struct connection *connection, struct store_request *request);
enum error report_keep(struct connection *connection, struct store_request *request);
enum error bans_find(struct connection *connection, struct store_request *request);

/* ---- hall time, who is there, what is to be looked at (hall.c) ---- */

/* Reads hall time; where nobody shares the file, nobody is there yet. */
MUST_CHECK enum error hall_open(struct connection *connection, bool shared);
/* Hall time now, into connection->hall and request->hall. */
MUST_CHECK enum error hall_now(struct connection *connection, struct store_request *request);
/* The same, and this node is there. */
MUST_CHECK enum error hall_beat(struct connection *connection, struct store_request *request);
/* After an event, whose hall_now() it was: the table is looked at after `look_in` ms (-1: not), or, while its game goes
 * on, when somebody has been away for the grace. */
MUST_CHECK enum error look_after(struct connection *connection, const char *table, int64_t look_in, bool goes_on);
/* Requests, as in requests.c. */
enum error looks_claim(struct connection *connection, struct store_request *request);
enum error look_set(struct connection *connection, struct store_request *request);
enum error presence(struct connection *connection, struct store_request *request);

#endif
