// What has torn of bodies whose material has a tearStrain or tearForce: docs/tearing.md.
#pragma once

#include "gel/body.h"

// How many springs a sheet or rope has, or edges the tets of a body; 0 if there is no such body.
GEL_API int gelBody_GetSpringCount(const gelWorld* world, gelBodyId id);
// The springs of a sheet or rope, or edges of tets, that have torn: two vertices each, in mesh order, and their number, of
// which at most `capacity` are stored. `vertices` may be NULL if that is 0. Errors: gel_invalidHandle,
// gel_invalidArgument. Cost: linear in the springs of bodies that tear or have flowed; waits for the device if they tear.
GEL_API gelStatus gelBody_GetTornSprings(gelWorld* world, gelBodyId id, int* vertices, int capacity,
                                         int* count);
// The tets that have torn, one of whose edges has: their numbers in ascending order, and how many they are; otherwise as
// above.
GEL_API gelStatus gelBody_GetTornTets(gelWorld* world, gelBodyId id, int* tets, int capacity, int* count);
