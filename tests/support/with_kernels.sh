#!/usr/bin/env bash
# Runs a test with a PoCL cache of its own, POCL_CACHE_DIR, which starts as a copy of kernels that were built before: to
# build them takes seconds, and some versions of PoCL fail where several programs build at once in one cache.
# usage: with_kernels.sh PROGRAM [ARGUMENT...]      GEL_TEST_KERNELS: the caches of another build of the same kernels
set -euo pipefail
caches=$(dirname "$POCL_CACHE_DIR")
given=${GEL_TEST_KERNELS:-$caches}
for built in "$given/$(basename "$POCL_CACHE_DIR")" "$given/kernels" "$caches/kernels"; do
    if [ -d "$built" ] && [ "$built" != "$POCL_CACHE_DIR" ]; then
        mkdir -p "$POCL_CACHE_DIR"
        cp -R "$built/." "$POCL_CACHE_DIR" 2>/dev/null || true # what is missing is built
        break
    fi
done
exec "$@"
