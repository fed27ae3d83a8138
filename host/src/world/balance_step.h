// Which bodies are balanced in a step: kernels/physics/balance.h.
#pragma once

#include "world/world.h"

// Lists the bodies that something stresses in the step that begins, besides their own constraints; the contacts must be
// known.
gelStatus gelPushBalance(gelWorld* world, const gelStepContents* contents);
