// Obstacles of a scene, and their motion.
#pragma once

#include "settings/json_table.h"
#include "scene/body.h"

// Fills an empty obstacle; what was filled before a failure is left for gelClearSceneObstacle.
gelStatus gelReadSceneObstacle(const gelJsonNode* node, const gelSceneReader* reader,
                               gelSceneObstacle* obstacle);
void gelClearSceneObstacle(gelSceneObstacle* obstacle);

// The surface that the item of a `shape` or `mesh` stands for; empty on failure. Errors name their place.
gelStatus gelMakeSceneObstacleShape(const gelJsonNode* node, gelScene* scene, gelSurfaceMesh* surface);
gelStatus gelLoadSceneObstacleMesh(const gelJsonNode* node, gelScene* scene, gelSurfaceMesh* surface);

// Of an obstacle whose surface and cache have been read.
gelStatus gelFindCachePoints(gelSceneObstacle* obstacle);
// Gives an obstacle with a cache the form that it has at the start.
gelStatus gelPutSceneObstacle(const gelSceneObstacle* obstacle, gelWorld* world, gelBodyId id);

gelStatus gelCreateSceneObstacle(const gelScene* scene, int index, gelWorld* world, gelBodyId* id);
// Tells the obstacles of the scene that are still there where the step must lead them that ends at `time`, s.
gelStatus gelMoveSceneObstacles(const gelScene* scene, gelWorld* world, double time);
