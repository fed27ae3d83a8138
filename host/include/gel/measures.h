// Measures of a world or a body: energies, momentum, residuals, volumes, strains.
//
//     gelMeasures measures;
//     gelWorld_Measure(world, &measures);
//     printf("%g J\n", measures.kineticEnergy + measures.gravityEnergy + measures.elasticEnergy);
#pragma once

#include "gel/constraints.h"

// Measures of a state. Pinned vertices count as massless.
typedef struct gelMeasures {
    double kineticEnergy; // J
    double gravityEnergy; // J; 0 with all mass at the origin; times the weight of each body
    // J; of compliant constraints, C^2 / (2 alpha); of springs and curves of attachments, half for
    // each body; of fillings, from their rest volume on. Rigid ones store none.
    double elasticEnergy;
    // Residual per kind of constraint: the root mean square of its relative error, dimensionless.
    // For edges this is the change in length over the rest length.
    double residuals[gel_constraintKindCount];
    double volume, restVolume; // m^3; of all bodies, as gelBody_GetVolume says
    // Mean gauge pressure of filled bodies in the last substep, weighted by volume, Pa.
    double pressure;
    double mass;               // kg; of all vertices that can move
    double momentum[3];        // kg m/s
    double angularMomentum[3]; // kg m^2/s; about the origin
} gelMeasures;

// Measures a world. Waits for the device.
// Errors: gel_deviceError, gel_outOfMemory.
// Cost: reads the state, and about 20 ns per constraint.
GEL_API gelStatus gelWorld_Measure(gelWorld* world, gelMeasures* measures);
// Measures a body. Waits for the device.
// Errors: gel_invalidHandle, gel_deviceError, gel_outOfMemory.
// Cost: reads the state, and about 20 ns per constraint of the body and 1 ns per other constraint.
GEL_API gelStatus gelBody_Measure(gelWorld* world, gelBodyId id, gelMeasures* measures);

// Returns the current volume of a body, m^3. With a filling it is that of the filling, and with a
// skin what the skin encloses, as fields see it: at rest the volume of the body's mass. Otherwise
// it is the sum over the tets, 0 for sheets and ropes. Waits for the device.
// Errors: gel_invalidHandle, gel_outOfMemory.
GEL_API gelStatus gelBody_GetVolume(gelWorld* world, gelBodyId id, double* volume);
// Returns the gauge pressure of a body's filling in the last substep, Pa. 0 before the first
// substep, and for bodies that are not filled.
// Errors: gel_invalidHandle. Cost: none.
GEL_API gelStatus gelBody_GetPressure(const gelWorld* world, gelBodyId id, double* pressure);
// Returns the volume of a body in its rest shape, m^3, as gelBody_GetVolume measures it.
// Errors: gel_invalidHandle, gel_outOfMemory. Cost: linear in its tets and skin.
GEL_API gelStatus gelBody_GetRestVolume(const gelWorld* world, gelBodyId id, double* volume);

// Computes the rigid motion that fits a body best, weighted by mass, to carry rigid things along. A
// point p of the mesh is at about position + rotation applied to (scale p), with the scale of the
// definition. At the start it equals the definition's, to rounding. A body folded into a line or a
// point has several such rotations; the result is any of them.
// Errors: gel_invalidHandle.
// Cost: reads the state, and about 10 ns per vertex of the body.
GEL_API gelStatus gelBody_GetTransform(gelWorld* world, gelBodyId id, gelVec3* position, gelQuat* rotation);

// Computes the deformation of each tet of a body, in mesh order, dimensionless and 0 at rest.
// `strains` are root mean squares of the relative length changes of the six edges (>= 0).
// `volumeErrors` are relative volume changes (below -1: inverted). Each array is nullable.
// Errors: gel_invalidHandle, gel_invalidArgument (`tetCapacity` is too small).
GEL_API gelStatus gelBody_ReadStrains(gelWorld* world, gelBodyId id, float* strains, float* volumeErrors,
                                      int tetCapacity);

// How much softer than its material a body is at rest, because a substep solves each constraint
// only once. An estimate, within a factor of 1.5 for bodies small enough to be hung up.
typedef struct gelSoftness {
    double ratio;       // sag over that of the material, >= 1; infinite if edges are rigid
    int substepCount;   // substeps for a ratio of about 1.1; 0: more than a world allows
    bool suitsTwoLevel; // gel_autoSolver may choose the two-level solver, which has the ratio 1
} gelSoftness;

// Estimates the softness of a body for steps of timeStep seconds (1e-6 to 1) with the world's
// substeps. It finds the equilibrium of the body under the world's gravity (9.81 m/s^2 if that is
// 0): once with the compliances of its material, and once with those that a sweep makes of them.
// The body hangs from its pins, attachments and tethers, or stands on its lowest vertices. The
// estimate leaves out other bodies and other loads. Obstacles, and bodies that the two-level solver
// steps or would step, have the ratio 1.
// Limits: filled bodies, and bodies beyond about 700 vertices of tets, 500 of cloth or 20,000 of
// rope, count as strained alike everywhere. The bodies of a world share the cost, so with many
// bodies the limits are lower.
// Steps log a warning once for a body that is at least 1.35 times as soft, and again if it gets
// worse. They look for one in 13 ms at most, with lower limits, and estimate it only then.
// Errors: gel_invalidHandle, gel_invalidArgument, gel_outOfMemory, gel_unsupported (a Jacobi order,
// or an integrator other than XPBD).
// Cost: up to 0.2 s, shared by the bodies of the world.
GEL_API gelStatus gelBody_EstimateSoftness(const gelWorld* world, gelBodyId id, float timeStep,
                                           gelSoftness* softness);

// Stiffness that the mesh of a sheet gives it, over that of its material; 1 is right. Springs along
// the edges of irregular or oblong triangles are not alike in all directions.
typedef struct gelSheetStiffness {
    double softest, stiffest; // of a stretched strip, in the softest and stiffest direction
    double bending;           // of a bent strip, mean over directions; 0: it resists no bending
} gelSheetStiffness;

// Estimates the stiffness of a sheet from up to three patches of its mesh, each of at most 260
// vertices. Numbers are 0 if no patch is flat enough to have vertices inside, as in coarse balls.
// Errors: gel_invalidHandle, gel_invalidArgument (no sheet), gel_outOfMemory.
// Cost: up to 30 ms, and 1 us per vertex.
GEL_API gelStatus gelBody_EstimateSheetStiffness(const gelWorld* world, gelBodyId id,
                                                 gelSheetStiffness* stiffness);
