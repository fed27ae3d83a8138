// Two worlds in lock-step: are their bits equal, and if not, where did they part?
#pragma once

#include "gel/id.h"
#include "gel/stage.h"

typedef struct gelDifference {
    bool equal;            // positions and velocities of all bodies have the same bits
    double largest;        // largest distance between a vertex of one and of the other, m
    double rootMeanSquare; // of the distances of all vertices, m
    double bodySize; // diagonal of the bounding box of all vertices of the first world's largest body, m
} gelDifference;

// Where two worlds part: the first stage after which a value differs, and in it the first constraint.
typedef struct gelDivergence {
    int substep;
    gelStage stage;
    gelConstraintKind kind; // of gel_stageConstraints; 0 for other stages
    int colour;             // -1 for other stages
    int constraint; // index in the body: edge (order of first appearance in the tets) or tet; -1 for other stages
    gelBodyId body;
    int vertex;    // in mesh order
    int component; // 0 x, 1 y, 2 z
    bool velocity; // the value is a velocity, not a position
    double a, b;   // the two values
    int64_t ulps;  // distance in units in the last place of single precision
} gelDivergence;

// Worlds must hold bodies of equal meshes, created in the same order: gel_invalidArgument otherwise.
GEL_API gelStatus gelMeasureDifference(gelWorld* a, gelWorld* b, gelDifference* difference);

// Completes steps under way, steps both worlds once and measures. Where their bits were equal before and
// differ after, both are taken back, walked stage by stage to the place where they part, and *divergence says
// where (diverged = true). Nullable: divergence, diverged. Cost: two steps and two reads; a divergence costs
// a read per launch.
GEL_API gelStatus gelStepAndCompare(gelWorld* a, gelWorld* b, float timeStep, gelDifference* difference,
                                    gelDivergence* divergence, bool* diverged);

// Flips the lowest bit of a position or velocity right after a stage of a future step, so that a test can
// prove that the comparison finds it. The vertex is one that the stage's first constraint of that colour
// moves.
typedef struct gelFault {
    int64_t step; // counted from the creation of the world, 0-based
    int substep;
    gelStage stage;
    gelConstraintKind kind; // of gel_stageConstraints
    int colour;
} gelFault;
GEL_API void gelWorld_PlantFault(gelWorld* world, gelFault fault);
