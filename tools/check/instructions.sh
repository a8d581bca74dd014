#!/bin/sh
# Instructions a node of perft, counted by valgrind (the same on every run, whatever else the machine does), for the
# three positions of docs/performance.md. Usage: tools/check/instructions.sh [program]
set -eu
cd "$(dirname "$0")/../.."
program=${1:-build/release/shogikan}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

count() { # depth, sfen: prints the nodes and the instructions of the whole process
    valgrind --tool=callgrind --callgrind-out-file="$scratch/out" \
        "$program" perft --game shogi --sfen "$2" --depth "$1" >"$scratch/stdout" 2>"$scratch/stderr"
    nodes=$(sed -n 's/^nodes //p' "$scratch/stdout")
    instructions=$(sed -n 's/^summary: //p' "$scratch/out")
    echo "$nodes $instructions"
}

for row in "start|5|lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1" \
    "dense|3|l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1" \
    "max-moves|3|R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1"; do
    name=${row%%|*}
    rest=${row#*|}
    depth=${rest%%|*}
    sfen=${rest#*|}
    set -- $(count 1 "$sfen") $(count "$depth" "$sfen") # the first run is what starting the program costs
    echo "$1 $2 $3 $4 $name $depth" | awk '{printf "%-10s depth %d  %11d nodes  %.1f instructions a node\n", $5, $6, $3, ($4 - $2) / ($3 - $1)}'
done
