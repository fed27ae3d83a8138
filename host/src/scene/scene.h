// The bodies that a scene makes.
#pragma once

#include "scene/contents/data.h"

// Creates one copy of a body of the scene, with the bottom centre of its bounding box at `position`; without
// its pins.
gelStatus gelDropSceneBody(const gelScene* scene, int index, gelVec3 position, gelWorld* world,
                           gelBodyId* id);
