// Obstacles of a scene, and their motion.
#pragma once

#include "settings/json_table.h"
#include "scene/body.h"

// Fills an empty obstacle; what was filled before a failure is left for gelClearSceneObstacle.
gelStatus gelReadSceneObstacle(const gelJsonNode* node, const gelSceneReader* reader,
                               gelSceneObstacle* obstacle);
void gelClearSceneObstacle(gelSceneObstacle* obstacle);

// Sets the surface that the item of a `shape` or `mesh` stands for, and its file; the surface is
// empty on failure. Errors name their place.
gelStatus gelMakeSceneObstacleShape(const gelJsonNode* node, gelScene* scene, gelSceneObstacle* obstacle);
gelStatus gelLoadSceneObstacleMesh(const gelJsonNode* node, gelScene* scene, gelSceneObstacle* obstacle);

// Finds the points of the cache that the vertices of an obstacle follow. Its surface and cache
// have been read.
gelStatus gelFindCachePoints(gelSceneObstacle* obstacle);
// Gives an obstacle with a cache the form that it has at the start.
gelStatus gelPutSceneObstacle(const gelSceneObstacle* obstacle, gelWorld* world, gelBodyId id);

gelStatus gelCreateSceneObstacle(const gelScene* scene, int index, gelWorld* world, gelBodyId* id);
// Moves the scene's obstacles that still exist to where they are at `time`, s, when the step ends.
gelStatus gelMoveSceneObstacles(const gelScene* scene, gelWorld* world, double time);
