// How ruined bodies of the two-level solver are found and stepped: kernels/two_level_guard.h.
#pragma once

#include "plan/two_level.h"

// Lists the tets of the bodies and whose turn it is. `plan`: of these bodies; the rest of the list is there.
gelStatus gelAddGuards(const gelPlan* plan, gelTwoLevelList* list);
// Returns the volume below which a tet is wrong, m^3: a twentieth of that at rest, but less for a sliver, whose sign is a
// matter of chance.
double gelLeastVolume(const gelBody* body, int tet);
