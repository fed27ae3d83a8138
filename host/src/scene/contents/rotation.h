// Rotations in a scene: an axis and degrees, or a quaternion.
#pragma once

#include "settings/json_table.h"
#include "gel/id.h"
#include "scene/contents/data.h"

// An axis with an angle, or a quaternion. `typed` (nullable) is the former, its axis of length 1; or zeros.
gelStatus gelReadRotation(const gelJsonNode* node, gelQuat* rotation, gelSceneTurn* typed);
