// The constraints that a world solves: how many there are, and what they are.
#pragma once

#include "gel/id.h"

// The kinds of constraint, in the order in which a substep solves them.
typedef enum gelConstraintKind {
    gel_distanceConstraint, // one per edge: keeps its length. Values: rest length in m, compliance in m/N
    gel_volumeConstraint,   // one per tet: keeps its volume. Values: rest volume in m^3, compliance in m^3/Pa
    gel_constraintKindCount
} gelConstraintKind;

// "distance", "volume". Never NULL.
GEL_API const char* gelConstraintKindText(gelConstraintKind kind);

typedef struct gelCounters {
    int bodyCount, vertexCount, tetCount;
    int constraintCounts[gel_constraintKindCount];
    int colourCounts
        [gel_constraintKindCount]; // of bodies that are not in patches: one launch per substep each on the grid
    int patchCount;                // of all bodies that are in patches
    int64_t stepCount;             // whole steps since the world was created
    uint64_t deviceBytes;          // buffers held by the back end
} gelCounters;
// Plans the bodies anew first where they have changed.
GEL_API gelStatus gelWorld_GetCounters(gelWorld* world, gelCounters* counters);

typedef struct gelConstraint {
    int vertices[4]; // of all bodies in order of creation, vertices in mesh order; an edge has two, then -1
    int colour;      // 0-based: which launch of its kind in a substep solves it
    float values[4]; // rest value, compliance, then what the kind needs besides; 0 beyond
} gelConstraint;

// Copies the constraints in the order they are solved in, those in patches last, patch by patch; gelCounters says how
// many there are. `capacity` must be enough. Cost: the first call lists all constraints of the world.
GEL_API gelStatus gelWorld_GetConstraints(gelWorld* world, gelConstraintKind kind, gelConstraint* constraints,
                                          int capacity);
