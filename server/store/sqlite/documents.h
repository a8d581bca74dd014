/*
 * What is known of players, written as JSON by SQLite itself: each text is one statement that gives one row with one
 * column. The numbers of what is told are bounded, but for the export, which is everything.
 */
#ifndef SERVER_STORE_SQLITE_DOCUMENTS_H
#define SERVER_STORE_SQLITE_DOCUMENTS_H

#define SQL_RATINGS_JSON                                                                                               \
    "(SELECT json_group_array(json_object('kind', kind, 'value', value, 'games', games))"                              \
    " FROM rating WHERE device = p.id)"

/* ?1 who, ?2: 1 with games that are nobody else's business, ?3 changes, ?4 games. Newest first. */
#define SQL_PROFILE_TEXT                                                                                               \
    "SELECT json_object('id', p.id, 'name', p.name, 'ratings', json(" SQL_RATINGS_JSON "),"                            \
    " 'history', json((SELECT json_group_array(json_object('kind', kind, 'at', at, 'value', value, 'change', change,"  \
    " 'game', game)) FROM (SELECT * FROM rating_change WHERE device = p.id ORDER BY at DESC LIMIT ?3))),"              \
    " 'games', json((SELECT json_group_array(json_object('game', id, 'kind', kind, 'at', ended, 'winner', winner,"     \
    " 'reason', reason, 'b', end_b, 'w', end_w, 'b_name', b_name, 'w_name', w_name, 'rated', rated, 'change', change," \
    " 'open', open)) FROM (SELECT g.*, coalesce(b.name, '') AS b_name, coalesce(w.name, '') AS w_name,"                \
    " c.game IS NOT NULL AS rated, coalesce(c.change, 0) AS change FROM sitting s JOIN game g ON g.id = s.game"        \
    " LEFT JOIN player b ON b.id = g.end_b LEFT JOIN player w ON w.id = g.end_w"                                       \
    " LEFT JOIN rating_change c ON c.game = g.id AND c.device = s.who"                                                 \
    " WHERE s.who = p.id AND g.ended > 0 AND (g.open = 1 OR ?2 = 1) ORDER BY s.at DESC LIMIT ?4))))"                   \
    " FROM player p WHERE p.id = ?1"

/* ?1 kind, ?2 rated games at least, ?3 players. */
#define SQL_LEADERS_TEXT                                                                                               \
    "SELECT json_object('kind', ?1, 'players', json((SELECT json_group_array(json_object('id', id, 'name', name,"      \
    " 'value', value, 'games', games)) FROM (SELECT p.id, p.name, r.value, r.games FROM rating r"                      \
    " JOIN player p ON p.id = r.device WHERE r.kind = ?1 AND r.games >= ?2"                                            \
    " ORDER BY r.value DESC, r.games DESC, p.id LIMIT ?3))))"

/* ?1 who. What others did in the same games is theirs. */
#define SQL_EXPORT_TEXT                                                                                                \
    "SELECT json_object('id', p.id, 'name', p.name, 'created', p.created,"                                             \
    " 'devices', json((SELECT json_group_array(json_object('created', created, 'seen', seen))"                         \
    " FROM device WHERE player = p.id)),"                                                                              \
    " 'ratings', json(" SQL_RATINGS_JSON "),"                                                                          \
    " 'rating_changes', json((SELECT json_group_array(json_object('game', game, 'kind', kind, 'value', value,"         \
    " 'change', change, 'at', at)) FROM (SELECT * FROM rating_change WHERE device = p.id ORDER BY at))),"              \
    " 'seeks', json((SELECT json_group_array(json_object('kind', kind, 'rated', rated, 'turn_seconds', turn_seconds,"  \
    " 'since', since)) FROM seek WHERE device = p.id)),"                                                               \
    " 'pairings', json((SELECT json_group_array(json_object('command', command, 'table', table_id, 'at', at))"         \
    " FROM pairing WHERE device = p.id)),"                                                                             \
    " 'lines', json((SELECT json_group_array(json_object('table', table_id, 'text', text, 'at', at))"                  \
    " FROM (SELECT * FROM line WHERE author = p.id ORDER BY at))),"                                                    \
    " 'reports', json((SELECT json_group_array(json_object('table', table_id, 'about', author, 'at', at))"             \
    " FROM (SELECT * FROM report WHERE reporter = p.id ORDER BY at))),"                                                \
    " 'transfer_until', (SELECT expires FROM transfer WHERE player = p.id),"                                           \
    " 'tables', json((SELECT json_group_array(json_object('table', id, 'kind', kind, 'rules', rules,"                  \
    " 'settings', settings, 'opened', created)) FROM (SELECT * FROM game_table WHERE creator = p.id"                   \
    " ORDER BY created))),"                                                                                            \
    " 'games', json((SELECT json_group_array(json_object('game', id, 'table', table_id, 'kind', kind,"                 \
    " 'rules', rules, 'settings', settings, 'start', start, 'began', created, 'sat', sat,"                             \
    " 'ended', ended, 'winner', winner, 'reason', reason,"                                                             \
    " 'side', CASE p.id WHEN end_b THEN 'b' WHEN end_w THEN 'w' WHEN seat_b THEN 'b' WHEN seat_w THEN 'w' ELSE '' "    \
    "END,"                                                                                                             \
    " 'events', json((SELECT json_group_array(json_object('seq', seq, 'kind', kind, 'side', side, 'data', data,"       \
    " 'command', command, 'at', at)) FROM (SELECT * FROM event e WHERE e.game = games.id AND e.actor = p.id"           \
    " ORDER BY e.seq)))))"                                                                                             \
    " FROM (SELECT g.*, s.at AS sat FROM sitting s JOIN game g ON g.id = s.game WHERE s.who = p.id ORDER BY s.at)"     \
    " AS games)))"                                                                                                     \
    " FROM player p WHERE p.id = ?1"

#endif
