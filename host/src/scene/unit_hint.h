// Hints at numbers in other units than those of the SI.
#pragma once

#include "base/json.h"
#include "scene/contents/data.h"

// Warns of a gravity beyond 1000 m/s^2.
void gelHintAtGravity(const gelJsonNode* node, gelVec3 gravity);
// Warns of a body whose material cannot carry its own height.
void gelHintAtModulus(const gelScene* scene, const gelSceneBody* body);
