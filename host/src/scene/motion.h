// How obstacles, and the goals and rest shapes of bodies, move in a scene.
#pragma once

#include "settings/json_table.h"
#include "scene/contents/data.h"

// Reads keys into a motion whose start is set. A key at 0 s replaces the start.
gelStatus gelReadSceneKeys(const gelJsonNode* node, const gelScene* scene, gelSceneMotion* motion);
// Reads a cache of `pointCount` points.
gelStatus gelReadSceneCache(const gelJsonNode* node, gelScene* scene, int pointCount, gelSceneMotion* motion);
// Reads a cache whose points are the vertices of the file that a body's mesh comes from.
gelStatus gelReadSceneBodyCache(const gelJsonNode* node, gelScene* scene, const gelTetMesh* mesh,
                                gelSceneMotion* motion);
void gelClearSceneMotion(gelSceneMotion* motion);

gelSceneKey gelScenePoseAt(const gelSceneMotion* motion, double time);
// Computes where these points of the cache are at a time, in their own frame: [count][3].
gelStatus gelSampleSceneMotion(const gelSceneMotion* motion, double time, const int* points, int count,
                               float* own);
// Transforms points from their own frame into the world, [count][3].
gelStatus gelPlaceScenePoints(const gelSceneKey* pose, double scale, const float* own, int count,
                              float* places);
