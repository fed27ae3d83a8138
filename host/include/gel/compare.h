// Compares two worlds in lock-step: are their bits equal, and if not, where do they first differ?
#pragma once

#include "gel/id.h"
#include "gel/stage.h"

// How far the states of two worlds differ.
typedef struct gelDifference {
    bool equal;            // positions and velocities of all bodies have the same bits, and all are finite
    double largest;        // largest distance between a vertex of one and of the other, m
    double rootMeanSquare; // of the distances of all vertices, m
    double bodySize; // diagonal of the bounding box of all vertices of the first world's largest body, m
    // Of the step of one and of the other, ms by the clock, each waited for before the other began; 0 as of
    // gelMeasureDifference.
    double stepMilliseconds[2];
} gelDifference;

// Where two worlds diverge: the first stage after which a value differs, and its first differing constraint.
typedef struct gelDivergence {
    int substep;
    gelStage stage;
    gelConstraintKind kind; // of gel_stageConstraints and gel_stageGather; 0 for other stages
    int phase, phaseCount;  // as in gelStageInfo; the phase is -1 for other stages
    int colour;             // as in gelStageInfo; -1 for other stages
    int constraint; // index in the body, of its kind: tets in mesh order, edges and folds in order of first
                    // appearance; -1 for other stages
    gelBodyId body;
    int vertex;    // in mesh order
    int component; // 0 x, 1 y, 2 z
    bool velocity; // the value is a velocity, not a position
    double a, b;   // the two values
    int64_t ulps;  // distance in units in the last place of single precision
} gelDivergence;

// Where a position or velocity of either world is not finite, the two differ by infinity. Errors: gel_invalidArgument (the
// worlds must have bodies of equal meshes, created in the same order), gel_outOfMemory, gel_deviceError. Completes steps
// under way.
GEL_API gelStatus gelMeasureDifference(gelWorld* a, gelWorld* b, gelDifference* difference);

// Completes steps under way, steps both worlds once and measures their difference. If their bits were equal
// before and differ after, both are restored and stepped stage by stage to the first difference, which
// *divergence describes (diverged = true). The worlds take turns in stepping first.
// Of worlds with different settings no stage equals another: pass NULL. Nullable: divergence, diverged. On failure both are
// as before the step, also if memory stays short. Errors: as of gelMeasureDifference and gelWorld_Step. Cost: two steps,
// and a state of each (gel/snapshot.h); a divergence costs a read per launch.
GEL_API gelStatus gelStepAndCompare(gelWorld* a, gelWorld* b, float timeStep, gelDifference* difference,
                                    gelDivergence* divergence, bool* diverged);
