// Recorded input.
#pragma once

#include "base/json.h"
#include "scene/contents/data.h"

// A recording: another scene and its input.
gelStatus gelReadRecording(const gelJsonNode* root, gelScene* scene);
gelStatus gelReadEvents(const gelJsonNode* node, gelScene* scene);
