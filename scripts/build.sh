#!/usr/bin/env bash
# Configures and builds a preset in build/PRESET: all of it, or the targets that are named.
# usage: build.sh [--preset PRESET] [TARGET...]      default: release
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/common.sh
. "$root/scripts/common.sh"
cd "$root"
preset=release
if [ "${1:-}" = --preset ]; then
    preset=$2
    shift 2
fi
folder=build/$preset
# A configured folder keeps its generator.
if [ ! -f "$folder/CMakeCache.txt" ] && command -v ninja >/dev/null; then
    export CMAKE_GENERATOR=Ninja
fi
# Where Gel can be compiled for browsers, it needs the source of cJSON; without the network that is left out.
if [ -d /usr/include/wasm32-wasi ] && [ "${GEL_INSTALL:-yes}" != no ] && [ ! -f build/cjson/cJSON.c ]; then
    mkdir -p build
    (copyForeign) >build/cjson.log 2>&1 || true
fi
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
quietly build/configure.log Configuring cmake --preset "$preset"
quietly build/build.log Building cmake --build "$folder" --parallel "$jobs" ${1:+--target "$@"}
