// The ground of a scene.
#pragma once

#include "settings/json_table.h"
#include "scene/contents/data.h"

// Reads the ground from an object; none if `node` is absent or false.
gelStatus gelReadGround(const gelJsonNode* node, gelWorldDef* def);
