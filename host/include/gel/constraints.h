// The constraints that a world solves: their numbers and their data.
//
//     gelCounters counters;
//     gelWorld_GetCounters(world, &counters);
//     printf("%d edges\n", counters.constraintCounts[gel_distanceConstraint]);
#pragma once

#include "gel/id.h"

// The kinds of constraint, in the order in which a substep solves them.
typedef enum gelConstraintKind {
    // Length of an edge, one per edge. Values: rest length in m, compliance in m/N.
    gel_distanceConstraint,
    // Volume of a tet, one per tet. Values: rest volume in m^3, compliance in m^3/Pa.
    gel_volumeConstraint,
    // Fold between two triangles, one per inner edge of the surface. Values: 2 sin(half the angle)
    // at rest, compliance in 1/(N m).
    gel_bendingConstraint,
    // Shape and volume of a tet, one per tet of the model gel_neoHookean. Values: rest volume in
    // m^3, compliance in 1/J, ratio of shear modulus to volume modulus, and six of the rest shape
    // in 1/m^2.
    gel_neoHookeanConstraint,
    // Bend of a rope, one per vertex at which two lines meet; the second vertex is in the middle.
    // Values: 2 sin(half the angle) at rest, compliance in 1/(N m), and the inverse rest lengths of
    // the lines in 1/m.
    gel_rodConstraint,
    // Tension of an edge, one per edge of a body whose springs only pull or whose stretch is
    // limited. Values: length in m beyond which it pulls, compliance in m/N, maximum length in m.
    gel_tensionConstraint,
    // Fold between two triangles with gel_isometricBending, in place of gel_bendingConstraint.
    // Values: 2 sin(half the angle) at rest, 0 or above, compliance in 1/(N m), and the weights of
    // the second to fourth vertex in 1/m.
    gel_isometricConstraint,
    gel_constraintKindCount
} gelConstraintKind;

// Returns "distance", "volume", "bending", "neo_hookean", "rod", "tension" or "isometric". Never
// NULL.
GEL_API const char* gelConstraintKindText(gelConstraintKind kind);

// The size of a world.
typedef struct gelCounters {
    int bodyCount, vertexCount, tetCount;
    int obstacleCount;  // included in bodyCount
    int awakeBodyCount; // soft bodies that do not sleep
    int constraintCounts[gel_constraintKindCount];
    // Colours per kind. Each is a launch per substep with gel_strategyPerColour.
    int colourCounts[gel_constraintKindCount];
    int64_t stepCount;    // complete steps since creation
    uint64_t deviceBytes; // size of the back end's buffers
} gelCounters;
// Returns the size of a world in *counters. Replans the bodies if they have changed.
// Errors: gel_outOfMemory, gel_deviceError.
GEL_API gelStatus gelWorld_GetCounters(gelWorld* world, gelCounters* counters);

// A constraint, in the order in which it is solved.
typedef struct gelConstraint {
    // Vertices, numbered over all bodies in order of creation, each in mesh order. An edge has two,
    // then -1.
    int vertices[4];
    int colour;      // 0-based launch of its kind within a substep
    float values[9]; // rest value, compliance, further values of its kind; 0 beyond
} gelConstraint;

// Copies the constraints of a kind in solving order; gelCounters has their number.
// Errors: gel_invalidArgument (`capacity` is too small).
GEL_API gelStatus gelWorld_GetConstraints(gelWorld* world, gelConstraintKind kind, gelConstraint* constraints,
                                          int capacity);

// A phase of a body's colour order: gelConstraintOrder in gel/strategy.h.
typedef struct gelPhaseInfo {
    int tileCount;
    int vertexCount, largestTile; // vertices of all tiles; vertices of the largest tile
    int constraintCounts[gel_constraintKindCount];
    int colourCounts[gel_constraintKindCount]; // maximum over the tiles
} gelPhaseInfo;

// Describes the phases of a body in colour order, even if the world uses mesh order, which has
// none. *count is the number of phases; at most `capacity` are stored.
// Errors: gel_invalidHandle.
GEL_API gelStatus gelBody_GetPhases(const gelWorld* world, gelBodyId id, gelPhaseInfo* phases, int capacity,
                                    int* count);

// Colours of a phase over all bodies: its launches per substep with gel_strategyPerColour.
typedef struct gelPhaseColours {
    int counts[gel_constraintKindCount];
} gelPhaseColours;

// Counts the colours of each phase of a substep, in the world's order; mesh order is one phase.
// *count is the number of phases; at most `capacity` are stored. The colours add up to
// gelCounters.colourCounts. Replans the bodies if they have changed.
GEL_API gelStatus gelWorld_GetPhaseColours(gelWorld* world, gelPhaseColours* phases, int capacity,
                                           int* count);
