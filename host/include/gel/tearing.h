// Tearing: the torn springs and tets of bodies whose material has a tearStrain or tearForce
// (docs/tearing.md).
//
//     int count;
//     gelBody_GetTornSprings(world, cloth, NULL, 0, &count);
//     printf("%d of %d springs have torn\n", count, gelBody_GetSpringCount(world, cloth));
#pragma once

#include "gel/body.h"

// Returns the number of springs of a sheet or rope, or of edges of a body of tets; 0 if the id is
// invalid.
GEL_API int gelBody_GetSpringCount(const gelWorld* world, gelBodyId id);
// Stores the torn springs of a sheet or rope, or the torn edges of tets, at most `capacity`: two
// vertices each, in mesh order. *count is the number of all torn springs. `vertices` may be NULL if
// `capacity` is 0. Waits for the device if the body can tear.
// Errors: gel_invalidHandle, gel_invalidArgument.
// Cost: linear in the springs of bodies that tear or have flowed.
GEL_API gelStatus gelBody_GetTornSprings(gelWorld* world, gelBodyId id, int* vertices, int capacity,
                                         int* count);
// Stores the numbers of the torn tets in ascending order, at most `capacity`. A tet is torn if one
// of its edges is. *count is the number of all torn tets. `tets` may be NULL if `capacity` is 0.
// Waits for the device if the body can tear.
// Errors: gel_invalidHandle, gel_invalidArgument.
// Cost: linear in the springs of bodies that tear or have flowed.
GEL_API gelStatus gelBody_GetTornTets(gelWorld* world, gelBodyId id, int* tets, int capacity, int* count);
