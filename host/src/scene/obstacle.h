// Obstacles of a scene, and their motion by keys.
#pragma once

#include "base/json.h"
#include "scene/body.h"

// Fills an empty obstacle; what was filled before a failure is left for gelClearSceneObstacle.
gelStatus gelReadSceneObstacle(const gelJsonNode* node, const gelSceneReader* reader,
                               gelSceneObstacle* obstacle);
void gelClearSceneObstacle(gelSceneObstacle* obstacle);

gelStatus gelCreateSceneObstacle(const gelScene* scene, int index, gelWorld* world, gelBodyId* id);
// Tells the obstacles of the scene that are still there where the step must lead them that ends at `time`, s.
gelStatus gelMoveSceneObstacles(const gelScene* scene, gelWorld* world, double time);
