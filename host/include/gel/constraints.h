// The constraints that a world solves: their number, and their data.
#pragma once

#include "gel/id.h"

// The kinds of constraint, in the order in which a substep solves them.
typedef enum gelConstraintKind {
    gel_distanceConstraint, // one per edge: keeps its length. Values: rest length in m, compliance in m/N
    gel_volumeConstraint,   // one per tet: keeps its volume. Values: rest volume in m^3, compliance in m^3/Pa
    // One per edge between two triangles of the surface: keeps their fold. Values: 2 sin(half the angle) at
    // rest, compliance in 1/(N m).
    gel_bendingConstraint,
    // One per tet of a body of the model gel_neoHookean: keeps its shape and its volume. Values: rest volume in
    // m^3, compliance in 1/J, ratio of shear modulus to that of volume, and six of the rest shape in 1/m^2.
    gel_neoHookeanConstraint,
    // One per vertex of a rope at which two of its lines meet: keeps its bend. Values: 2 sin(half the angle) at rest,
    // compliance in 1/(N m), and the inverse lengths of the lines at rest in 1/m. The second vertex is in the middle.
    gel_rodConstraint,
    // One per edge of a body whose springs pull only, or whose stretch is limited. Values: the length in m from which on
    // it pulls, compliance in m/N, the longest length in m.
    gel_tensionConstraint,
    // In place of gel_bendingConstraint, of bodies whose bending is gel_isometricBending. Values: 2 sin(half the angle) at
    // rest, 0 or above, compliance in 1/(N m), and the weights of the second to fourth vertex in 1/m.
    gel_isometricConstraint,
    gel_constraintKindCount
} gelConstraintKind;

// "distance", "volume", "bending", "neo_hookean", "rod", "tension", "isometric". Never NULL.
GEL_API const char* gelConstraintKindText(gelConstraintKind kind);

// The size of a world, and the work of a substep.
typedef struct gelCounters {
    int bodyCount, vertexCount, tetCount;
    int obstacleCount;  // of the bodies
    int awakeBodyCount; // soft bodies that do not sleep
    int constraintCounts[gel_constraintKindCount];
    int colourCounts[gel_constraintKindCount]; // one launch per colour and substep on the grid
    int64_t stepCount;                         // complete steps since the world was created
    uint64_t deviceBytes;                      // buffers held by the back end
} gelCounters;
// Replans the bodies first if they have changed.
GEL_API gelStatus gelWorld_GetCounters(gelWorld* world, gelCounters* counters);

// One constraint, as it is solved.
typedef struct gelConstraint {
    int vertices[4]; // of all bodies in order of creation, vertices in mesh order; an edge has two, then -1
    int colour;      // 0-based: which launch of its kind in a substep solves it
    float values[9]; // rest value, compliance, then what the kind needs besides; 0 beyond
} gelConstraint;

// Copies the constraints in solving order; gelCounters gives their number. `capacity` must suffice.
GEL_API gelStatus gelWorld_GetConstraints(gelWorld* world, gelConstraintKind kind, gelConstraint* constraints,
                                          int capacity);

// A phase of a body's order: gelConstraintOrder in gel/strategy.h.
typedef struct gelPhaseInfo {
    int tileCount;
    int vertexCount, largestTile; // vertices of all tiles, and of the largest
    int constraintCounts[gel_constraintKindCount];
    int colourCounts[gel_constraintKindCount]; // the most of a tile
} gelPhaseInfo;

// Describes colour order, also in a world of mesh order, which has no phases. *count is the number of phases,
// of which at most `capacity` are stored. Errors: gel_invalidHandle.
GEL_API gelStatus gelBody_GetPhases(const gelWorld* world, gelBodyId id, gelPhaseInfo* phases, int capacity,
                                    int* count);

// The colours of a phase over all bodies: its launches on the grid, per substep.
typedef struct gelPhaseColours {
    int counts[gel_constraintKindCount];
} gelPhaseColours;

// The phases of a substep, in the world's order: mesh order is one phase. *count is their number, of which at
// most `capacity` are stored; their colours add up to gelCounters.colourCounts. Replans the bodies first if
// they have changed.
GEL_API gelStatus gelWorld_GetPhaseColours(gelWorld* world, gelPhaseColours* phases, int capacity,
                                           int* count);
