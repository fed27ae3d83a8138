#!/usr/bin/env bash
# What is missing makes a test skipped, and with GEL_CI failed. Here the OpenCL devices are missing.
# usage: skip_test.sh TEST_SELF_TEST      the program of that name
set -uo pipefail
here=$(dirname "${BASH_SOURCE[0]}") program=$1
failed=0
expect() {
    local expected=$1 code=0
    shift
    OCL_ICD_VENDORS=/nowhere "$@" || code=$?
    [ $code = "$expected" ] || {
        printf 'FAILED: exit code %d, not %d: %s\n' $code "$expected" "$*"
        failed=1
    }
}
unset GEL_CI
expect 77 "$program" kernels_read_from_a_folder
expect 77 "$here/../support/skip.sh" "nothing is missing"
export GEL_CI=1
expect 1 "$program" kernels_read_from_a_folder
expect 1 "$here/../support/skip.sh" "nothing is missing"
exit $failed
