#!/usr/bin/env bash
# Builds Gel in another way and runs the tests that such a build could break.
# usage: build_variant.sh VARIANT SOURCE FOLDER      skipped if the compiler is missing
set -euo pipefail
variant=$1 source=$2 folder=$3

settings=(-DCMAKE_BUILD_TYPE=Variant -DGEL_IN_VARIANT=ON -DGEL_BUILD_TESTS=ON -DGEL_BUILD_CLI=ON -DGEL_USE_NATIVE=OFF)
run=() jobs=1

# The compilers must agree on every bit, without and with optimisation, and give no warnings.
strict() {
    compiler=$1 target=$3
    settings+=("-DCMAKE_C_FLAGS=$2" -DGEL_WERROR=ON -DGEL_REFERENCE_ONLY=ON)
    tests=(-R '^golden_hashes$')
}

sanitized() {
    compiler=gcc
    settings+=("-DCMAKE_C_FLAGS=-O1 -g1" "-DGEL_SANITIZE=$1")
    # Other devices' drivers contain C++ run-time code that the sanitizers cannot handle.
    local pocl=/etc/OpenCL/vendors/pocl.icd
    [ ! -f $pocl ] || export OCL_ICD_VENDORS=$pocl
    # The search for leaks dies reading the threads' own variables of libraries that a driver has loaded: not those.
    export LSAN_OPTIONS="suppressions='$source/tests/builds/lsan.supp':print_suppressions=0:use_tls=0"
    export UBSAN_OPTIONS=print_stacktrace=1
    unset GEL_DATA # under a sanitizer the public meshes would take minutes; the fuzzers see worse
    # Some operating system kernels randomise addresses more than older sanitizers expect.
    if setarch "$(uname -m)" -R true 2>/dev/null; then
        run=(setarch "$(uname -m)" -R)
    fi
}

case $variant in
gcc-O0)
    strict gcc -O0 "test_exactness gel_cli"
    export GEL_TEST_FRAMES=60 # of 300, which take a minute more
    tests=(-R '^(golden_hashes|without_devices_.*)$')
    # A shared library without OpenCL, and a command without a window: the test install_shared installs them.
    settings+=(-DGEL_USE_OPENCL=OFF -DBUILD_SHARED_LIBS=ON -DCMAKE_INSTALL_LIBDIR=lib -DGEL_BUILD_VIEWER=OFF -DGEL_USE_BULLET=OFF)
    ;;
# Warns of other things than the main build, and has fused multiply-add, which must not be used.
clang-O2) strict clang "-O2 -march=native" "test_exactness gel_cli" ;;
gcc-native)
    strict gcc "-O3 -march=native" test_exactness
    settings+=(-DGEL_USE_OPENCL=OFF)
    ;;
sanitize)
    sanitized address,undefined
    # What handles memory of its own: readers and writers, states, calls that fail, threads of the mesher,
    # plans. The matrix steps every body with every feature, memory_faults a scene with some
    # of all, and the soak draws calls of all sorts; other tests would step the same code again.
    own='bake|bake_formats|bake_glb|cage|faults|journal|memory|memory_bodies|memory_faults|memory_files|memory_meshes'
    own+='|mesh_load|mesh_malformed|mesh_repair|mesh_save|plan|probes|scene|scene_bad|scene_surface|skin|state_file'
    own+='|surface_bad|surface_formats|surface_tree|world'
    target="test_${own//|/ test_} test_matrix test_mesher test_two_level soak"
    tests=(-R "^($own|soak|matrix_once|mesher_threads|two_level_reference)\$")
    ;;
sanitize-view) # one picture, for which the command and the window are built
    sanitized address,undefined
    target=gel_cli
    tests=(-R '^viewer_sanitized$')
    ;;
thread)
    sanitized thread
    target='test_mesher test_native test_rank_runs test_share test_threads'
    # The mesher, the native back end and ranks start threads; the others use a driver's.
    tests=(-R '^(mesher_threads|native_pool|rank_threads|share|threads)$')
    ;;
fuzz)
    compiler=clang target=fuzzers jobs=2 at_once=16 # by the clock, all at once
    settings+=("-DCMAKE_C_FLAGS=-O1 -g1" "-DGEL_SANITIZE=address,undefined,fuzzer-no-link" -DGEL_BUILD_FUZZERS=ON)
    settings+=(-DGEL_USE_OPENCL=OFF) # no fuzzer uses a device
    settings+=(-DGEL_BUILD_CLI=OFF "-DGEL_FUZZ_SECONDS=${GEL_FUZZ_SECONDS:-3}")
    tests=(-L '^fuzz$')
    ;;
*)
    printf 'unknown variant "%s"\n' "$variant"
    exit 1
    ;;
esac
skip=$source/tests/support/skip.sh
command -v "$compiler" >/dev/null || exec "$skip" "$compiler is not installed"
entry='int LLVMFuzzerTestOneInput(const char* data, unsigned long size) { return data[size - 1]; }'
if [ "$variant" = fuzz ] && ! clang -fsanitize=fuzzer,address -x c - -o /dev/null <<<"$entry" 2>/dev/null; then
    exec "$skip" "clang has no fuzzer library here (libclang-rt-dev)"
fi

# shellcheck source=scripts/common.sh
. "$source/scripts/common.sh"
quietly "$folder/configure.log" Configuring \
    cmake -S "$source" -B "$folder" -DCMAKE_C_COMPILER="$compiler" "${settings[@]}"
# shellcheck disable=SC2086 # one or several targets
quietly "$folder/build.log" Building cmake --build "$folder" --target $target --parallel "$jobs"
exec ${run[@]+"${run[@]}"} ctest --test-dir "$folder" --output-on-failure --no-label-summary \
    --no-tests=error --parallel "${at_once:-$jobs}" "${tests[@]}"
