// The choice between XPBD and the two-level solver.
#pragma once

#include "world/world.h"

// Decides for the bodies that leave the choice to Gel and are undecided.
void gelChooseSolvers(gelWorld* world, float timeStep);
// Makes them undecided again.
void gelReopenChoices(gelWorld* world);
