#!/usr/bin/env bash
# Lets every OpenCL call, allocation and call on files fail once; ./check --full tries some of each.
# `faults` alone takes half an hour.
# usage: all_faults.sh [TEST...]      default: all of the seven tests that are named below
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/common.sh
. "$root/scripts/common.sh"
helpIfAsked "${1:-}"
[ $# -gt 0 ] || set -- faults memory_faults memory_bodies memory_files memory_meshes cli_memory cli_disk
export GEL_TEST_FAULTS=all GEL_TUNING=off
"$root/scripts/build.sh" "${@/#/test_}"
code=0
for name in "$@"; do
    printf '\n== %s\n' "$name"
    "$root/build/release/tests/test_$name" || code=1
done
exit $code
