/*
 * Keys of positions (R7): the exclusive or of one pseudo-random number for each thing that is somewhere.
 *
 * The numbers are mixed when needed instead of kept in a table: six instructions cost no more than a cache miss, and
 * 20 kB of noise would not compress in the WebAssembly module.
 */
#ifndef RULES_ZOBRIST_H
#define RULES_ZOBRIST_H

#include "rules/piece.h"

static inline uint64_t zobrist_mix(uint64_t n)
{
    n *= 0x9e3779b97f4a7c15ULL;
    n ^= n >> 32;
    n *= 0xd6e8feb86659fd93ULL;
    return n ^ n >> 29;
}

/* A piece on a square. */
static inline uint64_t zobrist_piece(piece_t piece, square_t square)
{
    return zobrist_mix((uint64_t)piece << 8 | square);
}

/* The nth piece (from 1) of that kind and side in a hand. */
static inline uint64_t zobrist_hand(piece_t piece, unsigned n)
{
    return zobrist_mix(1u << 16 | (uint64_t)piece << 8 | n);
}

/* The mark square (struct position). */
static inline uint64_t zobrist_mark(square_t square)
{
    return zobrist_mix(2u << 16 | square);
}

/* Gote moves. */
static inline uint64_t zobrist_gote(void)
{
    return zobrist_mix(3u << 16);
}

#endif
