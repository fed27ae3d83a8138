#!/usr/bin/env bash
# Kernels contain nothing that drivers compute differently, and compile without warnings as OpenCL C 1.2. For GPUs of NVIDIA
# and AMD the compiler generates no fused multiply-add, and only correctly rounded divisions and square roots. Each of these
# checks is also run on code that must fail it.
# usage: kernel_lint.sh SOURCE
set -euo pipefail
source=$1 kernels=$1/kernels
skip=$source/tests/support/skip.sh
failed=0

banned='\b(dot|length|normalize|cross|rsqrt|mad|fma|fast_\w+|native_\w+|half_\w+|sin|cos|tan|exp\w*|log\w*|pow\w*)\s*\(|\bfloat3\b|\batomic'
if grep -rnP "$banned" "$kernels" | grep -vP '^[^:]+:\d+:\s*//' | grep -vP 'vec3_\w+\('; then
    echo "these are not computed alike everywhere"
    exit 1
fi

command -v clang >/dev/null || exec "$skip" "clang is not installed"
common=(clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -Wall -Wextra -Wconversion
    -Wdouble-promotion -Werror -pedantic-errors)
for lanes in 1 8 16; do
    for program in balance gel contact two_level; do
        "${common[@]}" -I "$kernels" -DGEL_LANES=$lanes -fsyntax-only "$kernels/$program.cl" || failed=1
    done
done
for program in contact_search fields links pressures plasticity; do
    "${common[@]}" -I "$kernels" -DGEL_LANES=1 -fsyntax-only "$kernels/$program.cl" || failed=1
done

rounded=-cl-fp32-correctly-rounded-divide-sqrt
nvidia=(-target nvptx64-nvidia-nvcl -S)
amd=(-target amdgcn-amd-amdhsa -mcpu=gfx90a -nogpulib -S -emit-llvm)

# The code for a GPU of the programs named before the options.
compile() {
    local programs=$1 program
    shift
    for program in $programs; do
        "${common[@]}" -I "$kernels" -include "$source/scripts/gpu_builtins.h" -DGEL_LANES=1 -O2 "$@" -o - "$kernels/$program.cl"
    done
}
for target in nvptx64 amdgcn; do
    clang --print-targets | grep " $target " >/dev/null || exec "$skip" "this clang does not compile for $target"
done

# The code of the kernels as they are, for each GPU. AMD's is read before instructions are chosen: there a correctly
# rounded division is itself made of fused multiply-adds.
scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT
all="balance gel contact contact_search fields links pressures plasticity two_level"
compile "$all" "${nvidia[@]}" $rounded >"$scratch/nvidia"
compile "$all" "${amd[@]}" $rounded >"$scratch/amd"

# What is not compiled is not looked at.
entries=$(grep -oP '\.entry \K\w+' "$scratch/nvidia")
for kernel in $(grep -hoP '__kernel void \K\w+(?=\()' "$kernels"/*.cl) per_colour_distance per_colour_volume level_rows level_solve; do
    grep -qx "$kernel" <<<"$entries" || { echo "$kernel is not compiled"; failed=1; }
done

# Kernels that may be contracted.
contracted=$scratch/contracted
cp -r "$kernels" "$contracted"
sed -i '/#pragma OPENCL FP_CONTRACT OFF/d' "$contracted/physics/dialect.h"
cmp -s "$kernels/physics/dialect.h" "$contracted/physics/dialect.h" && { echo "no pragma was left out"; exit 1; }

# expect WHAT PATTERN GPU FAULT: no line of the kernels' code for a GPU matches; some do in one program with the options
# FAULT in place of that for rounding, or, for `contracted`, of those kernels.
expect() {
    local what=$1 pattern=$2 gpu=$3 fault=$4 found planted
    local -n options=$gpu
    found=$(grep -cE "$pattern" "$scratch/$gpu" || true)
    # shellcheck disable=SC2086 # several options, or none
    if [ "$fault" = contracted ]; then
        planted=$(kernels=$contracted; compile links "${options[@]}" | grep -cE "$pattern" || true)
    else
        planted=$(compile links "${options[@]}" $fault | grep -cE "$pattern" || true)
    fi
    printf '%d %s; %d where %s\n' "$found" "$what" "$planted" "${fault:-$rounded is left out}"
    [ "$found" = 0 ] && [ "$planted" -gt 0 ] || failed=1
}
fused='llvm\.fma|llvm\.fmuladd|fmul (\w+ )*contract'
expect "fused multiply-adds for NVIDIA" '^\s*fma\.' nvidia contracted
expect "fused multiply-adds for AMD" "$fused" amd contracted
expect "inexact divisions and roots for NVIDIA" '^\s*(div\.(approx|full)|(sqrt|rcp)\.approx|rsqrt)' nvidia \
    -cl-fast-relaxed-math
expect "inexact divisions and roots for AMD" '!fpmath|arcp|afn' amd ''
for exact in '^\s*div\.rn\.f32' '^\s*sqrt\.rn\.f32'; do
    grep -qE "$exact" "$scratch/nvidia" || { echo "no $exact for NVIDIA"; failed=1; }
done
exit $failed
