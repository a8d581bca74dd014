/*
 * `shogikan perft --game G [--rule name=value]... [--sfen S] --depth N [--divide]`: the number of leaves of the move
 * tree. The last line is `nodes N`; --divide writes a line `usi N` for each root move before it. A finished position
 * has no children (the root is never taken for finished); repetition and move limit do not count.
 */
#ifndef TOOLS_PERFT_H
#define TOOLS_PERFT_H

enum { PERFT_DEPTH_MAX = 32 };

#endif
