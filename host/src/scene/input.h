// Recorded input.
#pragma once

#include "base/json.h"
#include "scene/data.h"

// A recording: another scene, and what was done to it.
gelStatus gelReadRecording(const gelJsonNode* root, gelScene* scene);
gelStatus gelReadEvents(const gelJsonNode* node, gelScene* scene);
