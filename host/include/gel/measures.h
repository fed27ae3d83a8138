// Measures of the state of a world or a body: energies, momentum, residuals, volumes, strains.
#pragma once

#include "gel/constraints.h"

// Measures of a state. Pinned vertices count as massless.
typedef struct gelMeasures {
    double kineticEnergy; // J
    double gravityEnergy; // J; 0 with all mass at the origin
    double elasticEnergy; // J; of constraints with a compliance: C^2 / (2 alpha). Rigid ones store none
    // By kind of constraint: the root mean square of its relative error, such as the change in length of an
    // edge over its rest length. Without unit.
    double residuals[gel_constraintKindCount];
    double volume, restVolume; // m^3; of all tets, and of what sheets enclose that are filled
    double
        pressure; // Pa, over that outside, in the last substep: the mean of bodies that are filled, by volume
    double mass;  // kg; of what can move
    double momentum[3];        // kg m/s
    double angularMomentum[3]; // kg m^2/s; about the origin
} gelMeasures;

// Waits for the device. Cost: a read of the state and some 20 ns per constraint.
GEL_API gelStatus gelWorld_Measure(gelWorld* world, gelMeasures* measures);
// The same of one body. Errors: gel_invalidHandle. Cost: as above for its constraints, and 1 ns for each other.
GEL_API gelStatus gelBody_Measure(gelWorld* world, gelBodyId id, gelMeasures* measures);

// Current volume of a body: sum over its tets, m^3; of a sheet that is filled what it encloses.
GEL_API gelStatus gelBody_GetVolume(gelWorld* world, gelBodyId id, double* volume);
// The pressure of what fills a body over that outside, in the last substep, Pa; 0 before the first, and if nothing does.
// Errors: gel_invalidHandle. Cost: none.
GEL_API gelStatus gelBody_GetPressure(const gelWorld* world, gelBodyId id, double* pressure);
// Its volume at rest: of its mesh at the body's scale. Errors: gel_invalidHandle. Cost: linear in its tets.
GEL_API gelStatus gelBody_GetRestVolume(const gelWorld* world, gelBodyId id, double* volume);

// The rigid motion that fits a body best, weighted by mass, so that something stiff can be carried along: a point p of
// the mesh is at about position + rotation applied to (scale p), scale being that of the definition. It is that of the
// definition at the start, to rounding. A body that is folded into a line or a point has more than one such rotation; then
// it is any of them. Errors: gel_invalidHandle. Cost: a read of the state and some 10 ns per vertex of the body.
GEL_API gelStatus gelBody_GetTransform(gelWorld* world, gelBodyId id, gelVec3* position, gelQuat* rotation);

// The deformation of each tet of a body, dimensionless and 0 at rest: the root mean square of the relative
// length change of its six edges (>= 0), and the relative volume change (below -1: inverted). Each array is
// nullable and has room for `tetCapacity`, which must suffice: gel_invalidArgument. In mesh order.
GEL_API gelStatus gelBody_ReadStrains(gelWorld* world, gelBodyId id, float* strains, float* volumeErrors,
                                      int tetCapacity);

// How much softer than its material a body moves, since a substep solves each constraint only once. An estimate:
// within a factor of 1.5 for bending and stretching with moduli.
typedef struct gelSoftness {
    double ratio;     // of its deflection to that of its material, 1 or more; infinite if its edges are rigid
    int substepCount; // with which the ratio is about 1.1 at most; 0: a world takes no number that is enough
} gelSoftness;

// For the world's substeps of a step of timeStep seconds (1e-6 to 1). Obstacles have the ratio 1. A step logs a
// warning if a body is twice as soft or more, once until it gets worse. Errors: gel_invalidHandle,
// gel_invalidArgument, gel_unsupported (a Jacobi order, an integrator). Cost: some 10 us.
GEL_API gelStatus gelBody_EstimateSoftness(const gelWorld* world, gelBodyId id, float timeStep,
                                           gelSoftness* softness);
