// Materials of a scene.
#pragma once

#include "settings/json_table.h"
#include "gel/material.h"

gelStatus gelReadMaterial(const gelJsonNode* node, gelMaterial* material);
