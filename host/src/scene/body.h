// Bodies of a scene.
#pragma once

#include "settings/json_table.h"
#include "scene/contents/data.h"

// The maximum number of categories in a scene; filters have one more bit, for bodies that name
// none.
enum { gel_sceneCategories = 31 };

// The reader's state while it reads a document.
typedef struct gelSceneReader {
    gelScene* scene;
    const char** materialNames; // NULL at the end
    gelMaterial* materials;
    const char* categories[gel_sceneCategories + 1]; // NULL at the end
    int categoryCount;
} gelSceneReader;

gelStatus gelReadSceneBody(const gelJsonNode* node, const gelSceneReader* reader, gelSceneBody* body);
