// The lesson of a scene.
#pragma once

#include "settings/json_table.h"
#include "scene/contents/data.h"

// Its texts stay in the scene's document. The expectations have been read.
gelStatus gelReadLesson(const gelJsonNode* node, gelScene* scene);
