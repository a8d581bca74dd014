#!/bin/sh
# Instructions a node of perft, counted by valgrind (the same on every run, whatever else the machine does), for the
# positions of docs/performance.md. Usage: tools/check/instructions.sh [program]
set -eu
cd "$(dirname "$0")/../.."
program=${1:-build/release/shogikan}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
strip -g -o "$scratch/program" "$program" # valgrind cannot read the debug information of every compiler

count() { # game, depth, sfen: prints the nodes and the instructions of the whole process
    valgrind --tool=callgrind --callgrind-out-file="$scratch/out" \
        "$scratch/program" perft --game "$1" --sfen "$3" --depth "$2" >"$scratch/stdout" 2>"$scratch/stderr" || {
        cat "$scratch/stderr" >&2
        exit 1
    }
    nodes=$(sed -n 's/^nodes //p' "$scratch/stdout")
    instructions=$(sed -n 's/^summary: //p' "$scratch/out")
    echo "$nodes $instructions"
}

array='lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1'
dense='l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1'
chu='lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/PPPPPPPPPPPP/MVRHDNQDHRVM/A1B1TOXT1B1A/LFCSGKEGSCFL b - 1'
middle='l2bgekg2fl/afcstx6/mv1r1+B4s1/pp5p4/3pp1p5/2p4h2+v1/12/1P2PPP1I2a/1SP9/M2FTDX4A/AV1C8/L3GKEq3L w - 138'
for row in "shogi|start|5|$array" "shogi|dense|3|$dense" \
    "shogi|max-moves|3|R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1" \
    "annan|start|4|$array" "annan|dense|3|$dense" "hasami|start|4|ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b - 1" \
    "chu|start|4|$chu" "chu|middle|3|$middle"; do
    game=${row%%|*}
    rest=${row#*|}
    name=${rest%%|*}
    rest=${rest#*|}
    depth=${rest%%|*}
    sfen=${rest#*|}
    set -- $(count "$game" 1 "$sfen") $(count "$game" "$depth" "$sfen") # the first run is what starting the program costs
    echo "$1 $2 $3 $4 $game $name $depth" |
        awk '{printf "%-7s %-10s depth %d  %11d nodes  %.1f instructions a node\n", $5, $6, $7, $3, ($4 - $2) / ($3 - $1)}'
done
