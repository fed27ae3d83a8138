#!/usr/bin/env bash
# Prints, as Markdown, what each kernel takes of an NVIDIA GPU, and how much of it is in use as a result. No GPU is needed, only
# clang and CUDA's ptxas.
# usage: gpu_report.sh [ARCHITECTURE...]      default: sm_80 sm_90
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/common.sh
. "$root/scripts/common.sh"
ptxas=$(command -v ptxas || command -v /usr/local/cuda/bin/ptxas) || fail "ptxas, a part of CUDA, is not installed"
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
[ $# -gt 0 ] || set -- sm_80 sm_90

# One lane: what a GPU runs. Its driver makes the same code of it, or better: it uses a younger compiler.
for program in gel contact two_level; do
    clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -include "$root/scripts/gpu_builtins.h" -I "$root/kernels" \
        -DGEL_LANES=1 -DGEL_WITHOUT_bending -DGEL_WITHOUT_neo_hookean -DGEL_WITHOUT_rod -DGEL_WITHOUT_tension -DGEL_WITHOUT_isometric -DGEL_WITHOUT_jacobi -cl-fp32-correctly-rounded-divide-sqrt -target nvptx64-nvidia-nvcl -O2 -S \
        -o "$folder/$program" "$root/kernels/$program.cl"
done

# A multiprocessor has 65,536 registers, handed out by warp of 32 in units of 256, and holds 64 warps in up to 32 work-groups.
for architecture in "$@"; do
    printf '%s:\n\n' "$architecture"
    printf '| kernel | registers | spilled, bytes | local memory, bytes | occupancy at 64 | at 128 | at 256 |\n|---|--:|--:|--:|--:|--:|--:|\n'
    for program in gel contact two_level; do
        "$ptxas" -v -arch="$architecture" -o /dev/null "$folder/$program" 2>&1
    done | awk '
        function occupancy(items,    warps, groups, fit) {
            warps = items / 32
            fit = int(65536 / (warps * int((32 * registers + 255) / 256) * 256))
            groups = int(64 / warps)
            groups = groups > 32 ? 32 : groups
            groups = groups > fit ? fit : groups
            return sprintf("%d %%", 100 * groups * warps / 64)
        }
        /Compiling entry function/ { split($0, part, "\047"); name = part[2] }
        /spill stores/ { match($0, /[0-9]+ bytes spill stores/); spilled = substr($0, RSTART) + 0 }
        /Used [0-9]+ registers/ {
            match($0, /Used [0-9]+/); registers = substr($0, RSTART + 5) + 0
            local = match($0, /[0-9]+ bytes smem/) ? substr($0, RSTART) + 0 : 0
            if (name !~ /^answer_/)
                printf "%04d| `%s` | %d | %d | %d | %s | %s | %s |\n", 9999 - registers, name, registers, spilled, local,
                    occupancy(64), occupancy(128), occupancy(256)
        }' | sort | cut -c5-
    printf '\n'
done
