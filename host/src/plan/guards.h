// How ruined bodies of the two-level solver are found and stepped: kernels/two_level_guard.h.
#pragma once

#include "plan/two_level.h"

// Lists the tets of the bodies and whose turn it is. `plan`: of these bodies; the rest of the list is there.
gelStatus gelAddGuards(const gelPlan* plan, gelTwoLevelList* list);
