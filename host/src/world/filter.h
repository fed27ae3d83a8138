// The ignored pairs of bodies that are destroyed.
#pragma once

#include "world/world.h"

// Takes a body out of all pairs, before it is destroyed.
void gelDropIgnoredPairs(gelWorld* world, gelBody* body);
