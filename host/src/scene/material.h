// Materials of a scene.
#pragma once

#include "base/json.h"
#include "gel/material.h"

gelStatus gelReadMaterial(const gelJsonNode* node, gelMaterial* material);
