// Surfaces of a scene that are filled with tets.
#pragma once

#include "base/json.h"
#include "scene/data.h"

// Fills a surface with tets, which adds a mesh and a skin. `key` is copied.
gelStatus gelFillSceneSurface(gelScene* scene, const char* path, const gelMesherDef* def, const char* key,
                              int* mesh, int* skin);
gelStatus gelReadMeshing(const gelJsonNode* node, gelMesherDef* def);
