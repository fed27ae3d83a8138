// The constraints that a world solves: how many there are, and what they are.
#pragma once

#include "gel/id.h"

typedef struct gelCounters {
    int bodyCount, vertexCount, edgeCount, tetCount;
    int edgeColourCount,
        tetColourCount;   // of bodies that are not in patches: a launch of a substep each on the grid
    int patchCount;       // of all bodies that are
    int64_t stepCount;    // whole steps since the world was created
    uint64_t deviceBytes; // buffers held by the back end
} gelCounters;
// Rebuilds the constraint arrays first where bodies have changed.
GEL_API gelStatus gelWorld_GetCounters(gelWorld* world, gelCounters* counters);

typedef enum gelConstraintKind { gel_edgeConstraint, gel_tetConstraint } gelConstraintKind;

typedef struct gelConstraint {
    int vertices[4];  // of all bodies in order of creation, vertices in mesh order; an edge has two, then -1
    int colour;       // 0-based: which launch of a substep solves it
    float rest;       // rest length in m, or rest volume in m^3
    float compliance; // m/N, or m^3/Pa
} gelConstraint;

// Copies the constraints in the order they are solved in, those in patches last, patch by patch; gelCounters says how
// many there are. `capacity` must be enough.
GEL_API gelStatus gelWorld_GetConstraints(gelWorld* world, gelConstraintKind kind, gelConstraint* constraints,
                                          int capacity);
