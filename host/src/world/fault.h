// A fault that is planted in a world, to show that the comparison finds it.
#pragma once

#include "gel/stage.h"
#include "world/world.h"

// Whether the next step has the fault in it, and so must go stage by stage.
bool gelStepHasFault(const gelWorld* world);
// Whether it comes after this stage of the step under way.
bool gelFaultIsDue(const gelWorld* world, const gelStageInfo* info);
// Flips the lowest bit of a coordinate that the stage has just computed.
gelStatus gelApplyFault(gelWorld* world);
