// Forces on vertices.
#pragma once

#include "world/world.h"

// Computes the forces of constraints, goals and ground (not of contacts) in the first substep of a
// step of that length from the current state, in the order of the world's constraints, in double
// precision on the host: equal states have equal forces. [vertexCount]. The state stays as it is.
gelStatus gelWorldFindForces(gelWorld* world, float timeStep, gelVertexForces* forces);
