#!/usr/bin/env bash
# Runs every kernel under the simulator oclgrind. clean: it must report no race, no access outside a buffer and no use of an
# uninitialised value. planted: it must report each planted fault, since a check that cannot fail proves nothing. again: as
# planted, with further faults in the same kernels. wide: as clean, with more kernels of vectors. stiff: both for the kernels
# of the two-level solver, which take as long as all others together.
# usage: kernel_races.sh clean|wide|planted|again|stiff GEL SOURCE ICD LAYER SCRATCH      LAYER: keep_buffers_layer.c, built
set -euo pipefail
export GEL_NATIVE_PROCESSOR=none # its kernels are compiled, and not simulated
kernels=$1 gel=$2 source=$3 icd=$4 layer=$5 scratch=$6
rm -rf "$scratch"
mkdir -p "$scratch"

# All but one without contact, whose search would take most of the time.

# A frame of small boxes thrown onto the ground: every stage, every kind of constraint, three bodies of one class, each of
# two tiles and several phases, the last of which share a launch.
cat >"$scratch/scene.json" <<'SCENE'
{ "contact": false, "substeps": 2, "dragCoefficient": 0.1, "ground": { "friction": 0.5, "restitution": 0.5 },
  "materials": { "jelly": { "bendingStiffness": 20 }, "rubber": { "model": "neoHookean", "bendingStiffness": 20 } },
  "bodies": [ { "material": "jelly", "shape": { "type": "box", "size": [1, 1, 1], "cells": [2, 2, 2] },
                "position": [0, 0.6, 0], "rotation": { "axis": [1, 1, 0], "degrees": 30 }, "velocity": [1, -3, 0],
                "repeat": { "count": [3, 1, 1], "spacing": [2, 0, 0] } },
              { "material": "rubber", "shape": { "type": "box", "size": [1, 1, 1], "cells": [1, 1, 2] },
                "position": [0, 0.6, 2], "velocity": [1, -3, 0] },
              { "material": { "bendingStiffness": 0.1, "bendingModel": "isometric" },
                "shape": { "type": "cloth", "sizeX": 1, "sizeZ": 1, "cellsX": 2, "cellsZ": 2 }, "position": [0, 0.1, 6],
                "velocity": [1, -3, 0] },
              { "material": { "bendingStiffness": 0.1, "springs": "pullOnly" }, "shape": { "type": "rope", "length": 1, "segments": 5 },
                "position": [0, 0.1, 4], "velocity": [1, -3, 0] } ] }
SCENE
# With damping along springs, which takes the kernels of the Jacobi orders.
sed '1s/{/{ "springDamping": 0.001,/' "$scratch/scene.json" >"$scratch/jacobi.json"
# For the program of contact: a box that has sunk into another, of other vertices, and a third near it, since the search
# leaves out kernels for a single pair.
cat >"$scratch/contact.json" <<'SCENE'
{ "substeps": 2, "contact": true,
  "bodies": [ { "shape": { "type": "box", "size": [1, 1, 1], "cells": [2, 1, 2] } },
              { "shape": { "type": "box", "size": [1, 1, 1], "cells": [1, 1, 2] }, "position": [0.2, 0.99, 0.1],
                "rotation": { "axis": [1, 1, 0], "degrees": 3 }, "velocity": [1, -3, 0] },
              { "shape": { "type": "box", "size": [1, 1, 1], "cells": [1, 1, 1] }, "position": [0.2, 2.05, 0.1] } ] }
SCENE

# For integrators: steps that hold a limit, which uses all of their kernels.
cat >"$scratch/integrators.json" <<'SCENE'
{ "contact": false, "substeps": 1, "integrator": "heun", "integratorError": 0.5, "springDamping": 0.001, "ground": {},
  "bodies": [ { "shape": { "type": "box", "size": [1, 1, 1], "cells": [2, 1, 2] }, "position": [0, 0.5, 0], "velocity": [1, -3, 0] },
              { "material": { "model": "neoHookean" }, "shape": { "type": "box", "size": [1, 1, 1], "cells": [1, 1, 2] },
                "position": [0, 0.6, 2] } ] }
SCENE

# For goals, tethers, attachments and plasticity: vertices that follow, and hold others, that are drawn; attachments of two
# colours.
cat >"$scratch/links.json" <<'SCENE'
{ "contact": false, "substeps": 2,
  "bodies": [ { "shape": { "type": "box", "size": [1, 1, 1], "cells": [2, 1, 2] },
                "material": { "tethers": "nearestPin" },
                "goals": { "weight": 0.5, "sets": [{ "weight": 1, "below": 0 }],
                           "keys": [{ "time": 0 }, { "time": 1, "position": [0, 1, 0] }] } },
              { "shape": { "type": "box", "size": [1, 1, 1], "cells": [1, 1, 2] }, "position": [0, 1, 0],
                "material": { "creep": 100 } },
              { "shape": { "type": "box", "size": [1, 1, 1], "cells": [2, 1, 1] }, "position": [3, 1, 0], "velocity": [0, 9, 0],
                "material": { "tearStrain": 0.001 }, "pins": [{ "below": 0.6 }] } ],
  "attachments": [ { "a": { "body": 0, "point": [0.3, 0.5, 0.2] }, "b": { "body": 1, "point": [0.3, 0.6, 0.2] } },
                   { "a": { "body": 0, "vertex": 0 }, "b": { "body": 1, "vertex": 0 }, "stiffness": 100, "breakForce": 1 },
                   { "a": { "body": 0, "vertex": 0 }, "b": { "body": 1, "vertex": 1 }, "length": 0.1,
                     "curve": [[0, 0], [0.01, 5], [0.1, 8]] } ] }
SCENE

# For what is filled: a ball of more vertices than are added up in one go, and tets.
cat >"$scratch/pressures.json" <<'SCENE'
{ "contact": false, "substeps": 2, "ground": {},
  "bodies": [ { "shape": { "type": "balloon", "radius": 0.3, "subdivisions": 1 }, "position": [0, 0.29, 0],
                "material": { "filling": "gas", "pressure": 5000, "thickness": 0.001 } },
              { "shape": { "type": "box", "size": [1, 1, 1], "cells": [1, 1, 2] }, "position": [2, 0.6, 0],
                "material": { "filling": "liquid", "fillingVolume": 1.1 } } ] }
SCENE

# For the two-level solver: two boxes on each other, on an obstacle, which offers planes. After two steps both contacts are rows.
cat >"$scratch/stiff.json" <<'SCENE'
{ "timeStep": 0.04, "substeps": 1, "contact": true, "solver": "twoLevel", "ground": { "offset": -0.1 },
  "materials": { "stiff": { "youngModulus": 1e7 } },
  "bodies": [ { "material": "stiff", "aggregates": 1, "cycles": 2, "shape": { "type": "box", "size": [1, 1, 1], "cells": [1, 1, 1] },
                "position": [0, 0.523, 0] },
              { "material": "stiff", "aggregates": 1, "shape": { "type": "box", "size": [0.9, 1, 1], "cells": [1, 1, 1] },
                "position": [0.02, 1.546, 0.01] } ],
  "obstacles": [ { "shape": { "type": "box", "size": [3, 0.2, 3] }, "position": [0, -0.1, 0] } ] }
SCENE

# Compilers store nothing, "undef" or "poison", where they then store a vector's elements one by one, and the check for
# uninitialised values takes the first for a use: those reports are dropped, one paragraph each. If the elements do not
# follow, whoever reads them is reported. Ends at the first report of EXPECTED.
reports() {
    { grep -v '^gel: ' || true; } | awk -v expected="$1" 'BEGIN { RS = ""; ORS = "\n\n" }
        !/ninitialized/ || !/store <[0-9]+ x float> (undef|poison|<float poison)/ { print; if (expected != "" && $0 ~ expected) exit }'
}

# Reports of a run with LANES lanes, a strategy, and the kernels of FOLDER (empty: those of the program) go to LOG; with
# other kernels the run ends at the first report of EXPECTED.
simulate() {
    local lanes=$1 strategy=$2 folder=$3 log=$4 expected=${5:-} checks=(OCLGRIND_DATA_RACES=1 OCLGRIND_CHECK_API=1) scene=scene order=scene
    [ "$strategy" = jacobi ] && scene=jacobi order=jacobi strategy=perColour
    [ "$strategy" = contact ] || [ "$strategy" = search ] && scene=contact strategy=perColour # those are files, for plants
    [ "$strategy" = integrators ] && scene=integrators strategy=perColour
    [ "$strategy" = links ] || [ "$strategy" = plasticity ] && scene=links strategy=body
    [ "$strategy" = pressures ] && scene=pressures strategy=body
    # Where functions that return structs are inlined, the compiler declares scopes that the simulator does not know.
    local options=""
    [ "$strategy" = stiff ] && scene=stiff strategy=perColour options=-cl-opt-disable
    # A second frame only where it runs other kernels: a list of contacts that is kept. Each planted fault shows in the first.
    local frames=1
    [ "$kernels$scene" = cleancontact ] && frames=2
    [ "$scene" = stiff ] && frames=3
    # The check for uninitialised values crashes on shuffled vectors, and needs the layer, which says why. The other planted
    # faults are found without it.
    # Not for the Jacobi orders and integrators: it does not see that the host has written the zeros before the corrections.
    # Nor for the two-level solver, which takes four times as long with it.
    { [ "$lanes$folder" = 1 ] && [ "$order" = scene ] && [ "$scene" != integrators ] && [ "$scene" != stiff ]; } || [[ $folder == */unset-* ]] &&
        checks+=(OCLGRIND_UNINITIALIZED=1 OCLGRIND_MAX_ERRORS=10000000 OPENCL_LAYERS="$layer")
    # The test of the device runs the kernels of all orders and of constraints that the scene lacks: once for each number of
    # lanes, as it takes most of the time.
    local test=off
    [ "$strategy$order$scene" != perColourscenescene ] || test=on
    # Not OCLGRIND_LOG: each context would overwrite that file. The simulator's output is mixed with the command's.
    local run=(env "${checks[@]}" OCL_ICD_VENDORS="$icd" GEL_KERNEL_DIR="$folder" GEL_SELF_TEST="$test" GEL_KERNEL_OPTIONS="$options"
        "$gel" run "$scratch/$scene.json" --frames "$frames" --lanes "$lanes" --strategy "$strategy" --order "$order" --tile-size 16 --work-group 4
        --allow-inexact --quiet)
    if [ -n "$folder" ]; then
        "${run[@]}" 2>&1 >"$log.out" | reports "$expected" >"$log" || true
        return
    fi
    "${run[@]}" >"$log.out" 2>"$log.err" || { echo "the run with $lanes lanes failed:"; cat "$log.err"; exit 1; }
    reports "" <"$log.err" >"$log"
}

for strategy in perColour jacobi integrators body ensemble tiles contact links pressures stiff; do
    for lanes in 1 8 16; do
        case $kernels in planted | again) break 2 ;; esac
        # Of vectors perColour has all widths, the others one: more take minutes. With eight lanes the test of the device runs
        # the kernels of other orders and integrators with perColour, and tiles has the barriers of body.
        case $strategy$lanes in
        jacobi8 | integrators8 | body8) [ "$kernels" = wide ] || continue ;;
        links8 | links16 | pressures8 | pressures16 | contact8 | jacobi16 | integrators16 | body16 | ensemble16 | tiles16) continue ;;
        perColour16) [ "$kernels" = wide ] || continue ;;
        stiff1) [ "$kernels" = stiff ] || continue ;;
        stiff*) continue ;;
        *) [ "$kernels" = clean ] || continue ;;
        esac
        log=$scratch/clean-$strategy-$lanes.log
        simulate "$lanes" "$strategy" "" "$log"
        if [ -s "$log" ]; then
            echo "oclgrind complains about $strategy with $lanes lanes:"
            head -n 20 "$log"
            exit 1
        fi
        echo "no complaint about $strategy with $lanes lanes"
    done
done

case $kernels in clean | wide) exit ;; esac

# alter FOLDER FILE PATTERN REPLACEMENT: plants a fault in the copy of the kernels in FOLDER.
alter() {
    [ -d "$1" ] || cp -r "$source/kernels" "$1"
    sed -i "s/$3/$4/" "$1/$2"
    ! cmp -s "$source/kernels/$2" "$1/$2" || { echo "$1: nothing was planted in $2"; exit 1; }
}

# plant NAME STRATEGY PATTERN REPLACEMENT EXPECTED [FILE]: a fault in the strategy's file, or another, that the simulator
# must report.
plant() {
    local name=$1 strategy=$2 pattern=$3 replacement=$4 expected=$5 file=${6:-$2.cl} folder=$scratch/$1-$2
    alter "$folder" "$file" "$pattern" "$replacement"
    simulate 1 "$strategy" "$folder" "$folder.log" "$expected"
    grep -q "$expected" "$folder.log" || { echo "$name was not found:"; head -n 20 "$folder.log"; exit 1; }
    echo "found: $name in $strategy"
}
if [ "$kernels" = planted ]; then
    plant race perColour 'range\[0\] + item;' 'range[0];' 'data race' per_colour.cl
    plant race jacobi 'first_vertex + item;' 'first_vertex;' 'data race'
    plant race integrators 'item += first;' 'item = first;' 'data race'
    plant race body 'barrier(CLK_LOCAL_MEM_FENCE)$' '' 'data race' sweep.h
    plant race_of_groups tiles 'first_group + (int)get_group_id(0)' 'first_group' 'data race'
    plant race_of_phases tiles 'WAIT_FOR_ALL_MEMORY();' ';' 'data race'
    plant race links 'vertices + item' 'vertices' 'data race'
    plant race pressures '(int)get_global_id(0)' '0' 'data race'
    plant race plasticity 'lengths\[item\] = ' 'lengths[0] = ' 'data race'
    plant race ensemble 'id \* GEL_LANES' '0' 'data race'
    plant stray perColour 'item += first;' 'item += first + 4096;' 'Invalid' per_colour.cl
    plant unset tiles 'places\[i\] = position\[.*;' ';' 'ninitialized'
    plant race contact 'WAIT_FOR_PASS() barrier.*' 'WAIT_FOR_PASS()' 'data race'
    plant stray search 'lists.candidates + start' 'lists.candidates + 100000 + start' 'Invalid'
    exit
elif [ "$kernels" = again ]; then
    plant race tiles 'barrier(CLK_LOCAL_MEM_FENCE)$' '' 'data race' sweep.h
    plant race_of_tets plasticity 'volumes\[tet\] = volume' 'volumes[0] = volume' 'data race' tearing_passes.h
    plant stray body 'position += body.first_vertex;' 'position += 4096;' 'Invalid'
    plant stray tiles 'entry.body_first_vertex + list' '4096 + list' 'Invalid'
    plant unset ensemble 'motions\[(7 \* i + 6) \* stride\] = v.w;' ';' 'ninitialized'
    plant stray ensemble 'scratch + entry' 'scratch + 1000000 + entry' 'Invalid'
    plant unset search 'find_normal(&set, i);' ';' 'ninitialized'
    exit
fi
plant race_of_offers stiff 'chosen_contacts\[slot\] = chosen' 'chosen_contacts[0] = chosen' 'data race' contact_touches.h
# Two races in one run, as its three frames take most of the time: neither kernel runs the other's fault.
rows=$scratch/race_of_rows_and_holds
alter "$rows" two_level_contact.h 'set->touches, item,' 'set->touches, 0 * item,'
alter "$rows" contact_touches.h 'set->pushes + contact' 'set->pushes'
simulate 1 stiff "$rows" "$rows.log"
for kernel in level_touch record_holds; do
    grep -A 1 'data race' "$rows.log" | grep "Kernel: $kernel\$" >/dev/null ||
        { echo "the race of $kernel was not found:"; head -n 20 "$rows.log"; exit 1; }
    echo "found: race of $kernel in stiff"
done
