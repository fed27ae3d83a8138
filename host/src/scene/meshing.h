// Surfaces of a scene that are filled with tets.
#pragma once

#include "settings/json_table.h"
#include "scene/contents/data.h"

// Makes the tets smaller or larger, by the scene's factor.
void gelRefineMeshing(const gelScene* scene, gelMesherDef* def);

// Fills a surface with tets, which adds a mesh and a skin. `key` is copied.
gelStatus gelFillSceneSurface(gelScene* scene, const char* path, const gelMesherDef* def, const char* key,
                              int* mesh, int* skin);
gelStatus gelReadMeshing(const gelJsonNode* node, gelMesherDef* def);
