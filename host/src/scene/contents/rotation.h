// Rotations in a scene: an axis and degrees, or a quaternion.
#pragma once

#include "settings/json_table.h"
#include "gel/id.h"

// An axis with an angle, or a quaternion.
gelStatus gelReadRotation(const gelJsonNode* node, gelQuat* rotation);
