/*
 * Positions to measure by: dense ones for the move generator, and for search a spread over real games of all phases.
 */
#include "games/shogi/eval/evaluation.h"

#include <stddef.h>

const char *const shogi_perft_sfens[] = {
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
    NULL,
};

const char *const shogi_search_sfens[] = {
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "ln2k1snl/2gs2gb1/p1ppppppp/9/6P2/1rP3R2/P2PPP1PP/1BG3S2/LNS1KG1NL b Pp 21",
    "lnsg4l/3k3r1/ppppppnrp/5gp2/9/P1P5P/1P1PPPP+pN/1BG3SS1/LNS1KG2L b Bp 37",
    "lnsgk1+R1+B/7g1/p1pppp2p/2r3pN1/9/9/P2PPPP1P/2G1K1S2/LNS2G1NL w BSL3P2p 36",
    "ln1gk2nl/1r1s2gp1/p3p+b3/1pp2lPP1/8p/5P3/PPN1P1S1P/3KG4/5+b1NL b 2S4Prgp 65",
    "1nsgkg1nl/7s1/4pp1pp/1ppp2p2/K3b4/1PrP3PP/P2LPP3/1+bL5R/5GSNL b 2Pgsnp 55",
    "ln1gkgsnl/3r5/p1p1ppbpp/6p2/1p5P1/2G6/PP2PPP1P/1S+pB1S1R1/LN1SK2NL b Pgp 31",
    "lnsgk1snl/6gb1/p1pppppp1/8p/7R1/1r7/P1PPPPP2/1+pG6/LNS1KGSNL b 2Pbp 21",
    "ln2k3l/1r1sgsg2/p2p1pn2/2p3pp1/3G1Pb1P/1PPPp4/P1B1P1PP1/3RG1SK1/LNS4NL b 2P 37",
    "lnsg1g3/1r1k2s+P1/p1ppp4/1p5B1/3L5/3P1pPS1/PPP1PP1GP/1B1G5/LNS1K2Nr b NL3P 51",
    "6g2/l8/1r7/pp2k2p1/6p2/2p1K4/1P1P2N2/L1S2S1R1/1N1G1G3 b BG2S2NL2Pbl9p 65",
    "l3s2R1/3kg4/p1npS3l/1+B2p1p1p/5N3/5S1P1/PPKPPP2P/2R1G4/LNG5L w GS5Pbnp 68",
    "2s1g4/l3k4/2n2g3/P2P+bpP+L1/2P6/9/9/2S1PR1S1/2+rSKG1N1 b 10Pbg2n2l2p 101",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    NULL,
};
