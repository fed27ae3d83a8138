// Values of a body's vertices: factors of its material, weights of its goals.
#pragma once

#include "settings/json_table.h"
#include "scene/contents/data.h"

// Reads "values" of a body, whose mesh is there. On failure, too, gelClearSceneBodyValues is due.
gelStatus gelReadSceneBodyValues(const gelJsonNode* node, gelScene* scene, gelSceneBody* body);
void gelClearSceneBodyValues(gelSceneBody* body);
// Gives them to a body made from it. A vertex is where it is now, moved by `offset`.
gelStatus gelSetSceneBodyValues(const gelSceneBody* scene, gelVec3 offset, gelWorld* world, gelBodyId id);

// Reads a file with an array of numbers from 0 to `max`, one per vertex of the body's mesh, in its
// order.
gelStatus gelReadSceneValueFile(const gelJsonNode* node, gelScene* scene, const gelSceneBody* body, float max,
                                float** values);
void gelClearSceneValues(gelSceneValue* values, int count);
// Sets the values of the vertices that a list names. The last entry that names a vertex counts;
// other vertices keep their values. `positions` [vertexCount][3].
gelStatus gelFillSceneValues(const gelSceneValue* list, int count, const double* positions, int vertexCount,
                             float* values);
