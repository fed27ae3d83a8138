// Values of a body's vertices that its mesh's file holds.
#pragma once

#include "settings/json_table.h"
#include "scene/contents/data.h"

// Loads the array of a name [mesh.vertexCount]; release it with gelFree.
gelStatus gelLoadSceneArray(const gelScene* scene, const gelSceneBody* body, const char* name,
                            float** values);
// Reads a name in `node` and loads its array.
gelStatus gelReadSceneArray(const gelJsonNode* node, const gelScene* scene, const gelSceneBody* body,
                            float** values);
