#!/usr/bin/env bash
# Makes the packages of a release in build/packages, with SHA256SUMS: .deb for this Debian, .tar.gz for any Linux with
# glibc 2.17 or later, .whl of the Python package for Linux on x86-64 and aarch64 and for Windows, .zip for Windows. Needs
# apt, and the network at first.
# usage: release.sh [deb|linux|wheel|windows]...      default: all four
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/common.sh
. "$root/scripts/common.sh"
helpIfAsked "${1:-}"
[ $# -gt 0 ] || set -- deb linux wheel windows
for kind in "$@"; do
    [[ $kind =~ ^(deb|linux|wheel|windows)$ ]] || fail "unknown kind of package \"$kind\": expected deb, linux, wheel or windows"
done
cd "$root"
packages=$PWD/build/packages zig=$PWD/build/zig zigVersion=0.17.1 headers=$PWD/build/headers json=$PWD/build/cjson
scripts/install_dependencies.sh release
rm -rf "$packages" # its SHA256SUMS would list what is left of another release
if command -v ninja >/dev/null; then
    export CMAKE_GENERATOR=Ninja
fi

# The configuration says whether the native back end can be compiled.
checkNative() {
    grep -q 'native back end: compiled' "$1" || fail "the package would lack the native back end: $(grep 'native back end' "$1")"
}

# pack KIND GENERATOR SETTING...: configures, builds and packs in a folder of its own.
pack() {
    local kind=$1 generator=$2 folder=build/release-$1
    shift 2
    rm -rf "$folder/packed"
    quietly "$folder.configure.log" "Configuring $kind" cmake -S . -B "$folder" -DCMAKE_BUILD_TYPE=Release -DGEL_BUILD_TESTS=OFF \
        -DGEL_BUILD_EXAMPLES=OFF -DGEL_USE_BULLET=OFF "$@"
    checkNative "$folder.configure.log"
    quietly "$folder.build.log" "Building $kind" cmake --build "$folder"
    quietly "$folder.pack.log" "Packing $kind" cpack -G "$generator" --config "$folder/CPackConfig.cmake" -B "$folder/packed"
    mkdir -p "$packages"
    find "$folder/packed" -maxdepth 1 -type f -exec mv {} "$packages" \;
}

# Without what the C library of this system comes with.
alone=("-DOpenCL_INCLUDE_DIR=$headers" "-DGEL_STB_IMAGE=$headers" "-DGEL_CJSON_SOURCE=$json" -DGEL_USE_ASSIMP=OFF -DGEL_USE_ZLIB=OFF
    -DGEL_BUILD_VIEWER=OFF -DGEL_FONT=OFF)

# Programs of an older system do not start if they need a newer C library.
checkLinux() {
    local newest
    newest=$(objdump -T "$@" | grep -o 'GLIBC_[0-9.]*' | sort -V | tail -n 1) || fail "objdump finds no version of glibc in $*"
    [ "$(printf 'GLIBC_2.17\n%s\n' "$newest" | sort -V | tail -n 1)" = GLIBC_2.17 ] ||
        fail "the package would need $newest: expected at most GLIBC_2.17"
}

# makeCompiler PROCESSOR: one for Linux with an older C library than that of this system, $zig/PROCESSOR.
makeCompiler() {
    copyForeign CL stb
    if [ "$("$zig/ziglang/zig" version 2>&1)" != "$zigVersion" ]; then
        rm -rf "$zig"
        quietly build/zig.log "Installing zig" python3 -m pip install --quiet --no-deps --target "$zig" "ziglang==$zigVersion"
    fi
    printf '#!/bin/sh\nexec "%s/ziglang/zig" cc -target %s "$@"\n' "$zig" "$1-linux-gnu.2.17" >"$zig/$1"
    chmod +x "$zig/$1"
}

packLinux() {
    local here
    here=$(uname -m)
    makeCompiler "$here"
    pack linux TGZ "-DCMAKE_C_COMPILER=$zig/$here" -DBUILD_SHARED_LIBS=ON -DCMAKE_INSTALL_LIBDIR=lib "${alone[@]}"
    checkLinux build/release-linux/host/libgel.so build/release-linux/host/cli/gel
}

needMingw() {
    copyForeign CL stb
    [ -f /usr/share/doc/mingw-w64-x86-64-dev/copyright ] ||
        fail "the licence of mingw-w64 is missing, /usr/share/doc/mingw-w64-x86-64-dev/copyright: install mingw-w64-x86-64-dev with its documents"
}

# packWheel TAG SETTING...: of the platform that the tag names.
packWheel() {
    local tag=$1 folder=build/release-wheel-$1 setting settings=()
    shift
    for setting in "$@" "${alone[@]}"; do
        settings+=("--config-settings=cmake.define.${setting#-D}")
    done
    rm -rf "$folder" && mkdir -p "$folder"
    quietly "$folder.log" "Packing wheel for $tag" python3 -m pip wheel -v --no-deps --wheel-dir "$folder" "${settings[@]}" .
    checkNative "$folder.log"
    mkdir -p "$packages"
    python3 -m pip install --quiet --no-deps --root-user-action=ignore --target "$folder/tags" wheel
    PYTHONPATH="$folder/tags" python3 -m wheel tags --remove --platform-tag "$tag" "$folder"/*.whl >/dev/null
    scripts/check_wheel.py "$folder"/*.whl
    mv "$folder"/*.whl "$packages"
}

packWheels() {
    local processor settings
    for processor in x86_64 aarch64; do
        makeCompiler "$processor"
        settings=("-DCMAKE_C_COMPILER=$zig/$processor")
        [ "$processor" = "$(uname -m)" ] || settings+=(-DCMAKE_SYSTEM_NAME=Linux "-DCMAKE_SYSTEM_PROCESSOR=$processor")
        packWheel "manylinux_2_17_$processor" "${settings[@]}"
    done
    needMingw
    packWheel win_amd64 "-DCMAKE_TOOLCHAIN_FILE=$PWD/host/cmake/windows.cmake"
}

for kind in "$@"; do
    case $kind in
    deb) pack deb DEB -DBUILD_SHARED_LIBS=ON -DCMAKE_INSTALL_PREFIX=/usr ;;
    linux) packLinux ;;
    wheel) packWheels ;;
    windows)
        needMingw
        pack windows ZIP --preset windows
        ;;
    esac
done
cd "$packages"
rm -f SHA256SUMS
sums=$(find . -maxdepth 1 -type f -printf "%f\n" | LC_ALL=C sort | xargs sha256sum)
printf "%s\n" "$sums" >SHA256SUMS
printf '\n%s:\n' "$packages"
cat SHA256SUMS
