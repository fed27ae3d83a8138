// What fills the bodies of a world, as a step sees it.
#pragma once

#include "plan/pressure.h"
#include "world/world.h"

// Lists it as the next step begins with it; of bodies of the plan.
gelStatus gelListPressures(gelWorld* world);
// The same, and gives it to the back end, if there is any.
gelStatus gelPushPressures(gelWorld* world);
// At the end of a step: what it has found, which bodies take over once nothing of the step can fail.
gelStatus gelReadPressures(gelWorld* world);
void gelRecordPressures(gelWorld* world);
// The vertices are elsewhere, or something else fills the body: what the last step has found is of no use.
void gelForgetFilling(gelBody* body);
