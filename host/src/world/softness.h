// The estimate of softness, for whoever may spend more or less on it than a caller of the library.
#pragma once

#include "gel/measures.h"
#include "world/world.h"

enum { gel_costsOfSoftness = 800000000 };     // multiplications for all bodies of a world: 0.2 s
static const double gel_softnessWanted = 1.1; // for which substeps are counted

// Estimates as gelBody_EstimateSoftness does. `costs`: how many multiplications all bodies of the world may take.
gelStatus gelEstimateSoftness(const gelWorld* world, const gelBody* body, double timeStep, double costs,
                              gelSoftness* softness);
// Whether a body that leaves the choice to Gel is stepped by the two-level solver.
bool gelNeedsTwoLevel(const gelSoftness* softness);
// Whether two bodies of one mesh and material hang alike: one estimate is enough.
bool gelSagAlike(const gelWorld* world, const gelBody* a, const gelBody* b);
// Whether a body has edges, and they are rigid.
bool gelIsRigid(const gelBody* body);
