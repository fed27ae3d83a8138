#!/usr/bin/env bash
# Builds and tests the fuzzers, lets each run, and keeps its finds in tests/fuzz/found/NAME.tar.gz:
# the fewest and smallest files that reach the same branches.
# usage: hunt.sh SECONDS [NAME...]      SECONDS for each fuzzer; default: all of tests/fuzz/corpus
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/common.sh
. "$root/scripts/common.sh"
helpIfAsked "${1:---help}"
seconds=$1 fuzz=$root/tests/fuzz build=$root/build/fuzz
shift
names=("$@")
[ $# -gt 0 ] || mapfile -t names < <(ls "$fuzz/corpus")
"$root/tests/builds/build_variant.sh" fuzz "$root" "$build"
for name in "${names[@]}"; do
    fuzzer=$build/tests/fuzz/fuzz_$name new=$build/tests/fuzz/found_$name
    longest=$(sed -n "s/^gel_fuzz_test($name \([0-9]*\).*/\1/p" "$fuzz/CMakeLists.txt")
    mkdir -p "$new"
    "$fuzzer" -max_total_time="$seconds" -timeout=20 -max_len="$longest" -entropic=0 -print_final_stats=1 -verbosity=0 \
        -artifact_prefix="$build/tests/fuzz/${name}_" "$new" "$fuzz/corpus/$name"
    kept=$(mktemp -d)
    # Branches, and not how often each is taken: that would keep ten times as many.
    "$fuzzer" -merge=1 -use_counters=0 -timeout=20 -verbosity=0 "$kept" "$new"
    tar --sort=name --owner=0 --group=0 --mtime=@0 -C "$kept" -c . | gzip -9n >"$fuzz/found/$name.tar.gz"
    rm -rf "$kept"
done
