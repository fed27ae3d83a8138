// What the state of a world amounts to: energies, residuals, volumes, strains.
#pragma once

#include "gel/constraints.h"

// What a world's state amounts to. Pinned vertices have no mass here.
typedef struct gelMeasures {
    double kineticEnergy; // J
    double gravityEnergy; // J; 0 with all mass at the origin
    double elasticEnergy; // J; of constraints with a compliance: C^2 / (2 alpha). Rigid ones store none
    // By kind of constraint: the root mean square of its relative error, such as the change in length of an edge over its
    // rest length. Without unit.
    double residuals[gel_constraintKindCount];
    double volume, restVolume; // m^3; of all tets
} gelMeasures;

// Waits for the device. Cost: a read of the state and some 20 ns per constraint; the first call lists all constraints.
GEL_API gelStatus gelWorld_Measure(gelWorld* world, gelMeasures* measures);

// Current volume of a body: sum over its tets, m^3.
GEL_API gelStatus gelBody_GetVolume(gelWorld* world, gelBodyId id, double* volume);
// The same at rest: of its mesh at the body's scale. Errors: gel_invalidHandle. Cost: linear in its tets.
GEL_API gelStatus gelBody_GetRestVolume(const gelWorld* world, gelBodyId id, double* volume);

// How much each tet of a body is deformed, both without unit and 0 at rest: the root mean square of the relative change in
// length of its six edges (>= 0), and the relative change of its volume (below -1: inside out). Each array is nullable and
// has room for `tetCapacity`, which must be enough: gel_invalidArgument. In the order of the mesh.
GEL_API gelStatus gelBody_ReadStrains(gelWorld* world, gelBodyId id, float* strains, float* volumeErrors,
                                      int tetCapacity);
