// A scene file as JSON.
#pragma once

#include "base/json.h"
#include "scene/contents/data.h"

// Fills an empty scene from a JSON file; on failure gelDestroyScene releases what was filled.
gelStatus gelReadScene(const char* path, gelScene* scene);

gelStatus gelReadGround(const gelJsonNode* node, gelWorldDef* def);

// All tables of scene/contents/tables.h.
const gelJsonTable* const* gelSceneTables(int* count);
