#!/usr/bin/env bash
# Which lines of the library the fuzzers' files reach, without the OpenCL back end, which no fuzzer runs.
# usage: coverage.sh [FOLDER]      builds there (build/coverage); prints a line per file of the library and a sum
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd) source=$here/../..
folder=$(realpath -m "${1:-$source/build/coverage}")
cmake -S "$source" -B "$folder" -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=Variant \
    -DGEL_IN_VARIANT=ON -DGEL_BUILD_TESTS=ON -DGEL_BUILD_CLI=OFF -DGEL_BUILD_FUZZERS=ON "-DCMAKE_C_FLAGS=-O1 -fprofile-instr-generate -fcoverage-mapping" >&2
cmake --build "$folder" --target fuzzers --parallel "$(nproc)" >&2
rm -f "$folder"/*.profraw
binaries=()
for fuzzer in "$folder"/tests/fuzz/fuzz_*; do
    [ -x "$fuzzer" ] || continue
    name=${fuzzer##*/fuzz_}
    binaries+=(${binaries:+-object} "$fuzzer")
    LLVM_PROFILE_FILE=$folder/$name.profraw "$fuzzer" -runs=0 -verbosity=0 "$here/corpus/$name" "$folder/tests/fuzz/found_$name" >&2
done
llvm=$(clang -print-prog-name=llvm-profdata)
"$llvm" merge -o "$folder/all.profdata" "$folder"/*.profraw
"${llvm%profdata}cov" report -instr-profile "$folder/all.profdata" "${binaries[@]}" \
    -ignore-filename-regex 'host/src/opencl/|tests/fuzz/'
