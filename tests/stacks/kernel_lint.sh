#!/usr/bin/env bash
# Kernels hold nothing that drivers compute each in their own way, and compile without a warning as OpenCL C 1.2 for the
# targets there are, with no fused multiply-add in the machine code.
# usage: kernel_lint.sh KERNELS
set -euo pipefail
kernels=$1
failed=0

banned='\b(dot|length|normalize|cross|rsqrt|mad|fma|fast_\w+|native_\w+|half_\w+|sin|cos|tan|exp\w*|log\w*|pow\w*)\s*\(|\bfloat3\b|\batomic'
if grep -rnP "$banned" "$kernels" | grep -vP '^[^:]+:\d+:\s*//' | grep -vP 'vec3_\w+\('; then
    echo "these are not computed alike everywhere"
    failed=1
fi

if command -v clang >/dev/null; then
    common=(clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -Wall -Wextra -Wconversion
        -Wdouble-promotion -Werror)
    for lanes in 1 8 16; do
        "${common[@]}" -I "$kernels" -DGEL_LANES=$lanes -fsyntax-only "$kernels/gel.cl" || failed=1
    done
    # Fused multiply-adds in a GPU's code: none, and some where the pragma against them is taken out.
    fused() {
        "${common[@]}" -target nvptx64-nvidia-nvcl -I "$1" -DGEL_LANES=1 -O2 -S -o - "$1/gel.cl" 2>/dev/null |
            grep -cE '^\s*fma\.rn\.f32' || true
    }
    loose=$(mktemp -d)
    trap 'rm -rf "$loose"' EXIT
    cp -r "$kernels/." "$loose"
    sed -i 's/FP_CONTRACT OFF/FP_CONTRACT ON/' "$loose/physics/dialect.h"
    strict=$(fused "$kernels") planted=$(fused "$loose")
    echo "$strict fused multiply-adds for nvptx, $planted without the pragma"
    if [ "$planted" -eq 0 ]; then echo "this clang has no such target"; elif [ "$strict" -gt 0 ]; then failed=1; fi
fi
exit $failed
