// Whom a scene's probe or attachment names.
#pragma once

#include "settings/json_table.h"
#include "scene/contents/data.h"

// A body or an obstacle, by name or by its number in order of creation, which counts copies. *index is that in the
// scene's list.
gelStatus gelResolveBodyRef(const gelJsonNode* node, const gelScene* scene, bool isObstacle, int* number,
                            int* index);
