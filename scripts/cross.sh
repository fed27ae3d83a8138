#!/usr/bin/env bash
# Builds Gel for another processor or system, and compares the golden hashes of the reference there; for Windows, runs the
# tests of tests/builds/windows.cmake. Programs run by qemu-user or wine. Needs Debian's cross compilers and apt.
# usage: cross.sh aarch64|aarch64-clang|s390x|windows
# GEL_TEST_FRAMES: of 300 frames, a multiple of 60; default 60. GEL_TEST_SCENES: of 5; default 5, for s390x 3
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/common.sh
. "$root/scripts/common.sh"
helpIfAsked "${1:---help}"
target=$1
cd "$root"
folder=build/$target
export GEL_TEST_FRAMES=${GEL_TEST_FRAMES:-60} WINEDEBUG=${WINEDEBUG:--all}
[ "$target" != s390x ] || export GEL_TEST_SCENES=${GEL_TEST_SCENES:-3}
case $target in
aarch64 | aarch64-clang | s390x | windows) scripts/install_dependencies.sh cross ;;
*) fail "unknown target \"$target\": expected aarch64, aarch64-clang, s390x or windows" ;;
esac

foreign=(CL)
[ "$target" != windows ] || foreign+=(stb)
copyForeign "${foreign[@]}"

linux=(-DCMAKE_SYSTEM_NAME=Linux -DCMAKE_BUILD_TYPE=Release -DCMAKE_EXE_LINKER_FLAGS=-static -DGEL_USE_OPENCL=OFF
    -DGEL_USE_ASSIMP=OFF -DGEL_USE_ZLIB=OFF -DGEL_USE_STB=OFF -DGEL_USE_BULLET=OFF -DGEL_BUILD_VIEWER=OFF -DGEL_BUILD_CLI=OFF
    -DGEL_REFERENCE_ONLY=ON "-DGEL_CJSON_SOURCE=$PWD/build/cjson" "-DOpenCL_INCLUDE_DIR=$PWD/build/headers")
case $target in
aarch64) settings=("${linux[@]}" -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc) ;;
aarch64-clang)
    settings=("${linux[@]}" -DCMAKE_C_COMPILER=clang -DCMAKE_C_COMPILER_TARGET=aarch64-linux-gnu
        "-DCMAKE_C_FLAGS=-isystem /usr/aarch64-linux-gnu/include")
    ;;
s390x) settings=("${linux[@]}" -DCMAKE_C_COMPILER=s390x-linux-gnu-gcc) ;;
windows) settings=(--preset windows) ;;
esac
[ "$target" = windows ] || settings+=("-DCMAKE_SYSTEM_PROCESSOR=${target%-clang}" "-DCMAKE_CROSSCOMPILING_EMULATOR=qemu-${target%-clang}")
if [ ! -f "$folder/CMakeCache.txt" ] && command -v ninja >/dev/null; then
    export CMAKE_GENERATOR=Ninja
fi
programs=(test_exactness)
case $target in
windows) programs=(windows_tests gel_cli) ;;
aarch64*) programs+=(test_native) ;;
esac
quietly build/configure.log Configuring cmake -S . -B "$folder" "${settings[@]}"
quietly build/build.log Building cmake --build "$folder" --target "${programs[@]}"
tests=(-R '^(golden_hashes|native|without_devices_.*)$')
if [ "$target" = windows ]; then
    tests=(--parallel 2 -LE '^(everything|long|build|scripts)$')
    # Stays until this script ends: a test that had to start wine's servers would leave them its output, and ctest waits for
    # the end of that. The first command waits until they run.
    wine cmd /c exit >/dev/null 2>&1
    coproc wine cmd >/dev/null 2>&1
fi
ctest --test-dir "$folder" --output-on-failure --no-tests=error --no-label-summary "${tests[@]}"
