#!/usr/bin/env bash
# Configures and builds the release preset in build/release: all of it, or the targets that are named.
# usage: build.sh [TARGET...]      GEL_WERROR=ON treats warnings as errors
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/common.sh
. "$root/scripts/common.sh"
cd "$root"
folder=build/release
# A folder that is configured keeps the tool it was configured for.
if [ ! -f $folder/CMakeCache.txt ] && command -v ninja >/dev/null; then
    export CMAKE_GENERATOR=Ninja
fi
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
quietly build/configure.log Configuring cmake --preset release -DGEL_WERROR="${GEL_WERROR:-OFF}"
quietly build/build.log Building cmake --build $folder --parallel "$jobs" ${1:+--target "$@"}
