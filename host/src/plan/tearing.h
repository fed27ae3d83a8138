// Bodies of tets that tear: kernels/tearing_passes.h.
#pragma once

#include "plan/plan.h"

// Whether an edge has torn.
bool gelHasTorn(const gelBody* body);
// Whether edges may tear, or have.
bool gelMayHaveTorn(const gelBody* body);
// Whether tets may tear, or have.
bool gelTetsTear(const gelBody* body);
// Whether a tet has torn, of a shape with gelFindTetEdges.
bool gelTetIsTorn(const gelBody* body, int tet);

// Fills plan->tearing, after plan->plastic.
gelStatus gelListTearingTets(gelPlan* plan);
void gelClearTearingTets(gelTearingTets* tets);
// The rest volume of a tet with edges of these rest lengths, m^3; negative if it has torn.
float gelHeldVolume(const gelPlan* plan, int tet, const float* lengths);
