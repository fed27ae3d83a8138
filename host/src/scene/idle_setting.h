// Warnings of settings that are given and have no effect.
#pragma once

#include "base/json.h"
#include "scene/contents/data.h"

// Warns of a filling's numbers without it, and of a stiffness of bending that is computed.
void gelWarnOfIdleMaterial(const gelJsonNode* node, const gelMaterial* material);
// Warns of members that the field's type does not use.
void gelWarnOfIdleField(const gelJsonNode* node, const gelField* field);
// Warns of a body whose restitution does not count on the ground.
void gelWarnOfIdleBounce(const gelScene* scene, const gelSceneBody* body);
