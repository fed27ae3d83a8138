#!/usr/bin/env bash
# Runs every kernel under the simulator oclgrind, which must find no race, no access outside a buffer and no use of a value
# never set; then kernels with one of each planted, which it must find: a check that cannot fail proves nothing.
# usage: kernel_races.sh GEL SOURCE ICD SCRATCH
set -euo pipefail
gel=$1 source=$2 icd=$3 scratch=$4
rm -rf "$scratch"
mkdir -p "$scratch"

# Two frames of a small box thrown onto the ground: every stage, both kinds of constraint.
cat >"$scratch/scene.json" <<'SCENE'
{ "substeps": 3, "ground": { "friction": 0.5, "restitution": 0.5 },
  "bodies": [ { "shape": { "type": "box", "size": [1, 1, 1], "cells": [2, 2, 2] },
                "position": [0, 0.6, 0], "rotation": { "axis": [1, 1, 0], "degrees": 30 }, "velocity": [1, -3, 0] } ] }
SCENE

# Reports of a run with LANES lanes and the kernels of FOLDER (empty: those of the program) go to LOG.
simulate() {
    local lanes=$1 folder=$2 log=$3 checks=(OCLGRIND_DATA_RACES=1 OCLGRIND_CHECK_API=1)
    # The simulator's own check for values never set crashes on shuffled vectors.
    [ "$lanes" = 1 ] && checks+=(OCLGRIND_UNINITIALIZED=1)
    # Not OCLGRIND_LOG: each context that is opened would begin that file anew. The simulator's words go with the command's.
    env "${checks[@]}" OCL_ICD_VENDORS="$icd" GEL_KERNEL_DIR="$folder" \
        "$gel" run "$scratch/scene.json" --frames 2 --lanes "$lanes" --work-group 4 --allow-inexact \
        --quiet >"$log.out" 2>"$log.err" || { echo "the run with $lanes lanes failed:"; cat "$log.err"; exit 1; }
    grep -v '^gel: ' "$log.err" >"$log" || true
}

for lanes in 1 8 16; do
    simulate "$lanes" "" "$scratch/clean-$lanes.log"
    if [ -s "$scratch/clean-$lanes.log" ]; then
        echo "oclgrind complains with $lanes lanes:"
        head -n 20 "$scratch/clean-$lanes.log"
        exit 1
    fi
    echo "no complaint with $lanes lanes"
done

# plant NAME PATTERN REPLACEMENT EXPECTED: a fault in grid.cl that the simulator must report.
plant() {
    local name=$1 pattern=$2 replacement=$3 expected=$4 folder=$scratch/$1
    cp -r "$source/kernels" "$folder"
    sed -i "s/$pattern/$replacement/" "$folder/grid.cl"
    cmp -s "$source/kernels/grid.cl" "$folder/grid.cl" && { echo "$name: nothing was planted"; exit 1; }
    simulate 1 "$folder" "$scratch/$name.log"
    grep -q "$expected" "$scratch/$name.log" || { echo "$name was not found:"; head -n 20 "$scratch/$name.log"; exit 1; }
    echo "found: $name ($(grep -c "$expected" "$scratch/$name.log") reports)"
}
plant race 'index_type i0 = load_index(vertex0, item), i1 = load_index(vertex1, item);' \
    'index_type i0 = load_index(vertex0, item), i1 = 0;' 'data race'
plant stray 'index_type i = consecutive(item);' 'index_type i = consecutive(item + 4096);' 'Invalid'
