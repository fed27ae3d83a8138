// How obstacles, and the goals and rest shapes of bodies, move in a scene.
#pragma once

#include "settings/json_table.h"
#include "scene/contents/data.h"

// Into a motion whose start is set, which a key at 0 s replaces.
gelStatus gelReadSceneKeys(const gelJsonNode* node, gelSceneMotion* motion);
// A cache of so many points.
gelStatus gelReadSceneCache(const gelJsonNode* node, gelScene* scene, int pointCount, gelSceneMotion* motion);
// One of the vertices of the file that a body's mesh is of.
gelStatus gelReadSceneBodyCache(const gelJsonNode* node, gelScene* scene, const gelTetMesh* mesh,
                                gelSceneMotion* motion);
void gelClearSceneMotion(gelSceneMotion* motion);

gelSceneKey gelScenePoseAt(const gelSceneMotion* motion, double time);
// The points of the cache that these vertices follow, at a time, in their own frame: [count][3].
gelStatus gelSampleSceneMotion(const gelSceneMotion* motion, double time, const int* points, int count,
                               float* own);
// Points of an own frame in the world, [count][3].
gelStatus gelPlaceScenePoints(const gelSceneKey* pose, double scale, const float* own, int count,
                              float* places);
