// Scenes of files, and the bodies they make.
#pragma once

#include "scene/contents/data.h"

// Fills an empty scene from any file that may stand where a scene is asked for; what was filled before a
// failure is left for gelDestroyScene.
gelStatus gelReadAnyScene(const char* path, gelScene* scene);

// Creates one copy of a body of the scene, with the bottom centre of its bounding box at `position`; without
// its pins.
gelStatus gelDropSceneBody(const gelScene* scene, int index, gelVec3 position, gelWorld* world,
                           gelBodyId* id);
