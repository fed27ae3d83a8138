// What becomes of ignored pairs when bodies go.
#pragma once

#include "world/world.h"

// Takes a body out of all pairs, before it is destroyed.
void gelDropIgnoredPairs(gelWorld* world, gelBody* body);
