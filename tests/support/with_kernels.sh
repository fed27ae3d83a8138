#!/usr/bin/env bash
# Runs a test with a PoCL cache of its own, POCL_CACHE_DIR, as some versions of PoCL fail where several programs build at
# once in one cache. It starts with the kernels that tests before it have built, and adds its own to them: to build takes
# seconds, for each number of lanes. They are links, not copies: PoCL does not change what it has built.
# usage: with_kernels.sh PROGRAM [ARGUMENT...]      GEL_TEST_KERNELS: the caches of another build of the same kernels
set -euo pipefail
caches=$(dirname "$POCL_CACHE_DIR")
built=$caches/built
mkdir -p "$POCL_CACHE_DIR" "$built"

# Links what only FROM has into TO; nobody may be adding to either meanwhile.
add_kernels() {
    cp -Rln "$1/." "$2" 2>/dev/null || cp -Rn "$1/." "$2" 2>/dev/null || true # what is missing is built
}
for kernels in "$built" "${GEL_TEST_KERNELS:-$caches}/built"; do
    [ -d "$kernels" ] || continue
    (flock -s 9 && add_kernels "$kernels" "$POCL_CACHE_DIR") 9>"$caches/built.lock" || true
done
"$@" || exit $?
(flock 9 && add_kernels "$POCL_CACHE_DIR" "$built") 9>"$caches/built.lock" || true
