#!/bin/sh
# Runs every fuzz target of build/fuzz for so many seconds, starting from its committed corpus. New inputs go to
# build/fuzz/corpus/, findings to build/fuzz/findings/.
set -eu
cd "$(dirname "$0")/../.."
seconds=${1:-60}
passed=0
failed=0
for target in $(find build/fuzz -type f -name 'fuzz_*' -perm -u+x | sort); do
    name=$(basename "$target")
    name=${name#fuzz_}
    mkdir -p "build/fuzz/corpus/$name" build/fuzz/findings
    echo "fuzz: $name for $seconds s"
    if "$target" -max_total_time="$seconds" -max_len=8192 -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
        -artifact_prefix="build/fuzz/findings/$name-" "build/fuzz/corpus/$name" "tests/fuzz/corpus/$name" \
        >"build/fuzz/$name.log" 2>&1; then
        passed=$((passed + 1))
        grep -E 'number_of_executed_units|new_units_added' "build/fuzz/$name.log"
    else
        failed=$((failed + 1))
        tail -40 "build/fuzz/$name.log"
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
