/*
 * `shogikan convert [--from F] [--to F] [--game G] [--encoding E] [--record N] [FILE]`: game records from one format
 * to another, from FILE or the standard input to the standard output.
 *
 * Formats: kif, ki2, csa, usi, sfen. --from and --game are found out when not given; --to is kif. Files in Shift_JIS
 * are read as they are; --encoding sjis writes it. A file of several records becomes a file of several, in csa, usi or
 * sfen;
 * --record N takes the Nth. What a format cannot hold is said on stderr.
 *
 * Exit code 2: bad arguments, or a file that is no record, with line, move, and the rule that forbids it.
 */
#ifndef TOOLS_CONVERT_H
#define TOOLS_CONVERT_H

enum { CONVERT_BYTES_MAX = 4 << 20 /* of a file, read or written */ };

#endif
