#!/usr/bin/env bash
# Lets the fuzzers run and keeps what they find in found/NAME.tar.gz: as few and as small files as reach the same branches.
# usage: hunt.sh BUILD SECONDS [NAME...]      BUILD: as of build_variant.sh fuzz; SECONDS: of each fuzzer
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd) build=$1 seconds=$2
shift 2
names=("$@")
[ $# -gt 0 ] || mapfile -t names < <(ls "$here/corpus")
for name in "${names[@]}"; do
    fuzzer=$build/tests/fuzz/fuzz_$name new=$build/tests/fuzz/found_$name
    longest=$(sed -n "s/^gel_fuzz_test($name \([0-9]*\).*/\1/p" "$here/CMakeLists.txt")
    mkdir -p "$new"
    "$fuzzer" -max_total_time="$seconds" -timeout=20 -max_len="$longest" -entropic=0 -print_final_stats=1 -verbosity=0 \
        -artifact_prefix="$build/tests/fuzz/${name}_" "$new" "$here/corpus/$name"
    kept=$(mktemp -d)
    # Branches, and not how often each is taken: that would keep ten times as many.
    "$fuzzer" -merge=1 -use_counters=0 -timeout=20 -verbosity=0 "$kept" "$new"
    tar --sort=name --owner=0 --group=0 --mtime=@0 -C "$kept" -c . | gzip -9n >"$here/found/$name.tar.gz"
    rm -rf "$kept"
done
