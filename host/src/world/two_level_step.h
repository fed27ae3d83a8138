// The bodies of a world that the two-level solver steps.
#pragma once

#include "world/world.h"

// Brings the back end's list of them up to date.
gelStatus gelPushTwoLevel(gelWorld* world);
// Fails with gel_unsupported if the world has what the solver does not support.
gelStatus gelCheckTwoLevel(const gelWorld* world);
