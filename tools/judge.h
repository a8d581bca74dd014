/*
 * `shogikan judge`: positions and moves judged by the rules, one JSON object a line in, one line out, in order.
 *
 *   in   {"game": name, "rules": {name: value, ...}?, "sfen": text?, "moves": [usi, ...] or "usi usi ..."?,
 *         "probe": usi?, "legal": bool?, "trace": bool?}
 *   out  {"sfen", "legal_count", "check", "result": null or {"winner": "b"|"w"|"draw", "reason"}}
 *        + "legal": [usi, ...]                      if asked: canonical, in ASCII order
 *        + "probe": {"legal": bool, "rule": code or null}
 *        + "trace_legal_count", "trace_legal_crc32", "trace_check"   if asked: an entry before each move. The CRC-32 (8
 *           hexadecimal digits) is of the legal moves in ASCII order, joined by one space; check is 0 or 1
 *   or   {"error": {"at", "code", "message"}}
 *
 * A value of a rule is a string or an integer; "sfen" may be null for the usual start. `at` is "line" (no JSON object
 * of this form), "game", "rules.NAME", "sfen", "moves[i]" or "probe". `code` is the rule that a move breaks,
 * "game_over", "syntax", "too_long", "unknown", "range", or what is wrong with the position ("bad_board", ...). After
 * an error the next line is judged as if nothing had been. After the end of a game legal_count is 0, and a probe is not
 * legal.
 */
#ifndef TOOLS_JUDGE_H
#define TOOLS_JUDGE_H

#include <stddef.h>
#include <stdio.h>

enum { JUDGE_LINE_MAX = 1 << 20 /* bytes of a line, the line break not counted */ };

struct judge;

/* Working memory, about 400 kB, used again for each line; NULL: out of memory. One thread at a time. */
struct judge *judge_new(void);
void judge_free(struct judge *judge);

/* Judges one line (without its line break; any bytes) and writes one line to `out`, which the caller flushes. */
void judge_line(struct judge *judge, const char *line, size_t length, FILE *out);

#endif
