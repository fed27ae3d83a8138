#!/usr/bin/env bash
# An example does what its first lines say: it ends well, and prints a line that matches.
# usage: example_test.sh LINE PROGRAM [ARGUMENT...]      LINE is an extended regular expression
set -uo pipefail
line=$1
shift
output=$("$@")
code=$?
printf '%s\n' "$output"
case $output in *"no OpenCL device"*) exec "$(dirname "${BASH_SOURCE[0]}")/../support/skip.sh" "no OpenCL device here" ;; esac
[ $code = 0 ] || { echo "FAILED: exit code $code, expected 0"; exit 1; }
grep -qxE "$line" <<<"$output" || { echo "FAILED: no line like '$line'"; exit 1; }
