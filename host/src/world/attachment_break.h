// Attachments that hold no more than a force.
#pragma once

#include "world/world.h"

// When the last stage of a step is queued: marks those that its last substep pulled with more. Nothing else changes, so
// that the step can still fail.
gelStatus gelWorldFindBroken(gelWorld* world);
// Once nothing can fail: releases those.
void gelWorldReleaseBroken(gelWorld* world);
