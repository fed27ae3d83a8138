// Vertices of a body that have a name, and values that they have in the body's file.
#pragma once

#include "base/json.h"
#include "scene/contents/data.h"

// The group of the name in `node`: one of the body's "groups" in the scene, or of its mesh's file, of whose array those
// vertices are in it that have 0.5 or more.
gelStatus gelReadSceneGroup(const gelJsonNode* node, const gelScene* scene, const gelSceneBody* body,
                            gelVertexSet* set);
// Checks those of the body, named or not.
gelStatus gelCheckSceneGroups(const gelJsonNode* node, const gelScene* scene, const gelSceneBody* body);

// The array of the name in `node`, of the body's mesh's file [mesh.vertexCount]; release it with gelFree.
gelStatus gelReadSceneArray(const gelJsonNode* node, const gelScene* scene, const gelSceneBody* body,
                            float** values);
