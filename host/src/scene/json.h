// A scene as JSON.
#pragma once

#include "settings/json_table.h"
#include "scene/contents/data.h"

// Fills an empty scene from a document; on failure gelDestroyScene releases what was filled.
gelStatus gelReadScene(const gelJsonNode* root, gelScene* scene);

// All tables of scene/contents/tables.h.
const gelJsonTable* const* gelSceneTables(int* count);
