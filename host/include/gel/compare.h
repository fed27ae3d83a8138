// Compares two worlds in lock-step: are their bits equal, and if not, where do they first differ?
//
//     gelDifference difference;
//     gelDivergence divergence;
//     bool diverged;
//     gelStepAndCompare(a, b, 1.0f / 60.0f, &difference, &divergence, &diverged);
//     if (diverged)
//         printf("substep %d, vertex %d\n", divergence.substep, divergence.vertex);
#pragma once

#include "gel/id.h"
#include "gel/stage.h"

// How far the states of two worlds differ.
typedef struct gelDifference {
    bool equal;            // all positions and velocities are finite and have equal bits
    double largest;        // largest distance between corresponding vertices, m
    double rootMeanSquare; // root mean square of the distances of all vertices, m
    double bodySize;       // diagonal of the bounding box of the first world's largest body, m
    // Duration of each world's step by the clock, ms; each is waited for before the other begins. 0
    // from gelMeasureDifference.
    double stepMilliseconds[2];
} gelDifference;

// The place where two worlds diverge: the first stage after which a value differs, and the first
// differing constraint.
typedef struct gelDivergence {
    int substep;
    gelStage stage;
    gelConstraintKind kind; // for gel_stageConstraints and gel_stageGather; otherwise 0
    int phase, phaseCount;  // as in gelStageInfo; phase -1 for other stages
    int colour;             // as in gelStageInfo; -1 for other stages
    // Index within the body and kind: tets in mesh order, edges and folds in order of first
    // appearance; -1 for other stages.
    int constraint;
    gelBodyId body;
    int vertex;    // in mesh order
    int component; // 0 x, 1 y, 2 z
    bool velocity; // the value is a velocity, not a position
    double a, b;   // the two values
    int64_t ulps;  // distance in units in the last place of single precision
} gelDivergence;

// Measures the difference of two worlds. It is infinite if a position or velocity is not finite.
// Completes steps under way.
// Errors:
// - gel_invalidArgument: the worlds need bodies of equal meshes, created in the same order
// - gel_outOfMemory, gel_deviceError
GEL_API gelStatus gelMeasureDifference(gelWorld* a, gelWorld* b, gelDifference* difference);

// Steps both worlds once and measures their difference, after completing steps under way. If their
// bits were equal before and differ after, both are restored and stepped stage by stage up to the
// first difference. Then *diverged is true and *divergence describes it. The worlds take turns in
// stepping first. `divergence` and `diverged` are nullable; pass NULL for worlds with different
// settings, whose stages are never equal. On failure both worlds are as before the step, even if
// memory stays short.
// Errors: the errors of gelMeasureDifference and gelWorld_Step.
// Cost: two steps, and a snapshot of each world (gel/snapshot.h); a divergence costs a read per
// launch.
GEL_API gelStatus gelStepAndCompare(gelWorld* a, gelWorld* b, float timeStep, gelDifference* difference,
                                    gelDivergence* divergence, bool* diverged);
