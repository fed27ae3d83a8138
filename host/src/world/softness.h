// The estimate of softness, for whoever may spend more or less on it than a caller of the library.
#pragma once

#include "gel/measures.h"
#include "world/world.h"

enum { gel_costsOfSoftness = 800000000 }; // multiplications for all bodies of a world: 0.2 s

// Estimates as gelBody_EstimateSoftness does. `costs`: how many multiplications all bodies of the world may take.
gelStatus gelEstimateSoftness(const gelWorld* world, const gelBody* body, double timeStep, double costs,
                              gelSoftness* softness);
// Whether a body has edges, and they are rigid.
bool gelIsRigid(const gelBody* body);
