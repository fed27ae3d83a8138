// Which bodies are balanced in a step: kernels/physics/balance.h.
#pragma once

#include "world/world.h"

// Lists the bodies that something other than constraints and contacts with friction stresses in the step that begins.
gelStatus gelPushBalance(gelWorld* world);
