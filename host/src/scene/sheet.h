// Sheets and ropes of a scene, generated or read from a file.
#pragma once

#include "settings/json_table.h"
#include "scene/contents/data.h"

// Adds a surface, which it takes over even on failure, as a mesh without tets. `key` as of gelAddSceneMesh.
gelStatus gelAddSceneSheet(gelScene* scene, const char* key, gelSurfaceMesh* surface, int* mesh);
gelStatus gelAddSceneRope(gelScene* scene, const char* key, gelLineMesh* lines, int* mesh);
// The triangles of a file, or its lines, by the index of an existing mesh or a new one.
gelStatus gelAddSceneThinFile(gelScene* scene, const gelJsonNode* node, bool isRope, int* mesh);
