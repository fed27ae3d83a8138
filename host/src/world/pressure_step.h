// Gas and liquid in the bodies of a world, before and after a step.
#pragma once

#include "plan/pressure.h"
#include "world/world.h"

// Lists the fillings of the plan's bodies with which the next step begins.
gelStatus gelListPressures(gelWorld* world);
// Lists the fillings, and gives them to the back end if there are any.
gelStatus gelPushPressures(gelWorld* world);
// Read what a step has found, at its end; the bodies take it over once nothing of the step can
// fail.
gelStatus gelReadPressures(gelWorld* world);
void gelRecordPressures(gelWorld* world);
// Forgets what the last step found about a body: its vertices have been moved, or its filling has
// changed.
void gelForgetFilling(gelBody* body);
