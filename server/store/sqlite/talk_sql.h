/*
 * The statements of talk.c, a part of SQL_LIST in connection.h.
 */
#ifndef SERVER_STORE_SQLITE_TALK_SQL_H
#define SERVER_STORE_SQLITE_TALK_SQL_H

#define LINE_COLUMNS "l.table_id, l.number, l.author, coalesce(p.name, ''), l.side, l.text, l.command, l.at"
#define LINE_SOURCE " FROM line l LEFT JOIN player p ON p.id = l.author"

/* X(name, SQL) */
#define TALK_SQL_LIST(X)                                                                                               \
    X(SQL_LINE_BY_COMMAND,                                                                                             \
      "SELECT " LINE_COLUMNS LINE_SOURCE " WHERE l.table_id = ? AND l.author = ? AND l.command = ?")                   \
    X(SQL_LINES_LATELY, "SELECT count(*) FROM line WHERE author = ? AND at > ? AND at <= ?")                           \
    X(SQL_LINE_ADD, "INSERT INTO line (table_id, number, author, side, text, command, at)"                             \
                    " SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3, ?4, ?5, ?6 FROM line WHERE table_id = ?1")      \
    X(SQL_LINES_TRIM, "DELETE FROM line WHERE table_id = ?1 AND number <="                                             \
                      " (SELECT max(number) FROM line WHERE table_id = ?1) - ?2")                                      \
    X(SQL_LINES, "SELECT " LINE_COLUMNS LINE_SOURCE " WHERE l.table_id = ? ORDER BY l.number DESC LIMIT ?")            \
    X(SQL_LINES_UNTIL, "SELECT at, side, author, text FROM line WHERE table_id = ?1 AND number <="                     \
                       " (SELECT max(number) FROM line WHERE table_id = ?1 AND author = ?2)"                           \
                       " ORDER BY number DESC LIMIT ?3")                                                               \
    X(SQL_REPORTS_TODAY, "SELECT count(*) FROM report WHERE reporter = ?1 AND day = ?2"                                \
                         " AND NOT (author = ?3 AND table_id = ?4)")                                                   \
    X(SQL_REPORT_PUT, "INSERT INTO report (number, author, table_id, day, reporter, times, lines, at, closed)"         \
                      " SELECT coalesce(max(number), 0) + 1, ?1, ?2, ?3, ?4, 1, ?5, ?6, 0 FROM report WHERE true"      \
                      " ON CONFLICT (author, table_id, day)"                                                           \
                      " DO UPDATE SET times = report.times + 1, lines = excluded.lines, at = excluded.at, closed = 0") \
    X(SQL_FORGET_LINES, "DELETE FROM line WHERE author = ?")                                                           \
    X(SQL_FORGET_REPORTS, "UPDATE report SET author = CASE author WHEN ?1 THEN ?2 ELSE author END,"                    \
                          " reporter = CASE reporter WHEN ?1 THEN ?2 ELSE reporter END,"                               \
                          " lines = replace(lines, ?1, ?2)"                                                            \
                          " WHERE author = ?1 OR reporter = ?1 OR instr(lines, ?1) > 0")                               \
    X(SQL_BANS, "SELECT who FROM ban WHERE until = 0 OR until > ?"                                                     \
                " ORDER BY CASE until WHEN 0 THEN 1 ELSE 0 END DESC, until DESC LIMIT ?")

#endif
