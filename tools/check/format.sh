#!/bin/sh
# Compares every C source with .clang-format; with --write, formats it.
set -eu
cd "$(dirname "$0")/../.."
mode="--dry-run --Werror"
[ "${1:-}" = --write ] && mode=-i
# shellcheck disable=SC2086 # two words
git ls-files -co --exclude-standard '*.c' '*.h' | xargs clang-format $mode
